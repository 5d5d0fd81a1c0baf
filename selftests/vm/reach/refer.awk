# refer.awk - what refers to each function, from the symbols, instructions and words that
# "prepare" gives it
#
# Addresses are compared as text, or by their lower half: awk's numbers do not hold them. In
# the image, their upper halves are the same, and begin with "prefix".
function low(address,	i, n) {
	for (i = 9; i <= 16; i++)
		n = n * 16 + index("0123456789abcdef", substr(address, i, 1)) - 1
	return n
}

function hex(n,	text, i) {
	for (i = 0; i < 8; i++) {
		text = substr("0123456789abcdef", n % 16 + 1, 1) text
		n = int(n / 16)
	}
	return substr(prefix, 1, 8) text
}

function mark(name) { return name in first_of ? first_of[name] : "none" }

function is_between(address, start, end) {
	return start != "none" && address >= start && address < end
}

# the function that an instruction is in; they come in the order of their addresses
function enter(address) {
	while (nr_at < nr && order[nr_at + 1] <= address)
		nr_at++
	return order[nr_at]
}

function refer(target, how) {
	if (target in names && rank[how] > rank[refers[target]])
		refers[target] = how
}

# Only instructions that write it make a register of arm64 another one.
function writes(name) { return name !~ /^(st|cmp|cmn|tst|ccmp|cb|tb|prfm|msr|b$|bl$|b[.]|br$|blr$)/ }

# Of two instructions of arm64 the first has the page, the second what is added to it.
function pair(name, to, from, distance,		page) {
	page = name == "add" && distance ~ /^#0x/ ? page_in[from] : ""
	sub(/^w/, "x", to)
	if (writes(name))
		delete page_in[to]
	if (page == "")
		return ""
	sub(/,$/, "", distance)
	return substr(page, 1, 13) substr("00" substr(distance, 4), length(distance) - 3)
}

BEGIN { rank["maybe"] = 1; rank["data"] = 2; rank["yes"] = 3 }

$1 == "S" {
	if (!($4 in first_of))
		first_of[$4] = $2
	if ($4 == "_etext")
		is_text = 0
	if ($4 ~ /^__ksymtab_/)
		exported[substr($4, 11)]
	if ($4 ~ /^__BTF_ID__func__/) {
		sub(/^__BTF_ID__func__/, "", $4)
		sub(/__[0-9]+$/, "", $4)
		listed[$4]
		next
	}
	named[$4]++
	if ($3 ~ /^[tTwW]$/ && !($2 in is_start)) {
		is_start[$2]
		order[++nr] = $2
		name_at[$2] = $4
	}
	if (is_text && $3 ~ /^[tTwW]$/)
		names[$2] = names[$2] " " $4
	if ($4 == "_stext")
		is_text = 1
	next
}

$1 == "D" {
	kind = $2 ~ /^[.](init|exit)/ ? "init" : $2 ~ /^[.]alt/ ? "maybe" : "yes"
	nr_at = 0
	next
}

$1 == "I" {
	own = enter($2)
	if (own != last)
		split("", page_in)
	last = own
	operands = substr($0, length($2) + 4)
	target = pair($3, $4, $5, $6)
	if (match(operands, prefix "[0-9a-f]+"))
		target = substr(operands, RSTART, RLENGTH)
	if ($3 == "adrp") {
		page_in[$4] = target
		next
	}
	if (!(target in names) || refers[target] == "yes")
		next
	if (own == target)
		next
	split(names[target], its)
	if (index(name_at[own], its[1] ".cold") == 1)
		next
	# what init code calls is not called any more, what it stores may stay
	if (kind == "init" && $3 ~ /^(call|j|bl?$|b[.])/)
		next
	# a static call may have another target by now
	refer(target, kind == "init" || index(name_at[own], "__SCT__") == 1 ? "maybe" : kind)
	next
}

$1 == "P" {
	if (!($4 in names))
		next
	at = hex(low($2) + $3)
	if (is_between(at, mark("__start_mcount_loc"), mark("__stop_mcount_loc")) ||
	    is_between(at, mark("__start_error_injection_whitelist"), mark("__stop_error_injection_whitelist")) ||
	    is_between(at, mark("__start_kprobe_blacklist"), mark("__stop_kprobe_blacklist")))
		next
	if (is_between(at, mark("__init_begin"), mark("__init_end"))) {
		refer($4, "maybe")
	} else if (is_between(at, mark("__start_rodata"), mark("__end_rodata")) &&
		   !is_between(at, mark("__start_ro_after_init"), mark("__end_ro_after_init"))) {
		refer($4, "yes")
	} else if (is_between(at, mark("_sdata"), mark("_edata")) || is_between(at, mark("__start_rodata"), mark("__end_rodata"))) {
		refer($4, "data")
		places[$4] = places[$4] " " low(at) - low(mark("_text"))
	} else {
		# of per-CPU variables, each CPU has a copy
		refer($4, "maybe")
	}
	next
}

$1 == "R" { refer(hex(low($2) + $3 + $4), "yes") }

END {
	for (at in names) {
		n = split(names[at], all)
		for (i = 1; i <= n; i++) {
			if (all[i] in exported)
				refers[at] = "yes"
			else if (all[i] in listed)
				refer(at, "maybe")
		}
		how = refers[at] ? refers[at] : "no"
		for (i = 1; i <= n; i++)
			if (named[all[i]] == 1)
				print all[i], how (how == "data" ? places[at] : "")
	}
}
