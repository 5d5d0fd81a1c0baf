# description: hits in NMIs and interrupts, in the middle of other hits: none is silently lost
# seconds: 360

# what an event was hit and has missed, which must be all
all_told() # EVENT
{
	echo $(($(hits "$1") + $(missed "$1")))
}

# Every hit has a record, or is said not to.
records_told() # EVENT
{
	eq "$(awk -v event="kprobes/$1" '$1 == event { print $7 - $8 - $9 - $10 }' \
		"$KPE/kprobe_status")" 0 "hits without a record of $1"
}

# CPU 1 is in the middle of hits when CPU 0 interrupts it, which is hit, too.
interrupt_hits() # ipi|nmi
{
	local event a

	target_loaded
	insmod /kpe/kpe_target2.ko
	echo 8 >"$T/buffer_size_kb"
	define "p:in kpe_target2:kpe_target_$1 x=%di:u64" \
		"r:in_back kpe_target2:kpe_target_$1 got=\$retval:u64" \
		'p:x kpe_target:kpe_target_str s=+0(%di):string' \
		'r:x_back kpe_target:kpe_target_str s=entry(+0(%di)):string'
	! config HIST_TRIGGERS || echo 'hist:keys=s' >"$(event_dir x)/trigger"
	echo 'x > 100' >"$(event_dir in)/filter"
	on in in_back x x_back
	taskset 2 sh -c "echo str 60000 >$RUN" &
	a=$!
	taskset 1 sh -c "echo $1 2000 1 >/sys/module/kpe_target2/parameters/run"
	wait $a
	off in in_back x x_back
	for event in in in_back x x_back; do
		records_told $event
	done
	eq "$(all_told in) $(all_told in_back)" '2000 2000'
	eq "$(all_told x) $(all_told x_back)" '60000 60000'
	eq "$(missed x)" 0
	! config HIST_TRIGGERS || echo '!hist:keys=s' >>"$(event_dir x)/trigger"
	echo 1400 >"$T/buffer_size_kb"
	[ "$1" = nmi ] || eq "$(missed in)" 0
	echo "$1: $(missed in) of 2000 entries and $(missed in_back) returns missed" \
		>>/tmp/case/figures
}

test_interrupts_amid_hits() { interrupt_hits ipi; }
test_nmis_amid_hits() { interrupt_hits nmi; }

test_nmi_to_perf()
{
	target_loaded
	define 'p:x kpe_target_nmi x=%di:u64' 'r:back kpe_target_nmi got=$retval:u64'
	eq "$(client perf count "$(event_id x)" -- sh -c "echo nmi 100 0 >$RUN")" 100
	eq "$(client perf sample "$(event_id back)" -- sh -c "echo nmi 10 1 >$RUN" |
		tail -n 1)" 10
}

# a user's address that nothing is at, and no null pointer: that would not be read
nowhere=0x10000000

# Reading memory for a hit enters a function that is probed itself.
test_hits_that_make_hits()
{
	target_loaded
	define 'p:x kpe_target_str u=+u0(%si):u64 v=+u8(%si):u64'
	define 'p:within copy_from_user_nofault' 'r:within_back copy_from_user_nofault'
	on within within_back
	target str 5 $nowhere
	eq "$(all_told within) $(all_told within_back)" '0 0'
	on x
	target str 1 $nowhere
	n=$(all_told within)
	target str 1000 $nowhere
	off x within within_back
	eq "$(hits x) $(missed x)" '1001 0'
	eq "$(hits within)" 0
	not test "$n" = 0
	eq "$(all_told within)" $((1001 * n))
	eq "$(all_told within_back)" $((1001 * n))
	records_told x
}

# All of the kernel's functions that have a name like what a hit calls: whatever the
# kernel lets be probed must not get in the way.
FAMILIES='copy_from_* strn*_nofault ring_buffer_* rb_* trace_* *ftrace* perf_* irq_work_*
	_raw_spin_* preempt_* rcu_* sched_clock* *kprobe* text_poke* *rethook*
	event_trigger* filter_* hist_* tracing_* *nmi* fixup_* search_* sprint_* kallsyms_*'

# of some the kernel wants none at all
define_family() # GLOB N; says what is defined
{
	[ -n "$(write_errno "$KPE/kprobe_events" "p:kpe_own/g$2 $1")" ] || echo "g$2"
	[ -n "$(write_errno "$KPE/kprobe_events" "r:kpe_own/r$2 $1")" ] || echo "r$2"
}

# with all that is armed: each hit of x and back is one, or is missed
hits_among_probes() # TIMES
{
	echo 1 >"$T/events/kpe_own/enable"
	on x back
	target str "$1" $nowhere
	target nmi 20 0
	target nmi 20 1
	sleep 1
	off x back
	echo 0 >"$T/events/kpe_own/enable"
}

all_at_once()
{
	local glob n=0 all=''

	for glob in $FAMILIES; do
		n=$((n + 1))
		all="$all $(define_family "$glob" $n)"
	done
	# shellcheck disable=SC2086 # names
	not test "$(echo $all | wc -w)" -lt 10
	hits_among_probes 300
	eq "$(all_told x) $(all_told back)" '300 300'
	eq "$(hits x)" 300
	awk '$1 ~ /^[gr][0-9]/ { n++; hits += $2; missed += $3 }
		END { print n " probes, " hits " hits, " missed " missed" }' \
		"$KPE/kprobe_profile" >>/tmp/case/figures
}

one_after_the_other()
{
	local glob n=0

	for glob in $FAMILIES; do
		[ -n "$(define_family "$glob" 0)" ] || continue
		n=$((n + 1))
		echo "what_the_tracer_uses: $glob" >/dev/kmsg
		hits_among_probes 10
		define -:kpe_own/
		eq "$(all_told x) $(all_told back)" "$((n * 10)) $((n * 10))"
		eq "$(hits x)" $((n * 10))
	done
	not test $n -lt 10
}

# Where handling a hit calls lockdep hundreds of times, or each of these functions is hit by
# a breakpoint, an interrupt among all of them takes longer than the time to the next.
test_what_the_tracer_uses()
{
	target_loaded
	define 'p:x kpe_target_str s=+0(%di):string u=+0(%si):ustring y=%ip:symstr'
	# shellcheck disable=SC2016 # it is the definition's
	define 'r:back kpe_target_str c=$comm s=entry(+0(%di)):string'
	! config HIST_TRIGGERS || echo 'hist:keys=s' >"$(event_dir x)/trigger"
	set -f
	if config PROVE_LOCKING || ! config DYNAMIC_FTRACE; then one_after_the_other; else all_at_once; fi
	set +f
	! config HIST_TRIGGERS || echo '!hist:keys=s' >>"$(event_dir x)/trigger"
}
