# description: filters on the fields of an event
# means: each
# live: yes

# each test begins with it
target_loaded

# the values of field x that FILTER lets through, of 1 to 6
passes() # FILTER VALUE...
{
	local filter=$1 value wanted=

	shift
	for value do
		wanted="$wanted${wanted:+ }x=$value"
	done
	true >"$T"/trace
	echo "$filter" >"$(event_dir x)/filter"
	eq "$(cat "$(event_dir x)/filter")" "$filter" 'filter as it reads'
	target ret 6
	eq "$(values x | sed 's/ .*//' | tr '\n' ' ' | sed 's/ $//')" "$wanted" "filter '$filter'"
}

test_comparisons()
{
	define 'p:x kpe_target_ret x=%di:u64'
	on x
	passes 'x == 3' 3
	passes 'x != 3' 1 2 4 5 6
	passes 'x < 3' 1 2
	passes 'x <= 3' 1 2 3
	passes 'x > 3' 4 5 6
	passes 'x >= 3' 3 4 5 6
	passes 'x & 4' 4 5 6
	passes 'x == 0x3' 3
	passes 'x == 7'
	off x
	eq "$(hits x)" 54 'a filter does not change what is hit'
}

# of 2 hits of event s, so many pass
passing() # FILTER NUMBER
{
	true >"$T"/trace
	printf '%s\n' "$1" >"$(event_dir s)/filter"
	target str 2
	eq "$(records s | wc -l)" "$2" "records that pass '$1'"
}

test_strings()
{
	define 'p:s kpe_target_str s=+0(%di):string n=\1:u8'
	on s
	passing 's == "kernel text"' 2
	passing 's == "kernel tex"' 0
	passing 's == "kernel text "' 0
	passing 's != "kernel text"' 0
	passing 's != "x"' 2
	passing 's ~ "kernel*"' 2
	passing 's ~ "*text"' 2
	passing 's ~ "*el t*"' 2
	passing 's ~ "k?rn[a-f]l*t"' 2
	passing 's ~ "*tex"' 0
	passing 's ~ "kernel"' 0
	passing 's ~ "*"' 2
	passing 's == "kernel text" && n == 2' 0
	off s
	eq "$(hits s)" 26
}

test_return_values()
{
	define 'r:x kpe_target_ret x=$arg1:u64 got=$retval:u64'
	on x
	passes 'got == 1004' 4
	passes 'got > 1004 && x != 5' 6
	off x
}
