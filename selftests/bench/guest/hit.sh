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
		sed "s,^\([prf][0-9]*\):\([^ ]*\) ,\1:bench/\2 kpe_bench_,;s/BODY/$(cut -d ' ' -f 1 "$BODY")/
			s,^e:\([^ ]*\) ,e:bench/\1 kpe_bench/kpe_bench_,"
}

# the first line is the median; what else attaches for a command adds its own
measured() # ARGUMENT-OF-HOW...
{
	case $HOW in
	perf) client perf "$1" "$(cat "$EVENTS/id")" -- sh /kpe/measure "$CALLS" ;;
	bpf) /kpe/peer /kpe/peers.o "$1" sh /kpe/measure "$CALLS" ;;
	bpftrace) BPFTRACE_PERF_RB_PAGES=1024 bpftrace -o /tmp/bpftraced -e "$DEFINITION" -c "/bin/sh /kpe/measure $CALLS" ;;
	*) sh /kpe/measure "$CALLS" ;;
	esac >/tmp/measured
	sed -n 1p /tmp/measured
}

# instructions of one hit, in tenths
per_hit() # PROBED UNPROBED
{
	awk -v probed="$1" -v unprobed="$2" -v calls=$CALLS_PER_BATCH \
		'BEGIN { printf "%.1f\n", (probed - unprobed) / calls }'
}

# what the case costs with the events of CONTROL-FILE, or by a means without a file
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

# nothing is as cheap as what is never hit
costs() { awk '{ print } $1 <= 0 { exit 1 }'; }

# what it costs by the module alone
own_price()
{
	price "$OURS" >/tmp/price
	costs </tmp/price
}

# what it costs by a means of others, "absent" if the kernel or the guest has no such thing
peer_price()
{
	if "lacks_$HOW" "$ARGUMENTS" >/dev/null 2>&1; then
		echo absent
		return
	fi
	case $HOW in
	dynamic) price "$T/dynamic_events" ;;
	*) price ;;
	esac >/tmp/price
	costs </tmp/price
}
