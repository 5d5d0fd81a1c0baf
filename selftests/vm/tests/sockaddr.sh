# description: socket addresses as text
# means: each

EMPTY=00000000000000000000000000000000

# what an argument x shows of one connect(2) to the address of these bytes
shown() # HEX [ARGUMENT]
{
	true >"$T/trace"
	define "p:shown __sys_connect_file x=${2:-+0(\$arg2):sockaddr}"
	on shown
	client connect "$1" >/dev/null
	off shown
	values shown | sed 's/^x=//'
	define -:shown
}

needs_function()
{
	! config CC_IS_CLANG || skip 'clang has __sys_connect_file() inlined'
}

test_inet()
{
	needs_function
	eq "$(shown 020000507f000001)" 127.0.0.1:80
	eq "$(shown 0200ffffffffffff)" 255.255.255.255:65535 'the longest'
	eq "$(shown 0200000000000000)" 0.0.0.0:0
}

# family, port, flow, address, scope
inet6() { echo "0a00$1$2$3$4"; }

test_inet6()
{
	needs_function
	eq "$(shown "$(inet6 0050 00000000 "${EMPTY%??}01" 00000000)")" '[::1]:80'
	eq "$(shown "$(inet6 0050 0000abcd "${EMPTY%??}01" 00000000)")" '[::1]:80' 'no flow'
	eq "$(shown "$(inet6 01bb 00000000 fe800000000000000102030405060708 02000000)")" \
		'[fe80::102:304:506:708%2]:443' 'with its interface'
	eq "$(shown "$(inet6 ffff ffffffff 20011111222233334444555566667777 ffffffff)")" \
		'[2001:1111:2222:3333:4444:5555:6666:7777%4294967295]:65535' 'the longest'
}

# bytes of a text, in hex
bytes() { printf %s "$1" | od -An -v -tx1 | tr -d ' \n'; }

test_unix()
{
	needs_function
	eq "$(shown "0100$(bytes /run/a.sock)")" /run/a.sock
	eq "$(shown "010000$(bytes abstract)")" @abstract
	eq "$(shown 0100)" @ 'without a name'
	eq "$(shown "0100$(bytes "$(repeat x 107 | tr -d '\n')")")" "$(repeat x 107 | tr -d '\n')" \
		'the longest with a NUL'
	eq "$(shown "0100$(bytes "$(repeat x 109 | tr -d '\n')")")" "$(repeat x 108 | tr -d '\n')" \
		'the longest without'
	eq "$(shown "010000$(bytes "$(repeat x 109 | tr -d '\n')")")" "@$(repeat x 107 | tr -d '\n')" \
		'the longest abstract one'
}

test_other_families()
{
	needs_function
	eq "$(shown 1000)" 'family 16'
	eq "$(shown 0000)" 'family 0'
	eq "$(shown ffff)" 'family 65535'
}

test_faults()
{
	target_loaded
	define 'p:x kpe_target_bad a=+0(%di):sockaddr b=+0(%si):sockaddr c=+u0(%si):sockaddr d=\7'
	while_on x target bad
	eq "$(values x)" 'a=(fault) b=(fault) c=(fault) d=0x7'
	eq "$(status_of x 11)" 3
}

# the address as the system call got it, and the kernel's copy
test_of_user_memory()
{
	define 'p:x __sys_connect x=+u0($arg2):sockaddr y=+0($arg2):sockaddr'
	on x
	client connect 020000507f000001 >/dev/null
	off x
	eq "$(values x)" 'x=127.0.0.1:80 y=127.0.0.1:80'
}

test_by_name()
{
	needs_function
	needs DEBUG_INFO_BTF
	eq "$(shown 020000507f000001 address:sockaddr)" 127.0.0.1:80
	eq "$(shown 020000507f000001 '$arg2:sockaddr')" 127.0.0.1:80
}

test_format_listing_and_export()
{
	define 'p:x __sys_connect_file x=+0($arg2):sockaddr'
	has "$(event_dir x)/format" "$(printf '\tfield:__data_loc char[] x;\toffset:%u;\tsize:4;\tsigned:1;' $(($(own_part x) + 8)))"
	has "$(event_dir x)/format" 'print fmt: "(%lx) x=%s", REC->__probe_ip, __get_dynamic_array_len(x) ? __get_str(x) : "(fault)"'
	listed 'p:kprobes/x __sys_connect_file x=+0($arg2):sockaddr'
	like "$(grep sockaddr "$KPE/kprobe_export")" 'p:kprobes/x * x=+0(%??*):sockaddr'
}
