# description: libtracefs, libtraceevent and KernelShark's library
# seconds: 240
# shellcheck source=common
. /kpe/tests/common

test_create_and_destroy()
{
	target_loaded
	lay_over_dynamic_events
	does /kpe/libs create mine x kpe_target_ret 'x=%di:u64'
	listed 'p:mine/x kpe_target_ret x=%di:u64'
	not /kpe/libs create mine y kpe_target_no x=%di:u64
	does /kpe/libs destroy mine x kpe_target_ret 'x=%di:u64'
	listed
	uncover_dynamic_events
}

test_values_by_libtraceevent()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64 low=%di:u8' 'r:back kpe_target_ret got=$retval:u32'
	on x back
	target ret 3
	does /kpe/libs read kprobes x x
	eq "$(cat /tmp/case/out)" "$(lines 1 2 3)"
	# what is read is gone
	target ret 3
	does /kpe/libs read kprobes back got
	eq "$(cat /tmp/case/out)" "$(lines 1001 1002 1003)"
}

# It stops at the field, whoever traces: those before it are found, and none behind it.
test_an_array_of_strings()
{
	target_loaded
	define 'p:last kpe_target_ret x=%di:u64 rows=+0(%sp):string[2]' \
		'p:first kpe_target_ret rows=+0(%sp):string[2] x=%di:u64'
	on last first
	target ret 3
	off last first
	does /kpe/libs read kprobes last x
	eq "$(cat /tmp/case/out)" "$(lines 1 2 3)"
	on first
	target ret 3
	not /kpe/libs read kprobes first x
}

test_kernelshark_loads_it()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64 s=\"text"'
	# trace-cmd fails if the command ends before it has made its files
	does trace-cmd record -o /tmp/case/x.dat -e kprobes:x sh -c "sleep 1; echo ret 3 >$RUN"
	does /kpe/libs load /tmp/case/x.dat
	eq "$(said '^kprobes/x \([0-9a-f]+\) x=[123] s="text"$')" 3
}
