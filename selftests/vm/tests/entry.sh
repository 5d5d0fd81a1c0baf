# description: return probes: what was at the function's entry, and the time since
# means: each
# seconds: 240

# each test begins with it
target_loaded

between() # NUMBER LOW HIGH
{
	if [ "$1" -lt "$2" ] || [ "$1" -gt "$3" ]; then
		fail "$1 is not from $2 to $3"
	fi
	ok
}

# the values of one field
field() # EVENT NAME
{
	values "$1" | sed -n "s/.*\<$2=\([^ ]*\).*/\1/p"
}

# ---- $elapsed

# msleep() counts by another clock, in ticks
test_time_of_a_sleep()
{
	define 'r:x kpe_target_sleep $elapsed ms=$retval:u64'
	while_on x target sleep 2 220
	eq "$(values x | sed 's/elapsed=[0-9]* /elapsed=N /')" \
		"$(lines 'elapsed=N ms=220' 'elapsed=N ms=220')"
	for ns in $(field x elapsed); do
		between "$ns" 200000000 20000000000
	done
}

# ---- entry()

test_what_a_function_changes()
{
	eq "$(fetched r change 'old=entry(+0($arg1)):string new=+0($arg1):string')" \
		'old="before" new="after it"'
	eq "$(fetched r change 'old=entry(+0(+16(%di)):string) new=+0(+16($arg1)):string')" \
		'old="old text" new="new text"'
	eq "$(fetched r change 'a=entry(+24(a0)):u32 b=+24(a0):u32 c=entry(+28(%di):u8[4]) d=+28(a0):u8[4]')" \
		'a=1001 b=2001 c={1,2,3,4} d={5,6,7,8}'
	eq "$(fetched r change 'a=entry(+28(%di):b4@8/32) b=entry(+0(%di):char[3]) c=entry(+24(+32(+32(%di)))):s16')" \
		"a=2 b={'b','e','f'} c=1001"
	eq "$(fetched r change 'got=$retval:u64 x=entry(%si):u64')" 'got=1 x=1'
}

test_sources_at_entry()
{
	needs KALLSYMS_ALL
	eq "$(fetched r args8 'a=entry(%di):u64 b=entry($arg8:u64) c=entry(a6):u64 d=entry($stack1:u64) e=entry(s2:u64)')" \
		'a=11 b=88 c=77 d=77 e=88'
	eq "$(fetched r args8 'a=entry(+8($stack)):u64 b=entry(+16(%sp):u64) c=entry(%si:s8) $arg3:u64 d=entry(\7):u8')" \
		'a=77 b=88 c=22 arg4=33 d=7'
	eq "$(fetched r ret 'entry(\"a:b)")')" 'arg1="a:b)"'
	eq "$(fetched r ret 'entry(@kpe_target_text:string) x=entry(@kpe_target_text+5):char[4]')" \
		"arg1=\"data text\" x={'t','e','x','t'}"
	eq "$(fetched r ret 'a=ra b=entry(ra) c=entry($stack0)' | sed 's/^a=\(.*\) b=\1 c=\1$/same/')" same
	eq "$(fetched r ret 'a=$current b=entry($current)' | sed 's/^a=\(.*\) b=\1$/same/')" same
	eq "$(fetched r ret 'a=entry($comm) b=$comm' | sed 's/^a=\(".*"\) b=\1$/same/')" same
	like "$(fetched r ret 'a=entry(ra:symbol) b=entry(ra):symstr')" \
		'a=run_*+0x*/0x* \[kpe_target\] b="run_*+0x*/0x* \[kpe_target\]"'
	eq "$(fetched r ret 'a=this_cpu_ptr(\0) b=entry(this_cpu_ptr(\0))' | wc -l)" 1
}

test_user_strings_at_entry()
{
	define 'r:str kpe_target_str entry(+0(%si):ustring) entry(+u0(%si)):string entry(+0(%di):string)'
	on str
	client ustr "$RUN" 'from user space' 'str 1 %#lx'
	off str
	eq "$(values str)" 'arg1="from user space" arg2="from user space" arg3="kernel text"'
}

# Each argument that could not be read is one, wherever it was lost.
test_faults_at_entry_are_counted()
{
	define 'r:x kpe_target_bad entry(+0(%di)):u32 +0(entry(+0(%si))):string entry(%di) entry(+0(%di):string[2])'
	while_on x target bad 2
	eq "$(status_of x 11)" 6
}

# Each call has a memory of its own.
test_calls_within_calls()
{
	define 'r:x kpe_target_recurse entry(%di:u64) s=entry($stack) $retval:u64'
	while_on x target recurse 2
	eq "$(values x | sed 's/ s=0x[0-9a-f]*//')" "$(lines 'arg1=0 arg3=0' 'arg1=1 arg3=1' \
		'arg1=2 arg3=2' 'arg1=3 arg3=3' 'arg1=0 arg3=0' 'arg1=1 arg3=1' 'arg1=2 arg3=2' \
		'arg1=3 arg3=3')"
	eq "$(field x s | sort -u | wc -l)" 4
}

# 4096 times 3621 bytes
test_as_many_instances_as_there_can_be()
{
	before='entry(+0(%di)):string'
	seven="$before $before $before $before $before $before $before"
	define "r4096:x kpe_target_change $seven \$elapsed" 'r4096:y kpe_target_recurse entry(%di:u64)'
	on x y
	target change 2
	target recurse
	off x y
	eq "$(values x | sed 's/ elapsed=.*//' | tr ' ' '\n' | sed 's/.*=//' | sort | uniq -c | tr -s ' ')" \
		' 14 "before"'
	eq "$(field y arg1 | tr '\n' ' ')" '0 1 2 3 '
	eq "$(missed x) $(missed y)" '0 0'
}

# known: saved-at-entry
test_many_at_one_function()
{
	for i in 1 2 3 4 5 6 7 8; do
		define "r:kpe_many/e$i kpe_target_change i=\\$i:u8 n=entry(+24(%di)):u32 old=entry(+$((i % 4))(%di)):string new=+24(\$arg1):u32"
	done
	echo 1 >"$T"/events/kpe_many/enable
	target change 2
	echo 0 >"$T"/events/kpe_many/enable
	for i in 1 2 3 4 5 6 7 8; do
		eq "$(values e$i)" "$(lines "i=$i n=1001 old=\"$(echo before | tail -c $((7 - i % 4)))\" new=2001" \
			"i=$i n=1002 old=\"$(echo before | tail -c $((7 - i % 4)))\" new=2002")"
	done
}

# An event may have both; what is at entry is where its probe is.
test_probes_of_one_event()
{
	define 'r:x kpe_target_change n=entry(%si):u64 old=entry(+0(%di)):string' \
		'r:x kpe_target_ret n=entry(%di):u64 old=entry(\"ret")' \
		'r:x kpe_target_recurse n=$arg1:u64 old=$comm'
	on x
	target change
	target ret
	off x
	eq "$(values x)" "$(lines 'n=1 old="before"' 'n=1 old="ret"')"
}

# Symbols of what is read at entry are found when the module comes.
test_module_that_comes_later()
{
	needs KALLSYMS_ALL
	target_unloaded
	define 'r:x kpe_target:kpe_target_change old=entry(+0(%di)):string text=entry(@kpe_target_text:string)'
	on x
	target_loaded
	target change
	target_unloaded
	target_loaded
	target change
	off x
	eq "$(values x)" "$(lines 'old="before" text="data text"' 'old="before" text="data text"')"
}

# ---- limits

# known: saved-at-entry
test_all_that_is_saved()
{
	most='entry(+0(%di):string[7]) entry(+0(%si):u64[59])'
	# 4095 and 4096 bytes
	define "r:x kpe_target_array $most entry(%di:u64)" "r:y kpe_target_array $most entry(+0(%di):u8[9])"
	while_on 'x y' target array
	eq "$(hits x) $(hits y)" '1 1'
	like "$(values y)" 'arg1={*} arg2={*} arg3={1,2,3,4,*}'
	refused "r:z kpe_target_array $most ^entry(+0(%di):u8[10])" E2BIG \
		'Event too big (too many fields?)'
	refused 'r:z kpe_target_array ^entry(+0(%di):string[8])' E2BIG \
		'Event too big (too many fields?)'
	refused "r:z kpe_target_array $most a=\$arg1 b=^\$arg2 \$retval" E2BIG \
		'Event too big (too many fields?)'
}
