# description: return probes of functions that the handlers of other kprobes call
# seconds: 240

# is the kprobe at this place enabled at the core?
core_has() # SYMBOL+OFFSET
{
	grep " $1 " /sys/kernel/debug/kprobes/list | grep -v DISABLED | grep -q .
}

knows_running() { grep -q ' current_kprobe$' /proc/kallsyms; } # a condition

# the core's handler of a return would forget that it handles another kprobe
called_by() # PLACE
{
	local before after

	# breakpoints, where the kernel could use jumps
	[ ! -f /proc/sys/debug/kprobes-optimization ] ||
		echo 0 >/proc/sys/debug/kprobes-optimization
	echo "p:kpe_other/other $1 m=+0(%sp):u64" >>"$TOP/kprobe_events"
	define 'r:m copy_from_kernel_nofault $retval:s64'
	echo 1 >"$TOP/events/kpe_other/other/enable"
	before=$(missed m)
	while_on m target "$2" 1000
	after=$(missed m)
	echo 0 >"$TOP/events/kpe_other/other/enable"
	eq "$(awk '$1 == "other" { print $2, $3 }' "$TOP/kprobe_profile")" "1000 0"
	echo '-:kpe_other/other' >>"$TOP/kprobe_events"
	[ $((after - before)) -ge 1000 ] || fail "only $((after - before)) were missed"
	ok
}

test_called_by_a_handler_within_a_function()
{
	needs KPROBE_EVENTS
	target_loaded
	called_by "kpe_target:kpe_target_steps+$(cut -d ' ' -f 2 /sys/module/kpe_target/parameters/steps)" steps
}

test_called_by_a_handler_at_an_entry()
{
	needs KPROBE_EVENTS
	target_loaded
	called_by kpe_target:kpe_target_ret ret
}

# where it cannot be seen whether a kprobe is running, only the core may hook returns
test_hooked_by_the_core_where_nothing_tells()
{
	target_loaded
	define 'r:r kpe_target_ret'
	on r
	if ! config DYNAMIC_FTRACE || ! knows_running || core_locks_returns; then
		core_has "$(entry kpe_target_ret)" || fail "the core has no kprobe"
	elif [ "$(status_of r 3)" = kretprobe ] && core_has "$(entry kpe_target_ret)"; then
		fail "the core has hooked it"
	fi
	target ret 3
	off r
	eq "$(hits r) $(missed r)" "3 0"
}
