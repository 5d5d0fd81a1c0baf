# description: triggers on our events, and our events as targets of triggers
# means: each

# each test begins with it
target_loaded

# of the registers of a call, and of all
test_stacktrace_as_an_option()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:y kpe_target_ret $arg1 up=+0(%bx)'
	trap 'echo 0 >"$T/options/stacktrace"' EXIT
	echo 1 >"$T/options/stacktrace"
	on x
	target ret 2
	on y
	target ret
	off x y
	eq "$(grep -c '^ => param_attr_store$' "$T"/trace)" 4
	eq "$(grep -c '^ => ksys_write$' "$T"/trace)" 4
}

test_stacktrace_of_some()
{
	define 'p:x kpe_target_ret x=%di:u64'
	trigger x 'stacktrace if x > 3'
	on x
	target ret 5
	off x
	eq "$(values x)" "$(lines x=1 x=2 x=3 x=4 x=5)"
	eq "$(grep -c '<stack trace>$' "$T"/trace)" 2
}

test_a_trigger_alone_records_nothing()
{
	define 'p:x kpe_target_ret x=%di:u64'
	trigger x 'stacktrace if x == 100'
	like "$(cat "$(event_dir x)/enable")" '0\*'
	target ret 3
	eq "$(hits x)" 3 'it is armed'
	eq "$(values x)" '' 'but soft-disabled'
	on x
	like "$(cat "$(event_dir x)/enable")" '1\*'
	target ret 2
	off x
	target ret 4
	eq "$(values x)" "$(lines x=1 x=2)"
	eq "$(hits x)" 9
	trigger x '!stacktrace if x == 100'
	target ret
	eq "$(hits x)" 9 'no longer armed'
}

# who is deleted after the trigger is gone
not_deletable() # EVENT...
{
	local event

	for event do
		refused "-:^$event" EBUSY
	done
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" EBUSY
}

test_no_deletion_of_an_actor_or_its_aim()
{
	define 'p:actor kpe_target_args8' 'p:aim kpe_target_ret x=%di:u64'
	trigger actor enable_event:kprobes:aim
	not_deletable actor aim
	target args8
	target ret
	eq "$(values aim)" x=1 'it still works'
	off aim
	not_deletable actor aim
	trigger actor '!enable_event:kprobes:aim'
	define -:actor -:aim
	listed
}

test_triggers_in_an_instance()
{
	dir=$T/instances/kpe/events/kprobes
	define 'p:actor kpe_target_args8' 'p:aim kpe_target_ret x=%di:u64'
	mkdir "$T"/instances/kpe
	echo enable_event:kprobes:aim >>"$dir"/actor/trigger
	not_deletable actor aim
	target args8
	target ret 2
	eq "$(values aim)" '' 'the top has nothing of it'
	eq "$(grep -c ' aim: ' "$T"/instances/kpe/trace)" 2
	echo '!enable_event:kprobes:aim' >>"$dir"/actor/trigger
	echo 0 >"$dir"/aim/enable
	define -:actor -:aim
	rmdir "$T"/instances/kpe
}

test_a_new_event_has_no_old_trigger()
{
	define 'p:x kpe_target_ret x=%di:u64'
	trigger x hist:keys=x
	echo 'x == 2' >"$(event_dir x)/filter"
	trigger x '!hist:keys=x'
	define -:x 'p:x kpe_target_ret x=%di:u64'
	eq "$(cat "$(event_dir x)/filter")" none
	like "$(cat "$(event_dir x)/trigger")" '# Available triggers:*'
	eq "$(hist x)" ''
}
