# description: events through perf, by their id
# live: yes

# each test begins with it
target_loaded

hit() # NAME [TIMES]
{
	echo "$@" >"$CASE"/hit
}

# HITS of what "hit" says, as counted by perf
counted() # EVENT [filter FILTER]
{
	local event=$1

	shift
	client perf count "$(event_id "$event")" "$@" -- sh -c "cat $CASE/hit >$RUN"
}

# raw data of the hits, a line each, then their number; pid in $CASE/pid
sampled() # EVENT [filter FILTER]
{
	local event=$1

	shift
	client perf sample "$(event_id "$event")" "$@" -- \
		sh -c "echo \$\$ >$CASE/pid; read -r what <$CASE/hit; echo \$what >$RUN"
}

test_count()
{
	define 'p:x kpe_target_ret x=%di:u64'
	hit ret 5
	eq "$(counted x)" 5
	eq "$(hits x)" 5
	eq "$(values x)" '' 'the trace has nothing of it'
	hit ret 10000
	eq "$(counted x)" 10000
	eq "$(hits x)" 10005
	define -:x
	listed
}

test_filter()
{
	define 'p:x kpe_target_ret x=%di:u64 a0'
	hit ret 6
	eq "$(counted x filter 'x > 4')" 2
	eq "$(counted x filter 'x == 7')" 0
	eq "$(counted x filter 'a0 == 3 || arg2 == 4')" 2
	eq "$(counted x filter 'common_pid == 0')" 0
	eq "$(sampled x filter 'x >= 4' | tail -n 1)" 3
	eq "$(hits x)" 30
}

test_two_users_at_once()
{
	define 'p:x kpe_target_ret x=%di:u64'
	id=$(event_id x)
	eq "$(client perf count "$id" -- "$CLIENT" perf count "$id" filter 'x > 2' -- \
		sh -c "echo ret 5 >$RUN")" "$(lines 3 5)"
	eq "$(hits x)" 5
	define -:x
	listed
}

test_perf_and_ftrace_at_once()
{
	define 'p:x kpe_target_ret x=%di:u64'
	echo 'x != 2' >"$(event_dir x)/filter"
	on x
	hit ret 3
	eq "$(counted x)" 3
	target ret
	off x
	eq "$(values x)" "$(lines x=1 x=3 x=1)"
	eq "$(hits x)" 4
}

text() # TEXT
{
	printf '%s\0' "$1" | od -An -v -tx1 | tr -d ' \n'
}

any() # BYTES
{
	printf "%$((2 * $1))s" '' | tr ' ' '?'
}

# Record RECORD of event as perf gives it out: padded so that with its length of
# 4 bytes it is a multiple of 8. "????" are the flags and the preempt count.
like_record() # GOT EVENT BYTES
{
	local head padding before

	before=$(own_part "$2")
	head="$(little 2 "$(event_id "$2")")????$(little 4 "$(cat "$CASE"/pid)")"
	head=$head$(any $((before - 8)))
	padding=$((8 - (before + ${#3} / 2 + 4) % 8))
	like "$1" "$head$3$(printf "%0$((2 * (padding % 8)))d" 0 | head -c $((2 * (padding % 8))))"
}

test_sample_byte_for_byte()
{
	define 'p:x kpe_target_ret x=%di:u64 low=%di:u8'
	hit ret 2
	sampled x >"$CASE"/samples
	eq "$(wc -l <"$CASE"/samples)" 3
	eq "$(tail -n 1 "$CASE"/samples)" 2
	for i in 1 2; do
		like_record "$(sed -n ${i}p "$CASE"/samples)" x \
			"$(little 8 "$(address kpe_target_ret)")$(little 8 $i)$(little 1 $i)"
	done
}

test_sample_of_every_size()
{
	args=''
	hit narrow
	bytes=$(little 8 "$(address kpe_target_narrow)")
	for i in 1 2 3 4 5 6 7 8 9; do
		args="$args b$i=%si:u8"
		bytes=${bytes}c8
		define "p:x kpe_target_narrow$args"
		like_record "$(sampled x | head -n 1)" x "$bytes"
		define -:x
	done
}

test_sample_of_strings()
{
	define 'p:s kpe_target_str s=+0(%di):string n=\7:u8 i=\"imm"'
	hit str
	at=$(little 8 "$(address kpe_target_str)")
	strings=$(text 'kernel text')$(text imm)
	# after a header and 9 bytes of arguments
	first=$(($(own_part s) + 8 + 9))
	like_record "$(sampled s | head -n 1)" s \
		"$at$(little 4 $((12 << 16 | first)))07$(little 4 $((4 << 16 | first + 12)))$strings"
}

test_sample_of_a_return()
{
	define 'r:x kpe_target_ret x=$arg1:u32 got=$retval:u32'
	hit ret 2
	sampled x >"$CASE"/samples
	func=$(little 8 "$(address kpe_target_ret)")
	# the return address is known to be in kernel text only
	got=$(sed -n 2p "$CASE"/samples)
	like_record "$got" x "${func}????????????ffff$(little 4 2)$(little 4 1002)"
	eq "$(tail -n 1 "$CASE"/samples)" 2
}

test_sample_is_the_record_of_the_trace()
{
	define 'p:x kpe_target_str s=+0(%di):string x=\3:u64'
	on x
	hit str
	client perf sample "$(event_id x)" -- taskset 1 sh -c "echo str >$RUN" >"$CASE"/samples
	off x
	client raw "$T"/per_cpu/cpu0 "$(event_id x)" dump >"$CASE"/raw
	# but for the flags, and up to the end of the string
	eq "$(head -n 1 "$CASE"/samples | sed 's/^\(....\)..../\1/' | cut -c1-72)" \
		"$(head -n 1 "$CASE"/raw | sed 's/^\(....\)..../\1/' | cut -c1-72)"
}

test_long_string_in_a_sample()
{
	define 'p:x kpe_target_longstr s=+0(%di):string'
	hit longstr 1 1000
	sampled x >"$CASE"/samples
	like "$(head -n 1 "$CASE"/samples)" "*$(little 4 $((1001 << 16 | $(own_part x) + 12)))6162636465*"
	eq "$(tail -n 1 "$CASE"/samples)" 1
}

test_nested_samples()
{
	define 'p:x kpe_target_recurse x=%di:u8'
	hit recurse
	at=$((2 * ($(own_part x) + 8) + 1))
	eq "$(sampled x | cut -c$at-$((at + 1)) | tr '\n' ' ')" '03 02 01 00  '
}
