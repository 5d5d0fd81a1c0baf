# description: eprobes and synthetic events that use our events
# kernels: *-cloud 6.1-rt *-arm64
# share: 6.12-cloud

eprobe() # DEFINITION
{
	eq "$(write_errno "$T"/dynamic_events "$1")" '' "eprobe '$1'"
}

# each test begins with it
[ -z "$(write_errno "$T"/dynamic_events 'e:kpe_ep/try sched/sched_switch n=$prev_pid')" ] ||
	skip "the kernel has no event probes"
eprobe '-:kpe_ep/try'
target_loaded

test_eprobe_on_a_number()
{
	define 'p:x kpe_target_ret x=%di:u64 y=%di:u8'
	eprobe 'e:kpe_ep/ep kprobes/x got=$x:u64 low=$y:u8'
	while_on kpe_ep/ep target ret 3
	target ret
	eq "$(values kpe_ep/ep)" "$(lines 'got=1 low=1' 'got=2 low=2' 'got=3 low=3')"
	eq "$(values x)" '' 'our event itself is not enabled'
	eq "$(hits x)" 3
	eprobe '-:kpe_ep/ep'
}

# of the group that is named, not of the first one that begins like it
# known: fix-f418d68d71fd
test_event_of_a_group_that_begins_alike()
{
	define 'p:kpe_more/x kpe_target_args8 n=\1:u8' 'p:kpe/x kpe_target_ret n=\2:u8' \
		'p:kp/x kpe_target_args8 n=\3:u8'
	eprobe 'e:kpe_ep/ep kpe/x got=$n:u8'
	on kpe_ep/ep
	target args8
	target ret
	off kpe_ep/ep
	eq "$(values kpe_ep/ep)" got=2
	refused '-:^kpe/x' EBUSY
	define -:kpe_more/x -:kp/x
	eprobe '-:kpe_ep/ep'
}

test_busy_while_attached()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:other vfs_read'
	eprobe 'e:kpe_ep/ep kprobes/x got=$x:u64'
	refused '-:^x' EBUSY
	refused '-:^kprobes/' EBUSY
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" EBUSY
	on kpe_ep/ep
	refused '-:^x' EBUSY
	target ret
	eq "$(values kpe_ep/ep)" got=1
	off kpe_ep/ep
	refused '-:^x' EBUSY
	eprobe '-:kpe_ep/ep'
	define -:x
	listed 'p:kprobes/other vfs_read'
}

test_eprobe_in_our_events_place()
{
	define 'p:kpe_ep/x vfs_read'
	eq "$(write_errno "$T"/dynamic_events 'e:kpe_ep/x kpe_ep/x')" EEXIST
	eprobe 'e:kpe_ep/ep kpe_ep/x'
	refused '^p:kpe_ep/ep vfs_read' EEXIST \
		'Given group/event name is already used by another event'
	eprobe '-:kpe_ep/ep'
	define 'p:kpe_ep/ep vfs_read'
}
