# description: probes at a few thousand functions while the machine works (all: long/hotpath.sh)
# kernels: 6.12-cloud
# seconds: 180

# shellcheck source=/dev/null
. /kpe/hotpath.sh

test_some_entries()
{
	all_functions
	# shellcheck disable=SC2046 # words
	try_lots p /tmp/places $(some_lots 2 /tmp/places)
}

test_some_returns()
{
	all_functions
	# shellcheck disable=SC2046 # words
	try_lots r /tmp/places $(some_lots 1 /tmp/places)
}
