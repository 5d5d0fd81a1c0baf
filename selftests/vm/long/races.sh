# shellcheck shell=dash
# description: all against all on two processors, for minutes, and each against each
# seconds: 1800

# shellcheck source=/dev/null
. /kpe/races.sh

test_together() { together "${RACE_SECONDS:-180}"; }
test_together_and_moved() { together_and_moved "${RACE_SECONDS:-180}"; }

# two of them, while others see to it that there is something to be in the way of
pair() # SECONDS ACTOR ACTOR
{
	race "$1" define hit "$2" "$3"
	awk -F '[: ,]+' -v pair="$2 $3" '{ steps += $2 } END { print pair ": " steps " steps" }' \
		/tmp/case/race >>/tmp/case/figures
}

test_pairs()
{
	begin
	# shellcheck disable=SC2086 # words
	set -- $ACTORS $MOVERS
	echo "seed $(seed), ${RACE_PAIR_SECONDS:-2} s each:" >>/tmp/case/figures
	while [ $# -gt 0 ]; do
		a=$1
		for b do
			pair "${RACE_PAIR_SECONDS:-2}" "$a" "$b"
		done
		calm
		rmmod kpe_target 2>/tmp/case/ignored || :
		begin
		shift
	done
}
