# description: faults of a test that its guest must notice
# seconds: 3
#
# no_check: the test made no check
# early_exit: did not reach its end \(exit status 0\)
# silent_command: did not reach its end \(exit status 1\)
# left_of_a_pipe: did not reach its end \(exit status 1\)
# in_a_subshell: got: +one
# accepted: errno of .*wanted: EINVAL
# wrong_text: wanted: trace_kprobe: error: Nonsense
# wrong_caret: wanted: trace_kprobe: error: Invalid register name
# own_files: echo from the output.*got: +one
# open_instance: did not reach its end
# lost_file: was: +/none 100444 text +is now: gone
# unreadable_file: was: +/set_event [0-9]+ text +is now: /set_event [0-9]+ empty
# hang: sleep 1000.*nanosleep.*took longer than
# complaint: the kernel complained
# race: the kernel complained
# overload: the kernel complained
# stack_without_a_reason: the kernel complained

test_no_check() { :; }

test_early_exit()
{
	ok
	exit 0
}

test_silent_command()
{
	ok
	false
	ok
}

test_left_of_a_pipe()
{
	ok
	false | cat
	ok
}

test_in_a_subshell()
{
	printf '%s\n' "$(eq one two)"
	ok
}

test_accepted()
{
	refused 'p ^vfs_read' EINVAL 'Nonsense'
}

test_wrong_text()
{
	refused 'p vfs_read ^%none_reg' EINVAL 'Nonsense'
}

test_wrong_caret()
{
	refused 'p vfs_read %^none_reg' EINVAL 'Invalid register name'
}

test_lost_file()
{
	{ client files "$T"; echo '/none 100444 text'; } >/tmp/case/files
	client files "$T" - </tmp/case/files
	ok
}

test_unreadable_file()
{
	client files "$T" | sed 's,^\(/set_event [0-9]*\) empty,\1 text,' >/tmp/case/files
	client files "$T" - </tmp/case/files
	ok
}

# What it calls its files does not matter.
test_own_files()
{
	echo from the output
	for each in log dmesg; do
		: >"$CASE/$each"
	done
	eq one two
}

test_open_instance()
{
	ok
	mkdir "$T/instances/held"
	hold pipe "$T/instances/held/trace_pipe"
}

test_hang()
{
	ok
	sleep 1000
}

test_complaint()
{
	ok
	echo 'WARNING: not a real one' >/dev/kmsg
}

# of the module, between two that are not
test_race()
{
	ok
	for frame in '' ' [kprobe_events]' ''; do
		echo '==================================================================' >/dev/kmsg
		echo 'BUG: KCSAN: data-race in one / other' >/dev/kmsg
		echo " one+0x1/0x2$frame" >/dev/kmsg
		echo '==================================================================' >/dev/kmsg
	done
}

test_stack_without_a_reason()
{
	ok
	echo 'kprobe_events tests: allocations may fail' >/dev/kmsg
	echo 'Call Trace:' >/dev/kmsg
}

# An event of a test takes too much of a CPU: max_hit_share is for accidents.
test_overload()
{
	ok
	echo "kprobe_events: kprobes/x is disabled: its hits took 80% of a CPU's time (max_hit_share is 75)" >/dev/kmsg
}
