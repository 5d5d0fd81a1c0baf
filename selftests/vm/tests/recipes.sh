# description: the recipes of the documentation: their definitions, and what they show
# kernels: 6.1-nokpe 6.1-cloud 7.3-cloud
# share: none
# disk: yes

# Runs the commands of recipe PAGE of Documentation/recipes.rst but for the last, which shows what
# was recorded. (On arm64, vm/run has translated them, as it does with tests.)
recipe() # PAGE
{
	page=/kpe/recipes/$1.rst
	! tr '\n' ' ' <"$page" | grep -q 'Needs BTF\.' || needs DEBUG_INFO_BTF
	cd "$T" || exit
	PATH=$PATH:/kpe/tools
	sed -n 's/^    # //p' "$page" >"$CASE"/commands
	sed '$d' "$CASE"/commands | while read -r command; do
		eval "$command" || fail "$command: $(last_error "$TOP/error_log")"
	done
}

# The last command shows lines like these, and so does the page. With RECIPES_SHOW, an
# option of the kernel, what it shows is in the results for selftests/docs/recipes.
shown() # PATTERN...
{
	eval "$(tail -n 1 "$CASE"/commands)" >"$CASE"/shown || :
	sed -n 's/^    //p' "$page" >"$CASE"/page
	if [ -n "${RECIPES_SHOW-}" ]; then
		sed "s,^,${page##*/}: ," "$CASE"/shown >>"$CASE"/figures
		cp "$CASE"/shown "$CASE"/page
	fi
	for pattern do
		has_like "$CASE"/shown "$pattern"
		has_like "$CASE"/page "$pattern"
	done
	undo
}

# histograms, as they were written, and synthetic events; the last one first
undo()
{
	sed -n "s/^echo 'hist:/echo '!hist:/p;s/^echo '\(.*>> synthetic_events\)/echo '!\1/p" "$CASE"/commands |
		tac >"$CASE"/undo
	# shellcheck source=/dev/null
	. "$CASE"/undo
	# as the page says
	echo 0 >events/my/enable
	kprobe-define -:my/
	eq "$(listing | grep :my/)" ''
}

has_like() # FILE PATTERN
{
	while IFS= read -r line; do
		# shellcheck disable=SC2254 # it is a pattern
		case $line in
		'# '*) ;;
		$2) ok; return 0 ;;
		esac
	done <"$1"
	fail "$1 has no line like '$2':
$(cat "$1" "$KPE/kprobe_status")"
}

# each test begins with it; case has the name of the test's function
case $2 in
test_disk) needs BLK_DEV_NVME ;;
test_oom | test_reclaim) needs MEMCG ;;
esac
recipe "$(echo "${2#test_}" | tr _ -)"

# ---- files

test_open()
{
	cat /kpe/slow /kpe/none >/dev/null 2>&1 || :
	shown '*cat-*open: (* <- do_sys_openat2) file="/kpe/slow" fd=3' \
		'*cat-*open: (* <- do_sys_openat2) file="/kpe/none" fd=-ENOENT'
}

test_slow_open()
{
	mkfifo /tmp/fifo
	cat /tmp/fifo >/dev/null &
	usleep 200000
	: >/tmp/fifo
	ended $!
	rm /tmp/fifo
	shown '*cat-*slow: (* <- do_sys_openat2) file="/tmp/fifo" elapsed=*'
}

test_stat_missing()
{
	ls -l /etc/nothing 2>/dev/null || :
	shown '*ls-*missing: (* <- vfs_statx) file="/etc/nothing"'
}

test_delete()
{
	mkdir /tmp/dir
	touch /tmp/dir/file
	rm -r /tmp/dir
	shown '*rm-*gone: (vfs_unlink+*) file="/dir/file"' '*rm-*gone: (vfs_rmdir+*) file="/dir"'
}

test_rename()
{
	echo new >/tmp/passwd.new
	mv /tmp/passwd.new /tmp/passwd
	rm /tmp/passwd
	shown '*mv-*moved: (* <- vfs_rename) from="passwd.new" to="passwd" ret=0'
}

test_mode()
{
	touch /tmp/file
	chmod 600 /tmp/file
	chown 65534 /tmp/file
	rm /tmp/file
	shown '*chmod-*perm: (chmod_common+*) file="/tmp/file" mode=0x180' \
		'*chown-*owner: (chown_common+*) file="/tmp/file" uid=65534 gid=*'
}

test_count()
{
	cat /proc/version >/dev/null
	shown '{ __probe_ip: * vfs_* } hitcount: *'
}

test_slow_io()
{
	dd if=/dev/zero of=/tmp/file bs=8M count=1 2>/dev/null
	dd if=/tmp/file of=/dev/null bs=8M 2>/dev/null
	rm /tmp/file
	shown '*dd-*slow: (* <- shmem_file_read_iter) file="/tmp/file" n=8388608 elapsed=*'
}

test_slow_calls()
{
	sleep 0.2 | cat
	shown '*cat-*slow: (* <- vfs_read) elapsed=*'
}

test_latency()
{
	cat /proc/kallsyms /proc/version >/dev/null
	shown '{ elapsed: ~ 2^* } hitcount: *'
}

test_sizes()
{
	dd if=/dev/zero of=/dev/null bs=100 count=10 2>/dev/null
	dd if=/dev/zero of=/dev/null bs=1M count=2 2>/dev/null
	shown '{ common_pid: dd * n: ~ 2^7 *} hitcount: * 10' '{ common_pid: dd * n: ~ 2^20 *} hitcount: * 2'
}

test_writers()
{
	dd if=/dev/zero of=/tmp/log bs=1M count=2 2>/dev/null
	rm /tmp/log
	shown '{ common_pid: dd * file: /tmp/log * } hitcount: * 2  n: *2097152'
}

test_sync()
{
	sync
	dd if=/proc/version of=/tmp/file conv=fsync 2>/dev/null
	rm /tmp/file
	shown '*sync-*sync: (ksys_sync+*)' '*dd-*fsync: (__*_sys_fsync+*) fd=1'
}

test_disk()
{
	blockdev --setra 0 /dev/nvme0n1
	dd if=/dev/nvme0n1 of=/dev/null bs=64K count=100 2>/dev/null
	shown '{ common_pid: dd * elapsed: ~ 2^* } hitcount: *'
}

test_mount()
{
	mkdir /tmp/here
	mount -t tmpfs data /tmp/here
	umount /tmp/here
	mount -t nonefs data /tmp/here 2>/dev/null || :
	rmdir /tmp/here
	shown '*mount-*mount: (* <- path_mount) what="data" on="/tmp/here" type="tmpfs" ret=0' \
		'*mount-*mount: (* <- path_mount) what="data" on="/tmp/here" type="nonefs" ret=-ENODEV' \
		'*umount-*umount: (path_umount+*) from="/tmp/here"'
}

# ---- processes

test_exec()
{
	sh -c 'env sleep 0'
	shown '*exec: (__*_sys_execve+*) argv={"*sh","-c","env sleep 0"}' \
		'*exec: (__*_sys_execve+*) argv={"sleep","0",(fault)}'
}

test_exit()
{
	sh -c 'exit 3' || :
	sh -c 'kill -9 $$' || :
	shown '*sh-*ended: (do_exit+*) status=3 signal=0' '*sh-*ended: (do_exit+*) status=0 signal=9'
}

test_signal()
{
	sleep 1000 &
	usleep 200000
	sh -c "kill $!; :"
	wait $! || :
	shown "*sh-*kill: (send_signal_locked+*) sig=15 to=* name=\"sleep\""
}

test_fork()
{
	sh -c 'for i in $(seq 30); do (:); done'
	shown '{ common_pid: sh * } hitcount: *'
}

as_nobody() # PROGRAM ARG...
{
	mkdir -p /etc
	chmod 755 /
	echo nobody:x:65534:65534::/:/bin/sh >/etc/passwd
	program=$(which "$1")
	shift
	start-stop-daemon -S -c nobody -x "$program" -- "$@" || :
	rm /etc/passwd
}

test_denied()
{
	as_nobody chroot /
	shown '*denied: (* <- cap_capable) cap=18 kstack={*}'
}

test_setuid()
{
	as_nobody true
	shown '*uid: (* <- __sys_setuid) id=65534 ret=0'
}

test_syscall_fails()
{
	rmdir /kpe 2>/dev/null || :
	shown '*rmdir-*failed: (* <- __*_sys_rmdir) err=-ENOTEMPTY'
}

test_ioctl()
{
	client call 16 0 4660 </dev/console || :
	shown '*client-*failed: (* <- tty_ioctl) cmd=0x1234 ret=-ENOTTY'
}

# ---- memory

small_cgroup()
{
	mkdir -p /tmp/cgroup
	mount -t cgroup2 cgroup2 /tmp/cgroup
	echo +memory >/tmp/cgroup/cgroup.subtree_control
	mkdir /tmp/cgroup/small
}

no_cgroup()
{
	rmdir /tmp/cgroup/small
	umount /tmp/cgroup
}

test_oom()
{
	small_cgroup
	echo 4M >/tmp/cgroup/small/memory.max
	dmesg -n 1
	sh -c 'echo $$ >/tmp/cgroup/small/cgroup.procs; exec dd if=/dev/zero of=/dev/null bs=32M count=1' 2>/dev/null || :
	# the kernel reports with a stack
	dmesg -c >/dev/null
	dmesg -n 6
	no_cgroup
	shown '*dd-*oom: (oom_kill_process+*) victim="dd" pid=* pages=1024'
}

test_reclaim()
{
	small_cgroup
	sh -c 'echo $$ >/tmp/cgroup/small/cgroup.procs; find /sys -type d -exec ls -l {} + >/dev/null'
	echo 1M 2>/dev/null >/tmp/cgroup/small/memory.reclaim || :
	no_cgroup
	shown '*reclaim: (* <- try_to_free_mem_cgroup_pages) freed=* elapsed=*'
}

test_faults()
{
	ls -l /bin >/dev/null
	shown '{ common_pid: * } hitcount: *'
}

# ---- the machine

test_sysctl()
{
	sysctl -w kernel.panic=-1 >/dev/null
	shown '*sysctl-*sysctl: (proc_sys_write+*) file="/proc/sys/kernel/panic"'
}

test_module()
{
	target_loaded
	mount -t nonefs none /tmp 2>/dev/null || :
	shown '*insmod-*load: (do_init_module+*) name="kpe_target"' \
		'*mount-*wanted: (__request_module+*) pattern="fs-*"'
}

test_clock()
{
	date -s "@$(date +%s)" >/dev/null
	shown '*date-*clock: (do_settimeofday64+*) to=*'
}

# ---- who waits for what

test_off_cpu()
{
	sleep 0.2 | cat
	shown '*cat-*off: (* <- schedule) elapsed=* kstack={*vfs_read+*}'
}

test_wakeup()
{
	(usleep 200000; echo) | cat >/dev/null
	shown '*wake: (try_to_wake_up+*) kstack={*}'
}

test_run_queue()
{
	for _ in 1 2 3 4 5; do usleep 1000; done
	shown '{ us: ~ 2^* } hitcount: *'
}

# two readers of one open file: the first sleeps with the lock of its position
test_lock()
{
	timeout 1 cat /proc/kmsg >/dev/null || :
	exec 5</proc/kmsg
	dd bs=4096 count=1 <&5 >/dev/null 2>&1 &
	first=$!
	usleep 200000
	cat <&5 >/dev/null &
	second=$!
	usleep 200000
	echo one >/dev/kmsg
	ended $first
	kill $second
	wait $second || :
	exec 5<&-
	shown '*cat-*wait: (* <- __mutex_lock_slowpath) holder="dd" pid=* elapsed=* kstack={*}'
}

test_file_lock()
{
	exec 5>/tmp/file
	client call 73 5 2
	# the shell would keep a copy of what a redirection closes
	(exec 5>&-; client call 73 0 2 </tmp/file) &
	usleep 200000
	exec 5>&-
	ended $!
	rm /tmp/file
	shown '*client-*lock: (* <- locks_lock_inode_wait) elapsed=* ret=0'
}

# ---- the network

test_connect()
{
	nc 127.0.0.1 99 </dev/null 2>/dev/null || :
	shown '*nc-*connect: (* <- tcp_v4_connect) to=127.0.0.1:99 ret=0'
}

test_send()
{
	timeout 1 tftp -g -r file -l /tmp/file 127.0.0.2 2>/dev/null || :
	rm -f /tmp/file
	shown '*tftp-*send: (udp_sendmsg+*) to=127.0.0.2:69 n=*'
}

test_bind()
{
	httpd -f -p 127.0.0.1:99 -h /tmp &
	usleep 200000
	httpd -f -p 127.0.0.1:99 -h /tmp 2>/dev/null || :
	kill $!
	shown '*httpd-*bind: (* <- inet_bind) to=127.0.0.1:99 ret=0' \
		'*httpd-*bind: (* <- inet_bind) to=127.0.0.1:99 ret=-EADDRINUSE'
}

test_accept()
{
	nc -l -p 99 </dev/null >/dev/null &
	usleep 200000
	nc 127.0.0.1 99 </dev/null || :
	ended $!
	shown '*nc-*accept: (* <- inet_csk_accept) from=127.0.0.1 port=99'
}

# nobody answers there
test_retransmit()
{
	ip address add 10.9.9.1/32 dev lo
	ip route add 10.9.9.9 dev lo
	timeout 5 nc 10.9.9.9 99 </dev/null 2>/dev/null || :
	ip route del 10.9.9.9 dev lo
	ip address del 10.9.9.1/32 dev lo
	shown '*again: (tcp_retransmit_skb+*) to=10.9.9.9 from=* state=2'
}

test_drop()
{
	timeout 1 tftp -g -r file -l /tmp/file 127.0.0.1 2>/dev/null || :
	rm -f /tmp/file
	shown '*drop: (*) reason=SKB_DROP_REASON_NO_SOCKET kstack={*}'
}

test_unix()
{
	logger hello 2>/dev/null || :
	shown '*logger-*unix: (unix_find_other+*) path="/dev/log"'
}
