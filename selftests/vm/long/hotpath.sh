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

test_middles_by_breakpoint()
{
	echo 0 >/proc/sys/debug/kprobes-optimization
	sweep_all p /kpe/middles
	echo 1 >/proc/sys/debug/kprobes-optimization
}

test_middles_by_jump()
{
	echo 1 >/proc/sys/debug/kprobes-optimization
	sweep_all p /kpe/middles
}
