# description: what an argument is stored and shown as
# means: each
# live: yes

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

# guest: it changes vm.mmap_min_addr
# Null pointers are not read where the page tables have nothing: who may map their page can
# still see it. 65535 is the last address of that kind.
test_the_first_page_may_be_mapped()
{
	low=/proc/sys/vm/mmap_min_addr
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

alphabet() # LENGTH
{
	awk -v length_wanted="$1" 'BEGIN {
		letters = "abcdefghijklmnopqrstuvwxyz"
		for (text = letters; length(text) < length_wanted; )
			text = text text
		print substr(text, 1, length_wanted)
	}'
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
	target_loaded
	hex=$(printf %s "$(alphabet 4000)" | od -An -v -tx1 | tr -d ' \n')
	for n in 4095 4096 5000 65536; do
		define 'p:long kpe_target_longstr s=+0(%di):string'
		while_on long target longstr 1 $n
		eq "$(hits long)" 1
		record=$(raw_records long)
		# 20 bytes of header and location; the text in the rest, and a NUL
		like "$record" "????????????????????????????????????????${hex}*00*" "length $n"
		define -:long
		true >"$T/trace"
	done
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
