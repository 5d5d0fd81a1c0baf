# description: kprobe_status: what each point is doing
# means: each
# live: yes

# each test begins with it
target_loaded

# hits, recorded, filtered, dropped, faults, missed at entry, missed nested
counts() { status_of "$1" 7 8 9 10 11 12 13; }

# guest: there may be events of others
test_head()
{
	eq "$(head -n 1 "$KPE/kprobe_status" | tr -s ' ')" '# event state means place module owner hits recorded filtered dropped faults missed_entry missed_nested limited unwatched triggers_only copies'
	eq "$(sed -n 2p "$KPE/kprobe_status")" "# _text is at $(address _text)"
	# and one on what is not known
	if config KALLSYMS_ALL; then
		eq "$(wc -l <"$KPE/kprobe_status")" 2
	else
		eq "$(wc -l <"$KPE/kprobe_status")" 3
	fi
	eq "$(stat -c '%a %u %g' "$KPE/kprobe_status")" '440 0 0'
}

test_states()
{
	target_unloaded
	define 'p:x kpe_target:kpe_target_ret' 'p:i kpe_target:kpe_target_at_init' 'p:k vfs_read'
	eq "$(status_of x 1 2 3 4 5 6)" 'kprobes/x pending - kpe_target:kpe_target_ret kpe_target -'
	eq "$(status_of k 2 4 5)" 'disabled vfs_read+0x0 vmlinux'
	on x i
	eq "$(status_of x 2)" pending
	target_loaded
	eq "$(status_of x 2 4 5)" 'armed kpe_target_ret+0x0 kpe_target'
	eq "$(status_of i 2 4 5)" 'gone kpe_target_at_init+0x0 kpe_target'
	eq "$(status_of i 7)" 1
	off x
	eq "$(status_of x 2)" disabled
	target_unloaded
	eq "$(status_of x 2 3 4 5)" 'gone - kpe_target_ret+0x0 kpe_target'
}

is_optimized() { [ "$(status_of mid 3)" = optimized ]; }

# a place that can be optimized is, after a while
# guest: it turns optimization off
test_optimized()
{
	can_optimize || { ok; return; }
	optimization 1
	read -r off _ </sys/module/kpe_target/parameters/steps
	define "p:mid kpe_target_steps+$off"
	on mid
	wait_for 10 is_optimized
	target steps 3
	eq "$(status_of mid 2 3 7)" 'armed optimized 3'
	optimization 0
	eq "$(status_of mid 3)" int3
	optimization 1
}

test_hits_and_records()
{
	define 'p:x kpe_target_ret x=%di:u64'
	eq "$(counts x)" '0 0 0 0 0 0 0'
	on x
	target ret 5
	eq "$(counts x)" '5 5 0 0 0 0 0'
	mkdir "$(instance one)"
	echo 1 >"$(in_instance one event_dir x)/enable"
	target ret 2
	eq "$(counts x)" '7 9 0 0 0 0 0' 'a record in each of two buffers'
	off x
	rmdir "$(instance one)"
	eq "$(hits x)" 7
}

test_filtered()
{
	define 'p:x kpe_target_ret x=%di:u64'
	echo 'x > 3' >"$(event_dir x)/filter"
	on x
	target ret 5
	eq "$(counts x)" '5 2 3 0 0 0 0'
	eq "$(values x)" "$(lines x=4 x=5)"
	echo 0 >"$(event_dir x)/filter"
	target ret 1
	eq "$(counts x)" '6 3 3 0 0 0 0'
}

# a full buffer that is not to be overwritten takes nothing more
# guest: it changes the size of a buffer
test_dropped()
{
	define 'p:x kpe_target_ret x=+0(%sp):u64[8]'
	echo 0 >"$T/options/overwrite"
	echo 8 >"$T/buffer_size_kb"
	while_on x target ret 5000
	n=$(grep -c ' x: ' "$T/trace")
	recorded=$(status_of x 8)
	dropped=$(status_of x 10)
	echo 1 >"$T/options/overwrite"
	echo 1408 >"$T/buffer_size_kb"
	eq "$recorded" "$n"
	eq "$((recorded + dropped)) $(status_of x 7)" '5000 5000'
	not test "$dropped" = 0
}

test_faults()
{
	define 'p:x kpe_target_bad null=+0(%di):u64 text=+0(%si):string pid=$comm'
	on x
	target bad 3
	eq "$(counts x)" '3 3 0 0 6 0 0'
}

test_missed_at_entry()
{
	define 'r2:out kpe_target_recurse'
	while_on out target recurse
	eq "$(counts out)" '2 2 0 0 0 2 0'
	eq "$(missed out)" 2
}

# what became of hits: hits, recorded, filtered, dropped, limited, unwatched, triggers only, copies
outcomes() { status_of "$1" 7 8 9 10 14 15 16 17; }

# only a task that has ended is traced
trace_nobody() { sh -c "echo \$\$ >$T/set_event_pid"; }

test_other_tasks()
{
	define 'p:x kpe_target_ret x=%di:u64' 'r:back kpe_target_ret'
	on x back
	trace_nobody
	target ret 7
	eq "$(outcomes x)" '7 0 0 0 0 7 0 0'
	eq "$(outcomes back)" '7 0 0 0 0 7 0 0'
	true >"$T"/set_event_pid
	target ret 2
	eq "$(outcomes x)" '9 2 0 0 0 7 0 0'
	echo 'x > 1' >"$(event_dir x)/filter"
	trace_nobody
	target ret 3
	true >"$T"/set_event_pid
	target ret 3
	off x back
	eq "$(outcomes x)" '15 4 1 0 0 10 0 0'
}

# A trigger with a condition sees records, and none of other tasks.
test_other_tasks_and_a_trigger()
{
	define 'p:x kpe_target_ret x=%di:u64'
	trigger x 'traceoff if x == 3'
	on x
	trace_nobody
	target ret 7
	eq "$(outcomes x) $(cat "$T/tracing_on")" '7 0 0 0 0 7 0 0 1'
	true >"$T"/set_event_pid
	target ret 2
	eq "$(outcomes x)" '9 2 0 0 0 7 0 0'
	off x
	target ret 2
	eq "$(outcomes x)" '11 2 0 0 0 7 2 0' 'the trigger alone wants a record'
	trigger x '!traceoff if x == 3'
}

# in one more buffer each hit has one more outcome
test_other_tasks_of_an_instance()
{
	define 'p:x kpe_target_ret x=%di:u64' 'p:y kpe_target_ret $every=2'
	mkdir "$(instance one)"
	on x y
	echo 1 >"$(in_instance one event_dir x)/enable"
	echo 1 >"$(in_instance one event_dir y)/enable"
	echo 'x > 3' >"$(in_instance one event_dir x)/filter"
	trace_nobody
	target ret 4
	eq "$(outcomes x)" '4 1 3 0 0 4 0 4'
	eq "$(outcomes y)" '4 2 0 0 2 2 0 2'
	true >"$T"/set_event_pid
	off x y
	rmdir "$(instance one)"
}

# a counter of perf for a task, which is another one
test_other_tasks_of_perf()
{
	define 'p:x kpe_target_ret x=%di:u64'
	mkfifo "$CASE"/go
	client perf count "$(event_id x)" task -- sh -c "read -r _ <$CASE/go; echo ret 2 >$RUN" >"$CASE"/counted &
	wait_for 10 is_armed x
	target ret 5
	eq "$(outcomes x)" '5 0 0 0 0 5 0 0'
	echo >"$CASE"/go
	ended $!
	eq "$(cat "$CASE"/counted) $(outcomes x)" '2 7 2 0 0 0 5 0 0'
}

is_armed() { [ "$(status_of "$1" 2)" = armed ]; } # a condition

# what reads memory for one probe is hit by the next
test_missed_nested()
{
	define 'p:outer kpe_target_object x=+u8(%di):u64' 'p:inner copy_from_user_nofault'
	while_on 'outer inner' target object 3
	eq "$(status_of outer 7 13)" '3 0'
	not test "$(status_of inner 13)" -lt 3
	eq "$(status_of inner 13)" "$(missed inner)"
}

test_counts_stay_when_the_module_goes()
{
	define 'p:x kpe_target:kpe_target_ret x=%di:u64' 'r1:y kpe_target:kpe_target_recurse'
	on x y
	target ret 2
	target recurse
	target_unloaded
	eq "$(counts x)" '2 2 0 0 0 0 0'
	eq "$(counts y)" '1 1 0 0 0 3 0'
	target ret 1
	eq "$(counts x)" '3 3 0 0 0 0 0'
}

# guest: there may be events of others
test_read_in_small_pieces()
{
	define "$(many vfs_read 200)"
	searched
	eq "$(grep -vc '^#' "$KPE/kprobe_status")" 200
	eq "$(dd if="$KPE/kprobe_status" bs=100 2>/dev/null | cksum)" \
		"$(cksum <"$KPE/kprobe_status")"
}
