# shellcheck shell=dash
# many.sh - what many probes cost that nobody hits: in one go they are defined,
# enabled, disabled and cleared, with a look at the memory before and after.
#
# Times are milliseconds of the guest: a million instructions, or so much
# waiting. WHAT of the table "cases" is one of
#
#	define, enable, disable, clear	ms
#	slab	bytes of slab and per-CPU memory, divided by the number of events
#	memory	bytes of all that is no longer free, divided likewise

# the first words of functions of parts of the kernel that have nothing to do in
# this guest
COLD="acpi ext4 jbd2 nvme pci pcie bpf ZSTD mptcp tomoyo selinux devlink intel xen xfrm
	quirk netlbl aa audit ima iommu tcp tcf udp raw inet6 ip6 ipv6 fib fib6 crypto
	devm cxl amd hv fuse tpm thermal input blk x86 rtnl neigh"

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

# what can be given back is, and what is freed later has been
settled()
{
	for _ in 1 2; do
		sync
		echo 3 >/proc/sys/vm/drop_caches
		sleep 1
	done
}

# "BYTES BYTES": of slab and per-CPU memory; of free pages, those that a CPU keeps
# for itself, too
memory()
{
	settled
	awk '
		/^(SReclaimable|SUnreclaim|Percpu):/ { slab += 1024 * $2 }
		/^ +pages free/ { free += 4096 * $3 }
		/^ +count:/ { free += 4096 * $2 }
		END { printf "%d %d\n", slab, free }
	' /proc/meminfo /proc/zoneinfo
}

# milliseconds from the client's time stamps
ms() # FILE MODE
{
	client ticks "$1" "$2" | awk '{ printf "%.3f\n", $1 / 1000000 }'
}

# "WHAT VALUE" of all that is measured; the definitions are on stdin
many() # CONTROL-FILE N
{
	cat >/tmp/definitions
	# shellcheck disable=SC2046 # two numbers
	set -- "$1" "$2" $(memory)
	echo "define $(ms "$1" append </tmp/definitions)"
	# shellcheck disable=SC2046
	set -- "$@" $(memory)
	echo "slab $((($5 - $3) / $2))"
	echo "memory $((($4 - $6) / $2))"
	echo "enable $(echo 1 | ms "$T/events/bench/enable" write)"
	echo "disable $(echo 0 | ms "$T/events/bench/enable" write)"
	echo "clear $(echo | ms "$1" trunc)"
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

many_events() # CONTROL-FILE N
{
	functions "$2" | awk '{ print "p:bench/e" NR, $1 }' | many "$1" "$2"
}

many_places() # CONTROL-FILE GLOB
{
	echo "p:bench/glob $2" | many "$1" 1
}
