# description: trace-cmd, as Debian has it
# seconds: 360
# shellcheck source=common
. /kpe/tests/common

# A command that ends at once may end before trace-cmd has opened its files.

test_record_and_report()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64 s=\"text"' 'r:back kpe_target_ret got=$retval:u64'
	does trace-cmd record -o /tmp/case/dat -e kprobes:x -f 'x > 2' -e kprobes:back \
		sh -c "sleep 1; echo ret 5 >$RUN"
	does trace-cmd report -i /tmp/case/dat
	eq "$(said ' x: +\([0-9a-f]+\) x=[345] s="text"$')" 3
	eq "$(said ' x: ')" 3
	eq "$(said ' back: .*<-.* got=100[1-5]$')" 5
}

# The library up to 1.7.2 does not know %c, which mainline's formats have for characters:
# arguments behind one are shown as the one before.
test_numbers_behind_a_character()
{
	target_loaded
	define 'p:behind kpe_target_ret c=\65:char x=%di:u64' 'p:last kpe_target_ret x=%di:u64 c=\65:char'
	does trace-cmd record -o /tmp/case/dat -e kprobes:behind -e kprobes:last \
		sh -c "sleep 1; echo ret 3 >$RUN"
	does trace-cmd report -i /tmp/case/dat
	eq "$(said " behind: .* c='>c<' x=65$")" 3
	eq "$(said ' last: .* x=[123] ')" 3
	# a field by its name is the right one
	on behind
	target ret 3
	does /kpe/libs read kprobes behind x
	eq "$(cat /tmp/case/out)" "$(lines 1 2 3)"
}

test_stat()
{
	target_loaded
	front_on
	define 'p:x kpe_target_ret x=%di:u64'
	on x
	does trace-cmd stat
	eq "$(said 'p:kprobes/x kpe_target_ret x=%di:u64')" 1
	front_off
}

# It goes through the list in dynamic_events, which is the kernel's, if there is one.
test_reset()
{
	front_on
	define 'p:x vfs_read' 'r:y vfs_read'
	on x
	does trace-cmd reset
	eq "$(cat "$(event_dir x)/enable" 2>/dev/null || echo gone)" \
		"$([ -f "$T/dynamic_events" ] && echo 0 || echo gone)"
	lay_over_dynamic_events
	does trace-cmd reset
	uncover_dynamic_events
	front_off
	listed
}
