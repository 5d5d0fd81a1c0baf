# shellcheck shell=dash
# description: tools/kprobe-events-front: our files over the kernel's, and away again

front() { /kpe/tools/kprobe-events-front "$@"; }

DIRECTORIES="/sys/kernel/tracing /sys/kernel/debug/tracing"
# the kernel's error_log has the module's errors on all of these kernels
FILES="kprobe_events kprobe_profile README"
ALL="$FILES error_log"

# where the module's files are in the root there is nothing to lay over
beside_the_builtin() { [ "$KPE" != "$T" ]; }

# mounts of tracefs and of its files
mounts() { grep -c ' - tracefs ' /proc/self/mountinfo; }

# what is written to one of the module's files and read from the other is the same
is_ours() # DIRECTORY
{
	local log
	echo 'p:seen vfs_read' >>"$1/kprobe_events"
	listed 'p:kprobes/seen vfs_read'
	eq "$(cat "$1/kprobe_events")" 'p:kprobes/seen vfs_read'
	eq "$(cat "$1/kprobe_profile")" "$(cat "$KPE/kprobe_profile")"
	eq "$(cat "$1/README")" "$(cat "$T/trace_kprobe/README")"
	for log in "$1/error_log" "$T/trace_kprobe/error_log"; do
		true >"$log"
		eq "$(cat "$log")" ''
	done
	not test -z "$(write_errno "$1/kprobe_events" 'p:bad vfs_read $none')"
	for log in "$1/error_log" "$T/trace_kprobe/error_log"; do
		eq "$(last_error "$log")" "$(error_entry 'Invalid $-variable specified' \
			'p:bad vfs_read ^$none')" "$log"
	done
	true >"$1/kprobe_events"
	listed
}

is_theirs() # DIRECTORY
{
	echo 'p:theirs vfs_read' >>"$1/kprobe_events"
	listed
	eq "$(cat "$1/kprobe_events")" 'p:kprobes/theirs vfs_read'
	not cmp -s "$1/README" "$T/trace_kprobe/README"
	true >"$1/kprobe_events"
}

test_on_and_off()
{
	beside_the_builtin || { ok; return; }
	# the second is there from when someone looks
	ls /sys/kernel/debug/tracing/ >/dev/null
	before=$(mounts)
	eq "$(front on)" "$(for dir in $DIRECTORIES; do
		echo "$dir: on; $FILES are the module's"
	done)"
	eq "$(front status)" "$(for dir in $DIRECTORIES; do echo "$dir: on"; done)"
	for dir in $DIRECTORIES; do
		is_ours "$dir"
	done
	eq "$(front off)" "$(for dir in $DIRECTORIES; do
		echo "$dir: off; $ALL are the kernel's"
	done)"
	eq "$(front status)" "$(for dir in $DIRECTORIES; do echo "$dir: off"; done)"
	for dir in $DIRECTORIES; do
		is_theirs "$dir"
	done
	eq "$(mounts)" "$before" mounts
}

# what a tool asks of the kernel has nothing to do with which tracer has its probes
test_readme_is_the_kernels_too()
{
	kernels=/tmp/case/kernels
	beside_the_builtin || { ok; return; }
	cat "$T/README" >$kernels
	front on
	head -c "$(wc -c <$kernels)" "$T/README" | cmp - $kernels
	has "$T/README" 'kprobe events, from the module kprobe_events'
	eq "$(grep -c '^tracing mini-HOWTO' "$T/README")" 1
	# perf, for the semaphores of SDT probes; libtracefs, for what it makes of SQL
	has_not_lost 'ref_ctr_offset'
	! grep -qF 'trace(<synthetic_event>,param list)' $kernels ||
		has_not_lost 'trace(<synthetic_event>,param list)'
	front off
	cmp "$T/README" $kernels
}

has_not_lost() # WORD
{
	[ "$(grep -c "$1" "$T/README")" -gt 0 ] || fail "README lacks $1"
}

# errors of what has nothing to do with kprobes
test_errors_of_others()
{
	needs HIST_TRIGGERS
	beside_the_builtin || { ok; return; }
	front on
	true >"$T/error_log"
	not test -z "$(write_errno "$T/events/sched/sched_switch/trigger" 'hist:keys=nobodys')"
	like "$(cat "$T/error_log")" "*hist:sched:sched_switch: error: *nobodys*"
	not test -z "$(write_errno "$T/uprobe_events" 'p:x /no/such/file:0x10' append)"
	like "$(cat "$T/error_log")" "*trace_uprobe: error: *"
	front off
}

test_module_gone()
{
	beside_the_builtin || { ok; return; }
	front on
	unload
	eq "$(front status)" "kprobe_events.ko is not loaded
$(for dir in $DIRECTORIES; do echo "$dir: left over from a module that has gone"; done)"
	not front on
	# which has taken away what was left all the same
	eq "$(front status)" "kprobe_events.ko is not loaded"
	echo 'p:theirs vfs_read' >>"$T/kprobe_events"
	eq "$(cat "$T/kprobe_events")" 'p:kprobes/theirs vfs_read'
	true >"$T/kprobe_events"
	load
}

# a mount whose file is open is busy
test_off_while_open()
{
	beside_the_builtin || { ok; return; }
	front on
	hold reader "$T/kprobe_events"
	define 'p:x vfs_read'
	front off
	define 'p:y vfs_read'
	eq "$(cat "$T/kprobe_events")" ''
	eq "$(release reader)" 'p:kprobes/x vfs_read
p:kprobes/y vfs_read'
	define -:x -:y
	is_theirs "$T"
}
