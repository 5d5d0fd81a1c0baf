# description: trace-cmd and its libraries as Debian's next release has them
# kernels: 6.1-cloud
# seconds: 360
# shellcheck source=common
. /kpe/tests/common

trace_cmd() { newest /newest/usr/bin/trace-cmd "$@"; }

# unlike that up to 1.8.1, which writes to dynamic_events
test_create_and_destroy()
{
	target_loaded
	front_on
	does newest /kpe/libs create mine x kpe_target_ret 'x=%di:u64'
	listed 'p:mine/x kpe_target_ret x=%di:u64'
	not newest /kpe/libs create mine y kpe_target_no x=%di:u64
	does newest /kpe/libs destroy mine x kpe_target_ret 'x=%di:u64'
	listed
	front_off
}

# It finds nothing to delete, whatever its library could.
test_reset()
{
	front_on
	define 'p:x vfs_read'
	on x
	does trace_cmd reset
	front_off
	eq "$(cat "$(event_dir x)/enable")" 0
	listed 'p:kprobes/x vfs_read'
}

test_record_and_report()
{
	target_loaded
	front_on
	define 'p:x kpe_target_ret c=\65:char x=%di:u64 s=\"text"' 'r:back kpe_target_ret got=$retval:u64'
	does trace_cmd record -o /tmp/case/dat -e kprobes:x -f 'x > 2' -e kprobes:back \
		sh -c "echo ret 5 >$RUN"
	does trace_cmd report -i /tmp/case/dat
	# this one knows %c
	eq "$(said " x: +\([0-9a-f]+\) c='A' x=[345] s=\"text\"$")" 3
	eq "$(said ' back: .*<-.* got=100[1-5]$')" 5
	does trace_cmd stat
	eq "$(said 'p:kprobes/x kpe_target_ret ')" 1
	front_off
}
