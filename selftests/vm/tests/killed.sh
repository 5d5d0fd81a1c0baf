# description: who is killed while writing, or waiting for somebody who does
# seconds: 120

# registered by the kprobe core, of all that is being defined
staged() { wc -l </sys/kernel/debug/kprobes/list; }

is_under_way() { [ "$(staged)" -gt "$1" ]; } # POINTS

is_gone() { ! kill -0 "$1" 2>/dev/null; } # PID

# in the background, by a process that can be killed; it would take minutes
write_many() # [LINES]
{
	seq "${1-400}" | sed 's,.*,r:many/e& *,' >/tmp/case/many
	/kpe/client write "$KPE/kprobe_events" append </tmp/case/many >/tmp/case/written 2>&1 &
	wait_for 60 is_under_way 200
}

nothing_is_left()
{
	listed
	eq "$(staged)" 0
	not test -d "$T/events/many"
	define 'p:x vfs_read'
	on x
	cat /proc/version >/dev/null
	off x
	not test "$(hits x)" = 0
	define -:x
}

test_amid_one_definition()
{
	local writer

	write_many 1
	writer=$!
	kill -9 $writer
	wait_for 20 is_gone $writer
	nothing_is_left
}

test_amid_many_definitions()
{
	local writer

	define 'p:before vfs_write'
	write_many
	writer=$!
	kill -9 $writer
	wait_for 20 is_gone $writer
	listed 'p:kprobes/before vfs_write'
	define -:before
	nothing_is_left
}

# that are looked for, and not found
test_amid_names()
{
	local writer

	seq 2000 | sed 's,.*,p:many/e& *no_such&,' >/tmp/case/many
	sed -i '1s/.*/p:many\/e1 vfs_read/;2,$s/no_such/_/' /tmp/case/many
	/kpe/client write "$KPE/kprobe_events" append </tmp/case/many >/tmp/case/written 2>&1 &
	writer=$!
	wait_for 20 is_under_way 0
	kill -9 $writer
	wait_for 20 is_gone $writer
	nothing_is_left
}

# behind a write that goes on
test_who_waits()
{
	local writer file pids=''

	write_many
	writer=$!
	for file in events profile status export; do
		cat "$KPE/kprobe_$file" >/dev/null 2>&1 &
		pids="$pids $!"
	done
	echo "p:y vfs_read" | /kpe/client write "$KPE/kprobe_events" append >/dev/null 2>&1 &
	pids="$pids $!"
	: | /kpe/client write "$KPE/kprobe_events" trunc >/dev/null 2>&1 &
	pids="$pids $!"
	sleep 1
	for file in $pids; do
		kill -9 "$file"
	done
	for file in $pids; do
		wait_for 20 is_gone "$file"
	done
	not is_gone $writer
	kill -9 $writer
	wait_for 20 is_gone $writer
	nothing_is_left
}

# what does not kill is no reason to give up
test_other_signals()
{
	local writer

	sh -c "trap : USR1 ALRM; echo 'r:x [st]*' >>$KPE/kprobe_events; echo status \$? >/tmp/case/status" &
	writer=$!
	wait_for 60 is_under_way 50
	kill -USR1 $writer
	kill -ALRM $writer
	wait_for 60 test -s /tmp/case/status
	eq "$(cat /tmp/case/status)" 'status 0'
	like "$(cat "$KPE/kprobe_events")" 'r*:kprobes/x \[st]\*'
}

# of its own, and of others who are killed
test_owner()
{
	local owner

	hold owned "$KPE/kprobe_owned" both
	echo 'r:mine *' >/tmp/case/owned.go
	wait_for 60 is_under_way 200
	owner=$(ps -o pid,args | awk '/client hold/ && !/awk/ { print $1; exit }')
	kill -9 "$owner"
	wait_for 20 is_gone "$owner"
	kill "$(cat /tmp/case/owned.keeper)" || :
	nothing_is_left
}
