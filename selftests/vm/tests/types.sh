# description: what an argument is stored and shown as
# means: each
# live: yes

test_default_is_hexadecimal()
{
	eq "$(fetched p args8 '%di a=\-1 b=$arg8 +0(\0)')" \
		'arg1=0xb a=0xffffffffffffffff b=0x58 arg4=0x0'
}

test_integers_of_a_value()
{
	eq "$(fetched p args8 '\-2:u8 \-2:u16 \-2:u32 \-2:u64')" \
		'arg1=254 arg2=65534 arg3=4294967294 arg4=18446744073709551614'
	eq "$(fetched p args8 '\-2:s8 \-2:s16 \-2:s32 \-2:s64')" 'arg1=-2 arg2=-2 arg3=-2 arg4=-2'
	eq "$(fetched p args8 '\-2:x8 \-2:x16 \-2:x32 \-2:x64')" \
		'arg1=0xfe arg2=0xfffe arg3=0xfffffffe arg4=0xfffffffffffffffe'
}

test_integers_are_cut_not_saturated()
{
	eq "$(fetched p args8 '\0x8182838485868788:u8 \0x8182838485868788:s8 \0x8182838485868788:x8')" \
		'arg1=136 arg2=-120 arg3=0x88'
	eq "$(fetched p args8 '\0x8182838485868788:u16 \0x8182838485868788:s16 \0x8182838485868788:x16')" \
		'arg1=34696 arg2=-30840 arg3=0x8788'
	eq "$(fetched p args8 '\0x8182838485868788:u32 \0x8182838485868788:s32 \0x8182838485868788:x32')" \
		'arg1=2240186248 arg2=-2054781048 arg3=0x85868788'
	eq "$(fetched p args8 '\0x7fffffffffffffff:s64 \0x8000000000000000:s64')" \
		'arg1=9223372036854775807 arg2=-9223372036854775808'
}

test_narrow_parameters()
{
	eq "$(fetched p narrow '$arg1:s8 $arg2:u8 $arg3:s16 $arg4:u16 $arg5:s32 $arg6:u32')" \
		'arg1=-1 arg2=200 arg3=-300 arg4=60000 arg5=-70000 arg6=4000000000'
	eq "$(fetched p narrow 'a0:u8 a1:s8 a2:u16 a3:s16 a4:u32 a5:s32')" \
		'a0=255 a1=-56 a2=65236 a3=-5536 a4=4294897296 a5=-294967296'
	eq "$(fetched p narrow 'a0:x8 a1:x8 a2:x16 a3:x16 a4:x32 a5:x32')" \
		'a0=0xff a1=0xc8 a2=0xfed4 a3=0xea60 a4=0xfffeee90 a5=0xee6b2800'
}

test_integers_in_memory()
{
	eq "$(fetched p object '+0(%di):u8 +2(%di):u16 +4(%di):u32 +8(%di):u64')" \
		'arg1=18 arg2=4660 arg3=305419896 arg4=81985529216486895'
	eq "$(fetched p object '+0(%di):s8 +2(%di):s16 +4(%di):s32 +8(%di):s64')" \
		'arg1=18 arg2=4660 arg3=305419896 arg4=81985529216486895'
	eq "$(fetched p object '+0(%di):x8 +2(%di):x16 +4(%di):x32 +8(%di):x64 +8(%di)')" \
		'arg1=0x12 arg2=0x1234 arg3=0x12345678 arg4=0x123456789abcdef arg5=0x123456789abcdef'
	eq "$(fetched p object '+16(%di):s8 +16(%di):s16 +16(%di):s32 +16(%di):u32 +16(%di):x8')" \
		'arg1=-5 arg2=-5 arg3=-5 arg4=4294967291 arg5=0xfb'
	# an address that is not aligned, as packed data have
	eq "$(fetched p object '+9(%di):x32 +11(%di):x16')" 'arg1=0x6789abcd arg2=0x6789'
}

test_char()
{
	eq "$(fetched p object '+24(%di):char \65:char \321:char')" "arg1='f' arg2='A' arg3='A'"
	eq "$(fetched p object '+24(%di):char[5]')" "arg1={'f','i','r','s','t'}"
	eq "$(fetched p object '+24(%di):char[1]')" "arg1={'f'}"
}

test_bitfields_of_a_structure()
{
	eq "$(fetched p object '+20(%di):b3@0/32 +20(%di):b6@3/32 +20(%di):b23@9/32')" \
		'arg1=5 arg2=33 arg3=0'
	eq "$(fetched p object '+20(%di):b32@0/32 +20(%di):b1@0/32 +20(%di):b1@1/32')" \
		'arg1=269 arg2=1 arg3=0'
}

test_bitfields_of_a_value()
{
	eq "$(fetched p args8 '\0xa5:b4@0/8 \0xa5:b4@4/8 \0xa5:b8@0/8 \0xa5:b1@7/8 \0xa5:b1@6/8')" \
		'arg1=5 arg2=10 arg3=165 arg4=1 arg5=0'
	eq "$(fetched p args8 '\0x9876:b16@0/16 \0x9876:b12@4/16 \0x9876:b1@15/16')" \
		'arg1=39030 arg2=2439 arg3=1'
	eq "$(fetched p args8 '\0x8000000000000001:b64@0/64 \0x8000000000000001:b1@63/64')" \
		'arg1=9223372036854775809 arg2=1'
	eq "$(fetched p args8 '\0x8000000000000001:b63@1/64 \0xf00000000:b32@32/64')" \
		'arg1=4611686018427387904 arg2=15'
	# beyond the container is beyond the field
	eq "$(fetched p args8 '\0xfff:b4@4/8 \0xabc:b0x4@04/0x10')" 'arg1=15 arg2=11'
}

test_bad_bitfields()
{
	local bits

	for bits in b0@0/8 b9@0/8 b1@8/8 b8@1/8 b17@0/16 b33@0/32 b65@0/64 b1@64/64 b64@1/64; do
		refused "p vfs_read %di:^$bits" EINVAL 'Invalid bitfield'
	done
	for bits in b4@4 b4 b4@4/ b4@4/24 b4@4/128 b4@4/x b4/8 b4@/8 b@4/8; do
		refused "p vfs_read %di:^$bits" EINVAL
	done
}

test_kernel_string()
{
	eq "$(fetched p str '+0(%di):string t=+7($arg1):string +11(%di):string')" \
		'arg1="kernel text" t="text" arg3=""'
	eq "$(fetched p object '+24(%di):string +0(+40(%di)):string')" \
		'arg1="first" arg2="object text"'
	eq "$(fetched r str '+0($arg1):string $retval:u64')" 'arg1="kernel text" arg2=11'
}

test_string_at_a_number()
{
	local text

	needs KALLSYMS_ALL
	target_loaded
	text=$(address kpe_target_text)
	define "p:at kpe_target_ret a=\\$text:string b=+5(\\$text):string"
	on at
	target ret
	off at
	eq "$(values at)" 'a="data text" b="text"'
}

user_string() # TEXT FETCHARGS [ADDRESS]
{
	target_loaded
	define "p:user kpe_target_str $2"
	on user
	client ustr "$RUN" "$1" 'str 1 %#lx' ${3+"$3"}
	off user
	values user
	define -:user
	true >"$T/trace"
}

test_user_string()
{
	target_loaded
	eq "$(user_string 'user text' '+0(%si):ustring +u0(%si):string +u5(%si):ustring')" \
		'arg1="user text" arg2="user text" arg3="text"'
	eq "$(user_string 'user text' '+u0(%si):u8 +u1(%si):char +u0(%si):char[4]')" \
		"arg1=117 arg2='s' arg3={'u','s','e','r'}"
	eq "$(user_string '' '+0(%si):ustring +u0(%si):string')" 'arg1="" arg2=""'
}

# guest: it changes vm.mmap_min_addr
# Null pointers are not read where the page tables have nothing: who may map their page can
# still see it. 65535 is the last address of that kind.
test_the_first_page_may_be_mapped()
{
	local low=/proc/sys/vm/mmap_min_addr address was

	was=$(cat $low)
	# shellcheck disable=SC2064 # as it is now
	trap "echo $was >$low" EXIT
	echo 0 >$low
	for address in 0 11 65530 65536; do
		eq "$(user_string seen '+0(%si):ustring +u0(%si):string +u1(%si):u8 +0(%si):string' $address)" \
			'arg1="seen" arg2="seen" arg3=101 arg4="seen"' "at $address"
		eq "$(user_string seen 's=%si:u64 if +u0(%si):string == "seen"' $address)" \
			"s=$address" "a condition at $address"
	done
	# the page table is there, but the page is not; then neither
	eq "$(user_string far '-u4080(%si):string -u4081(%si):u64' 4096)" 'arg1=(fault) arg2=0'
	eq "$(user_string far '-u65537(%si):string -u65537(%si):u8' 65552)" 'arg1=(fault) arg2=0'
	eq "$(user_string far '+u0(\11):string +0(\65535):ustring +u0(\0):u64')" \
		'arg1=(fault) arg2=(fault) arg3=0'
}

# on this machine an address cannot be both: one that is the user's is read as such
test_kernel_and_user_memory_are_not_mixed_up()
{
	target_loaded
	eq "$(user_string 'user text' '+0(%si):string +0(%di):ustring +u0(%di):string')" \
		'arg1="user text" arg2=(fault) arg3=(fault)'
	eq "$(user_string 'user text' '+1(%si):x16 +0(%si):char[2] +u0(%di):u32')" \
		"arg1=0x6573 arg2={'u','s'} arg3=0"
	eq "$(user_string 'user text' 'a=+0(%di):string b=+0(%si):ustring')" \
		'a="kernel text" b="user text"'
}

# Its page tables are those of the process before it, which is none of its business.
test_a_kernel_thread_has_no_user_memory()
{
	target_loaded
	define 'p:work kpe_target_work +u0(%di):string +0(%di):ustring +u0(%di):u64'
	on work
	client ustr "$RUN" 'user text' 'work 1 %#lx'
	off work
	eq "$(values work)" 'arg1=(fault) arg2=(fault) arg3=0'
}

test_empty_string()
{
	eq "$(fetched p longstr '+0(%di):string $comm' 0)" \
		"arg1=\"\" arg2=\"$(cat "/proc/$$/comm")\""
}

alphabet() # LENGTH
{
	awk -v length_wanted="$1" 'BEGIN {
		letters = "abcdefghijklmnopqrstuvwxyz"
		for (text = letters; length(text) < length_wanted; )
			text = text text
		print substr(text, 1, length_wanted)
	}'
}

test_strings_of_many_lengths()
{
	local n

	for n in 1 2 7 8 9 63 64 65 255 256 257 1000 3500; do
		eq "$(fetched p longstr '+0(%di):string' $n)" "arg1=\"$(alphabet $n)\""
	done
}

test_strings_that_cross_a_page_of_the_source()
{
	local n

	# allocated in pages of its own, so the second one begins at 4096
	for n in 1 100 2000; do
		eq "$(fetched p longstr "+$((4096 - n))(%di):string" 6000)" \
			"arg1=\"$(alphabet 6000 | cut -c $((4097 - n))-)\""
	done
}

# the records of an event, in hexadecimal
raw_records() # EVENT
{
	local cpu id

	id=$(event_id "$1")
	for cpu in "$T"/per_cpu/cpu*; do
		client raw "$cpu" "$id" dump | awk 'length > 16'
	done
}

# known: CVE-2024-50067
test_a_string_too_long_for_a_record_is_cut()
{
	local n record hex

	target_loaded
	hex=$(printf %s "$(alphabet 4000)" | od -An -v -tx1 | tr -d ' \n')
	for n in 4095 4096 5000 65536; do
		define 'p:long kpe_target_longstr s=+0(%di):string'
		on long
		target longstr 1 $n
		off long
		eq "$(hits long)" 1
		record=$(raw_records long)
		# 20 bytes of header and location; the text in the rest, and a NUL
		like "$record" "????????????????????????????????????????${hex}*00*" "length $n"
		define -:long
		true >"$T/trace"
	done
}

# known: CVE-2024-50067
test_several_strings_share_a_record()
{
	local record hex

	target_loaded
	define 'p:long kpe_target_longstr a=+0(%di):string b=+26(%di):string c=%di d=+0(%di):string'
	on long
	target longstr 1 3000
	off long
	eq "$(hits long)" 1
	hex=$(printf %s "$(alphabet 3000)" | od -An -v -tx1 | tr -d ' \n')
	record=$(raw_records long)
	like "$record" "*${hex}00616263*"
}

# whatever a line of the trace can hold of it, the hit must be seen
# known: CVE-2025-37923
test_a_cut_string_has_its_line()
{
	local n

	target_loaded
	for n in 3900 4000 4019 5000; do
		define 'p:long kpe_target_longstr n=\7:u8 s=+0(%di):string e=\8:u8'
		on long
		target longstr 3 $n
		off long
		eq "$(cut -c 1-4000 "$T/trace" |
			grep -c ' long: (kpe_target_longstr+0x0/0x.* n=7 s="abcdef')" 3 "length $n"
		define -:long
		true >"$T/trace"
	done
}

test_symbol()
{
	local text

	needs KALLSYMS_ALL
	target_loaded
	text=$(address kpe_target_text)
	like "$(fetched p ret "\\$(address kpe_target_ret):symbol \\$text:symbol")" \
		'arg1=kpe_target_ret+0x0/0x* \[kpe_target\] arg2=kpe_target_text+0x0/0x* \[kpe_target\]'
	like "$(fetched p ret "\\$(address vfs_read):symbol +0(\0):symbol")" \
		'arg1=vfs_read+0x0/0x* arg2=0x0'
	eq "$(fetched p ret '\5:symbol \-1:symbol')" 'arg1=0x5 arg2=0xffffffffffffffff'
}

test_symstr()
{
	needs_stack
	like "$(fetched p ret '$stack0:symstr +0(%sp):symstr +0($stack):symstr')" \
		'arg1="run_*+0x*/0x* \[kpe_target\]" arg2="run_*+0x*" arg3="run_*+0x*"'
	like "$(fetched p ret '%ip:symstr')" 'arg1="kpe_target_ret+0x1/0x* \[kpe_target\]"'
	like "$(fetched r ret 'ra:symstr')" 'ra="run_*+0x*/0x* \[kpe_target\]"'
	eq "$(fetched p args8 '%di:symstr $arg8:symstr')" 'arg1="0xb" arg2="0x58"'
}

test_symbol_and_symstr_agree()
{
	local shown

	shown=$(fetched p ret 'a=$stack0:symbol b=$stack0:symstr')
	eq "$shown" "$(echo "$shown" | sed 's/^a=\(.*\) b=.*$/a=\1 b="\1"/')"
}

test_arrays_of_integers()
{
	eq "$(fetched p array '+0(%di):u8[4] +0(%si):u16[4] +0(%dx):u32[4]')" \
		'arg1={1,2,3,4} arg2={100,200,300,400} arg3={1000,2000,3000,4000}'
	eq "$(fetched p array '+0(%di):s8[4] +0(%si):s16[4] +0(%dx):s32[4]')" \
		'arg1={1,2,3,4} arg2={100,200,300,400} arg3={1000,2000,3000,4000}'
	eq "$(fetched p array '+0(%di):x8[4] +0(%si):x16[4] +0(%dx):x32[4]')" \
		'arg1={0x1,0x2,0x3,0x4} arg2={0x64,0xc8,0x12c,0x190} arg3={0x3e8,0x7d0,0xbb8,0xfa0}'
	eq "$(fetched p object '+16(%di):s8[4] +16(%di):u8[4] +8(%di):s64[1] +8(%di):u64[1]')" \
		'arg1={-5,-1,-1,-1} arg2={251,255,255,255} arg3={81985529216486895} arg4={81985529216486895}'
	eq "$(fetched p object '+8(%di):x64[2]')" 'arg1={0x123456789abcdef,0x10dfffffffb}'
}

test_arrays_of_bitfields()
{
	eq "$(fetched p array '+0(%di):b4@0/8[4] +0(%di):b7@1/8[4] +0(%si):b8@2/16[4]')" \
		'arg1={1,2,3,4} arg2={0,1,1,2} arg3={25,50,75,100}'
	eq "$(fetched p array '+0(%dx):b22@10/32[4] +0(%di):b8@8/32[1]')" 'arg1={0,1,2,3} arg2={2}'
}

# known: string-arrays
test_arrays_of_strings()
{
	eq "$(fetched p array '+0(%cx):string[3] +8(%cx):string[2] +0(%cx):string[1]')" \
		'arg1={"one","two","three"} arg2={"two","three"} arg3={"one"}'
	eq "$(fetched p array '+0(%cx):string[4] after=\1:u8')" \
		'arg1={"one","two","three",(fault)} after=1'
	eq "$(fetched p array 'before=\1:u8 +0(+8(%cx)):string +24(%cx):string[1]')" \
		'before=1 arg2="two" arg3={(fault)}'
	eq "$(fetched p array '+0(%cx):string[2] +8(%cx):string[2] +0(+0(%cx)):string')" \
		'arg1={"one","two"} arg2={"two","three"} arg3="one"'
}

test_arrays_of_user_strings()
{
	target_loaded
	define 'p:user kpe_target_str a=+u8(%si):string[2] b=+u8(%si):ustring[2] c=+u0(+u8(%si)):string'
	on user
	client uptr "$RUN" words 'str 1 '
	off user
	eq "$(values user)" 'a={"words","words"} b={"words","words"} c="words"'
	# the pointers are the kernel's, what they point to should be the user's
	eq "$(fetched p array '+0(%cx):ustring[2]')" 'arg1={(fault),(fault)}'
}

test_arrays_of_symbols()
{
	needs_stack
	like "$(fetched p ret '+0(%sp):symbol[1]')" 'arg1={run_*+0x*/0x* \[kpe_target\]}'
}

test_array_lengths()
{
	eq "$(fetched p array '+0(%di):u8[0x2] +0(%di):u8[03]')" 'arg1={1,2} arg2={1,2,3}'
	refused 'p vfs_read +0(%di):u8[^0]' EINVAL 'Invalid array size'
	refused 'p vfs_read +0(%di):u8[^-1]' EINVAL 'Invalid array size'
	refused 'p vfs_read +0(%di):u8[^]' EINVAL 'Invalid array size'
	refused 'p vfs_read +0(%di):u8[^x]' EINVAL 'Invalid array size'
	refused 'p vfs_read +0(%di):u8[4^' EINVAL 'Array is not closed'
	refused 'p vfs_read +0(%di):u8[4]^[2]' EINVAL 'Array has wrong suffix'
	refused 'p vfs_read +0(%di):u8[4]^u' EINVAL 'Array has wrong suffix'
}

test_array_needs_memory()
{
	local source

	for source in %di '$stack' '$stack0' '$arg1' '\1'; do
		refused "p vfs_read $source:^u8[2]" EINVAL 'String accepts only memory argument'
	done
	refused 'r vfs_read $retval:^u8[2]' EINVAL 'String accepts only memory argument'
}

test_string_needs_memory()
{
	local source

	target_loaded
	for source in %di '$stack' '$stack0' '$arg1' a0 s0; do
		refused "p kpe_target_ret $source:^string" EINVAL 'String accepts only memory argument'
		refused "p kpe_target_ret $source:^ustring" EINVAL 'String accepts only memory argument'
	done
	refused 'r kpe_target_ret $retval:^string' EINVAL 'String accepts only memory argument'
}

test_symstr_needs_a_value()
{
	local source

	for source in '+u0(%di)' '\1' '$stack'; do
		refused "p vfs_read $source:^symstr" EINVAL \
			"Symbol String doesn't accept data/userdata"
	done
	refused 'p vfs_read $comm:^symstr' EINVAL \
		'$comm and immediate-string only accepts string type'
	refused 'p vfs_read +0(%di):^symstr[2]' EINVAL
}

test_names_of_c()
{
	eq "$(fetched p ret 'a=\-5:int b=\-1:uint c=\-5:long d=\-1:ulong e=\1:bool')" \
		'a=-5 b=4294967295 c=-5 d=18446744073709551615 e=1'
	define 'p:x kpe_target_array i=+0(%dx):int[2] b=+0(%di):bool'
	listed 'p:kprobes/x kpe_target_array i=+0(%dx):int[2] b=+0(%di):bool'
	on x
	target array
	eq "$(values x)" 'i={1000,2000} b=1'
	off x
	like "$(grep ' kpe_target:' "$KPE/kprobe_export")" '*i=+0(%dx):s32?2? b=+0(%di):u8'
}

test_unknown_types()
{
	local type

	for type in u u7 u128 x s float U9 U65 strings symbols short char8 hexa; do
		refused "p vfs_read %di:^$type" EINVAL 'Unknown type is specified'
		refused "p vfs_read x=+0(%di):^${type}[2]" EINVAL 'Unknown type is specified'
	done
	refused 'p vfs_read %di:^' EINVAL 'Unknown type is specified'
	refused 'p vfs_read %di:^u8:u8' EINVAL 'Unknown type is specified'
}

# what cannot be read is zero or "(fault)", and hides nothing else
test_faults()
{
	eq "$(fetched p bad 'a=\1:u8 +0(%di) +0(%si):u8 +0(%si):s64 b=\2:u8')" \
		'a=1 arg2=0x0 arg3=0 arg4=0 b=2'
	eq "$(fetched p bad '+0(%di):string +0(%si):string +0(%si):ustring b=\2:u8')" \
		'arg1=(fault) arg2=(fault) arg3=(fault) b=2'
	eq "$(fetched p bad '+0(%di):u32[3] +0(%si):string[2] +0(%di):b4@4/8 b=\2:u8')" \
		'arg1={0,0,0} arg2={(fault),(fault)} arg3=0 b=2'
	eq "$(fetched p bad '+0(%di):symbol +0(+0(%di)):string +0(+8(+0(%si))) b=\2:u8')" \
		'arg1=0x0 arg2=(fault) arg3=0x0 b=2'
	eq "$(fetched p bad '+0(%di):string $comm c=\"here"')" \
		"arg1=(fault) arg2=\"$(cat "/proc/$$/comm")\" c=\"here\""
}
