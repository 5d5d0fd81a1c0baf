# shellcheck shell=dash
# sessions.sh - the examples of the documentation: commands and their output

# A line that begins with "# " and a letter, a quote or a bracket is a command;
# what follows it is what it prints.
is_command() # LINE
{
	case $1 in
	'# kprobes/'* | '# kprobe_trace_'* | '# event '* | '# _text '* | '# trigger info:'* | '# For machines '* | '# write all of '* | '# '[pr]:*) return 1 ;;
	'# '*) return 0 ;;
	*) return 1 ;;
	esac
}

# what was printed; the shell is called otherwise than the reader's
heard() { sed '/^cat:/!s/^.*: write error:/sh: write error:/'; }

# what of a command's output is the same another time: its words, without their
# numbers and what is behind a symbol, and a line for several that are alike; rows of
# a histogram in any order
outline()
{
	sed 's/<\.\.\.>-/sh-/; s/\(\[[0-9]*\]\) [^ ]\{5\} /\1 /
		s/^build-id .*/build-id/; s/0x[0-9a-f]*/0/g; s/\[ffff[0-9a-f]*\]/[0]/; s/[0-9][0-9.]*/0/g; s/[[:blank:]][[:blank:]]*/ /g' |
		awk '/^[{]/ { fflush(); print | "sort"; next } { close("sort"); print }' | uniq
}

# a pattern of the shell that says just what the line says
as_pattern()
{
	sed 's/[][\\*?]/\\&/g; s/ \.\.\. / * /g; s/\.\.\./*/g'
}

compare() # COMMAND FORM
{
	[ -n "$1" ] || return 0
	like "$(heard </tmp/case/heard | "$2")" "$("$2" </tmp/case/wanted | as_pattern)" "# $1"
	: >/tmp/case/wanted
}

# What is printed is what is in the file; where FORM is "outline", but for numbers.
session() # NAME FORM
{
	local line command='' form=$2

	: >/tmp/case/wanted
	while IFS= read -r line <&9; do
		if ! is_command "$line"; then
			printf '%s\n' "$line" >>/tmp/case/wanted
			continue
		fi
		compare "$command" "$form"
		command=${line#??}
		case $command in *kprobe_status*) searched ;; esac
		# the shell is the same, because directories and open files stay
		set +x
		eval "$command" >/tmp/case/heard 2>&1 || :
		set -x
	done 9<"/kpe/examples/$1.txt"
	compare "$command" "$form"
}
