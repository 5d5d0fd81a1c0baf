# core-reports.awk - a kernel log without those reports that are not about the module
#
# -v known=FILE has the data races that lie in the kernel and are found in calls of
# ours: an awk regex for the line behind "BUG: KCSAN: ", a tab, the reason. A race
# with no frame of the module in either stack is dropped without more ado. So are the
# stacks that the kernel prints when it has no memory, once a test has said to the
# log that it lets allocations fail, and what the module says of an event that a test makes
# take too much of a CPU.
BEGIN {
	FS = "\t"
	while (known && (getline <known) > 0)
		if ($0 !~ /^#/ && NF == 2)
			reason[$1] = $2
}

function is_known(title, regex) {
	for (regex in reason)
		if (title ~ regex)
			return 1
	return 0
}

function is_of_the_core() {
	return title && (report !~ /\[kprobe_events\]/ || is_known(title))
}

function end_report() {
	if (inside && !is_of_the_core())
		printf "%s", report
	inside = 0
	report = title = ""
}

index($0, "====================================") {
	was_inside = inside && title
	report = report $0 "\n"
	end_report()
	# what closes a report may be missing
	if (!was_inside) {
		inside = 1
		report = $0 "\n"
	}
	next
}

inside {
	report = report $0 "\n"
	if (match($0, /BUG: KCSAN: /))
		title = substr($0, RSTART + RLENGTH)
	# some other report that is framed in the same way
	else if (!title)
		end_report()
	next
}

/kprobe_events tests: allocations may fail/ { failing = 1 }
failing && /vmalloc error: size|page allocation failure: order|percpu: allocation failed|kmem_cache_create.* failed with error/ { expected = 1 }
expected && /Call Trace:/ { expected = 0; next }
# the test of the guard
/kprobe_events: kprobes\/greedy is disabled: / { next }
{ print }
END { end_report() }
