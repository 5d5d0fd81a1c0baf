# description: why a place cannot be probed, each with its own text and what would have been right
# seconds: 360

BOUNDARY='Probe point is not an instruction boundary'
UNKNOWN='Invalid probed address or symbol'
NOT_TEXT='The address is not in kernel text'

# the hint in our own log, as hint() is that of the kernel's
own_hint()
{
	local log

	for log in $(error_logs); do
		last_error "$log" | sed -n '1s/^[^(]* (\(.*\))$/\1/p'
	done | sort -u
}

test_near_names()
{
	# which slips of the hand are near is in unit/spelling_test.c
	refused 'p ^vfs_raed' EINVAL "$UNKNOWN"
	like "$(hint)," 'did you mean vfs_read,*'
	eq "$(own_hint)" "$(hint)"
	# a part of a name
	refused 'p ^sched_get_priority_ma' EINVAL "$UNKNOWN"
	like "$(hint)," 'did you mean *_sched_get_priority_max*'
	# what is like nothing
	refused 'p ^qqqqqqqqqqqqqqqqqqqq' EINVAL "$UNKNOWN"
	eq "$(hint)" 'it may be inlined or gone'
	# as it is called in C
	refused 'p ^sys_open' EINVAL "$UNKNOWN"
	like "$(hint)" 'did you mean __*_sys_open'
	refused 'r:x ^vfs_raed%return $retval' EINVAL "$UNKNOWN"
	like "$(hint)," 'did you mean vfs_read,*'
}

test_near_names_in_modules()
{
	target_loaded
	refused 'p ^kpe_target:kpe_target_rat' EINVAL "$UNKNOWN"
	like "$(hint)," 'did you mean kpe_target_ret,*'
	refused 'p ^kpe_target_recurs' EINVAL "$UNKNOWN"
	eq "$(hint)" 'did you mean kpe_target_recurse'
	refused 'p ^kpe_target:args8' EINVAL "$UNKNOWN"
	like "$(hint)" 'did you mean *_args8*'
	# not of others
	refused 'p ^vmlinux:kpe_target_recurse' EINVAL "$UNKNOWN"
	eq "$(hint)" 'it may be inlined or gone'
	refused 'p ^kpe_target:vfs_raed' EINVAL "$UNKNOWN"
	eq "$(hint)" ''
}

cure() # DEFINITION ERRNO TEXT HINT
{
	refused "$1" "$2" "$3"
	eq "$(hint)" "$4" "$1"
}

# what a new user writes; more of it is in unit/definition_test.c and resolve_test.c
test_words_and_what_cures_them()
{
	target_loaded
	cure 'p vfs_read x=^$pid' EINVAL 'Invalid $-variable specified' 'write $current->pid'
	cure 'p vfs_read %dx ^> 5' EINVAL 'Invalid fetch argument' 'a condition begins with if'
	cure 'p vfs_read if %dx == ^/etc/passwd' EINVAL 'Invalid fetch argument' 'text is written in quotes'
	needs DEBUG_INFO_BTF
	cure 'p vfs_read file.^f_mode' EOPNOTSUPP \
		'Non pointer structure/union argument is not supported.' 'write -> behind a pointer'
	cure 'p vfs_read (sock)file->^sk_daddr' ENOENT 'This field is not found.' \
		'did you mean __sk_common.skc_daddr'
	needs DYNAMIC_FTRACE
	read -r offset _ </sys/module/kpe_target/parameters/steps
	cure "p kpe_target_steps+$offset ^count" EINVAL 'BTF is not available or not supported' \
		'parameters have names only where a function begins'
}

# an offset that leads out of the function is accepted, as in mainline
test_offset_into_another_function()
{
	first=vfs_read other=vfs_write
	distance=$(($(address $other) - $(address $first)))
	if [ $distance -lt 0 ]; then
		first=vfs_write other=vfs_read distance=$((-distance))
	fi
	: >"$T/trace_kprobe/error_log"
	define "p:x $first+$distance"
	eq "$(grep -A 2 warning "$T/trace_kprobe/error_log" | sed 's/^\[[^]]*\] //')" \
		"trace_kprobe: warning: The offset leads into another function ($other+0)
  Command: p:x $first+$distance
               ^"
}

test_variables()
{
	needs KALLSYMS_ALL
	target_loaded
	refused 'p ^jiffies' EINVAL "$UNKNOWN"
	eq "$(hint)" 'it is no function'
	refused 'p ^vmlinux:jiffies' EINVAL "$UNKNOWN"
	eq "$(hint)" 'it is no function'
	refused 'p ^kpe_target:kpe_target_counter' EINVAL "$UNKNOWN"
	eq "$(hint)" 'it is no function'
	refused 'p ^kpe_target_counter' EINVAL "$UNKNOWN"
	eq "$(hint)" 'it is no function'
	# what is said of a variable is not said of another module
	refused 'p ^kpe_target:jiffies' EINVAL "$UNKNOWN"
	eq "$(hint)" ''
}

test_blacklisted_and_notrace()
{
	of_x86=asm_exc_page_fault
	! on_arm64 || of_x86=
	target_loaded
	for place in kpe_target_nokprobe kpe_target:kpe_target_nokprobe \
		kpe_target_nokprobe+8 get_kprobe; do
		refused "p ^$place" EINVAL 'The kernel does not allow a probe at this place'
		eq "$(hint)" ''
	done
	refused "p ^$(address kpe_target_nokprobe)" EINVAL \
		'The kernel does not allow a probe at this place'
	for place in kpe_target_notrace kpe_target_notrace+1 $of_x86; do
		refused "p ^$place" EINVAL 'The function is marked notrace'
	done
	refused "p ^$(address kpe_target_notrace)" EINVAL 'The function is marked notrace'
}

# Where the kernel has these (PROVE_RCU), it calls them after each return that it hooked.
test_returns_for_which_the_kernel_calls()
{
	reason="$UNKNOWN"
	! config PROVE_RCU ||
		reason='The kernel calls this function for each return that is hooked'
	for function in rcu_read_lock_any_held rcu_lockdep_current_cpu_online; do
		refused "r ^$function" EINVAL "$reason"
		refused "p ^$function%return" EINVAL "$reason"
	done
	reason='The kernel calls this function for each return that is hooked'
	for function in kprobe_busy_begin kprobe_busy_end; do
		refused "r ^$function" EINVAL "$reason"
	done
	config PROVE_RCU || return 0
	define 'p:entry rcu_read_lock_any_held' 'r:x rcu_read_lock_*'
	eq "$(skipped x "$reason")" "$(grep -c ' rcu_read_lock_\(any_held\|held_common\)$' /proc/kallsyms)"
}

# ------------------------------------------ what no control comes to or out of

NEVER='The function never returns'
PADDING='No code is there, only padding between functions'

test_functions_that_never_return()
{
	n=0 image=_text
	! on_arm64 || image=_stext
	for function in do_exit do_group_exit make_task_dead do_task_dead kthread_exit \
		kthread_complete_and_exit __x64_sys_exit __x64_sys_exit_group \
		__arm64_sys_exit __arm64_sys_exit_group kthread panic; do
		# not all kernels have all of them, as functions
		[ "$(symbols "$function" | grep -vcF '[')" = 1 ] || continue
		n=$((n + 1))
		refused "r ^$function" EINVAL "$NEVER"
		define "p:x $function" -:x
		[ $n -le 3 ] || continue
		refused "p:x ^$function%return x=\$retval" EINVAL "$NEVER"
		refused "r10:x ^vmlinux:$function" EINVAL "$NEVER"
		refused "r ^$(address $function)" EINVAL "$NEVER"
		refused "r ^$image+$(($(address $function) - $(address $image)))" EINVAL "$NEVER"
	done
	[ $n -ge 8 ] || fail "only $n functions"
	# those of a glob are left out, and counted
	define 'r:x do_*_[ew]*[tn]' 'p:y do_*_[ew]*[tn]'
	like "$(skipped x "$NEVER")" '[1-9]*'
	eq "$(skipped y "$NEVER")" 0
	refused 'r ^[d]o_exit' EINVAL "$NEVER"
}

# A probe of the only return hides it.
# what the event has is the first thing to say, as mainline does, which takes the return
test_a_return_that_never_comes_for_an_event_of_probes()
{
	define 'p:x vfs_read'
	refused '^r:x do_exit' EEXIST 'Probe type is different from existing probe'
	refused 'r:y ^do_exit' EINVAL "$NEVER"
	listed 'p:kprobes/x vfs_read'
}

# what follows the last instruction of SYMBOL, to the next symbol
size_of() # SYMBOL
{
	{
		kernel_text
		grep -F '[' /proc/kallsyms | sort
	} | awk -v symbol="$1" '
		from && !to && $1 != from { to = $1 }
		$3 == symbol { from = $1 }
		END { print "0x" from, "0x" to }
	' | while read -r from to; do echo $((to - from)); done
}

# A function that goes straight through: all that can be probed is hit.
test_all_of_a_function_and_no_more()
{
	names=''
	target_loaded
	for place in $(seq 0 $(($(size_of kpe_target_ret) - 1))); do
		[ -z "$(write_errno "$KPE/kprobe_events" "p:at_$place kpe_target_ret+$place")" ] || continue
		names="$names at_$place"
	done
	# at least one to begin with, one that adds, and the return
	[ "$(echo "$names" | wc -w)" -ge 3 ] || fail "$names"
	# shellcheck disable=SC2086 # words
	on $names
	target ret 3
	# shellcheck disable=SC2086
	off $names
	for name in $names; do
		eq "$(hits "$name")" 3 "$name"
	done
}

# an offset behind the last instruction of SYMBOL, if there is one
padding_of() # SYMBOL
{
	local place

	place=$(size_of "$1")
	while :; do
		place=$((place - 1))
		case $(write_errno "$KPE/kprobe_events" "p:tail $1+$place") in
		EINVAL) echo $place && return ;;
		# within the last instruction, or one of the padding's
		EILSEQ) ;;
		*) define -:tail && return ;;
		esac
	done
}

test_padding()
{
	n=0
	for symbol in vfs_read vfs_write ksys_read do_sys_openat2 vfs_getattr do_nanosleep \
		vfs_open vfs_statx filp_close vfs_fsync; do
		place=$(padding_of $symbol)
		[ -n "$place" ] || continue
		n=$((n + 1))
		refused "p ^$symbol+$place" EINVAL "$PADDING"
		refused "p ^$(printf 0x%x $(($(address $symbol) + place)))" EINVAL "$PADDING"
		[ $n -lt 4 ] || break
	done
	# one that is built for size has none
	config CC_OPTIMIZE_FOR_SIZE || [ $n -ge 4 ] || fail "only $n functions end with padding"
	ok
}

# It has a name of its own on many kernels.
test_padding_before_a_function()
{
	n=0
	for symbol in vfs_read vfs_write ksys_read; do
		case $(write_errno "$KPE/kprobe_events" "p:before $symbol-1") in
		# the end of the function before it
		'' | EILSEQ) continue ;;
		esac
		n=$((n + 1))
		# kCFI has a hash there, in a function of its own
		if is_symbol "__cfi_$symbol"; then
			refused "p ^$symbol-1" EINVAL 'The function is marked notrace'
			continue
		fi
		refused "p ^$symbol-1" EINVAL "$PADDING"
		! is_symbol "__pfx_$symbol" || refused "p ^$symbol-4" EINVAL "$PADDING"
	done
	config CC_OPTIMIZE_FOR_SIZE || [ $n -ge 1 ] || fail 'no function has padding before it'
	ok
}

# Ahead of each function that ftrace can trace. A breakpoint there would be an address.
test_data_ahead_of_a_function()
{
	config DYNAMIC_FTRACE_WITH_CALL_OPS || skip 'no data is there'
	for symbol in vfs_read vfs_write ksys_read do_sys_openat2 vfs_getattr; do
		for place in 4 8; do
			refused "p ^$symbol-$place" EINVAL "$PADDING"
			refused "p ^$(printf 0x%x $(($(address $symbol) - place)))" EINVAL "$PADDING"
		done
	done
}

# -------------------------------------------------- instruction boundaries

# inside of the three instructions that are known, and nowhere else
boundaries_of_steps()
{
	local place one two three end

	read -r one two three end </sys/module/kpe_target/parameters/steps
	for place in $((one + 1)) $((one + 3)) $((two + 2)) $((three + 1)) $((three + 3)); do
		refused "p ^kpe_target_steps+$place" EILSEQ "$BOUNDARY"
		eq "$(hint)" "instructions begin at kpe_target_steps+$(((place - one) / 4 * 4 + one)) and +$(((place - one) / 4 * 4 + one + 4))"
		eq "$(own_hint)" "$(hint)"
	done
	eq $((end - three)) 4
}

test_boundaries()
{
	target_loaded
	boundaries_of_steps
	# what is called at its entry by way of ftrace, too
	refused 'p ^kpe_target_ret+1' EILSEQ "$BOUNDARY"
	like "$(hint)" 'instructions begin at kpe_target_ret+0 and +[45]'
	refused "p ^$(printf 0x%x $(($(address kpe_target_ret) + 1)))" EILSEQ "$BOUNDARY"
	like "$(hint)" 'instructions begin at kpe_target_ret+0 and +[45]'
}

# our own, before the place and at it, by each of the means
test_boundaries_among_probes()
{
	target_loaded
	read -r one two three end </sys/module/kpe_target/parameters/steps
	define 'p:a kpe_target_steps' "p:b kpe_target_steps+$one" "p:c kpe_target_steps+$two"
	boundaries_of_steps
	on a b c
	# optimized, the jump lies over the second and a part of the third
	usleep 500000
	boundaries_of_steps
	target steps 3
	eq "$(hits a) $(hits b) $(hits c)" '3 3 3'
	off a c
	boundaries_of_steps
	off b
	define -:a -:b -:c "p:d kpe_target_steps+$three"
	on d
	boundaries_of_steps
	off d
	eq "$end" $((three + 4))
}

test_boundaries_among_the_built_ins_probes()
{
	[ "$KPE" != "$T" ] || { ok; return; }
	target_loaded
	read -r one two three end </sys/module/kpe_target/parameters/steps
	printf '%s\n' "p:theirs kpe_target_steps+$one" "p:theirs2 kpe_target_steps" >>"$T/kprobe_events"
	on theirs theirs2
	usleep 300000
	boundaries_of_steps
	off theirs theirs2
	eq "$end" $((three + 4)) "$two"
}

# ------------------------------------------------- what the kernel itself uses

# Static branches are everywhere; the kernel does not say where. So look for an
# instruction of which each byte is refused for this reason.
test_patch_sites()
{
	found=0
	for name in netif_receive_skb kmem_cache_alloc tcp_v4_rcv try_to_wake_up __alloc_pages \
		handle_mm_fault do_exit copy_process schedule; do
		is_symbol "$name" || continue
		for offset in $(seq 0 150); do
			[ $found -lt 5 ] || break 2
			[ "$(write_errno "$KPE/kprobe_events" "p:x $name+$offset")" = EINVAL ] || {
				true >"$KPE/kprobe_events"
				continue
			}
			error=$(last_error "$T/error_log")
			case $error in
			*'The kernel itself uses this instruction (jump label, static call, BUG)'*)
				found=$((found + 1))
				eq "$(echo "$error" | sed -n 2p)" "  Command: p:x $name+$offset" ;;
			*)	fail "$name+$offset: $error" ;;
			esac
		done
	done
	not test $found -lt 2
}

# --------------------------------------------------------- not kernel text

# known: init-text
test_freed_init_text()
{
	addr=$(address start_kernel)
	for place in start_kernel start_kernel+4 vmlinux:start_kernel 'start_kernel@1' "$addr" \
		"$(printf 0x%x $((addr + 8)))"; do
		refused "p ^$place" EINVAL 'The function was init code, which is gone'
		eq "$(hint)" ''
	done
	refused 'r ^start_kernel' EINVAL 'The function was init code, which is gone'
	target_loaded
	refused 'p ^kpe_target:.init.text' EINVAL 'The function was init code, which is gone'
	# nothing knows its name any more
	refused 'p ^kpe_target:kpe_target_at_init' EINVAL "$UNKNOWN"
}

# known: CVE-2024-26946
test_not_kernel_text()
{
	target_loaded
	# without it the file has hashes instead of addresses
	kptr_restrict 1
	vmalloc=$(sed -n '/vmalloc/ { s/-.*//p; q }' /proc/vmallocinfo)
	like "$vmalloc" '0xff??????????????'
	for bad in 0 1 0x1000 0x7fffffffe000 0x800000000000 0xffff7fffffffffff \
		0xffffffffffffffff "$(address jiffies_64)" "$(address linux_banner)" \
		"$(address kpe_target_counter)" "$(address kpe_target_text)" \
		"$(printf 0x%x $(($(address _stext) - 16)))" "$(address _etext)" \
		"$vmalloc" "$(printf 0x%x $(($(address _end) + 4096)))"; do
		# arm64 does not list all of these symbols
		[ -n "$bad" ] || ! on_arm64 || continue
		refused "p ^$bad" EINVAL "$NOT_TEXT"
		refused "r:x ^$bad \$retval" EINVAL "$NOT_TEXT"
	done
}

# ------------------------------------------------------------------ the logs

test_hints_in_a_row()
{
	target_loaded
	true >"$T/error_log"
	read -r one rest </sys/module/kpe_target/parameters/steps
	for i in $(seq 40); do
		case $((i % 4)) in
		0) write_errno "$KPE/kprobe_events" "p:n$i kpe_target_steps+$((one + 1 + i % 3))" ;;
		1) write_errno "$KPE/kprobe_events" "p:n$i kpe_target_recurs" ;;
		2) write_errno "$KPE/kprobe_events" "p:n$i kpe_target_dup" ;;
		3) write_errno "$KPE/kprobe_events" "p:n$i kpe_target_ret %none" ;;
		esac >/dev/null
	done
	for log in $(error_logs); do
		grep -A 1 'error: ' "$log" | sed 's/^\[[^]]*\] //;s/^  Command: //;/^--$/d' >/tmp/case/said
		eq "$(sed -n 'n;s/^p:n\([0-9]*\) .*/\1/p' /tmp/case/said)" "$(seq 33 40)" "$log"
		for i in 1 3 5 7 9 11 13 15; do
			case $(sed -n "$((i + 1))p" /tmp/case/said) in
			*steps*) like "$(sed -n ${i}p /tmp/case/said)" \
				"*$BOUNDARY (instructions begin at kpe_target_steps+$one and +$((one + 4)))" ;;
			*recurs) like "$(sed -n ${i}p /tmp/case/said)" \
				"*$UNKNOWN (did you mean kpe_target_recurse)" ;;
			*dup) like "$(sed -n ${i}p /tmp/case/said)" \
				'*The symbol is not unique (kpe_target_dup@1 is *, kpe_target_dup@2 is *)' ;;
			*) like "$(sed -n ${i}p /tmp/case/said)" '*error: Invalid register name' ;;
			esac
		done
	done
	eq "$one" "$one" "$rest"
}

# a write that succeeds says nothing, whatever hint there was before
# known: log-of-two-writers
test_hint_is_of_its_own_error()
{
	refused 'p ^vfs_raed' EINVAL "$UNKNOWN"
	refused 'p vfs_read ^%none' EINVAL
	eq "$(hint)" ''
	refused 'p ^no_such_*' EINVAL 'No function matches'
	eq "$(hint)" ''
}
