# description: who is killed while writing, or waiting for somebody who does
# seconds: 480
#
# What takes one machine a minute takes another a tenth of a second. So nobody is asked
# for the time: a test acts when a part of what is written is staged, and looks
# afterwards whether the write was still under way then. If it was over, that is no
# failure, and there is more to write at the next try.
TRIES="1 4 16 64"

# registered by the kprobe core, of all that is being defined
staged() { wc -l </sys/kernel/debug/kprobes/list; }

# no more of it is read than that takes
are_staged() { [ "$(head -n "$1" /sys/kernel/debug/kprobes/list | wc -l)" = "$1" ]; } # POINTS

# who waits for his parent has closed his files
is_gone() { ! grep -q '^State:.[^ZX]' "/proc/$1/status" 2>/dev/null; } # PID

is_waiting() { grep -q '^State:.D' "/proc/$1/status"; } # PID

has_begun() { are_staged "$1" || is_gone "$2"; } # POINTS WRITER

waits_or_is_gone() { is_waiting "$1" || is_gone "$1"; } # PID

# What is written; it takes longer the larger SIZE is.

one_definition() # SIZE [GLOB]
{
	echo "r:many/e1 ${2-*} $(each 2 "$1" 'x#=\#')"
}

some_functions() { one_definition "$1" '[st]*'; } # SIZE

many_definitions() # SIZE
{
	seq $((100 * $1)) | sed 's,.*,r:many/e& vfs_*,'
}

# all names are looked at for each of them, and one is right
many_names() # SIZE
{
	seq $((100 * $1)) | sed 's,.*,r:many/e& vfs_rea[d],'
}

start_over()
{
	true >"$KPE/kprobe_events"
	define 'p:before vfs_write'
}

# of a write all is there, or nothing
nothing_or_all() # FILE-THAT-WAS-WRITTEN
{
	local there

	there=$(grep -c ':many/' "$KPE/kprobe_events" || :)
	[ "$there" = 0 ] || eq "$there" "$(wc -l <"$1")" 'definitions of one write'
}

nothing_is_left()
{
	listed 'p:kprobes/before vfs_write'
	define -:before
	eq "$(staged)" 0
	not test -d "$T/events/many"
	define 'p:x vfs_read'
	on x
	cat /proc/version >/dev/null
	off x
	not test "$(hits x)" = 0
	define -:x
}

# A process writes to FILE what TEXT prints; COMMAND is run when POINTS of that are
# staged; then the process is killed. It must be gone soon, and all that it wrote.
killed_amid() # POINTS TEXT FILE COMMAND...
{
	local points=$1 text=$2 file=$KPE/$3 size writer status

	shift 3
	for size in $TRIES; do
		start_over
		"$text" "$size" >/tmp/case/text
		/kpe/client write "$file" append </tmp/case/text >/tmp/case/written 2>&1 &
		writer=$!
		wait_for 60 has_begun "$points" $writer
		"$@"
		kill -9 $writer || :
		wait_for 20 is_gone $writer
		status=0
		wait $writer || status=$?
		eq "$(cat /tmp/case/written)" '' 'what the writer says'
		nothing_or_all /tmp/case/text
		# killed, and before its end
		if [ $status = 137 ] && ! grep -q ':many/' "$KPE/kprobe_events"; then
			nothing_is_left
			return
		fi
	done
	fail "the write was over each time"
}

test_amid_one_definition() { killed_amid 200 one_definition kprobe_events true; }
test_amid_many_definitions() { killed_amid 500 many_definitions kprobe_events true; }
test_amid_names() { killed_amid 10 many_names kprobe_events true; }

# its events would go with it, too
test_owner() { killed_amid 200 one_definition kprobe_owned true; }

# behind a write that goes on
kill_who_waits()
{
	local file pid pids=''

	for file in events profile status export; do
		cat "$KPE/kprobe_$file" >/dev/null 2>&1 &
		pids="$pids $!"
	done
	echo 'p:y vfs_read' >/tmp/case/y
	/kpe/client write "$KPE/kprobe_events" append </tmp/case/y >/dev/null 2>&1 &
	pids="$pids $!"
	/kpe/client write "$KPE/kprobe_events" trunc </dev/null >/dev/null 2>&1 &
	pids="$pids $!"
	for pid in $pids; do
		wait_for 20 waits_or_is_gone "$pid"
	done
	for pid in $pids; do
		kill -9 "$pid" || :
	done
	for pid in $pids; do
		wait_for 20 is_gone "$pid"
	done
}

test_who_waits() { killed_amid 500 many_definitions kprobe_events kill_who_waits; }

# Its events cannot be deleted yet, and it has many files to close.
kill_an_owner()
{
	local owner

	# shellcheck disable=SC2016 # that shell's
	sh -c 'for fd in $(seq 10 69); do eval "exec $fd>\"$0/kprobe_owned\""; done
		exec sleep 1000' "$KPE" &
	owner=$!
	wait_for 20 test -e "/proc/$owner/fd/69"
	kill -9 $owner
	wait_for 20 is_gone $owner
}

# One thread closes all files that were left in messages. It is not killed, nor does it exit.
leave_an_owner()
{
	[ "$(client collect "$KPE/kprobe_owned" 20)" = closed ] || fail 'other files stay open'
}

test_abandoned_owner_behind_a_writer()
{
	eq "$(client collect "$KPE/kprobe_owned" 20)" closed 'without a writer'
	killed_amid 500 many_definitions kprobe_events leave_an_owner
}

test_owner_behind_a_writer() { killed_amid 500 many_definitions kprobe_events kill_an_owner; }

# what does not kill is no reason to give up
test_other_signals()
{
	for size in $TRIES; do
		start_over
		rm -f /tmp/case/status
		some_functions "$size" >/tmp/case/text
		# the shell's own echo, in one write(2)
		# shellcheck disable=SC2016 # that shell's
		sh -c 'trap : USR1 ALRM
			echo "$(cat /tmp/case/text)" >>"$0/kprobe_events"
			echo "status $?" >/tmp/case/status' "$KPE" &
		writer=$!
		wait_for 60 has_begun 50 $writer
		kill -USR1 $writer || :
		kill -ALRM $writer || :
		amid=$([ -e /tmp/case/status ] || echo yes)
		wait_for 100 test -s /tmp/case/status
		eq "$(cat /tmp/case/status)" 'status 0'
		has "$KPE/kprobe_events" 'p:kprobes/before vfs_write'
		eq "$(grep -c '^r[0-9]*:many/e1 \[st\]\*' "$KPE/kprobe_events")" 1
		[ -z "$amid" ] || return 0
	done
	fail "the write was over each time"
}

is_disabled() { [ "$(cat "$(event_dir "$1")/enable")" = 0 ]; } # EVENT

# busybox has insmod as a process of its own
loads_or_is_gone() { is_waiting "$(pidof insmod)" 2>/dev/null || is_gone "$1"; } # LOADER

# The kernel complains of a task that waits for long, unless a signal would end that: a
# worker, for an event that has stopped, and who loads a module.
# guest: it changes when the kernel complains
test_no_complaint_of_who_waits()
{
	timeout=/proc/sys/kernel/hung_task_timeout_secs
	needs DETECT_HUNG_TASK
	# shellcheck disable=SC2064 # as it is now
	trap "echo $(cat $timeout) >$timeout" EXIT
	start_over
	define 'p:x vfs_read $stop=1'
	many_definitions 64 >/tmp/case/text
	echo 4 >$timeout
	/kpe/client write "$KPE/kprobe_events" append </tmp/case/text >/dev/null 2>&1 &
	writer=$!
	wait_for 60 has_begun 100 $writer
	on x
	cat /proc/version >/tmp/case/read
	target_loaded &
	loader=$!
	wait_for 20 loads_or_is_gone $loader
	sleep 10
	kill -9 $writer || :
	ended $loader
	wait_for 20 is_disabled x
	define -:x
	nothing_is_left
}
