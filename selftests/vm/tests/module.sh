# description: the module comes and goes, and leaves nothing
# load: each

where_in_log() { dmesg | sed -n 's/^\[[^]]*\] //p' | grep '^kprobe_events: definitions ' || [ $? = 1 ]; }

# every path in the upper levels of tracefs
tracefs_tree() { find "$T" -maxdepth 3 | sort; }

used() # what a use of every part of the module leaves in its tables
{
	target_loaded
	define 'p:entry kpe_target_ret n=$arg1' 'r:leave kpe_target_ret got=$retval' \
		'p:grp/pending kpe_target2:kpe_target_ret s=+0(%di):string'
	on entry leave grp/pending
	target ret 2
	eq "$(hits entry) $(hits leave)" '2 2'
	eq "$(write_errno "$KPE/kprobe_events" nonsense)" EINVAL
	off entry leave grp/pending
	true >"$KPE/kprobe_events"
	target_unloaded
}

test_log_says_where_the_files_are()
{
	if [ "$KPE" = "$T" ]; then
		like "$(where_in_log)" '*root of tracefs*'
	else
		like "$(where_in_log)" '*trace_kprobe*'
	fi
	eq "$(where_in_log | wc -l)" 1
}

test_unload_is_refused_with_an_event()
{
	define 'p:x vfs_read'
	not rmmod kprobe_events
	define 'p:y kpe_none:none'
	define -:x
	not rmmod kprobe_events
	listed 'p:kprobes/y kpe_none:none'
	on y
	not rmmod kprobe_events
	off y
	define 'p:z vfs_read'
	listed 'p:kprobes/y kpe_none:none' 'p:kprobes/z vfs_read'
	define -:y -:z
	unload
	not test -e "$KPE/kprobe_events"
}

test_unload_is_refused_with_an_open_file()
{
	for file in "$KPE/kprobe_events" "$KPE/kprobe_profile" "$T/trace_kprobe/error_log" \
		"$T/trace_kprobe/README"; do
		hold "${file##*/}" "$file"
		not rmmod kprobe_events
		release "${file##*/}" >/tmp/case/read
	done
	unload
	ok
}

test_unload_leaves_no_file_event_or_symbol()
{
	unload
	tracefs_tree >/tmp/case/before
	load
	used
	unload
	tracefs_tree >/tmp/case/after
	eq "$(diff /tmp/case/before /tmp/case/after)" ''
	eq "$(grep -c '\[kprobe_events\]' /proc/kallsyms || :)" 0
	eq "$(grep -c '^kprobe_events ' /proc/modules || :)" 0
	not test -e /sys/module/kprobe_events
	eq "$(grep -c '^\(kprobes\|grp\|trace_kprobe\):' "$T/available_events" || :)" 0
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	eq "$(cat "$T/enabled_functions")" ''
}

# per-CPU memory and mappings are not reclaimed later: they show a leak at once
memory_in_use()
{
	grep '^Percpu:' /proc/meminfo
	grep -c ' kpe_\|\[kprobe_events\]' /proc/vmallocinfo || [ $? = 1 ]
}

test_rounds_do_not_eat_memory()
{
	for round in 1 2 3; do
		used
		unload
		load
	done
	before=$(memory_in_use)
	for round in $(seq 10); do
		used
		unload
		load
	done
	eq "$(memory_in_use)" "$before"
}

# loads and unloads while a file keeps being opened, until the opener is done
round_under_fire() # MODE SECONDS
{
	local opener

	client pound "$1" $(($2 * $(cat /kpe/slow))) "$KPE/kprobe_events" "$KPE/kprobe_profile" \
		"$T/trace_kprobe/error_log" "$T/trace_kprobe/README" >/tmp/case/opened &
	opener=$!
	while kill -0 $opener; do
		insmod /kpe/kprobe_events.ko
		# somebody has a file open just now
		until rmmod kprobe_events; do
			[ -d /sys/module/kprobe_events ] || fail 'unloaded, and told it was not'
		done
		rounds=$((rounds + 1))
	done
	wait $opener
	not test "$(cat /tmp/case/opened)" -lt 10
}

# on a busy host there is no moment without an open file for long
rounds_under_fire() # MODE SECONDS
{
	local rounds=0

	unload
	while [ $rounds -lt 3 ]; do
		round_under_fire "$@"
	done
	load
	define 'p:x vfs_read'
	listed 'p:kprobes/x vfs_read'
}

test_load_while_files_are_read() { rounds_under_fire read 10; }
test_load_while_files_are_cleared() { rounds_under_fire rdwr-trunc 10; }

test_load_while_directories_are_listed()
{
	{
		until [ -f /tmp/case/loaded ]; do
			find "$T/trace_kprobe" "$T/events/trace_kprobe" "$T/events/kprobes" >/dev/null ||
				:
		done
	} 2>/tmp/case/find.log &
	for round in $(seq 10); do
		define 'p:x vfs_read'
		define -:x
		unload
		load
	done
	: >/tmp/case/loaded
	wait
	define 'p:x vfs_read'
	listed 'p:kprobes/x vfs_read'
}

test_bind_mount_left_behind()
{
	for file in kprobe_events kprobe_profile; do
		: >"/tmp/case/$file"
		mount --bind "$KPE/$file" "/tmp/case/$file"
	done
	: >/tmp/case/README
	mount --bind "$T/trace_kprobe/README" /tmp/case/README
	define 'p:x vfs_read'
	eq "$(cat /tmp/case/kprobe_events)" 'p:kprobes/x vfs_read'
	define -:x
	# a size, which readers do not look at before
	truncate -c -s 8192 "$KPE/kprobe_profile"
	unload
	truncate -c -s 100 /tmp/case/README
	eq "$(wc -c </tmp/case/kprobe_profile) $(wc -c </tmp/case/README)" '8192 100'
	for file in kprobe_events kprobe_profile README; do
		eq "$(tr -d '\0' <"/tmp/case/$file" || :)" '' "$file"
		not test -z "$(write_errno "/tmp/case/$file" 'p:x vfs_read')"
		not test -z "$(write_errno "/tmp/case/$file" '' trunc)$(write_errno \
			"/tmp/case/$file" x)"
	done
	load
	# the mount shows the file of old, not the new one
	define 'p:y vfs_read'
	eq "$(cat /tmp/case/kprobe_events || :)" ''
	not test -z "$(write_errno /tmp/case/kprobe_events 'p:x vfs_read')"
	listed 'p:kprobes/y vfs_read'
	umount /tmp/case/kprobe_events /tmp/case/kprobe_profile /tmp/case/README
}

# as tools/kprobe-events-front lays it, on top of the kernel's own file
test_bind_mount_over_the_kernels_file()
{
	[ "$KPE" != "$T" ] || { ok; return; }
	mount --bind "$KPE/kprobe_events" "$T/kprobe_events"
	echo 'p:x vfs_read' >>"$T/kprobe_events"
	listed 'p:kprobes/x vfs_read'
	true >"$T/kprobe_events"
	unload
	eq "$(cat "$T/kprobe_events" || :)" ''
	umount "$T/kprobe_events"
	echo 'p:theirs vfs_read' >>"$T/kprobe_events"
	eq "$(cat "$T/kprobe_events")" 'p:kprobes/theirs vfs_read'
	true >"$T/kprobe_events"
	load
}

# there is no hurry in taking away what nobody uses any more
test_unload_at_once_after_the_last_hit()
{
	target_loaded
	for round in $(seq 10); do
		define 'p:x kpe_target_ret' 'r:y kpe_target_ret'
		while_on 'x y' target ret 10
		true >"$KPE/kprobe_events"
		unload
		load
	done
	ok
}

# known: return-after-unregister
test_unload_while_functions_are_still_running()
{
	ms=500
	# as long as it takes to find it asleep
	! config KASAN || ms=5000
	target_loaded
	define 'r:y kpe_target_sleep got=$retval'
	on y
	target sleep 1 $ms &
	wait_for 10 grep -q kpe_target_sleep /proc/$!/stack
	off y
	define -:y
	unload
	wait
	ok
}

test_load_while_tracefs_is_not_mounted()
{
	unload
	umount "$T"
	trap '[ -f "$T/trace" ] || mount -t tracefs tracefs "$T"' EXIT
	insmod /kpe/kprobe_events.ko
	rmmod kprobe_events
	insmod /kpe/kprobe_events.ko
	mount -t tracefs tracefs "$T"
	define 'p:x vfs_read'
	listed 'p:kprobes/x vfs_read'
	umount "$T"
	not rmmod kprobe_events
	mount -t tracefs tracefs "$T"
	listed 'p:kprobes/x vfs_read'
}

# the event through which the module gets at the kernel's lock is not for others
test_gate_lets_nobody_else_in()
{
	gate=$(event_id trace_kprobe/gate)
	eq "$(client perf count "$gate" -- true || :)" EPERM
	eq "$(client perf sample "$gate" -- true || :)" EPERM
	not sh -c "echo 1 >$T/events/trace_kprobe/gate/enable"
	{
		until [ -f /tmp/case/defined ]; do
			client perf count "$gate" -- true || :
		done
	} >/tmp/case/knocks &
	for round in $(seq 30); do
		define "p:x$round vfs_read" 'p:y vfs_read'
		define -:y
	done
	: >/tmp/case/defined
	wait
	eq "$(sort -u /tmp/case/knocks)" EPERM
	eq "$(wc -l <"$KPE/kprobe_events")" 30
}

# Security modules may forbid to open files of the kernel, but not to load a module.
test_loaded_by_who_may_not_open_files_of_events()
{
	enable=$T/events/sched/sched_switch/enable override=1 read_search=2
	unload
	chown 1 "$enable"
	chmod 600 "$enable"
	not client as -$override /kpe/client as -$read_search cat "$enable"
	client as -$override /kpe/client as -$read_search insmod /kpe/kprobe_events.ko
	chown 0 "$enable"
	chmod 640 "$enable"
	define 'p:x vfs_read'
}
