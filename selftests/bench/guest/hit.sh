# shellcheck shell=dash
# hit.sh - what a hit costs; HOW of the table "cases" is a function arm_HOW here,
# and disarm_HOW if there is something to undo. $EVENTS are the directories of
# the events that the case has defined.

CALLS_PER_BATCH=200
# "OFFSET BYTE" of the instruction in kpe_bench_body()
BODY=/sys/module/kpe_bench/parameters/body

# ---- HOW

# write TEXT into FILE of each event
each() # FILE TEXT
{
	for event in $EVENTS; do
		echo "$2" >"$event/$1"
	done
}

arm_defined() { :; }

arm_on() { each enable 1; }
disarm_on() { each enable 0; }

arm_filter() # EXPR...
{
	each filter "$*"
	each enable 1
}

disarm_filter()
{
	each enable 0
	each filter 0
}

arm_hist() { each trigger "hist:keys=$1"; }
disarm_hist() { each trigger "!hist:keys=$1"; }

# the client does it
arm_perf() { :; }

arm_instances()
{
	mkdir "$T/instances/bench"
	each enable 1
	echo 1 >"$T/instances/bench/events/bench/enable"
}

disarm_instances()
{
	echo 0 >"$T/instances/bench/events/bench/enable"
	each enable 0
	rmdir "$T/instances/bench"
}

# the tracepoint is not passed meanwhile
SOON=$T/events/kpe_bench/kpe_bench_static/trigger
arm_soft() { echo enable_event:bench:hit >"$SOON"; }
disarm_soft() { echo '!enable_event:bench:hit' >"$SOON"; }

body_is() # BYTE
{
	read -r _ byte <$BODY
	[ "$byte" = "$1" ] || { echo "kpe_bench_body has $byte there, not $1"; return 1; }
}

# the kernel takes a moment to make a jump, and says sooner that it has
arm_optimized()
{
	each enable 1
	for _ in $(seq 60); do
		! body_is 0xe9 >/dev/null || return 0
		usleep 50000
	done
	body_is 0xe9 >&2
}

disarm_optimized() { each enable 0; }

arm_int3()
{
	echo 0 >/proc/sys/debug/kprobes-optimization
	each enable 1
	body_is 0xcc >&2
}

disarm_int3()
{
	each enable 0
	echo 1 >/proc/sys/debug/kprobes-optimization
}

# ---- one case

# "p:hit args8 ...; ..." as the tracers want it
definitions()
{
	printf '%s\n' "$DEFINITION" | sed 's/; */\n/g' |
		sed "s,^\([pr][0-9]*\):\([^ ]*\) ,\1:bench/\2 kpe_bench_,;s/BODY/$(cut -d ' ' -f 1 $BODY)/"
}

measured() # ARGUMENT-OF-HOW...
{
	if [ "$HOW" = perf ]; then
		client perf "$1" "$(cat "$EVENTS/id")" -- sh /kpe/measure "$CALLS" | sed -n 1p
	else
		sh /kpe/measure "$CALLS"
	fi
}

# instructions of one hit, in tenths
per_hit() # PROBED UNPROBED
{
	awk -v probed="$1" -v unprobed="$2" -v calls=$CALLS_PER_BATCH \
		'BEGIN { printf "%.1f\n", (probed - unprobed) / calls }'
}

# what the case costs with the events of CONTROL-FILE, or with the tracepoint
price() # [CONTROL-FILE]
{
	unprobed=$(sh /kpe/measure "$CALLS")
	EVENTS=$T/events/kpe_bench/kpe_bench_static
	if [ $# -gt 0 ]; then
		definitions | client write "$1"
		EVENTS=$(echo "$T"/events/bench/*/)
	fi
	# shellcheck disable=SC2086 # words
	set -- "$*" $ARGUMENTS
	control=$1
	shift
	"arm_$HOW" "$@"
	probed=$(measured "$@")
	if type "disarm_$HOW" >/dev/null; then
		"disarm_$HOW" "$@"
	fi
	[ -z "$control" ] || clear_events "$control"
	echo >"$T/trace"
	per_hit "$probed" "$unprobed"
}
