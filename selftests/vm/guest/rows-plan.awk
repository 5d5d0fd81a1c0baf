# rows-plan.awk - what the guest is to do for a section, one deed a line:
#
#	KIND  NAME  TRACERS  CALL  DEFINITION
#
# KIND is probe, after (a definition before a refusal), refused, pointed (refused
# with whatever text), or unknown (no BTF here, so it must be refused for that). Tabs are between, "-" is for none.

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
	phrase["ours"] = "no built-in has this"
}

reading == "readme" {
	for (word in phrase)
		if (index($0, phrase[word]))
			can[word] = 1
	next
}

# which of the tracers can do it, of those there are
function tracers_of(name,    word, n, i, who) {
	n = split(needs[name], word, " ")
	for (i = 1; i <= n; i++)
		if (!(word[i] in phrase))
			fault(name ": needs unknown " word[i])
	who = tracers
	for (i = 1; i <= n; i++)
		if (!can[word[i]])
			sub(/bi/, "", who)
	if (!btf && needs[name] ~ / (btf|typed) /)
		sub(/us/, "", who)
	gsub(/^ +| +$/, "", who)
	return who
}

function deed(kind, name, who, call, definition) {
	printf "%s\t%s\t%s\t%s\t%s\n", kind, name, who, call, definition
}

# the built-in may have other words, but must point at the same
function refused(name, who,    n, i, tracer) {
	n = split(who, tracer, " ")
	for (i = 1; i <= n; i++)
		deed(tracer[i] == "bi" && differs[name] ~ / text / ? "pointed" : "refused",
		     name, tracer[i], refusal[name], probe[name, 1])
}

END {
	if (!found)
		fault("no section " section)
	for (r = 1; r <= rows && !faulty; r++) {
		name = order[r]
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
		for (i = 1; i <= probes[name]; i++) {
			call = name in does ? does[name] : caller_of(probe[name, i])
			if (call == "")
				fault(name ": what hits it?")
			deed("probe", name, who, call, probe[name, i])
		}
	}
}
