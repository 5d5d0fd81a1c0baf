# shellcheck shell=dash
# description: tools/kprobe-events-load: the module and definitions from files
# load: each

D=/etc/kprobe-events.d

kpe_load() { /kpe/tools/kprobe-events-load "$@"; }

# modprobe finds the module, and there is no definition; the module is not loaded
fresh()
{
	local modules

	modules=/lib/modules/$(uname -r)
	mkdir -p "$modules" $D
	cp /kpe/kprobe_events.ko "$modules/"
	echo 'kprobe_events.ko:' >"$modules/modules.dep"
	rm -f $D/*
	rm -rf /run/kprobe-events
	# a test that failed may have left it
	umount /proc/cmdline 2>/dev/null || :
	unload
}

file() # NAME LINE...
{
	local name=$1

	shift
	lines "$@" >"$D/$name"
}

# "start" fails, and says just this
refuses() # LINE...
{
	local status=0

	# the shell would trace the inside of a function into that file
	/kpe/tools/kprobe-events-load start >/tmp/case/says 2>&1 || status=$?
	eq "$status" 1 status
	eq "$(grep -v 'events defined$' /tmp/case/says)" "$(lines "$@")"
}

test_start_and_stop()
{
	fresh
	file a.conf '# two of them' 'p:one vfs_read' 'r:g/two vfs_write'
	file b.conf 'p:three vfs_open'
	file c.txt 'p:four vfs_open'
	eq "$(kpe_load start)" "$D/a.conf: 2 events defined
$D/b.conf: 1 events defined"
	listed 'p:kprobes/one vfs_read' 'r10:g/two vfs_write' 'p:kprobes/three vfs_open'
	on one
	eq "$(kpe_load stop)" ''
	not test -d /sys/module/kprobe_events
	not test -e /run/kprobe-events
	load
}

test_escape()
{
	fresh
	file a.conf 'p:one vfs_read'
	echo "quiet kprobe_events=off $(cat /proc/cmdline)" >/tmp/case/cmdline
	mount --bind /tmp/case/cmdline /proc/cmdline
	eq "$(kpe_load start)" "kprobe_events=off is on the kernel's command line: nothing is loaded"
	not test -d /sys/module/kprobe_events
	# by hand it can be tried all the same
	eq "$(kpe_load define $D/a.conf)" "$D/a.conf: 1 events defined"
	umount /proc/cmdline
	unload_all
	echo "kprobe_events=offset nokprobe_events=off" >/tmp/case/cmdline
	mount --bind /tmp/case/cmdline /proc/cmdline
	kpe_load start
	listed 'p:kprobes/one vfs_read'
	umount /proc/cmdline
}

unload_all()
{
	true >"$KPE/kprobe_events"
	unload
}

test_file_line_column()
{
	fresh
	# shellcheck disable=SC2016 # the module's
	file bad.conf '# a comment' 'p:good vfs_read' '' '	p:bad   vfs_read  n=$none # why'
	refuses "$D/bad.conf:4:22: Invalid \$-variable specified" \
		"    4 |  p:bad   vfs_read  n=\$none # why" \
		"      |                      ^"
	listed
	like "$(tail -n 3 "$T/trace_kprobe/error_log")" '*p:bad vfs_read n=$none*'
}

# a column behind the line's end, a line that is too long, and one with CR
test_places()
{
	fresh
	file a.conf 'p:x vfs_read	 '
	file b.conf 'p:x vfs_read a=%ax'
	refuses "$(kpe_load_says_missing)"
	kpe_load stop
	long="p:x vfs_read $(printf '%4080s' '' | tr ' ' x)"
	eq ${#long} 4093
	file a.conf 'p:ok vfs_read' "${long}yz"
	rm $D/b.conf
	/kpe/tools/kprobe-events-load start >/tmp/case/says 2>&1 || ok
	like "$(cat /tmp/case/says)" "$D/a.conf:2:*: *
    2 | p:x vfs_read xxx*
      | *^"
	# of a comment the log has nothing
	file a.conf 'p:ok vfs_read' "# $long"
	/kpe/tools/kprobe-events-load start >/tmp/case/says 2>&1 || ok
	like "$(cat /tmp/case/says)" "$D/a.conf:2:*: Line is too long*
    2 | # p:x vfs_read xxx*
      | *^"
	printf 'p:ok vfs_read\r\np:no vfs_read %%zz\r\n' >$D/a.conf
	refuses "$D/a.conf:2:15: Invalid register name" "    2 | p:no vfs_read %zz " \
		"      |               ^"
}

# the second adds an argument that the event of the first does not have
kpe_load_says_missing()
{
	lines "$D/b.conf:1:14: Argument type or name is different from existing probe" \
		"    1 | p:x vfs_read a=%ax" \
		"      |              ^"
}

test_stop_while_in_use()
{
	fresh
	file a.conf 'p:one vfs_read'
	kpe_load start
	mkdir "$T/instances/i"
	echo 1 >"$T/instances/i/events/kprobes/one/enable"
	not kpe_load stop
	listed 'p:kprobes/one vfs_read'
	rmdir "$T/instances/i"
	wait_for 5 kpe_load stop
	not test -d /sys/module/kprobe_events
	load
}

test_module_that_does_not_load()
{
	fresh
	modules=/lib/modules/$(uname -r)
	file a.conf 'p:one vfs_read'
	: >"$modules/modules.dep"
	rm "$modules/kprobe_events.ko"
	not kpe_load start
	says=$(kpe_load start 2>&1 || :)
	like "$says" "*kprobe-events-load: kprobe_events.ko cannot be loaded"
	like "$says" "*it has not been built for Linux $(uname -r)*"
	load
}
