# description: what is in the trace when events go
# means: each

# each test begins with it
target_loaded

# before the ids are used up: a kernel that has none left gives x's to y
test_the_module_goes_and_comes_back()
{
	define 'p:x kpe_target_ret x=%di:u64 s=\"text"' 'r:back kpe_target_ret got=$retval'
	while_on 'x back' target ret 2
	define -:x -:back
	unload
	not grep -q ' x: ' "$T"/trace
	load
	define 'p:y kpe_target_ret y=%di:u64'
	eq "$(records y)" ''
}

test_other_events_records_stay()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:y kpe_target_args8 y=%di:u64'
	on x y syscalls/sys_enter_getpgid
	target ret 2
	target args8 3
	client call 121 0
	off x y syscalls/sys_enter_getpgid
	define -:x
	eq "$(values y)" "$(lines y=11 y=11 y=11)"
	eq "$(grep -c 'sys_getpgid(' "$T"/trace)" 1
	define -:y
	eq "$(grep -c 'sys_getpgid(' "$T"/trace)" 1
}

# Old records may show as anything but a new event's.
test_records_of_a_deleted_event()
{
	define 'p:x kpe_target_ret x=%di:u64'
	while_on x target ret 3
	define -:x 'p:new kpe_target_args8 n=%di:u64 s=+0(%di):string b=+0(%sp):u8[8]'
	eq "$(records new)" ''
	while_on new target args8
	eq "$(records new | wc -l)" 1
	like "$(values new)" 'n=11 s=(fault) b={*'
	not grep -q ' x: ' "$T"/trace
}

# Once all ids have been given out, the kernel takes those that are free again.
test_records_when_ids_are_used_again()
{
	target ids 65536
	define 'p:x kpe_target_ret x=%di:u64' 'p:y kpe_target_ret y=%di:u64'
	id=$(event_id x)
	while_on 'x y' target ret 3
	define -:x 'p:new kpe_target_args8 n=%di:u64 s=+0(%sp):string'
	eq "$(records new)" ''
	eq "$(values y)" "$(lines y=1 y=2 y=3)"
	not test "$(event_id new)" = "$id"
	while_on new target args8
	eq "$(records new | wc -l)" 1
}

# Ids must not be used up by events that come and go.
test_ids_come_back()
{
	target ids 65536
	for i in 1 2 3 4 5 6 7 8 9 10; do
		define "p:x kpe_target_ret x$i=%di:u64"
		while_on x target ret
		n=$(event_id x)
		define -:x
		true >"$T/trace"
	done
	[ "$n" -lt 20000 ] || fail "the id has become $n"
	ok
}

test_stale_raw_records()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:y kpe_target_ret y=%di:u64'
	id=$(event_id x)
	on x y
	taskset 1 sh -c "echo ret 2 >$RUN"
	off x y
	define -:x 'p:new kpe_target_ret n=%di:u64'
	not test "$(event_id new)" = "$id"
	eq "$(client raw "$T"/per_cpu/cpu0 "$(event_id y)")" 2
	eq "$(client raw "$T"/per_cpu/cpu0 "$(event_id new)")" 0
}

test_stale_records_through_a_pipe()
{
	define 'p:x kpe_target_ret x=%di:u64'
	while_on x target ret 3
	define -:x
	echo end >"$T"/trace_marker
	timeout 10 grep -m 1 'tracing_mark_write: end' "$T"/trace_pipe >/tmp/case/end
	eq "$(wc -l </tmp/case/end)" 1
}

# Readers that are on their way while the events come and go.
test_readers_of_a_trace_whose_events_go()
{
	echo go >/tmp/case/reading
	while [ -f /tmp/case/reading ]; do
		cat "$T"/trace
	done >/tmp/case/read &
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		define "p:gen kpe_target_ret v$i=%di:u64 s=\\\"text$i\""
		while_on gen target ret 20
		define -:gen
	done
	rm /tmp/case/reading
	wait $!
	sed -n 's/^[^#].* gen: (kpe_target_ret+0x0[^)]*) //p' /tmp/case/read >/tmp/case/gen
	eq "$(grep -c ' gen: ' /tmp/case/read)" "$(wc -l </tmp/case/gen)"
	# whatever was seen of a generation was its own
	eq "$(grep -vc '^v\([0-9]*\)=[0-9]* s="text\1"$' /tmp/case/gen)" 0
}

# The kernel wipes a buffer when a module goes and one of its events was used.
test_no_module_that_goes_takes_records_along()
{
	define 'p:x kpe_target_ret x=%di:u64'
	on x syscalls/sys_enter_getpgid
	target ret
	client call 121 0
	off x syscalls/sys_enter_getpgid
	define -:x
	target_unloaded
	eq "$(grep -c 'sys_getpgid(' "$T"/trace)" 1
}

test_records_in_an_instance()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:y kpe_target_args8 y=%di:u64'
	mkdir "$T"/instances/kpe
	echo 1 >"$T"/instances/kpe/events/kprobes/enable
	target ret 2
	target args8
	echo 0 >"$T"/instances/kpe/events/kprobes/enable
	define -:x 'p:new kpe_target_ret n=%di:u64'
	eq "$(grep -c ' y: .* y=11$' "$T"/instances/kpe/trace)" 1
	not grep -q ' new: ' "$T"/instances/kpe/trace
}
