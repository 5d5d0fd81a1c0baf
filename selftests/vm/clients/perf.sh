# description: perf, as Debian has it
# seconds: 360
# shellcheck source=common
. /kpe/tests/common

# a function that the kernel proper has twice, and that ftrace allows in both places
ambiguous()
{
	awk '
		FNR == NR { if (!$2) traceable[$1]++; next }
		{ known[$3]++ }
		END {
			for (name in traceable)
				if (traceable[name] == 2 && known[name] == 2)
					print name
		}
	' "$T/available_filter_functions" /proc/kallsyms | sort | head -n 1
}

test_probe_add_list_delete()
{
	front_on
	does perf probe -a vfs_read
	probes 'p:probe/vfs_read _text+*'
	does perf probe -l
	eq "$(said 'probe:vfs_read .*vfs_read')" 1
	does perf probe -a 'back=vfs_write%return ret=$retval'
	probes 'r*:probe/back* _text+* ret=$retval'
	does perf probe -d 'probe:*'
	listed
	front_off
}

test_probe_of_an_ambiguous_function()
{
	name=$(ambiguous)
	front_on
	does perf probe -v -a "$name"
	eq "$(grep -c "^p:probe/$name _text+" "$KPE/kprobe_events")" 2
	does perf probe -l
	does perf probe -d "$name"
	listed
	front_off
}

test_probe_of_a_module()
{
	# it reads the module's file: given, or where modules are installed
	release=$(uname -r)
	mkdir -p "/lib/modules/$release/extra"
	cp /kpe/kpe_target.ko "/lib/modules/$release/extra/"
	target_loaded
	front_on
	does perf probe -m /kpe/kpe_target.ko -a kpe_target_ret
	probes 'p:probe/kpe_target_ret* kpe_target:kpe_target_ret*'
	does perf probe -m kpe_target -a kpe_target_str
	probes 'p:probe/kpe_target_str* kpe_target:kpe_target_str*'
	does perf probe -l
	eq "$(said 'probe:kpe_target_(ret|str) .*in kpe_target')" 2
	does perf probe -d 'kpe_target_*'
	listed
	front_off
	rm -r "/lib/modules/$release"
}

test_probe_with_debuginfo()
{
	target_loaded
	front_on
	does perf probe -m /kpe/debug/kpe_target.ko -V kpe_target_str
	eq "$(said 'char\*.*text')" 1
	does perf probe -m /kpe/debug/kpe_target.ko -a 'kpe_target_ret x'
	probes 'p:probe/kpe_target_ret kpe_target:kpe_target_ret* x=%di:s64'
	does perf probe -m /kpe/debug/kpe_target.ko -a 'str=kpe_target_str text:string'
	does perf record -o /tmp/case/data -e probe:kpe_target_ret -e probe:str -aR -- \
		sh -c "echo ret 3 >$RUN; echo str >$RUN"
	does perf script -i /tmp/case/data
	eq "$(said 'probe:kpe_target_ret: \([0-9a-f]*\) x=[123]$')" 3
	eq "$(said 'probe:str: .* text_string="kernel text"$')" 1
	does perf probe -d 'probe:*'
	front_off
}

test_record_and_script()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64 s=\"text"' 'r:back kpe_target_ret got=$retval'
	does perf record -o /tmp/case/data -e kprobes:x --filter 'x > 2' -e kprobes:back -a -- \
		sh -c "echo ret 5 >$RUN"
	does perf script -i /tmp/case/data
	eq "$(said 'kprobes:x: \([0-9a-f]+\) x=[345] s="text"$')" 3
	eq "$(said 'kprobes:x:')" 3
	eq "$(said 'kprobes:back: \([0-9a-f]+ <- [0-9a-f]+\) got=0x3e[9a-d]$')" 5
}

# perf gets those of a call.
test_registers_of_an_event_that_is_traced()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	on x
	does perf record -q -o /tmp/case/data -e kprobes:x --intr-regs=cs,ss,bx -- \
		sh -c "echo ret 3 >$RUN"
	does perf script -i /tmp/case/data -F iregs
	eq "$(said ' BX:0x0 *CS:0x10 *SS:0x18')" 3
	off x
}

test_stat()
{
	target_loaded
	define 'p:x kpe_target_ret'
	does perf stat -x , -e kprobes:x -a -- sh -c "echo ret 7 >$RUN"
	eq "$(said '^7,,kprobes:x,')" 1
}

test_trace()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	does perf trace --no-syscalls -e kprobes:x -- sh -c "echo ret 2 >$RUN"
	eq "$(said 'kprobes:x\(__probe_ip: -?[0-9]*, x: [12]\)$')" 2
}

test_pmu_is_the_kernels()
{
	eq "$([ ! -d /sys/bus/event_source/devices/kprobe ] || echo there)" \
		"$(! config KPROBE_EVENTS || echo there)"
}
