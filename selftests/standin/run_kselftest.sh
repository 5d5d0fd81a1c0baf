#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# run_kselftest.sh [-l] [-c COLLECTION] [-t COLLECTION:TEST]... - run installed tests
#
# It stands in for the kernel's program of that name: -l lists the tests, -c runs those of
# a collection and -t one; without, all are run. Each has the time that its folder's
# "settings" give it. Exit status: 0 if none failed.
# run_kselftest.sh -C FOLDER TEST... runs tests that are not installed.
set -u

base=$(cd "$(dirname "$0")" && pwd)

help()
{
	sed -n '3,/^# run_kselftest.sh -C/s/^# \{0,1\}//p' "$0"
}

run_one() # FOLDER TEST; sets result
{
	timeout=$(sed -n 's/^timeout=//p' "$base/$1/settings")
	echo "# timeout set to ${timeout:=45}"
	# the inner one ends all that the test has started; busybox knows none for a terminal
	limit=
	if timeout --foreground 1 true 2>/dev/null; then
		limit="timeout --foreground $timeout timeout $timeout"
	fi
	echo "# selftests: $1: $2"
	{
		(cd "$base/$1" && $limit "./$2" 2>&1 9>&-
			echo $? >&9) | sed 's/^/# /' >&8
	} 9>"$status_file" 8>&1
	read -r result <"$status_file"
}

report() # NUMBER FOLDER TEST
{
	case $result in
	0) echo "ok $1 selftests: $2: $3" ;;
	4) echo "ok $1 selftests: $2: $3 # SKIP" ;;
	124) echo "not ok $1 selftests: $2: $3 # TIMEOUT $timeout seconds" ;;
	*) echo "not ok $1 selftests: $2: $3 # exit=$result" ;;
	esac
	case $result in 0 | 4) ;; *) failed=$((failed + 1)) ;; esac
}

run() # FOLDER:TEST...
{
	failed=0 number=0
	status_file=$(mktemp)
	trap 'rm -f "$status_file"' EXIT
	echo "TAP version 13"
	echo "1..$#"
	for test do
		number=$((number + 1))
		run_one "${test%%:*}" "${test#*:}"
		report $number "${test%%:*}" "${test#*:}"
	done
	[ $failed = 0 ]
}

all=
[ ! -r "$base/kselftest-list.txt" ] || all=$(cat "$base/kselftest-list.txt")
chosen=
case ${1-} in
-C)
	folder=$2
	shift 2
	for test do
		chosen="$chosen $folder:$test"
	done
	set --
	;;
esac
while [ $# -gt 0 ]; do
	case $1 in
	-l | --list)
		printf '%s\n' "$all"
		exit
		;;
	-c | --collection) found=$(printf '%s\n' "$all" | grep "^${2-}:") ;;
	-t | --test) found=$(printf '%s\n' "$all" | grep -xF -e "${2-}") ;;
	-h | --help)
		help
		exit
		;;
	*)
		help >&2
		exit 1
		;;
	esac
	[ -n "$found" ] || { echo "no such test: ${2-}" >&2; exit 1; }
	chosen="$chosen $found"
	shift 2
done
# shellcheck disable=SC2086 # names without blanks
run ${chosen:-$all}
