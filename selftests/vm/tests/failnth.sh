# description: an operation whose first allocation fails, then its second, and so on
# kernels: *-nokpe *-debug *-kcsan
# share: 6.1-nokpe
# seconds: 600

# What is refused for want of memory changes nothing and works at the next try;
# what is done in spite of it is whole (client/failnth.c). That nothing is lost by
# it is for kmemleak to see, on the debug kernel. There each allocation fails; where
# it has to be quick, one of seven.
STEP=1
config KASAN || STEP=7

E=$T/events

# Pages, too, and where the caller could wait for memory. A failure is silent.
# An event of the kernel's that is enabled all the time keeps it from beginning and
# ending to record the names of tasks: it takes no notice if it fails to begin, and
# complains when it ends what has not begun.
allocations_may_fail()
{
	local what

	echo 1 >"$E/sched/sched_pi_setprio/enable"
	trap 'echo 0 >"$E/sched/sched_pi_setprio/enable"' EXIT
	echo 'kprobe_events tests: allocations may fail' >/dev/kmsg
	for what in failslab fail_page_alloc; do
		echo 0 >/sys/kernel/debug/$what/verbose
		echo N >/sys/kernel/debug/$what/ignore-gfp-wait
	done
	echo 0 >/sys/kernel/debug/fail_page_alloc/min-order
	echo N >/sys/kernel/debug/fail_page_alloc/ignore-gfp-highmem
}

# See "client failnth"; the list stays as it is
fails() # WHAT [OPTION...] OPERATION ARG... -- [UNDO ARG...]
{
	local what=$1 list="$KPE/kprobe_events" options=

	shift
	while :; do
		case $1 in
		-f) list=$2 ;;
		-p)
			options="$options -p"
			shift
			continue ;;
		-*) options="$options $1 $2" ;;
		*) break ;;
		esac
		shift 2
	done
	# shellcheck disable=SC2086 # words
	client failnth -s $STEP $options "$list" "$@" >/tmp/case/said || fail "$what: $(cat /tmp/case/said)
$(last_error "$T/error_log")"
	figure "$what: $(cat /tmp/case/said)"
	ok
}

# a definition of event x, and its deletion
create() # WHAT DEFINITION
{
	allocations_may_fail
	fails "$1" -d "$E/kprobes/x" -r "$KPE/kprobe_status" append "$KPE/kprobe_events" "$2" -- \
		append "$KPE/kprobe_events" -:x
}

test_create()
{
	create 'a probe' 'p:x vfs_read a=%di s=+0(%si):string $comm'
	create 'a return probe' 'r:x vfs_read $retval $arg1 entry(+0($arg2):u8) $elapsed'
	create 'budgets' 'p:x vfs_read a=%di $every=2 $rate=3 $stop=4 if a > 1'
	create 'an event that counts' 'p:x vfs_read a=%di comm=$comm hist:keys=a,comm:vals=a.max:size=16'
	create 'a probe of a module to come' 'p:x kpe_target:kpe_target_ret $arg1'
}

test_create_inside()
{
	target_loaded
	read -r _ second _ </sys/module/kpe_target/parameters/steps
	create 'a probe at an instruction' "p:x kpe_target_steps+$second %ax:s64"
	create 'a probe in a module' 'p:x kpe_target:kpe_target_ret $arg1'
}

test_create_many()
{
	create 'a glob' 'p:x vfs_re*'
	create 'a return glob' 'r:x vfs_re*'
}

test_create_typed()
{
	config DEBUG_INFO_BTF || { ok; return; }
	create 'typed arguments' 'p:x vfs_read $arg* file->f_path.dentry->d_name.name:string file:%pD'
	create 'a typed return probe' 'r:x vfs_read entry(file->f_mode) $retval'
}

test_create_several()
{
	allocations_may_fail
	define 'p:old vfs_open' 'p:other vfs_write a=%di'
	fails 'a transaction' append "$KPE/kprobe_events" "$(lines 'p:x vfs_read $arg1' \
		'p:other vfs_read a=%di' 'r:y vfs_read $retval' 'p:z no_module:nothing' \
		-:old 'p:x vfs_write $arg1')" -- \
		append "$KPE/kprobe_events" "$(lines -:x -:y -:z -:other 'p:old vfs_open' \
		'p:other vfs_write a=%di')"
}

# opened as soon as it is there, read a moment later, by when it may have gone
read_soon() # EVENT FILE
{
	usleep 100000 | client catch "$E/kprobes/$1/$2" >"/tmp/case/read.$1.$2" 2>&1 || [ $? = 1 ]
	! grep -q ready "/tmp/case/read.$1.$2" || echo "$1.$2" >>/tmp/case/caught
}

# An event that comes, one that goes, and one that makes way for another of its name:
# whatever fails, all files of each are in somebody's hands. The readers are nice: on the
# debug kernel they took all the time, and freed files waited for a grace period for ever.
test_commit_while_files_are_held()
{
	jobs=
	allocations_may_fail
	define 'p:old vfs_open' 'p:other vfs_write a=%di'
	: >/tmp/case/busy
	: >/tmp/case/caught
	for event in x old other; do
		for file in enable filter format id trigger hist; do
			while_busy read_soon $event $file &
			jobs="$jobs $!"
			renice -n 19 -p $! >/dev/null
		done
	done
	# on a busy machine x may come and go while no reader runs
	for _ in 1 2 3 4 5; do
		fails 'a commit' append "$KPE/kprobe_events" \
			"$(lines 'p:x vfs_read a=%di' -:old -:other 'r:other vfs_write b=$retval')" -- \
			append "$KPE/kprobe_events" "$(lines -:x -:other 'p:old vfs_open' \
			'p:other vfs_write a=%di')"
		! grep -qx x.format /tmp/case/caught || break
	done
	rm /tmp/case/busy
	# shellcheck disable=SC2086 # words
	ended $jobs
	has /tmp/case/caught x.format
}

# Memory ends, and does not come back: neither is there any to undo what was done. Then
# an event that was to be replaced may be lost, which the log tells, but nothing else.
test_memory_ends_in_a_commit()
{
	local bytes got lost=0 before='p:kprobes/stays vfs_open
p:kprobes/other vfs_write a=%di'

	allocations_may_fail
	for bytes in $(seq 0 256 200000); do
		define 'p:stays vfs_open' 'p:other vfs_write a=%di'
		got=$(lines 'p:x vfs_read a=%di' -:other 'r:other vfs_write b=$retval' |
			client starve "$KPE/kprobe_events" "$bytes" || [ $? = 1 ])
		[ -n "$got" ] || break
		eq "$got" ENOMEM
		if [ "$(cat "$KPE/kprobe_events")" != "$before" ]; then
			listed 'p:kprobes/stays vfs_open'
			not test -e "$E/kprobes/other"
			lost=$((lost + 1))
			eq "$(dmesg | grep -c 'no memory to restore kprobes/other, it is deleted')" $lost
		fi
		not test -e "$E/kprobes/x"
		true >"$KPE/kprobe_events"
	done
	figure "with $bytes bytes it is done, with fewer $lost times lost"
	eq "$got" ''
	[ $lost -gt 0 ] || fail 'no event was lost'
	like "$(cat "$KPE/kprobe_events")" 'p:kprobes/stays vfs_open
p:kprobes/x vfs_read a=%di
r*:kprobes/other vfs_write b=$retval'
}

test_create_refused()
{
	allocations_may_fail
	fails 'a name that is nearly right' -e EINVAL append "$KPE/kprobe_events" 'p:x vfs_raed' --
	fails 'a bad argument' -e EINVAL append "$KPE/kprobe_events" 'p:x vfs_read $nothing' --
}

test_append()
{
	allocations_may_fail
	define 'p:x vfs_read a=%di'
	fails 'one more place' append "$KPE/kprobe_events" 'p:x vfs_write a=%di' -- \
		append "$KPE/kprobe_events" '-:x vfs_write a=%di'
	on x
	fails 'one more place of an armed event' append "$KPE/kprobe_events" 'p:x vfs_write a=%di' -- \
		sh "echo 0 >$E/kprobes/x/enable; echo '-:x vfs_write a=%di' >>$KPE/kprobe_events;
			echo 1 >$E/kprobes/x/enable"
}

test_owned()
{
	allocations_may_fail
	fails 'an owned event' append "$KPE/kprobe_owned" 'p:x vfs_read a=%di' --
}

test_delete()
{
	allocations_may_fail
	define 'p:x vfs_read a=%di'
	fails 'a deletion' append "$KPE/kprobe_events" -:x -- \
		append "$KPE/kprobe_events" 'p:x vfs_read a=%di'
	fails 'a deletion of everything' trunc "$KPE/kprobe_events" -- \
		append "$KPE/kprobe_events" 'p:x vfs_read a=%di'
}

enabled() # WHAT DEFINITION
{
	define "$2"
	fails "enabling $1" -f "$E/kprobes/x/enable" write "$E/kprobes/x/enable" 1 -- \
		write "$E/kprobes/x/enable" 0
	define -:x
}

test_enable()
{
	allocations_may_fail
	target_loaded
	read -r _ second _ </sys/module/kpe_target/parameters/steps
	enabled 'an entry' 'p:x vfs_read'
	enabled 'a return' 'r:x vfs_read $arg1 $retval'
	enabled 'an instruction' "p:x kpe_target_steps+$second"
	enabled 'a glob' 'p:x vfs_re*'
	enabled 'budgets' 'p:x vfs_write $every=2 $rate=3 $stop=4'
}

test_filter()
{
	allocations_may_fail
	define 'p:x vfs_read a=%di s=+0(%si):string'
	fails 'a filter' write "$E/kprobes/x/filter" \
		'(a > 4 && s ~ "*x") || common_pid == 1' -- write "$E/kprobes/x/filter" 0
}

test_perf()
{
	allocations_may_fail
	define 'p:x vfs_read a=%di' 'r:y vfs_read $retval'
	fails 'perf' perf "$(event_id x)" --
	fails 'perf with a filter' perf "$(event_id x)" 'a > 4' --
	fails 'perf of a return probe' perf "$(event_id y)" --
}

test_read()
{
	STEP=1
	allocations_may_fail
	target_loaded
	define 'p:x kpe_target_ret a=%di s=+0(%di):string' 'r:y kpe_target_ret $retval $arg1 $elapsed' \
		'p:z no_module:nothing' 'p:w kpe_target_ret a=%di e=\1:errno hist:keys=a,e'
	while_on 'x y w' target ret 3
	# without memory for a CPU's place in its buffer, the kernel reads wrongly there
	fails 'reading trace' -p read "$T/trace" --
	eq "$(write_errno "$KPE/kprobe_events" 'p nothing')" EINVAL
	for file in "$KPE"/kprobe_events "$KPE"/kprobe_profile "$KPE"/kprobe_status \
		"$KPE"/kprobe_export "$KPE"/kprobe_owned "$KPE"/kprobe_hist "$T"/trace_kprobe/error_log "$T"/trace_kprobe/README \
		"$E"/kprobes/x/format "$E"/kprobes/y/format "$E"/kprobes/x/id "$E"/kprobes/x/filter \
		"$E"/kprobes/x/enable; do
		fails "reading ${file##*/}" read "$file" --
	done
	fails 'clearing counts' append "$KPE/kprobe_hist" kprobes/w --
}

# what is read once and kept must not be kept wrong
test_read_for_the_first_time()
{
	allocations_may_fail
	fails 'reading kprobe_export for the first time' -s 1 -f /sys/kernel/tracing/current_tracer \
		read "$KPE/kprobe_export" -- \
		sh 'rmmod kprobe_events && insmod /kpe/kprobe_events.ko'
}

test_instance()
{
	allocations_may_fail
	define 'p:x vfs_read a=%di' 'r:y vfs_read $retval'
	mkdir "$T/instances/i"
	fails 'enabling in an instance' -f "$T/instances/i/events/kprobes/x/enable" \
		write "$T/instances/i/events/kprobes/x/enable" 1 -- \
		write "$T/instances/i/events/kprobes/x/enable" 0
	fails 'a probe in two instances' append "$KPE/kprobe_events" 'p:z vfs_write' -- append "$KPE/kprobe_events" -:z
}

test_module_comes()
{
	allocations_may_fail
	define 'p:x kpe_target:kpe_target_ret a=%di' 'r:y kpe_target:kpe_target_ret'
	on x y
	fails 'a probed module comes' insmod /kpe/kpe_target.ko -- rmmod kpe_target
	target_loaded
	fails 'a probed module goes' rmmod kpe_target -- insmod /kpe/kpe_target.ko
}

# What comes in place of the module must not be stopped for what was probed in it.
test_module_goes_while_its_functions_are_stopped()
{
	allocations_may_fail
	target_loaded
	define 'p:x kpe_target:kpe_target_ret a=%di' 'r:y kpe_target:kpe_target_str' 'p:z kpe_target:kpe_target_*'
	on x y z
	fails 'a module goes' -s 1 rmmod kpe_target -- sh "
		cd $E/kprobes
		echo 0 | tee x/enable y/enable z/enable >/dev/null
		sleep 0.2
		insmod /kpe/kpe_target.ko
		! grep kpe_target_ $T/enabled_functions >&2 || exit
		echo 1 | tee x/enable y/enable z/enable >/dev/null"
}

test_load()
{
	allocations_may_fail
	unload
	fails 'loading the module' -f /sys/kernel/tracing/current_tracer \
		-d "$T/trace_kprobe" insmod /kpe/kprobe_events.ko -- rmmod kprobe_events
	load
	fails 'unloading the module' -f /sys/kernel/tracing/current_tracer rmmod kprobe_events -- \
		insmod /kpe/kprobe_events.ko
}

# A kernel thread disables what has stopped. No allocation of these succeeds.
threads_starve() # 0|1
{
	local thread

	echo 'Y' >/sys/kernel/debug/failslab/task-filter
	echo 1 >/sys/kernel/debug/failslab/interval
	echo -1 >/sys/kernel/debug/failslab/times
	echo 100 >/sys/kernel/debug/failslab/probability
	# those that are to come have it from the one that makes them
	for thread in 2 $(grep -l '^kworker/u' /proc/[0-9]*/comm | cut -d / -f 3); do
		echo "$1" >"/proc/$thread/make-it-fail" || :
	done
}

stopped_in_instance()
{
	[ "$(cat "$T/instances/i/events/kprobes/x/enable")" = 0 ]
}

# What cannot be disabled for want of memory has stopped nevertheless, and is disabled later.
test_stop()
{
	allocations_may_fail
	target_loaded
	define 'p:x kpe_target_ret n=$arg1:u64 $stop=3'
	mkdir "$T/instances/i"
	echo 1 >"$T/instances/i/events/kprobes/x/enable"
	threads_starve 1
	target ret 10
	# the kernel thread has begun, and failed
	sleep 2
	not stopped_in_instance
	target ret 10
	threads_starve 0
	eq "$(status_of x 8)" 3
	wait_for 20 stopped_in_instance
	eq "$(status_of x 2 8 14)" 'disabled 3 17'
	grep -q 'kprobes/x: stopped by $stop=3' "$KPE/kprobe_status" || fail "$(cat "$KPE/kprobe_status")"
	rmdir "$T/instances/i"
}
