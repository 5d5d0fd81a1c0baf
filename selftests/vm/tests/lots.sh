# description: probes at a few thousand functions while the machine works (all: long/hotpath.sh)
# kernels: 6.12-cloud
# share: none
# seconds: 360

# shellcheck source=/dev/null
. /kpe/hotpath.sh

# the same each time: what is new is for the sweep to find
LOT_SEED=${LOT_SEED:-1}

# each lot from all over the kernel, so that in each there is something to be hit
mixed_functions()
{
	all_functions
	awk '{ print NR % 41, $0 }' /tmp/places | sort -n -k 1,1 | sed 's/.* //' >/tmp/mixed
	mv /tmp/mixed /tmp/places
}

test_some_entries()
{
	mixed_functions
	# shellcheck disable=SC2046 # words
	try_lots p /tmp/places $(some_lots 2 /tmp/places)
}

test_some_returns()
{
	mixed_functions
	# shellcheck disable=SC2046 # words
	try_lots r /tmp/places $(some_lots 1 /tmp/places)
}
