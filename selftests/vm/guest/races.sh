# shellcheck shell=dash
# races.sh - functions that tests of races share
#
# The actors are those of client/race_actors.c. The kernel's command line sets these
# variables: RACE_SEED repeats a run as far as two CPUs allow this; RACE_SECONDS is the
# duration.

# what leaves the tracer where it is, with all its probes armed
ACTORS="define many names owner budget enable filter trigger perf knock instance hit count
	read hold grip pipe module bind"
! grep -q "e\[:" "$T/README" || ACTORS="$ACTORS eprobe"
# where the kernel has a tracer that can take our names
! grep -q "p\[:" "$T/README" || ACTORS="$ACTORS clash"
# what moves the ground that they stand on
MOVERS="own knob resize"

# What a race may be refused with. EINVAL: what the definition, filter or trigger
# means at that moment; ENODEV: the file's event is gone, or
# ftrace is turned off; EPERM: the event has an owner
MAY_BE="EAGAIN EBUSY EEXIST EINVAL ENODEV ENOENT EPERM"

seed()
{
	[ -f /tmp/seed ] || echo "${RACE_SEED:-$(($(hexdump -n 2 -e '"%u"' /dev/urandom)))}" >/tmp/seed
	cat /tmp/seed
}

race() # [-p] SECONDS ACTOR...
{
	local priorities='' seconds status=0

	[ "$1" != -p ] || { priorities=-p; shift; }
	seconds=$1
	shift
	client race $priorities "$seconds" "$(seed)" "$KPE" "$@" >/tmp/case/race || status=$?
	[ $status = 0 ] || fail "$(seed) $(cat /tmp/case/race)"
	as_may_be
}

# Whoever never got anything done has not raced, nor has at length who came to do it less
# than once in 20 s. To unload the tracer may take that long: its loads are counted.
has_worked() # SECONDS
{
	# a few steps may all be refused, as by the budgets of an event that is there, and more of
	# who needs an event that is there at the time
	eq "$(awk -F '[: ]+' '/ 0 done/ && $2 >= ($1 == "eprobe" ? 100 : 10)' /tmp/case/race)" ''
	eq "$(awk -F '[: ]+' -v least="$(($1 / 20))" \
		'$1 != "own" && $2 < least' /tmp/case/race)" '' 'too seldom'
}

# ENOMEM: what 6.1 says of a buffer that is being read and so cannot be resized;
# EOPNOTSUPP: 7.3 does not turn ftrace off; EINTR: what clash's event, of a uprobe, says to
# perf while it is enabled, and the other way round. It may have got the number of the gate
# of a module that has gone.
as_may_be()
{
	local uprobe=''

	! grep -q '^clash:' /tmp/case/race || uprobe='/^\(enable\|knock\):/s/, [0-9]* EINTR//'
	eq "$(sed -e '/^resize:/s/, [0-9]* ENOMEM//; /^knob:/s/, [0-9]* EOPNOTSUPP//' -e "$uprobe" \
		-e 's/^[^,]*, [0-9]* done//' /tmp/case/race | tr ',' '\n' |
		awk -v may="$MAY_BE" '
			NF && index(" " may " ", " " $2 " ") == 0
		')" '' "answers to $(cat /tmp/case/race)"
}

# how often an actor has done something that was done, or refused
steps_of() # ACTOR
{
	sed -n "s/^$1: \([0-9]*\) steps.*/\1/p" /tmp/case/race
}

figures()
{
	echo "seed $(seed), $1 s:" >>/tmp/case/figures
	cat /tmp/case/race >>/tmp/case/figures
}

nothing_left() { ! grep -q ':race/' "$KPE/kprobe_events"; }

# something to begin with
begin()
{
	[ -f /tmp/files ] || client files "$T" >/tmp/files
	target_loaded
	# what an owner had who was killed is gone once nobody holds it
	wait_for 10 nothing_left
	# shellcheck disable=SC2016 # they are the definitions'
	define 'p:race/e0 kpe_target:kpe_target_ret x=%di:u64' \
		'r:race/e1 kpe_target:kpe_target_ret got=$retval:u64' \
		'p:race/e2 kpe_target2:kpe_target_ret x=%di:u64' \
		'p:race/e3 kpe_target:kpe_target_str s=+0(%di):string' \
		'p:race/e4 write_null n=%dx:u64'
}

# as a boot leaves it, whatever was turned
calm()
{
	local i

	for i in 0 1; do
		while umount "/tmp/race_bind$i" 2>/tmp/case/ignored; do :; done
	done
	load
	echo 1 >/proc/sys/kernel/ftrace_enabled
	turn 1 /proc/sys/debug/kprobes-optimization
	echo 1 >/sys/kernel/debug/kprobes/enabled
	echo 1400 >"$T/buffer_size_kb"
	turn 0 "$T/options/stacktrace"
	turn 0 "$T/options/raw"
	turn 0 "$T/snapshot"
	# trigger files and instances are cleared, too
	sweep
	client files "$T" - </tmp/files >/tmp/case/lost || fail "$(cat /tmp/case/lost)"
}

turn() # VALUE FILE, which not every kernel has
{
	[ ! -f "$2" ] || echo "$1" >"$2"
}

# Whatever the others do, each call is a hit, or is said to be missed.
together() # SECONDS
{
	begin
	# shellcheck disable=SC2016 # they are the definition's
	define 'p:kept/full write_full n=%dx:u64' 'r:kept/back write_full got=$retval:s64'
	on kept/full kept/back
	# shellcheck disable=SC2086 # words
	race "$1" $ACTORS
	figures "$1"
	has_worked "$1"
	off kept/full kept/back
	eq "$(($(hits full) + $(missed full)))" "$(($(steps_of count) * 20))"
	eq "$(($(hits back) + $(missed back)))" "$(($(steps_of count) * 20))"
	calm
}

# The module and the kernel's switches, too
together_and_moved() # SECONDS
{
	local came

	begin
	# shellcheck disable=SC2086 # words
	race "$1" $ACTORS $MOVERS
	figures "$1"
	came=$(dmesg | grep -c 'kprobe_events: definitions go to')
	figure "the tracer came $came times"
	has_worked "$1"
	[ "$1" -lt 120 ] || not test "$came" = 0
	calm
	# what ftrace finds wrong when it is used no more
	unload
	load
}
