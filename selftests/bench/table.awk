# table.awk FIGURES CASES - the table of a run, and what is to be said of each case
#
# -v kernel=NAME. Exit status: 2 if a figure is missing, 1 if a "must" is missed.

function trim(text) { gsub(/^ +| +$/, "", text); return text }

# "GLOB:MUST" counts on kernels of that name only
function limit(text,    part) {
	if (split(text, part, ":") < 2)
		return text
	gsub(/[.]/, "[.]", part[1])
	gsub(/[*]/, ".*", part[1])
	return kernel ~ "^" part[1] "$" ? part[2] : "-"
}

function row(name, a, b, c, p, d, e, f, g) {
	printf "%-44s %10s %10s %10s %10s %6s %5s %5s  %s\n", name, a, b, c, p, d, e, f, g
}

# "=0" is for what is to cost nothing, "<N" for what is to cost N at most
function verdict(cost, ratio, must) {
	if (must == "-" || cost == "")
		return ""
	if (must == "=0")
		return cost + 0 == 0 ? "ok" : "MISSED"
	if (must ~ /^</)
		return cost + 0 <= substr(must, 2) + 0 ? "ok" : "MISSED"
	if (ratio == "")
		return ""
	return ratio + 0 <= must + 0 ? "ok" : "MISSED"
}

BEGIN {
	FS = "|"
	row("instructions", "built-in", "again", "ours", "peer", "ratio", "must", "aim")
}

FILENAME != "-" && NF > 2 {
	name = trim($1)
	builtin[name] = trim($2)
	again[name] = trim($3)
	ours[name] = trim($4)
	peer[name] = trim($5)
}

FILENAME == "-" {
	name = trim($1)
	must = limit(trim($2))
	aim = limit(trim($3))
	if (!(name in builtin) || builtin[name] == "-" || again[name] == "-" || ours[name] == "-" ||
	    peer[name] == "-") {
		row(name, builtin[name], again[name], ours[name], peer[name], "", "", "", "NO FIGURES")
		incomplete = 1
		next
	}
	ratio = ""
	if (ours[name] != "" && builtin[name] + 0 > 0)
		ratio = sprintf("%.3f", ours[name] / builtin[name])
	said = verdict(ours[name], ratio, must)
	if (said == "MISSED")
		missed = 1
	row(name, builtin[name], again[name], ours[name], peer[name], ratio, must, aim, said)
}

END { exit incomplete ? 2 : missed }
