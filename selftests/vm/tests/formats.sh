# description: types that show names, addresses and bytes
# means: each

# what the argument shows of one call of kpe_target_NAME()
shown() # NAME ARGUMENT [ARG]
{
	target_loaded
	true >"$T/trace"
	define "p:shown kpe_target_$1 x=$2"
	while_on shown target "$1" 1 "${3:-}"
	values shown | sed 's/^x=//'
	define -:shown
}

# field and print format of an argument x
format_of() # ARGUMENT
{
	target_loaded
	define "p:shown kpe_target_ret x=$1"
	sed -n 's/.*field:\(.* x.*\);.offset.*size:\([0-9]*\);.*signed:\([01]\);/\1 \2 \3/p' \
		"$(event_dir shown)/format"
	sed -n 's/^print fmt: "(%lx) x=//p' "$(event_dir shown)/format" | cut -c 1-60
	define -:shown
}

test_errno()
{
	eq "$(shown ret '\-2:errno')" -ENOENT
	eq "$(shown ret '\-1:errno')$(shown ret '\-133:errno')" -EPERM-EHWPOISON
	eq "$(shown ret '\-512:errno')$(shown ret '\-530:errno')" -ERESTARTSYS-ERECALLCONFLICT
	eq "$(shown ret '\0:errno') $(shown ret '\17:errno')" '0 17' 'no error'
	eq "$(shown ret '\-134:errno') $(shown ret '\-511:errno')" '-134 -511' 'no errno'
	eq "$(shown ret '\-531:errno') $(shown ret '\-41:errno')" '-531 -41' 'nor these'
	eq "$(shown ret '\0xfffffffe:errno')" -ENOENT 'an int'
	eq "$(shown ret '\0xfffffffe:errno64')" 4294967294
	eq "$(shown ret '\-11:errno64')" -EAGAIN
	eq "$(format_of '\1:errno' | sed -n 1p)" 's32 x 4 1'
	eq "$(format_of '\1:errno64' | sed -n 1p)" 's64 x 8 1'
}

test_enum()
{
	needs DEBUG_INFO_BTF_MODULES
	typed_loaded
	define 'p:x kpe_typed_scalars colour:enum s=size:enum plain=colour y=$arg3:enum' \
		'r:back kpe_typed_colour got=$retval:enum was=entry(colour:enum)'
	eq "$(sed -n 's/^print fmt: //p' "$(event_dir back)/format" | grep -o '__print.*')" \
		'__print_symbolic(REC->got, { 0xffffffff, "KPE_RED" }, { 0x2, "KPE_GREEN" }), __print_symbolic(REC->was, { 0xffffffff, "KPE_RED" }, { 0x2, "KPE_GREEN" })'
	on x back
	typed scalars
	typed colour
	off x back
	eq "$(values x)" 'colour=KPE_GREEN s=KPE_HUGE plain=2 y=KPE_GREEN'
	eq "$(values back)" 'got=KPE_RED was=KPE_RED'
	refused 'p kpe_typed_colour colour:^enum[2]' EINVAL 'There are no arrays of this type'
	refused 'p kpe_typed_small small=%di:^enum' EINVAL 'This type does not fit the value'
	refused 'p:x kpe_typed_colour colour:enum ^s=$arg1:enum plain=colour y=colour:s32' EEXIST \
		'Argument type or name is different from existing probe'
	like "$(grep ' colour=' "$KPE/kprobe_export")" '*colour=%*:s32 *'
	eq "$(grep 'enums are' "$KPE/kprobe_export")" \
		"$(lines '# kprobes/x: enums are numbers there' '# kprobes/back: enums are numbers there')"
}

# Their names may be more than the kernel has in one piece.
test_many_names_of_enums()
{
	needs DEBUG_INFO_BTF_MODULES
	typed_loaded
	define "p:x kpe_typed_many $(each 1 128 'a#=many:enum')"
	eq "$(grep -o '"KPE_MANY_999" })' "$(event_dir x)/format" | wc -l)" 128
	while_on x typed many
	eq "$(values x)" "$(each 1 128 'a#=KPE_MANY_999')"
}

# With negative values it has a sign, in the field and in the export, also if it is some bits.
test_signed_enum()
{
	needs DEBUG_INFO_BTF_MODULES
	typed_loaded
	define 'p:x kpe_typed_states f=states->frost:enum c=states->change:enum t=states->tiny:enum' \
		'p:y kpe_typed_states f=states->frost:enum if states->frost:enum == -7'
	has "$(event_dir x)/format" "	field:s8 f;	offset:$(($(own_part x) + 8));	size:1;	signed:1;"
	like "$(grep ':kprobes/x ' "$KPE/kprobe_export")" '* f=+*:s8 c=+*:sb3@*/32 t=+*:u8'
	while_on 'x y' typed states
	eq "$(values x);$(values y)" 'f=KPE_FROST c=KPE_LESS t=KPE_TINY_200;f=KPE_FROST'
}

# a histogram shows the number; what is no number it refuses
test_keys_of_histograms()
{
	needs HIST_TRIGGERS
	target_loaded
	define 'p:x kpe_target_longstr e=\-2:errno l=\-2:errno64 i=+0(%di):ip4 w=+0(%di):hex[4] v=+0(%di):ip6 m=+0(%di):mac h=+0(%di):hex[5]'
	trigger x 'hist:keys=e,i'
	trigger x 'hist:keys=l'
	target longstr 3 100
	like "$(hist x)" '*{ e: 18446744073709551614, i: 1684234849 } hitcount: 3*'
	for type in v m h; do
		eq "$(write_errno "$(event_dir x)/trigger" "hist:keys=$type")" ENOMEM "$type"
	done
}

test_addresses()
{
	eq "$(shown ret '\0x0100007f:ip4')" 127.0.0.1 'a value'
	eq "$(shown longstr '+0(%di):ip4' 100)" 97.98.99.100
	eq "$(shown longstr '+0(%di):ip6' 100)" 6162:6364:6566:6768:696a:6b6c:6d6e:6f70
	eq "$(shown longstr '+1(%di):mac' 100)" 62:63:64:65:66:67
	eq "$(shown bad '+0(%di):ip6')" :: 'a fault'
	eq "$(format_of '+0(%di):ip4' | tr '\n' ' ')" 'u32 x 4 0 %pI4", REC->__probe_ip, REC->x '
	eq "$(format_of '+0(%di):ip6' | tr '\n' ' ')" 'u8 x[16] 16 0 %pI6c", REC->__probe_ip, REC->x '
	eq "$(format_of '+0(%di):mac' | tr '\n' ' ')" 'u8 x[6] 6 0 %pM", REC->__probe_ip, REC->x '
}

# in hex, the first N bytes of "abc...zabc..."
letters() # N
{
	repeat abcdefghijklmnopqrstuvwxyz 10 | tr -d '\n' | head -c "$1" | od -An -v -tx1 | tr -d ' \n'
}

test_bytes()
{
	for n in 1 63 64 65 255 256; do
		eq "$(shown longstr "+0(%di):hex[$n]" 300)" "$(letters "$n")" "$n bytes"
	done
	eq "$(shown bad '+0(%di):hex[4]')" 00000000 'a fault'
	eq "$(format_of '+0(%di):hex[0x14]' | tr '\n' ' ')" \
		'u8 x[20] 20 0 %s", REC->__probe_ip, __print_hex_str(REC->x, 20) '
}

# as many bytes of "abc...zabc..." as N says
counted() # N
{
	true >"$T/trace"
	define "p:counted kpe_target_longstr n=$1 x=+0(%di):hex[n] end=\\7:u8"
	while_on counted target longstr 1 300
	values counted | sed 's/^n=[^ ]* x=//'
	define -:counted
}

test_counted_bytes()
{
	target_loaded
	for n in 0 1 2 63 64 65 255; do
		eq "$(counted "\\$n:u8")" "$(letters "$n") end=7" "$n bytes"
	done
	for n in 255 256 257 1000 65535; do
		eq "$(counted "\\$n:u16")" "$(letters $((n < 256 ? n : 256))) end=7" "$n bytes"
	done
	eq "$(counted '\4:s64')" "$(letters 4) end=7"
	eq "$(counted '\2147483647:x32')" "$(letters 256) end=7" 'the most'
	eq "$(counted '\-1:s8')$(counted '\-14:x32')$(counted '\-14')" ' end=7 end=7 end=7' 'negative'
	eq "$(counted '\6:b2@1/8')" "$(letters 3) end=7" 'some bits'
	define 'p:x kpe_target_bad n=\3 a=+0(%di):hex[n] b=+0(%si):hex[n]' \
		'r:y kpe_target_longstr n=$retval x=+0($arg1):hex[n] m=entry(\2) y=+0($arg1):hex[m]'
	on x y
	target bad
	target longstr 1 5
	off x y
	eq "$(values x)" 'n=0x3 a=000000 b=000000' 'faults'
	eq "$(status_of x 11)" 2
	eq "$(values y)" 'n=0x5 x=6162636465 m=0x2 y=6162'
}

test_definitions_of_counted_bytes()
{
	target_loaded
	define 'p:x kpe_target_longstr n=\4:u16 x=+0(%di):hex[n]'
	has "$(event_dir x)/format" "$(printf '\tfield:__data_loc u8[] x;\toffset:%u;\tsize:4;\tsigned:0;' $(($(own_part x) + 10)))"
	has "$(event_dir x)/format" 'print fmt: "(%lx) n=%u x=%s", REC->__probe_ip, REC->n, __print_hex_str(__get_dynamic_array(x), __get_dynamic_array_len(x))'
	listed 'p:kprobes/x kpe_target_longstr n=\4:u16 x=+0(%di):hex[n]'
	like "$(grep 'hex\[' "$KPE/kprobe_export")" 'p:kprobes/x * n=?0x4:u16 x=+0(%*):hex\[n\]'
}

# what is exported defines the same
again()
{
	cp "$KPE/kprobe_export" /tmp/case/exported
	true >"$KPE/kprobe_events"
	cat /tmp/case/exported >>"$KPE/kprobe_events"
	eq "$(grep -v '^#' "$KPE/kprobe_export")" "$(grep -v '^#' /tmp/case/exported)" 'the same again'
	true >"$T/trace"
}

test_big_endian()
{
	local round

	target_loaded
	eq "$(format_of '+0(%di):be16' | tr '\n' ' ')" 'u16 x 2 0 %u", REC->__probe_ip, REC->x '
	define 'p:x kpe_target_longstr a=+0(%di):be16 b=+0(%di):be32 c=+0(%di):be64 d=+1(%di):be16[2] e=\0xbb01:be16 if +0(%di):be32 == 0x61626364 && a > 24929 && a < 24931' \
		'r:back kpe_target_longstr a=entry(+0(%di):be32) b=entry(\1:be64) c=+0(%di):be16 if entry(+0(%di)):be16 == 24930' \
		'p:not kpe_target_longstr a=+0(%di):be16 if a == 0x6261'
	for round in defined exported; do
		echo 'a == 24930 && b >= 1633837924' >"$(event_dir x)/filter"
		on x back not
		target longstr 1 100
		off x back not
		eq "$(values x)" 'a=24930 b=1633837924 c=7017280452245743464 d={25187,25701} e=443' "$round"
		like "$(values back)" 'a=1633837924 b=72057594037927936 c=*'
		eq "$(values not)" '' 'another order'
		[ $round = exported ] || again
	done
	[ ! -e "$(event_dir x)/hist" ] && return
	trigger x 'hist:keys=a'
	while_on x target longstr 1 100
	like "$(hist x)" '*{ a: *24930 } hitcount: *1*'
}

test_counted_by_a_value()
{
	local round

	target_loaded
	define 'p:x kpe_target_longstr n=\7 a=+0(%di):hex[\3] b=+0(%di):string(n) c=+0(%di):string(\9:u8) d=+0(%di):hex[+0(%di):b2@0/8] e=+0(%di):string(\0) f=+0(%di):string(\-1) if +0(%di):string(3) == "abc" && b ~ "*ef"' \
		'r:y kpe_target_longstr n=\5 s=entry(+0($arg1):string(\3)) t=entry(+0($arg1)):hex[\2] u=+0($arg1):string($retval) v=+0($arg1):string(n) w=entry(+0($arg1)):string(+0($arg1):b2@0/8)' \
		'p:z kpe_target_bad a=+0(%di):string(4) b=+0(%si):hex[+0(%si)] c=$comm:string(3)' \
		'p:not kpe_target_longstr if +0(%di):string(3) == "abcd"'
	for round in defined exported; do
		on x y z not
		target longstr 1 6
		target bad
		off x y z not
		eq "$(values x)" 'n=0x7 a=616263 b="abcdef" c="abcdef" d=61 e="" f=""' "$round"
		eq "$(values y)" 'n=0x5 s="abc" t=6162 u="abcdef" v="abcde" w="a"' "$round"
		like "$(values z)" 'a=(fault) b= c="??*"'
		eq "$(values not)" '' 'more than it is'
		eq "$(status_of z 11)" 2 "faults, $round"
		[ $round = exported ] || again
	done
}

# a buffer that is written has no NUL
test_counted_user_text()
{
	define 'p:x vfs_write text=+0($arg2):ustring($arg3) if +0($arg2):ustring($arg3) ~ "a line of *"'
	on x
	printf 'a line of text' >/tmp/case/text
	off x
	eq "$(values x)" 'text="a line of text"'
}

test_of_user_memory()
{
	define 'p:x do_sys_openat2 x=+u0($arg2):hex[13] y=+u0($arg2):mac'
	on x
	read -r _ </proc/version
	off x
	like "$(values x)" '*x=2f70726f632f76657273696f6e y=2f:70:72:6f:63:2f*'
}

test_of_entries_and_returns()
{
	target_loaded
	define 'r:back kpe_target_longstr a=entry(+0(%di):ip6) b=entry(+0(%di)):ip4 c=entry(+0(%di):hex[5]) d=entry(\-5:errno)' \
		'r:none kpe_target_ret e=$retval:errno'
	on back none
	target longstr 1 100
	target ret
	off back none
	eq "$(values back)" 'a=6162:6364:6566:6768:696a:6b6c:6d6e:6f70 b=97.98.99.100 c=6162636465 d=-EIO'
	eq "$(values none)" e=1001
}

test_filters_and_conditions()
{
	target_loaded
	define 'p:x kpe_target_ret e=\-2:errno a=\0x0100007f:ip4 if \-2:errno < 0 && \0x0100007f:ip4 == 0x0100007f'
	echo 'e == -2 && a == 0x100007f' >"$(event_dir x)/filter"
	while_on x target ret
	eq "$(values x)" 'e=-ENOENT a=127.0.0.1'
}
