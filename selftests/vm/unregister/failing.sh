# shellcheck shell=dash disable=SC2016,SC2034,SC2154
# description: calls that unregister something fail, each by itself; ftrace goes on
# load: never
# seconds: 240

PINNED='the module stays loaded until the next boot, as ftrace has failed to unhook functions'

fail_in() { echo "$1" >/sys/module/kprobe_events/parameters/fail; } # WHICH

calls()
{
	target ret 100
	cat /proc/version >/dev/null
	sh -c 'exec true'
}

used_once() # EVENT...
{
	local event

	on "$@"
	target ret
	off "$@"
	sleep 0.2
	for event do
		eq "$(hits "$event")" 1 "$event"
	done
}

# FAIL_FILTER: the functions stay hooked.
test_filter()
{
	load
	target_loaded
	define 'p:x kpe_target_ret' 'p:regs kpe_target_ret bx=%bx' 'r:back kpe_target_ret'
	on x regs back
	target ret
	fail_in 2
	off x regs back
	sleep 0.2
	eq "$(dmesg | grep -c "kprobe_events: $PINNED")" 1
	has "$KPE/kprobe_status" "# $PINNED"
	define -:x -:regs -:back
	calls
	not command rmmod kprobe_events
	fail_in 0
	define 'p:x kpe_target_ret' 'p:regs kpe_target_ret bx=%bx'
	used_once x regs
	define -:x -:regs
	target_unloaded
	calls
}

# FAIL_UNREGISTER: no function is hooked, but the ftrace_ops stay.
test_unregister()
{
	load
	target_loaded
	define 'p:x kpe_target_ret' 'p:regs kpe_target_ret bx=%bx'
	used_once x regs
	define -:x -:regs
	fail_in 1
	command rmmod kprobe_events
	eq "$(dmesg | grep -c "kprobe_events: the kernel keeps the module's ftrace_ops")" 1
	calls
	echo function >"$TOP/current_tracer"
	calls
	echo nop >"$TOP/current_tracer"
	load
	define 'p:x kpe_target_ret' 'p:regs kpe_target_ret bx=%bx'
	used_once x regs
	define -:x -:regs
	command rmmod kprobe_events
	calls
}

# FAIL_DISABLE: the core's probes at entries, with one of another's there, too
test_disable()
{
	KPE_PARAMETERS=all_by_core=1
	load
	target_loaded
	define 'r:x kpe_target_ret' 'p:y kpe_target_ret' 'r:z kpe_target_ret'
	on x y z
	target ret
	fail_in 4
	off x y z
	target ret 100
	eq "$(hits x) $(hits y) $(hits z)" '1 1 1'
	define -:x
	calls
	define -:y -:z
	calls
	eq "$(grep -c ' kpe_target_ret' /sys/kernel/debug/kprobes/list || :)" 0
	command rmmod kprobe_events
	calls
}
