# description: ten thousand events at once: time and memory
# kernels: 7.2-cloud 6.1-rt
# seconds: 900

seconds() { awk '{ print $1 }' /proc/uptime; }
megabytes() { awk '$1 == "MemAvailable:" { print $2 / 1024 }' /proc/meminfo; }

took() # WHAT SINCE
{
	figure "$1: $(echo "$(seconds) $2" | awk '{ printf "%.1f", $1 - $2 }') s"
}

test_ten_thousand_events()
{
	local before start

	target_loaded
	seq 10000 | sed 's/.*/p:many_& kpe_target_ret x=%di:u64/' >/tmp/case/definitions
	sed 's,:,&kprobes/,' /tmp/case/definitions >/tmp/case/wanted
	before=$(megabytes)
	start=$(seconds)
	eq "$(client write "$KPE/kprobe_events" </tmp/case/definitions)" ''
	took define "$start"
	figure "memory: $(echo "$before $(megabytes)" | awk '{ printf "%.1f", ($1 - $2) / 10 }') kB for each event"
	start=$(seconds)
	cmp "$KPE/kprobe_events" /tmp/case/wanted
	eq "$(wc -l <"$KPE/kprobe_status")" 10001
	took 'list and status' "$start"
	eq "$(grep -c '^p:' "$KPE/kprobe_export")" 10000
	start=$(seconds)
	echo 1 >"$T/events/kprobes/enable"
	took enable "$start"
	target ret
	start=$(seconds)
	echo 0 >"$T/events/kprobes/enable"
	took disable "$start"
	eq "$(awk '$2 == 1' "$KPE/kprobe_profile" | wc -l)" 10000
	start=$(seconds)
	true >"$KPE/kprobe_events"
	took delete "$start"
	listed
}
