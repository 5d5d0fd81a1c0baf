# description: build-id lines, and what kprobe_export shows
# seconds: 180

WRONG=0123456789abcdef0123456789abcdef01234567

# as readelf -n shows it, from a file that has the note in it
build_id() # FILE
{
	od -An -v -tx1 "$1" | tr -d ' \n' |
		sed -n 's/.*0400000014000000030000004\(74e5500\)\(.\{40\}\).*/\2/p'
}

kernel_id() { build_id /sys/kernel/notes; }
module_id() { build_id "/sys/module/$1/notes/.note.gnu.build-id"; }

exported() # LINE...: all but comments
{
	eq "$(sed '/^#/d' "$KPE/kprobe_export")" "$(lines "$@")" export
}

# in hex, of a kernel symbol from the start of the image
image_offset() # SYMBOL
{
	printf '0x%x' $(($(address "$1") - $(address _text)))
}

# "MOD:.section+0x..", by the addresses that sysfs shows
section_place() # MOD SYMBOL
{
	local file address start best=-9223372036854775807 name=

	address=$(($(address "$2")))
	for file in "/sys/module/$1/sections"/.*; do
		[ -f "$file" ] || continue
		start=$(($(cat "$file")))
		if [ $start -le $address ] && [ $start -gt $best ]; then
			best=$start name=${file##*/}
		fi
	done
	printf '%s:%s+0x%x' "$1" "$name" $((address - best))
}

# the last line of ours in the kernel's log
last_warning()
{
	dmesg | sed -n 's/.*\] kprobe_events: //p' | tail -n 1
}

test_right_build()
{
	dmesg -c >/dev/null
	define "build-id $(kernel_id)" 'p:x vfs_read'
	define "build-id $(kernel_id | tr a-f A-F) # in capitals" 'p:y vfs_read' \
		"build-id! $(kernel_id)" 'p:z vfs_read'
	listed 'p:kprobes/x vfs_read' 'p:kprobes/y vfs_read' 'p:kprobes/z vfs_read'
	# asks, and defines nothing
	define "build-id $(kernel_id)"
	eq "$(dmesg | grep -c build-id)" 0 "there is nothing to say of right builds"
}

test_wrong_build()
{
	id=$(kernel_id)
	refused "build-id ^$WRONG" ESTALE \
		"The kernel or module has another build-id ($id, not $WRONG)"
	# whatever is before it or behind it in the same write
	refused "p:x vfs_read
build-id ^$WRONG
p:y vfs_read" ESTALE \
		"The kernel or module has another build-id ($id, not $WRONG)" "build-id ^$WRONG"
	# the kernel by its name, as in places, and what no module is called
	refused "build-id ^$WRONG vmlinux" ESTALE \
		"The kernel or module has another build-id ($id, not $WRONG)"
	define "build-id $id vmlinux" "build-id $id $(repeat m 55)"
	# the beginning of an id is not the id
	refused "build-id ^${id%??}" ESTALE \
		"The kernel or module has another build-id ($id, not ${id%??})"
	listed
}

# It counts until the file is closed, whatever becomes of its own write.
test_line_by_line()
{
	id=$(kernel_id)
	exec 3>>"$KPE/kprobe_events"
	not sh -c 'echo "build-id $0" >&3' "$WRONG" 2>/dev/null
	not sh -c 'echo p:x vfs_read >&3' 2>/dev/null
	like "$(last_error "$T/trace_kprobe/error_log")" \
		"trace_kprobe: error: The kernel or module has another build-id ($id, not $WRONG)
  Command: p:x vfs_read
               ^"
	echo "build-id $id" >&3
	echo 'p:x vfs_read' >&3
	not sh -c 'echo "build-id $0" >&3' "$WRONG" 2>/dev/null
	echo "build-id! $WRONG" >&3
	echo 'p:y vfs_read' >&3
	not sh -c 'echo "build-id $0" >&3' "$WRONG" 2>/dev/null
	exec 3>&-
	define 'p:z vfs_read'
	listed 'p:kprobes/x vfs_read' 'p:kprobes/y vfs_read' 'p:kprobes/z vfs_read'
	target_loaded
	target_unloaded
	exec 3>>"$KPE/kprobe_events"
	echo "build-id $WRONG kpe_target" >&3
	echo 'p:late kpe_target:kpe_target_ret' >&3
	exec 3>&-
	target_loaded
	eq "$(status_of late 2)" pending
}

test_forced()
{
	dmesg -c >/dev/null
	define "build-id! $WRONG" 'p:x vfs_read' 'p:y vfs_write'
	eq "$(last_warning)" "the build-id of the kernel is $(kernel_id), not $WRONG; places and arguments may mean something else there"
	eq "$(dmesg | grep -c build-id)" 1 "once for a line"
	listed 'p:kprobes/x vfs_read' 'p:kprobes/y vfs_write'
}

test_module()
{
	target_loaded
	id=$(module_id kpe_target)
	define "build-id $id kpe_target" 'p:x kpe_target:kpe_target_ret' "build-id $id kpe-target"
	refused "build-id ^$WRONG kpe_target" ESTALE \
		"The kernel or module has another build-id ($id, not $WRONG)"
	dmesg -c >/dev/null
	define "build-id! $WRONG kpe_target" 'p:y kpe_target:kpe_target_ret'
	eq "$(last_warning)" "the build-id of kpe_target is $id, not $WRONG; places and arguments may mean something else there"
	while_on 'x y' target ret
	eq "$(hits x) $(hits y)" '1 1'
}

# the right one is armed when it comes, another one is not, or with a warning
test_module_that_comes()
{
	target_loaded
	id=$(module_id kpe_target)
	target_unloaded
	define 'p:before kpe_target:kpe_target_ret' "build-id $id kpe_target" \
		'p:right kpe_target:kpe_target_ret' "build-id $WRONG kpe_target" \
		'p:wrong kpe_target:kpe_target_ret' "build-id! $WRONG kpe_target" \
		'p:forced kpe_target:kpe_target_ret' "build-id $WRONG kpe_typed" \
		'p:after kpe_target:kpe_target_ret' 'p:kernel vfs_read'
	on before right wrong forced after
	dmesg -c >/dev/null
	target_loaded
	dmesg >/tmp/case/says
	grep -q "kprobes/wrong cannot be armed in module kpe_target: The kernel or module has another build-id ($id, not $WRONG)" /tmp/case/says ||
		fail "no word of it: $(cat /tmp/case/says)"
	eq "$(grep -c "the build-id of kpe_target is $id, not $WRONG" /tmp/case/says)" 2 "warnings of those that are forced"
	target ret 3
	off before right wrong forced after
	eq "$(hits before) $(hits right) $(hits wrong) $(hits forced) $(hits after)" '3 3 0 3 3'
	# and again the next time
	target_unloaded
	on right wrong
	target_loaded
	target ret
	off right wrong
	eq "$(hits right) $(hits wrong)" '4 0'
}

# what was right once is compared again
test_module_that_comes_back()
{
	target_loaded
	id=$(module_id kpe_target)
	define "build-id $id kpe_target" 'p:x kpe_target:kpe_target_ret'
	on x
	target ret
	target_unloaded
	target_loaded
	target ret
	off x
	eq "$(hits x)" 2
}

test_file()
{
	eq "$(stat -c %a "$KPE/kprobe_export")" 440
	eq "$(write_errno "$KPE/kprobe_export" 'p vfs_read')" EINVAL
	exported "build-id $(kernel_id)"
	has "$KPE/kprobe_export" '# write all of it to kprobe_events at once.'
}

test_kernel_places()
{
	text=$(image_offset vfs_read)
	define 'p:x vfs_read a=$arg1 a1 n=$arg3:u64' \
		'r16:gr/y vfs_read a=$arg3 b=$retval:s64 rv' 'p:x vfs_write a=$arg1 a1 n=$arg3:u64'
	exported "build-id $(kernel_id)" \
		"p:kprobes/x _text+$text a=%di:x64 a1=a1:x64 n=%dx:u64" \
		"r16:gr/y _text+$text a=a002:x64 b=%ax:s64 rv=rv:x64" \
		"p:kprobes/x _text+$(image_offset vfs_write) a=%di:x64 a1=a1:x64 n=%dx:u64"
}

test_module_places()
{
	target_loaded
	define 'p:x kpe_target:kpe_target_ret' 'p:y kpe_target_args8' 'p:x kpe_target:kpe_target_str'
	exported "build-id $(kernel_id)" "build-id $(module_id kpe_target) kpe_target" \
		"p:kprobes/x $(section_place kpe_target kpe_target_ret)" \
		"p:kprobes/y $(section_place kpe_target kpe_target_args8)" \
		"p:kprobes/x $(section_place kpe_target kpe_target_str)"
}

# as it was written, and what it was to be asked
test_pending()
{
	needs MODULE_UNLOAD
	define 'p:x kpe_target:kpe_target_ret+0x0 n=$arg1:s32' 'r:y kpe_target:kpe_target_ret' \
		"build-id $WRONG kpe_target" 'p:z kpe_target:kpe_target_ret'
	exported "build-id $(kernel_id)" 'p:kprobes/x kpe_target:kpe_target_ret n=%di:s32' \
		'r:kprobes/y kpe_target:kpe_target_ret' "build-id $WRONG kpe_target" \
		'p:kprobes/z kpe_target:kpe_target_ret'
}

# what has no text is not left out without a word
test_left_out()
{
	deep='+0(+0(+0(+0(+0(+0(+0(+0(@jiffies))))))))'
	target_loaded
	define 'p:x kpe_target_dup@* x=$arg1:s64'
	target_unloaded
	exported "build-id $(kernel_id)"
	has "$KPE/kprobe_export" '# left out: kprobes/x, because its module is not loaded: p:x kpe_target_dup@* x=$arg1:s64'
	config KALLSYMS_ALL || return 0
	define "p:deep vfs_read x=$deep"
	exported "build-id $(kernel_id)" "p:kprobes/deep _text+$(image_offset vfs_read) x=$deep:x64"
}

# one address by two names is one place; with other arguments it is another line
test_twice()
{
	place="_text+$(image_offset vfs_read)"
	define 'p:x vfs_read n=$arg3' "p:x $place n=\$arg3" "p:x $place n=%si" "p:y $place n=%dx"
	exported "build-id $(kernel_id)" "p:kprobes/x $place n=%dx:x64" \
		"p:kprobes/x $place n=%si:x64" "p:kprobes/y $place n=%dx:x64"
	has "$KPE/kprobe_export" "# left out: kprobes/x, because a line above says the same: p:x $place n=\$arg3"
	truncate_file "$KPE/kprobe_events"
	define 'p:x vfs_read' "p:x $place"
	exported "build-id $(kernel_id)" "p:kprobes/x $place"
	has "$KPE/kprobe_export" "# left out: kprobes/x, because a line above says the same: p:x $place"
}

# what is exported is taken, by a machine that has it all already, too
test_taken_again()
{
	needs KALLSYMS_ALL
	target_loaded
	define 'p:x vfs_read a=$arg1 b=+8($arg2):string c=@linux_banner+14:char[3] d=$comm e=this_cpu_read(@gdt_page):x32' \
		'r:y kpe_target:kpe_target_ret a=$arg1 $retval:b4@2/8 ra' \
		'p:z kpe_target:kpe_target_args8 $arg7 $arg8:s8 s2' 'p:z/w kpe_target_dup@2 a0'
	cat "$KPE/kprobe_export" >/tmp/case/exported
	truncate_file "$KPE/kprobe_events"
	listed
	cat /tmp/case/exported >>"$KPE/kprobe_events"
	eq "$(cat "$KPE/kprobe_export")" "$(cat /tmp/case/exported)" "the same again"
	on x y z z/w
	target ret
	target args8
	target dup
	off x y z z/w
	like "$(values y)" 'a=0x1 arg2=10 ra=0xff*'
	like "$(values z)" 'arg1=0x4d arg2=88 s2=0x*'
	eq "$(values z/w)" 'a0=0x1'
}

# hundreds of places, more than one buffer of a listing or block of a pipe holds
test_many_places_taken_again()
{
	define 'p:io vfs_* a=$arg1 b=+0($arg2):u8' 'p:io tcp_* a=$arg3 b=%ax:u8' 'r:out ksys_* a=$retval:s64 b=entry(%di)'
	dd obs=16384k <"$KPE/kprobe_export" >/tmp/case/exported
	[ "$(grep -c ^p:kprobes/io /tmp/case/exported)" -gt 200 ] || fail "$(wc -l </tmp/case/exported) lines"
	eq "$(grep -c '^#' /tmp/case/exported)" 2 "nothing is left out"
	truncate_file "$KPE/kprobe_events"
	dd obs=16384k </tmp/case/exported >>"$KPE/kprobe_events"
	eq "$(wc -l <"$KPE/kprobe_events")" "$(grep -c '^[pr]' /tmp/case/exported)"
	cmp "$KPE/kprobe_export" /tmp/case/exported || fail "not the same again"
}

# A glob may be exported as tens of thousands of lines of one event. The time that they take
# is not to grow with the square of their number.
test_lines_are_not_compared_with_each_other()
{
	define 'p:glob vmlinux:vfs_*'
	sed -n '/^build-id/p;/^p:/p' "$KPE/kprobe_export" >"$CASE"/places
	status_of glob 4 | sed -n 's/^\(vfs_[a-z_]*\)+0x[04]$/p:names \1/p' >"$CASE"/names
	define '-:glob' 'p:compared kprobe_events:kpe_place_equal'
	on compared
	for lines in places names; do
		[ "$(wc -l <"$CASE/$lines")" -gt 30 ] || fail "there are too few lines"
		compared=$(hits compared)
		eq "$(write_file "$CASE/$lines")" '' "$(last_error "$T/error_log")"
		[ $(($(hits compared) - compared)) -le "$(wc -l <"$CASE/$lines")" ] ||
			fail "$(wc -l <"$CASE/$lines") $lines: $compared, $(hits compared) comparisons"
		ok
	done
	# they are compared where it matters
	refused "^$(tail -n 1 "$CASE"/places)" EEXIST
	refused "^$(tail -n 1 "$CASE"/names)" EEXIST
	[ "$(hits compared)" -gt "$compared" ] || fail "$(hits compared) comparisons"
	off compared
}

# an absolute address of the kernel's image means nothing to another boot
test_addresses()
{
	needs KALLSYMS_ALL
	banner=$(address linux_banner)
	offset=$(printf %d "$(image_offset linux_banner)")
	define "p:x vfs_read a=@$banner:string b=\\$banner c=@0x10" \
		"p:y vfs_read a=+14(\\$banner):char[3] b=\\$banner:string c=+0(+8(\\$banner)):u8" \
		"r:z vfs_read a=entry(\\$banner:string) b=entry(+8(\\$banner):x8) c=+u8(\\0x10)"
	exported "build-id $(kernel_id)" \
		"p:kprobes/x _text+$(image_offset vfs_read) a=@_text+$offset:string b=\\$(echo "$banner" | sed 's/0x0*/0x/'):x64 c=@0x10:x64" \
		"p:kprobes/y _text+$(image_offset vfs_read) a=@_text+$((offset + 14)):char[3] b=@_text+$offset:string c=+0(@_text+$((offset + 8))):u8" \
		"r:kprobes/z _text+$(image_offset vfs_read) a=entry(@_text+$offset):string b=entry(@_text+$((offset + 8))):x8 c=+u8(\\0x10):x64"
	cat "$KPE/kprobe_export" >/tmp/case/exported
	on y
	dd if=/proc/version of=/dev/null 2>/dev/null
	off y
	values y | tail -n 1 >/tmp/case/values
	truncate_file "$KPE/kprobe_events"
	cat /tmp/case/exported >>"$KPE/kprobe_events"
	true >"$T/trace"
	on y
	dd if=/proc/version of=/dev/null 2>/dev/null
	off y
	eq "$(values y | tail -n 1)" "$(cat /tmp/case/values)"
	like "$(cat /tmp/case/values)" "a={'*'} b=\"Linux version *"
}
