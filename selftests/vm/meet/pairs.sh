# shellcheck shell=dash
# description: what the tests of tracers that meet are made of; tracers.table has the tracers
#
# meet TRACER MEANS is such a test. The log says which step of it is under way. Each step
# calls a function thousands of times, with both tracers on.

CALLS=1000

# what our handler calls, and theirs
OURS="copy_from_kernel_nofault copy_from_kernel_nofault_allowed strncpy_from_kernel_nofault"
# shellcheck disable=SC2016 # words of definitions
ARGS='m=+0(%sp):x64 k=$stack1:x64 c=$comm s=+0(%di):string'
# shellcheck disable=SC2016
RETURN_ARGS='m=+0(%sp):x64 k=$stack1:x64 c=$comm s=+0(%sp):string'

# ---- contexts

context_task() { target meet $CALLS 0; }
context_irq() { target meet $CALLS 1; }
context_user() { client walk $CALLS; }

# of a CPU that executes an instruction out of line nearly all the time
context_nmi()
{
	target rep 1 1
	taskset 1 sh -c "echo meet $CALLS 2 >$RUN"
	target rep 1 1
}

step_on()
{
	local place

	place=$(cat /sys/module/kpe_target/parameters/rep)
	if step_is_ours; then
		define "p:step/step kpe_target:$place"
		on step/step
	else
		echo "p:step/step kpe_target:$place" >>"$TOP/kprobe_events"
		echo 1 >"$TOP/events/step/enable"
	fi
}

step_off()
{
	if step_is_ours; then
		off step/step
		define -:step/step
	else
		echo 0 >"$TOP/events/step/enable"
		echo -:step/step >>"$TOP/kprobe_events"
	fi
}

step_is_ours() { [ "$tracer" = ours ] || ! config KPROBE_EVENTS; }

stepped() { cat /sys/module/kpe_target/parameters/stepping; }

# ---- functions

# those that can be traced here
traceable() # FUNCTION...
{
	local function

	[ -f /tmp/traceable ] || sed 's/ .*//' "$TOP/available_filter_functions" >/tmp/traceable
	for function do
		[ -f "/tmp/is_$function" ] ||
			grep -xF -e "$function" /tmp/traceable | sort -u >"/tmp/is_$function" || :
		cat "/tmp/is_$function"
	done
}

# an instruction within
within() # FUNCTION
{
	if [ "$1" = kpe_target_meet ]; then
		cat /sys/module/kpe_target/parameters/meet
		return
	fi
	[ -f "/tmp/in_$1" ] || inside "$1" >"/tmp/in_$1"
	# a short one may have none
	[ ! -s "/tmp/in_$1" ] || echo "$1+$(cat "/tmp/in_$1")"
}

# ---- ours

at_entries() { for f do echo "p:at_$f $f $ARGS"; done; }

entry_of_ours() { at_entries "$@"; }
# more than the kprobe core gets of one write
ftrace_of_ours() { at_entries "$@"; seq 16 | sed 's,.*,p:others/o& vfs_write,'; }
return_of_ours() { for f do echo "r:at_$f $f $RETURN_ARGS"; done; }
jump_of_ours() { inside_of_ours "$@"; }
inside_of_ours()
{
	for f do
		place=$(within "$f")
		[ -z "$place" ] || echo "p:at_$f $place $ARGS"
	done
}

ours_defined() # FUNCTION...
{
	mine=
	"${means}_of_ours" "$@" >"$CASE/ours"
	define "$(cat "$CASE/ours")"
	mine=$(sed -n 's/^.:\(at_[^ ]*\).*/\1/p' "$CASE/ours")
	# The search reads the kernel by a function that a probe of the kernel's own may be in.
	# Its handler calls it, too, and an NMI with a probe in that moment ends the kernel.
	searched
}

ours_on()
{
	# shellcheck disable=SC2086 # names
	on $mine
	[ "$means" != jump ] || ! is_mine "$here" || wait_for 60 is_jump "$here"
}

ours_off()
{
	# shellcheck disable=SC2086 # names
	off $mine
	# shellcheck disable=SC2046 # names
	define $(cat "$CASE"/ours* | sed 's/^.:\([^ ]*\).*/-:\1/')
	rm "$CASE"/ours*
}

is_mine() { echo "$mine" | grep -qx "at_$1"; }
is_jump() { [ "$(status_of "at_$1" 3)" = optimized ]; }

# each call is a hit or a miss
sum_of_ours() { echo $(($(hits "at_$1") + $(missed "at_$1"))); }

# ---- the kernel's own events

# FILE's in $CASE/lines; some are refused
kernel_events_on() # FILE
{
	while read -r line; do
		{ echo "$line" >>"$TOP/$1"; } 2>/dev/null || :
	done <"$CASE/lines"
	: >"$TOP/trace"
	echo 1 >"$TOP/events/theirs/enable"
}

kernel_events_off() # FILE
{
	echo 0 >"$TOP/events/theirs/enable"
	seen=$(theirs_of_here)
	sed -n 's,^.*:\(theirs/[^ ]*\).*,-:\1,p' "$TOP/$1" >"$CASE/theirs"
	while read -r line; do
		echo "$line" >>"$TOP/$1"
	done <"$CASE/theirs"
}

theirs_of_here() { awk '$1 == "here" { print $2 + $3 }' "$TOP/kprobe_profile"; }

name_of() { if [ "$1" = "$here" ]; then echo here; else echo "at_$1"; fi; }

builtin_entry_on()
{
	for f do echo "p:theirs/$(name_of "$f") $f $ARGS"; done >"$CASE/lines"
	builtin_on
}

builtin_inside_on()
{
	for f do
		place=$(within "$f")
		[ -z "$place" ] || echo "p:theirs/$(name_of "$f") $place $ARGS"
	done >"$CASE/lines"
	builtin_on
}

builtin_return_on()
{
	for f do echo "r:theirs/$(name_of "$f") $f $RETURN_ARGS"; done >"$CASE/lines"
	builtin_on
}

builtin_on() { kernel_events_on kprobe_events; }
builtin_off() { kernel_events_off kprobe_events; }
builtin_entry_off() { builtin_off; }
builtin_inside_off() { builtin_off; }
builtin_return_off() { builtin_off; }
builtin_jump_off() { builtin_off; }

their_jump() { grep -q "kpe_target_meet.*OPTIMIZED" /sys/kernel/debug/kprobes/list; }

builtin_jump_on()
{
	builtin_inside_on "$@"
	[ "$direction" = calls ] || wait_for 60 their_jump
}

fprobe_on()
{
	for f do
		echo "f:theirs/$(name_of "$f") $f c=\$comm s=+0(\$arg1):string"
		echo "f:theirs/back_of_$f $f%return c=\$comm s=+0(\$retval):string"
	done >"$CASE/lines"
	kernel_events_on dynamic_events
}

fprobe_off()
{
	local records

	# what deletes events empties the buffer
	echo 0 >"$TOP/events/theirs/enable"
	records=$(in_trace ' here: ')
	kernel_events_off dynamic_events
	seen=$records
}

uprobe_on()
{
	echo "p:theirs/here $CLIENT:$(client walk) m=+0(%sp):x64 s=+0(%di):string" \
		>>"$TOP/uprobe_events"
	echo "r:theirs/back $CLIENT:$(client walk) m=+0(%sp):x64" >>"$TOP/uprobe_events"
	echo 1 >"$TOP/events/theirs/enable"
}

uprobe_off()
{
	echo 0 >"$TOP/events/theirs/enable"
	eq "$(awk '{ print $3 }' "$TOP/uprobe_profile" | sort -u)" "$CALLS"
	echo >"$TOP/uprobe_events"
}

# ---- the kernel's tracers of functions

in_trace() { grep -c "$1" "$TOP/trace" || :; }

tracer_on() # TRACER FUNCTION...
{
	local name=$1

	shift
	printf '%s\n' "$@" >"$TOP/set_ftrace_filter"
	: >"$TOP/trace"
	echo "$name" >"$TOP/current_tracer"
}

tracer_off() # PATTERN
{
	seen=$(in_trace "$1")
	echo nop >"$TOP/current_tracer"
	echo >"$TOP/set_ftrace_filter"
}

function_on() { tracer_on function "$@"; echo 1 >"$TOP/options/func_stack_trace"; }
function_off() { echo 0 >"$TOP/options/func_stack_trace"; tracer_off ": $here <-"; }
graph_on() { tracer_on function_graph "$@"; }
graph_off() { tracer_off " ${here}[ (]"; }

# ---- programs that trace while they run

armed() { [ -f "$CASE/ready" ]; }

# COMMAND gets another command, which ends with theirs
program_on() # COMMAND...
{
	rm -f "$CASE/ready"
	: >"$CASE/armed"
	"$@" -- sh -c ": >$CASE/ready; while [ -f $CASE/armed ]; do usleep 20000; done" \
		>"$CASE/theirs" &
	program=$!
	wait_for 60 armed
}

program_off()
{
	rm "$CASE/armed"
	ended "$program"
}

bpf_on() { program_on client bpf "$@"; }

bpf_off()
{
	program_off
	seen=$(awk -v here="$here" '$1 == here { print $2 + $3 }' "$CASE/theirs")
}

bpf_kprobe_on() { bpf_on kprobe "$@"; }
bpf_kprobe_off() { bpf_off; }
bpf_kretprobe_on() { bpf_on kretprobe "$@"; }
bpf_kretprobe_off() { bpf_off; }
bpf_fentry_on() { bpf_on fentry "$@"; }
bpf_fentry_off() { bpf_off; }
bpf_fexit_on() { bpf_on fexit "$@"; }
bpf_fexit_off() { bpf_off; }

perf_off() { program_off; seen=$(cat "$CASE/theirs"); }

perf_clock_on() { program_on client perf chains clock; }
perf_clock_off() { perf_off; not test "$seen" = 0; }

perf_builtin_on()
{
	echo "p:theirs/here $here $ARGS" >>"$TOP/kprobe_events"
	program_on client perf chains "$(cat "$TOP/events/theirs/here/id")"
}

perf_builtin_off() { perf_off; echo -:theirs/here >>"$TOP/kprobe_events"; }

perf_ours_on() { program_on client perf chains "$(event_id "at_$here")"; }
perf_ours_off() { perf_off; }

# ---- others

patched() { [ "$(cat /sys/kernel/livepatch/kpe_patch/transition)" = 0 ]; }
no_patch() { [ ! -d /sys/kernel/livepatch/kpe_patch ]; }

patch_on()
{
	loaded kpe_patch
	wait_for 60 patched
}

patch_off()
{
	eq "$(cat /sys/module/kpe_patch/parameters/gcds)" "$all"
	echo 0 >/sys/kernel/livepatch/kpe_patch/enabled
	wait_for 60 no_patch
	rmmod kpe_patch
}

ours_tracer_on()
{
	for f do
		echo "p:their_entry_$f $f $ARGS"
		echo "r:their_back_$f $f $RETURN_ARGS"
		place=$(within "$f")
		[ -z "$place" ] || echo "p:their_middle_$f $place $ARGS"
	done >"$CASE/ours2"
	define "$(cat "$CASE/ours2")"
	searched
	# shellcheck disable=SC2046 # names
	on $(sed 's/^.://;s/ .*//' "$CASE/ours2")
}

ours_tracer_off()
{
	local each

	if grep -q " $here " "$CASE/ours2"; then
		for each in entry back middle; do
			eq "$(($(hits "their_${each}_$here") + $(missed "their_${each}_$here")))" "$all"
		done
		seen=$all
	fi
	# shellcheck disable=SC2046 # names
	off $(sed 's/^.://;s/ .*//' "$CASE/ours2")
}

theirs_on() { if [ "$tracer" = ours ]; then ours_tracer_on "$@"; else "${tracer}_on" "$@"; fi; }
theirs_off() { if [ "$tracer" = ours ]; then ours_tracer_off; else "${tracer}_off"; fi; }

# ---- a test

column() { grep "^$tracer " /kpe/tests/tracers.table | awk -v n="$1" '{ print $n }' | tr ',' ' '; }

# the functions that each tracer is at
places_of_ours()
{
	if [ "$direction" = called ]; then
		# shellcheck disable=SC2046 # names
		traceable $(column 7 | tr -d '!')
	else
		echo "$here"
	fi
}

places_of_theirs()
{
	if [ "$direction" = calls ]; then
		# shellcheck disable=SC2086 # names
		traceable $OURS
	else
		echo "$here"
	fi
}

seen_enough()
{
	case $direction-$(column 6) in
	called-exact | same-exact) eq "$seen" "$all" "theirs: $direction" ;;
	called-some | same-some)
		[ "$seen" -gt 0 ] || fail "theirs: none, $direction"
		[ "$seen" -le "$all" ] || fail "theirs: $seen of $all, $direction"
		ok ;;
	esac
}

ours_seen_enough()
{
	local f

	if is_mine "$here"; then
		eq "$(sum_of_ours "$here")" "$wanted" "ours: $direction: $(profile_of_ours); $(status_of "at_$here" 2 3 7 8 9 10 11 12 13)"
	fi
	for f in $(column 7); do
		case $f in *!) ;; *) continue ;; esac
		is_mine "${f%!}" || continue
		[ "$(sum_of_ours "${f%!}")" -ge $CALLS ] ||
			fail "ours at $f: $(sum_of_ours "${f%!}") of $CALLS"
		ok
	done
}

together()
{
	local ours theirs context

	ours=$(places_of_ours)
	theirs=$(places_of_theirs)
	[ -n "$ours" ] && [ -n "$theirs" ] || return 0
	all=0 seen=0
	# shellcheck disable=SC2086 # names
	ours_defined $ours
	[ -n "$mine" ] || { ours_off; return 0; }
	# shellcheck disable=SC2086 # names
	theirs_on $theirs
	ours_on
	for context in $(column 4); do
		echo "meet: $tracer and $means of ours: $direction, $context" >/dev/kmsg
		"context_$context"
		all=$((all + CALLS))
	done
	wanted=$all
	# nothing comes by the middle of what is patched
	[ "$tracer-$means" != patch-inside ] && [ "$tracer-$means" != patch-jump ] || wanted=0
	ours_seen_enough
	theirs_off
	seen_enough
	figure "$direction: $all calls; theirs $seen; ours $(profile_of_ours)"
	ours_off
}

profile_of_ours() { awk '/^ *at_/ { printf "%s %s+%s ", substr($1, 4), $2, $3 }' "$KPE/kprobe_profile"; }

meet() # TRACER MEANS
{
	local option before

	tracer=$1 means=$2
	here=$(column 3)
	for option in $(column 2 | tr + ' '); do
		needs "$option"
	done
	[ "$means" != jump ] || needs OPTPROBES
	target_loaded
	mkdir "$TOP/instances/meet"
	T=$TOP/instances/meet
	optimization 0
	case $tracer-$means in *jump*) optimization 1 ;; esac
	before=$(stepped)
	step_on
	for direction in $(column 5); do
		together
	done
	step_off
	case $tracer-$means in
	*jump* | uprobe-*) ;;
	*) on_arm64 || not test "$(stepped)" = "$before" ;;
	esac
	optimization 1
	# shellcheck disable=SC2034 # of lib.sh
	T=$TOP
	rmdir "$TOP/instances/meet"
	ok
}
