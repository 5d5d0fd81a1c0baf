# shellcheck shell=dash
# how.sh - HOW of the table "cases"
#
# arm_HOW prepares the events in $EVENTS, which are directories, for the measurement.
# disarm_HOW undoes this, if necessary. done_HOW checks that the measured work was done:
# nothing is as cheap as a probe that is never hit.

# "OFFSET BYTE" of the instruction in kpe_bench_body()
BODY=/sys/module/kpe_bench/parameters/body

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

arm_accept() { arm_filter "$@"; }
disarm_accept() { disarm_filter; }
arm_reject() { arm_filter "$@"; }
disarm_reject() { disarm_filter; }

# the built-in has a filter instead
arm_condition() # EXPR...
{
	# shellcheck disable=SC2154 # hit.sh sets it
	if [ "$control" = "$OURS" ]; then
		each enable 1
	else
		arm_filter "$@"
	fi
}

disarm_condition() { disarm_filter; }

# likewise
arm_budget() # BUDGET EXPR...
{
	shift
	arm_condition "$@"
}

disarm_budget() { disarm_filter; }

arm_pid() # PID
{
	echo "$1" >"$T/set_event_pid"
	each enable 1
}

disarm_pid()
{
	each enable 0
	# a line break would make each event look at an empty list
	: >"$T/set_event_pid"
}

arm_trigger() # WHAT
{
	each trigger "$1"
	each enable 1
}

disarm_trigger() # WHAT
{
	each enable 0
	each trigger "!$1"
}

arm_mine() { arm_on; }
disarm_mine() { disarm_on; }

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

# ---- means of others: lacks_HOW succeeds where there is no such means

lacks_on() { false; }
lacks_reject() { false; }

# each kind of dynamic event is in the README
lacks_dynamic() { ! grep -q "^[[:space:]]*${DEFINITION%%:*}\[:" "$T/README"; }
arm_dynamic() { arm_on; }
disarm_dynamic() { disarm_on; }

PRINT=/sys/module/kpe_peers/parameters/print
lacks_printk() { [ ! -f $PRINT ]; }
arm_printk() { echo 1 >$PRINT; }
disarm_printk() { echo 0 >$PRINT; }

lacks_function() # [OPTION]
{
	! grep -qw function "$T/available_tracers" || [ ! -e "$T/options/${1:-overwrite}" ]
}

arm_function() # [OPTION]
{
	[ $# = 0 ] || echo 1 >"$T/options/$1"
	echo "kpe_bench_$CALLS" >"$T/set_ftrace_filter"
	echo function >"$T/current_tracer"
}

disarm_function() # [OPTION]
{
	echo nop >"$T/current_tracer"
	echo >"$T/set_ftrace_filter"
	[ $# = 0 ] || echo 0 >"$T/options/$1"
}

# The program attaches itself. Loading takes long, so each way to attach is tried once.
lacks_bpf() # PROGRAM
{
	local tried=/tmp/tried.${1%%_*}

	[ -x /kpe/peer ] || return 0
	if [ ! -f "$tried" ]; then
		/kpe/peer /kpe/peers.o "$1" true || echo $? >"$tried.status"
		: >"$tried"
	fi
	[ "$(cat "$tried.status" || :)" = 3 ]
}

arm_bpf() { :; }
lacks_bpftrace() { ! type bpftrace || [ ! -e /sys/kernel/btf/vmlinux ]; }
arm_bpftrace() { :; }

# ---- what was done

same() # WHAT GOT WANTED
{
	[ "$2" = "$3" ] || { echo "$1: $2, not $3" >&2; return 1; }
}

# records in a buffer
entries() # [INSTANCE]
{
	cat "$T${1+/instances/$1}"/per_cpu/cpu*/stats |
		awk '/^entries:|^overrun:/ { sum += $2 } END { print sum }'
}

hits_of() # EVENT CONTROL-FILE
{
	awk -v event="$1" '$1 == event { print $2 }' "${2%events}profile"
}

# each of CALLS calls was a hit of each event, and left so many records of each
done_as_told() # CALLS CONTROL-FILE RECORDS
{
	number=0
	for event in $EVENTS; do
		number=$((number + 1))
		event=${event%/}
		[ -z "$2" ] || same "hits of ${event##*/}" "$(hits_of "${event##*/}" "$2")" "$1"
	done
	same records "$(entries)" $(($1 * number * $3))
}

# what a record shows is the same with both tracers
same_record() # CONTROL-FILE
{
	[ ! -f /kpe/ours ] || return 0
	[ "$HOW" != mine ] || return 0
	tail -n 1 "$T/trace" | sed 's/^[^(]*: //' >"/tmp/record"
	[ "$1" = "$OURS" ] || cp /tmp/record /tmp/record.builtin
	same "last record" "$(cat /tmp/record)" "$(cat /tmp/record.builtin)"
}

done_defined() { same hits "$(hits_of hit "$2")" 0; }
done_on() { done_as_told "$@" 1; }
done_accept() { done_as_told "$@" 1; }
done_optimized() { done_as_told "$@" 1; }
done_mine() { done_as_told "$@" "$ARGUMENTS"; }
done_reject() { done_as_told "$@" 0; }
done_condition() { done_as_told "$@" 0; }
done_budget() { done_as_told "$@" 0; }
done_pid() { done_as_told "$@" 0; }
# the record, and the stack that the trigger shows
done_trigger() { done_as_told "$@" 2; }

done_instances()
{
	done_as_told "$@" 1
	same "records there" "$(entries bench)" "$1"
}

done_hist()
{
	done_as_told "$@" 0
	same "hits of the trigger" "$(sed -n 's/^ *Hits: //p' "$EVENTS/hist")" "$1"
}

done_perf()
{
	done_as_told "$@" 0
	same "hits that perf saw" "$(tail -n 1 /tmp/measured)" "$1"
}

done_dynamic() { done_as_told "$1" "" 1; }
done_printk() { same records "$(entries)" "$1"; }
done_function() { same records "$(entries)" "$1"; }

# it has been called for as many runs again
done_bpf() # CALLS
{
	set -- $(($1 / 2))
	case $ARGUMENTS in
	*_reject) same "records, and runs" "$(tail -n 1 /tmp/measured)" "0 $1" ;;
	*) same "records, and runs" "$(tail -n 1 /tmp/measured)" "$1 $1" ;;
	esac
}

done_bpftrace() # CALLS
{
	[ "$ARGUMENTS" != reject ] || set -- 0
	same "lines of bpftrace" "$(grep -c '^11 22 33 44$' /tmp/bpftraced)" "$1"
}
