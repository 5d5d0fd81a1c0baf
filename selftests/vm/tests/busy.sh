# description: what is in use cannot be deleted, by no means, and stays whole

# Whatever way is tried to delete "x", which has a lone sibling in its group and
# a bystander outside, nothing changes.
two_and_one()
{
	target_loaded
	define 'p:kpe_grp/x kpe_target_ret x=%di:u64' 'p:kpe_grp/idle kpe_target_bad' \
		'p:by kpe_target_object'
}

# the event and its user, as the error has them; its text has brackets of its own
user() { hint | sed 's/.*(//'; }

stays_busy() # USER
{
	refused '-:^x' EBUSY \
		'The event is in use (enabled, opened by perf, or referenced by a trigger)'
	eq "$(user)" "kpe_grp/x: $1"
	refused '-:^kpe_grp/x' EBUSY
	refused '-:^kpe_grp/' EBUSY
	refused '-:^kpe_grp/x kpe_target_ret x=%di:u64' EBUSY
	refused "$(lines -:by -:kpe_grp/idle -:x)" EBUSY
	refused "$(lines -:x -:by)" EBUSY
	refused "$(lines 'p:new vfs_read' -:x)" EBUSY
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" EBUSY
	eq "$(write_errno "$KPE/kprobe_events" 'p:new vfs_read' trunc)" EBUSY
	eq "$(user)" "kpe_grp/x: $1"
	listed 'p:kpe_grp/x kpe_target_ret x=%di:u64' 'p:kpe_grp/idle kpe_target_bad' \
		'p:kprobes/by kpe_target_object'
	[ -d "$T"/events/kpe_grp/idle ] || fail 'a sibling is gone'
	not rmmod kprobe_events
}

is_free()
{
	define -:kpe_grp/x
	listed 'p:kpe_grp/idle kpe_target_bad' 'p:kprobes/by kpe_target_object'
	truncate_file "$KPE/kprobe_events"
	listed
}

# its records in the trace
still_records()
{
	local before

	before=$(grep -c ' x: (' "$T/trace") || :
	target ret 2
	eq "$(grep -c ' x: (' "$T/trace")" $((before + 2)) 'records that came on top'
}

test_enabled()
{
	two_and_one
	on kpe_grp/x
	stays_busy 'enabled in 1 instance'
	still_records
	off kpe_grp/x
	is_free
}

test_enabled_in_two_places()
{
	two_and_one
	mkdir "$T"/instances/kpe
	echo 1 >"$T"/instances/kpe/events/kpe_grp/x/enable
	on kpe_grp/x
	refused '-:^kpe_grp/x' EBUSY
	eq "$(user)" 'kpe_grp/x: enabled in 2 instances'
	off kpe_grp/x
	stays_busy 'enabled in 1 instance'
	# as errors.rst says where
	eq "$(cd "$T" && grep -l 1 events/kpe_grp/x/enable instances/*/events/kpe_grp/x/enable)" \
		instances/kpe/events/kpe_grp/x/enable
	rmdir "$T"/instances/kpe
	is_free
}

test_perf()
{
	two_and_one
	mkfifo /tmp/case/go
	client perf count "$(event_id kpe_grp/x)" -- cat /tmp/case/go >/tmp/case/counted &
	exec 9>/tmp/case/go
	: cat has opened it, so perf is counting
	stays_busy 'opened by perf'
	on kpe_grp/x
	stays_busy 'enabled in 1 instance, opened by perf'
	off kpe_grp/x
	target ret 3
	exec 9>&-
	wait $!
	eq "$(cat /tmp/case/counted)" 3
	is_free
}

test_triggers()
{
	two_and_one
	hist=
	! config HIST_TRIGGERS || hist=hist:keys=x
	# shellcheck disable=SC2086 # a word, or none
	for trigger in stacktrace 'stacktrace if x == 5' $hist traceon:3 \
			enable_event:kpe_grp:idle disable_event:kpe_grp:idle; do
		echo "$trigger" >>"$T"/events/kpe_grp/x/trigger
		stays_busy 'triggers in 1 instance'
		on kpe_grp/x
		refused '-:^kpe_grp/x' EBUSY
		eq "$(user)" 'kpe_grp/x: enabled in 1 instance, triggers in 1 instance'
		still_records
		off kpe_grp/x
		refused '-:^kpe_grp/x' EBUSY
		echo "!$trigger" >>"$T"/events/kpe_grp/x/trigger
	done
	is_free
}

# whatever refers to it in another way: here the trigger of a second event turns it on
test_turned_on_by_another()
{
	two_and_one
	echo 'enable_event:kpe_grp:x' >>"$T"/events/kprobes/by/trigger
	refused '-:^kpe_grp/x' EBUSY
	eq "$(user)" 'kpe_grp/x: a trigger, an eprobe or a synthetic event refers to it'
	refused '-:^by' EBUSY
	eq "$(user)" 'kprobes/by: triggers in 1 instance'
	echo '!enable_event:kpe_grp:x' >>"$T"/events/kprobes/by/trigger
	is_free
}

several()
{
	target_loaded
	define 'p:m kpe_target_ret v=%di:u64' 'p:m kpe_target_args8 v=%si:u64' \
		'p:m kpe_target_str v=\5:u64'
	on m
}

test_several_probes_deleted_in_part()
{
	several
	refused '-:^m kpe_target_args8' EBUSY
	refused '-:^m kpe_target_args8 v=%si:u64' EBUSY
	refused "$(lines '-:m kpe_target_ret' '-:m kpe_target_args8' '-:m kpe_target_str')" EBUSY
	target ret
	target args8
	target str
	eq "$(values m)" "$(lines v=1 v=22 v=5)"
	off m
	define '-:m kpe_target_args8'
	listed 'p:kprobes/m kpe_target_ret v=%di:u64' 'p:kprobes/m kpe_target_str v=\5:u64'
	on m
	true >"$T"/trace
	target ret
	target args8
	target str
	off m
	eq "$(values m)" "$(lines v=1 v=5)"
}

test_delete_and_define_again_in_one_write()
{
	two_and_one
	on kpe_grp/x
	refused "$(lines -:kpe_grp/x 'p:kpe_grp/x kpe_target_ret x=%di:u64')" EBUSY
	still_records
	off kpe_grp/x
	define -:kpe_grp/x 'p:kpe_grp/x kpe_target_ret y=%di:u64'
	while_on kpe_grp/x target ret
	like "$(values x)" '*y=1'
}
