# description: tools/kprobe-events-own: definitions that end with an unmodified client

own() { /kpe/tools/kprobe-events-own "$@"; }

# each test begins with it
target_loaded
define 'p:stays kpe_target_ret'

test_ends_with_the_client()
{
	status=0
	own sh -c "echo 'p:x kpe_target_ret' >>$KPE/kprobe_events
		echo 'r:mine/y kpe_target_ret' >>$KPE/kprobe_events
		echo 1 >$T/events/kprobes/x/enable
		! [ -f $T/events/mine/y/hist ] || echo 'hist:keys=common_pid' >$T/events/mine/y/trigger
		grep -c : $KPE/kprobe_events; cat; exit 7" >"$CASE"/out <<-END || status=$?
		its input
	END
	# one of them is the tool's
	eq "$status $(cat "$CASE"/out)" "7 $(lines 4 'its input')"
	listed 'p:kprobes/stays kpe_target_ret'
}

test_killed()
{
	own sh -c "echo 'p:x kpe_target_ret' >>$KPE/kprobe_events; kill -9 \$\$" && fail 'exit status 0'
	listed 'p:kprobes/stays kpe_target_ret'
	# with the tool itself; a job of the client's still runs
	own sh -c "echo 'p:x kpe_target_ret' >>$KPE/kprobe_events
		sleep 1000 & echo \$! >$CASE/sleeps; kill -9 \$PPID; : >$CASE/ready; wait" &
	wait_for 20 test -f "$CASE"/ready
	listed 'p:kprobes/stays kpe_target_ret' 'p:kprobe_events_own/running vfs_read' \
		'p:kprobes/x kpe_target_ret'
	kill -9 "$(cat "$CASE"/sleeps)"
	wait_for 20 test ! -d "$T/events/kprobe_events_own"
	listed 'p:kprobes/stays kpe_target_ret'
}

test_one_at_a_time()
{
	not own sh -c "/kpe/tools/kprobe-events-own true 2>$CASE/err"
	like "$(cat "$CASE"/err)" 'kprobe-events-own: another one is running*'
	own true
	ok
}
