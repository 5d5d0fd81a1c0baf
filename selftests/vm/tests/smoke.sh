# description: one look at each side of the module, and at what lib.sh offers
# means: each

test_define_and_hit()
{
	target_loaded
	define 'p:enter kpe_target_args8 a=%di b=%si' 'r:leave kpe_target_args8 got=$retval:u64'
	like "$(listing)" "$(lines \
		'p:kprobes/enter kpe_target_args8 a=%di b=%si' \
		'r*:kprobes/leave kpe_target_args8 got=$retval:u64')"
	while_on 'enter leave' target args8 3
	eq "$(hits enter)" 3
	eq "$(missed enter)" 0
	eq "$(values enter)" "$(lines 'a=0xb b=0x16' 'a=0xb b=0x16' 'a=0xb b=0x16')"
	eq "$(values leave)" "$(lines got=396 got=396 got=396)"
	like "$(records enter)" '(kpe_target_args8+0x0/0x* \[kpe_target\]) *'
}

test_refusal()
{
	refused 'p vfs_read ^$none_var' EINVAL 'Invalid $-variable specified'
	refused 'p vfs_read a1=%ax ^%none_reg' EINVAL 'Invalid register name'
	refused 'p:foo/^bar.1 vfs_read' EINVAL \
		'Event name must follow the same rules as C identifiers'
}

test_busy_while_enabled()
{
	define 'p:busy vfs_read'
	on busy
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" EBUSY
	off busy
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" ''
	listed
}

test_user_string()
{
	target_loaded
	define 'p:str kpe_target_str kernel=+0(%di):string user=+0(%si):ustring'
	on str
	client ustr "$RUN" 'from user space' 'str 1 %#lx'
	target str
	off str
	# two processors have two clocks
	eq "$(values str | sort)" "$(lines \
		'kernel="kernel text" user="from user space"' \
		'kernel="kernel text" user=(fault)')"
}

test_perf()
{
	target_loaded
	define 'p:ret kpe_target_ret x=%di:u64'
	eq "$(client perf count "$(event_id ret)" -- sh -c "echo ret 5 >$RUN")" 5
	eq "$(client perf count "$(event_id ret)" filter 'x > 3' -- sh -c "echo ret 5 >$RUN")" 2
	client perf sample "$(event_id ret)" -- sh -c "echo ret 2 >$RUN" >"$CASE"/samples
	eq "$(sed -n '$p' "$CASE"/samples)" 2
	# the task may have moved to a CPU whose samples are listed first
	eq "$(grep -c 0200000000000000 "$CASE"/samples)" 1
}

test_raw_pipe()
{
	records=0
	target_loaded
	define 'p:ret kpe_target_ret'
	while_on ret target ret 700
	for cpu in "$T"/per_cpu/cpu*; do
		records=$((records + $(client raw "$cpu" "$(event_id ret)")))
	done
	eq $records 700
}
