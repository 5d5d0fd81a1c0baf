# shellcheck shell=sh
# ktap.sh - for lanes that are shell scripts: one test point per command
#
#	ktap_plan N
#	ktap "name" COMMAND...		passes if COMMAND succeeds
#	ktap_as_root "name" COMMAND...	the same, but skipped if root does not run the lane
#	ktap_skip "name" REASON		not tried, because of that
#	ktap_end			exit status: whether all passed, and all were run;
#					without a plan it prints one
#
# If COMMAND fails, its output is shown as diagnostics.

ktap_number=0
ktap_planned=
ktap_failed=0

ktap_plan() # N
{
	ktap_planned=$1
	printf 'KTAP version 1\n1..%s\n' "$1"
}

ktap() # NAME COMMAND...
{
	ktap_name=$1
	shift
	ktap_number=$((ktap_number + 1))
	# a shell of its own keeps its set -e, which a condition would not
	set +e
	ktap_says=$( (set -e; "$@") 2>&1 )
	ktap_status=$?
	set -e
	if [ $ktap_status = 0 ]; then
		echo "ok $ktap_number $ktap_name"
		return
	fi
	ktap_failed=1
	printf '%s\n' "$ktap_says" | sed 's/^/# /'
	echo "not ok $ktap_number $ktap_name"
}

ktap_skip() # NAME REASON
{
	ktap_number=$((ktap_number + 1))
	echo "ok $ktap_number $1 # SKIP $2"
}

ktap_as_root() # NAME COMMAND...
{
	if [ "$(id -u)" = 0 ]; then
		ktap "$@"
	else
		ktap_skip "$1" "only root can try it"
	fi
}

ktap_end()
{
	[ -n "$ktap_planned" ] || echo "1..$ktap_number"
	if [ "$ktap_number" != "${ktap_planned:-$ktap_number}" ]; then
		echo "# $ktap_planned tests were planned, $ktap_number were run"
		exit 1
	fi
	exit $ktap_failed
}
