# description: side by side with the kernel's own kprobe and uprobe events
# kernels: *-cloud 6.1-rt *-arm64
# share: 7.3-cloud

USED='Given group/event name is already used by another event'

builtin_write() # DEFINITION
{
	write_errno "$T"/kprobe_events "$1"
}

# known: name-of-another-kind
test_theirs_first()
{
	eq "$(builtin_write 'p:clash vfs_read')" ''
	refused '^p:clash vfs_read' EEXIST "$USED"
	refused '^r:clash vfs_write' EEXIST "$USED"
	refused '-:^clash' ENOENT
	has "$T"/kprobe_events 'p:kprobes/clash vfs_read'
	listed
	eq "$(builtin_write '-:clash')" ''
	define 'p:clash vfs_read'
}

test_group_enable()
{
	target_loaded
	define 'p:kpe_grp/mine kpe_target_ret x=%di:u64'
	eq "$(builtin_write 'p:kpe_grp/theirs kpe_target_ret x=%di:u64')" ''
	echo 1 >"$T"/events/kpe_grp/enable
	target ret 2
	echo 0 >"$T"/events/kpe_grp/enable
	target ret
	eq "$(values mine)" "$(lines x=1 x=2)"
	eq "$(values theirs)" "$(lines x=1 x=2)"
	eq "$(hits mine)" 2
}

test_the_texts_are_the_same()
{
	target_loaded
	define 'p:mine kpe_target_str a=%di s=+0(%di):string at=%ip:symbol c=$comm b=+0(%di):x8[4]'
	eq "$(builtin_write \
'p:theirs kpe_target_str a=%di s=+0(%di):string at=%ip:symbol c=$comm b=+0(%di):x8[4]')" ''
	while_on 'mine theirs' target str
	eq "$(records mine)" "$(records theirs)"
	like "$(records mine)" '(kpe_target_str+0x0/0x* \[kpe_target\]) a=0x* s="kernel text" *'
}

# known: name-of-another-kind
test_a_uprobe_event()
{
	eq "$(write_errno "$T"/uprobe_events 'p:uprobes/clash /bin/busybox:0x1000')" ''
	refused '^p:uprobes/clash vfs_read' EEXIST "$USED"
	eq "$(write_errno "$T"/uprobe_events '-:uprobes/clash')" ''
	define 'p:uprobes/clash vfs_read'
	eq "$(write_errno "$T"/uprobe_events 'p:uprobes/clash /bin/busybox:0x1000')" EEXIST
	define -:uprobes/clash
}

test_a_user_event_of_dynamic_events()
{
	eq "$(write_errno "$T"/dynamic_events 'p:kpe_grp/clash vfs_read')" ''
	refused '^p:kpe_grp/clash vfs_read' EEXIST "$USED"
	eq "$(write_errno "$T"/dynamic_events '-:kpe_grp/clash')" ''
	define 'p:kpe_grp/clash vfs_read'
	not grep -q clash "$T"/dynamic_events
}
