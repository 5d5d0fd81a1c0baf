# description: the examples of the documentation, command by command
# kernels: *-cloud

# A line that begins with "# " and a letter, a quote or a bracket is a command;
# what follows it is what it prints, "..." standing for anything.
is_command() # LINE
{
	case $1 in
	'# kprobes/'* | '# event '*) return 1 ;;
	'# '*) return 0 ;;
	*) return 1 ;;
	esac
}

# a pattern of the shell that says just what the line says
as_pattern()
{
	sed 's/[][\\*?]/\\&/g; s/ \.\.\. / * /g; s/\.\.\./*/g'
}

# the shell of the tests is called otherwise than the one of the examples
heard() { sed '/^cat:/!s/^.*: write error:/sh: write error:/' /tmp/case/heard; }

compare() # COMMAND
{
	[ -n "$1" ] || return 0
	like "$(heard)" "$(as_pattern </tmp/case/wanted)" "# $1"
	: >/tmp/case/wanted
}

example() # NAME
{
	local line command=

	: >/tmp/case/wanted
	while IFS= read -r line <&9; do
		if ! is_command "$line"; then
			printf '%s\n' "$line" >>/tmp/case/wanted
			continue
		fi
		compare "$command"
		command=${line#??}
		# the shell is the same, because directories and open files stay
		set +x
		eval "$command" >/tmp/case/heard 2>&1 || :
		set -x
	done 9<"/kpe/examples/$1.txt"
	compare "$command"
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
