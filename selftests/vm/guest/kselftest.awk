# kselftest.awk - results of run_kselftest.sh and of the tests in each program as one list

function say(line) {
	print line
	fflush()
}

{ sub(/\r$/, "") }

/^# selftests: kprobe_events: / || /^# # selftests: kprobe_events: / {
	program = $NF
	sub(/\.sh$/, "", program)
}

/^# (not )?ok [0-9]+ [a-z0-9_]+(\.[A-Za-z0-9_]+)?( #.*)?$/ {
	line = substr($0, 3)
	match(line, /^(not )?ok /)
	head = substr(line, 1, RLENGTH)
	rest = substr(line, RLENGTH + 1)
	sub(/^[0-9]+ /, "", rest)
	say(head (++number) " " program ": " rest)
	next
}

/^(not )?ok [0-9]+ selftests: kprobe_events: / {
	ok = /^not/ ? "not ok " : "ok "
	sub(/^.*selftests: kprobe_events: /, "")
	name = $1
	sub(/^[^ ]+ ?/, "")
	if ($0 != "" && $0 !~ /^# SKIP/)
		say("# " $0)
	say(ok (++number) " " name ($0 ~ /^# SKIP/ ? " " $0 : ""))
	next
}

{ say(/^#/ ? $0 : "# " $0) }
