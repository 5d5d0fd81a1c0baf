# description: the examples of the documentation, command by command
# kernels: *-cloud

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

# what stops the kernel is told in it
test_status()
{
	if by_ftrace; then
		example status
	else
		ok
	fi
}

test_builds() { example builds; }
test_elapsed() { example elapsed; }
test_deletion() { example deletion; }
