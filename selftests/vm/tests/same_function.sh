# description: functions that others trace at the same time
# kernels: *-cloud *-rt *-arm64
# share: none
# seconds: 480
# shellcheck disable=SC2317 # same.sh calls the functions

# shellcheck source=/dev/null
. /kpe/same.sh

# ---- the kernel's tracers of functions

graph_on() # TRACER
{
	echo "$CALLED" >"$TOP/set_ftrace_filter"
	echo "$1" >"$TOP/current_tracer"
}

# "cmdline_proc_show();", or with "{" if something is shown within
graph_off() # PATTERN
{
	theirs=$(grep -c "$1" "$TOP/trace" || :)
	echo nop >"$TOP/current_tracer"
	echo >"$TOP/set_ftrace_filter"
}

test_function_graph()
{
	theirs_on() { graph_on function_graph; }
	theirs_off() { graph_off "$CALLED()"; }
	in_each_order
}

test_function()
{
	theirs_on() { graph_on function; }
	theirs_off() { graph_off ": $CALLED <-"; }
	in_each_order
}

# ---- the kernel's events at functions

events_on()
{
	: >"$TOP/trace"
	echo 1 >"$TOP/events/theirs/enable"
}

seen_theirs() { grep -c " $1: " "$TOP/trace" || :; }

# as many leave as enter
events_off()
{
	echo 0 >"$TOP/events/theirs/enable"
	theirs=$(seen_theirs enter)
	eq "$(seen_theirs leave)" "$theirs"
}

test_fprobe_events()
{
	needs FPROBE_EVENTS
	printf 'f:theirs/%s\n' "enter $CALLED" "leave $CALLED%return" | while read -r line; do
		echo "$line" >>"$TOP/dynamic_events"
	done
	theirs_on() { events_on; }
	theirs_off() { events_off; }
	in_each_order
	echo '-:theirs/enter' >>"$TOP/dynamic_events"
	echo '-:theirs/leave' >>"$TOP/dynamic_events"
}

test_kprobe_events()
{
	needs KPROBE_EVENTS
	printf '%s\n' "p:theirs/enter $CALLED" "r:theirs/leave $CALLED" \
		"p:theirs/middle $CALLED+$(inside "$CALLED")" >>"$TOP/kprobe_events"
	theirs_on() { events_on; }
	theirs_off() { events_off; eq "$(seen_theirs middle)" "$theirs"; }
	in_each_order
	echo >"$TOP/kprobe_events"
}

# ---- live patches

PATCH=/sys/kernel/livepatch/kpe_patch

patched() { [ "$(cat $PATCH/transition)" = 0 ]; }
no_patch() { [ ! -d $PATCH ]; }

# Who calls a patched function calls another. It has been entered all the same, and comes
# back; but nothing comes by the middle of the old one.
test_live_patch()
{
	needs LIVEPATCH
	no_middle=' '
	theirs_on()
	{
		loaded kpe_patch
		wait_for 60 patched
		before=$(cat /sys/module/kpe_patch/parameters/calls)
	}
	theirs_off()
	{
		like "$(cat /proc/cmdline)" 'patched by a test'
		[ -z "$ours_are_on" ] || wanted_ours=$((wanted_ours + 1))
		theirs=$(($(cat /sys/module/kpe_patch/parameters/calls) - before - 1))
		echo 0 >"$PATCH/enabled"
		wait_for 60 no_patch
		rmmod kpe_patch
	}
	in_each_order
}

test_nothing_comes_by_the_middle_of_what_is_patched()
{
	needs LIVEPATCH
	define "p:middle $CALLED+$(inside "$CALLED")"
	on middle
	cat /proc/cmdline >/tmp/case/cmdline
	eq "$(hits middle)" 1
	loaded kpe_patch
	wait_for 60 patched
	cat /proc/cmdline >/tmp/case/cmdline
	eq "$(hits middle)" 1
	echo 0 >"$PATCH/enabled"
	wait_for 60 no_patch
	rmmod kpe_patch
	cat /proc/cmdline >/tmp/case/cmdline
	eq "$(hits middle)" 2
}
