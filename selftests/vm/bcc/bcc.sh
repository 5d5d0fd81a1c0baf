# description: bcc's funccount, argdist and trace at functions that we probe, and on our events
# kernels: 6.1-cloud
# seconds: 1200
# shellcheck disable=SC2317 # same.sh calls the functions
# shellcheck source=../clients/common
. /kpe/tests/common
# shellcheck source=tool
. /kpe/tests/tool
# shellcheck source=../guest/same.sh
. /kpe/same.sh

# ---- the same function

# both at the entry and at the return
test_trace()
{
	theirs_on()
	{
		started trace-bpfcc "p::$CALLED \"enters\"" "r::$CALLED \"gives %d\", retval"
		until_it_says '^PID '
	}
	theirs_off()
	{
		until_it_says " $CALLED +gives 0$" "$wanted_theirs"
		ended_by_interrupt
		theirs=$(said " $CALLED +enters$")
		eq "$(said " $CALLED +gives 0$")" "$theirs"
	}
	front_on
	in_each_order
	front_off
}

test_funccount()
{
	theirs_on()
	{
		started funccount-bpfcc $CALLED
		until_it_says '^Tracing 1 functions'
	}
	theirs_off()
	{
		ended_by_interrupt
		theirs=$(awk '$1 == "'$CALLED'" { print $2 }' /tmp/case/out)
	}
	in_order ours theirs
}

# It shows each second what it has counted so far.
test_argdist()
{
	theirs_on()
	{
		started argdist-bpfcc -c -C "r::$CALLED():int:\$retval"
		until_it_says '^\['
	}
	theirs_off()
	{
		until_it_says '^\[' $(($(said '^\[') + 2))
		ended_by_interrupt
		theirs=$(awk '/ = 0$/ { count = $1 } END { print count }' /tmp/case/out)
	}
	in_order theirs ours
}

# ---- events of ours

# It counts events, and fails when it is to show them, whosever they are.
test_funccount_shows_no_tracepoints()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	for event in kprobes:x syscalls:sys_enter_read; do
		started funccount-bpfcc t:$event
		until_it_says '^Tracing 1 functions'
		target ret 5
		cat /proc/cmdline >/tmp/case/cmdline
		ended_by_interrupt
		eq "$(tail -n 1 /tmp/case/out)" "'str' object has no attribute 'decode'" "$event"
	done
	define -:x
	listed
}

test_events_by_argdist()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	started argdist-bpfcc -c -C 't:kprobes:x():u64:args->x:args->x>2'
	until_it_says '^\['
	target ret 5
	until_it_says '^\[' $(($(said '^\[') + 2))
	ended_by_interrupt
	eq "$(tail -n 3 /tmp/case/out | sort | tr -s '\t ' ' ')" \
		"$(lines ' 1 args->x = 3' ' 1 args->x = 4' ' 1 args->x = 5')"
	define -:x
	listed
}

test_events_by_trace()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64 minus=\-5:s32'
	started trace-bpfcc 't:kprobes:x "%d %d", args->x, args->minus'
	until_it_says '^PID '
	target ret 5
	until_it_says ' x +5 -5$'
	ended_by_interrupt
	eq "$(said ' x +[1-5] -5$')" 5
	define -:x
	listed
}
