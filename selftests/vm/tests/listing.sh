# description: what the files show, byte for byte where a program may parse it
# live: yes

# the kernel's own choice for a return probe that names no number
default_maxactive()
{
	local cpus

	cpus=$(sed 's/.*-//' /sys/devices/system/cpu/possible)
	cpus=$((2 * (cpus + 1)))
	[ $cpus -gt 10 ] || cpus=10
	echo $cpus
}

test_definitions()
{
	n=$(inside vfs_read)
	target_loaded
	define 'p vfs_read' "p:a vfs_read+$(printf '0x%x' "$n") %di" 'p:g/b  vfs_read   x=%di	y=%si:u8' \
		'  p:c vfs_read # comment' 'r:d vfs_read $retval:s32' 'r20:e vfs_read+0 rv' \
		'p:f kpe_target:kpe_target_ret%return' 'p:h kpe_target_ret s=\"te=xt":string'
	printf '%s\n' \
		'p:kprobes/p_vfs_read_0 vfs_read' \
		"p:kprobes/a vfs_read+$n arg1=%di" \
		'p:g/b vfs_read x=%di y=%si:u8' \
		'p:kprobes/c vfs_read' \
		"r$(default_maxactive):kprobes/d vfs_read arg1=\$retval:s32" \
		'r20:kprobes/e vfs_read rv=rv' \
		"r$(default_maxactive):kprobes/f kpe_target:kpe_target_ret" \
		'p:kprobes/h kpe_target_ret s=\"te=xt":string' >"$CASE"/wanted
	listing >"$CASE"/got
	cmp "$CASE"/got "$CASE"/wanted
	ok
}

test_arguments_are_shown_as_written()
{
	needs KALLSYMS_ALL
	arguments='a=+0x10(%di):x8[0x4] b=-0(+u010($arg2)):ustring c=@linux_banner+0:b4@0/8'
	arguments="$arguments d=\\0x10:s32 e=\\\"a,b\":string f=\$COMM g=\$stack010 h=\$comm:string"
	define "p:here vfs_read $arguments"
	listed "p:kprobes/here vfs_read $arguments"
}

test_profile()
{
	long=a_name_of_just_forty_four_characters_and_more
	target_loaded
	define 'p:a kpe_target_ret' 'r:b kpe_target_ret' 'p:a kpe_target_args8' 'p:g/a kpe_target_ret' \
		"p:${long%???} kpe_target_str" "p:${long} kpe_target_str"
	on a b
	target ret 12
	target args8
	off a b
	printf '  %-44s %15u %15u\n' a 12 0 b 12 0 a 1 0 a 0 0 "${long%???}" 0 0 "$long" 0 0 \
		>"$CASE"/wanted
	profiles >"$CASE"/got
	cmp "$CASE"/got "$CASE"/wanted
	ok
}

# EVENT, "FIELD;OFFSET;SIZE;SIGNED" of each, print format
format_is() # EVENT FIELDS PRINT
{
	{
		echo "name: ${1##*/}"
		echo "ID: $(event_id "$1")"
		echo format:
		printf '\tfield:%s;\toffset:%u;\tsize:%u;\tsigned:%u;\n' \
			'unsigned short common_type' 0 2 0 \
			'unsigned char common_flags' 2 1 0 \
			'unsigned char common_preempt_count' 3 1 0 \
			'int common_pid' 4 4 1
		echo
		echo "$2" | tr , '\n' | while IFS=';' read -r field offset size signed; do
			printf '\tfield:%s;\toffset:%u;\tsize:%u;\tsigned:%u;\n' \
				"$field" "$offset" "$size" "$signed"
		done
		echo
		echo "print fmt: $3"
	} >"$CASE"/wanted
	cat "$(event_dir "$1")/format" >"$CASE"/got
	eq "$(cat "$CASE"/got)" "$(cat "$CASE"/wanted)"
	cmp "$CASE"/got "$CASE"/wanted
}

integers='%di:u8 %di:u16 %di:u32 %di:u64 %di:s8 %di:s16 %di:s32 %di:s64'
integers="$integers %di:x8 %di:x16 %di:x32 %di:x64"
integers_print='arg1=%u arg2=%u arg3=%u arg4=%Lu arg5=%d arg6=%d arg7=%d arg8=%Ld'
integers_print="$integers_print arg9=0x%x arg10=0x%x arg11=0x%x arg12=0x%Lx"

# " REC->argN" from 1 to N
numbered() # N
{
	local i=1

	while [ $i -le "$1" ]; do
		printf ', REC->arg%u' $i
		i=$((i + 1))
	done
}

# of 1, 2, 4, 8 bytes each, unsigned, signed, in hexadecimal; nothing is aligned
integer_fields() # OFFSET
{
	local i=1 kind offset=$1 signed size

	for kind in u s u; do
		signed=0
		[ $kind = u ] || signed=1
		for size in 1 2 4 8; do
			printf ',%s%u arg%u;%u;%u;%u' $kind $((8 * size)) $i "$offset" $size $signed
			i=$((i + 1))
			offset=$((offset + size))
		done
	done
}

test_format_of_integers()
{
	define "p:here vfs_read $integers" "r:back vfs_read $integers"
	format_is here "unsigned long __probe_ip;8;8;0$(integer_fields 16)" \
		"\"(%lx) $integers_print\", REC->__probe_ip$(numbered 12)"
	format_is back "unsigned long __probe_func;8;8;0,unsigned long __probe_ret_ip;16;8;0$(
		integer_fields 24)" \
		"\"(%lx <- %lx) $integers_print\", REC->__probe_func, REC->__probe_ret_ip$(numbered 12)"
}

test_format_of_other_values()
{
	define "p:here vfs_read a=%di b=%di:symbol c=%di:char $(
		)d=%di:b4@4/8 e=%di:b4@4/16 f=%di:b4@4/32 g=%di:b4@4/64"
	format_is here "unsigned long __probe_ip;8;8;0,u64 a;16;8;0,u64 b;24;8;0,u8 c;32;1;0,$(
		)u8 d;33;1;0,u16 e;34;2;0,u32 f;36;4;0,u64 g;40;8;0" \
		"\"(%lx) a=0x%Lx b=%pS c='%c' d=%u e=%u f=%u g=%Lu\", REC->__probe_ip, $(
		)REC->a, REC->b, REC->c, REC->d, REC->e, REC->f, REC->g"
}

# the text behind the time stamp
text() # EVENT
{
	sed -n "s/^[^#].*: \($1: \)/\1/p" "$T/trace"
}

test_trace_text()
{
	needs KALLSYMS_ALL
	target_loaded
	define 'p:none kpe_target_ret' 'r:back kpe_target_ret $retval:u64' \
		'p:here kpe_target_ret a=$arg1 b=\-1:s8 c=\65:char s=\"x" t=$comm' \
		"p:rows kpe_target_ret a=+0(\\0):u8[2] +0(\\0):string +0(\\0):string[2] $(
			)@kpe_target_text:char[4]"
	while_on 'none here rows back' target ret
	size=$(text none | sed 's/.*+0x0\/\(0x[0-9a-f]*\) .*/\1/')
	like "$size" '0x[1-9a-f]*'
	eq "$(text none)" "none: (kpe_target_ret+0x0/$size [kpe_target])"
	eq "$(text here)" "here: (kpe_target_ret+0x0/$size [kpe_target]) a=0x1 b=-1 c='A' $(
		)s=\"x\" t=\"$(cat "/proc/$$/comm")\""
	eq "$(text rows)" "rows: (kpe_target_ret+0x0/$size [kpe_target]) a={0,0} arg2=(fault) $(
		)arg3={(fault),(fault)} arg4={'d','a','t','a'}"
	like "$(text back)" 'back: (run_*+0x*/0x* \[kpe_target\] <- kpe_target_ret) arg1=1001'
}

test_trace_text_with_addresses()
{
	target_loaded
	addr=$(address kpe_target_ret)
	define 'p:here kpe_target_ret x=\1:u8' 'r:back kpe_target_ret x=\1:u8'
	while_on 'here back' target ret
	echo 1 >"$T/options/sym-addr"
	shown=$(text here)$(text back)
	echo 0 >"$T/options/sym-addr"
	like "$shown" "here: (kpe_target_ret+0x0/0x* \\[kpe_target\\] <${addr#0x}>) x=1$(
		)back: (run_*+0x*/0x* \\[kpe_target\\] <ffffffff*> <- kpe_target_ret <${addr#0x}>) x=1"
}

# names of symbols are looked up when the text is read: the module has left
test_trace_text_after_the_module_left()
{
	target_loaded
	addr=$(address kpe_target_ret)
	define 'p:here kpe_target:kpe_target_ret x=\1:u8' 'r:back kpe_target:kpe_target_ret x=\1:u8'
	while_on 'here back' target ret
	target_unloaded
	# the ftrace of some kernels remembers init text, and there it may have been ours
	if [ "$(text here)" != "here: ($addr) x=1" ]; then
		like "$(text here)" 'here: (kpe_init+0x*/0x* \[kprobe_events\]) x=1'
		like "$(text back)" 'back: (* <- kpe_init*) x=1'
		return
	fi
	eq "$(text here)" "here: ($addr) x=1"
	like "$(text back)" "back: (0xffffffff* <- $addr) x=1"
}

# guest: it deletes all there is
test_every_line_can_be_written_back()
{
	data='@linux_banner:string'
	has_data || data='+0(%di):string'
	n=$(inside vfs_read)
	target_loaded
	define 'p vfs_read' "p:a vfs_read+$n %di a0" 'p:g/b vfs_write s=+0(+8(%di)):string x=\-7:s64' \
		'r:d vfs_read $retval:s32 rv ra $arg1' 'r20:e vfs_read+0 rv' 'p:mine/ vfs_open \"a=b"' \
		'p:f kpe_target:kpe_target_ret%return' "p:h $(address kpe_target_ret) \$arg1:u64" \
		"r $(address kpe_target_ret) \$retval" "p _text+$(($(address vfs_read) - $(address _text)))" \
		'p:a vfs_write %si:x64 a0' "p:i vfs_read $data +0(%di):b3@4/32[7] \$comm"
	listing=$(listing)
	profile=$(cat "$KPE/kprobe_profile")
	eq "$(write_errno "$KPE/kprobe_events" "$listing" trunc)" ''
	eq "$(listing)" "$listing"
	eq "$(cat "$KPE/kprobe_profile")" "$profile"
	while_on 'f h' target ret 2
	eq "$(hits f) $(values h)" "2 $(lines arg1=1 arg1=2)"
}
