# description: bcc's tools where they have to define kprobe events
# kernels: 6.1-nokpe
# seconds: 1200
# shellcheck source=../clients/common
. /kpe/tests/common
# shellcheck source=tool
. /kpe/tests/tool

test_trace()
{
	target_loaded
	started trace-bpfcc 'p::kpe_target_ret "in %d", arg1' 'r::kpe_target_ret "out %d", retval'
	until_it_says '^PID '
	eq "$(listing | grep -c '^[pr].*:kprobes/[pr]_kpe_target_ret_bcc_[0-9]* kpe_target_ret')" 2
	target ret 3
	until_it_says ' out 1003$'
	ended_by_interrupt
	eq "$(said ' in [123]$') $(said ' out 100[123]$')" '3 3'
	listed
}

test_funccount()
{
	started funccount-bpfcc p::cmdline_proc_show
	until_it_says '^Tracing 1 functions'
	eq "$(listing | grep -c ' cmdline_proc_show')" 1
	for _ in 1 2 3; do
		cat /proc/cmdline >/tmp/case/cmdline
	done
	ended_by_interrupt
	eq "$(awk '$1 == "cmdline_proc_show" { print $2 }' /tmp/case/out)" 3
	listed
}

test_argdist()
{
	target_loaded
	started argdist-bpfcc -c -C 'r::kpe_target_ret():int:$retval'
	until_it_says '^\['
	eq "$(listing | grep -c '^r.* kpe_target_ret')" 1
	target ret 2
	until_it_says '^\[' $(($(said '^\[') + 2))
	ended_by_interrupt
	eq "$(tail -n 2 /tmp/case/out | sort | tr -s '\t ' ' ')" \
		"$(lines " 1 \$retval = 1001" " 1 \$retval = 1002")"
	listed
}
