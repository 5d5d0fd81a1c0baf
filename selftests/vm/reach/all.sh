# shellcheck shell=dash
# description: the warnings about functions of the kernel, compared with objdump
# seconds: 1200

BATCH=400
TEXT='Nothing in the kernel or its modules calls, jumps to or points at this function'

# lines of /kpe/referred whose first word is in FILE
only() # FILE
{
	awk 'NR == FNR { in_file[$1]; next } $1 in in_file' "$1" /kpe/referred
}

# What cannot be probed is left out, one after another.
define_batch() # FILE
{
	local line

	while :; do
		line=$(sed 's/^/p:x /' "$1" | (dd obs=1M 2>&1 >>"$KPE/kprobe_events" || echo failed) | tail -n 1)
		[ "$line" = failed ] || return 0
		line=$(tail -n 2 "$KPE/error_log" | sed -n 's/^  Command: p:x //p')
		[ -n "$line" ] || fail "no line is refused"
		grep -vx "$line" "$1" >"$1.less" || :
		echo "$line" >>"$CASE/refused"
		mv "$1.less" "$1"
	done
}

warned_of() { sed -n "s/^# kprobes\/x: \([^ ]*\): $TEXT\$/\1/p" "$KPE/kprobe_status"; }

# Do pointers that the image has, at these distances from _text, still lead to a function?
still_points() # FUNCTION OFFSET...
{
	local start at now

	start=$(($(address "$1")))
	shift
	for at do
		echo "p:peek vfs_read now=@_text+$at:s64" >>"$KPE/kprobe_events"
		true >"$T/trace"
		on peek
		cat /proc/version >/dev/null
		off peek
		now=$(records peek | sed -n '1s/.*now=//p')
		echo '-:peek' >>"$KPE/kprobe_events"
		[ -n "$now" ] || fail "nothing is read at _text+$at"
		[ "$now" != "$start" ] || return 0
	done
	return 1
}

# of those warned about, whose pointers may have been replaced at boot
pointed_at() # < "NAME data OFFSET..."
{
	local name offsets

	while read -r name _ offsets; do
		# shellcheck disable=SC2086 # numbers
		if still_points "$name" $offsets; then
			echo "$name"
		fi
	done
}

# FILE has functions
compare() # FILE
{
	local part

	: >refused
	: >warned
	: >defined
	awk -v n=$BATCH '{ print $1 >sprintf("part.%05d", NR / n) }' "$1"
	for part in part.*; do
		define_batch "$part"
		searched
		warned_of >>warned
		cat "$part" >>defined
		echo '-:x' >>"$KPE/kprobe_events"
	done
	only defined >known
	only warned >warned.how
	awk '$2 == "yes" { print $1 }' warned.how >wrong
	awk '$2 == "data"' warned.how >replaced
	pointed_at <replaced >>wrong
	awk 'NR == FNR { warned[$1]; next } $2 == "no" && !($1 in warned) { print $1 }' warned known >missed
	figure "$(wc -l <known) functions, $(wc -l <refused) refused, $(wc -l <warned) warned about," \
		"$(grep -c ' no$' known || :) that nothing refers to, $(grep -c ' maybe$' known || :) that only boot code does"
	figure "whose pointers were replaced at boot: $(cut -d ' ' -f 1 replaced | tr '\n' ' ')"
	figure "wrongly warned: $(wc -l <wrong): $(tr '\n' ' ' <wrong)"
	figure "missed: $(wc -l <missed): $(tr '\n' ' ' <missed)"
	eq "$(cat wrong)" ''
	# the memory of a running kernel may have an address by chance
	[ $(($(wc -l <missed) * 200)) -lt "$(grep -c ' no$' known)" ] || fail 'too many are missed'
}

# what can be probed, and objdump knows
test_all_functions()
{
	cd "$CASE" || fail "no directory"
	only "$TOP/available_filter_functions" >asked
	compare asked
	[ "$(wc -l <known)" -gt 10000 ] || fail 'too few functions'
}

# one in 32 of those that are referred to, and one in 4 of the others
test_sample()
{
	cd "$CASE" || fail "no directory"
	only "$TOP/available_filter_functions" |
		awk '$2 == "no" ? ++no % 4 == 0 : ++others % 32 == 0' >asked
	compare asked
	[ "$(wc -l <known)" -gt 400 ] || fail 'too few functions'
}
