# pcs.awk LOG - "ADDRESS b TIMES" of each instruction in QEMU's log, per call
#
# -v entry=ADDRESS of what is called. Calls are counted from its first instruction
# to the same of the next call, so what is around all of them is not.
/^Trace / {
	split($0, part, "/")
	pc = part[2]
	if (pc == entry) {
		for (each in pending)
			times[each] += pending[each]
		split("", pending)
		calls++
	}
	if (calls)
		pending[pc]++
}

# it is logged once more when it goes on
/^Stopped / && calls { pending[pc]-- }

END {
	for (each in times)
		print each, "b", times[each] / (calls - 1)
}
