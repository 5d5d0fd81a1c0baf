# description: one write takes effect as a whole or not at all
# live: yes
# seconds: 240

# the write of the lines fails, and nothing has changed
undone() # ERRNO LINE...
{
	local before errno=$1

	shift
	before=$(listing; profiles; ls "$T/events")
	eq "$(write_errno "$KPE/kprobe_events" "$(lines "$@")")" "$errno"
	eq "$(listing; profiles; ls "$T/events")" "$before"
}

# of the last entry in the kernel's error log
logged_line() { sed -n 's/^  Command: //p' "$TOP/error_log" | tail -n 1; }

# guest: there may be probes of others
test_good_lines_before_a_bad_one()
{
	undone EINVAL 'p:one vfs_read' 'p:two/two vfs_read' 'p:three no_such_function'
	eq "$(logged_line)" "$(ours 'p:three no_such_function')"
	listed
	not test -e "$(group_dir kprobes)"
	not test -e "$(group_dir two)"
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
}

# guest: it empties the error log
test_only_the_first_bad_line_is_logged()
{
	true >"$TOP/error_log"
	undone EINVAL 'p:one vfs_read' 'p:two vfs_read $bad' 'p:three no_such_function'
	eq "$(grep -c '^  Command: ' "$TOP/error_log")" 1
	eq "$(logged_line)" "$(ours 'p:two vfs_read $bad')"
}

# guest: it empties the error log
test_success_logs_nothing()
{
	true >"$TOP/error_log"
	define 'p:one vfs_read' '# text' '' -:one 'p:two vfs_read'
	eq "$(cat "$TOP/error_log")" ''
}

# one of each kind of place, over and over, and then what is wrong
# guest: there may be probes of others
test_last_of_2000_is_wrong()
{
	target_loaded
	seq 1999 | awk '{
		place = "vfs_read"
		if ($1 % 100 == 1)
			place = "kpe_target:kpe_target_re*"
		if ($1 % 100 == 2)
			place = "kpe_target_dup@*"
		if ($1 % 100 == 3)
			place = "kpe_later:.init.text+4"
		print "p:many_" $1 " " place
	}' >"$CASE"/lines
	define 'p:old vfs_read'
	{
		cat "$CASE"/lines
		echo 'p:bad kpe_target_rat'
	} >"$CASE"/bad
	eq "$(write_file "$CASE"/bad)" EINVAL
	eq "$(logged_line)" "$(ours 'p:bad kpe_target_rat')"
	like "$(hint)," 'did you mean kpe_target_ret,*'
	listed 'p:kprobes/old vfs_read'
	eq "$(ls "$(group_dir kprobes)")" "$(lines enable filter old)"
	eq "$(probed | wc -l)" 1
	sed 's/rat$/ret/' "$CASE"/bad >"$CASE"/good
	eq "$(write_file "$CASE"/good)" ''
	sed 's,:,&kprobes/,' "$CASE"/good >"$CASE"/wanted
	listing | sed 1d | cmp - "$CASE"/wanted
	eq "$(find "$(group_dir kprobes)" -name 'many_*' | wc -l)" 1999
	eq "$(hits bad)" 0
}

# guest: there may be probes of others
test_glob_in_a_write_that_fails()
{
	target_loaded
	undone EINVAL 'p:one vfs_read' 'p:io vfs_*' 'r:back kpe_target:kpe_target_*' 'p:dup kpe_target_dup@*' \
		'p:bad vfs_read %none'
	eq "$(logged_line)" "$(ours 'p:bad vfs_read %none')"
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	define 'p:io vfs_rea[d]'
	undone ENOENT 'p:io vfs_*' -:io 'p:io vfs_wr*' -:nobody
	undone EEXIST '-:io vfs_rea[d]' 'p:io vfs_*' 'p:io vfs_*'
	eq "$(probed | wc -l)" 1
	define -:io 'p:io vfs_rea?'
	listed 'p:kprobes/io vfs_rea?'
}

test_last_of_500_deletions_is_wrong()
{
	many vfs_read 499 >"$CASE"/lines
	eq "$(write_file "$CASE"/lines)" ''
	{
		seq 499 | sed 's/.*/-:many_&/'
		echo -:nobody
	} >"$CASE"/deletions
	eq "$(write_file "$CASE"/deletions)" ENOENT
	eq "$(logged_line)" "$(ours -:nobody)"
	many vfs_read 499 | sed 's,:,&kprobes/,' >"$CASE"/wanted
	listing | cmp - "$CASE"/wanted
	eq "$(find "$(group_dir kprobes)" -name 'many_*' | wc -l)" 499
	sed -i '$d' "$CASE"/deletions
	eq "$(write_file "$CASE"/deletions)" ''
	listed
}

test_replacement_that_fails()
{
	define 'p:x vfs_read'
	undone EINVAL -:x 'p:x no_such_function'
	undone EINVAL -:x 'p:x vfs_write' 'p:y no_such_function'
	define 'p:x vfs_write'
	listed 'p:kprobes/x vfs_read' 'p:kprobes/x vfs_write'
}

test_define_and_delete()
{
	define 'p:x vfs_read' 'p:grp/y vfs_read' -:x -:grp/y
	listed
	not test -e "$(group_dir kprobes)"
	not test -e "$(group_dir grp)"
	define 'p:x vfs_read' 'p:y vfs_read' -:x
	listed 'p:kprobes/y vfs_read'
	define 'p:z vfs_read' -:z 'p:z vfs_write'
	listed 'p:kprobes/y vfs_read' 'p:kprobes/z vfs_write'
	define -:z 'p:z vfs_read' -:z
	listed 'p:kprobes/y vfs_read'
}

test_deletion_before_its_definition()
{
	undone ENOENT -:x 'p:x vfs_read'
	eq "$(logged_line)" "$(ours -:x)"
}

test_deleting_twice()
{
	define 'p:x vfs_read'
	undone ENOENT -:x -:x
	define 'p:y vfs_read' 'p:y vfs_write'
	undone ENOENT '-:y vfs_read' '-:y vfs_read'
	undone ENOENT '-:y vfs_read' -:y -:y
}

# the later line is refused for what an earlier one of the same write made
test_lines_see_those_before_them()
{
	undone EEXIST 'p:x vfs_read' 'p:x vfs_read'
	undone EEXIST 'p:x vfs_read' 'r:x vfs_read'
	undone EEXIST 'p:x vfs_read a=%ax' 'p:x vfs_write b=%ax'
	define 'p:x vfs_read a=%ax' 'p:x vfs_write a=%bx'
	listed 'p:kprobes/x vfs_read a=%ax' 'p:kprobes/x vfs_write a=%bx'
	# what goes in this write is no obstacle any more
	define '-:x vfs_read' 'p:x vfs_read a=%cx'
	listed 'p:kprobes/x vfs_write a=%bx' 'p:kprobes/x vfs_read a=%cx'
}

test_list_is_in_order_of_definition()
{
	define 'p:c vfs_read' 'p:a vfs_read' 'p:b vfs_read'
	define 'p:d vfs_read' 'p:a vfs_write'
	listed 'p:kprobes/c vfs_read' 'p:kprobes/a vfs_read' 'p:kprobes/b vfs_read' \
		'p:kprobes/d vfs_read' 'p:kprobes/a vfs_write'
	define -:c 'p:c vfs_read' '-:a vfs_read'
	listed 'p:kprobes/b vfs_read' 'p:kprobes/d vfs_read' 'p:kprobes/a vfs_write' \
		'p:kprobes/c vfs_read'
	eq "$(profiles | awk '{ print $1 }')" "$(lines b d a c)"
}

test_probe_added_to_an_enabled_event_is_armed()
{
	target_loaded
	define 'p:x kpe_target_ret n=$arg1'
	on x
	target ret 2
	define 'p:x kpe_target_recurse n=$arg1'
	target recurse 1
	target ret 1
	eq "$(values x)" "$(lines n=0x1 n=0x2 n=0x3 n=0x2 n=0x1 n=0x0 n=0x1)"
	eq "$(hits x)" "$(lines 3 4)"
	off x
	target recurse 1
	target ret 1
	eq "$(hits x)" "$(lines 3 4)"
}

test_probe_added_to_what_perf_counts_is_armed()
{
	target_loaded
	define 'p:x kpe_target_ret'
	cat >"$CASE"/in_perf <<-EOF
	echo '$(ours 'p:x kpe_target_recurse')' >>$KPE/kprobe_events
	echo ret 2 >$RUN
	echo recurse 1 >$RUN
	EOF
	eq "$(client perf count "$(event_id x)" -- sh "$CASE"/in_perf)" 6
	eq "$(hits x)" "$(lines 2 4)"
}

# guest: there may be probes of others
test_addition_to_an_enabled_event_that_fails()
{
	target_loaded
	define 'p:x kpe_target_ret'
	on x
	undone EINVAL 'p:x kpe_target_recurse' 'p:y no_such_function'
	target ret 2
	target recurse 1
	eq "$(hits x)" 2
	eq "$(records x | wc -l)" 2
	# two points, one of them the event's
	eq "$(probed | wc -l)" 1
}

test_busy_deletion_among_other_lines()
{
	target_loaded
	define 'p:busy kpe_target_ret' 'p:idle vfs_read'
	on busy
	undone EBUSY 'p:new vfs_read' -:idle -:busy 'p:newer vfs_read'
	eq "$(logged_line)" "$(ours -:busy)"
	undone EBUSY -:busy 'p:idle vfs_write'
	listed 'p:kprobes/busy kpe_target_ret' 'p:kprobes/idle vfs_read'
	on idle
	off idle
	target ret 2
	eq "$(hits busy)" 2
}

# each write is one of its own, even through one open file
# guest: the parts are of another length
test_parts_of_a_definition_in_two_writes()
{
	eq "$(ours 'p:one vfs_read' 'p:two vfs_read' |
		client split "$KPE/kprobe_events" 15 append)" ''
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read'
	eq "$(printf 'p:three vfs_read\n' | client split "$KPE/kprobe_events" 7 append || :)" EINVAL
	listed 'p:kprobes/one vfs_read' 'p:kprobes/two vfs_read'
}

# nothing of a refused write stays in memory or in the kernel
# guest: there may be probes of others
test_refused_over_and_over()
{
	many vfs_read 50 | sed 's/$/ a=+0(%di):string/' >"$CASE"/lines
	echo 'p:bad vfs_read %none' >>"$CASE"/lines
	for round in $(seq 20); do
		eq "$(write_file "$CASE"/lines)" EINVAL "round $round"
	done
	listed
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	not test -e "$(group_dir kprobes)"
}
