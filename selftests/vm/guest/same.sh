# shellcheck shell=dash
# same.sh - tests of a function that others trace at the same time
#
# The function is cmdline_proc_show(), which a read of /proc/cmdline calls once. A test
# has functions of its own:
#
#	theirs_on	they see each call from here on
#	theirs_off	none any more; "theirs" has the number of calls that they saw since
#
# $no_middle is a blank where nothing comes by the middle.

CALLED=cmdline_proc_show

calls() # NUMBER
{
	for _ in $(seq "$1"); do
		cat /proc/cmdline >/tmp/case/cmdline
		[ -z "$theirs_are_on" ] || wanted_theirs=$((wanted_theirs + 1))
		[ -z "$ours_are_on" ] || wanted_ours=$((wanted_ours + 1))
	done
}

turn() # ours|theirs on|off
{
	case $1-$2 in
	ours-on) on entry back middle && ours_are_on=yes ;;
	ours-off) off entry back middle && ours_are_on= ;;
	theirs-on) theirs_on && theirs_are_on=yes ;;
	theirs-off) theirs_off && theirs_are_on= ;;
	esac
}

ours() # the hits of each, and what is recorded
{
	local event

	for event in entry back ${no_middle:-middle}; do
		echo "$event $(hits "$event") $(missed "$event") $(records "$event" | wc -l)"
	done
}

other() # ours|theirs
{
	case $1 in
	ours) echo theirs ;;
	*) echo ours ;;
	esac
}

# Events of ours, at the entry, the return and in the middle, and theirs: armed by FIRST first and
# disarmed by LAST last, all see each call of the time in which they are armed, and no other.
# shellcheck disable=SC2034 # the test's
in_order() # ours|theirs ours|theirs
{
	mkdir "$TOP/instances/same"
	T=$TOP/instances/same
	ours_are_on='' theirs_are_on='' wanted_ours=0 wanted_theirs=0 theirs=
	define "p:entry $CALLED" "r:back $CALLED got=\$retval:s32" \
		"p:middle $CALLED+$(inside $CALLED)"
	calls 2
	turn "$1" on
	calls 3
	turn "$(other "$1")" on
	calls 5
	turn "$(other "$2")" off
	calls 7
	turn "$2" off
	calls 2
	eq "$theirs" "$wanted_theirs" "theirs, $1 first, $2 last"
	eq "$(ours)" "$(wanted_of_ours)" "ours, $1 first, $2 last"
	define -:entry -:back -:middle
	T=$TOP
	rmdir "$TOP/instances/same"
}

in_each_order()
{
	local first last

	for first in ours theirs; do
		for last in ours theirs; do
			in_order $first $last
		done
	done
}

wanted_of_ours()
{
	local event

	for event in entry back ${no_middle:-middle}; do
		echo "$event $wanted_ours 0 $wanted_ours"
	done
}
