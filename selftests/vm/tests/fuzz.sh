# description: definitions at random, by the thousand; by the hundred thousand where
#	the kernel watches its memory and its locks
# kernels: 6.1-nokpe 6.1-debug
# seconds: 1500

test_definitions()
{
	local lines=2000

	if config KASAN; then
		lines=100000
	fi
	target_loaded
	client fuzz "$T" "$KPE" "$lines" "$(date +%s)" >/tmp/case/figures ||
		fail "$(cat /tmp/case/figures)"
	ok
}
