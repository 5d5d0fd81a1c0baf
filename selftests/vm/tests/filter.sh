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

# narrow has one value of each kind: each must be found by it, and only by it
finds() # FIELD VALUE OTHER
{
	true >"$T"/trace
	echo "$1 == $2" >"$(event_dir n)/filter"
	target narrow 2
	eq "$(records n | wc -l)" 2 "records where $1 == $2"
	echo "$1 == $3" >"$(event_dir n)/filter"
	target narrow 2
	eq "$(records n | wc -l)" 2 "records where $1 == $3 come on top"
	echo "$1 != $2" >"$(event_dir n)/filter"
	target narrow
	eq "$(records n | wc -l)" 2 "records where $1 != $2 come on top"
}

test_integers_of_every_width()
{
	define 'p:n kpe_target_narrow s8=%di:s8 u8=%si:u8 s16=%dx:s16 u16=%cx:u16 s32=%r8:s32 '\
'u32=%r9:u32 x8=%si:x8 x16=%cx:x16 x32=%r9:x32 s64=%di:s64 b=%si:b4@4/8'
	on n
	finds s8 -1 1
	finds u8 200 201
	finds s16 -300 300
	finds u16 60000 60001
	finds s32 -70000 70000
	finds u32 4000000000 4000000001
	finds x8 0xc8 0xc9
	finds x16 60000 1
	finds x32 0xee6b2800 0
	finds b 12 200
	off n
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

test_strings_of_other_kinds()
{
	define 'p:s kpe_target_str c=$comm i=\"imm" y=%ip:symstr p=%ip:symbol'
	on s
	passing "c == \"$(cat /proc/$$/comm)\"" 2
	passing 'c == "other"' 0
	passing 'i == "imm"' 2
	passing 'i ~ "im"' 0
	passing 'y ~ "kpe_target_str+0x*"' 2
	passing 'y ~ "vfs_*"' 0
	passing "p >= $(address kpe_target_str)" 2
	passing "p < $(address kpe_target_str)" 0
	passing 'p == 1' 0
	off s
}

test_common_fields()
{
	define 'p:s kpe_target_str' 'r:back kpe_target_str'
	on s back
	passing "common_pid == $$" 2
	passing "common_pid != $$" 0
	passing "comm == \"$(cat /proc/$$/comm)\"" 2
	passing 'comm ~ "*no such*"' 0
	passing "common_type == $(event_id s)" 2
	passing "__probe_ip == $(address kpe_target_str)" 2
	passing '__probe_ip == 0' 0
	passing 'CPU < 2' 2
	true >"$T"/trace
	echo "__probe_func == $(address kpe_target_str)" >"$(event_dir back)/filter"
	target str
	echo '__probe_ret_ip == 0' >"$(event_dir back)/filter"
	target str
	eq "$(records back | wc -l)" 1
	off s back
}

test_return_values()
{
	define 'r:x kpe_target_ret x=$arg1:u64 got=$retval:u64'
	on x
	passes 'got == 1004' 4
	passes 'got > 1004 && x != 5' 6
	off x
}
