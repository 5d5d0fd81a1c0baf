# description: all against all on two processors, for a few seconds (at length: long/races.sh)
# kernels: 6.1-cloud *-arm64
# seconds: 300

# They leave triggers, which are cleared away for files that have the word.
# shellcheck source=/dev/null
. /kpe/races.sh

test_together() { together "${RACE_SECONDS:-15}"; }
test_together_and_moved() { together_and_moved "${RACE_SECONDS:-15}"; }
