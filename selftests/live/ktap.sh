# shellcheck shell=sh
# ktap.sh - results, by the names and in the form of the kernel's ktap_helpers.sh
#
# Kernels before 6.10 have no such file, and an installed test is to find one.

KSFT_PASS=0
KSFT_FAIL=1
KSFT_SKIP=4

ktap_number=0
ktap_planned=0
ktap_passed=0
ktap_failed=0
ktap_skipped=0

ktap_print_header() { echo "TAP version 13"; }

ktap_set_plan() # NUMBER
{
	ktap_planned=$1
	echo "1..$1"
}

ktap_test_pass() # NAME
{
	ktap_number=$((ktap_number + 1)) ktap_passed=$((ktap_passed + 1))
	echo "ok $ktap_number $1"
}

ktap_test_fail() # NAME
{
	ktap_number=$((ktap_number + 1)) ktap_failed=$((ktap_failed + 1))
	echo "not ok $ktap_number $1"
}

ktap_test_skip() # NAME REASON
{
	ktap_number=$((ktap_number + 1)) ktap_skipped=$((ktap_skipped + 1))
	echo "ok $ktap_number $1 # SKIP $2"
}

# nothing can be tried; ends the run
ktap_skip_all() # REASON
{
	echo "1..0 # SKIP $1"
	exit $KSFT_SKIP
}

ktap_bail_out() # REASON
{
	echo "Bail out! $1"
	ktap_print_totals
}

ktap_exit_fail_msg() # REASON
{
	ktap_bail_out "$1"
	exit $KSFT_FAIL
}

ktap_print_totals()
{
	echo "# Totals: pass:$ktap_passed fail:$ktap_failed xfail:0 xpass:0 skip:$ktap_skipped error:0"
}

ktap_finished()
{
	ktap_print_totals
	if [ $((ktap_passed + ktap_skipped)) -eq "$ktap_planned" ]; then
		exit $KSFT_PASS
	fi
	exit $KSFT_FAIL
}
