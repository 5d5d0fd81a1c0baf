# shellcheck shell=dash
# description: tools/kprobe-events-front: our files over the kernel's, and away again

front() { /kpe/tools/kprobe-events-front "$@"; }

DIRECTORIES="/sys/kernel/tracing /sys/kernel/debug/tracing"
FILES="kprobe_events kprobe_profile error_log README"

# where the module's files are in the root there is nothing to lay over
beside_the_builtin() { [ "$KPE" != "$T" ]; }

# mounts of tracefs and of its files
mounts() { grep -c ' - tracefs ' /proc/self/mountinfo; }

# what is written to one of the module's files and read from the other is the same
is_ours() # DIRECTORY
{
	echo 'p:seen vfs_read' >>"$1/kprobe_events"
	listed 'p:kprobes/seen vfs_read'
	eq "$(cat "$1/kprobe_events")" 'p:kprobes/seen vfs_read'
	eq "$(cat "$1/kprobe_profile")" "$(cat "$KPE/kprobe_profile")"
	eq "$(cat "$1/README")" "$(cat "$T/trace_kprobe/README")"
	not test -z "$(write_errno "$1/kprobe_events" 'p:bad vfs_read $none')"
	eq "$(cat "$1/error_log")" "$(cat "$T/trace_kprobe/error_log")"
	true >"$1/kprobe_events"
	listed
	true >"$1/error_log"
	eq "$(cat "$T/trace_kprobe/error_log")" ''
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
	local dir before

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
		echo "$dir: off; $FILES are the kernel's"
	done)"
	eq "$(front status)" "$(for dir in $DIRECTORIES; do echo "$dir: off"; done)"
	for dir in $DIRECTORIES; do
		is_theirs "$dir"
	done
	eq "$(mounts)" "$before" mounts
}

test_nothing_to_do()
{
	local before

	! beside_the_builtin || { ok; return; }
	before=$(mounts)
	like "$(front on)" 'nothing to do: this kernel has no kprobe events of its own*'
	like "$(front status)" 'nothing to do: *'
	front off
	define 'p:x vfs_read'
	eq "$(cat "$T/kprobe_events")" 'p:kprobes/x vfs_read'
	ls /sys/kernel/debug/tracing/ >/dev/null
	eq "$(grep -c 'trace_kprobe/' /proc/self/mountinfo || :)" 0 mounts
}

test_twice()
{
	local dir before

	beside_the_builtin || { ok; return; }
	front on
	before=$(mounts)
	eq "$(front on)" "$(for dir in $DIRECTORIES; do echo "$dir: on already"; done)"
	eq "$(mounts)" "$before" mounts
	front off
	eq "$(front off)" "$(for dir in $DIRECTORIES; do echo "$dir: off already"; done)"
	is_theirs "$T"
}

# stacked by whoever did not ask first, and only in part
test_by_other_hands()
{
	beside_the_builtin || { ok; return; }
	mount --bind "$KPE/kprobe_events" "$T/kprobe_events"
	mount --bind "$KPE/kprobe_events" "$T/kprobe_events"
	like "$(front status)" "$T: on, but not for all of $FILES*"
	front on
	is_ours "$T"
	front off
	is_theirs "$T"
	eq "$(grep -c 'trace_kprobe/' /proc/self/mountinfo || :)" 0 mounts
}

# a bind mount of ours elsewhere is nobody's business
test_others_stay()
{
	beside_the_builtin || { ok; return; }
	: >/tmp/case/kprobe_events
	mount --bind "$KPE/kprobe_events" /tmp/case/kprobe_events
	front on
	front off
	define 'p:x vfs_read'
	eq "$(cat /tmp/case/kprobe_events)" 'p:kprobes/x vfs_read'
	umount /tmp/case/kprobe_events
}

test_module_gone()
{
	local dir

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

test_module_come_back()
{
	local dir

	beside_the_builtin || { ok; return; }
	front on
	unload
	load
	eq "$(front status)" \
		"$(for dir in $DIRECTORIES; do echo "$dir: left over from a module that has gone"; done)"
	front on
	for dir in $DIRECTORIES; do
		is_ours "$dir"
	done
	unload
	front off
	eq "$(grep -c 'trace_kprobe/' /proc/self/mountinfo || :)" 0 mounts
	load
	is_theirs "$T"
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

test_usage()
{
	local args status

	for args in '' 'onn' 'on off'; do
		status=0
		# shellcheck disable=SC2086 # words
		front $args || status=$?
		eq "$status" 2 "status of '$args'"
	done
	like "$(front --help)" 'usage: kprobe-events-front on|off|status*'
}
