# description: the examples of version 11 of 2009, word for word
# seconds: 360
# share: 6.1-cloud

# That text writes to /sys/kernel/debug/tracing. do_sys_open() may have been inlined since.

WARNING='Nothing in the kernel or its modules calls, jumps to or points at this function'

# where the text writes to
go() { cd "$KPE" || fail "no directory"; }

openings() { for _ in 1 2 3; do cat /proc/version >/dev/null; done; }

# Is do_sys_open() called here? Debian's kernels have it inlined, others not.
is_inlined() { grep -q "^# kprobes/.*: do_sys_open: $WARNING\$" "$KPE/kprobe_status"; }

UNKNOWN='# whether anything refers to a function is not known: the kernel has no CONFIG_KALLSYMS_ALL'

# What is defined fires, or there is a warning: never neither, never both. Nothing is said
# where data cannot be searched.
fires_or_warns() # EVENT
{
	on "$1"
	openings
	off "$1"
	needs KALLSYMS_ALL
	searched
	if is_inlined; then
		eq "$(hits "$1")" 0
		like "$(grep ' trace_kprobe: warning: ' "$T/trace_kprobe/error_log")" "*$WARNING*do_sys_openat2*"
		figure "$1: inlined"
	elif [ "$(hits "$1")" = 0 ] && ! config KALLSYMS_ALL; then
		has "$KPE/kprobe_status" "$UNKNOWN"
		figure "$1: nothing is known"
	else
		[ "$(hits "$1")" -ge 1 ] || fail "no hit of $1, and no warning"
		eq "$(cat "$T/trace_kprobe/error_log")" ''
		figure "$1: fires"
	fi
}

test_probe()
{
	go
	echo p:myprobe do_sys_open a0 a1 a2 a3 > kprobe_events
	like "$(listing)" "p:kprobes/myprobe do_sys_open *"
	fires_or_warns myprobe
}

test_return_probe()
{
	go
	echo r:myretprobe do_sys_open rv ra >> kprobe_events
	fires_or_warns myretprobe
}

# the same of what is called on every kernel
test_called_function()
{
	go
	echo p:myprobe do_sys_openat2 a0 a1 a2 > kprobe_events
	echo r:myretprobe do_sys_openat2 rv ra >> kprobe_events
	eq "$(cat error_log)" ''
	on myprobe myretprobe
	openings
	off myprobe myretprobe
	[ "$(hits myprobe)" -ge 3 ] || fail 'no hits'
	[ "$(hits myretprobe)" -ge 3 ] || fail 'no returns'
	like "$(cat "$TOP/trace")" '*myprobe: (do_sys_openat2+0x*/0x*) a0=0x* a1=0x* a2=0x*'
	like "$(cat "$TOP/trace")" '*myretprobe: (*+0x*/0x* <- do_sys_openat2) rv=0x* ra=0x*'
}

# each kind of argument by itself
test_arguments()
{
	n=0
	go
	# variables are known there only
	! config KALLSYMS_ALL || set -- @jiffies_64 @jiffies_64+0
	for arg in a0 s0 s1 %di %ip "$@" '+0(%sp)' '-8(%sp)' '+0(+8(%sp))' a0:u32; do
		n=$((n + 1))
		echo "p:arg$n vfs_read $arg" >> kprobe_events
		on arg$n
		openings
		off arg$n
		[ "$(hits arg$n)" -ge 3 ] || fail "$arg: no hits"
	done
	echo 'r:rets vfs_read rv ra' >> kprobe_events
	on rets
	openings
	off rets
	[ "$(hits rets)" -ge 3 ] || fail 'no returns'
	eq "$(cat error_log)" ''
}

test_filter()
{
	go
	echo p:myprobe vfs_read a0 a1 a2 > kprobe_events
	dir=$T/events/kprobes/myprobe
	echo 'a2 == 12345' > "$dir/filter"
	# a reader of the trace is recorded, too, so not while it reads
	on myprobe
	openings
	off myprobe
	eq "$(records myprobe)" ''
	echo 'a2 > 0' > "$dir/filter"
	on myprobe
	openings
	off myprobe
	[ -n "$(records myprobe)" ] || fail 'no record'
	# names of fields, too
	echo 'arg3 > 0' > "$dir/filter"
	for file in id enable format filter; do
		[ -e "$dir/$file" ] || fail "no $file"
	done
	ok
}
