# rows-judge.awk - what is wrong with the rows that were defined and hit
#
# Read are the plan, the table and, for the tracers us and bi, listing, formats
# and trace.

reading == "plan" {
	split($0, part, "\t")
	if (part[1] == "probe")
		who[part[2]] = part[3]
	next
}

reading == "lost" {
	lost[$0] = 1
	next
}

# p:us/us_NAME PLACE ARGUMENT...
reading == "listing" {
	split($1, part, "/")
	key = part[2]
	line = $0
	sub(/^[^ ]+ [^ ]+ ?/, "", line)
	listing[key, ++listings[key]] = line
	next
}

reading == "formats" {
	n = split(FILENAME, part, "/")
	key = part[n - 1]
	if (/^name:/ || /^ID:/ || /field:.* (common|__probe)_/)
		next
	format[key] = format[key] $0 "\n"
	if (/^print fmt/ || !/field:/)
		next
	split($0, part, ";")
	decl = part[1]
	sub(/^[ \t]*field:/, "", decl)
	offset = number_of(part[2])
	size = number_of(part[3])
	signed = number_of(part[4])
	# packed, from behind the header on
	if (key in next_offset && offset != next_offset[key])
		misplaced[key] = decl
	next_offset[key] = offset + size
	if (size != size_of(decl) || signed != (decl ~ /^s|^__data_loc/))
		misplaced[key] = decl " of size " size " and signed " signed
	declared[key] = declared[key] (declared[key] == "" ? "" : "; ") decl
	next
}

reading == "trace" && !/^#/ && match($0, / (us|bi)_[a-z0-9_]+: /) {
	key = substr($0, RSTART + 1, RLENGTH - 3)
	record[key, ++records[key]] = substr($0, RSTART + RLENGTH)
	next
}

function number_of(text) {
	sub(/^.*:/, "", text)
	return text + 0
}

# part[3] has the size that is claimed
function size_of(decl,    size) {
	size = sub(/^__data_loc char\[\]/, "", decl) ? 4 : substr(decl, 2) / 8
	if (decl ~ /\[\]$/)
		return number_of(part[3])
	if (match(decl, /\[[0-9]+\]/))
		return size * substr(decl, RSTART + 1, RLENGTH - 2)
	return size
}

# "*" stands for anything
function matches(text, pattern,    n, piece, i, at) {
	n = split(pattern, piece, "[*]")
	if (n < 2)
		return text == pattern
	if (substr(text, 1, length(piece[1])) != piece[1])
		return 0
	text = substr(text, length(piece[1]) + 1)
	for (i = 2; i < n; i++) {
		if (piece[i] == "")
			continue
		at = index(text, piece[i])
		if (!at)
			return 0
		text = substr(text, at + length(piece[i]))
	}
	return length(text) >= length(piece[n]) &&
		substr(text, length(text) - length(piece[n]) + 1) == piece[n]
}

function differ(name, what, got, wanted) {
	printf "%s: %s\ngot:    %s\nwanted: %s\n", name, what, got, wanted
}

# the listing has a name for each argument, the identifier itself if it is one
function as_listed(definition,    n, word, i, text, bare) {
	n = split(definition, word, /[ \t]+/)
	text = ""
	for (i = 3; i <= n; i++) {
		if (word[i] == "")
			continue
		if (word[i] !~ /^[A-Za-z_][A-Za-z_0-9]*=/) {
			bare = word[i]
			sub(/:.*$/, "", bare)
			if (bare !~ /^[A-Za-z_][A-Za-z_0-9]*$/)
				bare = "arg" (i - 2)
			word[i] = bare "=" word[i]
		}
		text = text (text == "" ? "" : " ") word[i]
	}
	return text
}

function values_of(key, i,    text) {
	text = record[key, i]
	sub(/^\([^)]*\) ?/, "", text)
	return text
}

function check_some(name, key,    i) {
	for (i = 1; i <= records[key]; i++)
		if (matches(values_of(key, i), some[name]))
			return
	differ(name, "last record of " key, values_of(key, i - 1), some[name])
}

function check_hits(name, key,    i, values) {
	if (name in some) {
		check_some(name, key)
		return
	}
	if (records[key] != hits[name]) {
		differ(name, "hits of " key, records[key] + 0, hits[name])
		for (i = 1; i <= records[key]; i++)
			print "\t" record[key, i]
		return
	}
	for (i = 1; i <= hits[name]; i++) {
		values = values_of(key, i)
		if (!matches(values, hit[name, i]))
			differ(name, "record " i " of " key, values, hit[name, i])
	}
}

function check_listing(name, key,    i, wanted) {
	if (listings[key] != probes[name])
		differ(name, "lines in the listing of " key, listings[key] + 0, probes[name])
	for (i = 1; i <= probes[name]; i++) {
		wanted = listed[name] ? lists[name, i] : as_listed(probe[name, i])
		if (!matches(listing[key, i], wanted))
			differ(name, "listing of " key, listing[key, i], wanted)
	}
}

# mainline does not say how long an array is
function without_lengths(text) {
	gsub(/\[[0-9]+\];/, "[];", text)
	return text
}

function check_format(name, key,    got, wanted) {
	if (key in misplaced)
		print name ": " key " has in its format: " misplaced[key]
	if (!(name in fields))
		return
	got = declared[key]
	wanted = fields[name]
	if (key ~ /^bi/)
		gsub(/\[[0-9]+\]/, "[]", wanted)
	if (!matches(got, wanted))
		differ(name, "fields of " key, got, wanted)
}

# which of several return probes of a function sees the caller is left to chance
function without_caller(text) {
	sub(/^\([^)]* <- /, "(... <- ", text)
	return text
}

# is the built-in known to do this in another way?
function other(name, key, what) {
	return key ~ /^bi/ && index(differs[name], " " what " ")
}

function compare(name, us, bi,    i, ours, theirs) {
	ours = without_lengths(format[us])
	theirs = without_lengths(format[bi])
	if (ours != theirs && differs[name] !~ / format /)
		differ(name, "format", ours, theirs)
	for (i = 1; i <= probes[name] && differs[name] !~ / listing /; i++)
		if (listing[us, i] != listing[bi, i])
			differ(name, "not the built-in's listing", listing[us, i], listing[bi, i])
	if (records[us] != records[bi])
		differ(name, "hits", records[us] + 0, "the built-in's " records[bi] + 0)
	for (i = 1; i <= records[us] && differs[name] !~ / records /; i++) {
		ours = without_caller(record[us, i])
		theirs = without_caller(record[bi, i])
		if (ours != theirs)
			differ(name, "not the built-in's record " i, ours, theirs)
	}
}

END {
	for (r = 1; r <= rows; r++) {
		name = order[r]
		if (!(name in who))
			continue
		n = split(who[name], tracer, " ")
		good = 0
		for (i = 1; i <= n; i++) {
			key = tracer[i] "_" name
			if (key in lost)
				continue
			good++
			if (!other(name, key, "records"))
				check_hits(name, key)
			if (!other(name, key, "listing"))
				check_listing(name, key)
			if (!other(name, key, "format"))
				check_format(name, key)
		}
		if (good == 2)
			compare(name, "us_" name, "bi_" name)
	}
}
