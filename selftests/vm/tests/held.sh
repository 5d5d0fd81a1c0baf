# description: an event's files held open while the event goes away
#
# They may still be read, written and closed then. What they say must not come
# from what has been freed: it is nothing, or that there is no such device.

# each test begins with it
target_loaded

# all but id and trigger, see below
FILES='enable format filter'
! config HIST_TRIGGERS || FILES="$FILES hist"

# what a reader gets
nothing() # TEXT MESSAGE
{
	case $1 in
	'' | ENODEV) ok ;;
	*) fail "$2: read '$1'" ;;
	esac
}

nothing_in_files()
{
	local file

	for file in $FILES; do
		nothing "$(release "$file")" "$file"
	done
}

# known: CVE-2023-52879 CVE-2024-43891
test_read_after_deletion()
{
	define 'p:x kpe_target_ret x=%di:u64'
	# shellcheck disable=SC2086 # words
	hold_files "$(event_dir x)" $FILES
	define -:x
	churn kpe_target_ret
	nothing_in_files
}

# The kernel gives an open trigger file no hold on its event; it took lists and
# commands from freed memory.
# known: CVE-2023-52879
test_trigger_read_after_deletion()
{
	define 'p:x kpe_target_ret x=%di:u64'
	echo stacktrace >"$(event_dir x)/trigger"
	hold trigger "$(event_dir x)/trigger"
	echo '!stacktrace' >>"$(event_dir x)/trigger"
	define -:x
	churn kpe_target_ret
	nothing "$(release trigger)" trigger
}

# it is no more than a number, and may still be told
# known: CVE-2023-52879
test_id_after_deletion()
{
	define 'p:x kpe_target_ret x=%di:u64'
	was=$(event_id x)
	hold id "$(event_dir x)/id"
	define -:x
	churn kpe_target_ret
	id=$(release id)
	case $id in
	'' | ENODEV | "$was") ok ;;
	*) fail "id: read '$id'" ;;
	esac
}

# the errno of writing TEXT to FILE of an event that went after the open
late_write() # FILE TEXT
{
	define 'p:x kpe_target_ret x=%di:u64'
	hold late "$(event_dir x)/$1" append
	define -:x
	churn kpe_target_ret
	printf '%s' "$2" >/tmp/case/late.go
	eq "$(release late)" ENODEV "'$2' written to $1"
	target ret
	eq "$(cat "$T"/events/kprobes/new*/enable | sort -u)" 0 'new events are as they were'
	eq "$(cat "$T"/events/kprobes/new*/filter | sort -u)" none
}

# known: CVE-2023-52879
test_enable_after_deletion() { late_write enable 1; }
test_disable_after_deletion() { late_write enable 0; }
test_filter_after_deletion() { late_write filter 'x == 1'; }
test_filter_on_a_new_field_after_deletion() { late_write filter 'stale1 == 1'; }
test_filter_on_a_common_field_after_deletion() { late_write filter 'common_pid == 1'; }
test_clearing_a_filter_after_deletion() { late_write filter 0; }
test_stacktrace_after_deletion() { late_write trigger stacktrace; }
test_hist_after_deletion() { needs HIST_TRIGGERS; late_write trigger hist:keys=x; }
test_enable_event_after_deletion() { late_write trigger enable_event:kprobes:new1; }
test_no_trigger_after_deletion() { late_write trigger '!stacktrace'; }

# A file that is opened again later may have got a size, as files of a disk have.
test_files_with_a_size_after_deletion()
{
	fd=2
	define 'p:x kpe_target_ret x=%di:u64'
	dir=$(event_dir x)
	for file in $FILES trigger id; do
		fd=$((fd + 1))
		eval "exec $fd<\"\$dir/$file\""
		truncate -c -s 8192 "$dir/$file"
	done
	define -:x
	fd=2
	for file in $FILES trigger; do
		fd=$((fd + 1))
		eq "$(tr -d '\0' <"/proc/self/fd/$fd" || :)" '' "$file"
	done
	cat "/proc/self/fd/$((fd + 1))" >/dev/null || :
	churn kpe_target_ret
}

test_same_event_again()
{
	define 'p:x kpe_target_ret x=%di:u64'
	# shellcheck disable=SC2086 # words
	hold_files "$(event_dir x)" $FILES
	define -:x 'p:x kpe_target_ret other=%di:u64'
	on x
	nothing_in_files
	target ret
	off x
	eq "$(values x)" other=1
	has "$(event_dir x)/format" '	field:u64 other;	offset:16;	size:8;	signed:0;'
}

# read to the half before, the rest after
# known: CVE-2024-43891
test_format_half_read()
{
	define "p:x kpe_target_ret $(for name in a b c d e f g h; do
		printf '%s=%%di:u64 ' "$name$name$name$name$name$name$name$name"
	done)"
	mkfifo /tmp/case/go
	{
		dd bs=64 count=1
		read -r name </tmp/case/go
		cat || echo "cat ended with $?"
	} <"$(event_dir x)/format" >/tmp/case/format 2>/tmp/case/errors &
	wait_for 10 test -s /tmp/case/format
	define -:x
	churn kpe_target_ret
	echo go >/tmp/case/go
	wait $!
	like "$(cat /tmp/case/format)" 'name: x*'
	not grep -q stale /tmp/case/format
}

test_opened_for_long_and_just_closed()
{
	define 'p:x kpe_target_ret x=%di:u64'
	for file in enable filter trigger; do
		hold "$file" "$(event_dir x)/$file" append
	done
	define -:x
	churn kpe_target_ret
	for file in enable filter trigger; do
		eq "$(release "$file")" ''
	done
	true >"$KPE/kprobe_events"
	unload
	load
}

test_held_over_the_end_of_the_module()
{
	define 'p:x kpe_target_ret x=%di:u64'
	# shellcheck disable=SC2086 # words
	hold_files "$(event_dir x)" $FILES
	define -:x
	unload
	nothing_in_files
	load
}

test_group_files_after_deletion()
{
	define 'p:kpe_grp/x kpe_target_ret x=%di:u64'
	hold enable "$T"/events/kpe_grp/enable
	hold filter "$T"/events/kpe_grp/filter
	hold late "$T"/events/kpe_grp/enable append
	define -:kpe_grp/x
	churn kpe_target_ret
	printf 1 >/tmp/case/late.go
	like "$(release late)" 'E*' 'enable of a group that is gone'
	release enable >/tmp/case/enable
	release filter >/tmp/case/filter
	not grep -q 1 /tmp/case/enable
	eq "$(cat "$T"/events/kprobes/new*/enable | sort -u)" 0
}

test_format_of_an_instance_that_goes()
{
	dir=$T/instances/kpe/events/kprobes/x
	mkdir "$T"/instances/kpe
	define 'p:x kpe_target_ret x=%di:u64'
	hold format "$dir"/format
	hold id "$dir"/id
	rmdir "$T"/instances/kpe
	got=$(release format)
	# newer kernels know that it is gone
	[ "$got" = ENODEV ] || like "$got" "name: x*"
	eq "$(release id)" "$(event_id x)"
}

test_refused_deletion_leaves_the_files_alone()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:y kpe_target_ret'
	hold format "$(event_dir x)/format"
	hold y "$(event_dir y)/format"
	hold enable "$(event_dir x)/enable" append
	on x
	refused "$(lines -:y -:x)" EBUSY
	off x
	refused "$(lines -:x 'p:sched/sched_switch vfs_read')" EEXIST
	like "$(release format)" 'name: x*'
	like "$(release y)" 'name: y*'
	printf 1 >/tmp/case/enable.go
	eq "$(release enable)" ''
	target ret
	off x
	eq "$(values x)" x=1
}

test_other_events_keep_their_files()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:stays kpe_target_ret s=%di:u64'
	# shellcheck disable=SC2086 # words
	hold_files "$(event_dir stays)" $FILES id trigger
	hold built-in "$T"/events/sched/sched_switch/format
	define -:x
	churn kpe_target_ret
	like "$(release format)" 'name: stays*field:u64 s;*'
	eq "$(release enable)" 0
	eq "$(release id)" "$(event_id stays)"
	eq "$(release filter)" none
	like "$(release trigger)" '# Available triggers:*'
	! config HIST_TRIGGERS || eq "$(release hist)" ''
	like "$(release built-in)" 'name: sched_switch*prev_comm*'
}

all_caught()
{
	local file

	for file in $FILES id trigger; do
		[ -s "/tmp/case/$file.out" ] || return 1
	done
}

# One id is too few for a write of many events, which is taken back then. Its first
# event's files are opened as soon as they are there, and read when it is gone.
test_a_write_that_is_taken_back()
{
	unload
	load
	insmod /kpe/kpe_ids.ko left=400
	for file in $FILES id trigger; do
		catch "$file" "$(event_dir many_1)/$file"
	done
	many vfs_read 401 | sed 's/$/ x=%di:u64/' >/tmp/case/lines
	# on a busy machine whoever waits for a file may not see it
	for _ in 1 2 3 4 5 6 7 8 9 10; do
		usleep 100000
		eq "$(write_file /tmp/case/lines)" ENOSPC
		! all_caught || break
	done
	rmmod kpe_ids
	for file in $FILES id trigger; do
		wait_for 10 test -s "/tmp/case/$file.out"
	done
	churn vfs_write
	release id >/tmp/case/id
	nothing "$(release trigger)" trigger
	# else nobody has opened what was there for a moment
	has /tmp/case/format.out ready
	nothing_in_files
}

# known: CVE-2026-74606 CVE-2026-74605
test_directory_read_while_deleting()
{
	echo go >/tmp/case/reading
	while [ -f /tmp/case/reading ]; do
		ls -R "$T"/events/kprobes "$T"/events/kpe_grp 2>/tmp/case/ls.errors || :
		cat "$T"/events/kprobes/*/* 2>/tmp/case/cat.errors || :
	done >/tmp/case/read &
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		define "p:x$i kpe_target_ret" "p:y$i kpe_target_ret" "p:kpe_grp/z kpe_target_ret"
		define "-:x$i" "-:y$i" -:kpe_grp/z
	done
	rm /tmp/case/reading
	wait $!
	listed
	not test -e "$T"/events/kpe_grp
}

# known: CVE-2026-74606 CVE-2026-74605
test_a_shell_stays_in_the_directory()
{
	define 'p:x kpe_target_ret'
	(
		cd "$(event_dir x)" || exit
		define -:x
		churn kpe_target_ret
		not cat id
		not cat format
		eq "$(ls)" ''
	)
	define 'p:x kpe_target_ret'
	like "$(cat "$(event_dir x)/format")" 'name: x*'
}

# of each file of a directory: can it be read, and is anything in it
readable() # DIR
{
	local file got

	for file in "$1"/*; do
		case $file in
		*trace_pipe* | *snapshot* | *free_buffer) continue ;;
		esac
		[ -f "$file" ] || continue
		got=$({ head -c 1 "$file" 2>/dev/null || :; } | wc -c)
		printf '%s %s\n' "$file" "$got"
	done
}

all_readable()
{
	readable "$T"
	readable "$T/per_cpu/cpu0"
	readable "$T/instances/foo"
	readable "$T/instances/foo/per_cpu/cpu0"
	readable "$T/events"
	readable "$T/events/kprobes"
	readable "$T/events/kprobes/x"
}

# Users choose the names of groups and events, and so of directories.
test_files_of_directories_with_the_same_name()
{
	n=0
	mkdir "$T/instances/foo"
	define 'p:x vfs_read' 'p:kpe_grp/x vfs_read'
	all_readable >/tmp/case/before
	for one in per_cpu/cpu0 instances/foo foo/events foo/per_cpu events/kprobes kprobes/kprobes tracing/events \
		kpe_grp/kprobes; do
		n=$((n + 1))
		define "p:$one vfs_write"
		hold group$n "$T/events/kprobes/enable" append
		hold clock$n "$T/instances/foo/trace_clock"
		define "-:$one"
		printf 0 >/tmp/case/group$n.go
		eq "$(release group$n)" '' "$one"
		like "$(release clock$n)" '*local*' "$one"
		all_readable >/tmp/case/after
		eq "$(diff /tmp/case/before /tmp/case/after)" '' "$one"
	done
	echo 1 >"$T/events/kprobes/enable"
	eq "$(cat "$T/events/kprobes/x/enable")" 1
	echo 0 >"$T/events/kprobes/enable"
	echo 0 >"$T/instances/foo/tracing_on"
	eq "$(cat "$T/instances/foo/tracing_on")" 0
	rmdir "$T/instances/foo"
}

# one that is deleted in all instances, one that an instance left behind
test_in_instances_that_come_and_go()
{
	define 'p:x kpe_target_ret x=%di:u64'
	for i in 1 2 3; do
		dir=$T/instances/kpe$i/events/kprobes/x
		mkdir "$T/instances/kpe$i"
		hold format$i "$dir/format"
		hold enable$i "$dir/filter"
		hold trigger$i "$dir/trigger" append
	done
	hold trigger4 "$T/instances/kpe2/events/kprobes/x/trigger"
	release enable2 >/dev/null
	rmdir "$T/instances/kpe2"
	define -:x
	churn kpe_target_ret
	for i in 1 2 3; do
		printf stacktrace >/tmp/case/trigger$i.go
		eq "$(release trigger$i)" ENODEV "trigger of instance $i"
		nothing "$(release format$i)" "format of instance $i"
	done
	nothing "$(release trigger4)" 'trigger of an instance that is gone'
	for i in 1 3; do
		nothing "$(release enable$i)" "filter of instance $i"
		rmdir "$T/instances/kpe$i"
	done
}
