# rows-read.awk - a section of the table into arrays, for the other two
#
# Files are told apart by the variable "reading"; "section" is the one wanted.

# {N*TEXT} is TEXT N times, {@SYMBOL} its address
function expand(text,    inside, star, count, copies) {
	while (match(text, /[{][0-9]+[*][^}]*[}]/)) {
		inside = substr(text, RSTART + 1, RLENGTH - 2)
		star = index(inside, "*")
		copies = ""
		for (count = substr(inside, 1, star - 1); count > 0; count--)
			copies = copies substr(inside, star + 1)
		text = substr(text, 1, RSTART - 1) copies substr(text, RSTART + RLENGTH)
	}
	while (match(text, /[{]@[a-z0-9_]+[}]/))
		text = substr(text, 1, RSTART - 1) \
			address[substr(text, RSTART + 2, RLENGTH - 3)] \
			substr(text, RSTART + RLENGTH)
	return text
}

function fault(text) {
	print "table: " text
	faulty = 1
}

# what hits a place if nothing else is said
function caller_of(definition,    word, place) {
	split(definition, word, /[ \t]+/)
	place = word[2]
	sub(/^[^:]*:/, "", place)
	sub(/[-+%].*$/, "", place)
	if (sub(/^kpe_target_/, "", place))
		return "target " place
	if (sub(/^kpe_typed_/, "", place))
		return "typed " place
	return ""
}

function row_line(tag, value) {
	if (tag == "=")
		hit[name, ++hits[name]] = expand(value)
	else if (tag == "~")
		some[name] = expand(value)
	else if (tag == "+")
		probe[name, ++probes[name]] = expand(value)
	else if (tag == "after")
		before[name, ++befores[name]] = expand(value)
	else if (tag == "does")
		does[name] = value
	else if (tag == "differs")
		differs[name] = " " value " "
	else if (tag == "lists")
		lists[name, ++listed[name]] = expand(value)
	else if (tag == "fields")
		fields[name] = value
	else
		fault(name ": unknown " tag)
}

reading == "symbols" {
	address[$3] = "0x" $1
	next
}

reading == "table" && (/^#/ || /^[ \t]*$/) { next }

reading == "table" && /^\[/ {
	wanted = ($0 == "[" section "]")
	found += wanted
	refused_so = ""
	next
}

reading == "table" && !wanted { next }

reading == "table" && sub(/^! /, "") {
	refused_so = $0
	next
}

reading == "table" && /^\t/ {
	value = substr($0, 2)
	tag = value
	sub(/ .*$/, "", tag)
	if (tag == value)
		value = ""
	else
		value = substr(value, length(tag) + 2)
	sub(/:$/, "", tag)
	row_line(tag, value)
	next
}

reading == "table" {
	colon = index($0, ": ")
	name = substr($0, 1, colon - 1)
	words = ""
	if (match(name, / [(].*[)]$/)) {
		words = substr(name, RSTART + 2, RLENGTH - 3)
		name = substr(name, 1, RSTART - 1)
	}
	if (name !~ /^[a-z][a-z0-9_]*$/ || name in probes)
		fault("bad or second name: " $0)
	order[++rows] = name
	if (words != "")
		needs[name] = " " words " "
	if (refused_so != "")
		refusal[name] = refused_so
	probe[name, probes[name] = 1] = expand(substr($0, colon + 2))
	next
}
