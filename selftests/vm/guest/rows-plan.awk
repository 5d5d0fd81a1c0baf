# rows-plan.awk - what the guest is to do for a section, one deed a line:
#
#	KIND  NAME  TRACERS  CALL  DEFINITION
#
# KIND is probe, after (a definition before a refusal), unknown (no BTF here, so it must
# be refused for that), refused, or for the built-in: denied (it refuses what we take),
# taken (it takes what we refuse), refused:WORD:... (errno, text or caret are others).
# Tabs are between, "-" is for none. What this machine has is in "machine".

BEGIN {
	# the phrase of a built-in's README that says it can do it
	phrase["btf"] = "<argname>"
	phrase["typed"] = "<argname>"
	phrase["fields"] = "<argname>[->field"
	phrase["cast"] = "[(structname"
	phrase["current"] = "$current"
	phrase["percpu"] = "this_cpu_read("
	phrase["char"] = " char,"
	phrase["vfs"] = "%pd/%pD"
	phrase["return"] = "kernel return probes support:"
	phrase["6.12"] = "kernel return probes support:"
	phrase["7.3"] = "this_cpu_read("
}

reading == "readme" {
	for (word in phrase)
		if (index($0, phrase[word]))
			can[word] = 1
	next
}

# what the machine has or not, whatever the tracer
function is_of_machine(word) {
	return word == "data" || word == "stacked" || word == "stack16"
}

# kernels may have BTF themselves, and their modules none
function is_of_modules_btf(name,    i) {
	for (i = 1; (name, i) in probe; i++)
		if (needs[name] ~ / (btf|typed) / && probe[name, i] ~ /kpe_|0xffff/)
			return 1
	return 0
}

# without such a thing, a row that needs it is not tried
function is_left_out(name,    word, n, i) {
	if (machine !~ /modules/ && is_of_modules_btf(name))
		return 1
	n = split(needs[name], word, " ")
	for (i = 1; i <= n; i++)
		if (is_of_machine(word[i]) && index(" " machine " ", " " word[i] " ") == 0)
			return 1
	return 0
}

# which of the tracers can do it, of those there are
function tracers_of(name,    word, n, i, who) {
	n = split(needs[name], word, " ")
	who = tracers
	for (i = 1; i <= n; i++) {
		if (is_of_machine(word[i]))
			continue
		if (!(word[i] in phrase))
			fault(name ": needs unknown " word[i])
		if (!can[word[i]])
			sub(/bi/, "", who)
	}
	if (!btf && needs[name] ~ / (btf|typed) /)
		sub(/us/, "", who)
	gsub(/^ +| +$/, "", who)
	return who
}

function deed(kind, name, who, call, definition) {
	printf "%s\t%s\t%s\t%s\t%s\n", kind, name, who, call, definition
}

function is_other(name, word) {
	return index(differs[name], " " word " ")
}

# "refused", with what may be otherwise in the built-in
function refused_as(name, tracer,    kind) {
	kind = "refused" (tracer == "bi" ? differs[name] : "")
	gsub(/ +/, ":", kind)
	return is_other(name, "accepted") && tracer == "bi" ? "taken" : kind
}

function refused(name, who,    n, i, tracer) {
	n = split(who, tracer, " ")
	for (i = 1; i <= n; i++)
		deed(refused_as(name, tracer[i]), name, tracer[i], refusal[name], probe[name, 1])
}

# who else takes it, where the built-in does not
function denied(name, who) {
	if (who !~ /bi/ || !is_other(name, "refused"))
		return who
	deed("denied", name, "bi", "-", probe[name, 1])
	return who ~ /us/ ? "us" : ""
}

END {
	if (!found)
		fault("no section " section)
	for (r = 1; r <= rows && !faulty; r++) {
		name = order[r]
		if (is_left_out(name))
			continue
		who = tracers_of(name)
		if (!btf && needs[name] ~ / btf / && tracers ~ /us/ && !(name in refusal))
			deed("unknown", name, "us", "-", probe[name, 1])
		if (who == "")
			continue
		if (name in refusal) {
			for (i = 1; i <= befores[name]; i++)
				deed("after", name, who, "-", before[name, i])
			refused(name, who)
			continue
		}
		if (!hits[name] && !(name in some))
			fault(name ": expects nothing")
		who = denied(name, who)
		for (i = 1; i <= probes[name] && who != ""; i++) {
			call = name in does ? does[name] : caller_of(probe[name, i])
			if (call == "")
				fault(name ": what hits it?")
			deed("probe", name, who, call, probe[name, i])
		}
	}
}
