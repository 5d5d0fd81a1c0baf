# shellcheck shell=dash
# hit.sh - measure the cost of a hit, for one case of the table

CALLS_PER_BATCH=200
# calls of all functions up to now
CALLED=/sys/module/kpe_bench/parameters/called

# only ours has conditions and budgets
condition_of() # CONTROL-FILE
{
	case "$HOW $1" in
	"condition $OURS") echo " if $ARGUMENTS" ;;
	"budget $OURS") echo " ${ARGUMENTS%% *}" ;;
	esac
}

# "p:hit args8 ...; ..." as the tracers want it
definitions() # CONTROL-FILE
{
	printf '%s\n' "$DEFINITION" | sed "s/; */\\n/g;s/\$/$(condition_of "$1")/" |
		sed "s,^\([pr][0-9]*\):\([^ ]*\) ,\1:bench/\2 kpe_bench_,;s/BODY/$(cut -d ' ' -f 1 "$BODY")/"
}

# the first line is the median; perf adds its own
measured() # ARGUMENT-OF-HOW...
{
	if [ "$HOW" = perf ]; then
		client perf "$1" "$(cat "$EVENTS/id")" -- sh /kpe/measure "$CALLS"
	else
		sh /kpe/measure "$CALLS"
	fi >/tmp/measured
	sed -n 1p /tmp/measured
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
		definitions "$1" | client write "$1"
		EVENTS=$(echo "$T"/events/bench/*/)
	fi
	# shellcheck disable=SC2086 # words
	set -- "$*" $ARGUMENTS
	control=$1
	shift
	"arm_$HOW" "$@"
	called=$(cat $CALLED)
	probed=$(measured "$@")
	"done_$HOW" $(($(cat $CALLED) - called)) "$control"
	same_record "$control"
	if type "disarm_$HOW" >/dev/null; then
		"disarm_$HOW" "$@"
	fi
	[ -z "$control" ] || clear_events "$control"
	echo >"$T/trace"
	per_hit "$probed" "$unprobed"
}
