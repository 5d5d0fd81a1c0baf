# description: the other ways to read a trace buffer: pipes, per CPU, and options

test_trace_pipe_shows_and_takes()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64'
	while_on x target ret 3
	eq "$(timeout 10 head -n 3 "$T"/trace_pipe | sed 's/^.* x: ([^)]*) //')" \
		"$(lines x=1 x=2 x=3)"
	eq "$(records x)" '' 'the reader has taken them'
}

test_raw_size_is_that_of_the_fields()
{
	target_loaded
	for bytes in 1 2 3 4 5 8 64; do
		define "p:x kpe_target_ret a=+0(%sp):u8[$bytes]"
		on x
		taskset 1 sh -c "echo ret >$RUN"
		off x
		client raw "$T"/per_cpu/cpu0 "$(event_id x)" dump >/tmp/case/raw
		eq "$(head -n 1 /tmp/case/raw | tr -d '\n' | wc -c)" \
			$((2 * (($(own_part x) + 8 + bytes + 3) / 4 * 4))) "$bytes bytes of argument"
		define -:x
	done
}

# Options are those of an instance: nobody else must suffer from them.
options_case()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64 s=+0(%di):string' \
		'r:back kpe_target_ret got=$retval:u64'
	mkdir "$T"/instances/kpe
	echo 1 >"$T"/instances/kpe/events/kprobes/enable
	target ret 2
	echo 0 >"$T"/instances/kpe/events/kprobes/enable
}

option() # NAME VALUE
{
	echo "$2" >"$T/instances/kpe/options/$1"
}

test_options_raw_hex_bin()
{
	options_case
	for name in raw hex bin verbose; do
		option $name 1
		not test "$(wc -c <"$T"/instances/kpe/trace)" = 0
		timeout 1 cat "$T"/instances/kpe/trace_pipe >/tmp/case/$name || [ $? = 143 ]
		echo 1 >"$T"/instances/kpe/events/kprobes/enable
		target ret
		echo 0 >"$T"/instances/kpe/events/kprobes/enable
		option $name 0
	done
	eq "$(grep -c ' x: .* x=1 s=(fault)$' "$T"/instances/kpe/trace)" 1 'the last one, as always'
}

# The kernel shows fields by itself, also of events that have gone.
test_option_fields()
{
	[ -e "$T/options/fields" ] || skip 'the kernel has no such option'
	options_case
	trap 'echo 0 >"$T/options/fields"' EXIT
	option fields 1
	like "$(grep -m 1 ' x: ' "$T"/instances/kpe/trace)" '* x: *x=0x1 (1)*'
	# each with a neighbour in memory
	define "$(many kpe_target_ret 40)"
	# shellcheck disable=SC2046 # words
	on x $(each 1 40 'many_#')
	target ret 1
	# shellcheck disable=SC2046 # words
	off x $(each 1 40 'many_#')
	true >"$KPE/kprobe_events"
	listed
	echo 1 >"$T/options/fields"
	eq "$(grep -c 'deleted:.*No fields found' "$T/trace")" 41 'the gone ones'
	eq "$(grep -c 'deleted:.*No fields found' "$T/instances/kpe/trace")" 4 'in an instance'
}
