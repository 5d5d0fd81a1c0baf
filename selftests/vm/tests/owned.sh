# description: definitions that die with the file they came through

OWNED=kprobe_owned

# A process that defines, then waits; prints its pid. It has the file open as 3.
owner() # LINE...
{
	printf '%s\n' "$@" >/tmp/case/lines
	rm -f /tmp/case/ready
	sh -c 'exec 3<>"$1" && cat /tmp/case/lines >&3 && : >/tmp/case/ready && exec sleep 1000' \
		a-tool "$KPE/$OWNED" >/dev/null 2>&1 &
	echo $! >/tmp/case/owner
	wait_for 20 test -f /tmp/case/ready
}

kill_owner() { kill -9 "$(cat /tmp/case/owner)"; }

is_gone() # EVENT
{
	! grep -q ":kprobes/$1 " "$KPE/kprobe_events" && [ ! -d "$(event_dir "$1")" ]
}

test_until_the_file_is_closed()
{
	exec 3<>"$KPE/$OWNED"
	echo 'p:x vfs_read count=$arg3:u64' >&3
	echo 'r:y vfs_read $retval' >&3
	listed 'p:kprobes/x vfs_read count=$arg3:u64' "$(sed -n 's/^r/r/p' "$KPE/kprobe_events")"
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
	cat "$T/trace_pipe" >/tmp/case/pipe &
	echo $! >/tmp/case/reader
	hold format "$(event_dir x)/format"
	client perf count "$(event_id x)" -- sh -c \
		': >/tmp/case/counting; while [ ! -f /tmp/case/enough ]; do usleep 50000; done' \
		>/tmp/case/counted &
	wait_for 10 test -f /tmp/case/counting
	target ret 3
	kill_owner
	# perf holds it, so it is there, but nothing is enabled any more
	usleep 500000
	like "$(cat "$KPE/kprobe_events")" 'p:kprobes/x kpe_target_ret x=%di:u64'
	eq "$(cat "$(event_dir x)/enable")" 0
	eq "$(write_errno "$KPE/kprobe_events" '-:x')" EPERM
	target ret 2
	: >/tmp/case/enough
	wait_for 20 is_gone x
	eq "$(cat /tmp/case/counted)" 5
	kill "$(cat /tmp/case/reader)"
	eq "$(grep -c 'x=[12345]$' /tmp/case/pipe)" 3 'what was read before'
	release format >/dev/null
}

test_enabled_in_instances_with_triggers()
{
	target_loaded
	owner 'p:x kpe_target_ret x=%di:u64'
	mkdir "$T/instances/one" "$T/instances/two"
	echo 1 >"$T/instances/one/events/kprobes/x/enable"
	echo 1 >"$T/instances/two/events/kprobes/enable"
	if [ -f "$(event_dir x)/hist" ]; then
		echo 'hist:keys=x' >"$(event_dir x)/trigger"
		echo 'hist:keys=x' >"$T/instances/two/events/kprobes/x/trigger"
	fi
	on x
	target ret 2
	kill_owner
	wait_for 10 is_gone x
	rmdir "$T/instances/one" "$T/instances/two"
	listed
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
	local one

	exec 3<>"$KPE/$OWNED"
	echo 'p:x vfs_read' >&3
	sleep 1000 &
	one=$!
	exec 3>&-
	has "$KPE/kprobe_events" 'p:kprobes/x vfs_read'
	kill -9 $one
	wait_for 5 is_gone x
}

test_everybody_has_his_own()
{
	define 'p:free vfs_read'
	owner 'p:x vfs_read' 'p:mine/y vfs_write'
	exec 3<>"$KPE/$OWNED"
	echo 'p:z vfs_open' >&3
	listed 'p:kprobes/free vfs_read' 'p:kprobes/x vfs_read' 'p:mine/y vfs_write' \
		'p:kprobes/z vfs_open'
	eq "$(cat <&3)" 'p:kprobes/z vfs_open'
	# neither through the file of all nor through another's
	refused '-:^x' EPERM 'The event belongs to another owner (see kprobe_status)'
	refused '-:^mine/' EPERM 'The event belongs to another owner (see kprobe_status)'
	refused 'p:^x vfs_write' EEXIST 'The event belongs to another owner (see kprobe_status)'
	refused 'p:^z vfs_write' EEXIST 'The event belongs to another owner (see kprobe_status)'
	not sh -c 'echo "-:x" >&3'
	not sh -c 'echo "-:free" >&3'
	not sh -c 'echo "p:x vfs_open" >&3'
	not sh -c 'echo "p:free vfs_open" >&3'
	true >"$KPE/kprobe_events"
	listed 'p:kprobes/x vfs_read' 'p:mine/y vfs_write' 'p:kprobes/z vfs_open'
	# a pattern of names takes what may be taken
	define 'p:free vfs_read' 'p:mine/w vfs_read' -:mine/
	listed 'p:kprobes/x vfs_read' 'p:mine/y vfs_write' 'p:kprobes/z vfs_open' \
		'p:kprobes/free vfs_read'
	echo '-:z' >&3
	has_no "$KPE/kprobe_events" 'p:kprobes/z vfs_open'
	exec 3>&-
	kill_owner
	wait_for 5 is_gone x
	listed 'p:kprobes/free vfs_read'
}

test_truncating_touches_nobody()
{
	define 'p:free vfs_read'
	owner 'p:x vfs_read'
	true >"$KPE/$OWNED"
	listed 'p:kprobes/free vfs_read' 'p:kprobes/x vfs_read'
	kill_owner
}

test_one_write_is_one_transaction()
{
	exec 3<>"$KPE/$OWNED"
	echo 'p:z vfs_open' >&3
	printf 'p:x vfs_read\np:y no_such_function_here\n' >/tmp/case/lines
	not sh -c 'cat /tmp/case/lines >&3'
	listed 'p:kprobes/z vfs_open'
	like "$(last_error "$T/error_log")" '*Command: p:y no_such_function_here*'
	exec 3>&-
}

test_owner_in_the_status()
{
	local pid

	owner 'p:x vfs_read' 'r:y vfs_read'
	pid=$(cat /tmp/case/owner)
	define 'p:free vfs_read'
	like "$(status_of x 6)" "$pid/*"
	eq "$(status_of x 6)" "$pid/sh"
	eq "$(status_of y 6)" "$pid/sh"
	eq "$(status_of free 6)" -
	kill_owner
}

test_a_command_with_blanks()
{
	sh -c 'printf "a b\\\\c" >/proc/$$/comm; exec 3<>"$0"; echo "p:x vfs_read" >&3
		: >/tmp/case/ready; read -r nothing' "$KPE/$OWNED" <"$T/trace_pipe" &
	wait_for 10 test -f /tmp/case/ready
	eq "$(status_of x 6)" "$!/a\\040b\\134c"
	eq "$(awk '$1 == "kprobes/x" { print NF }' "$KPE/kprobe_status")" 13
	kill -9 $!
	wait_for 5 is_gone x
}

test_many()
{
	many vfs_read 300 | sed 's,:,&owned/,;s/$/ x=%di:u64/' >/tmp/case/many
	exec 3<>"$KPE/$OWNED"
	cat /tmp/case/many >&3
	eq "$(grep -c owned/many_ "$KPE/kprobe_events")" 300
	echo 1 >"$T/events/owned/enable"
	exec 3>&-
	listed
	not test -d "$T/events/owned"
}

test_who_may_open_it()
{
	eq "$(stat -c '%a %u %g' "$KPE/$OWNED")" '640 0 0'
	not client as 1000 cat "$KPE/$OWNED"
}

test_the_module_stays_while_it_is_open()
{
	exec 3<>"$KPE/$OWNED"
	not rmmod kprobe_events
	echo 'p:x vfs_read' >&3
	exec 3>&-
	listed
}

# closing, defining and the instances of others at once
test_owners_come_and_go()
{
	local i rounds=20

	# a debug kernel needs seconds for an instance
	[ "$(cat /kpe/slow)" = 1 ] || rounds=4
	target_loaded
	(while [ ! -f /tmp/case/enough ]; do
		mkdir "$T/instances/busy" && rmdir "$T/instances/busy"
	done) &
	for i in $(seq $rounds); do
		exec 3<>"$KPE/$OWNED"
		echo "p:x$((i % 3)) kpe_target_ret x=%di:u64" >&3
		echo 1 >"$T/events/kprobes/enable"
		target ret 2
		exec 3>&-
		listed
	done
	: >/tmp/case/enough
	wait
}
