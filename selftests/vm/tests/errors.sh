# description: the error logs: what a refusal leaves there, for how long, and where the caret is
# live: yes

# The texts of refusals are those of the tables in unit/definition_*.c and conformance.table.

entries() { grep -c '^  Command: ' "$1" || [ $? = 1 ]; }
commands() { sed -n 's/^  Command: //p' "$1"; }

test_deletion_of_nothing()
{
	refused '-:^nobody' ENOENT 'There is no such event to delete'
	refused '-:^nobody/' ENOENT 'There is no such event to delete'
	refused '-:^kprobes/nobody' ENOENT 'There is no such event to delete'
	define 'p:x vfs_read'
	refused '-:^nobody/x' ENOENT 'There is no such event to delete'
	refused '-:^nobody vfs_read' ENOENT 'There is no such event to delete'
	refused '-:^*' ENOENT 'There is no such event to delete'
	refused '-:^sched/sched_switch' ENOENT 'There is no such event to delete'
}

busy='The event is in use (enabled, opened by perf, or referenced by a trigger)'

# guest: it tries to delete all there is
test_clearing_of_a_busy_event()
{
	define 'p:idle vfs_read' 'p:x vfs_read'
	on x
	for log in $(error_logs); do
		true >"$log"
	done
	eq "$(write_errno "$KPE/kprobe_events" '' trunc)" EBUSY
	for log in $(error_logs); do
		eq "$(last_error "$log" | head -n 1)" \
			"trace_kprobe: error: $busy (kprobes/x: enabled in 1 instance)"
		eq "$(wc -l <"$log")" 3
	done
}

# the log shows one blank where there were several, and no comment
test_caret_in_a_line_of_odd_form()
{
	refused '  p:x 	 vfs_read  	 ^$none_var  # comment' EINVAL \
		'Invalid $-variable specified' 'p:x vfs_read ^$none_var'
	refused 'p ^non_exist_func#x' EINVAL 'Invalid probed address or symbol' 'p ^non_exist_func'
}

# a program may write the end of its string, too
test_bytes_that_are_nul()
{
	for text in 'p:x vfs_read a=%di\0 b=%si\n' '\0p:x vfs_read\n' 'p:x vfs_read\n\0\0'; do
		printf '%b' "$text" >"$CASE/text"
		eq "$(write_file "$CASE/text")" EINVAL "$text"
		eq "$(last_error "$T/trace_kprobe/error_log" | head -n 1)" \
			'trace_kprobe: error: A NUL byte is in the line'
	done
	listed
	printf 'p:x vfs_read\0' >"$CASE/text"
	eq "$(write_file "$CASE/text")" ''
	printf 'p:y vfs_read\n\0' >"$CASE/text"
	eq "$(write_file "$CASE/text")" ''
	listed 'p:kprobes/x vfs_read' 'p:kprobes/y vfs_read'
}

# a word of any function, as 6.1 has it
test_value_of_a_function_without_one()
{
	: >"$T/trace_kprobe/error_log"
	define 'r:x kfree v=$retval x=+0($retval):u8'
	like "$(cat "$KPE/kprobe_events")" 'r*:kprobes/x kfree v=$retval x=+0($retval):u8'
	[ -f /sys/kernel/btf/vmlinux ] || return 0
	eq "$(grep -A 2 'warning: This' "$T/trace_kprobe/error_log" | sed '1s/.*warning/warning/')" \
		"warning: This function returns 'void' type
  Command: r:x kfree v=\$retval x=+0(\$retval):u8
                                    ^"
	refused 'r kfre[e] ^$retval' ENOENT "This function returns 'void' type"
	refused 'r kfree ^$retval->x' ENOENT "This function returns 'void' type"
}

test_text_without_a_meaning()
{
	: >"$T/trace_kprobe/error_log"
	define 'p:x vfs_read +0(%di)x +0(%si)y'
	eq "$(last_error "$T/trace_kprobe/error_log" | sed '1s/.*warning/warning/')" \
		'warning: This text has no meaning, and is ignored
  Command: p:x vfs_read +0(%di)x +0(%si)y
                               ^'
	refused 'p:x vfs_read if +0(%di)^x == 1' EINVAL 'Invalid fetch argument'
}

test_caret_far_to_the_right()
{
	args=$(repeat ' +0x12345678(%ax)' 127)
	refused "p vfs_read$args ^\$none_var" EINVAL 'Invalid $-variable specified'
	args=$(repeat ' +0x1234567890123456(+0(%ax))' 127)
	refused "p vfs_read$args ^\$none_var" EINVAL 'Invalid $-variable specified'
}

# guest: it empties the error log
test_clearing_the_log()
{
	eq "$(write_errno "$KPE/kprobe_events" nonsense)" EINVAL
	for log in $(error_logs); do
		eq "$(entries "$log")" 1
		# what is written does not matter, and appending does not clear
		eq "$(write_errno "$log" text append)" ''
		eq "$(entries "$log")" 1
		eq "$(client ops "$log" read-trunc seek=0)" ''
		eq "$(entries "$log")" 1
		eq "$(write_errno "$log" text trunc)" ''
		eq "$(cat "$log")" ''
	done
	eq "$(write_errno "$KPE/kprobe_events" nonsense)" EINVAL
	for log in $(error_logs); do
		eq "$(entries "$log")" 1
	done
}

# but for the time, which each takes itself
# guest: it empties the error log
test_our_log_looks_like_the_kernels()
{
	stamp='s/^\[ *[0-9]*\.[0-9][0-9][0-9][0-9][0-9][0-9]\] /[time] /'
	long="p vfs_read$(repeat ' %ax' 257)"
	wide_log || long=nothing
	true >"$TOP/error_log"
	for i in nonsense p '-:x' 'p vfs_read $none' "$long" '-:'; do
		not test -z "$(write_errno "$KPE/kprobe_events" "$i")"
	done
	sed "$stamp" "$TOP/error_log" >"$CASE"/theirs
	sed "$stamp" "$TOP/trace_kprobe/error_log" >"$CASE"/ours
	eq "$(grep -c '^\[time\] trace_kprobe: error: ' "$CASE"/ours)" 6
	cmp "$CASE"/theirs "$CASE"/ours
}

# guest: it empties the error log
test_times_are_those_of_the_trace()
{
	stamp='s/^\[ *\([0-9]*\)\.\([0-9]*\)\] .*/\1\2/p'
	eq "$(write_errno "$KPE/kprobe_events" nonsense)" EINVAL
	before=$(sed -n "$stamp" "$TOP/error_log")
	after=$(sed -n "$stamp" "$TOP/trace_kprobe/error_log")
	# within a second of each other
	not test $((after - before)) -gt 1000000
	not test $((before - after)) -gt 1000000
}

# guest: it unloads the module
test_log_of_the_kernel_outlives_the_module()
{
	eq "$(write_errno "$KPE/kprobe_events" 'p vfs_read %none')" EINVAL
	entry=$(last_error "$TOP/error_log")
	unload
	eq "$(last_error "$TOP/error_log")" "$entry"
	for round in 1 2 3; do
		load
		eq "$(cat "$TOP/trace_kprobe/error_log")" ''
		eq "$(write_errno "$KPE/kprobe_events" "p none_$round")" EINVAL
		unload
	done
	eq "$(commands "$TOP/error_log")" "$(lines 'p vfs_read %none' 'p none_1' 'p none_2' 'p none_3')"
	eq "$(grep -c 'error: Invalid probed address or symbol' "$TOP/error_log")" 3
}
