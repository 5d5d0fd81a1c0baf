# description: events in instances of the trace buffer
# means: each

# each test begins with it
target_loaded

I=$T/instances

instance_values() # INSTANCE EVENT
{
	sed -n "s/^[^#].* $2: ([^)]*) *//p" "$I/$1/trace"
}

test_only_where_it_is_enabled()
{
	define 'p:x kpe_target_ret x=%di:u64'
	mkdir "$I"/one "$I"/two
	echo 1 >"$I"/one/events/kprobes/x/enable
	target ret 2
	eq "$(cat "$(event_dir x)/enable") $(cat "$I"/two/events/kprobes/x/enable)" '0 0'
	on x
	target ret
	echo 0 >"$I"/one/events/kprobes/x/enable
	target ret 3
	off x
	target ret 4
	eq "$(instance_values one x)" "$(lines x=1 x=2 x=1)"
	eq "$(values x)" "$(lines x=1 x=1 x=2 x=3)"
	eq "$(instance_values two x)" ''
	eq "$(hits x)" 6 'a hit counts once'
}

test_an_event_defined_later()
{
	mkdir "$I"/one
	define 'p:x vfs_read'
	[ -d "$I"/one/events/kprobes/x ] || fail 'it is not in the instance'
	eq "$(cat "$I"/one/events/kprobes/x/id)" "$(event_id x)"
	define -:x
	not test -e "$I"/one/events/kprobes
}

test_rmdir_while_enabled()
{
	define 'p:x kpe_target_ret x=%di:u64'
	mkdir "$I"/one
	echo 1 >"$I"/one/events/kprobes/x/enable
	target ret 2
	refused '-:^x' EBUSY
	rmdir "$I"/one
	target ret 3
	eq "$(hits x)" 2 'nobody wants it any more'
	define -:x
	listed
}

test_rmdir_with_a_trigger()
{
	needs HIST_TRIGGERS
	define 'p:x kpe_target_ret x=%di:u64'
	mkdir "$I"/one
	echo hist:keys=x >"$I"/one/events/kprobes/x/trigger
	target ret 2
	refused '-:^x' EBUSY
	rmdir "$I"/one
	target ret
	eq "$(hits x)" 2
	define -:x
	listed
}
