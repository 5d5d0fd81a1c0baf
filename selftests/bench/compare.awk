# compare.awk OLD NEW - what has changed between two files that "run" has kept

# times and memory are never quite the same twice, instructions are
function changed(name, old, new) {
	if (name !~ /, (ms|bytes)$/ || old + 0 == 0 || new + 0 == 0)
		return old != new
	return new / old > 1.05 || old / new > 1.05
}

function change(name, what, old, new) {
	if (!changed(name, old, new))
		return
	if (!said++)
		print "\nchanged since the last run:"
	printf "%-44s %-8s %10s -> %s\n", name, what, old, new
}

BEGIN { FS = "\t" }

$1 == "case" { next }

NR == FNR {
	builtin[$1] = $2
	ours[$1] = $4
	peer[$1] = $5
	if (/^#/)
		kernel = $0
	next
}

/^#/ { change("kernel", "", kernel, $0); next }

{
	change($1, "built-in", builtin[$1], $2)
	change($1, "ours", ours[$1], $4)
	change($1, "peer", peer[$1], $5)
}
