# description: what the kernel's log has after the module was there
# load: never

# all that may be there: regexes
EXPECTED='kprobe_events: loading out-of-tree module taints kernel
kprobe_events: module verification failed: signature and/or required key missing - tainting kernel
kprobe_events: definitions go to kprobe_events in (the root|trace_kprobe/) of tracefs$
kprobes: kprobe jump-optimization is (en|dis)abled. All kprobes are (optimized if possible|based on software breakpoint)
Kprobes globally (un)?optimized'

unexpected()
{
	dmesg | tr -d '\r' | sed 's/^\(<[0-9]*>\)*\[[^]]*\] //' | grep -vE "$(printf '%s' "$EXPECTED" | tr '\n' '|')" || :
}

# by each means, with all that waits or is done later
use()
{
	local i

	insmod /kpe/kpe_target.ko
	# the names of the kernel are looked through
	sleep 6
	define 'p:e kpe_target_ret x=$arg1:u64 c=$comm' 'r:r kpe_target_str s=entry(+0($arg1)):string' \
		"p:m kpe_target_steps+$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)" \
		'p:many vfs_*' 'p:k vfs_read n=$arg3' 'p:late kpe_target2:kpe_target_ret'
	hold owned "$KPE/kprobe_owned" both
	echo 'p:owned kpe_target_ret' >/tmp/case/owned.go
	echo 1 >"$T/events/kprobes/enable"
	for i in ret str steps; do
		target $i 3
	done
	cat "$KPE"/kprobe_* "$T/trace" >/dev/null
	optimization 0
	optimization 1
	insmod /kpe/kpe_target2.ko
	echo 0 >"$T/events/kprobes/enable"
	release owned >/dev/null
	client perf count "$(event_id e)" -- sh -c "echo ret 4 >$RUN" >/dev/null
	refused 'p:x no_such_function' EINVAL
	# exported to all modules, but no per-CPU variable
	refused 'p:x vfs_read n=this_cpu_read(^@schedule)' ENOENT 'Unknown symbol in a fetch argument'
	# what is disarmed is unhooked
	sleep 1
	rmmod kpe_target2
	rmmod kpe_target
}

test_nothing_but_what_users_need()
{
	dmesg -c >/dev/null
	load
	use
	truncate_file "$KPE/kprobe_events"
	unload
	eq "$(unexpected)" ''
	# and what is looked for is found
	echo 'kprobe_events: anything else' >/dev/kmsg
	eq "$(unexpected)" 'kprobe_events: anything else'
}
