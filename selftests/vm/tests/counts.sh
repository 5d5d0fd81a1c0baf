# description: counters of points: no hit is lost
# means: each
# seconds: 240

# each test begins with it
target_loaded

# hits, recorded, filtered, dropped, faults, missed at entry, missed nested
counts() { status_of "$1" 7 8 9 10 11 12 13; }

test_many()
{
	define 'p:x kpe_target_ret' 'p:y kpe_target_ret'
	on x
	target ret 1023
	eq "$(counts x)" '1023 1023 0 0 0 0 0'
	target ret 1
	eq "$(counts x)" '1024 1024 0 0 0 0 0'
	sleep 1
	eq "$(counts x)" '1024 1024 0 0 0 0 0'
	target ret 2000
	eq "$(counts x)" '3024 3024 0 0 0 0 0'
	eq "$(counts y)" '0 0 0 0 0 0 0'
	off x
	on x y
	target ret 1
	eq "$(counts x)" '3025 3025 0 0 0 0 0'
	eq "$(counts y)" '1 1 0 0 0 0 0'
	eq "$(hits x) $(hits y)" '3025 1'
}

# N writes to /dev/null, on CPU mask
null_writes() # MASK N
{
	taskset "$1" dd if=/dev/zero of=/dev/null bs=1 count="$2" 2>"$CASE/dd.$1"
}

# what is read meanwhile is never less than before, and no more is recorded than hit
watch() # EVENT
{
	local last=0 hits recorded

	while [ -e "$CASE/busy" ]; do
		# shellcheck disable=SC2046 # two words
		set -- "$1" $(status_of "$1" 7 8)
		hits=$2 recorded=$3
		[ "$hits" -ge "$last" ] && [ "$recorded" -le "$hits" ] || return 1
		last=$hits
	done
	[ "$last" -gt 0 ]
}

test_two_cpus()
{
	define 'p:x write_null'
	on x
	: >"$CASE/busy"
	watch x &
	b=$!
	null_writes 1 20000 &
	a=$!
	null_writes 2 20000 &
	ended $a $!
	rm "$CASE/busy"
	ended $b
	off x
	not test "$(hits x)" -lt 40000
	eq "$(status_of x 7)" "$(hits x)"
	eq "$(status_of x 7)" "$(status_of x 8)"
}
