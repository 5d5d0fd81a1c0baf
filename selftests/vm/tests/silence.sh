# description: kprobe_status: why an enabled event has no hits or no records
# live: yes

why() # EVENT
{
	sed -n "/: being searched$/d; s,^# $(group_name kprobes)/$1: ,,p" "$KPE/kprobe_status"
}

test_no_hits()
{
	define 'p:z kpe_target:kpe_target_at_init' 'p:y kpe_target_none_such_yet:kpe_target_ret'
	target_loaded
	define 'p:x kpe_target_ret'
	eq "$(why x)$(why y)$(why z)" '' 'they are not enabled'
	on x y z
	like "$(why x)" 'no hits: not called since it was enabled [0-9]* s ago'
	eq "$(why y)" 'no hits: its module is not loaded'
	eq "$(why z)" 'no hits: the function was init code, which is gone'
	target ret 1
	eq "$(why x)" ''
	off x y z
}

# the module comes and goes
test_gone()
{
	target_loaded
	define 'p:x kpe_target:kpe_target_ret'
	on x
	target_unloaded
	eq "$(why x)" 'no hits: its module was unloaded'
	target_loaded
	like "$(why x)" 'no hits: not called since it was enabled [0-9]* s ago'
	off x
}

# guest: it turns ftrace off
test_ftrace_off()
{
	target_loaded
	define 'p:x kpe_target_ret'
	on x
	ftrace_off
	if ftrace_is_off; then
		eq "$(why x)" 'no hits: ftrace is turned off (kernel.ftrace_enabled)'
	fi
	ftrace_on
	like "$(why x)" 'no hits: not called since *'
	off x
}

# guest: it turns kprobes off
test_kprobes_off()
{
	target_loaded
	define "p:x kpe_target_steps+$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)"
	on x
	echo 0 >/sys/kernel/debug/kprobes/enabled
	eq "$(why x)" 'no hits: kprobes are turned off (debugfs kprobes/enabled)'
	echo 1 >/sys/kernel/debug/kprobes/enabled
	like "$(why x)" 'no hits: not called since *'
	off x
}

test_rejected()
{
	target_loaded
	define 'p:x kpe_target_ret n=$arg1 if n == 0' 'p:y kpe_target_ret n=$arg1' 'p:z kpe_target_ret $every=10'
	echo 'n == 0' >"$(event_dir y)/filter"
	on x y z
	target ret 3
	eq "$(why x)" 'no records: a condition or a filter rejected all hits'
	eq "$(why y)" 'no records: a condition or a filter rejected all hits'
	eq "$(why z)" 'no records: budgets left out all hits'
	off x y z
	define -:x 'p:x kpe_target_ret n=$arg1 $every=10 if n == 1'
	on x
	target ret 3
	eq "$(why x)" 'no records: 2 filtered, 0 dropped, 1 limited, 0 unwatched, 0 for triggers only'
	off x
	eq "$(why x)" ''
}

# guest: it turns recording off
test_recording_is_off()
{
	target_loaded
	define 'p:x kpe_target_ret'
	on x
	echo 0 >"$T/tracing_on"
	target ret 1
	eq "$(why x)" 'no records: recording is off (tracing_on)'
	echo 1 >"$T/tracing_on"
	eq "$(why x)" 'no records: 0 filtered, 1 dropped, 0 limited, 0 unwatched, 0 for triggers only'
	target ret 1
	eq "$(why x)" ''
	off x
}

test_for_triggers_only()
{
	target_loaded
	define 'p:x kpe_target_ret' 'p:y kpe_target_args8'
	trigger y "enable_event:$(group_name kprobes):x:1"
	target ret 2
	eq "$(why x)" 'no records: it is enabled for triggers only'
	trigger y "!enable_event:$(group_name kprobes):x:1"
}

test_other_tasks()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	on x
	sh -c "echo \$\$ >$T/set_event_pid"
	target ret 7
	eq "$(why x)" 'no records: no hit was of a task or CPU that is watched (set_event_pid, perf)'
	true >"$T"/set_event_pid
	off x
}
