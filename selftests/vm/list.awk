# list.awk - print "FILE FUNCTION SECONDS LOAD" of every test that a kernel is meant to run
#
# The arguments are files of tests. Variables: "kernel" is its name; with "share" N/M see
# run; without "unloads" the kernel cannot unload a module; "globs" are what run is given;
# with "means" points are hit by one means only.

function matches_one(text, globs,	i, n, glob)
{
	n = split(globs, glob, " ")
	for (i = 1; i <= n; i++) {
		gsub(/[.+(){}|^$]/, "\\\\&", glob[i])
		gsub(/[*]/, ".*", glob[i])
		gsub(/[?]/, ".", glob[i])
		if (text ~ "^" glob[i] "$")
			return 1
	}
	return 0
}

function is_our_share(	part)
{
	if (share == "")
		return 1
	if ("share" in head)
		return matches_one(kernel, head["share"])
	if ("kernels" in head)
		return 1
	split(share, part, "/")
	turn = turn % part[2] + 1
	gsub(/[+]/, " ", part[1])
	return matches_one(turn, part[1])
}

function close_file(	i, load, seconds)
{
	load = head["load"]
	seconds = "seconds" in head ? head["seconds"] : 120
	if (("kernels" in head) && !matches_one(kernel, head["kernels"]))
		return
	if (means != "" && !("means" in head))
		return
	if (!is_our_share() || (unloads == "" && load != ""))
		return
	if (unloads == "")
		load = "ever"
	else if (load == "")
		load = "once"
	for (i = 1; i <= n; i++)
		if (globs == "" || matches_one(file, globs) ||
		    matches_one(file "." substr(tests[i], 6), globs))
			print file, tests[i], seconds, load
}

FNR == 1 {
	if (file != "")
		close_file()
	file = FILENAME
	gsub(/.*\/|[.]sh$/, "", file)
	n = 0
	split("", head)
}

# such lines are in the head of a file
/^# (kernels|share|seconds|load|means): / {
	key = substr($2, 1, length($2) - 1)
	sub(/^# [a-z]+: */, "")
	head[key] = $0
}

/^test_[A-Za-z0-9_]*\(\)/ { tests[++n] = substr($0, 1, index($0, "(") - 1) }

END {
	if (file != "")
		close_file()
}
