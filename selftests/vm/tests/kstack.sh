# description: $kstack: the call stack of probed code
# means: each

# each test begins with it
target_loaded

is_optimized() { [ "$(status_of mid 3)" = optimized ]; }

# the stack that one record of an event shows, without the name
stack_of() { values "$1" | tail -n 1 | sed 's/^[a-z]*=//'; } # EVENT

needs_the_way_back()
{
	! core_locks_returns || skip "the kernel's unwinder stops at a return probe"
}

first_of() { printf '%s\n' "$1" | cut -d, -f"1-$2" | sed 's/}*$/}/'; } # STACK N

mid()
{
	local one two three end

	# shellcheck disable=SC2034
	read -r one two three end </sys/module/kpe_target/parameters/steps
	echo "kpe_target_steps+$two"
}

# from the caller on it is one stack, wherever the function is probed and by what means
test_same_stack_by_all_means()
{
	needs_the_way_back
	define "p:entry kpe_target_steps \$kstack[64]" "p:mid $(mid) \$kstack[64]" \
		"r:return kpe_target_steps s=\$kstack[64]" \
		"r:saved kpe_target_steps s=entry(\$kstack[64])"
	while_on entry target steps
	wanted=$(stack_of entry)
	like "$wanted" '{run_s*+0x*/0x* ?kpe_target?,*vfs_write+0x*/0x*,ksys_write+0x*}' 'by itself'
	true >"$T/trace"
	on entry mid return saved
	target steps
	eq "$(stack_of entry)" "$wanted" 'at the entry'
	eq "$(stack_of mid)" "$wanted" 'within'
	eq "$(stack_of return)" "$wanted" 'at the return'
	eq "$(stack_of saved)" "$wanted" 'saved at the entry'
	has_no "$T/trace" 0x0
	off entry
	off return
	off saved
	[ "$(uname -m)" = x86_64 ] || return 0
	wait_for 20 is_optimized
	target steps
	eq "$(stack_of mid)" "$wanted" 'optimized'
}

# the first kprobe of the core at an entry, and the second one
test_by_the_kprobe_core()
{
	define "p:x kpe_target_ret \$kstack" "p:y kpe_target_ret \$kstack"
	on x
	target ret
	on y
	target ret
	eq "$(values x | sort -u | wc -l)" 1
	eq "$(values x | tail -n 1)" "$(values y)"
	like "$(values y)" 'kstack={run_*'
}

test_nested_in_other_return_probes()
{
	needs_the_way_back
	define 'r:outer ksys_write' 'r:middle vfs_write' 'r:one kpe_target_ret $kstack' \
		'r:two kpe_target_ret $kstack' 'p:three kpe_target_ret $kstack'
	on three
	target ret
	stack=$(stack_of three)
	true >"$T/trace"
	on outer middle one two three
	target ret
	eq "$(stack_of one)" "$stack"
	eq "$(stack_of two)" "$stack"
	eq "$(stack_of three)" "$stack"
}

test_numbers_of_frames()
{
	define 'p:x kpe_target_ret a=$kstack[64]' 'p:y kpe_target_ret b=$kstack[2]' \
		'p:z kpe_target_ret $kstack' 'p:w kpe_target_ret $kstack $kstack[1]'
	on x y z w
	target ret
	all=$(stack_of x)
	eq "$(stack_of y)" "$(first_of "$all" 2)"
	eq "$(stack_of z)" "$(first_of "$all" 8)"
	eq "$(values w)" "kstack=$(first_of "$all" 8) arg2=$(first_of "$all" 1)"
	like "$(grep 'field:.*kstack' "$(event_dir z)/format")" \
		'*field:u64 kstack[[]8];*offset:*;*size:64;*signed:0;'
	like "$(grep '^print fmt' "$(event_dir y)/format")" \
		'*) b={%pS,%pS}", REC->__probe_ip, REC->b[[]0], REC->b[[]1]'
}

test_of_the_user()
{
	local round returns who

	who=$(basename "$CLIENT")
	define "p:x ksys_write \$ustack[4] e=\$ustack[1] if \$comm == \"$who\"" \
		"r:y ksys_write entry(\$ustack[4]) z=\$ustack[4] if \$comm == \"$who\""
	for round in defined exported; do
		on x y
		returns=$(client frames /dev/null)
		off x y
		like "$(values x | head -n 1)" "ustack={0x*,$returns} e={0x*}" "$round"
		like "$(values y | head -n 1)" "ustack={0x*,$returns} z={0x*,$returns}" "$round"
		[ $round = exported ] && break
		cp "$KPE/kprobe_export" /tmp/case/exported
		true >"$KPE/kprobe_events"
		cat /tmp/case/exported >>"$KPE/kprobe_events"
		true >"$T/trace"
	done
	define 'p:f ksys_write u=$ustack[2]'
	like "$(grep 'field:.*u\[' "$(event_dir f)/format")" '*field:u64 u[[]2];*size:16;*signed:0;'
	has "$(event_dir f)/format" 'print fmt: "(%lx) u={%s%.0Lx%s%.0Lx}", REC->__probe_ip, REC->u[0] ? "0x" : "", REC->u[0], REC->u[1] ? ",0x" : "", REC->u[1]'
	refused 'p:no ksys_write if ^$ustack ~ "main"' EINVAL 'A condition can not compare an array'
}

is_recorded() { [ "$(status_of x 8)" != 0 ]; }

test_no_user()
{
	define 'p:x schedule u=$ustack $stop=1 if $comm ~ "kworker*"' 'p:y kpe_target_nmi u=$ustack'
	on x y
	target nmi 1
	wait_for 60 is_recorded
	off x y
	like "$(values x)" 'u={}' 'a kernel thread'
	eq "$(status_of x 11)" 0 'no fault'
	[ "$(hits y)" = 0 ] || eq "$(values y)" 'u={}' 'in NMI'
}

# a hit in an interrupt has the stack of what it has interrupted behind its own
test_in_interrupts()
{
	define 'p:x kpe_target_irq s=$kstack[64] if $kstack ~ "vfs_write"' \
		'p:y kpe_target_soft s=$kstack[64]' 'p:z kpe_target_nmi s=$kstack[64]'
	on x y z
	target irq 1
	target soft 1
	target nmi 1
	like "$(values y)" 's={*,*}'
	[ "$(hits z)" = 0 ] || like "$(values z)" 's={*,*}'
	eq "$(status_of x 7)" 1
}

test_conditions()
{
	needs_the_way_back
	define 'p:a kpe_target_ret if $kstack ~ "ksys_write"' \
		'p:b kpe_target_ret if $kstack == "ksys_write"' \
		'p:c kpe_target_ret if $kstack != "ksys_write"' \
		'p:d kpe_target_ret if $kstack ~ "ksys_*" && $kstack != "ksys_read"' \
		'p:e kpe_target_ret if $kstack == "ksys_"' \
		'p:f kpe_target_ret if $kstack[1] ~ "ksys_write"' \
		'p:g kpe_target_ret st=$kstack[2] if st == "ksys_write" || st ~ "run_*"' \
		'r:h kpe_target_ret if $kstack ~ "vfs_write" && entry($kstack) ~ "vfs_write"' \
		'p:i kpe_target_ret if $kstack ~ "kpe_target_ret"' \
		"p:j $(mid) if \$kstack == \"ksys_write\""
	on a b c d e f g h i j
	target ret
	target steps
	eq "$(for e in a b c d e f g h i j; do printf %s "$(status_of $e 8)"; done)" 1101001101
	eq "$(for e in a b c d e f g h i j; do printf %s "$(status_of $e 11)"; done)" 0000000000
}

# A verdict is kept for functions of the kernel, and made anew for those of a module.
test_conditions_again()
{
	define 'p:a kpe_target:kpe_target_ret if $kstack ~ "run_*"' \
		'p:b kpe_target:kpe_target_ret if $kstack == "vfs_write"' \
		'p:c kpe_target:kpe_target_ret if $kstack == "run_typed" || $kstack ~ "vfs_read*"' \
		'p:d kpe_target:kpe_target_ret if $kstack != "vfs_write"'
	on a b c d
	target ret 3
	for n in 1 2; do
		target_unloaded
		[ $n = 2 ] || loaded kpe_typed
		target_loaded
		target ret 3
	done
	off b
	define -:b 'p:b kpe_target:kpe_target_ret if $kstack == "vfs_writes"'
	on b
	target ret 3
	eq "$(status_of a 8) $(status_of b 8) $(status_of c 8) $(status_of d 8)" '12 0 0 0'
}

# more symbols than a line has room for: the line is cut and not lost
test_long_line()
{
	define "p:x kpe_target_ret a=\$kstack[64] b=\$kstack[64] c=\$kstack[64] d=\$kstack[64] e=\$kstack[64] f=\$kstack[64]"
	refused 'p:y kpe_target_ret a=$kstack[64] b=$kstack[64] c=$kstack[64] d=$kstack[64] e=$kstack[64] f=$kstack[64] g=^\1:u8' E2BIG
	on x
	target ret
	like "$(values x)" 'a={run_*}*'
}
