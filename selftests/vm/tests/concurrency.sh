# description: two processors define, enable, hit, read and delete at once
# seconds: 240

rounds() # NUMBER COMMAND...
{
	local left=$1

	shift
	while [ "$left" -gt 0 ]; do
		"$@"
		left=$((left - 1))
	done
}

come_and_go() # EVENT
{
	define "p:$1 kpe_target_ret x=%di:u64" "r:$1_back kpe_target_ret got=\$retval"
	on "$1" "$1_back"
	target ret 5
	off "$1" "$1_back"
	define "-:$1" "-:$1_back"
}

# known: CVE-2025-38539
test_events_come_and_go_on_two_cpus()
{
	target_loaded
	define 'p:stays kpe_target_ret x=%di:u64'
	on stays
	: >/tmp/case/busy
	while_busy cat "$KPE/kprobe_events" "$KPE/kprobe_profile" "$T"/trace >/tmp/case/read &
	rounds 15 come_and_go one &
	a=$!
	rounds 15 come_and_go two &
	ended $a $!
	rm /tmp/case/busy
	wait
	off stays
	eq "$(hits stays)" 150
	eq "$(records stays | wc -l)" 150
	listed 'p:kprobes/stays kpe_target_ret x=%di:u64'
}

# N writes to /dev/null, on CPU mask
null_writes() # MASK N
{
	taskset "$1" dd if=/dev/zero of=/dev/null bs=1 count="$2" 2>/tmp/case/dd."$1"
}

# as many on each of two CPUs, at the same time
null_writes_on_both() # N
{
	local a

	null_writes 1 "$1" &
	a=$!
	null_writes 2 "$1" &
	ended $a $!
}

# Every hit is in the trace or in perf's count, while files come and go.
test_enable_and_disable_while_it_hits()
{
	define 'p:w write_null n=%dx:u64'
	mkdir "$T"/instances/kpe
	echo 'comm == "dd"' >"$(event_dir w)/filter"
	on w
	: >/tmp/case/busy
	while_busy toggle "$T"/instances/kpe/events/kprobes/w/enable &
	null_writes_on_both 4000
	rm /tmp/case/busy
	wait
	off w
	eq "$(records w | wc -l)" 8000
	eq "$(values w | sort -u)" n=1
	rmdir "$T"/instances/kpe
	define -:w
	listed
}

toggle() # ENABLE-FILE
{
	echo 1 >"$1"
	echo 0 >"$1"
}

test_perf_comes_and_goes_while_it_hits()
{
	define 'p:w write_null'
	echo 'comm == "dd"' >"$(event_dir w)/filter"
	on w
	id=$(event_id w)
	: >/tmp/case/busy
	while_busy client perf count "$id" -- true >/tmp/case/counts &
	null_writes_on_both 4000
	rm /tmp/case/busy
	wait
	off w
	eq "$(records w | wc -l)" 8000
}

# 250 probes of an event go in one write, while somebody enables what stays of it. Best
# on one CPU, where who waits for a lock may run as soon as it is given back:
# KPE_APPEND="preempt=full maxcpus=1"
test_some_probes_go_while_their_event_is_enabled()
{
	deleted=0
	# the shell is to be quick
	set +x
	most=$((12 / $(cat /kpe/slow)))
	at=$(inside vfs_write)
	seq 250 | sed "s,.*,p:kpe_grp/e vfs_write+$at x=\\\\&," >/tmp/case/add
	sed 's/^p/-/' /tmp/case/add >/tmp/case/delete
	define 'p:kpe_grp/e vfs_open x=\1'
	eq "$(write_file /tmp/case/add)" ''
	: >/tmp/case/busy
	while_busy toggle_now_and_then "$T/events/kpe_grp/e/enable" &
	a=$!
	for n in $(seq 300); do
		[ -z "$(write_file /tmp/case/delete)" ] || continue
		deleted=$((deleted + 1))
		[ $deleted -lt $most ] || break
		eq "$(write_file /tmp/case/add)" ''
		# the one that stays is the last of its event's again
		[ -n "$(write_errno "$KPE/kprobe_events" '-:kpe_grp/e vfs_open')" ] ||
			define 'p:kpe_grp/e vfs_open x=\1'
	done
	rm /tmp/case/busy
	ended $a
	figure "deleted $deleted times of $n"
	[ $deleted -gt 0 ] || fail 'the event was always in use'
}

toggle_now_and_then() # ENABLE-FILE
{
	toggle "$1"
	usleep 2000
}
