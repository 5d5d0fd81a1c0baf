# shellcheck shell=dash
# description: probes at all functions of the kernel, and amid them, while the machine works
# seconds: 1800
# load: each

# shellcheck source=/dev/null
. /kpe/hotpath.sh

sweep_all() # LETTER PLACES
{
	# shellcheck disable=SC2046 # words
	try_lots "$1" "$2" $(seq "${LOT_FROM:-1}" "$(lots "$2")")
}

# breakpoints, or jumps in place of most of them
not_by_ftrace() # 0|1
{
	unload
	insmod /kpe/kprobe_events.ko use_ftrace=N
	echo "$1" >/proc/sys/debug/kprobes-optimization
}

test_entries()
{
	all_functions
	sweep_all p /tmp/places
}

test_returns()
{
	all_functions
	sweep_all r /tmp/places
}

test_entries_by_breakpoint()
{
	all_functions
	not_by_ftrace 0
	sweep_all p /tmp/places
	echo 1 >/proc/sys/debug/kprobes-optimization
}

test_entries_by_jump()
{
	all_functions
	not_by_ftrace 1
	sweep_all p /tmp/places
}

test_middles_by_breakpoint()
{
	not_by_ftrace 0
	sweep_all p /kpe/middles
	echo 1 >/proc/sys/debug/kprobes-optimization
}

test_middles_by_jump()
{
	not_by_ftrace 1
	sweep_all p /kpe/middles
}
