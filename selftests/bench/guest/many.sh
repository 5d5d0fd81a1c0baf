# shellcheck shell=dash
# many.sh - measure the cost of many probes that are not hit: all are defined, enabled,
# disabled and cleared, with a measurement of the memory before and after
#
# Times are milliseconds of the guest: a million instructions, or as much waiting. WHAT of
# the table "cases" is one of
#
#	define, enable, disable, clear	ms
#	slab	bytes of slab and per-CPU memory, divided by the number of events
#	armed	the same while they are enabled
#	busy	the same once each was hit more than a thousand times; of a crowd
#	memory	bytes of all memory that is no longer free, divided likewise

# the first words of functions of parts of the kernel that have nothing to do in
# this guest
COLD="acpi addrconf amd blk bpf cpufreq crypto cxl dax devlink devm dma dmar dmi efi
	ethnl ethtool ext4 fb fbcon fib fib6 fscrypt fuse gnttab htab hv inet inet6 input
	intel iommu ip ip6 ipmr ipv6 jbd2 klp led mpi mptcp neigh netdev netlbl netlink nvme
	pci pcie pciehp pm pnp ptp qdisc quirk raw rt rt6 rtc rtnl seg6 sgx sk skb sock tc
	tcf tcp thermal tpm udp x86 xen xenbus xfrm xsk ZSTD"

# N functions of unique names that can be traced and probed: for the same kernel
# always the same
functions() # N
{
	awk -v words="$COLD" '
		BEGIN {
			n = split(words, word)
			for (i = 1; i <= n; i++)
				cold[word[i]]
		}
		function first(name) { return substr(name, 1, index(name, "_") - 1) }
		FILENAME == "/proc/kallsyms" { if (first($3) in cold) seen[$3]++; next }
		FILENAME ~ /blacklist/ { seen[$2] = 2; next }
		NF == 1 && seen[$1] == 1 && $1 !~ /[.]/ { print $1 }
	' /proc/kallsyms /sys/kernel/debug/kprobes/blacklist "$T/available_filter_functions" |
		sort | sed -n "1,$1p"
}

# What can be given back is, and what is freed later has been. What the module has read for
# definitions is dropped when it was not used for 20 s. Time passes quickly in a guest that
# has nothing to do.
settled()
{
	for _ in 1 2; do
		sync
		echo 3 >/proc/sys/vm/drop_caches
		sleep 25
	done
}

# /proc/meminfo knows per-CPU memory by pages, of which the kernel keeps a few for each CPU
# that nobody uses. With many CPUs they are more than what is measured. So the kernel counts
# what is allocated and freed then; not in an instance, where each event has files, too.
P=$T/events/percpu

has_many_cpus() { [ "$(cat /sys/devices/system/cpu/possible)" != 0 ]; }

count_percpu() # ''|"!"
{
	echo "$1hist:keys=ptr:vals=bytes_alloc:size=16384" >>"$P/percpu_alloc_percpu/trigger"
	echo "$1hist:keys=ptr:size=16384" >>"$P/percpu_free_percpu/trigger"
}

# since the counting began, for all CPUs
percpu_bytes()
{
	cat "$P/percpu_alloc_percpu/hist" "$P/percpu_free_percpu/hist" >/tmp/percpu
	same 'drops of per-CPU memory' "$(awk '/Dropped:/ { n += $2 } END { print n }' /tmp/percpu)" 0
	# { ptr: P } hitcount: N bytes_alloc: N
	awk '
		$1 == "{" && NF > 6 { bytes[$3] = $8 / $6; left[$3] += $6 }
		$1 == "{" && NF < 7 { left[$3] -= $6 }
		END {
			for (ptr in bytes)
				sum += bytes[ptr] * left[ptr]
			print sum + 0
		}
	' /tmp/percpu
}

# "BYTES BYTES": of slab and per-CPU memory; of free pages, those that a CPU keeps
# for itself, too
memory()
{
	local percpu=meminfo

	settled
	! has_many_cpus || percpu=$(percpu_bytes)
	awk -v percpu="$percpu" '
		/^(SReclaimable|SUnreclaim):/ { slab += 1024 * $2 }
		/^Percpu:/ { slab += percpu == "meminfo" ? 1024 * $2 : percpu }
		/^ +pages free/ { free += 4096 * $3 }
		/^ +count:/ { free += 4096 * $2 }
		END { printf "%d %d\n", slab, free }
	' /proc/meminfo /proc/zoneinfo
}

# milliseconds from the client's time stamps, of N in M pieces
ms() # FILE MODE [N M]
{
	client ticks "$1" "$2" | awk -v n="${3-1}" -v m="${4-1}" \
		'{ printf "%.3f\n", $1 / 1000000 * n / m }'
}

count() # WORD...
{
	echo $#
}

# functions that the kernel stops in, for whichever tracer: at least, at most
armed() # LEAST MOST
{
	armed=$(wc -l <"$T/enabled_functions")
	if [ "$armed" -lt "$1" ] || [ "$armed" -gt "$2" ]; then
		echo "$armed functions are traced, not $1 to $2" >&2
		return 1
	fi
}

uptime_ms()
{
	awk '{ print 1000 * $1 }' /proc/uptime
}

# milliseconds, in steps of ten, until the kernel stops there no more: what is
# put off counts, too
disabled_after()
{
	local start try=0

	start=$(uptime_ms)
	echo 0 >"$T/events/bench/enable"
	until armed 0 1 2>/dev/null; do
		try=$((try + 1))
		[ $try -lt 200 ] || { armed 0 1; return 1; }
		sleep 0.01
	done
	echo $(($(uptime_ms) - start))
}

# "WHAT VALUE" of all that is measured; the definitions are on stdin, of so many
# events in so many places at least. A function more may serve as an anchor.
many() # CONTROL-FILE EVENTS PLACES
{
	cat >/tmp/definitions
	! has_many_cpus || count_percpu ''
	# shellcheck disable=SC2046 # two numbers
	set -- "$1" "$2" "$3" $(memory)
	echo "define $(ms "$1" append </tmp/definitions)"
	same events "$(count "$T"/events/bench/*/)" "$2"
	# shellcheck disable=SC2046
	set -- "$@" $(memory)
	echo "slab $((($6 - $4) / $2))"
	echo "memory $((($5 - $7) / $2))"
	echo "enable $(echo 1 | ms "$T/events/bench/enable" write)"
	armed "$3" $(($3 * 5 / 4))
	# shellcheck disable=SC2046
	set -- "$@" $(memory)
	echo "armed $((($8 - $4) / $2))"
	if [ -n "${BUSY-}" ]; then
		echo "$BUSY" >/sys/module/kpe_crowd/parameters/run
		# shellcheck disable=SC2046
		set -- "$@" $(memory)
		echo "busy $(((${10} - $4) / $2))"
	fi
	echo "disable $(disabled_after)"
	echo "clear $(echo | ms "$1" trunc)"
	! has_many_cpus || count_percpu '!'
	[ ! -d "$T/events/bench" ] || { echo "events are left" >&2; return 1; }
	echo >"$T/trace"
}

# one run gives the values of all cases
value_of() # WHAT RUN COMMAND...
{
	what=$1 run=$2
	shift 2
	if [ ! -f "/tmp/many.$run" ]; then
		"$@" >/tmp/many
		mv /tmp/many "/tmp/many.$run"
	fi
	sed -n "s/^$what //p" "/tmp/many.$run" | grep .
}

# The first events of all make the kernel's caches grow for good.
warm_up() # CONTROL-FILE
{
	[ ! -f /tmp/warm ] || return 0
	client write "$1" append </tmp/events
	echo | client write "$1" trunc
	: >/tmp/warm
}

many_events() # CONTROL-FILE N
{
	functions "$2" | awk '{ print "p:bench/e" NR, $1 }' >/tmp/events
	warm_up "$1"
	many "$1" "$2" "$2" </tmp/events
}

# of a module with many functions
crowd_events() # CONTROL-FILE N
{
	seq "$2" | awk '{ printf "p:bench/e%d kpe_crowd:kpe_crowd_%04d\n", $1, $1 - 1 }' >/tmp/events
	warm_up "$1"
	BUSY=1100 many "$1" "$2" "$2" </tmp/events
}

# the module is loaded anew
first_of() # DEFINITION
{
	rmmod kprobe_events
	insmod /kpe/kprobe_events.ko
	echo "$1" | ms "$OURS" append
	echo | client write "$OURS" trunc
}

# one event, while no other is enabled. The first of all makes what stays: the module
# registers with ftrace once, the kernel's tracer each time.
alone_of() # WHAT CONTROL-FILE FUNCTION
{
	local enable disable

	echo "p:bench/hit kpe_bench_$3" | client write "$2" append
	for enable in 1 0; do
		echo $enable >"$T/events/bench/hit/enable"
	done
	sleep 1
	# ours has a search in the background, which would have its share of the only CPU
	while grep -q ': being searched$' "${2%events}status"; do
		sleep 0.1
	done 2>/dev/null
	enable=$(echo 1 | ms "$T/events/bench/hit/enable" write)
	disable=$(echo 0 | ms "$T/events/bench/hit/enable" write)
	sleep 1
	echo | client write "$2" trunc
	case $1 in
	enable) echo "$enable" ;;
	both) echo "$enable $disable" | awk '{ printf "%.3f\n", $1 + $2 }' ;;
	esac
}

# of the kernel, those that a table points at, and of a module
single_functions() # N
{
	case $ARGUMENTS in
	kernel) functions 4000 | awk -v every=$((4000 / $1)) 'NR % every == 0' ;;
	operations) functions 100000 | grep -E '_(open|release|read|write|show|store|start|next|stop|probe|ioctl|setup)$' ;;
	module) seq "$1" | awk '{ printf "kpe_crowd:kpe_crowd_%04d\n", $1 }' ;;
	esac | sed -n "1,$1p"
}

# until ours no longer searches the kernel for references, in the background
searched()
{
	while grep -q ': being searched$' "${OURS%events}status"; do sleep 0.1; done
}

# milliseconds of the dearest; the first of all has a case of its own ("first")
single_of() # CONTROL-FILE N
{
	single_functions "$2" >/tmp/functions
	same functions "$(wc -l </tmp/functions)" "$2"
	while read -r function; do
		echo "p:bench/hit $function" | ms "$1" append
		searched
		echo | client write "$1" trunc
	done </tmp/functions | sed 1d >/tmp/singles
	same definitions "$(wc -l </tmp/singles)" $(($2 - 1))
	sort -n /tmp/singles | tail -n 1
}

# milliseconds until N records are read
read_of() # CONTROL-FILE N
{
	local size

	# hit.sh does it for what is called there
	CALLS=args8
	size=$(sed 's/ .*//' "$T/buffer_size_kb")
	echo 16384 >"$T/buffer_size_kb"
	echo >"$T/trace"
	definitions "$1" | client write "$1"
	searched
	echo 1 >"$T/events/bench/hit/enable"
	until [ "$(entries)" -ge "$2" ]; do
		sh /kpe/measure "$CALLS" >/dev/null
	done
	echo 0 >"$T/events/bench/hit/enable"
	ms "$T/trace" read "$2" "$(entries)"
	echo >"$T/trace"
	clear_events "$1"
	echo "$size" >"$T/buffer_size_kb"
}

# milliseconds until N definitions are read
listing_of() # CONTROL-FILE N
{
	functions "$2" | sed 's,^,p:bench/hit ,' | client write "$1" append
	same definitions "$(wc -l <"$1")" "$2"
	ms "$1" read
	echo | client write "$1" trunc
}

# instructions for each place, where two probes of one event have the same ones
export_of() # GLOB
{
	local ticks places

	printf 'p:bench/e %s\np:bench/e %s*\n' "$1" "$1" | client write "$OURS" append
	places=$(grep -c '^bench/e ' "${OURS%events}status")
	ticks=$(client ticks "${OURS%events}export" read)
	same lines "$(grep -c '^p:bench/e ' "${OURS%events}export")" $((places / 2))
	echo | client write "$OURS" trunc
	echo $((ticks / places))
}

many_places() # CONTROL-FILE GLOB
{
	local places=900

	case $2 in
	kpe_crowd:*'[1-4]') places=4 ;;
	kpe_crowd:*) places=5000 ;;
	esac
	echo "p:bench/glob $2 $DEFINITION" | many "$1" 1 $places
}
