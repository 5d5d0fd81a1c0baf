# description: names that other events have, and names that are reserved

USED='Given group/event name is already used by another event'

# known: name-of-another-kind
test_a_tracepoint()
{
	refused '^p:sched/sched_switch vfs_read' EEXIST "$USED"
	refused '^r:sched/sched_switch vfs_read' EEXIST "$USED"
	refused '^p:syscalls/sys_enter_getpgid vfs_read' EEXIST "$USED"
}

# known: name-of-another-kind
test_a_synthetic_event()
{
	needs SYNTH_EVENTS
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

test_our_own_gate()
{
	gate=$T/events/trace_kprobe/gate
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

# it cannot be enabled, and has no file that tells so
test_an_event_that_cannot_be_enabled()
{
	insmod /kpe/kpe_other.ko
	refused '^p:kpe_other/plain vfs_read' EEXIST "$USED"
	refused '^p:kpe_other/quiet vfs_read' EEXIST "$USED"
	refused "$(lines 'p:kpe_other/a vfs_read' '^r:kpe_other/quiet vfs_read $retval')" EEXIST \
		"$USED" '^r:kpe_other/quiet vfs_read $retval'
	refused "$(lines 'p:kpe_other/a vfs_read' '^p:kpe_other/quiet vfs_read')" EEXIST \
		"$USED" '^p:kpe_other/quiet vfs_read'
	eq "$(ls "$T"/events/kpe_other)" "$(lines enable filter plain quiet)"
	rmmod kpe_other
	define 'p:kpe_other/plain vfs_read' 'p:kpe_other/quiet vfs_read'
}

# The name was free when the line was read; the module that takes it comes before the
# last line. The write holds up that module, but not its events. The first line shows that it
# is under way.
test_a_name_that_is_taken_meanwhile()
{
	{
		echo 'r:back vfs_open'
		echo 'p:kpe_other/plain vfs_read'
		many vfs_read 3000
	} >/tmp/case/lines
	write_file /tmp/case/lines >/tmp/case/errno &
	a=$!
	wait_for 10 grep -q . /sys/kernel/debug/kprobes/list
	insmod /kpe/kpe_other.ko
	ended $a
	eq "$(cat /tmp/case/errno)" EEXIST
	eq "$(ls "$T"/events/kpe_other)" "$(lines enable filter plain quiet)"
	for log in $(error_logs); do
		eq "$(unhinted "$USED" "$(last_error "$log")")" \
			"$(error_entry "$USED" '^p:kpe_other/plain vfs_read')" "$log"
	done
	listed
	rmmod kpe_other
}
