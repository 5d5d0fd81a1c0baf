# shellcheck shell=dash
# description: ten thousand events at once: what they cost, and none of them is lost
# seconds: 1200

GROUP=kpe_10000

seconds() { awk '{ print $1 }' /proc/uptime; }

# what is in use, but for files; what holds the files of events counts as available
megabytes()
{
	awk '$1 == "MemTotal:" { used += $2 }
		$1 ~ /^(MemFree|Buffers|Cached):/ { used -= $2 }
		END { print used / 1024 }' /proc/meminfo
}

# how long COMMAND takes is a figure; the console tells what is being done
took() # WHAT COMMAND...
{
	local start what=$1

	shift
	echo "thousands: $what" >/dev/kmsg
	start=$(seconds)
	"$@"
	figure "$what: $(echo "$(seconds) $start" | awk '{ printf "%.1f", $1 - $2 }') s"
}

memory_each() # WHAT BEFORE
{
	figure "$1: $(echo "$(megabytes) $2" | awk '{ printf "%.1f", ($1 - $2) * 1024 / 10000 }') KB an event"
}

# COUNT functions of names that no other has: one of kpe_target, and such as are not
# called all the time, five times over, where a guest is slow
functions() # COUNT
{
	define 'p:find/all [d-i]*'
	on find/all
	find "$T/events/sched" -type f -exec cat {} + >/tmp/case/read
	sleep 1
	off find/all
	status_of find/all 4 7 | awk '!$2 { sub(/[+]0x[04]$/, "", $1); print $1 }' >/tmp/case/idle
	define -:find/all
	awk -v count="$1" '
		BEGIN { print "kpe_target_ret"; left = count - 1 }
		FILENAME == "/proc/kallsyms" { named[$3]++; next }
		named[$1] == 1 && left-- > 0
	' /proc/kallsyms /tmp/case/idle
}

# five events for each function
definitions()
{
	awk -v group=$GROUP '
		function event(kind, fetch) { print kind ":" group "/e" ++n " " $1 fetch }
		{
			event("p", "")
			event("p", " n=%di:u64")
			event("p", " a=%si:x32 s=+0(%di):string")
			event("r", "")
			event("r", " got=%ax:s64")
		}'
}

define_parts()
{
	local from

	for from in 1 2501 5001 7501; do
		eq "$(sed -n "$from,$((from + 2499))p" /tmp/case/definitions |
			client write "$KPE/kprobe_events")" '' "$(last_error "$T/error_log")"
	done
}

read_all()
{
	sed 's/^r[0-9]*:/r:/' "$KPE/kprobe_events" | cmp - /tmp/case/definitions
	ok
	eq "$(wc -l <"$KPE/kprobe_profile")" 10000
	eq "$(awk '/^[pr][0-9]*:/' "$KPE/kprobe_export" | wc -l)" 10000
}

# "10000 STATE" if all are the same
states()
{
	awk '!/^#/ { print $2 }' "$KPE/kprobe_status" | sort | uniq -c | sed 's/^ *//'
}

all_enable() { echo "$1" >"$T/events/$GROUP/enable"; } # 0|1

formats_and_ids()
{
	local n

	for n in 1 2 4999 9999 10000; do
		eq "$(sed -n 1p "$T/events/$GROUP/e$n/format")" "name: e$n"
		has "$T/events/$GROUP/e$n/format" "ID: $(event_id $GROUP/e$n)"
	done
	eq "$(find "$T/events/$GROUP" -name id -exec cat {} + | sort -u | wc -l)" 10000
}

delete_half()
{
	sed -n "s,^[pr]:\($GROUP/e[0-9]*[02468]\) .*,-:\1,p" /tmp/case/definitions >/tmp/case/gone
	eq "$(client write "$KPE/kprobe_events" append </tmp/case/gone)" ''
}

test_ten_thousand_events()
{
	target_loaded
	functions 2000 | definitions >/tmp/case/definitions
	eq "$(wc -l </tmp/case/definitions)" 10000
	before=$(megabytes)
	took 'define, in 4 writes' define_parts
	memory_each defined "$before"
	took 'list, profile, export' read_all
	eq "$(states)" '10000 disabled'
	took enable all_enable 1
	memory_each enabled "$before"
	eq "$(states)" '10000 armed'
	target ret 3
	took 'formats and ids' formats_and_ids
	took disable all_enable 0
	eq "$(states)" '10000 disabled'
	for n in 1 2 3 4 5; do
		eq "$(status_of $GROUP/e$n 4 7 8 13)" 'kpe_target_ret+0x0 3 3 0'
	done
	figure "$(awk '$2 { n++; hits += $2; missed += $3 }
		END { print n " events with " hits " hits, " missed " missed" }' "$KPE/kprobe_profile")"
	took 'delete half' delete_half
	eq "$(wc -l <"$KPE/kprobe_events")" 5000
	took 'clear the rest' truncate_file "$KPE/kprobe_events"
	listed
	not test -d "$T/events/$GROUP"
	memory_each 'not given back' "$before"
}
