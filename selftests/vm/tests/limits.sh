# description: limits that the kernel has a part in (the others: unit/definition_limits_test.c)

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

# a string counts only as the word that says where it is
test_record_size_with_strings()
{
	five=$(each 1 5 '+0(\0):u64[64]')
	like "$(fetched p object "$five +0(\\0):u64[63] +24(%di):string +24(+48(%di)):string")" \
		'arg1={0,*} arg7="first" arg8="second"'
	refused "p vfs_read $five +0(%di):u64[63] a=+0(%di):string b=+0(%di):string c=^%di:u8" E2BIG \
		'Event too big (too many fields?)'
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
	define "p:here $(repeat m 55):f" "r:back $(repeat m 55):.text+8"
	eq "$(status_of here 5)" "$(repeat m 55)"
	refused "p ^$(repeat m 56):f" EINVAL 'Invalid probed address or symbol'
	refused "r ^$(repeat m 56):.text+8" EINVAL 'Invalid probed address or symbol'
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
