# description: warnings about functions that nothing refers to
# seconds: 480

WARNING='Nothing in the kernel or its modules calls, jumps to or points at this function'

UNKNOWN='# whether anything refers to a function is not known: the kernel has no CONFIG_KALLSYMS_ALL'

# the newest entry of our log
newest() { tail -n 3 "$T/trace_kprobe/error_log"; }

no_entry() { eq "$(cat "$T/trace_kprobe/error_log" "$TOP/error_log")" ''; }

# of what was defined before, too
empty_logs()
{
	searched
	: >"$T/trace_kprobe/error_log"
	: >"$TOP/error_log"
}

# 'DEFINITION' with "^" before the place; the hint is for the caller to see
warned()
{
	local line place

	needs KALLSYMS_ALL
	place=${1%%^*}
	line=$place${1#*^}
	empty_logs
	define "$line"
	searched
	newest >"$CASE/log"
	like "$(sed -n 1p "$CASE/log")" "\[*\] trace_kprobe: warning: $WARNING*"
	eq "$(sed -n 2p "$CASE/log")" "  Command: $line"
	eq "$(sed -n 3p "$CASE/log")" "$(printf '%*s^' $((11 + ${#place})) '')"
	eq "$(wc -l <"$T/trace_kprobe/error_log")" 3
}

warning_hint() { sed -n '1s/^[^(]* (\(.*\))$/\1/p' "$CASE/log"; }

not_warned()
{
	empty_logs
	define "$1"
	searched
	no_entry
}

in_status() { grep -c "^# kprobes/$1: $2: $WARNING\$" "$KPE/kprobe_status"; }

test_unreferenced_function()
{
	target_loaded
	warned 'p:x ^kpe_target_alone'
	eq "$(in_status x kpe_target_alone)" 1
	listed 'p:kprobes/x kpe_target_alone'
	# the kernel's log has it, too
	like "$(tail -n 3 "$TOP/error_log" | head -n 1)" "*trace_kprobe: error: warning: $WARNING*"
}

# however it is written
test_all_forms_of_places()
{
	target_loaded
	at=$(address kpe_target_alone)
	warned 'p:a ^kpe_target:kpe_target_alone'
	warned "p:b ^$at"
	# a module may be below the kernel
	warned "p:c ^_text$(printf %+d $((at - $(address _text))))"
	warned "p:d ^kpe_target_alone+$(inside kpe_target_alone)"
	warned 'r:e ^kpe_target_alone'
	warned 'p:f ^kpe_target_alone@1'
	warned 'p:g ^kpe_target_alone@*'
	warned 'p:g/h ^kpe_target_alone $arg1:u64 if $arg1 > 3'
}

# what refers to them is a call, a pointer in data, or a list of exported functions
test_referenced_functions()
{
	target_loaded
	for name in vfs_read schedule_timeout kpe_target_ret kpe_target_args8 \
		kpe_target_called kpe_target_jumped kpe_target_pointed kpe_target_exported; do
		not_warned "p:x$name $name"
	done
	not_warned 'r:y vfs_read'
	not_warned "p:z vfs_read+$(inside vfs_read)"
}

# it calls itself, and nothing else does
test_recursion_is_no_reference()
{
	target_loaded
	warned 'p:x ^kpe_target_alone_again'
}

# On x86-64 a part of an operand looks like a call of it.
test_operand_is_no_reference()
{
	target_loaded
	warned 'p:x ^kpe_target_alike'
}

# What follows a distance is one to a name only in a list of exported symbols. Elsewhere it may
# lead to memory that must not be read.
test_distance_is_no_export()
{
	target_loaded
	is_symbol kpe_target_beside || skip 'the distances are for x86-64'
	warned 'p:x ^kpe_target_beside'
}

# It is searched when its module is there. There is no write then that could get a warning.
test_pending()
{
	needs KALLSYMS_ALL
	not_warned 'p:x kpe_target:kpe_target_alone'
	define 'p:y kpe_target:kpe_target_ret' 'p:z kpe_target:kpe_target_called' \
		'p:w kpe_target:kpe_target_two@*'
	eq "$(in_status x kpe_target_alone || :)" 0
	target_loaded
	searched
	no_entry
	eq "$(in_status x kpe_target_alone)" 1
	eq "$(in_status y kpe_target_ret || :)" 0
	eq "$(in_status z kpe_target_called || :)" 0
	eq "$(in_status w kpe_target_two)" 1
	# and each time it comes
	target_unloaded
	eq "$(in_status x kpe_target_alone || :)" 0
	target_loaded
	searched
	eq "$(in_status x kpe_target_alone)" 1
	no_entry
}

test_one_write()
{
	needs KALLSYMS_ALL
	target_loaded
	empty_logs
	define 'p:a vfs_read' 'p:b kpe_target_alone' '# nothing' 'p:c kpe_target_ret' \
		'-:a' 'p:d kpe_target_alone_again'
	searched
	eq "$(grep -c "warning: $WARNING" "$T/trace_kprobe/error_log")" 2
	eq "$(grep '^  Command: ' "$T/trace_kprobe/error_log")" '  Command: p:b kpe_target_alone
  Command: p:d kpe_target_alone_again'
	eq "$(in_status b kpe_target_alone)" 1
	eq "$(in_status c kpe_target_ret || :)" 0
}

# What waits for the search may be gone when it ends.
test_deleted_meanwhile()
{
	needs KALLSYMS_ALL
	target_loaded
	empty_logs
	for n in $(seq 20); do
		define 'p:x kpe_target_alone'
		[ $((n % 2)) = 0 ] || sleep 0.1
		define '-:x'
	done
	define 'p:y kpe_target_alone' 'p:z kpe_target:kpe_target_alone_again'
	has "$KPE/kprobe_status" '# kprobes/y: kpe_target_alone: being searched'
	target_unloaded
	searched
	eq "$(in_status z kpe_target_alone_again || :)" 0
	listed 'p:kprobes/y kpe_target_alone' 'p:kprobes/z kpe_target:kpe_target_alone_again'
}

# of a write that fails there is only the error
test_failed_write()
{
	target_loaded
	refused 'p vfs_read ^%none' EINVAL 'Invalid register name'
	empty_logs
	eq "$(write_errno "$KPE/kprobe_events" "p:a kpe_target_alone
p:b vfs_read %none" append)" EINVAL
	eq "$(grep -c ': warning: ' "$T/trace_kprobe/error_log" || :)" 0
	listed
}

# one of two functions of a name
test_few_places()
{
	target_loaded
	warned 'p:x ^kpe_target_two@*'
	like "$(warning_hint)" '1 of 2 places, kpe_target_two the first*'
	eq "$(in_status x kpe_target_two)" 1
}

# a breakpoint hides the only call, or its first byte
test_call_under_a_probe()
{
	target_loaded
	n=1 nr=0
	while [ $n -lt 48 ]; do
		[ -n "$(write_errno "$KPE/kprobe_events" "p:at$n kpe_target_caller+$n" append)" ] ||
			nr=$((nr + 1))
		n=$((n + 1))
	done
	[ $nr -ge 4 ] || fail "only $nr probes"
	echo 1 >"$T/events/kprobes/enable"
	not_warned 'p:x kpe_target_called'
}

is_optimized() # SYMBOL
{
	grep -q " $1+.*OPTIMIZED" /sys/kernel/debug/kprobes/list
}

# that of an optimized probe is longer than the instruction before a pointer
test_pointer_under_a_jump()
{
	nr=0
	can_optimize || skip 'probes are not optimized'
	target_loaded
	for n in $(seq 1 20); do
		[ -z "$(write_errno "$KPE/kprobe_events" "p:at kpe_target_hands+$n" append)" ] || continue
		on at
		tries=0
		until is_optimized kpe_target_hands || [ $tries = 10 ]; do
			tries=$((tries + 1))
			sleep 0.1
		done
		! is_optimized kpe_target_hands || nr=$((nr + 1))
		not_warned 'p:x kpe_target_handed'
		off at
		define -:x -:at
	done
	[ $nr -gt 0 ] || fail 'no probe is optimized'
}

# The kernel has given away a part of its image.
test_free_memory()
{
	needs KALLSYMS_ALL
	target_loaded
	address kpe_target_alone >/sys/module/kpe_target/parameters/litter
	warned 'p:x ^kpe_target_alone'
}

test_tool()
{
	needs KALLSYMS_ALL
	target_loaded
	eq "$(sh /kpe/tools/kprobe-define p:x kpe_target_alone 2>&1 >/dev/null | sed 's/ (.*//')" "kprobe-define: warning: $WARNING
  Command: p:x kpe_target_alone
               ^"
	eq "$(sh /kpe/tools/kprobe-define p:y vfs_read 2>&1 >/dev/null)" ''
	eq "$(sh /kpe/tools/kprobe-define p:z kpe_target_alone 2>&1 >/dev/null | wc -l)" 3
}

# where data cannot be searched, nothing is said of any function
test_unknown()
{
	target_loaded
	define 'p:x kpe_target_alone'
	searched
	if config KALLSYMS_ALL; then
		has_no "$KPE/kprobe_status" "$UNKNOWN"
	else
		has "$KPE/kprobe_status" "$UNKNOWN"
		no_entry
		eq "$(in_status x kpe_target_alone || :)" 0
	fi
}
