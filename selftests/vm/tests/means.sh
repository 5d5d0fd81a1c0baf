# description: what stops the kernel at a point, and how little it takes to arm it

hooked() # SYMBOL
{
	grep -q "^$1 " "$T"/enabled_functions
}

not_hooked() { ! hooked "$1"; }

read_1234() { dd if=/dev/zero of=/dev/null bs=1234 count="$1" 2>/dev/null; }

reads_in_trace() { grep -c " $1: .*n=1234$" "$T/trace" || :; }

in_kprobes_list() { grep -c " $1+0x" /sys/kernel/debug/kprobes/list || :; } # SYMBOL

# Only a return, and an entry that uses other registers than those of a call, are registered.
test_no_kprobe_at_an_entry()
{
	define 'p:x vfs_read n=%dx:u32' 'r:back vfs_open' 'p:other vfs_write x=%bx'
	eq "$(in_kprobes_list vfs_read)" 0
	not test "$(in_kprobes_list vfs_open)" = 0
	eq "$(in_kprobes_list vfs_write)" 1
	eq "$(status_of x 3)" ftrace
	not hooked vfs_read
	on x
	hooked vfs_read
	read_1234 3
	off x
	eq "$(reads_in_trace x)" 3
}

# others may follow, so it takes a moment
test_unhooked_when_disabled()
{
	define 'p:x vfs_read n=%dx:u32' 'p:y vfs_read n=%dx:u32'
	on x y
	off x
	sleep 1
	hooked vfs_read
	read_1234 2
	off y
	read_1234 4
	eq "$(reads_in_trace x) $(reads_in_trace y)" '0 2'
	wait_for 10 not_hooked vfs_read
	on x
	read_1234 1
	off x
	on x
	read_1234 1
	off x
	eq "$(reads_in_trace x)" 2
}

test_deleted_while_hooked()
{
	define 'p:x vfs_read n=%dx:u32' 'p:y vfs_write'
	on x y
	off x y
	define '-:x'
	not_hooked vfs_read
	listed 'p:kprobes/y vfs_write'
}

# An "R" is behind the number of those who have hooked it, if one has asked for all registers.
# A kernel without arguments of ftrace's own saves them for everybody.
hooked_for_all()
{
	config DYNAMIC_FTRACE_WITH_ARGS && grep -q "^$1 .*([0-9]*) R" "$T"/enabled_functions
}

# Another register than those of a call takes the kprobe core, and nobody else is slower.
test_other_registers()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64' 'p:bx kpe_target_ret bx=%bx:u64' \
		'r:back kpe_target_ret x=entry(%di):u64 got=$retval:u64' \
		'r:back_bx kpe_target_ret bx=entry(%bx):u64'
	on x back
	not hooked_for_all kpe_target_ret
	target ret 2
	on back_bx bx
	target ret 2
	off back_bx bx
	sleep 1
	not hooked_for_all kpe_target_ret
	target ret 2
	off x back
	eq "$(hits x) $(hits back) $(hits back_bx) $(hits bx)" '6 6 2 2'
	eq "$(values back | sort | uniq -c | sed 's/^ *//')" \
		"$(lines '3 x=1 got=1001' '3 x=2 got=1002')"
	wait_for 10 not_hooked kpe_target_ret
}

# perf gets those of a call, and 0 for what it does not know
test_registers_for_perf()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	on x
	eq "$(client perf count "$(event_id x)" -- sh -c "
		grep '^kpe_target_ret ' $T/enabled_functions >$CASE/hooked
		echo ret 3 >$RUN")" 3
	like "$(cat "$CASE"/hooked)" 'kpe_target_ret *(1)*'
	not hooked_for_all kpe_target_ret
	target ret
	off x
	eq "$(values x)" "$(lines x=1 x=2 x=3 x=1)"
}

# perf looks at the registers of a breakpoint, and of the jump that takes its place
test_perf_within_a_function()
{
	target_loaded
	define "p:x kpe_target_steps+$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)"
	cat >"$CASE"/wait <<-EOF
		echo steps 2 >$RUN
		n=0
		until grep -q optimized $KPE/kprobe_status || [ \$n = 40 ]; do
			sleep 0.5
			n=\$((n + 1))
		done
		grep -c optimized $KPE/kprobe_status >$CASE/optimized
		echo steps 3 >$RUN
	EOF
	! can_optimize || optimization 1
	eq "$(client perf count "$(event_id x)" -- sh "$CASE"/wait)" 5
	! can_optimize || eq "$(cat "$CASE"/optimized)" 1
}

errors_tail() { tail -n 3 "$KPE/error_log" | sed 's/^[^]]*] //'; }

OFF="Functions' entries need ftrace, which is turned off"

# On arm64 the kprobe core does not use ftrace. It arms returns, too, if the module cannot see
# what it does.
core_uses_ftrace() { [ "$(uname -m)" = x86_64 ]; }
returns_use_ftrace() { ! core_locks_returns && { core_uses_ftrace || config KALLSYMS_ALL; }; }

# On kernels that refuse to turn it off there is nothing to be refused.
test_ftrace_turned_off()
{
	target_loaded
	define 'p:before vfs_read n=%dx:u32' 'r:r_before vfs_read' 'p:idle vfs_write'
	on before r_before
	ftrace_off
	if ! ftrace_is_off; then
		define 'p:x vfs_read'
		eq "$(status_of before 3)" ftrace
		return
	fi
	refused 'p:x ^vfs_read n=%dx:u32' ENODEV "$OFF"
	! returns_use_ftrace || refused 'r:x ^vfs_read' ENODEV "$OFF"
	refused 'p:x ^vfs_re*' ENODEV "$OFF"
	refused 'p:x ^kpe_target:kpe_target_ret' ENODEV "$OFF"
	define "p:amid kpe_target_steps+$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)"
	eq "$(status_of amid 3)" int3
	eq "$(status_of before 2 3)" 'armed ftrace-off'
	! returns_use_ftrace || eq "$(status_of r_before 2 3)" 'armed ftrace-off'
	eq "$(status_of idle 2 3)" 'disabled ftrace-off'
	eq "$(write_errno "$(event_dir idle)/enable" 1)" ENODEV
	eq "$(errors_tail | head -n 1)" "trace_kprobe: error: $OFF"
	like "$(errors_tail | sed -n 2p)" '  Command: kprobes/idle'
	eq "$(status_of idle 2)" disabled
	on amid
	target steps
	eq "$(hits amid)" 1
	ftrace_on
	eq "$(status_of before 3) $(status_of r_before 3)" 'ftrace kretprobe'
	true >"$T/trace"
	read_1234 3
	on idle
	off idle before r_before amid
	eq "$(reads_in_trace before)" 3
}

# A kprobe that is enabled meanwhile would not be inserted when they are turned on again.
test_kprobes_turned_off()
{
	enabled=/sys/kernel/debug/kprobes/enabled
	target_loaded
	at=$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)
	define "p:before kpe_target_steps+$at" "p:x kpe_target_steps+$at" \
		"p:alone vfs_read+$(inside vfs_read)" 'p:entry kpe_target_ret' 'r:back kpe_target_ret'
	on before
	echo 0 >$enabled
	eq "$(status_of before 2 3)" 'armed kprobes-off'
	for dir in x alone; do
		eq "$(write_errno "$(event_dir $dir)/enable" 1)" ENODEV
		eq "$(errors_tail)" "trace_kprobe: error: Kprobes are turned off (debugfs kprobes/enabled)
  Command: kprobes/$dir
           ^"
		eq "$(status_of $dir 2)" disabled
		eq "$(cat "$(event_dir $dir)/enable")" 0
	done
	eq "$(write_errno "$KPE/kprobe_events" "p:before vfs_read+$(inside vfs_read)")" ENODEV
	eq "$(status_of before 2 | wc -l)" 1
	on entry
	! returns_use_ftrace || on back
	target ret 2
	eq "$(hits entry)" 2 'ftrace is not turned off'
	! returns_use_ftrace || eq "$(hits back)" 2
	echo 1 >$enabled
	like "$(status_of before 3)" '[io]*'
	on x alone
	target steps
	eq "$(hits before) $(hits x)" '1 1'
	not test "$(hits alone)" = 0
	off before x alone entry back
}

# The kernel gives ftrace up if the last that uses it goes and anything is left.
# known: ftrace-regs-while-off
test_disarmed_while_ftrace_is_turned_off()
{
	define 'p:many vfs_*' 'p:x vfs_read n=%dx:u32' 'r:back vfs_read' 'p:y vfs_write'
	not test "$(status_of many 2 | wc -l)" -le 64
	on many x back y
	ftrace_off
	off many x back
	define -:x -:back
	off y
	truncate_file "$KPE/kprobe_events"
	ftrace_on
	unload
	load
	define 'p:x vfs_read n=%dx:u32'
	on x
	read_1234 2
	off x
	eq "$(reads_in_trace x)" 2
}

# The kernel looks for marks when the last tracer goes, which has not been at these functions.
another_tracer()
{
	[ -f "$T/set_ftrace_filter" ] || return 0
	echo vfs_open >"$T/set_ftrace_filter"
	echo function >"$T/current_tracer"
	echo nop >"$T/current_tracer"
	echo >"$T/set_ftrace_filter"
}

# ftrace would have disabled itself if it had found a mark
loads_and_hits()
{
	load
	define 'p:x vfs_read n=%r15:u64'
	on x
	read_1234 2
	off x
	not test "$(hits x)" = 0
}

# With another kprobe of a function's entry left, the mark stays although another ftrace_ops does.
test_one_of_two_disarmed_while_ftrace_is_turned_off()
{
	define 'p:x vfs_read n=%r15:u64' 'p:y vfs_write n=%r15:u64'
	on x y
	ftrace_off
	off x
	# longer than functions stay hooked that nothing needs
	sleep 0.5
	ftrace_on
	off y
	define -:x -:y
	unload
	loads_and_hits
}

# The same, and nobody is left to wait until ftrace is on.
test_one_of_two_disarmed_and_unloaded_while_ftrace_is_turned_off()
{
	define 'p:x vfs_read n=%r15:u64' 'p:y vfs_write n=%r15:u64'
	on x y
	ftrace_off
	off x y
	define -:x -:y
	unload
	ftrace_on
	another_tracer
	loads_and_hits
}

# The same of what the module itself keeps hooked.
# known: ftrace-regs-while-off
test_unloaded_while_ftrace_is_turned_off()
{
	define 'p:x vfs_read n=%r15:u64' 'p:y vfs_write n=%di:u64'
	on x y
	off x y
	define -:x -:y
	ftrace_off
	unload
	ftrace_on
	another_tracer
	loads_and_hits
}

# The kernel keeps the mark of an enabling by a trigger that has failed. With it the event
# would never be disabled again, and used after its instance is gone.
# known: trigger-that-failed
test_a_trigger_that_could_not_enable()
{
	mkdir "$T/instances/one"
	define 'p:x vfs_read n=%dx:u32'
	ftrace_off
	for dir in "$T" "$T/instances/one"; do
		# older kernels say that they have enabled nothing
		! ftrace_is_off ||
			like "$(write_errno "$dir/events/kprobes/x/trigger" traceon)" 'ENO[DE]*'
	done
	ftrace_on
	for dir in "$T" "$T/instances/one"; do
		eq "$(cat "$dir/events/kprobes/x/enable")" 0
		echo traceon >"$dir/events/kprobes/x/trigger"
		eq "$(cat "$dir/events/kprobes/x/enable")" '0*'
		eq "$(status_of x 2)" armed
		echo '!traceon' >"$dir/events/kprobes/x/trigger"
		eq "$(cat "$dir/events/kprobes/x/enable")" 0
		eq "$(status_of x 2)" disabled
		echo 1 >"$dir/events/kprobes/x/enable"
		eq "$(status_of x 2)" armed
		echo 0 >"$dir/events/kprobes/x/enable"
		eq "$(status_of x 2)" disabled
	done
	rmdir "$T/instances/one"
	define -:x
}

# Its points are refused then, with a word in the log, and come with it the next time.
test_ftrace_turned_off_when_a_module_comes()
{
	define 'p:x kpe_target:kpe_target_at_init n=%di:s64' \
		'r:back kpe_target:kpe_target_at_init got=$retval:s64 n=entry(%di):s64' \
		'p:in kpe_target:kpe_target_ret x=%di:u64'
	on x back in
	ftrace_off
	if ftrace_is_off; then
		target_loaded
		target ret 2
		if core_uses_ftrace; then
			eq "$(hits x) $(hits back) $(hits in)" '0 0 0'
		else
			eq "$(hits x) $(hits back) $(hits in)" '1 1 0'
			true >"$T/trace"
		fi
		like "$(dmesg)" "*kprobes/in cannot be armed in module kpe_target: $OFF*"
		target_unloaded
	fi
	ftrace_on
	before=$(hits in)
	target_loaded
	target ret 2
	target_unloaded
	off x back in
	eq "$(values x)" n=7
	eq "$(values back)" 'got=14 n=7'
	eq "$(hits in)" $((before + 2))
}
