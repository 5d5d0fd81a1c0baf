# ktap-sum.awk - "PASSED FAILED SKIPPED" of a stream of KTAP documents
#
# A document without a plan, with fewer or more results than planned, or with
# results out of order fails for each test that is missing, at least once; so
# does a stream without a document. "1..0 # SKIP" is one test that was skipped;
# a plan of no tests fails otherwise. Subtests count by their parent's result.

function close_document()
{
	if (planned < 0)
		failed++
	else if (!planned && !seen && all_skipped)
		skipped++
	else if (!planned && !seen)
		failed++
	else if (seen < planned)
		failed += planned - seen
	else if (seen > planned || disorder)
		failed++
	open = 0
}

{ sub(/\r$/, "") }

/^KTAP version / {
	if (open)
		close_document()
	open = 1
	documents++
	planned = -1
	seen = disorder = 0
}

/^1\.\.[0-9]+/ {
	planned = substr($1, 4) + 0
	all_skipped = / # SKIP/
}

/^(not )?ok [0-9]+/ {
	seen++
	if ($1 == "ok" ? $2 != seen : $3 != seen)
		disorder = 1
	if ($1 == "not")
		failed++
	else if (/ # SKIP/)
		skipped++
	else
		passed++
}

END {
	if (open)
		close_document()
	if (!documents)
		failed++
	print passed + 0, failed + 0, skipped + 0
}
