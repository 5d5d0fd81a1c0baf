# description: probes in modules: pending, armed, gone, armed again

# nobody else calls this one
KERNEL_FUNCTION=__x64_sys_sched_get_priority_max
call_kernel_function() { client call 146 1 >/dev/null; }

kernel_log() { dmesg | sed 's/^\[[^]]*\] //'; }

# known: return-in-a-module-that-went
test_pending_armed_gone_and_again()
{
	define 'p:x kpe_target:kpe_target_ret n=$arg1:s64' \
		'r:y kpe_target:kpe_target_ret got=$retval:s64 n=$arg1:s64'
	on x y
	for round in 1 2 3; do
		true >"$T/trace"
		target_loaded
		target ret 2
		eq "$(values x)" "$(lines n=1 n=2)" "round $round"
		eq "$(values y)" "$(lines 'got=1001 n=1' 'got=1002 n=2')" "round $round"
		like "$(records x | head -n 1)" '(kpe_target_ret+0x0/0x* \[kpe_target\]) n=1'
		target_unloaded
		eq "$(hits x) $(hits y)" "$((2 * round)) $((2 * round))"
		has "$KPE/kprobe_events" 'p:kprobes/x kpe_target:kpe_target_ret n=$arg1:s64'
		eq "$(cat "$(event_dir x)/enable")" 1
	done
}

is_optimized() { [ "$(status_of x 3)" = optimized ]; }

test_optimized_and_gone()
{
	can_optimize || { ok; return; }
	optimization 1
	target_loaded
	read -r _ second _ </sys/module/kpe_target/parameters/steps
	define "p:x kpe_target:kpe_target_steps+$second"
	enable=$(event_dir x)/enable
	on x
	for round in 1 2 3; do
		wait_for 20 is_optimized
		target steps 1
		target_unloaded
		target_loaded
		target steps 1
	done
	eq "$(hits x)" 6
	for round in 1 2 3; do
		wait_for 20 is_optimized
		# a breakpoint takes the place of the jump, which the kernel does not notice
		echo 0 >"$enable"
		echo 1 >"$enable"
		target_unloaded
		target_loaded
		target steps 1
	done
	eq "$(hits x)" 9
	for round in 1 2 3; do
		wait_for 20 is_optimized
		off x
		define -:x
		target_unloaded
		target_loaded
		define "p:x kpe_target:kpe_target_steps+$second"
		on x
	done
	target steps 2
	eq "$(hits x)" 2
}

test_unqualified_function_of_a_module()
{
	refused 'p ^kpe_target_ret' EINVAL 'Invalid probed address or symbol'
	target_loaded
	define 'p:x kpe_target_ret n=$arg1:s64'
	on x
	target ret 1
	target_unloaded
	listed 'p:kprobes/x kpe_target_ret n=$arg1:s64'
	target_loaded
	target ret 2
	eq "$(hits x)" 3
	eq "$(values x)" "$(lines n=1 n=1 n=2)"
}

# an address means nothing after a reload, and must not be taken for anything
test_address_in_a_module()
{
	target_loaded
	define "p:x $(address kpe_target_ret)"
	on x
	target ret 2
	target_unloaded
	target_loaded
	target ret 2
	eq "$(hits x)" 2
	off x
	on x
	off x
	define -:x
	listed
}

test_enabled_in_an_instance_while_pending()
{
	instance=$T/instances/kpe
	define 'p:x kpe_target:kpe_target_ret n=$arg1:s64'
	mkdir "$instance"
	echo 1 >"$instance/events/kprobes/x/enable"
	target ret 3
	eq "$(grep -o 'n=.*' "$instance/trace")" "$(lines n=1 n=2 n=3)"
	eq "$(records x)" ''
	target_unloaded
	on x
	target ret 1
	eq "$(grep -o 'n=.*' "$instance/trace")" "$(lines n=1 n=2 n=3 n=1)"
	eq "$(values x)" n=1
}

# parameters are set before init runs, and this one calls
test_calls_while_the_module_comes()
{
	define 'p:x kpe_target:kpe_target_ret n=$arg1:s64' \
		'p:i kpe_target:kpe_target_at_init n=$arg1:s64'
	on x i
	insmod /kpe/kpe_target.ko 'run="ret 3"'
	eq "$(values x)" "$(lines n=1 n=2 n=3)"
	eq "$(values i)" n=7
}

# it comes and goes without ever having been there
test_module_that_fails_to_load()
{
	define 'p:x kpe_target:kpe_target_ret' 'p:i kpe_target:kpe_target_at_init'
	on x i
	not insmod /kpe/kpe_target.ko run=nonsense
	not insmod /kpe/kpe_target.ko 'run="ret 2"' run=nonsense
	eq "$(grep -c kpe_target /proc/modules || :)" 0
	# busybox tries both system calls that load modules
	calls=$(hits x)
	like "$calls" '[24]'
	eq "$(hits i)" 0
	eq "$(cat /sys/kernel/debug/kprobes/list)" ''
	target ret 1
	eq "$(hits x) $(hits i)" "$((calls + 1)) 1"
}

# its memory has been given back, and somebody else may have it by now
# known: init-text
test_init_function_after_init()
{
	define 'p:x kpe_target:kpe_target_at_init' 'p:x kpe_target:kpe_target_ret'
	on x
	target_loaded
	off x
	on x
	target ret 2
	eq "$(hits x)" "$(lines 1 2)"
	target_unloaded
	target_loaded
	eq "$(hits x)" "$(lines 2 2)"
	off x
	define '-:x kpe_target:kpe_target_at_init'
	on x
	target ret 1
	eq "$(hits x)" 3
	off x
	refused 'p ^kpe_target:kpe_target_at_init' EINVAL 'Invalid probed address or symbol'
}

test_event_in_kernel_and_module()
{
	define "p:x $KERNEL_FUNCTION" 'p:x kpe_target:kpe_target_ret'
	on x
	call_kernel_function
	eq "$(hits x)" "$(lines 1 0)"
	target ret 2
	call_kernel_function
	eq "$(hits x)" "$(lines 2 2)"
	target_unloaded
	call_kernel_function
	eq "$(hits x)" "$(lines 3 2)"
	off x
	call_kernel_function
	on x
	target ret 1
	eq "$(hits x)" "$(lines 3 3)"
}

# a bare name stays with the module it was found in
test_unqualified_name_and_another_module()
{
	target_loaded
	define 'p:x kpe_target_ret'
	on x
	target_unloaded
	insmod /kpe/kpe_target2.ko
	echo ret 2 >/sys/module/kpe_target2/parameters/run
	eq "$(hits x)" 0
	target ret 3
	eq "$(hits x)" 3
}

test_unload_while_enabled()
{
	instance=$T/instances/kpe
	mkdir "$instance"
	define 'p:x kpe_target:kpe_target_ret' 'r:y kpe_target:kpe_target_ret' \
		'p:z kpe_target:kpe_target_recurse'
	on x y
	echo 1 >"$instance/events/kprobes/z/enable"
	target ret 1
	eq "$(awk '$1 == "kpe_target" { print $3 }' /proc/modules)" 0
	target_unloaded
	not test -d /sys/module/kpe_target
	eq "$(grep -c kpe_target /sys/kernel/debug/kprobes/list || :)" 0
}

hit_once() { [ "$(hits "$1")" = 1 ]; }

# its returns are still to come when the probes leave
# known: return-after-unregister saved-at-entry
test_unload_while_the_function_runs()
{
	define 'r:y kpe_target:kpe_target_sleep got=$retval:u64' 'p:x kpe_target:kpe_target_sleep'
	on x y
	target_loaded
	target sleep 1 1000 &
	wait_for 10 hit_once x
	target_unloaded
	wait
	target sleep 1 10
	eq "$(hits x)" 2
	eq "$(values y | tail -n 1)" got=10
}

# known only when the module is there; the rest of the event works
test_function_that_must_not_be_probed()
{
	define 'p:x kpe_target:kpe_target_nokprobe' 'p:x kpe_target:kpe_target_ret' \
		'p:y kpe_target:kpe_target_notrace' 'p:z kpe_target:no_such_function' \
		'p:w kpe_target:kpe_target_dup'
	on x y z w
	target_loaded
	target nokprobe 2
	target notrace 2
	target dup 2
	target ret 3
	eq "$(hits x)" "$(lines 0 3)"
	eq "$(hits y) $(hits z) $(hits w)" '0 0 0'
	eq "$(grep -c 'kpe_target_nokprobe\|kpe_target_notrace' /sys/kernel/debug/kprobes/list || :)" 0
	target_unloaded
	target_loaded
	off x y z w
	on x y z w
	target ret 1
	eq "$(hits x)" "$(lines 0 4)"
}

# somebody must be told why an enabled event will not fire
test_log_names_what_could_not_be_armed()
{
	define 'p:x kpe_target:kpe_target_nokprobe' 'p:z kpe_target:no_such_function' \
		'p:w kpe_target:kpe_target_dup' 'p:y kpe_target:kpe_target_notrace'
	target_loaded
	for event in w x y z; do
		like "$(kernel_log | grep "kprobes/$event" || :)" '*kpe_target*' "$event"
	done
	# and so do our log and the status, until the module goes
	on z
	like "$(cat "$T/trace_kprobe/error_log")" '*: warning: Invalid probed address or symbol*
  Command: p:z kpe_target:no_such_function
               ^*'
	like "$(cat "$KPE/kprobe_status")" '*
# kprobes/z: its place is refused in its module: Invalid probed address or symbol
# kprobes/z: no hits: its place is refused*'
	target_unloaded
	like "$(cat "$KPE/kprobe_status")" '*
# kprobes/z: no hits: its module is not loaded*'
	eq "$(grep -c refused "$KPE/kprobe_status")" 0
	off z
}

test_deletion_while_pending_and_gone()
{
	define 'p:x kpe_target:kpe_target_ret' 'p:x kpe_target:kpe_target_recurse' \
		'p:y kpe_target:kpe_target_ret'
	define '-:x kpe_target:kpe_target_ret'
	listed 'p:kprobes/x kpe_target:kpe_target_recurse' 'p:kprobes/y kpe_target:kpe_target_ret'
	on y
	target_loaded
	target_unloaded
	refused '-:^y' EBUSY
	off y
	define -:y -:x
	listed
	define 'p:z kpe_target:kpe_target_ret'
	target_loaded
	target_unloaded
	true >"$KPE/kprobe_events"
	listed
}

test_pending_probe_added_to_an_enabled_event()
{
	define "p:x $KERNEL_FUNCTION"
	on x
	define 'p:x kpe_target:kpe_target_ret'
	target ret 2
	call_kernel_function
	eq "$(hits x)" "$(lines 1 2)"
}

# enabled all the while: each load's five calls are hits, not one is lost
test_every_load_counts()
{
	define 'p:x kpe_target:kpe_target_ret' 'r:y kpe_target:kpe_target_ret'
	on x y
	{
		until [ -f /tmp/case/stopped ]; do
			cat "$KPE/kprobe_events" "$KPE/kprobe_profile"
			eq "$(write_errno "$KPE/kprobe_events" 'p:other vfs_read
-:other')" ''
		done
	} >/tmp/case/read &
	for round in $(seq 15); do
		insmod /kpe/kpe_target.ko
		echo ret 5 >"$RUN"
		rmmod kpe_target
	done
	: >/tmp/case/stopped
	wait
	eq "$(hits x) $(hits y)" '75 75'
}

# The files of a module's parameters are its last to go: they still run its code when
# the kernel has given up the probes in there.
test_hit_while_its_module_leaves()
{
	target_loaded
	read -r at _ </sys/module/kpe_target/parameters/steps
	define "p:x kpe_target:kpe_target_steps+$at" 'p:entry kpe_target:kpe_target_steps' \
		'r:back kpe_target:kpe_target_steps'
	on x entry back
	echo steps 100000 >"$RUN" &
	wait_for 10 is_hit
	target_unloaded
	wait
	off x entry back
	not test "$(hits x)" = 0
	not test "$(hits entry)" = 0
	not test "$(hits back)" = 0
	eq "$(awk '!/^#/ { print $2 }' "$KPE/kprobe_status" | sort -u)" gone
}

is_hit() { [ "$(hits back)" -gt 100 ]; }

# The first probes of a write have kprobes, the others are ftrace's alone.
test_more_probes_than_have_kprobes()
{
	target_loaded
	define "$(many kpe_target_ret 20)"
	on many_1 many_20
	target ret 3
	eq "$(hits many_1) $(hits many_20)" '3 3'
	eq "$(status_of many_20 2 3 4 5)" 'armed ftrace kpe_target_ret+0x0 kpe_target'
	target_unloaded
	eq "$(status_of many_1 2) $(status_of many_20 2)" 'gone gone'
	target ret 2
	eq "$(status_of many_20 2 4 5)" 'armed kpe_target_ret+0x0 kpe_target'
	eq "$(hits many_1) $(hits many_20)" '5 5'
	off many_1
	define -:many_1
	target ret 1
	eq "$(hits many_20)" 6
}

test_blacklist_of_a_module_beyond_those_with_kprobes()
{
	target_loaded
	define "$(many kpe_target_ret 20)" 'p:glob kpe_target:kpe_target_*'
	eq "$(status_of glob 4 | grep -c kpe_target_nokprobe)" 0
	not test "$(skipped glob)" = 0
	# in one write, as the first ones of each are checked by the kernel
	eq "$(write_errno "$KPE/kprobe_events" \
		"$(lines "$(many kpe_target_args8 20 21)" 'p:bad kpe_target_nokprobe')" append)" EINVAL
	eq "$(status_of many_21 2)" ''
}

# Each load of the module would fill the kernel's log, and a serial console is slow.
test_few_warnings_about_many_probes()
{
	for n in '' '!'; do
		define "build-id$n 00112233445566778899aabbccddeeff00112233 kpe_target" \
			"$(for i in $(seq 40); do echo "p:e$i kpe_target:kpe_target_ret"; done)"
		dmesg -c >/dev/null
		target_loaded
		kernel_log >"$CASE/log"
		target_unloaded
		truncate_file "$KPE/kprobe_events"
		if [ -z "$n" ]; then
			eq "$(grep -c 'cannot be armed in module kpe_target: ' "$CASE/log")" 8
			has "$CASE/log" 'kprobe_events: 32 more probes cannot be armed in module kpe_target'
		else
			n=$(grep -c 'the build-id of kpe_target is' "$CASE/log")
			not test "$n" = 0
			not test "$n" -gt 10
		fi
	done
}
