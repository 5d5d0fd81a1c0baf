# shellcheck shell=sh
# lib.sh - for the jobs of a booted Debian: KTAP on the second serial line
#
# A job has one line 'point "NAME" COMMAND' for each test; "run" reads the names there.
# shellcheck disable=SC2034 # the jobs use them
K=/sys/kernel/tracing/trace_kprobe
# shellcheck disable=SC2034
D=/etc/kprobe-events.d
number=0

point() # NAME COMMAND...
{
	name=$1
	shift
	number=$((number + 1))
	if says=$( (set -e; "$@") 2>&1 ); then
		echo "ok $number $name"
	else
		printf '%s\n' "$says" | sed 's/^/# /'
		echo "not ok $number $name"
	fi
}

same() # GOT WANTED
{
	printf 'got:    %s\nwanted: %s\n' "$1" "$2"
	[ "$1" = "$2" ]
}

finish()
{
	echo "# guest finished"
	sleep 1
	systemctl --force --force reboot >/dev/null 2>&1
}

exec >/dev/ttyS1 2>&1
stty -F /dev/ttyS1 raw
