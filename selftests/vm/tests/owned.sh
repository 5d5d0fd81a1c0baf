# description: definitions that die with the file they came through
# live: yes

OWNED=kprobe_owned

# A process that defines, then waits; prints its pid. It has the file open as 3.
owner() # LINE...
{
	ours "$@" >"$CASE"/lines
	rm -f "$CASE"/ready
	sh -c 'exec 3<>"$1" && cat $CASE/lines >&3 && : >$CASE/ready && exec sleep 1000' \
		a-tool "$KPE/$OWNED" >/dev/null 2>&1 &
	echo $! >"$CASE"/owner
	wait_for 20 test -f "$CASE"/ready
}

kill_owner() { kill -9 "$(cat "$CASE"/owner)"; }

is_gone() # EVENT
{
	! listing | grep ":kprobes/$1 " >"$CASE"/ignored && [ ! -d "$(event_dir "$1")" ]
}

test_until_the_file_is_closed()
{
	exec 3<>"$KPE/$OWNED"
	ours 'p:x vfs_read count=$arg3:u64' >&3
	ours 'r:y vfs_read $retval' >&3
	listed 'p:kprobes/x vfs_read count=$arg3:u64' "$(listing | sed -n 's/^r/r/p')"
	on x
	dd if=/dev/zero of=/dev/null bs=1234 count=2 2>/dev/null
	off x
	eq "$(values x | grep -c count=1234)" 2
	exec 3>&-
	listed
	is_gone x
	ok
}

test_killed()
{
	target_loaded
	define 'p:other kpe_target_ret'
	on other
	owner 'p:x kpe_target_ret x=%di:u64' 'p:x kpe_target_ret+0 x=%si:u64' 'r:y kpe_target_ret'
	on x y
	target ret 3
	eq "$(hits x) $(hits y)" "$(lines 3 '3 3')" 'two probes of one event, and one'
	kill_owner
	wait_for 5 is_gone x
	wait_for 5 is_gone y
	listed 'p:kprobes/other kpe_target_ret'
	target ret 2
	eq "$(hits other)" 5
	eq "$(cat "$(event_dir other)/enable")" 1
	eq "$(grep -c '(kpe_target_ret' "$T/trace")" 5 'only the record of the other event can be shown'
}

test_killed_while_read_and_counted()
{
	target_loaded
	owner 'p:x kpe_target_ret x=%di:u64'
	on x
	cat "$T/trace_pipe" >"$CASE"/pipe &
	echo $! >"$CASE"/reader
	hold format "$(event_dir x)/format"
	client perf count "$(event_id x)" -- sh -c \
		': >$CASE/counting; while [ ! -f $CASE/enough ]; do usleep 50000; done' \
		>"$CASE"/counted &
	wait_for 10 test -f "$CASE"/counting
	target ret 3
	kill_owner
	# perf holds it, so it is there, but nothing is enabled any more
	usleep 500000
	like "$(listing)" 'p:kprobes/x kpe_target_ret x=%di:u64'
	eq "$(cat "$(event_dir x)/enable")" 0
	eq "$(write_errno "$KPE/kprobe_events" '-:x')" EPERM
	target ret 2
	: >"$CASE"/enough
	wait_for 20 is_gone x
	eq "$(cat "$CASE"/counted)" 5
	kill "$(cat "$CASE"/reader)"
	eq "$(grep -c 'x=[12345]$' "$CASE"/pipe)" 3 'what was read before'
	release format >/dev/null
}

test_enabled_in_instances_with_triggers()
{
	target_loaded
	owner 'p:x kpe_target_ret x=%di:u64'
	mkdir "$(instance one)" "$(instance two)"
	echo 1 >"$(in_instance one event_dir x)/enable"
	echo 1 >"$(in_instance two group_dir kprobes)/enable"
	if [ -f "$(event_dir x)/hist" ]; then
		echo 'hist:keys=x' >"$(event_dir x)/trigger"
		echo 'hist:keys=x' >"$(in_instance two event_dir x)/trigger"
	fi
	on x
	target ret 2
	kill_owner
	wait_for 10 is_gone x
	rmdir "$(instance one)" "$(instance two)"
	listed
}

# instances with such names exist, too, if "ls" does not show them
test_enabled_in_hidden_instances()
{
	owner 'p:x vfs_read' 'p:y vfs_write'
	mkdir "$(instance .one)" "$(instance ..two)"
	echo 1 >"$(in_instance .one event_dir x)/enable"
	echo 1 >"$(in_instance ..two event_dir y)/enable"
	kill_owner
	wait_for 10 is_gone x
	wait_for 10 is_gone y
	listed
	rmdir "$(instance .one)" "$(instance ..two)"
}

# what cannot be taken away is waited for
test_held_by_another_trigger()
{
	target_loaded
	owner 'p:x kpe_target_ret x=%di:u64'
	echo stacktrace >"$(event_dir x)/trigger"
	kill_owner
	usleep 700000
	eq "$(status_of x 2)" armed 'by the trigger'
	echo '!stacktrace' >"$(event_dir x)/trigger"
	wait_for 10 is_gone x
}

test_the_last_one_to_close_counts()
{
	exec 3<>"$KPE/$OWNED"
	ours 'p:x vfs_read' >&3
	sleep 1000 &
	one=$!
	exec 3>&-
	listed 'p:kprobes/x vfs_read'
	kill -9 $one
	wait_for 5 is_gone x
}

# sed may not say that it could not write
written_to_mine()
{
	ours "$1" >"$CASE"/mine
	cat "$CASE"/mine >&3
}

listing_has() { listing | grep -xF -e "$1"; }

test_everybody_has_his_own()
{
	define 'p:free vfs_read'
	owner 'p:x vfs_read' 'p:mine/y vfs_write'
	exec 3<>"$KPE/$OWNED"
	ours 'p:z vfs_open' >&3
	listed 'p:kprobes/free vfs_read' 'p:kprobes/x vfs_read' 'p:mine/y vfs_write' \
		'p:kprobes/z vfs_open'
	eq "$(cat <&3)" "$(ours 'p:kprobes/z vfs_open')"
	# neither through the file of all nor through another's
	refused '-:^x' EPERM 'The event belongs to another owner (see kprobe_status)'
	refused '-:^mine/' EPERM 'The event belongs to another owner (see kprobe_status)'
	refused 'p:^x vfs_write' EEXIST 'The event belongs to another owner (see kprobe_status)'
	refused 'p:^z vfs_write' EEXIST 'The event belongs to another owner (see kprobe_status)'
	not written_to_mine '-:x'
	not written_to_mine '-:free'
	not written_to_mine 'p:x vfs_open'
	not written_to_mine 'p:free vfs_open'
	define -:free
	listed 'p:kprobes/x vfs_read' 'p:mine/y vfs_write' 'p:kprobes/z vfs_open'
	# a pattern of names takes what may be taken
	define 'p:free vfs_read' 'p:mine/w vfs_read' -:mine/
	listed 'p:kprobes/x vfs_read' 'p:mine/y vfs_write' 'p:kprobes/z vfs_open' \
		'p:kprobes/free vfs_read'
	ours '-:z' >&3
	not listing_has 'p:kprobes/z vfs_open'
	exec 3>&-
	kill_owner
	wait_for 5 is_gone x
	listed 'p:kprobes/free vfs_read'
}

# guest: it deletes what is free, whosever it is
test_clearing_all_leaves_what_is_owned()
{
	define 'p:free vfs_read'
	owner 'p:x vfs_read'
	true >"$KPE/kprobe_events"
	listed 'p:kprobes/x vfs_read'
	kill_owner
}

test_truncating_touches_nobody()
{
	define 'p:free vfs_read'
	owner 'p:x vfs_read'
	true >"$KPE/$OWNED"
	listed 'p:kprobes/free vfs_read' 'p:kprobes/x vfs_read'
	kill_owner
}

test_owner_in_the_status()
{
	owner 'p:x vfs_read' 'r:y vfs_read'
	pid=$(cat "$CASE"/owner)
	define 'p:free vfs_read'
	like "$(status_of x 6)" "$pid/*"
	eq "$(status_of x 6)" "$pid/sh"
	eq "$(status_of y 6)" "$pid/sh"
	eq "$(status_of free 6)" -
	kill_owner
}

test_many()
{
	many vfs_read 300 | sed 's,:,&owned/,;s/$/ x=%di:u64/' >"$CASE"/many
	exec 3<>"$KPE/$OWNED"
	ours "$(cat "$CASE"/many)" >"$CASE"/ours
	# in one write
	cat "$CASE"/ours >&3
	eq "$(listing | grep -c owned/many_)" 300
	echo 1 >"$(event_dir owned/enable)"
	exec 3>&-
	listed
	not test -d "$(group_dir owned)"
}

# guest: a machine may have another group for tracefs
test_who_may_open_it()
{
	eq "$(stat -c '%a %u %g' "$KPE/$OWNED")" '640 0 0'
	not client as 1000 cat "$KPE/$OWNED"
}

# closing, defining and the instances of others at once
# guest: a race
test_owners_come_and_go()
{
	rounds=20
	# a debug kernel needs seconds for an instance
	[ "$(cat /kpe/slow)" = 1 ] || rounds=4
	target_loaded
	(while [ ! -f "$CASE"/enough ]; do
		mkdir "$(instance busy)" && rmdir "$(instance busy)"
	done) &
	for i in $(seq $rounds); do
		exec 3<>"$KPE/$OWNED"
		ours "p:x$((i % 3)) kpe_target_ret x=%di:u64" >&3
		echo 1 >"$(event_dir kprobes/enable)"
		target ret 2
		exec 3>&-
		listed
	done
	: >"$CASE"/enough
	wait
}
