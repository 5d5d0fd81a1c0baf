# description: what records say of the context of a hit
# means: each

# each test begins with it
target_loaded

# flags, interrupt level and preemption count of an event's records, as they are shown
contexts() # EVENT
{
	sed -n "s/^[^#].*\[0[0-9]*\] \([^ ]*\) .* $1: .*/\1/p" "$T/trace" | sort | uniq -c |
		sed 's/^ *//'
}

# Not all: the built-in misses hits in interrupts of its own handler, and what is
# wished meanwhile (N, p, L and so on) may come between the two.
most_frequent() # EVENT
{
	contexts "$1" | tr 'NnpLlBb' '.......' |
		awk '{ n[$2] += $1 } END { for (c in n) print n[c], c }' | sort -rn |
		sed -n '1s/.* //p'
}

# a function of a task, one of a softirq, one of an interrupt
FUNCTIONS="vfs_read rcu_core update_process_times"

busy()
{
	for _ in 1 2 3 4 5; do
		dd if=/dev/zero of=/dev/null bs=1 count=2000 2>/dev/null
	done
}

# on arm64 the built-in shows interrupts as its breakpoint finds them, disabled
of_breakpoints()
{
	case $(uname -m) in
	aarch64) sed 's/^d/./' ;;
	*) cat ;;
	esac
}

test_same_as_the_built_in()
{
	# is there a built-in one?
	if [ "$KPE" = "$T" ]; then
		ok
		return
	fi
	for f in $FUNCTIONS; do
		define "p:ours_$f $f"
		echo "p:theirs_$f $f" >>"$T/kprobe_events"
	done
	echo 0 >"$T/tracing_on"
	echo 1 >"$T/events/kprobes/enable"
	echo 1 >"$T/tracing_on"
	busy
	echo 0 >"$T/tracing_on"
	echo 0 >"$T/events/kprobes/enable"
	for f in $FUNCTIONS; do
		not test "$(most_frequent "theirs_$f")" = ''
		eq "$(most_frequent "ours_$f" | of_breakpoints)" \
			"$(most_frequent "theirs_$f" | of_breakpoints)" "$f"
	done
	true >"$T/kprobe_events"
	echo 1 >"$T/tracing_on"
}

# a context as it is shown, without what is wished: one of a task that has LEVELS of
# preemption off, and is not to MIGRATE
shown() # IRQS LEVELS MIGRATE
{
	local levels=$2

	config PREEMPT_COUNT || levels=.
	grep -q migrate-disable "$T/trace" || set -- "$1" "$2" ''
	echo "$1..$levels$3"
}

# what each of the task's contexts is shown as; see "within" in target.c
each_context()
{
	echo 0 "$(shown . . .)"
	echo 1 "$(shown . 1 .)"
	echo 3 "$(shown . 2 .)"
	echo 4 "$(shown d . .)"
	echo 7 "$(shown d 2 .)"
	# there they bring others with them
	! config PREEMPT_RT || return 0
	if config SMP && grep -q migrate-disable "$T/trace"; then
		echo 8 "$(shown . . 1)"
		echo 15 "$(shown d 2 1)"
	fi
	if grep -q BH-disabled "$T/trace"; then
		echo 16 "$(shown b . .)"
		echo 22 "$(shown D 1 .)"
	fi
}

step() { cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps; }

means_of() { status_of "$1" 3; }
is_stopped_by() { [ "$(means_of "$1")" = "$2" ]; } # EVENT MEANS

# EVENTs have one record each, of the same context
all_show() # CONTEXT EVENT...
{
	local wanted=$1 event

	shift
	for event do
		eq "$(contexts "$event" | tr NnpLlB '......')" "1 $wanted" "$event, $bits"
	done
}

call_within_each() # EVENT...
{
	local bits wanted

	each_context | while read -r bits wanted; do
		true >"$T/trace"
		target within 1 "$bits"
		all_show "$wanted" "$@"
	done
}

# The kernel's own says something else of a breakpoint; and where it stops at the same
# entry, ftrace takes a level of its own to call both.
test_by_all_means()
{
	define 'p:entry kpe_target_steps' "p:mid kpe_target_steps+$(step)" 'r:back kpe_target_steps'
	on entry mid back
	optimization 0
	wait_for 10 is_stopped_by mid int3
	call_within_each entry mid back
	optimization 1
	if can_optimize; then
		wait_for 10 is_stopped_by mid optimized
		call_within_each entry mid back
	fi
	off entry mid
	# on arm64 its return is in a breakpoint, or interrupts are off for its lock: it shows that
	if [ "$KPE" != "$T" ] && [ "$(uname -m)" = x86_64 ] && ! core_locks_returns; then
		echo "r:theirs kpe_target_steps" >>"$T/kprobe_events"
		echo 1 >"$T/events/kprobes/theirs/enable"
		call_within_each back theirs
		echo 0 >"$T/events/kprobes/theirs/enable"
		truncate_file "$T/kprobe_events"
	fi
}

# filtered by what is there, and has been put right before
test_a_breakpoint_is_no_context()
{
	optimization 0
	define "p:mid kpe_target_steps+$(step) x=%ax:u64" "p:nmi kpe_target_nmi+$(inside kpe_target_nmi)" \
		"p:irq kpe_target_irq+$(inside kpe_target_irq)" "p:soft kpe_target_soft+$(inside kpe_target_soft)"
	on mid nmi irq soft
	for filter in 'common_preempt_count == 0' '!(common_flags & 0x59)' \
		'common_preempt_count == 0 && common_flags < 0x80 && x == 101'; do
		echo "$filter" >"$(event_dir mid)/filter"
		true >"$T/trace"
		target steps 3
		eq "$(values mid)" "$(lines x=101 x=101 x=101)" "$filter"
	done
	for filter in 'common_preempt_count > 0' 'common_flags & 0x59'; do
		echo "$filter" >"$(event_dir mid)/filter"
		true >"$T/trace"
		target steps 3
		eq "$(values mid)" '' "$filter"
	done
	optimization 1
}

# what is an NMI or an interrupt stays one
test_a_breakpoint_in_an_interrupt()
{
	needs DYNAMIC_FTRACE
	optimization 0
	for f in nmi irq soft; do
		define "p:$f kpe_target_$f" "p:mid_$f kpe_target_$f+$(inside kpe_target_$f)"
		on $f mid_$f
	done
	target nmi 1 0
	target irq
	target soft
	for f in nmi irq soft; do
		eq "$(most_frequent mid_$f)" "$(most_frequent $f)" "$f"
	done
	like "$(most_frequent nmi)" 'd.Z*'
	like "$(most_frequent irq)" 'd.h*'
	like "$(most_frequent soft)" '..s*'
	optimization 1
}
