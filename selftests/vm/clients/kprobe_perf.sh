# description: the script kprobe of perf-tools, as Debian has it
# seconds: 240
# shellcheck source=common
. /kpe/tests/common

kprobe() # DEFINITION [FILTER]
{
	(
		wait_for 20 grep -qx 1 "$(event_dir mine)/enable" 2>/dev/null
		# it enables the event, then it empties the buffer
		sleep 2
		echo ret 3 >"$RUN"
	) &
	does kprobe-perf -d 8 "$@"
	wait
}

test_traces()
{
	target_loaded
	front_on
	kprobe 'p:mine kpe_target_ret x=%di:u64'
	eq "$(said ' mine: \(kpe_target_ret.*\) x=[123]$')" 3
	listed
	front_off
}

test_filter()
{
	target_loaded
	front_on
	kprobe 'r:mine kpe_target_ret got=$retval:u64' 'got > 1001'
	eq "$(said ' mine: .*got=100[23]$')" 2
	eq "$(said ' mine: ')" 2
	listed
	front_off
}
