# record.awk FIGURES - what a guest said as a file to keep, columns between tabs
BEGIN { FS = " *[|] *"; OFS = "\t" }
/^Linux / { print "# " $0; print "case", "built-in", "again", "ours", "peer" }
NF > 2 { print $1, $2, $3, $4, $5 }
