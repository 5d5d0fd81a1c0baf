# description: "$every=N $rate=N $stop=N": how many hits are recorded
# means: each

# each test begins with it
target_loaded

# what an event of that definition records of calls of kpe_target_ret(1), (2), ...
kept() # CALLS REST-OF-DEFINITION
{
	true >"$T/trace"
	define "p:kept kpe_target_ret n=\$arg1:s64 $2"
	on kept
	on_one_cpu ret "$1"
	off kept
	eq "$(status_of kept 7)" "$1" "hits with '$2'"
	eq "$(($(status_of kept 8) + $(status_of kept 9) + $(status_of kept 14)))" "$1" \
		"recorded, filtered and limited with '$2'"
	values kept | sed 's/n=//' | tr '\n' ' '
	define -:kept
}

on_one_cpu() # NAME TIMES
{
	taskset 1 sh -c "echo $* >$RUN"
}

is_off() # EVENT...
{
	local event

	for event do
		[ "$(cat "$(event_dir "$event")/enable")" = 0 ] || return 1
	done
}

stopped() # EVENT
{
	sed -n "s,^# kprobes/$1: \(stopped .*\),\1,p" "$KPE/kprobe_status"
}

test_every()
{
	eq "$(kept 10 '$every=3')" '3 6 9 '
	eq "$(kept 10 '$every=1')" '1 2 3 4 5 6 7 8 9 10 '
	eq "$(kept 10 '$every=10')" '10 '
	eq "$(kept 10 '$every=11')" ''
	eq "$(kept 10 '$every=2 if $arg1 > 3')" '5 7 9 ' 'of those that match'
	eq "$(kept 10 '$every=18446744073709551615')" ''
}

test_every_on_each_cpu()
{
	[ "$(nproc)" -gt 1 ] || { ok; return; }
	define 'p:x kpe_target_ret n=$arg1:s64 $every=3'
	on x
	taskset 1 sh -c "echo ret 2 >$RUN"
	taskset 2 sh -c "echo ret 2 >$RUN"
	eq "$(values x)" ''
	taskset 2 sh -c "echo ret 1 >$RUN"
	eq "$(values x)" 'n=1'
	taskset 1 sh -c "echo ret 1 >$RUN"
	eq "$(values x)" "$(lines n=1 n=1)"
	eq "$(status_of x 7 8 14)" '6 2 4'
}

test_stop()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	on x
	on_one_cpu ret 10
	eq "$(values x | tr '\n' ' ')" 'n=1 n=2 n=3 '
	wait_for 10 is_off x
	ok
	eq "$(status_of x 2 8)" 'disabled 3'
	eq "$(stopped x)" 'stopped by $stop=3, until it is enabled again'
	on_one_cpu ret 10
	eq "$(status_of x 8)" 3
	# anew
	on x
	eq "$(stopped x)" ''
	eq "$(cat "$(event_dir x)/enable")" 1
	on_one_cpu ret 2
	eq "$(status_of x 2 8)" 'armed 5'
	on_one_cpu ret 2
	wait_for 10 is_off x
	eq "$(status_of x 2 8)" 'disabled 6'
	define -:x
}

# what is left of a budget is not kept
test_enabled_again_before_it_has_stopped()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	for _ in 1 2 3; do
		on x
		on_one_cpu ret 2
		off x
	done
	eq "$(status_of x 7 8 14)" '6 6 0'
	eq "$(stopped x)" ''
}

second_of() { sed 's/.* \([0-9]*\.[0-9]*\): .*/\1/'; }

# none of the windows of a second that begin with a record has more than two slices
test_rate()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $rate=10'
	on x
	for _ in $(seq 30); do
		echo ret 20 >"$RUN"
		usleep 100000
	done
	off x
	grep ' x: ' "$T/trace" | second_of | sort -n >"$CASE/times"
	awk '
		{ t[NR] = $1 }
		END {
			for (i = 1; i + 20 <= NR; i++)
				if (t[i + 20] - t[i] < 1)
					exit 1
			exit NR < 20 || NR > 10 * (t[NR] - t[1] + 2)
		}
	' "$CASE/times" || fail "$(cat "$CASE/times")"
	ok
	eq "$(status_of x 7)" 600
	eq "$(($(status_of x 8) + $(status_of x 14)))" 600
	eq "$(status_of x 8)" "$(wc -l <"$CASE/times")"
}

test_returns()
{
	define 'r:x kpe_target_ret n=$retval:s64 $every=2 $stop=2'
	on x
	on_one_cpu ret 10
	eq "$(values x | tr '\n' ' ')" 'n=1002 n=1004 '
	wait_for 10 is_off x
	eq "$(status_of x 8)" 2
}

# one hit is one record, also if several buffers get it
test_in_instances()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	mkdir "$(instance one)" "$(instance two)"
	on x
	(in_instance one on x)
	echo 'n != 1' >"$(in_instance two event_dir x)/filter"
	(in_instance two on x)
	on_one_cpu ret 10
	wait_for 10 is_off x
	(in_instance one wait_for 10 is_off x)
	(in_instance two wait_for 10 is_off x)
	eq "$(values x | wc -l)" 3
	eq "$(in_instance one values x | wc -l)" 3
	eq "$(in_instance two values x | tr '\n' ' ')" 'n=2 n=3 '
	# it has not been enabled anywhere since
	(in_instance two on x)
	on_one_cpu ret 2
	eq "$(in_instance two values x | tr '\n' ' ')" 'n=2 n=3 n=2 '
	(in_instance two off x)
	rmdir "$(instance one)" "$(instance two)"
}

test_in_a_hidden_instance()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	mkdir "$(instance .one)"
	(in_instance .one on x)
	on_one_cpu ret 10
	(in_instance .one wait_for 10 is_off x)
	eq "$(in_instance .one values x | wc -l)" 3
	rmdir "$(instance .one)"
}

# what nobody records is given back
test_with_a_filter()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	echo 'n > 5' >"$(event_dir x)/filter"
	on x
	on_one_cpu ret 10
	eq "$(values x | tr '\n' ' ')" 'n=6 n=7 n=8 '
	wait_for 10 is_off x
	eq "$(status_of x 8 9)" '3 5'
}

# guest: it turns recording off
test_while_recording_is_off()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3 $rate=3'
	echo 0 >"$T/tracing_on"
	on x
	on_one_cpu ret 10
	echo 1 >"$T/tracing_on"
	eq "$(status_of x 7 8 10 14)" '10 0 10 0'
	on_one_cpu ret 10
	eq "$(values x | tr '\n' ' ')" 'n=1 n=2 n=3 '
	wait_for 10 is_off x
	ok
}

# guest: a limit of the kernel
test_by_perf()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	eq "$(client perf count "$(event_id x)" -- sh -c "echo ret 10 >$RUN")" 3
	eq "$(stopped x)" 'stopped by $stop=3, until it is enabled again'
	eq "$(client perf count "$(event_id x)" -- sh -c "echo ret 2 >$RUN")" 2
	eq "$(stopped x)" ''
	define -:x
}

# "0*": a trigger keeps it registered, so the kernel does not say when it is enabled
is_softly_off() # EVENT
{
	[ "$(cat "$(event_dir "$1")/enable")" = '0*' ]
}

# The kernel does not tell of this: it enables what a trigger has kept registered.
test_enabled_again_with_a_trigger()
{
	needs HIST_TRIGGERS
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	on x
	trigger x 'hist:keys=n'
	for round in 1 2 3; do
		on_one_cpu ret 10
		wait_for 10 is_softly_off x
		wait_for 10 is_done x
		eq "$(hist_total x Hits)" $((3 * round))
		eq "$(values x | wc -l)" $((3 * round))
		on_one_cpu ret 5
		eq "$(status_of x 8)" $((3 * round)) 'stopped'
		if [ $round = 1 ]; then
			on x
		else
			echo kprobes:x >>"$T/set_event"
		fi
		eq "$(stopped x)" ''
	done
	on_one_cpu ret 2
	eq "$(status_of x 8)" 11
	off x
	trigger x '!hist:keys=n'
	define -:x
}

# It is disabled, and starts anew when it is enabled.
is_done() # EVENT
{
	[ "$(stopped "$1")" = 'stopped by $stop=3, until it is enabled again' ]
}

counts_again()
{
	on_one_cpu args8 1
	on_one_cpu ret 10
	[ "$(status_of x 8)" -ge 6 ]
}

# each time another event enables it
test_enabled_by_a_trigger()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3' 'p:y kpe_target_args8'
	trigger y 'enable_event:kprobes:x'
	on_one_cpu ret 10
	eq "$(status_of x 8)" 0
	on_one_cpu args8 1
	on_one_cpu ret 10
	eq "$(status_of x 8)" 3
	wait_for 10 is_softly_off x
	on_one_cpu ret 10
	eq "$(status_of x 8)" 3
	# the work that disables it may still be at it
	wait_for 10 counts_again
	eq "$(status_of x 8)" 6
	trigger y '!enable_event:kprobes:x'
}

# It stops in all instances, and starts anew when one of them enables it.
test_trigger_in_an_instance()
{
	needs HIST_TRIGGERS
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	mkdir "$(instance one)" "$(instance two)"
	(in_instance one on x)
	(in_instance one trigger x 'hist:keys=n')
	(in_instance two on x)
	on_one_cpu ret 10
	(in_instance one wait_for 10 is_softly_off x)
	(in_instance two wait_for 10 is_off x)
	wait_for 10 is_done x
	(in_instance two on x)
	on_one_cpu ret 10
	eq "$(in_instance one values x | wc -l) $(in_instance two values x | wc -l)" '3 6'
	(in_instance two wait_for 10 is_off x)
	wait_for 10 is_done x
	(in_instance one on x)
	on_one_cpu ret 10
	eq "$(in_instance one values x | wc -l) $(in_instance two values x | wc -l)" '6 6'
	(in_instance one wait_for 10 is_softly_off x)
	(in_instance one trigger x '!hist:keys=n')
	rmdir "$(instance one)" "$(instance two)"
}

# guest: a limit of the kernel
test_perf_and_tracefs_at_once()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3'
	on x
	eq "$(client perf count "$(event_id x)" -- sh -c "echo ret 10 >$RUN")" 3
	eq "$(values x | wc -l)" 3
	wait_for 10 is_off x
	wait_for 10 is_done x
	# one more counter is opened while another is open, which the kernel registers once
	eq "$(client perf count "$(event_id x)" -- sh -c "echo ret 10 >$RUN
		$CLIENT perf count $(event_id x) -- sh -c 'echo ret 10 >$RUN'" | tr '\n' ' ')" '3 6 '
	eq "$(values x | wc -l)" 3
	define -:x
}

test_all_places_together()
{
	define 'p:x kpe_target_ret n=$arg1:s64 $stop=3' 'p:x kpe_target_args8 n=$arg1:s64 $stop=3'
	on x
	on_one_cpu ret 2
	on_one_cpu args8 2
	eq "$(values x | wc -l)" 3
	wait_for 10 is_off x
	eq "$(stopped x)" 'stopped by $stop=3, until it is enabled again'
	define -:x 'p:x kpe_target:kpe_target_[rs]et* n=$arg1:s64 $every=2'
	on x
	on_one_cpu ret 2
	eq "$(values x | tail -n 1)" n=2
}

test_definitions_agree()
{
	define 'p:x vfs_read $stop=3 $every=2'
	refused 'p:x vfs_write ^$stop=3' EEXIST '$every, $rate and $stop differ from those of the event'
	refused 'p:x vfs_write ^$stop=4 $every=2' EEXIST '$every, $rate and $stop differ from those of the event'
	refused 'p:x vfs_write' EEXIST
	# one blank behind the line
	like "$(last_error "$TOP/error_log")" '*$every, $rate and $stop differ from those of the event*
  Command: p:x vfs_write
                         ^'
	refused '^p:x vfs_read $every=2 $stop=3' EEXIST 'There is already the exact same probe event'
	define 'p:x vfs_write $every=2 $stop=3'
	listed 'p:kprobes/x vfs_read $stop=3 $every=2' 'p:kprobes/x vfs_write $every=2 $stop=3'
	eq "$(grep -c ' \$every=2 \$stop=3$' "$KPE/kprobe_export")" 1 'as it is exported'
	refused '-:x ^vfs_write $every=2' ENOENT
	refused '-:x ^vfs_write $every=2 $stop=4' ENOENT
	define '-:x vfs_write $stop=3 $every=2'
	define '-:x vfs_read'
	listed
}

# never one more, whatever the CPUs do at once
test_exact_on_all_cpus()
{
	define 'p:x kpe_target_ret $stop=1000' 'r:y kpe_target_ret $stop=500' \
		'p:z kpe_target:kpe_target_[rs]* $stop=700'
	for i in 1 2 3; do
		true >"$T/trace"
		on x y z
		for n in 1 2 3 4; do
			echo ret 1000 >"$RUN" &
		done
		wait
		wait_for 10 is_off x y z
		eq "$(values x | wc -l) $(values y | wc -l) $(values z | wc -l)" '1000 500 700' "round $i"
	done
}

SHARE=/sys/module/kprobe_events/parameters/max_hit_share

is_stopped_by_load() # EVENT
{
	case $(stopped "$1") in
	"stopped as its hits took "*"% of a CPU's time, until it is enabled again") return 0 ;;
	esac
	return 1
}

hundredths() { tr -d . </proc/uptime | cut -d ' ' -f 1; }

# hundredths of a second for calls of a function
time_of() # CALLS
{
	local start

	start=$(hundredths)
	on_one_cpu ret "$1"
	echo $(($(hundredths) - start))
}

# of several times, as others may use the machine
least_time_of() # CALLS
{
	for _ in 1 2 3 4 5; do
		time_of "$1"
	done | sort -n | head -n 1
}

# guest: it changes a parameter
# The harness knows the name: any other event that is stopped so is a failure.
test_share_of_a_cpu()
{
	dmesg -c >/dev/null
	like "$(cat $SHARE)" '[07]*'
	eq "$(write_errno $SHARE 101)" EINVAL
	eq "$(write_errno $SHARE -1)" EINVAL
	define 'p:greedy kpe_target_ret %di %si %dx %cx %r8 %r9 $comm'
	# turned off
	echo 0 >$SHARE
	on greedy
	slow=$(time_of 200000)
	: >"$CASE/busy"
	while_busy sh -c "echo ret 100000 >$RUN" & busy=$!
	sleep 2
	eq "$(stopped greedy)$(cat "$(event_dir greedy)/enable")" 1
	echo 1 >$SHARE
	wait_for 30 is_off greedy
	is_stopped_by_load greedy || fail "$(stopped greedy)"
	ok
	figure "$(stopped greedy)"
	like "$(dmesg | grep kprobes/greedy)" "*kprobe_events: kprobes/greedy is disabled: its hits took *% of a CPU's time (max_hit_share is 1)"
	eq "$(dmesg | grep -c kprobes/greedy)" 1 'once'
	before=$(hits greedy)
	sleep 1
	eq "$(hits greedy)" "$before" 'nothing is left of it'
	rm "$CASE/busy"
	ended $busy
	fast=$(least_time_of 200000)
	figure "200000 calls took ${slow}0 ms, and take ${fast}0 ms afterwards"
	not test $((2 * fast)) -gt "$slow"
	echo 0 >$SHARE
	on greedy
	eq "$(stopped greedy)" ''
	off greedy
	echo 75 >$SHARE
}
