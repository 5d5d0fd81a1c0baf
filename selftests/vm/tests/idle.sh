# description: hits where RCU does not watch, as functions of the idle loop are called there
# kernels: 6.1-*
# share: 6.1-cloud
# seconds: 240

# Nothing may be looked at that could be freed meanwhile. On kernels where no such
# function can be probed there is nothing to see.
IDLE='arch_cpu_idle default_idle'

needs_idle_functions()
{
	local f

	on_arm64 || return 0
	for f in $IDLE; do
		[ -z "$(write_errno "$KPE/kprobe_events" "p:try $f")" ] ||
			skip "the idle loop has no function that can be probed"
		define -:try
	done
}

missed_at() # EVENT
{
	status_of "$1" 13
}

test_missed_and_counted()
{
	needs_idle_functions
	for f in $IDLE; do
		define "p:$f $f" "r:back_$f $f"
	done
	echo 1 >"$T/events/kprobes/enable"
	sleep 2
	echo 0 >"$T/events/kprobes/enable"
	for f in $IDLE; do
		eq "$(hits "$f") $(hits "back_$f")" '0 0' "$f"
		eq "$(records "$f")$(records "back_$f")" ''
	done
	f=$(missed_at arch_cpu_idle)
	figure "arch_cpu_idle missed: $f"
	not test "$f" = 0
	eq "$(missed arch_cpu_idle)" "$f"
	# it is enabled a moment earlier or later
	not test "$(missed_at back_arch_cpu_idle)" = 0
	# one that is new at this place begins anew
	define 'p:new arch_cpu_idle'
	eq "$(missed_at new)" 0
}

# With a breakpoint the kernel is in an exception, and RCU watches.
test_interrupts_of_the_idle_task()
{
	define 'p:x update_process_times comm=$comm'
	on x
	sleep 2
	off x
	not test "$(hits x)" = 0
	eq "$(missed_at x)" 0
	like "$(values x)" '*comm="swapper*'
}

test_deleted_while_idle()
{
	needs_idle_functions
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		define 'p:x arch_cpu_idle' 'r:y default_idle'
		on x y
		sleep 0.1
		off x y
		define -:x -:y
	done
	ok
}

# RCU learns of it before others do.
test_cpu_that_comes_and_goes()
{
	cpu=/sys/devices/system/cpu/cpu1/online
	[ -w "$cpu" ] || { ok; return; }
	! on_arm64 || skip 'RCU watches before functions are called that can be probed'
	define 'p:x smp_store_cpu_info' 'p:y arch_cpu_idle*'
	echo 1 >"$T/events/kprobes/enable"
	for _ in 1 2 3; do
		echo 0 >"$cpu"
		echo 1 >"$cpu"
	done
	echo 0 >"$T/events/kprobes/enable"
	eq "$(hits x) $(missed_at x)" '0 3'
}
