# description: the examples of the documentation, command by command
# kernels: *-cloud
# share: 6.1-cloud

# shellcheck source=/dev/null
. /kpe/sessions.sh

example() # NAME
{
	session "$1" cat
	cd /
}

test_duplicates() { example duplicates; }
test_globs() { example globs; }
test_sections() { example sections; }
test_reasons() { example reasons; }
test_transaction() { example transaction; }
test_owned() { example owned; }

test_status() { example status; }
test_builds() { example builds; }
test_elapsed() { example elapsed; }
test_deletion() { example deletion; }

# what users of other tools find in their pages
test_systemtap() { example systemtap; }
test_perf_probe() { example perf-probe; }
