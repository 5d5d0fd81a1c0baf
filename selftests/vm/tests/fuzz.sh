# description: definitions at random, by the thousand; ten times as many where the
#	kernel watches its memory and its locks
# kernels: 6.1-nokpe 6.1-debug 6.12-cloud 7.3-cloud
# share: 6.1-nokpe
# seconds: 1500

test_definitions()
{
	# the same each time: what is new is for the long run to find
	runs=1 seed=1
	if config KASAN; then
		runs=10 seed=$(date +%s)
	fi
	target_loaded
	for run in $(seq $runs); do
		said=$(client fuzz "$T" "$KPE" 2000 $((seed + run - 1))) || fail "$said"
		figure "$said"
		# it takes half an hour: the console shows how far it is
		echo "fuzz: $run of $runs" >/dev/kmsg
		ok
	done
}
