# description: every limit of the language: just within, at, and just beyond

# known: CVE-2024-50132
test_arguments()
{
	target_loaded
	for n in 1 255 256; do
		define "p:here kpe_target_args8 $(each 1 $n '\#:u64')"
		while_on here target args8 2
		wanted=$(seq -s ' ' 1 $n | sed 's/\([0-9][0-9]*\)/arg\1=\1/g')
		eq "$(values here)" "$(lines "$wanted" "$wanted")"
		eq "$(grep -c '^	field:u64 arg' "$T/events/kprobes/here/format")" $n
		define -:here
		true >"$T/trace"
	done
}

# known: CVE-2024-50131
test_expression_length()
{
	target_loaded
	for n in 63 64 65 254 255; do
		define "p:here kpe_target_ret x=$(long_expression $n)"
		has "$KPE/kprobe_events" "p:kprobes/here kpe_target_ret x=$(long_expression $n)"
		while_on here target ret
		eq "$(values here)" "x=\"$(repeat a $((n - 3)))\""
		define -:here
		true >"$T/trace"
	done
}

# an immediate string is as long as one likes: \"aaa"
long_expression() # LENGTH
{
	printf '\\"%s"' "$(repeat a $(($1 - 3)))"
}

# known: string-arrays
test_elements()
{
	for n in 1 63 64; do
		shown=$(fetched p array "+0(%di):u8[$n]")
		like "$shown" 'arg1={1*}'
		eq "$(echo "$shown" | tr -cd , | wc -c)" $((n - 1))
		eq "$(fetched p ret "x=+0(\\0):string[$n] y=\\1:u8")" \
			"x={$(each 1 $n '(fault)' | tr ' ' ,)} y=1"
	done
}

# 6 arrays of 64 u64 are 3072 bytes
test_record_size()
{
	five=$(each 1 5 '+0(%di):u64[64]')
	define "p:here vfs_read $five +0(%di):u64[63] +0(%di):u8[7]" \
		"p:there vfs_read $five +0(%di):u64[64]" \
		"r:back vfs_read $five +0(\$retval):u64[64]" \
		"p:strings vfs_read $five +0(%di):u64[32] +0(+0(%di)):string[64]"
	refused "p vfs_read $five +0(%di):u64[64] ^+0(%di):u8[1]" E2BIG \
		'Event too big (too many fields?)'
	refused "p vfs_read $five +0(%di):u64[63] +0(%di):u8[8] ^%di:u8" E2BIG \
		'Event too big (too many fields?)'
	refused "p vfs_read $five $five x=^+0(%di):u64[64]" E2BIG
	five=$(each 1 5 '+0(\0):u64[64]')
	shown=$(fetched p object "$five +8(%di):u64[64]")
	like "$shown" 'arg1={0,*} arg6={81985529216486895,*}'
	eq "$(echo "$shown" | tr -cd , | wc -c)" 378
}

# a string counts only as the word that says where it is
test_record_size_with_strings()
{
	five=$(each 1 5 '+0(\0):u64[64]')
	like "$(fetched p object "$five +0(\\0):u64[63] +24(%di):string +24(+48(%di)):string")" \
		'arg1={0,*} arg7="first" arg8="second"'
	refused "p vfs_read $five +0(%di):u64[63] a=+0(%di):string b=+0(%di):string c=^%di:u8" E2BIG \
		'Event too big (too many fields?)'
}

test_maxactive()
{
	target_loaded
	for n in 1 2 4095 4096; do
		define "r$n:back kpe_target_ret \$retval:u64"
		listed "r$n:kprobes/back kpe_target_ret arg1=\$retval:u64"
		while_on back target ret 2
		eq "$(values back)" "$(lines arg1=1001 arg1=1002)"
		define -:back
		true >"$T/trace"
	done
}

# known: CVE-2024-50131
test_line_length()
{
	local n newline='
'

	for n in 4093 4094; do
		define "$(long_line "$n")"
		eq "$(sed -n 's/ .*//p' "$KPE/kprobe_events")" p:kprobes/here
		define -:here
	done
	for n in 4095 4096 4097 10000; do
		eq "$(write_errno "$KPE/kprobe_events" "$(long_line "$n")$newline")" EINVAL
	done
	listed
}

# "p:here vfs_read a=.. ..", filled up with blanks
long_line() # LENGTH
{
	printf "%-$(($1 - 4))s %%di" 'p:here vfs_read'
}

# A listing has names for all arguments, and is to be written again if it can be.
test_length_of_a_listed_line()
{
	# 99 arguments, one that fills the line up; "p:kprobes/here vfs_read" and " argN="
	args=$(each 1 99 "+0x$(repeat 0 25)(%di)")
	listed="p:kprobes/here vfs_read $(each 1 99 "arg#=+0x$(repeat 0 25)(%di)") arg100=+0x(%di)"
	for n in 4093 4094; do
		rest=$(repeat 0 $((n - ${#listed})))
		define "p:here vfs_read $args +0x$rest(%di)"
		eq "$(awk '{ print length }' "$KPE/kprobe_events")" $n
		cat "$KPE/kprobe_events" >/tmp/case/listing
		define -:here
		eq "$(write_file /tmp/case/listing)" ''
		define -:here
	done
	: >"$T/trace_kprobe/error_log"
	too_long='The definition is too long as it is listed (4094 characters at most)'
	eq "$(grep -c "warning: $too_long" "$T/trace_kprobe/error_log")" 0
	rest=$(repeat 0 $((4095 - ${#listed})))
	define "p:here vfs_read $args +0x$rest(%di)"
	eq "$(awk '{ print length }' "$KPE/kprobe_events")" 4095
	eq "$(grep -c "warning: $too_long" "$T/trace_kprobe/error_log")" 1
}

# what waits for a module has a name that a module can have
test_length_of_a_module()
{
	for n in 1 54 55; do
		define "p:here $(repeat m $n):f" "r:back $(repeat m $n):.text+8"
		like "$(cat "$KPE/kprobe_events")" "p:kprobes/here $(repeat m $n):f
r*:kprobes/back $(repeat m $n):.text+8"
		eq "$(status_of here 5)" "$(repeat m $n)"
		define -:here -:back
	done
	for n in 56 57 64 100 1000; do
		refused "p ^$(repeat m $n):f" EINVAL 'Invalid probed address or symbol'
		refused "r ^$(repeat m $n):.text+8" EINVAL 'Invalid probed address or symbol'
	done
}

test_ids_of_events()
{
	text='The kernel has no id left for one more event'
	# ids of deleted events, which it keeps until they run short, are none to begin with
	unload
	load
	insmod /kpe/kpe_ids.ko left=2
	for _ in 1 2; do
		define 'p:first vfs_read'
		refused '^p:second vfs_read
p:third vfs_read' ENOSPC "$text" '^p:third vfs_read'
		define 'p:second vfs_read'
		refused '^p:third vfs_read' ENOSPC "$text"
		# another probe of an event needs none
		define 'p:second vfs_write'
		define -:first -:second
	done
	# that of a deleted one serves in the same write
	define 'p:first vfs_read' 'p:second vfs_read'
	define 'p:third vfs_read' -:first
	define -:second 'p:second vfs_read' -:third 'p:first vfs_read'
	refused "$(lines -:second '^p:second vfs_read' 'p:third vfs_read')" ENOSPC "$text" \
		'^p:third vfs_read'
	define -:first -:second
	rmmod kpe_ids
	define 'p:first vfs_read' 'p:second vfs_read' 'p:third vfs_read'
}
