# shellcheck shell=dash
# description: the warnings about all functions of the kernel, compared with objdump
# kernels: 6.1-nokpe
# seconds: 900

BATCH=400
# Their only pointers are replaced at boot.
REPLACED=delay_loop
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

test_all_functions()
{
	local part

	cd "$CASE" || fail "no directory"
	only "$TOP/available_filter_functions" >asked
	: >refused
	awk -v n=$BATCH '{ print $1 >sprintf("part.%05d", NR / n) }' asked
	for part in part.*; do
		define_batch "$part"
		warned_of >>warned
		cat "$part" >>defined
		echo '-:x' >>"$KPE/kprobe_events"
	done
	only defined >known
	# referred to, but warned about; and the reverse
	awk 'NR == FNR { warned[$1]; next } $2 == "yes" && $1 in warned { print $1 }' warned known >wrong
	awk 'NR == FNR { warned[$1]; next } $2 == "no" && !($1 in warned) { print $1 }' warned known >missed
	figure "$(wc -l <known) functions, $(wc -l <refused) refused, $(grep -c ' no$' known) that nothing refers to"
	figure "wrongly warned: $(wc -l <wrong): $(tr '\n' ' ' <wrong)"
	figure "missed: $(wc -l <missed): $(tr '\n' ' ' <missed)"
	[ "$(wc -l <known)" -gt 10000 ] || fail 'too few functions'
	eq "$(grep -vxF "$REPLACED" wrong || :)" ''
	# init code stores pointers in data, and a few lists have distances: objdump sees neither
	[ $(($(wc -l <missed) * 10)) -lt "$(grep -c ' no$' known)" ] || fail 'too many are missed'
}
