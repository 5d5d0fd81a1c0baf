# description: definitions to other machines, data back, counters for Prometheus
# kernels: 6.1-cloud
# seconds: 360
# shellcheck source=common
. /kpe/tests/common

# "far" is a machine as far as the network knows: 10.9.0.2, this one being 10.9.0.1
far() { nsenter -t "$(cat /tmp/case/far)" -n "$@"; }

network()
{
	# a test that failed may have left it
	[ ! -d /sys/module/veth ] || rmmod veth
	insmod /kpe/veth.ko
	unshare -n sleep 1000 &
	echo $! >/tmp/case/far
	sleep 1
	# veth0 comes with it
	ip link add near type veth
	ip link set veth0 netns "$(cat /tmp/case/far)"
	ip addr add 10.9.0.1/24 dev near
	ip link set near up
	far ip addr add 10.9.0.2/24 dev veth0
	far ip link set veth0 up
}

no_network()
{
	# the other end goes with it, and with its namespace both would
	ip link del near
	kill "$(cat /tmp/case/far)"
	rmmod veth
}

ssh() { dbclient -y -i /tmp/case/key root@10.9.0.2 "$@" 2>/tmp/case/ssh; }

sshd()
{
	dropbearkey -t ed25519 -f /tmp/case/key >/tmp/case/key.out
	dropbearkey -t ed25519 -f /tmp/case/host >/dev/null
	chmod 700 /root /root/.ssh
	grep '^ssh-' /tmp/case/key.out >/root/.ssh/authorized_keys
	chmod 600 /root/.ssh/authorized_keys
	mkdir -p /dev/pts
	far dropbear -F -E -r /tmp/case/host -p 22 -P /tmp/case/sshd.pid 2>/tmp/case/sshd.log &
	wait_for 20 test -s /tmp/case/sshd.pid
}

# One kernel serves both ends, so what is sent is deleted here before.
test_definitions_by_ssh()
{
	target_loaded
	network
	sshd
	define 'p:x kpe_target:kpe_target_ret x=%di:u64' 'r:read vfs_read $retval'
	cat "$KPE/kprobe_export" >/tmp/case/exported
	ssh "cat $KPE/kprobe_export" >/tmp/case/got
	eq "$(cat /tmp/case/got)" "$(cat /tmp/case/exported)"
	define -:x -:read
	ssh "dd obs=16384k >>$KPE/kprobe_events" </tmp/case/got || {
		cat /tmp/case/ssh /tmp/case/sshd.log
		fail "ssh"
	}
	eq "$(cat "$KPE/kprobe_export")" "$(cat /tmp/case/exported)"
	kill "$(cat /tmp/case/sshd.pid)"
	no_network
}

# The far machine needs no tool, and gets nothing but the script.
test_a_cache_by_ssh()
{
	export HOME=/tmp/case
	target_loaded
	network
	sshd
	define 'p:x kpe_target:kpe_target_ret x=%di:u64' 'r:read vfs_read $retval'
	cat "$KPE/kprobe_export" >/tmp/case/exported
	does sh /kpe/tools/kprobe-events-cache add
	define -:x -:read
	does sh /kpe/tools/kprobe-events-cache apply --ssh 'dbclient -y -i /tmp/case/key' --to root@10.9.0.2
	eq "$(said '^2 definitions for build [0-9a-f]{40}$')" 1
	eq "$(grep '^[pr]' "$KPE/kprobe_export" | sort)" "$(grep '^[pr]' /tmp/case/exported | sort)"
	kill "$(cat /tmp/case/sshd.pid)"
	no_network
}

test_records_by_trace_cmd()
{
	target_loaded
	network
	define 'p:x kpe_target_ret x=%di:u64' 'r:back kpe_target_ret got=$retval:u64'
	mkdir /tmp/case/data
	trace-cmd listen -p 5678 -d /tmp/case/data -l /tmp/case/listen.log &
	echo $! >/tmp/case/listen
	sleep 3
	does far trace-cmd record -N 10.9.0.1:5678 -e kprobes:x -f 'x > 1' -e kprobes:back \
		sh -c "echo ret 3 >$RUN"
	# the file is there before all is in it
	wait_for 30 sh -c '[ "$(trace-cmd report -i /tmp/case/data/trace.far*.dat |
		grep -cE " (x|back): ")" = 5 ]'
	kill "$(cat /tmp/case/listen)"
	does trace-cmd report -i /tmp/case/data/trace.far*.dat
	eq "$(said ' x: +\([0-9a-f]+\) x=[23]$')" 2
	eq "$(said ' back: .* got=100[123]$')" 3
	no_network
}

metric() # SERIES
{
	awk -v series="$1" '
		$1 == series { print $2; found++ }
		END { exit found != 1 }
	' /tmp/case/out
}

test_counters_for_prometheus()
{
	target_loaded
	define 'p:x kpe_target_ret x=%di:u64' 'p:later none:such'
	echo 'x > 1' >"$(event_dir x)/filter"
	on x
	target ret 3
	does sh /kpe/tools/kprobe-events-metrics
	eq "$(metric kprobe_events_up)" 1
	eq "$(metric 'kprobe_event_hits_total{event="kprobes/x"}')" 3
	eq "$(metric 'kprobe_event_recorded_total{event="kprobes/x"}')" 2
	eq "$(metric 'kprobe_event_filtered_total{event="kprobes/x"}')" 1
	eq "$(metric 'kprobe_event_places{event="kprobes/x",state="armed"}')" 1
	eq "$(metric 'kprobe_event_places{event="kprobes/later",state="pending"}')" 1
	does sh /kpe/tools/kprobe-events-metrics --places
	eq "$(metric 'kprobe_event_hits_total{event="kprobes/x",place="kpe_target_ret+0x0",module="kpe_target"}')" 3
}
