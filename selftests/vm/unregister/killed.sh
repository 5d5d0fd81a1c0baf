# shellcheck shell=dash disable=SC2016,SC2034,SC2154
# description: ftrace has disabled itself: hooked functions stay hooked, none can be hooked
# load: never
# seconds: 240

DEAD="Functions' entries need ftrace, which has disabled itself after an error"
PINNED='the module stays loaded until the next boot, as ftrace has failed to unhook functions'

# Memory that was freed is others' then.
calls()
{
	target ret 100
	for _ in 1 2 3 4 5; do
		cat /proc/version
	done >/dev/null
	sh -c 'exec true'
}

says() { dmesg | grep -c "kprobe_events: $1" || :; } # SENTENCE

pinned()
{
	eq "$(says "$PINNED")" 1 'sentences in the log'
	has "$KPE/kprobe_status" "# $PINNED"
	not command rmmod kprobe_events
}

# At its hits, the kernel walks the list of all ftrace_ops.
traced_by_two() # FUNCTION
{
	local dir

	mkdir "$TOP/instances/second"
	for dir in "$TOP" "$TOP/instances/second"; do
		echo "$1" >"$dir/set_ftrace_filter"
		echo function >"$dir/current_tracer"
	done
	like "$(grep "^$1 " "$TOP/enabled_functions")" "$1 (2)*"
}

# Places within functions need no ftrace.
breakpoints_go_on()
{
	define "p:step kpe_target_steps+$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)"
	on step
	target steps 3
	off step
	eq "$(hits step)" 3
	define -:step
}

# Hits of functions that stay hooked find no points.
test_while_enabled()
{
	load
	target_loaded
	define 'p:x kpe_target_ret' 'p:all vfs_read all=$kstack' 'r:back kpe_target_ret' \
		'p:same vfs_write bx=%bx'
	on x all back same
	target ret
	target kill
	target ret
	eq "$(hits x)" 2 'hits of a function that stays hooked'
	off x all back same
	sleep 0.2
	calls
	eq "$(hits x)" 2
	define -:x -:all -:back -:same
	listed
	calls
	pinned
	target_unloaded
	calls
	breakpoints_go_on
}

# No function is hooked then, but the kernel still has the ftrace_ops.
test_after_disabling()
{
	load
	target_loaded
	traced_by_two vfs_read
	define 'p:x kpe_target_ret' 'p:regs kpe_target_ret bx=%bx'
	on x regs
	target ret
	off x regs
	sleep 0.5
	target kill
	define -:x -:regs
	has_no "$KPE/kprobe_status" "# $PINNED"
	command rmmod kprobe_events
	eq "$(says "the kernel keeps the module's ftrace_ops")" 1 'sentences in the log'
	calls
	load
	calls
	breakpoints_go_on
	command rmmod kprobe_events
	calls
}

test_before_enabling()
{
	load
	target_loaded
	define 'p:x kpe_target_ret'
	target kill
	eq "$(write_errno "$(event_dir x)/enable" 1)" ENODEV
	like "$(last_error "$KPE/error_log")" "trace_kprobe: error: $DEAD*"
	has_no "$KPE/kprobe_status" "# $PINNED"
	define -:x
	command rmmod kprobe_events
	calls
}

# arm64's core does not use ftrace, so it has breakpoints instead.
test_before_loading()
{
	target kill
	load
	calls
	eq "$(says 'entries of functions cannot be probed')" 1 'sentences in the log'
	if on_arm64; then
		define 'p:x kpe_target_ret'
		eq "$(status_of x 3)" int3
		define -:x
	else
		refused 'p:x ^kpe_target_ret' ENODEV "$DEAD"
	fi
	breakpoints_go_on
	command rmmod kprobe_events
	calls
}

# Its points are unregistered while they are armed.
test_module_that_leaves()
{
	load
	target_loaded
	define 'p:x kpe_target:kpe_target_ret' 'p:other vfs_read'
	on x other
	target ret
	target kill
	target_unloaded
	calls
	off x other
	define -:x -:other
	calls
	pinned
}
