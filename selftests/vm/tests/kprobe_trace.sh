# description: kprobe-trace, which shows records or counts, and leaves nothing behind
# kernels: 6.1-nokpe *-cloud 6.1-arm64
# share: 6.1-nokpe

tool() { sh /kpe/tools/kprobe-trace "$@"; }

# files are opened and read in the background while COMMAND runs
busily() # COMMAND...
{
	while :; do
		head -n 1 /proc/version >/dev/null
		usleep 10000
	done &
	echo $! >"$CASE"/busy
	"$@" || touch "$CASE"/failed
	kill "$(cat "$CASE"/busy)"
	[ ! -f "$CASE"/failed ] || fail "$*: $(cat "$CASE"/said)"
}

# all that the tool prints has such a line
says() # PATTERN WORD...
{
	pattern=$1
	shift
	busily tool "$@" >"$CASE"/said 2>&1
	grep -qE "$pattern" "$CASE"/said || fail "nothing like '$pattern' in: $(cat "$CASE"/said)"
	ok
}

# neither instance, event nor process
is_nothing_left()
{
	# shellcheck disable=SC2009 # there is no pgrep
	if ! find "$TOP"/instances -mindepth 1 -maxdepth 1 | grep . >"$CASE"/left &&
		! listing | grep . >"$CASE"/left &&
		! ps | grep -E 'kprobe-trac[e]|[/]exe |[t]race_pipe' >"$CASE"/left; then
		return 0
	fi
	cat "$CASE"/left
	return 1
}

nothing_left()
{
	wait_for 60 is_nothing_left
	ok
}

# in the background, until it has begun
start() # WORD...
{
	sh /kpe/tools/kprobe-trace "$@" >"$CASE"/said 2>&1 &
	echo $! >"$CASE"/tool
	wait_for 60 is_begun
}

is_any_begun() { grep -qE '1|X' "$TOP"/instances/kprobe_trace_*/events/enable 2>"$CASE"/ignored; }

is_begun() { grep -qE '1|X' "$TOP/instances/kprobe_trace_$(cat "$CASE"/tool)/events/enable" 2>"$CASE"/ignored; }

test_records()
{
	busily tool -n 3 -c head 'p:read vfs_read n=$arg3' >"$CASE"/said
	eq "$(head -n 1 "$CASE"/said)" '# p:read vfs_read n=$arg3 if $comm == "head"'
	like "$(grep -c ' read: (vfs_read+0x[04]/0x[0-9a-f]*) n=0x' "$CASE"/said) $(cat "$CASE"/said)" '3 *'
	nothing_left
	busily tool -n 2 --json r:read vfs_read 'n=$arg3:u64' '$elapsed' 'if n == 1024' >"$CASE"/said 2>"$CASE"/ignored
	eq "$(grep -c '^{"event":"kprobe_trace_[0-9]*/read","time":[0-9.]*,.*"__probe_func":"vfs_read",.*,"n":1024,"elapsed":[0-9]*}$' "$CASE"/said)" 2
	nothing_left
}

test_presets()
{
	says '^[{] ip: \[[0-9a-f]*\] vfs_read +[}] hitcount: ' -n 20 count 'vfs_r*'
	eq "$(sed -n 's/^# p:.*%[a-z]* //p;s/^    Hits: //p' "$CASE"/said | tr '\n' ' ')" '$stop=20 hist:keys=ip.sym 20 '
	says '^[{] elapsed: up to [0-9.]*(n|u|m|)s *[}] hitcount: ' -n 5 latency vfs_read
	says ';ksys_read;vfs_read [0-9]+$' -n 2 stacks vfs_read --folded
	says '^         ksys_read[+]0x' -n 2 -c head stacks vfs_read
	says '"event":"kprobe_trace_[0-9]*/count",.*"__probe_ip":"vfs_read[+]0x' -n 2 --json count vfs_read
	says ' args: .* n=' -n 2 args vfs_read 'n=$arg3:u64'
	says ' returns: .* ret=.* elapsed=[0-9.]*(n|u|m|)s$' -n 2 returns vfs_read
	says ' slow: .* elapsed=[0-9.]*(m|)s$' -n 1 slow hrtimer_nanosleep 1ms
	nothing_left
}

# of hist:, now and then and at the end
test_counts_in_the_kernel()
{
	start -i 1 p:sizes vfs_read 'n=$arg3:u64' hist:keys=n
	busily wait_for 60 grep -q ' hitcount: ' "$CASE"/said
	heads=$(grep -c '^# kprobe_trace_[0-9]*/sizes$' "$CASE"/said)
	kill -TERM "$(cat "$CASE"/tool)"
	wait "$(cat "$CASE"/tool)" || :
	[ "$(grep -c '^# kprobe_trace_[0-9]*/sizes$' "$CASE"/said)" -gt "$heads" ]
	nothing_left
}

# what is refused, and why
test_refusals()
{
	for words in 'p:x vfs_read %none:Invalid register name' 'count no_such_function:*'; do
		status=0
		# shellcheck disable=SC2086 # words
		tool ${words%:*} >"$CASE"/said 2>"$CASE"/why || status=$?
		eq $status 1
		like "$(cat "$CASE"/why)" "*kprobe-trace: error: *${words##*:}*^*"
		nothing_left
	done
	for words in '' '-d' '-n 0 count x' 'nonsense' '--none' 'slow vfs_read' 'count x --folded' '--json p x hist:keys=a'; do
		status=0
		# shellcheck disable=SC2086 # words
		tool $words >"$CASE"/said 2>&1 || status=$?
		eq $status 2 "$words"
	done
	status=0
	tool -d 1 count '[a-c]*' >"$CASE"/said 2>&1 || status=$?
	eq $status 1
	like "$(tail -n 1 "$CASE"/said; grep 'functions; --yes' "$CASE"/said)" '*these are * functions; --yes traces them*'
	nothing_left
}

test_ended_by_a_signal()
{
	for signal in TERM HUP KILL; do
		start 'p:read vfs_read'
		kill -$signal "$(cat "$CASE"/tool)"
		wait "$(cat "$CASE"/tool)" || :
		nothing_left
	done
	# the counts are shown then
	start count vfs_read
	head -n 1 /proc/version >/dev/null
	kill -TERM "$(cat "$CASE"/tool)"
	wait "$(cat "$CASE"/tool)" || :
	like "$(cat "$CASE"/said)" '* vfs_read*'
	nothing_left
}

test_killed_at_each_step()
{
	for us in 1000 30000 60000 100000 200000 400000; do
		sh /kpe/tools/kprobe-trace count 'vfs_*' >"$CASE"/said 2>&1 &
		usleep $us
		kill -KILL $! || :
		wait $! || :
		nothing_left
	done
}

# as "ssh HOST sh -s -- WORDS <kprobe-trace" runs it, until the server's process is gone
test_end_of_the_connection()
{
	printf '%s\n' '#!/bin/sh' 'cat /kpe/tools/kprobe-trace | sh -s -- -o /tmp/counts count vfs_read' 'exit' >/tmp/sshd
	chmod +x /tmp/sshd
	/tmp/sshd >"$CASE"/said 2>&1 &
	wait_for 60 is_any_begun
	kill -KILL $!
	wait $! || :
	nothing_left
	sh -s -- -d 1 count vfs_read </kpe/tools/kprobe-trace >"$CASE"/said
	like "$(head -n 1 "$CASE"/said)" '# p:count vfs_read ip=*'
	nothing_left
}

test_a_warning()
{
	needs KALLSYMS_ALL
	target_loaded
	tool -d 1 p:old kpe_target_alone >"$CASE"/said 2>&1
	nothing_left
	like "$(cat "$CASE"/said)" '*kprobe-trace: warning: *'
}

# on the side of the kernel's own tracer
test_the_built_in_one()
{
	compares_builtin || { ok; return; }
	unload
	export KPROBE_TRACEFS="$T"
	says ' read: \(vfs_read\+' -n 2 -c head 'p:read vfs_read'
	is_nothing_left
	ok
	like "$(tool count vfs_read 2>&1)" "*the kernel's own tracer has no hist:*"
	sh /kpe/tools/kprobe-trace p:read vfs_read >"$CASE"/said 2>&1 &
	wait_for 60 grep -q :kprobe_trace_ "$T/kprobe_events"
	kill -KILL $!
	wait $! || :
	nothing_left
	eq "$(cat "$T/kprobe_events")" ''
	load
}
