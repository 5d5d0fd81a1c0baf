# description: hits inside of hits, in interrupts, and many at one place
# seconds: 360

# each test begins with it
target_loaded

test_recursion()
{
	define 'p:in kpe_target_recurse x=%di:u64' \
		'r:out kpe_target_recurse x=$arg1:u64 got=$retval:u64'
	while_on 'in out' target recurse 2
	eq "$(hits in) $(hits out)" '8 8'
	eq "$(missed in) $(missed out)" '0 0'
	eq "$(values in)" "$(lines x=3 x=2 x=1 x=0 x=3 x=2 x=1 x=0)"
	eq "$(values out)" "$(lines 'x=0 got=0' 'x=1 got=1' 'x=2 got=2' 'x=3 got=3' \
		'x=0 got=0' 'x=1 got=1' 'x=2 got=2' 'x=3 got=3')"
}

# known: shared-address
test_many_events_at_one_place()
{
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		define "p:kpe_many/e$i kpe_target_ret x=%di:u64 i=\\$i:u8" \
			"r:kpe_many/r$i kpe_target_ret got=\$retval:u64"
	done
	echo 1 >"$T"/events/kpe_many/enable
	target ret 3
	echo 0 >"$T"/events/kpe_many/enable
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		eq "$(values e$i)" "$(lines "x=1 i=$i" "x=2 i=$i" "x=3 i=$i")"
		eq "$(values r$i)" "$(lines got=1001 got=1002 got=1003)"
	done
	eq "$(awk '{ print $2, $3 }' "$KPE/kprobe_profile" | sort -u)" '3 0'
}

# the letter for the interrupt that each record was made in; the head of the trace
# shows how many letters are before it
levels() # EVENT
{
	local before

	before=$(sed -n 's,^#\([ |/]*\)_-*=> hardirq.*,\1,p' "$T/trace" | tr -d ' ' | tr '|/' '..')
	sed -n "s/^[^#].*\[0[0-9]*\] $before\(.\).* $1: .*/\1/p" "$T/trace" | sort | uniq -c |
		tr -s ' '
}

test_in_an_interrupt()
{
	define 'p:hard kpe_target_irq x=%di:u64' 'r:hard_back kpe_target_irq got=$retval:u64' \
		'p:soft kpe_target_soft x=%di:u64' 'r:soft_back kpe_target_soft got=$retval:u64'
	on hard hard_back soft soft_back
	target irq 3
	target soft 3
	off hard hard_back soft soft_back
	eq "$(values hard)" "$(lines x=1 x=2 x=3)"
	eq "$(values hard_back)" "$(lines got=1 got=2 got=3)"
	eq "$(values soft)" "$(lines x=1 x=2 x=3)"
	eq "$(values soft_back)" "$(lines got=1 got=2 got=3)"
	eq "$(levels hard)" ' 3 h'
	eq "$(levels soft)" ' 3 s'
	eq "$(hits hard) $(hits hard_back) $(hits soft) $(hits soft_back)" '3 3 3 3'
	eq "$(missed hard) $(missed hard_back) $(missed soft) $(missed soft_back)" '0 0 0 0'
}

test_in_an_interrupt_while_hitting()
{
	define 'p:tick update_process_times' 'p:x kpe_target_ret x=%di:u64' \
		'r:back kpe_target_ret got=$retval:u64'
	on tick x back
	target ret 5000
	wait_for 20 enough_of tick
	off tick x back
	eq "$(hits x) $(missed x)" '5000 0'
	eq "$(hits back) $(missed back)" '5000 0'
	eq "$(records x | wc -l)" 5000
	eq "$(values back | sed -n '1p;$p')" "$(lines got=1001 got=6000)"
	eq "$(levels tick | tr -d '[:digit:] \nhH')" ''
}

enough_of() # EVENT
{
	[ "$(hits "$1")" -ge 5 ]
}

# functions that the tracer itself uses while it handles a hit
test_what_a_hit_itself_calls()
{
	define 'p:x kpe_target_str s=+0(%di):string' \
		'r:back kpe_target_str s=+0($arg1):string y=%ip:symstr'
	for function in copy_from_kernel_nofault copy_from_user_nofault \
			strncpy_from_kernel_nofault sprint_symbol kallsyms_lookup \
			_raw_spin_lock_irqsave; do
		is_symbol "$function" || continue
		# the kernel may well not want it
		write_errno "$KPE/kprobe_events" "p:kpe_own/$function $function" >>/tmp/case/own
	done
	not test "$(grep -c kpe_own/ "$KPE/kprobe_events")" = 0
	echo 1 >"$T"/events/kpe_own/enable
	while_on 'x back' target str 20
	echo 0 >"$T"/events/kpe_own/enable
	eq "$(hits x) $(hits back)" '20 20'
	eq "$(values x | sort -u)" 's="kernel text"'
	eq "$(records x | wc -l) $(records back | wc -l)" '20 20'
	true >"$KPE/kprobe_events"
	listed
}

# Each hit reads memory by the function that it is a hit of, without end.
test_a_hit_that_would_cause_itself()
{
	define 'p:own copy_from_user_nofault x=+u0(%si):u64' 'p:x kpe_target_str x=+u0(%si):u64'
	on own x
	client ustr "$RUN" text 'str 20 %#lx'
	off own x
	eq "$(hits x) $(records x | wc -l)" '20 20'
	eq "$(hits own) $(missed own)" '0 20'
}

test_our_own_functions()
{
	n=0
	define 'p:x kpe_target_ret x=%di:u64'
	# not what prints a record: it would make more to print
	for function in kpe_event_hit kpe_program_run hit_entry hit_return deliver \
			kpe_transaction_write show_profile kpe_gate; do
		[ "$(symbols "$function" | cut -f 2)" = "[kprobe_events]" ] || continue
		n=$((n + 1))
		write_errno "$KPE/kprobe_events" "p:kpe_own/$function kprobe_events:$function" \
			>>/tmp/case/own
	done
	not test $n = 0
	[ ! -d "$T"/events/kpe_own ] || echo 1 >"$T"/events/kpe_own/enable
	while_on x target ret 3
	eq "$(hits x)" 3
	eq "$(values x)" "$(lines x=1 x=2 x=3)"
	[ ! -d "$T"/events/kpe_own ] || echo 0 >"$T"/events/kpe_own/enable
	true >"$KPE/kprobe_events"
	listed
}
