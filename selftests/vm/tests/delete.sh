# description: deletion in all its forms
# live: yes

test_by_event()
{
	define 'p:a vfs_read' 'p:b vfs_read' 'r:c vfs_read'
	define -:b
	like "$(listing)" "$(lines 'p:kprobes/a vfs_read' 'r*:kprobes/c vfs_read')"
	not test -e "$(event_dir kprobes/b)"
	[ -d "$(event_dir kprobes/a)" ]
	define -:c
	define -:a
	listed
	not test -e "$(group_dir kprobes)"
}

# guest: the groups may be those of others
test_by_event_in_any_group()
{
	define 'p:one/a vfs_read' 'p:two/a vfs_read' 'p:two/b vfs_read' 'p:a vfs_write'
	define -:a
	listed 'p:two/b vfs_read'
}

test_by_group()
{
	define 'p:one/a vfs_read' 'p:two/a vfs_read' 'p:one/b vfs_write' 'r:one/c vfs_read'
	define -:one/
	listed 'p:two/a vfs_read'
	not test -e "$(group_dir one)"
	define 'p:c vfs_read'
	define -:kprobes/
	listed 'p:two/a vfs_read'
}

test_by_automatic_name()
{
	define 'p vfs_read' 'r vfs_read' 'p:mine/ vfs_read'
	define -:r_vfs_read_0 -:mine/p_vfs_read_0
	listed 'p:kprobes/p_vfs_read_0 vfs_read'
	define -:p_vfs_read_0
	listed
}

test_by_place()
{
	n=$(inside vfs_read)
	target_loaded
	define 'p:a vfs_read' 'p:a vfs_write' "p:a vfs_read+$n" 'p:a kpe_target:kpe_target_ret'
	define '-:a vfs_read'
	listed 'p:kprobes/a vfs_write' "p:kprobes/a vfs_read+$n" 'p:kprobes/a kpe_target:kpe_target_ret'
	define "-:kprobes/a vfs_read+$n"
	listed 'p:kprobes/a vfs_write' 'p:kprobes/a kpe_target:kpe_target_ret'
	define '-:kprobes/a kpe_target:kpe_target_ret'
	listed 'p:kprobes/a vfs_write'
	refused '-:a vfs_read' ENOENT
	refused '-:a ^vfs_write%return' ENOENT \
		'The event has no probe with this place and these arguments'
	refused '-:a vfs_write+9' ENOENT
	refused '-:a kpe_target:vfs_write' ENOENT
	refused '-:b vfs_write' ENOENT
	refused '-:other/a vfs_write' ENOENT
	define '-:a vfs_write'
	listed
}

test_by_place_in_a_group()
{
	define 'p:one/a vfs_read' 'p:one/b vfs_read' 'p:one/c vfs_write' 'p:two/d vfs_read'
	define '-:one/ vfs_read'
	listed 'p:one/c vfs_write' 'p:two/d vfs_read'
}

# known: fix-15f197856d68
test_by_place_and_arguments()
{
	define 'p:a vfs_read x=%di y=%si' 'p:a vfs_read x=%dx y=%si' 'p:a vfs_read x=%di y=%cx' \
		'p:a vfs_write x=%di y=%si'
	define '-:a vfs_read x=%di y=%cx'
	listed 'p:kprobes/a vfs_read x=%di y=%si' 'p:kprobes/a vfs_read x=%dx y=%si' \
		'p:kprobes/a vfs_write x=%di y=%si'
	# the first arguments are enough
	define '-:a vfs_read x=%dx'
	listed 'p:kprobes/a vfs_read x=%di y=%si' 'p:kprobes/a vfs_write x=%di y=%si'
	refused '-:a vfs_read x=%cx' ENOENT
	refused '-:a vfs_read y=%si' ENOENT
	refused '-:a vfs_read x=%di y=%si z=%dx' ENOENT
	refused '-:a vfs_read x=%di:x64' ENOENT
	refused '-:a vfs_read z=%di' ENOENT
	define '-:kprobes/a vfs_write x=%di y=%si'
	listed 'p:kprobes/a vfs_read x=%di y=%si'
}

# What was written names it as well as what it is listed as.
test_by_what_was_written()
{
	define 'p:x vfs_read $arg1 n=$arg3 %di:%pD'
	define '-:x vfs_read $arg1 n=$arg3'
	define 'p:x vfs_read $arg1 n=$arg3 %di:%pD'
	refused '-:x ^vfs_read $arg2' ENOENT 'The event has no probe with this place and these arguments'
	refused '-:x ^vfs_read $arg1 n=$arg3 %di' ENOENT 'The event has no probe with this place and these arguments'
	define '-:x vfs_read $arg1 $arg3 %di:%pD'
	define 'p:x vfs_read a0' '-:x vfs_read a0'
	define 'r:x vfs_read%return $retval' '-:x vfs_read $retval'
	# some by what they were, some by what they are
	define 'p:x vfs_read $arg1 %si +0x10(%sp):u8' '-:x vfs_read $arg1 arg2=%si arg3=+0x10(%sp):u8'
	listed
}

# what the listing shows of a return probe, behind its name
test_by_place_of_a_return_probe()
{
	define 'r:a vfs_read $retval' 'p:a2 vfs_write%return rv' 'r7:a3 vfs_read'
	define '-:a vfs_read arg1=$retval' '-:a2 vfs_write rv=rv' '-:a3 vfs_read'
	listed
}

test_by_address()
{
	define "p:a $(address vfs_read) x=%di" "p:a $(address vfs_write) x=%di"
	listing >"$CASE"/got
	place=$(sed -n 's/^p:kprobes.a \(0x[0-9a-f]*\) x=%di$/\1/p' "$CASE"/got | head -n 1)
	define "-:a $place x=%di"
	eq "$(listing | grep -c .)" 1
	define "-:a $(listing | sed 's/^p:kprobes.a \(0x[0-9a-f]*\) x=%di$/\1/')"
	listed
}

test_each_line_of_the_listing()
{
	target_loaded
	define 'p:a vfs_read x=%di s=+0(+8(%si)):string' 'r:b vfs_read $retval rv' 'p vfs_write a0' \
		'p:mine/c kpe_target:kpe_target_ret+0' "p:d kpe_target_ret $(repeat_arguments)" \
		'p:a vfs_write x=%si s=\"text":string'
	while [ -n "$(listing)" ]; do
		listing | sed -n '$p' >"$CASE"/last
		define "$(sed 's/^[pr][0-9]*/-/' "$CASE"/last)"
		listing >"$CASE"/left
		has_no "$CASE"/left "$(cat "$CASE"/last)"
	done
	listed
}

repeat_arguments()
{
	seq 1 40 | sed 's/.*/\\&:u8/' | tr '\n' ' '
}

# guest: it deletes all there is
test_clearing()
{
	define 'p:a vfs_read' 'p:mine/b vfs_read' 'r:c vfs_read'
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" ''
	listed
	not test -e "$(group_dir kprobes)"
	not test -e "$(group_dir mine)"
	define 'p:a vfs_read' 'p:mine/b vfs_read'
	eq "$(write_errno "$KPE/kprobe_events" 'p:only vfs_read' trunc)" ''
	listed 'p:kprobes/only vfs_read'
	define 'p:more vfs_read'
	echo >"$KPE/kprobe_events"
	listed
}
