# shellcheck shell=dash
# hotpath.sh - functions that tests of probes at all places share
#
# Places are probed in lots of LOT, while the machine works. The kernel's command line sets
# these variables: LOT_SEED chooses the same lots again; LOT_FROM begins a sweep at that
# lot. The console names the armed lot: after a crash, examine the last one named.

LOT=${LOT_SIZE:-1000}

# addresses of all functions that ftrace knows in the kernel proper
all_functions()
{
	grep -v '\[' "$T/available_filter_functions" | awk '
		FILENAME == "-" { wanted[$1]; next }
		$4 == "" && $3 in wanted { print "0x" $1 }
	' - /proc/kallsyms | sort -u >/tmp/places
	not test "$(wc -l </tmp/places)" -lt 5000
}

lots() { echo $((($(wc -l <"$1") + LOT - 1) / LOT)); } # PLACES

lot() # NUMBER PLACES
{
	sed -n "$((($1 - 1) * LOT + 1)),$(($1 * LOT))p" "$2"
}

# forks, execs, files, pipes, sleeps, faults; until the file is gone
work()
{
	while [ -f /tmp/case/busy ]; do
		dd if=/bin/busybox bs=16k count=8 2>/dev/null | cat >/tmp/case/io."$1"
		usleep 1000
		rm /tmp/case/io."$1"
		find /proc/self/ /sys/module/kprobe_events >/dev/null 2>&1 || :
	done
}

# An event whose probes are at all places of a lot is enabled for a while.
try_lot() # LETTER NUMBER PLACES
{
	local start=$1:kpe_lot/l

	echo "hotpath: $1, lot $2" >/dev/kmsg
	lot "$2" "$3" | client lot "$KPE/kprobe_events" "$start" >/tmp/case/lot
	# whole directories of the kernel are notrace
	if grep -qx 'accepted 0' /tmp/case/lot; then
		tally_lot
		return
	fi
	on kpe_lot/l
	usleep "${LOT_USLEEP:-700000}"
	off kpe_lot/l
	tally_lot
	define -:kpe_lot/l
}

# adds to accepted, refused, hit, hits and missed
tally_lot()
{
	# shellcheck disable=SC2046 # words
	set -- $(awk '
		FILENAME == "-" { hits += $2; missed += $3; next }
		$1 == "accepted" { accepted = $2 }
		$1 == "refused" { refused++ }
		END { print accepted + 0, refused + 0, hits + 0, missed + 0 }
	' /tmp/case/lot - <"$KPE/kprobe_profile") \
		$(awk '$1 == "kpe_lot/l" && $7 > 0' "$KPE/kprobe_status" | wc -l)
	accepted=$((accepted + $1)) refused=$((refused + $2))
	hits=$((hits + $3)) missed=$((missed + $4)) hit=$((hit + $5))
}

# With all of the kernel's detectors of lockups on, and the harness's behind them
try_lots() # LETTER PLACES NUMBER...
{
	local letter=$1 places=$2 number a

	shift 2
	accepted=0 refused=0 hits=0 missed=0 hit=0
	[ ! -f /proc/sys/kernel/watchdog ] || eq "$(cat /proc/sys/kernel/watchdog)" 1
	: >/tmp/case/busy
	work 1 &
	a=$!
	work 2 &
	for number do
		try_lot "$letter" "$number" "$places"
	done
	rm /tmp/case/busy
	wait $a $!
	echo "$letter at $accepted places of $(wc -l <"$places")," \
		"$refused refused, $hit were hit, $hits hits, $missed missed" \
		>>/tmp/case/figures
	not test "$hits" = 0
	not test "$accepted" -lt $(($# * LOT / 2))
}

some_lots() # HOW-MANY PLACES
{
	awk -v seed="$(lot_seed)" -v n="$1" -v of="$(lots "$2")" '
		BEGIN { srand(seed); while (n--) print int(rand() * of) + 1 }
	'
}

lot_seed()
{
	[ -f /tmp/seed ] || echo "${LOT_SEED:-$(hexdump -n 2 -e '"%u"' /dev/urandom)}" >/tmp/seed
	cat /tmp/seed
}
