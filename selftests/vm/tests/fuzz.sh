# description: definitions at random, by the thousand; by the hundred thousand where
#	the kernel watches its memory and its locks
# kernels: 6.1-nokpe 6.1-debug
# seconds: 1500

test_definitions()
{
	# the same each time: what is new is for the long run to find
	local lines=2000 seed=1

	if config KASAN; then
		lines=100000 seed=$(date +%s)
	fi
	target_loaded
	client fuzz "$T" "$KPE" "$lines" "$seed" >/tmp/case/figures ||
		fail "$(cat /tmp/case/figures)"
	ok
}
