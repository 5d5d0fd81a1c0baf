# description: races in rounds, each of other actors, with locks and waits perturbed
# seconds: 1200

# shellcheck source=/dev/null
. /kpe/races.sh

FIGURES=/sys/module/kprobe_events/parameters/perturb_figures

# some of them for a round: what two do to each other is lost where all are at it
some_actors() # ROUND
{
	# shellcheck disable=SC2086 # words
	printf '%s\n' $ACTORS $MOVERS |
		awk -v seed="$(($(seed) * 100 + $1))" '
			# the first numbers of seeds that are near are near
			BEGIN { srand(seed); for (i = 0; i < 20; i++) rand() }
			{ print rand(), $1 }
		' | sort | awk 'NR <= 3 { printf "%s ", $2 }'
}

# The console tells who is at it, should it be the last that it says.
one_round() # ROUND ACTOR...
{
	echo "perturbed: seed $(seed), round $*" >/dev/kmsg
	shift
	begin
	race -p "${RACE_SECONDS:-15}" "$@" wake
	calm
	target_unloaded
}

perturbed()
{
	figure "$(cat $FIGURES)"
	not grep -q ' 0 sleeps' $FIGURES
}

test_all()
{
	# shellcheck disable=SC2086 # words
	one_round 0 $ACTORS
	figures "${RACE_SECONDS:-15}"
	has_worked 0
	perturbed
}

test_rounds()
{
	for round in $(seq "${RACE_ROUNDS:-5}"); do
		# shellcheck disable=SC2046 # words
		one_round "$round" define many enable $(some_actors "$round")
	done
	perturbed
}
