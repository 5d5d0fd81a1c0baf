# description: names that other events have, and names that are reserved

USED='Given group/event name is already used by another event'

# known: name-of-another-kind
test_a_tracepoint()
{
	refused '^p:sched/sched_switch vfs_read' EEXIST "$USED"
	refused '^r:sched/sched_switch vfs_read' EEXIST "$USED"
	refused '^p:syscalls/sys_enter_getpgid vfs_read' EEXIST "$USED"
}

test_the_same_name_in_a_group_of_ours()
{
	define 'p:sched_switch vfs_read'
	define 'p:sched/kpe_switch vfs_read'
	[ -d "$T"/events/sched/kpe_switch ] || fail 'it is not beside the built-in ones'
	[ -d "$T"/events/sched/sched_switch ] || fail 'the built-in is gone'
	define -:sched/
	listed 'p:kprobes/sched_switch vfs_read'
	not test -e "$T"/events/sched/kpe_switch
	[ -d "$T"/events/sched/sched_switch ] || fail 'the built-in is gone'
}

test_built_in_events_are_not_ours_to_delete()
{
	refused '-:sched/^sched_switch' ENOENT
	refused '-:^sched_switch' ENOENT
	[ -d "$T"/events/sched/sched_switch ] || fail 'it is gone'
}

# known: name-of-another-kind
test_a_synthetic_event()
{
	echo 'kpe_syn u64 x' >>"$T"/synthetic_events
	refused '^p:synthetic/kpe_syn vfs_read' EEXIST "$USED"
	echo '!kpe_syn u64 x' >>"$T"/synthetic_events
	define 'p:synthetic/kpe_syn vfs_read'
}

test_reserved_groups()
{
	refused 'p:^ftrace/kpe vfs_read' EINVAL 'This group name is reserved'
	refused 'p:^ftrace/function vfs_read' EINVAL 'This group name is reserved'
	refused 'p:^trace_kprobe/kpe vfs_read' EINVAL 'This group name is reserved'
	refused 'p:^trace_kprobe/gate vfs_read' EINVAL 'This group name is reserved'
	refused 'p:^ftrace/ vfs_read' EINVAL 'This group name is reserved'
}

test_groups_that_look_reserved()
{
	define 'p:ftrace2/kpe vfs_read' 'p:trace_kprobes/kpe vfs_read' 'p:Ftrace/kpe vfs_read'
	eq "$(wc -l <"$KPE/kprobe_events")" 3
}

test_one_clash_spoils_the_whole_write()
{
	refused "$(lines 'p:kpe_grp/a vfs_read' 'p:sched/sched_switch vfs_read')" EEXIST
	not test -e "$T"/events/kpe_grp
	listed
}

test_ours_are_joined_or_refused()
{
	define 'p:kpe_grp/a vfs_read' 'p:kpe_grp/a vfs_write'
	refused '^p:kpe_grp/a vfs_read' EEXIST 'There is already the exact same probe event'
	refused '^r:kpe_grp/a vfs_read' EEXIST 'Probe type is different from existing probe'
}

test_our_own_gate()
{
	local gate=$T/events/trace_kprobe/gate

	define 'p:x vfs_read'
	not test -e "$gate"/enable
	if [ -f "$gate"/id ]; then
		not client perf count "$(cat "$gate"/id)" -- true >/tmp/case/out
		eq "$(cat /tmp/case/out)" EPERM
	fi
	echo 1 >"$T"/events/enable
	echo 0 >"$T"/events/enable
	define -:x
	listed
}
