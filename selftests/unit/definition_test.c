// SPDX-License-Identifier: GPL-2.0
/*
 * definition_test - text in, struct kpe_line or error out
 *
 * The tables say what a line means. In the table of errors '^' stands just
 * before the column of the caret, as in the kernel's ftrace selftests; it is
 * not part of the line.
 */
#include <stdarg.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition_unit.h"
#include "language/line.h"
#include "unit.h"

#define MUTATIONS	200000

#define BAD(line, code)		{ line, KPE_ERR_##code, -EINVAL }
#define BIG(line, code)		{ line, KPE_ERR_##code, -E2BIG }
#define FAR(line, code)		{ line, KPE_ERR_##code, -ERANGE }
#define BTF(line)		{ line, KPE_ERR_NOSUP_BTFARG, -EOPNOTSUPP }
#define DOT(line)		{ line, KPE_ERR_NOSUP_DAT_ARG, -EOPNOTSUPP }
#define A63 "a12345678901234567890123456789012345678901234567890123456789012"
#define A40 "a123456789b123456789c123456789d123456789"
#define A31 "a123456789012345678901234567890"

static const struct bad bad_lines[] = {
	/* the command */
	BAD("^x vfs_read", BAD_COMMAND),
	BAD("^x", BAD_COMMAND),
	BAD("^P:a vfs_read", BAD_COMMAND),
	BAD("^a:myprobeaccept inet_csk_accept", BAD_COMMAND),
	BAD("^pfoo vfs_read", BAD_COMMAND),
	BAD("^p-:foo vfs_read", BAD_COMMAND),
	BAD("^-x", BAD_COMMAND),
	BAD("^-p:foo", BAD_COMMAND),
	BAD("^:foo vfs_read", BAD_COMMAND),
	BAD("^\xe9 vfs_read", BAD_COMMAND),
	BAD("p^100 vfs_read", BAD_MAXACT_TYPE),
	BAD("p^1a1 vfs_read", BAD_MAXACT_TYPE),
	BAD("p^0:foo vfs_read", BAD_MAXACT_TYPE),
	BAD("r^1a111 vfs_read", BAD_MAXACT),
	BAD("r^10fuzz:myprobeaccept inet_csk_accept", BAD_MAXACT),
	BAD("r^fuzz vfs_read", BAD_MAXACT),
	BAD("r^-1 vfs_read", BAD_MAXACT),
	BAD("r^+1 vfs_read", BAD_MAXACT),
	BAD("r^0 vfs_read", BAD_MAXACT),
	BAD("r^09 vfs_read", BAD_MAXACT),
	BAD("r^0x:foo vfs_read", BAD_MAXACT),
	BAD("r^100000 vfs_read", MAXACT_TOO_BIG),
	BAD("r^1000000:myprobeaccept inet_csk_accept", MAXACT_TOO_BIG),
	BAD("r^4294967295 vfs_read", MAXACT_TOO_BIG),
	BAD("r^4294967296 vfs_read", BAD_MAXACT),
	BAD("r^99999999999999999999 vfs_read", BAD_MAXACT),
	BAD("r^99999999999999999999999999999999 vfs_read", BAD_MAXACT),
	/* names */
	BAD("^build-idx ab vfs", BAD_COMMAND),
	BAD("^build-id!! ab", BAD_COMMAND),
	BAD("^build-i ab", BAD_COMMAND),
	BAD("^Build-id ab", BAD_COMMAND),
	BAD("build-id^", NO_BUILD_ID),
	BAD("build-id!^", NO_BUILD_ID),
	BAD("build-id ^xy", BAD_BUILD_ID),
	BAD("build-id 0^xab", BAD_BUILD_ID),
	BAD("build-id ab^g0 mod", BAD_BUILD_ID),
	BAD("build-id ab^\xc3\xa9", BAD_BUILD_ID),
	BAD("build-id ab^-cd", BAD_BUILD_ID),
	BAD("build-id a^", BAD_BUILD_ID),
	BAD("build-id! abcde^ mod", BAD_BUILD_ID),
	BAD("build-id " A40 "^0", BUILD_ID_TOO_LONG),
	BAD("build-id " A40 "^ab mod", BUILD_ID_TOO_LONG),
	BAD("build-id " A40 "0000^g", BAD_BUILD_ID),
	BAD("build-id ab mod ^more", BUILD_ID_WORDS),
	BAD("build-id! ab mod ^x y", BUILD_ID_WORDS),
	BAD("p:^/bar vfs_read", NO_GROUP_NAME),
	BAD("p:^/ vfs_read", NO_GROUP_NAME),
	BAD("p:^.bar vfs_read", NO_GROUP_NAME),
	BAD("r10:^/bar vfs_read", NO_GROUP_NAME),
	BAD("p:^" A63 "x/bar vfs_read", GROUP_TOO_LONG),
	BAD("p:^12345678901234567890123456789012345678901234567890123456789012345/bar vfs_read",
	    GROUP_TOO_LONG),
	BAD("p:^foo.1/bar vfs_read", BAD_GROUP_NAME),
	BAD("p:^1foo/bar vfs_read", BAD_GROUP_NAME),
	BAD("p:^-foo/bar vfs_read", BAD_GROUP_NAME),
	BAD("p:^fo+o/bar vfs_read", BAD_GROUP_NAME),
	BAD("p:^f\xc3\xa9/bar vfs_read", BAD_GROUP_NAME),
	BAD("r10:^:foo/bar vfs_read", BAD_GROUP_NAME),
	BAD("p:^ vfs_read", NO_EVENT_NAME),
	BAD("p:^", NO_EVENT_NAME),
	BAD("r10:^ vfs_read", NO_EVENT_NAME),
	BAD("p:^" A63 "x vfs_read", EVENT_TOO_LONG),
	BAD("p:foo/^12345678901234567890123456789012345678901234567890123456789012345 vfs_read",
	    EVENT_TOO_LONG),
	BAD("p:foo/^bar.1 vfs_read", BAD_EVENT_NAME),
	BAD("p:foo.^bar.1 vfs_read", BAD_EVENT_NAME),
	BAD("p:foo/^bar/1 vfs_read", BAD_EVENT_NAME),
	BAD("p:foo/^1bar vfs_read", BAD_EVENT_NAME),
	BAD("p:^ba-r vfs_read", BAD_EVENT_NAME),
	BAD("p:^* vfs_read", BAD_EVENT_NAME),
	BAD("p:^enable/x vfs_read", FILE_NAME),
	BAD("p:^header_page/ vfs_read", FILE_NAME),
	BAD("r10:^header_event.x vfs_read", FILE_NAME),
	BAD("p:^enable/filter vfs_read", FILE_NAME),
	BAD("p:foo/^enable vfs_read", FILE_NAME),
	BAD("p:foo.^filter vfs_read", FILE_NAME),
	BAD("r:^format vfs_read a0", FILE_NAME),
	BAD("p:^id vfs_read", FILE_NAME),
	BAD("p:^btf_ids vfs_read", FILE_NAME),
	BAD("p:^trigger", FILE_NAME),
	/* the place */
	BAD("p^", NO_PLACE),
	BAD("r10^", NO_PLACE),
	BAD("p:foo/bar^", NO_PLACE),
	BAD("p:foo/^", NO_PLACE),
	BAD("p ^hoge-fuga", BAD_PROBE_ADDR),
	BAD("p ^hoge+fuga", BAD_PROBE_ADDR),
	BAD("p ^hoge+1000-1000", BAD_PROBE_ADDR),
	BAD("p ^hoge+", BAD_PROBE_ADDR),
	BAD("p ^hoge-", BAD_PROBE_ADDR),
	BAD("p ^hoge+-1", BAD_PROBE_ADDR),
	BAD("p ^hoge+0x", BAD_PROBE_ADDR),
	BAD("p ^hoge+4294967296", BAD_PROBE_ADDR),
	BAD("p ^hoge-4294967296", BAD_PROBE_ADDR),
	BAD("p ^hoge+0xfffffffffffffff0", BAD_PROBE_ADDR),
	BAD("p ^+10", BAD_PROBE_ADDR),
	BAD("p ^-10", BAD_PROBE_ADDR),
	BAD("p ^:hoge", BAD_PROBE_ADDR),
	BAD("p ^mod:", BAD_PROBE_ADDR),
	BAD("p ^mod:+10", BAD_PROBE_ADDR),
	BAD("p ^mod:sym:bol", BAD_PROBE_ADDR),
	BAD("p ^mod:sym+1:2", BAD_PROBE_ADDR),
	BAD("p ^mod-ule:sym", BAD_PROBE_ADDR),
	BAD("p ^mod:0x10+4", BAD_PROBE_ADDR),
	BAD("p ^mod:0xg", BAD_PROBE_ADDR),
	BAD("p ^mod:0x100000000", BAD_PROBE_ADDR),
	BAD("p ^mod:.", BAD_PROBE_ADDR),
	BAD("p ^mod:.+4", BAD_PROBE_ADDR),
	BAD("p ^mod:.text-4", BAD_PROBE_ADDR),
	BAD("p ^mod:.text+", BAD_PROBE_ADDR),
	BAD("p ^mod:.text+4294967296", BAD_PROBE_ADDR),
	BAD("p ^mod:.te:xt", BAD_PROBE_ADDR),
	BAD("p ^vmlinux:0x10", BAD_PROBE_ADDR),
	BAD("p ^@1", BAD_PROBE_ADDR),
	BAD("p ^mod:@*", BAD_PROBE_ADDR),
	BAD("p t_show^@", BAD_CHOICE),
	BAD("p t_show^@0", BAD_CHOICE),
	BAD("p t_show^@-1", BAD_CHOICE),
	BAD("p t_show^@x", BAD_CHOICE),
	BAD("p t_show^@0x1", BAD_CHOICE),
	BAD("p t_show^@4294967296", BAD_CHOICE),
	BAD("p t_show^@**", BAD_CHOICE),
	BAD("p t_show^@1@2", BAD_CHOICE),
	BAD("p vfs_*^@1", BAD_CHOICE),
	BAD("p vfs_[rw]^@*", BAD_CHOICE),
	BAD("p vfs_?^@2", BAD_CHOICE),
	BAD("p vfs_*^+4", GLOB_OFFSET),
	BAD("p mod:[a-z]*^-4", GLOB_OFFSET),
	BAD("p ^vfs_*+", BAD_PROBE_ADDR),
	BAD("p ^12hoge", BAD_PROBE_ADDR),
	BAD("p ^0x", BAD_PROBE_ADDR),
	BAD("p ^08", BAD_PROBE_ADDR),
	BAD("p ^0x1+2", BAD_PROBE_ADDR),
	BAD("p ^18446744073709551616", BAD_PROBE_ADDR),
	BAD("p ^%return", BAD_PROBE_ADDR),
	BAD("p:g/e ^+1 %ax", BAD_PROBE_ADDR),
	BAD("-:foo ^hoge+x", BAD_PROBE_ADDR),
	BAD("p vfs_read^%hoge", BAD_ADDR_SUFFIX),
	BAD("p vfs_read^%returns", BAD_ADDR_SUFFIX),
	BAD("p vfs_read^%return+0", BAD_ADDR_SUFFIX),
	BAD("p vfs_read^%", BAD_ADDR_SUFFIX),
	BAD("p mod:vfs_read+4^%retur", BAD_ADDR_SUFFIX),
	BAD("p 0x1234^%hoge", BAD_ADDR_SUFFIX),
	/* names of arguments */
	BAD("p vfs_read ^arg123456789012345678901234567890=@11",
	    ARG_NAME_TOO_LONG),
	BAD("p vfs_read ^=@11", NO_ARG_NAME),
	BAD("p vfs_read ^=", NO_ARG_NAME),
	BAD("p vfs_read ^var.1=@11", BAD_ARG_NAME),
	BAD("p vfs_read ^1var=@11", BAD_ARG_NAME),
	BAD("p vfs_read ^va-r=@11", BAD_ARG_NAME),
	BAD("p vfs_read ^%ax=@11", BAD_ARG_NAME),
	BAD("p vfs_read ^v\xe9=@11", BAD_ARG_NAME),
	BAD("p vfs_read var1=@11 ^var1=@12", USED_ARG_NAME),
	BAD("p vfs_read ^common_type=@11", USED_ARG_NAME),
	BAD("p vfs_read ^common_flags=@11", USED_ARG_NAME),
	BAD("p vfs_read ^common_preempt_count=@11", USED_ARG_NAME),
	BAD("p vfs_read ^common_pid=@11", USED_ARG_NAME),
	BAD("p vfs_read ^common_tgid=@11", USED_ARG_NAME),
	BAD("p vfs_read ^__probe_ip=@11", USED_ARG_NAME),
	BAD("p vfs_read ^__probe_ret_ip=@11", USED_ARG_NAME),
	BAD("p vfs_read ^__probe_func=@11", USED_ARG_NAME),
	BAD("p vfs_read arg2=@11 ^@12", USED_ARG_NAME),
	BAD("p vfs_read @11 ^arg1=@12", USED_ARG_NAME),
	BAD("p vfs_read a0 ^a0=@12", USED_ARG_NAME),
	BAD("p vfs_read arg1=^", NO_ARG_BODY),
	BAD("p vfs_read arg1=^ @11", NO_ARG_BODY),
	/* types */
	BAD("p vfs_read @11:^unknown_type", BAD_TYPE),
	BAD("p vfs_read %ax:^y16", BAD_TYPE),
	BAD("p vfs_read %ax:^", BAD_TYPE),
	BAD("p vfs_read %ax:^:x16", BAD_TYPE),
	BAD("p vfs_read x16:^%ax", BAD_TYPE),
	BAD("p vfs_read %ax:^%pe", BAD_TYPE),
	BAD("p vfs_read %ax:^%pdx", BAD_TYPE),
	BAD("p vfs_read %ax:^%pd[2]", BAD_TYPE),
	BAD("p vfs_read +0(%ax):^%pD[2]", BAD_TYPE),
	BAD("p vfs_read %ax:^x16:x16", BAD_TYPE),
	BAD("p vfs_read %ax:^u128", BAD_TYPE),
	BAD("p vfs_read %ax:^u", BAD_TYPE),
	BAD("p vfs_read %ax:^U8", BAD_TYPE),
	BAD("p vfs_read %ax:^b", BAD_TYPE),
	BAD("p vfs_read %ax:^bool", BAD_TYPE),
	BAD("p vfs_read @11:^[2]", BAD_TYPE),
	BAD("p vfs_read name=@11:^unknown_type", BAD_TYPE),
	BAD("p vfs_read \\\"abc\":^unknown_type", BAD_TYPE),
	BAD("p vfs_read $comm:^x64", NEED_STRING_TYPE),
	BAD("p vfs_read $COMM:^ustring", NEED_STRING_TYPE),
	BAD("p vfs_read $comm:^symstr", NEED_STRING_TYPE),
	BAD("p vfs_read $comm:^char", NEED_STRING_TYPE),
	BAD("p vfs_read $comm:^string[1]", NEED_STRING_TYPE),
	BAD("p vfs_read $comm:^u8[2]", NEED_STRING_TYPE),
	BAD("p vfs_read \\\"a:b\":^u8", NEED_STRING_TYPE),
	BAD("p vfs_read \\\"ab\":^string[2]", NEED_STRING_TYPE),
	BAD("p vfs_read \\\"ab\":^b4@4/8", NEED_STRING_TYPE),
	BAD("p vfs_read $stack0:^string", BAD_STRING),
	BAD("p vfs_read $stack:^string", BAD_STRING),
	BAD("p vfs_read %ax:^string", BAD_STRING),
	BAD("p vfs_read %ax:^ustring", BAD_STRING),
	BAD("p vfs_read a0:^string", BAD_STRING),
	BAD("p vfs_read $arg1:^string[2]", BAD_STRING),
	BAD("p vfs_read $current:^string", BAD_STRING),
	BAD("p vfs_read this_cpu_ptr(@x):^string", BAD_STRING),
	BAD("p vfs_read \\5:^string[2]", BAD_STRING),
	BAD("p vfs_read %ax:^u8[2]", BAD_STRING),
	BAD("p vfs_read $stack1:^x8[8]", BAD_STRING),
	BAD("p vfs_read \\5:^u8[1]", BAD_STRING),
	BAD("p vfs_read \\5:^symstr", BAD_SYMSTRING),
	BAD("p vfs_read $stack:^symstr", BAD_SYMSTRING),
	BAD("p vfs_read +u0(%ax):^symstr", BAD_SYMSTRING),
	BAD("p vfs_read +0(%ax):^symstr[2]", BAD_STRING),
	BAD("p vfs_read @11:^b10@a/16", BAD_BITFIELD),
	BAD("p vfs_read @11:^b0@0/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^b9@0/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^b4@5/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^b4@18446744073709551613/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^b4@4/12", BAD_TYPE),
	BAD("p vfs_read @11:^b4@4/0", BAD_TYPE),
	BAD("p vfs_read @11:^b4@4/128", BAD_TYPE),
	BAD("p vfs_read @11:^b4/4@8", BAD_TYPE),
	BAD("p vfs_read @11:^b4@4", BAD_TYPE),
	BAD("p vfs_read @11:^b4/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^b/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^bx@0/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^b@0/", BAD_TYPE),
	BAD("p vfs_read @11:^b4", BAD_TYPE),
	BAD("p vfs_read @11:^b4@/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^b4@4/8x", BAD_TYPE),
	BAD("p vfs_read @11:^sb0@0/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^sb9@0/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^sb@0/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^sb4/8", BAD_BITFIELD),
	BAD("p vfs_read @11:^sb4@0/12", BAD_TYPE),
	BAD("p vfs_read @11:^sb", BAD_TYPE),
	BAD("p vfs_read @11:^ssb4@0/8", BAD_TYPE),
	BAD("p vfs_read @11:^bs4@0/8", BAD_BITFIELD),
	BAD("p vfs_read +0(@11):u8[10^", ARRAY_NO_CLOSE),
	BAD("p vfs_read +0(@11):u8[^ %ax", ARRAY_NO_CLOSE),
	BAD("p vfs_read +0(@11):u8[10]^a", BAD_ARRAY_SUFFIX),
	BAD("p vfs_read +0(@11):u8[10]^[10]", BAD_ARRAY_SUFFIX),
	BAD("p vfs_read +0(@11):u8[^10a]", BAD_ARRAY_NUM),
	BAD("p vfs_read +0(@11):u8[^0]", BAD_ARRAY_NUM),
	BAD("p vfs_read +0(@11):u8[^]", BAD_ARRAY_NUM),
	BAD("p vfs_read +0(@11):u8[^-1]", BAD_ARRAY_NUM),
	BAD("p vfs_read +0(@11):u8[^256]", ARRAY_TOO_BIG),
	BAD("p vfs_read +0(@11):u8[^4294967295]", ARRAY_TOO_BIG),
	BAD("p vfs_read +0(@11):u8[^4294967296]", BAD_ARRAY_NUM),
	BAD("p vfs_read +0(@11):u8[^18446744073709551617]", BAD_ARRAY_NUM),
	/* sources */
	BAD("p vfs_read arg1=^:u8", BAD_FETCH_ARG),
	BAD("p vfs_read ^:u8", BAD_FETCH_ARG),
	BAD("p vfs_read arg1=^:", BAD_FETCH_ARG),
	BAD("p vfs_read ^: %ax", BAD_FETCH_ARG),
	BAD("p vfs_read ^:unknown_type", BAD_FETCH_ARG),
	BAD("p vfs_read ^&1", BAD_FETCH_ARG),
	BAD("p vfs_read ^1", BAD_FETCH_ARG),
	BAD("p vfs_read +0(^)", BAD_FETCH_ARG),
	BAD("p vfs_read +0(%ax)^+10", BAD_FETCH_ARG),
	BAD("p vfs_read +0(+0(%ax)^x)", BAD_FETCH_ARG),
	BAD("p vfs_read ^\xe9", BAD_FETCH_ARG),
	BAD("p vfs_read ^$none_var", BAD_VAR),
	BAD("p vfs_read ^$", BAD_VAR),
	BAD("p vfs_read ^$stackp", BAD_VAR),
	BAD("p vfs_read ^$argx", BAD_VAR),
	BAD("p vfs_read ^$arg", BAD_VAR),
	BAD("p vfs_read ^$commx", BAD_VAR),
	BAD("p vfs_read ^$Comm", BAD_VAR),
	BAD("p vfs_read ^$retvalx", RETVAL_ON_PROBE),
	BTF("r vfs_read ^$retvalx"),
	BTF("r vfs_read ^$retval+8"),
	BTF("r vfs_read x=+0(^$retvalx->f)"),
	BAD("r vfs_read entry(^$retvalx)", NOT_AT_ENTRY),
	BAD("p vfs_read ^$currentx", BAD_VAR),
	BAD("p vfs_read ^$current+8", BAD_VAR),
	BAD("p vfs_read ^$Current", BAD_VAR),
	BAD("p vfs_read +0(^$none_var)", BAD_VAR),
	BAD("p vfs_read args=^$arg*", BAD_VAR),
	BAD("p vfs_read +0(^$arg*)", BAD_VAR),
	BAD("p vfs_read ^$arg*:u8", BAD_VAR),
	BAD("p vfs_read this_cpu_read(^$arg*)", BAD_VAR),
	BAD("p vfs_read (list)(^$arg*)->next", BAD_VAR),
	BAD("p vfs_read $arg* ^$arg*", DOUBLE_ARGS),
	BAD("r vfs_read %ax $arg* $arg1 ^$arg*", DOUBLE_ARGS),
	BAD("p vfs_read ^$arg10000", BAD_ARG_NUM),
	BAD("p vfs_read ^$arg0", BAD_ARG_NUM),
	BAD("p vfs_read ^$arg2049", BAD_ARG_NUM),
	BAD("p vfs_read +0(^$arg2049)", BAD_ARG_NUM),
	BAD("p vfs_read ^$arg4294967297", BAD_ARG_NUM),
	BAD("p vfs_read ^$arg18446744073709551615", BAD_ARG_NUM),
	BAD("p vfs_read ^a2048", BAD_ARG_NUM),
	BAD("p vfs_read ^a4294967296", BAD_ARG_NUM),
	BAD("p vfs_read ^$arg1x", BAD_VAR),
	BAD("p vfs_read x=+0(^$arg1x):u8", BAD_VAR),
	BAD("p vfs_read ^$arg1x:u8", BAD_VAR),
	BAD("p vfs_read x=^$arg1x", BAD_VAR),
	BAD("r vfs_read entry(^$arg1x)", BAD_VAR),
	BAD("p vfs_read ^$arg1->x", BAD_VAR),
	BAD("p vfs_read ^$arg-1", BAD_VAR),
	BAD("p vfs_read ^$arg0x1", BAD_VAR),
	BAD("p vfs_read ^$arg1+10", BAD_VAR),
	FAR("p vfs_read ^$arg18446744073709551616", BAD_VAR),
	FAR("p vfs_read ^a18446744073709551616", BAD_VAR),
	BAD("p vfs_read ^$stack10000", BAD_STACK_NUM),
	BAD("p vfs_read ^$stack4294967296", BAD_STACK_NUM),
	BAD("p vfs_read ^$stack18446744073709551615", BAD_STACK_NUM),
	BAD("p vfs_read ^s2049", BAD_STACK_NUM),
	BAD("p vfs_read ^$stack1x", BAD_VAR),
	BAD("p vfs_read x=+0(^$stack1x):u8", BAD_VAR),
	BAD("p vfs_read ^$stack0+10", BAD_VAR),
	BAD("p vfs_read ^$stack1-10", BAD_VAR),
	BAD("p vfs_read ^$stack0x1", BAD_VAR),
	FAR("p vfs_read ^$stack18446744073709551616", BAD_VAR),
	FAR("p vfs_read ^s18446744073709551616", BAD_VAR),
	BAD("p vfs_read ^$retval", RETVAL_ON_PROBE),
	BAD("p vfs_read ^$retval->f", RETVAL_ON_PROBE),
	BAD("p vfs_read x=+0(^$retval):u8", RETVAL_ON_PROBE),
	BAD("p vfs_read ^$retval.f", RETVAL_ON_PROBE),
	BAD("p vfs_read (a)^$retval->f", RETVAL_ON_PROBE),
	BAD("p vfs_read ^rv", RETVAL_ON_PROBE),
	BAD("p vfs_read ^rv->f", RETVAL_ON_PROBE),
	BAD("p vfs_read ^ra->f", RETADDR_ON_PROBE),
	BAD("p vfs_read ^ra", RETADDR_ON_PROBE),
	BAD("p vfs_read +8(^ra)", RETADDR_ON_PROBE),
	BAD("p vfs_read ^%none_reg", BAD_REG_NAME),
	BAD("p vfs_read ^%ex", BAD_REG_NAME),
	BAD("p vfs_read ^%rax", BAD_REG_NAME),
	BAD("p vfs_read ^%", BAD_REG_NAME),
	BAD("p vfs_read ^%ax+10", BAD_REG_NAME),
	BAD("p vfs_read ^%AX", BAD_REG_NAME),
	BAD("p vfs_read ^@12345678abcde", BAD_MEM_ADDR),
	BAD("p vfs_read ^@", BAD_MEM_ADDR),
	BAD("p vfs_read ^@-10", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata*10", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata/10", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata%10", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata&10", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata|10", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata+", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata+1+1", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata+x", BAD_MEM_ADDR),
	BAD("p vfs_read ^@_sdata+9223372036854775808", BAD_MEM_ADDR),
	BAD("p vfs_read +0(^@0))", BAD_MEM_ADDR),
	FAR("p vfs_read ^@18446744073709551616", BAD_MEM_ADDR),
	BAD("p vfs_read ^@+10", FILE_ON_KPROBE),
	BAD("p vfs_read arg1=\\^x", BAD_IMM),
	BAD("p vfs_read arg1=\\^", BAD_IMM),
	BAD("p vfs_read \\^", BAD_IMM),
	BAD("p vfs_read \\^-", BAD_IMM),
	BAD("p vfs_read \\^--1", BAD_IMM),
	BAD("p vfs_read \\^1=2", BAD_IMM),
	FAR("p vfs_read \\^18446744073709551616", BAD_IMM),
	FAR("p vfs_read \\^-9223372036854775809", BAD_IMM),
	FAR("p vfs_read \\^+9223372036854775808", BAD_IMM),
	FAR("p vfs_read \\^+-9223372036854775809", BAD_IMM),
	BAD("p vfs_read \\^+", BAD_IMM),
	BAD("p vfs_read \\^+-", BAD_IMM),
	BAD("p vfs_read \\^-+5", BAD_IMM),
	BAD("p vfs_read \\^+-+5", BAD_IMM),
	BAD("p vfs_read \\^+x", BAD_IMM),
	BAD("p vfs_read arg1=\\\"abcd^", IMMSTR_NO_CLOSE),
	BAD("p vfs_read arg1=\\\"abcd:string^", IMMSTR_NO_CLOSE),
	BAD("p vfs_read arg1=\\\"^ b\"", IMMSTR_NO_CLOSE),
	BAD("p vfs_read \\\"ab\"c^", IMMSTR_NO_CLOSE),
	BAD("p vfs_read \\\"ab\"c^:string", IMMSTR_NO_CLOSE),
	/* dereferences */
	BAD("p vfs_read ^+0@0)", DEREF_NEED_BRACE),
	BAD("p vfs_read ^+", DEREF_NEED_BRACE),
	BAD("p vfs_read ^-u8", DEREF_NEED_BRACE),
	BAD("p vfs_read +0(^+0)", DEREF_NEED_BRACE),
	BAD("p vfs_read ^+0ab1(@0)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^+(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^-(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^+u(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^+uu1(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^-+1(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^--1(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^-u-1(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^-u+1(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^+++1(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^+-(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^++(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read ^+-u1(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read +0(^+x(%ax))", BAD_DEREF_OFFS),
	FAR("p vfs_read ^+9223372036854775808(%ax)", BAD_DEREF_OFFS),
	FAR("p vfs_read ^-9223372036854775809(%ax)", BAD_DEREF_OFFS),
	FAR("p vfs_read ^+-9223372036854775809(%ax)", BAD_DEREF_OFFS),
	FAR("p vfs_read ^++9223372036854775808(%ax)", BAD_DEREF_OFFS),
	BAD("p vfs_read +0(+0(@0^)", DEREF_OPEN_BRACE),
	BAD("p vfs_read +0(@0^", DEREF_OPEN_BRACE),
	BAD("p vfs_read +0(@0^:u8", DEREF_OPEN_BRACE),
	BAD("p vfs_read +0(^", DEREF_OPEN_BRACE),
	BAD("p vfs_read +0(^$comm)", COMM_CANT_DEREF),
	BAD("p vfs_read +10(^$comm):string", COMM_CANT_DEREF),
	BAD("p vfs_read +0(+0(^\\\"ab\"))", COMM_CANT_DEREF),
	BAD("p vfs_read ^$comm:%pd", COMM_CANT_DEREF),
	BAD("p vfs_read x=^\\\"ab\":%pD", COMM_CANT_DEREF),
	BIG("p vfs_read +0(+0(+0(+0(+0(+0(+0(+0(^+0(@0)))))))))",
	    TOO_MANY_NESTED),
	BIG("p vfs_read +0(+0(+0(+0(+0(+0(+0(+0(^+))))))))", TOO_MANY_NESTED),
	{
		"p vfs_read ^+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(+1234567(@1234))))))))))))))))))))))))))",
		KPE_ERR_ARG_TOO_LONG, -E2BIG
	},
	BIG("p vfs_read +0(this_cpu_read(+0(-0(+0(+0(+0(+0(^this_cpu_ptr(%ax)))))))))",
	    TOO_MANY_NESTED),
	BAD("p vfs_read this_cpu_ptr(@sym^", DEREF_OPEN_BRACE),
	BAD("p vfs_read this_cpu_ptr(@sym)^->x", BAD_FETCH_ARG),
	BAD("p vfs_read this_cpu_read(^)", BAD_FETCH_ARG),
	BAD("p vfs_read this_cpu_read(^$comm)", COMM_CANT_DEREF),
	BAD("p vfs_read this_cpu_ptr(^\\\"x\")", COMM_CANT_DEREF),
	BAD("p vfs_read this_cpu_ptr(^@+1)", FILE_ON_KPROBE),
	BAD("p vfs_read this_cpu_ptr(@sym):^string", BAD_STRING),
	BAD("p vfs_read this_cpu_ptr(@sym):^u8[2]", BAD_STRING),
	/* casts */
	BAD("p vfs_read (%ax)^", TYPECAST_REQ_FIELD),
	BAD("p vfs_read (%ax+10)^", TYPECAST_REQ_FIELD),
	BAD("p vfs_read (a)b^", TYPECAST_REQ_FIELD),
	BAD("p vfs_read (a)(b)^", TYPECAST_REQ_FIELD),
	BAD("p vfs_read (a)(b)^:u8", TYPECAST_REQ_FIELD),
	BAD("p vfs_read (a)(b)^c->d", TYPECAST_REQ_FIELD),
	BAD("p vfs_read (a)(b)^.d", TYPECAST_REQ_FIELD),
	BAD("p vfs_read (^", DEREF_OPEN_BRACE),
	BAD("p vfs_read (a^", DEREF_OPEN_BRACE),
	BAD("p vfs_read (a)^(b", DEREF_OPEN_BRACE),
	BAD("p vfs_read (a)^(b->c:u8", DEREF_OPEN_BRACE),
	BAD("p vfs_read (a)+0(b->c^:u8", DEREF_OPEN_BRACE),
	BAD("p vfs_read (a)(^)->c", BAD_FETCH_ARG),
	BAD("p vfs_read (a)^->c", DEREF_NEED_BRACE),
	BAD("p vfs_read (a)^&1->c", BAD_FETCH_ARG),
	BAD("p vfs_read (a)^$comm->c", COMM_CANT_DEREF),
	BAD("p vfs_read (a)^(\\\"x\")->c", COMM_CANT_DEREF),
	BAD("p vfs_read (a)b->c^-d", BAD_HYPHEN),
	BAD("p vfs_read arg1=(task_struct)file^", TYPECAST_REQ_FIELD),
	BIG("p f arg1=(a)((b)((c)((d)((e)((f)((g)((h)(^(i)file->i)->h)->g)->f)->e)->d)->c)->b)->a",
	    TOO_MANY_NESTED),
	BAD("p vfs_read arg1=(task_struct,se^->group_node)file->comm",
	    TYPECAST_BAD_ARROW),
	BAD("p vfs_read arg1=(task_struct)^@symbol+10->comm",
	    TYPECAST_SYM_OFFSET),
	/* members */
	BAD("p vfs_read fi^-le", BAD_HYPHEN),
	BAD("p vfs_read s^-1", BAD_HYPHEN),
	BAD("p vfs_read file->f_mode^-x", BAD_HYPHEN),
	BAD("p vfs_read file->f_mode^-", BAD_HYPHEN),
	BAD("r vfs_read $retval^-x", BAD_HYPHEN),
	BAD("p vfs_read $current^-x", BAD_HYPHEN),
	DOT("p vfs_read file.^f_mode"),
	DOT("p vfs_read file.^"),
	DOT("r vfs_read $retval.^x"),
	BAD("p vfs_read ^$current.x", BAD_VAR),
	BAD("p vfs_read ^$current.", BAD_VAR),
	BAD("p vfs_read x=+0(^$current.x)", BAD_VAR),
	/* since the entry */
	BAD("p vfs_read ^$elapsed", ELAPSED_ON_PROBE),
	BAD("p vfs_read x=+0(^$elapsed):u8", ELAPSED_ON_PROBE),
	BAD("r vfs_read ^$elapsedx", BAD_VAR),
	BAD("r vfs_read ^$elapse", BAD_VAR),
	BAD("r vfs_read ^$elapsed->x", BAD_VAR),
	BAD("r vfs_read $elapsed:^string", BAD_STRING),
	BAD("r vfs_read $elapsed:^ustring", BAD_STRING),
	BAD("r vfs_read $elapsed:^u8[2]", BAD_STRING),
	BAD("r vfs_read $elapsed:^symstr", BAD_SYMSTRING),
	BAD("r vfs_read ^$elapsed:%pd", ELAPSED_NO_ADDR),
	BAD("r vfs_read x=+0(^$elapsed)", ELAPSED_NO_ADDR),
	BAD("r vfs_read +8(+0(^$elapsed)):string", ELAPSED_NO_ADDR),
	BAD("r vfs_read this_cpu_ptr(^$elapsed)", ELAPSED_NO_ADDR),
	BAD("r vfs_read $elapsed ^elapsed=%ax", USED_ARG_NAME),
	/* at the entry */
	BAD("p vfs_read ^entry(%di)", ENTRY_ON_PROBE),
	BAD("p vfs_read x=+0(^entry(%di)):string", ENTRY_ON_PROBE),
	BAD("p vfs_read ^entry(", ENTRY_ON_PROBE),
	BAD("r vfs_read entry(^entry(%di))", ENTRY_IN_ENTRY),
	BAD("r vfs_read +0(entry(+0(^entry(%di))))", ENTRY_IN_ENTRY),
	BAD("r vfs_read entry(^$retval)", NOT_AT_ENTRY),
	BAD("r vfs_read entry(+0(^$retval)):string", NOT_AT_ENTRY),
	BAD("r vfs_read x=entry(^rv)", NOT_AT_ENTRY),
	BAD("r vfs_read entry(^$elapsed)", NOT_AT_ENTRY),
	BAD("r vfs_read +0(entry(+8(^$elapsed)))", NOT_AT_ENTRY),
	BAD("r vfs_read entry(%di:u8):^u8", ENTRY_TWO_TYPES),
	BAD("r vfs_read x=entry($comm:string):^hoge", ENTRY_TWO_TYPES),
	BAD("r vfs_read +0(entry(%di:^u64)):u8", ENTRY_WORD),
	BAD("r vfs_read this_cpu_ptr(entry(+0(%di):^hoge))", BAD_TYPE),
	BAD("r vfs_read this_cpu_ptr(entry(+0(%di):^x64))", ENTRY_WORD),
	BAD("r vfs_read +0(entry(^$comm))", COMM_CANT_DEREF),
	BAD("r vfs_read +0(entry(^\\\"abc\"))", COMM_CANT_DEREF),
	BAD("r vfs_read entry(^$arg*)", BAD_VAR),
	BAD("r vfs_read entry(%di^", DEREF_OPEN_BRACE),
	BAD("r vfs_read entry(+0(%di^)", DEREF_OPEN_BRACE),
	BAD("r vfs_read entry(%di^:u8", DEREF_OPEN_BRACE),
	BAD("r vfs_read entry(+0(%di^):u8", DEREF_OPEN_BRACE),
	BAD("r vfs_read entry(^)", NO_ARG_BODY),
	BAD("r vfs_read x=entry(^):u8", NO_ARG_BODY),
	BAD("r vfs_read entry(^:u8)", BAD_FETCH_ARG),
	BAD("r vfs_read entry(%di)^x", BAD_FETCH_ARG),
	BAD("r vfs_read entry(%di)^->x", BAD_FETCH_ARG),
	BAD("r vfs_read entry(%di)^=5", BAD_FETCH_ARG),
	BAD("r vfs_read +0(entry(%di)^:u8)", BAD_FETCH_ARG),
	BAD("r vfs_read entry(^%hoge)", BAD_REG_NAME),
	BAD("r vfs_read entry(%di:^hoge)", BAD_TYPE),
	BAD("r vfs_read entry(%di):^hoge", BAD_TYPE),
	BAD("r vfs_read entry(%di:^)", BAD_TYPE),
	BAD("r vfs_read entry(%di):^", BAD_TYPE),
	BAD("r vfs_read entry(%di:^entry(x))", BAD_TYPE),
	BAD("r vfs_read entry(%di:^string)", BAD_STRING),
	BAD("r vfs_read x=entry(%di):^string", BAD_STRING),
	BAD("r vfs_read entry(%di):^u8[2]", BAD_STRING),
	BAD("r vfs_read entry(+0(%di):u8[2^)", ARRAY_NO_CLOSE),
	BAD("r vfs_read entry(+0(%di)):u8[2^", ARRAY_NO_CLOSE),
	BAD("r vfs_read entry(+0(%di):^symstr[2])", BAD_STRING),
	BAD("r vfs_read entry(+u8(%di):^symstr)", BAD_SYMSTRING),
	BAD("r vfs_read entry($comm):^u8", NEED_STRING_TYPE),
	BAD("r vfs_read a0 x=%ax ^a0=entry(%di)", USED_ARG_NAME),
	BIG("r vfs_read +0(+0(+0(+0(+0(+0(+0(+0(^entry(%ax)))))))))",
	    TOO_MANY_NESTED),
	BIG("r vfs_read entry(+0(+0(+0(+0(+0(+0(+0(^+0(%ax)))))))))",
	    TOO_MANY_NESTED),
	BIG("r vfs_read entry(^+0(+0(+0(+0(+0(+0(%ax))))))):%pd",
	    TOO_MANY_NESTED),
	BIG("r vfs_read entry(^+0(+0(+0(+0(+0(%ax)))))):%pD", TOO_MANY_NESTED),
	BIG("r vfs_read ^+0(+0(+0(entry(+0(+0(+0(%ax))))))):%pd",
	    TOO_MANY_NESTED),
	/* what needs BTF */
	BTF("r vfs_read entry(^hoge)"),
	BTF("r vfs_read entry(^file->f_mode):u8"),
	BTF("r vfs_read +0(entry(^file))"),
	BTF("r vfs_read ^(inode)entry(%di)->i_mode"),
	BTF("p vfs_read ^$arg*"),
	BTF("p vfs_read ^hoge"),
	BTF("p vfs_read varname=^varname2=%ax"),
	BTF("p vfs_read ^a1+2"),
	BTF("p vfs_read f=^file->f_mode:x32"),
	BTF("p vfs_read +0(^file)"),
	BTF("p vfs_read ^a0x"),
	BTF("p vfs_read ^rv1"),
	BTF("p vfs_read a0->^size"),
	BTF("r vfs_read ra->^size"),
	BTF("r vfs_read $retval->^name:string"),
	BTF("p vfs_read $current->^comm"),
	BTF("p vfs_read arg1=(task_struct)^file->comm"),
	BTF("p vfs_read arg1=^(task_struct)%di->comm"),
	BTF("p vfs_read arg1=^(task_struct)$arg1->comm"),
	BTF("p vfs_read +0(^(task_struct,comm)%di->comm)"),
	BTF("p vfs_read (dentry,d_name)((file)^file->f_path.dentry)->d_name"),
	BTF("p vfs_read ^file:%pd"),
	/* deletion */
	BAD("-^", NO_EVENT_NAME),
	BAD("-:^", NO_EVENT_NAME),
	BAD("-:^ vfs_read", NO_EVENT_NAME),
	BAD("-^ vfs_read", NO_EVENT_NAME),
	BAD("-:^/", NO_GROUP_NAME),
	BAD("-:^/bar", NO_GROUP_NAME),
	BAD("-:^" A63 "x/bar", GROUP_TOO_LONG),
	BAD("-:foo/^" A63 "x", EVENT_TOO_LONG),
	BAD("-:foo vfs_read^%ret", BAD_ADDR_SUFFIX),
};

struct good {
	const char *line;
	const char *shown;
};

static const struct good good_heads[] = {
	{ "build-id ab", "build-id ab" },
	{ " build-id  00Ff  # of 6.1", "build-id 00ff" },
	{ "build-id! 0123456789abcDEF mod", "build-id! 0123456789abcdef mod" },
	{ "build-id " A40, "build-id " A40 },
	{ "build-id ab a-b", "build-id ab a-b" },
	{ "p vfs_read", "p 0 -/- -:vfs_read+0" },
	{ "r vfs_read", "r 0 -/- -:vfs_read+0" },
	{ "r10 vfs_read", "r 10 -/- -:vfs_read+0" },
	{ "r0x10:ev vfs_read", "r 16 -/ev -:vfs_read+0" },
	{ "r010 vfs_read", "r 8 -/- -:vfs_read+0" },
	{ "r4096:gr/ev vfs_read", "r 4096 gr/ev -:vfs_read+0" },
	{ "p:ev vfs_read", "p 0 -/ev -:vfs_read+0" },
	{ "p:gr/ev vfs_read", "p 0 gr/ev -:vfs_read+0" },
	{ "p:gr.ev vfs_read", "p 0 gr/ev -:vfs_read+0" },
	{ "p:gr/ vfs_read", "p 0 gr/- -:vfs_read+0" },
	{ "p:gr. vfs_read", "p 0 gr/- -:vfs_read+0" },
	{ "p:g-r-/_e9 vfs_read", "p 0 g-r-/_e9 -:vfs_read+0" },
	{ "p:_/_ vfs_read", "p 0 _/_ -:vfs_read+0" },
	{ "p vfs_read+10", "p 0 -/- -:vfs_read+10" },
	{ "p vfs_read+0x10", "p 0 -/- -:vfs_read+16" },
	{ "p vfs_read+010", "p 0 -/- -:vfs_read+8" },
	{ "p vfs_read+0", "p 0 -/- -:vfs_read+0" },
	{ "p vfs_read-0", "p 0 -/- -:vfs_read+0" },
	{ "p vfs_read-16", "p 0 -/- -:vfs_read-16" },
	{ "p vfs_read+4294967295", "p 0 -/- -:vfs_read+4294967295" },
	{ "p vfs_read-4294967295", "p 0 -/- -:vfs_read-4294967295" },
	{ "r vfs_read+10", "r 0 -/- -:vfs_read+10" },
	{ "p vfs_read%return", "r 0 -/- -:vfs_read+0" },
	{ "p vfs_read+10%return", "r 0 -/- -:vfs_read+10" },
	{ "r5:e vfs_read%return", "r 5 -/e -:vfs_read+0" },
	{ "p mod:func", "p 0 -/- mod:func+0" },
	{ "p 8021q:vlan_dev_init+4", "p 0 -/- 8021q:vlan_dev_init+4" },
	{ "p mod:func-4%return", "r 0 -/- mod:func-4" },
	{ "p func.isra.0+8", "p 0 -/- -:func.isra.0+8" },
	{ "p _RNvC$x_1", "p 0 -/- -:_RNvC$x_1+0" },
	{ "p t_show@1", "p 0 -/- -:t_show@1+0" },
	{ "p t_show@4294967295+8", "p 0 -/- -:t_show@4294967295+8" },
	{ "p t_show@2-8", "p 0 -/- -:t_show@2-8" },
	{ "r mod:t_show@03", "r 0 -/- mod:t_show@3+0" },
	{ "p t_show@*", "p 0 -/- -:t_show(all)+0" },
	{ "p t_show@*+4", "p 0 -/- -:t_show(all)+4" },
	{ "p vmlinux:t_show@*%return", "r 0 -/- vmlinux:t_show(all)+0" },
	{ "p vmlinux:t_show", "p 0 -/- vmlinux:t_show+0" },
	{ "p vfs_*", "p 0 -/- -:vfs_*(glob)+0" },
	{ "p vfs_*+0", "p 0 -/- -:vfs_*(glob)+0" },
	{ "p *", "p 0 -/- -:*(glob)+0" },
	{ "p tcp_[rs]*", "p 0 -/- -:tcp_[rs]*(glob)+0" },
	{ "p tcp_[a-z]*", "p 0 -/- -:tcp_[a-z]*(glob)+0" },
	{ "r mod:t_sho?%return", "r 0 -/- mod:t_sho?(glob)+0" },
	{ "p vfs_*.*", "p 0 -/- -:vfs_*.*(glob)+0" },
	{ "p .*", "p 0 -/- -:.*(glob)+0" },
	{ "p func.*", "p 0 -/- -:func(clone)+0" },
	{ "p func.*+4", "p 0 -/- -:func(clone)+4" },
	{ "p mod:func.*%return", "r 0 -/- mod:func(clone)+0" },
	{ "p func.*.0", "p 0 -/- -:func.*.0(glob)+0" },
	{ "p mod:0x10", "p 0 -/- mod:+16" },
	{ "p mod:0xffffffff", "p 0 -/- mod:+4294967295" },
	{ "r mod:16", "r 0 -/- mod:+16" },
	{ "p mod:.text", "p 0 -/- mod:.text+0" },
	{ "p mod:.text+4294967295", "p 0 -/- mod:.text+4294967295" },
	{ "p mod:.init.text+0x20%return", "r 0 -/- mod:.init.text+32" },
	{ "p 0xffffffff81000000", "p 0 -/- 0xffffffff81000000" },
	{ "p 4096", "p 0 -/- 0x1000" },
	{ "p 010", "p 0 -/- 0x8" },
	{ "p 0", "p 0 -/- 0x0" },
	{ "r 0xffffffffffffffff", "r 0 -/- 0xffffffffffffffff" },
	{ "p 0x1234%return", "r 0 -/- 0x1234" },
	{ "-:ev", "delete p 0 -/ev -" },
	{ "-:gr/ev", "delete p 0 gr/ev -" },
	{ "-:gr/", "delete p 0 gr/- -" },
	{ "-:gr.ev", "delete p 0 -/gr.ev -" },
	{ "-:a/b/c", "delete p 0 a/b/c -" },
	{ "-:*", "delete p 0 -/* -" },
	{ "-:gr/ev vfs_read", "delete p 0 gr/ev -:vfs_read+0" },
	{ "-:gr/ev mod:f+4%return", "delete r 0 gr/ev mod:f+4" },
	{ "-:ev 0x1000", "delete p 0 -/ev 0x1000" },
	{ "\t p:ev\v\f vfs_read\r", "p 0 -/ev -:vfs_read+0" },
	{ "p:ev vfs_read\n", "p 0 -/ev -:vfs_read+0" },
	{ " -:ev", "delete p 0 -/ev -" },
	{ "p:ev vfs_read#+4 %ax", "p 0 -/ev -:vfs_read+0" },
	{ "p:" A63 "/" A63 " f", "p 0 " A63 "/" A63 " -:f+0" },
};

/* As the first argument of a return probe */
static const struct good good_args[] = {
	{ "%ax", "arg1 = %ax : x8" },
	{ "%bx", "arg1 = %bx : x8" },
	{ "%cx", "arg1 = %cx : x8" },
	{ "%dx", "arg1 = %dx : x8" },
	{ "%si", "arg1 = %si : x8" },
	{ "%di", "arg1 = %di : x8" },
	{ "%bp", "arg1 = %bp : x8" },
	{ "%sp", "arg1 = %sp : x8" },
	{ "%ip", "arg1 = %ip : x8" },
	{ "%flags", "arg1 = %flags : x8" },
	{ "%cs", "arg1 = %cs : x8" },
	{ "%ss", "arg1 = %ss : x8" },
	{ "%orig_ax", "arg1 = %orig_ax : x8" },
	{ "%r8", "arg1 = %r8 : x8" },
	{ "%r9", "arg1 = %r9 : x8" },
	{ "%r10", "arg1 = %r10 : x8" },
	{ "%r11", "arg1 = %r11 : x8" },
	{ "%r12", "arg1 = %r12 : x8" },
	{ "%r13", "arg1 = %r13 : x8" },
	{ "%r14", "arg1 = %r14 : x8" },
	{ "%r15", "arg1 = %r15 : x8" },
	{ "varname=%ax", "varname = %ax : x8" },
	{ "_=%ax:s8", "_ = %ax : s1" },
	{ A31 "2=%ax", A31 "2 = %ax : x8" },
	{ "$stack", "arg1 = stackp : x8" },
	{ "$stack0", "arg1 = stack(0) : x8" },
	{ "$stack010", "arg1 = stack(10) : x8" },
	{ "$stack2048", "arg1 = stack(2048) : x8" },
	{ "$arg1", "arg1 = param(0) : x8" },
	{ "$arg128:u8", "arg1 = param(127) : u1" },
	{ "$arg2048", "arg1 = param(2047) : x8" },
	{ "$retval", "arg1 = retval : x8" },
	{ "$retval:s32", "arg1 = retval : s4" },
	{ "$comm", "arg1 = comm : string4" },
	{ "$COMM", "arg1 = comm : string4" },
	{ "comm=$comm:string", "comm = comm : string4" },
	{ "@0xffffffff81000000", "arg1 = 0xffffffff81000000 +0 : x8" },
	{ "@11:u8", "arg1 = 0xb +0 : u1" },
	{ "@_sdata", "arg1 = _sdata+0 +0 : x8" },
	{ "@_sdata+10:x16", "arg1 = _sdata+10 +0 : x2" },
	{ "@_sdata-0x10", "arg1 = _sdata-16 +0 : x8" },
	{ "@a.b$c:string", "arg1 = a.b$c+0 +0 : string4" },
	{ "@_sdata:symstr", "arg1 = _sdata+0 +0 : symstr4" },
	{ "@_sdata+9223372036854775807",
	  "arg1 = _sdata+9223372036854775807 +0 : x8" },
	{ "\\1", "arg1 = 0x1 : x8" },
	{ "\\0x10:u8", "arg1 = 0x10 : u1" },
	{ "\\-1", "arg1 = 0xffffffffffffffff : x8" },
	{ "\\+5", "arg1 = 0x5 : x8" },
	{ "\\18446744073709551615", "arg1 = 0xffffffffffffffff : x8" },
	{ "\\-9223372036854775808", "arg1 = 0x8000000000000000 : x8" },
	{ "\\0xffffffff81000000:string",
	  "arg1 = 0xffffffff81000000 : string4" },
	{ "\\4096:ustring", "arg1 = 0x1000 : ustring4" },
	{ "\\\"foo\"", "arg1 = \"foo\" : string4" },
	{ "\\\"\"", "arg1 = \"\" : string4" },
	{ "\\\"a=b\"", "arg1 = \"a=b\" : string4" },
	{ "x=\\\"a=b\":string", "x = \"a=b\" : string4" },
	{ "\\\"a:b\":string", "arg1 = \"a:b\" : string4" },
	{ "\\\"a:b\"", "arg1 = \"a:b\" : string4" },
	{ "\\\"a\"b\"", "arg1 = \"a\"b\" : string4" },
	{ "\\\"\xc3\xa0\"", "arg1 = \"\xc3\xa0\" : string4" },
	{ "+0(%ax)", "arg1 = %ax +0 : x8" },
	{ "-0(%ax)", "arg1 = %ax +0 : x8" },
	{ "+10($stack)", "arg1 = stackp +10 : x8" },
	{ "+0($stack1)", "arg1 = stack(1) +0 : x8" },
	{ "+10(@_sdata-10)", "arg1 = _sdata-10 +0 +10 : x8" },
	{ "+0(+10(+20($stack)))", "arg1 = stackp +20 +10 +0 : x8" },
	{ "-0x10(%ax):s16", "arg1 = %ax -16 : s2" },
	{ "+u8(%ax)", "arg1 = %ax u+8 : x8" },
	{ "-u8(+u010(%ax)):u64", "arg1 = %ax u+8 u-8 : u8" },
	{ "+9223372036854775807(%ax)", "arg1 = %ax +9223372036854775807 : x8" },
	{ "-9223372036854775807(%ax)", "arg1 = %ax -9223372036854775807 : x8" },
	{ "+0(\\5)", "arg1 = 0x5 +0 : x8" },
	{ "+0(+0(+0(+0(+0(+0(+0(+0(@0))))))))",
	  "arg1 = 0x0 +0 +0 +0 +0 +0 +0 +0 +0 +0 : x8" },
	{ "a0", "a0 = param(0) : x8 word" },
	{ "a2047", "a2047 = param(2047) : x8 word" },
	{ "a0:u32", "a0 = param(0) : u4 word" },
	{ "x=a1", "x = param(1) : x8" },
	{ "+8(a0)", "arg1 = param(0) +8 : x8" },
	{ "+8(a0):string", "arg1 = param(0) +8 : string4" },
	{ "s0", "s0 = stack(0) : x8 word" },
	{ "s2048", "s2048 = stack(2048) : x8 word" },
	{ "+0(s3):u8", "arg1 = stack(3) +0 : u1" },
	{ "rv", "rv = retval : x8 word" },
	{ "rv:s64", "rv = retval : s8 word" },
	{ "-4(rv)", "arg1 = retval -4 : x8" },
	{ "ra", "ra = retaddr : x8 word" },
	{ "ra:symbol", "ra = retaddr : symbol8 word" },
	{ "ra:symstr", "ra = retaddr : symstr4 word" },
	{ "%ax:u8", "arg1 = %ax : u1" },
	{ "%ax:u16", "arg1 = %ax : u2" },
	{ "%ax:u32", "arg1 = %ax : u4" },
	{ "%ax:u64", "arg1 = %ax : u8" },
	{ "%ax:s8", "arg1 = %ax : s1" },
	{ "%ax:s16", "arg1 = %ax : s2" },
	{ "%ax:s32", "arg1 = %ax : s4" },
	{ "%ax:s64", "arg1 = %ax : s8" },
	{ "%ax:x8", "arg1 = %ax : x1" },
	{ "%ax:x16", "arg1 = %ax : x2" },
	{ "%ax:x32", "arg1 = %ax : x4" },
	{ "%ax:x64", "arg1 = %ax : x8" },
	{ "%ax:char", "arg1 = %ax : char1" },
	{ "%ax:symbol", "arg1 = %ax : symbol8" },
	{ "%ax:symstr", "arg1 = %ax : symstr4" },
	{ "$stack0:symstr", "arg1 = stack(0) : symstr4" },
	{ "$retval:symstr", "arg1 = retval : symstr4" },
	{ "$arg2:symstr", "arg1 = param(1) : symstr4" },
	{ "+0(%ax):symstr", "arg1 = %ax +0 : symstr4" },
	{ "$stack0:b4@4/8", "arg1 = stack(0) : b1(4@4)" },
	{ "$stack0:b4@4/16", "arg1 = stack(0) : b2(4@4)" },
	{ "@11:b8@4/32", "arg1 = 0xb +0 : b4(8@4)" },
	{ "@11:b64@0/64", "arg1 = 0xb +0 : b8(64@0)" },
	{ "@11:b1@63/64", "arg1 = 0xb +0 : b8(1@63)" },
	{ "%ax:sb4@4/8", "arg1 = %ax : sb1(4@4)" },
	{ "@11:sb64@0/64[64]", "arg1 = 0xb +0 : sb8(64@0)[64]" },
	{ "@11:b0x4@010/16[2]", "arg1 = 0xb +0 : b2(4@8)[2]" },
	{ "+0(%di):string", "arg1 = %di +0 : string4" },
	{ "+0(%di):ustring", "arg1 = %di +0 : ustring4" },
	{ "+u0(%di):string", "arg1 = %di u+0 : string4" },
	{ "+0(%di):string[1]", "arg1 = %di +0 : string4[1]" },
	{ "+0(%di):ustring[64]", "arg1 = %di +0 : ustring4[64]" },
	{ "+0(%di):x32[1]", "arg1 = %di +0 : x4[1]" },
	{ "+0(%di):char[4]", "arg1 = %di +0 : char1[4]" },
	{ "+0(%di):symbol[0x4]", "arg1 = %di +0 : symbol8[4]" },
	{ "+8($stack):x8[8]", "arg1 = stackp +8 : x1[8]" },
	{ "$current", "arg1 = current : x8" },
	{ "+-5(%di)", "arg1 = %di -5 : x8" },
	{ "++5(%di):u8", "arg1 = %di +5 : u1" },
	{ "+u-5(%di)", "arg1 = %di u-5 : x8" },
	{ "+u+5(%di)", "arg1 = %di u+5 : x8" },
	{ "-u5(%di)", "arg1 = %di u-5 : x8" },
	{ "+-0x10(+-3(%di))", "arg1 = %di -3 -16 : x8" },
	{ "-9223372036854775808(%di)",
	  "arg1 = %di -9223372036854775808 : x8" },
	{ "\\+-5", "arg1 = 0xfffffffffffffffb : x8" },
	{ "\\++5", "arg1 = 0x5 : x8" },
	{ "\\+-0x8000000000000000", "arg1 = 0x8000000000000000 : x8" },
	{ "$current:symstr", "arg1 = current : symstr4" },
	{ "+8($current):s32", "arg1 = current +8 : s4" },
	{ "+8($current):string", "arg1 = current +8 : string4" },
	{ "this_cpu_ptr(@sym)", "arg1 = percpu sym+0 percpu : x8" },
	{ "this_cpu_ptr(@sym+8)", "arg1 = percpu sym+8 percpu : x8" },
	{ "this_cpu_read(@sym-8)", "arg1 = percpu sym-8 percpu +0 : x8" },
	{ "this_cpu_read(@sym):u8[3]",
	  "arg1 = percpu sym+0 percpu +0 : u1[3]" },
	{ "this_cpu_read(@sym):string",
	  "arg1 = percpu sym+0 percpu +0 : string4" },
	{ "this_cpu_ptr(@sym):symstr", "arg1 = percpu sym+0 percpu : symstr4" },
	{ "this_cpu_ptr(@0x10)", "arg1 = 0x10 percpu : x8" },
	{ "this_cpu_ptr(%ax)", "arg1 = %ax percpu : x8" },
	{ "this_cpu_read(+8(%ax)):u16", "arg1 = %ax +8 percpu +0 : u2" },
	{ "+4(this_cpu_ptr(+u8(@sym)))",
	  "arg1 = sym+0 +0 u+8 percpu +4 : x8" },
	{ "+4(this_cpu_read(a1))", "arg1 = param(1) percpu +0 +4 : x8" },
	{ "this_cpu_read(-1(this_cpu_ptr(@sym)))",
	  "arg1 = percpu sym+0 percpu -1 percpu +0 : x8" },
	{ "a0:%pd", "arg1 = param(0) +40 +0 : string4" },
	{ "x=%di:%pD", "x = %di +72 +40 +0 : string4" },
	{ "+8(%di):%pd", "arg1 = %di +8 +40 +0 : string4" },
	{ "$retval:%pD", "arg1 = retval +72 +40 +0 : string4" },
	{ "this_cpu_read(@sym):%pd",
	  "arg1 = percpu sym+0 percpu +0 +40 +0 : string4" },
	{ "$elapsed", "elapsed = elapsed : u8 word" },
	{ "$elapsed:u32", "elapsed = elapsed : u4 word" },
	{ "$elapsed:x64", "elapsed = elapsed : x8 word" },
	{ "$elapsed:b8@8/64", "elapsed = elapsed : b8(8@8) word" },
	{ "elapsed=$elapsed", "elapsed = elapsed : u8 word" },
	{ "ns=$elapsed:s64", "ns = elapsed : s8" },
	{ "entry(%di)", "arg1 = entry(%di : x8) : x8" },
	{ "x=entry(%di:u32)", "x = entry(%di : u4) : u4" },
	{ "x=entry(%di):u32", "x = entry(%di : u4) : u4" },
	{ "entry($arg2)", "arg1 = entry(param(1) : x8) : x8" },
	{ "entry($stack)", "arg1 = entry(stackp : x8) : x8" },
	{ "entry($stack3:s16)", "arg1 = entry(stack(3) : s2) : s2" },
	{ "entry(a0)", "a0 = entry(param(0) : x8) : x8 word" },
	{ "entry(a0:u8)", "a0 = entry(param(0) : u1) : u1 word" },
	{ "entry(a0):u8", "a0 = entry(param(0) : u1) : u1 word" },
	{ "a0=entry(a0)", "a0 = entry(param(0) : x8) : x8 word" },
	{ "x=entry(a0)", "x = entry(param(0) : x8) : x8" },
	{ "entry(s1)", "s1 = entry(stack(1) : x8) : x8 word" },
	{ "entry(ra:symbol)", "ra = entry(stack(0) : symbol8) : symbol8 word" },
	{ "entry(+0($arg2)):string",
	  "arg1 = entry(param(1) +0 : string4) : string4" },
	{ "entry(+u8(%si):ustring[2])",
	  "arg1 = entry(%si u+8 : ustring4[2]) : ustring4[2]" },
	{ "entry(-8(+8(%si))):u32[4]",
	  "arg1 = entry(%si +8 -8 : u4[4]) : u4[4]" },
	{ "entry($comm)", "arg1 = entry(comm : string4) : string4" },
	{ "entry($comm):string", "arg1 = entry(comm : string4) : string4" },
	{ "entry($current)", "arg1 = entry(current : x8) : x8" },
	{ "entry(\\\"a:b)c=\")", "arg1 = entry(\"a:b)c=\" : string4) : string4" },
	{ "entry(\\\"a:b)c=\"):string",
	  "arg1 = entry(\"a:b)c=\" : string4) : string4" },
	{ "entry(\\\"entry(\":string)",
	  "arg1 = entry(\"entry(\" : string4) : string4" },
	{ "entry(\\5:u8)", "arg1 = entry(0x5 : u1) : u1" },
	{ "entry(\\4096):ustring", "arg1 = entry(0x1000 : ustring4) : ustring4" },
	{ "entry(%di):symstr", "arg1 = entry(%di : x8) : symstr4" },
	{ "entry(+0(%di):symstr)", "arg1 = entry(%di +0 : x8) : symstr4" },
	{ "entry(%di:symbol)", "arg1 = entry(%di : symbol8) : symbol8" },
	{ "entry(@sym-8:b4@4/8[2])",
	  "arg1 = entry(sym-8 +0 : b1(4@4)[2]) : b1(4@4)[2]" },
	{ "entry(%di:%pd)",
	  "arg1 = entry(%di +40 +0 : string4) : string4" },
	{ "x=entry(+0(%di)):%pD",
	  "x = entry(%di +0 +72 +40 +0 : string4) : string4" },
	{ "entry(this_cpu_read(@sym))",
	  "arg1 = entry(percpu sym+0 percpu +0 : x8) : x8" },
	{ "entry(this_cpu_ptr(@sym+8):symbol)",
	  "arg1 = entry(percpu sym+8 percpu : symbol8) : symbol8" },
	{ "+0(entry($arg2)):string",
	  "arg1 = entry(param(1) : x8) +0 : string4" },
	{ "+8(entry(a1))", "arg1 = entry(param(1) : x8) +8 : x8" },
	{ "-8(+u4(entry(+16(%di)))):u8[3]",
	  "arg1 = entry(%di +16 : x8) u+4 -8 : u1[3]" },
	{ "this_cpu_ptr(entry(%di))", "arg1 = entry(%di : x8) percpu : x8" },
	{ "this_cpu_read(entry(@sym)):symstr",
	  "arg1 = entry(sym+0 +0 : x8) percpu +0 : symstr4" },
	{ "+0(entry(%di)):%pd",
	  "arg1 = entry(%di : x8) +0 +40 +0 : string4" },
	{ "+0(+0(+0(+0(+0(+0(+0(entry(%ax))))))))",
	  "arg1 = entry(%ax : x8) +0 +0 +0 +0 +0 +0 +0 : x8" },
	{ "entry(+0(+0(+0(+0(+0(+0(+0(%ax))))))))",
	  "arg1 = entry(%ax +0 +0 +0 +0 +0 +0 +0 : x8) : x8" },
	{ "entry(+0(+0(+0(+0(+0(%ax)))))):%pd",
	  "arg1 = entry(%ax +0 +0 +0 +0 +0 +40 +0 : string4) : string4" },
	{ "entry(+0(+0(+0(+0(%ax))))):%pD",
	  "arg1 = entry(%ax +0 +0 +0 +0 +72 +40 +0 : string4) : string4" },
	{ "+0(+0(+0(entry(+0(+0(%ax)))))):%pd",
	  "arg1 = entry(%ax +0 +0 : x8) +0 +0 +0 +40 +0 : string4" },
	{ "@sym:u8[64]", "arg1 = sym+0 +0 : u1[64]" },
	{ "+u0(%di):u8[8]", "arg1 = %di u+0 : u1[8]" },
};

static void expect_line(const char *line, enum kpe_err code)
{
	struct parsed r = parse_text(line);

	if (r.e.code != code)
		unit_fail("%.60s.. (%zu): %s, not %s", line, strlen(line),
			  error_name(r.e.code), error_name(code));
	check_promises(line, strlen(line), &r);
	parsed_free(&r);
}

/* Takes the line over. */
static void expect(char *line, enum kpe_err code)
{
	expect_line(line, code);
	free(line);
}

static void expect_string(const char *about, const char *got, const char *want)
{
	if (strcmp(got, want))
		unit_fail("%s: %s, not %s", about, got, want);
}

static void expect_number(const char *about, unsigned long got,
			  unsigned long want)
{
	if (got != want)
		unit_fail("%s: %lu, not %lu", about, got, want);
}

static void test_errors(void)
{
	unsigned int col;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad_lines); i++) {
		const struct bad *row = &bad_lines[i];
		char *line = without_caret(row->line, &col);
		struct parsed r = parse_text(line);

		check_bad(row, col, &r);
		expect_string(line, r.normalised, line);
		check_promises(line, strlen(line), &r);
		parsed_free(&r);
		free(line);
	}
}

/* Refusals of other rooms, and those that a table of texts cannot show. */
static bool is_of_this_table(enum kpe_err code)
{
	switch (code) {
	case KPE_ERR_NON_UNIQ_SYMBOL:
	case KPE_ERR_BAD_RETPROBE ... KPE_ERR_DIFF_ARG_TYPE:
	case KPE_ERR_TOO_MANY_ARGS:
	case KPE_ERR_BAD_TYPE4STR:
	case KPE_ERR_EVENT_TOO_BIG:
	case KPE_ERR_NOFENTRY_ARGS:
	case KPE_ERR_NO_BTF_ENTRY ... KPE_ERR_NO_PTR_STRCT:
	case KPE_ERR_NO_RETVAL:
	case KPE_ERR_TYPECAST_NOT_ALIGNED:
	case KPE_ERR_LINE_TOO_LONG ... KPE_ERR_LISTED_TOO_LONG:
		return false;
	default:
		return code > KPE_ERR_NONE && code < KPE_ERR_NO_SUCH_EVENT;
	}
}

static void test_every_error(void)
{
	bool seen[KPE_NR_ERRS] = { };
	unsigned int code;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad_lines); i++)
		seen[bad_lines[i].code] = true;
	for (code = 0; code < KPE_NR_ERRS; code++) {
		if (is_of_this_table(code) && !seen[code])
			unit_fail("%s has no row", error_name(code));
	}
}

static void test_heads(void)
{
	char shown[1024];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good_heads); i++) {
		const char *line = good_heads[i].line;
		struct parsed r = parse_text(line);

		if (r.line) {
			dump_head(r.line, shown, sizeof(shown));
			expect_string(line, shown, good_heads[i].shown);
		} else {
			unit_fail("%s: %s", line, error_name(r.e.code));
		}
		check_promises(line, strlen(line), &r);
		parsed_free(&r);
	}
}

static void test_arguments(void)
{
	char shown[1024];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good_args); i++) {
		char *line = format("r:ev vfs_read %s %%dx", good_args[i].line);
		struct parsed r = parse_text(line);

		if (r.line && r.line->nr_args == 2) {
			dump_arg(&r.line->args[0], shown, sizeof(shown));
			expect_string(line, shown, good_args[i].shown);
			dump_arg(&r.line->args[1], shown, sizeof(shown));
			expect_string(line, shown, "arg2 = %dx : x8");
		} else {
			unit_fail("%s: %s", line, error_name(r.e.code));
		}
		check_promises(line, strlen(line), &r);
		parsed_free(&r);
		free(line);
	}
}

static void test_nothing(void)
{
	static const char * const lines[] = {
		"", " ", "\t\v\f\r\n ", "#", "# p vfs_read", "   #x", "\0p f",
	};
	struct parsed r;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		r = parse_text(lines[i]);
		if (r.ret || r.line || r.e.code)
			unit_fail("line %zu: %d", i, r.ret);
		expect_string("nothing", r.normalised, "");
		parsed_free(&r);
	}
}

static void expect_normalised(const char *text, size_t len, const char *want)
{
	struct parsed r = parse_bytes(text, len);

	expect_string("normalised", r.normalised, want);
	check_promises(text, len, &r);
	parsed_free(&r);
}

static void test_normalised(void)
{
	expect_normalised("  p:x\t\tf  %ax ", 14, "p:x f %ax");
	expect_normalised("p f # %ax", 9, "p f");
	expect_normalised("p f %ax#%bx", 11, "p f %ax");
	expect_normalised("p f \\\"a#b\"", 10, "p f \\\"a");
	expect_normalised("p f\0 %ax", 8, "p f");
	expect_normalised("p f\r\n", 5, "p f");
	/* a no-break space is no blank, least of all one half of a letter */
	expect_normalised("p\xa0 \xc3\xa0", 5, "p\xa0 \xc3\xa0");
	expect_normalised("\x01\xff", 2, "\x01\xff");
}

/* Errors count columns of what is normalised, not of what came in. */
static void test_column_of_normalised(void)
{
	struct parsed r = parse_text(" \t p  vfs_read \t $none # x");

	expect_number("column", r.e.col, strlen("p vfs_read "));
	expect_string("line", r.normalised, "p vfs_read $none");
	parsed_free(&r);
}

static void test_columns(void)
{
	const char *line = "p:g/e vfs_read x=+0(-8(@sym)):u8 %ax $comm:string";
	struct parsed r = parse_text(line);
	const struct kpe_arg *args;

	if (!r.line || r.line->nr_args != 3) {
		unit_fail("%s: %s", line, error_name(r.e.code));
		return parsed_free(&r);
	}
	args = r.line->args;
	expect_number("names", r.line->name_col, 2);
	expect_number("place", r.line->place.col, 6);
	expect_number("first", args[0].col, 15);
	expect_number("its expression", args[0].body_col, 17);
	expect_number("its type", args[0].type_col, 30);
	expect_number("its source", args[0].ops[0].col, 23);
	expect_number("second", args[1].col, 33);
	expect_number("its expression", args[1].body_col, 33);
	expect_number("its type", args[1].type_col, 33);
	expect_number("third", args[2].col, 37);
	expect_number("its type", args[2].type_col, 43);
	expect_string("text", args[0].text, "+0(-8(@sym)):u8");
	expect_string("text", args[1].text, "%ax");
	parsed_free(&r);
	r = parse_text("p vfs_read");
	expect_number("no names", r.line->name_col, 0);
	parsed_free(&r);
}

static void test_argument_names(void)
{
	static const char * const want[] = {
		"a0", "arg2", "rv", "y", "s1", "arg6", "arg7", "ra",
	};
	static const char line[] =
		"r f a0 a0 rv:s8 y=ra s1 +0(s1) rv ra";
	struct parsed r = parse_text(line);
	size_t i;

	if (!r.line || r.line->nr_args != ARRAY_SIZE(want)) {
		unit_fail("%s: %s", line, error_name(r.e.code));
		return parsed_free(&r);
	}
	for (i = 0; i < ARRAY_SIZE(want); i++) {
		expect_string(line, r.line->args[i].name, want[i]);
		expect_number(want[i], r.line->args[i].word,
			      i == 0 || i == 2 || i == 4 || i == 7);
	}
	parsed_free(&r);
}

static void test_deletion_arguments(void)
{
	const char *line = "-:g/e f x=%ax:u8 $foo \\\"a=b\" =";
	struct parsed r = parse_text(line);

	if (!r.line || r.line->nr_args != 4) {
		unit_fail("%s: %s", line, error_name(r.e.code));
		return parsed_free(&r);
	}
	expect_string("text", r.line->args[0].text, "x=%ax:u8");
	expect_string("name", r.line->args[0].name, "x");
	expect_number("column", r.line->args[0].col, 8);
	expect_string("text", r.line->args[1].text, "$foo");
	expect_string("text", r.line->args[2].text, "\\\"a=b\"");
	expect_string("name", r.line->args[3].name, "");
	if (r.line->args[1].name || r.line->args[2].name)
		unit_fail("named without an equals sign");
	parsed_free(&r);
}

/* @n times @c, up to 8191 */
static const char *many(char c, size_t n)
{
	static char buf[4][8192];
	static unsigned int turn;
	char *s = buf[turn++ % 4];

	memset(s, c, n);
	s[n] = '\0';
	return s;
}

static void test_line_length(void)
{
	expect(format("p f #%s", many('x', KPE_MAX_LINE - 6)), 0);
	expect(format("p f #%s", many('x', KPE_MAX_LINE - 5)), 0);
	expect(format("p f #%s", many('x', KPE_MAX_LINE - 4)),
	       KPE_ERR_LINE_TOO_LONG);
	expect(format("p f%s", many(' ', KPE_MAX_LINE - 2)),
	       KPE_ERR_LINE_TOO_LONG);
	expect(format("p %s", many('f', KPE_MAX_LINE - 2)), 0);
	expect(format("p %s", many('f', KPE_MAX_LINE - 1)),
	       KPE_ERR_LINE_TOO_LONG);
	expect(format("p %s", many('f', 8000)), KPE_ERR_LINE_TOO_LONG);
}

/* What a name of a register, a type or a module is taken for */
static void test_hints(void)
{
	static const struct {
		const char *line;
		const char *hint;
	} rows[] = {
		{ "p f %rdi", "did you mean %di" }, { "p f %edi", "did you mean %di" },
		{ "p f %RAX", "did you mean %ax" }, { "p f %AX", "did you mean %ax" },
		{ "p f %r8d", "did you mean %r8" }, { "p f %r15b", "did you mean %r15" },
		{ "p f %rflags", "did you mean %flags" },
		{ "p f %xmm0", NULL }, { "p f %", NULL }, { "p f %r", NULL },
		{ "p f %rrdi", NULL }, { "p f %dib", NULL }, { "p f %r16", NULL },
		{ "p f %di:int", "did you mean s32" },
		{ "p f %di:unsigned", "did you mean u32" },
		{ "p f %di:bool", "did you mean u8" }, { "p f %di:byte", "did you mean u8" },
		{ "p f %di:uint64_t[2]", "did you mean u64" },
		{ "p f +0(%di):stirng", "did you mean string" },
		{ "p f %di:u33", "did you mean u32" },
		{ "p f %di:nothing_like_it", NULL }, { "p f %di:", NULL },
		{ "p f %di:a_type_of_twenty_one", NULL },
		{ "p f (struct file)%di->x", "a cast is (NAME)VALUE->MEMBER, in one word" },
		{ "p f (union file *)%di->x", "a cast is (NAME)VALUE->MEMBER, in one word" },
		{ "p f (file%di->x", NULL },
		{ "p my-mod:f", "a module's name has _ where its file's has -" },
		{ "p my+mod:f", NULL },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct parsed r = parse_text(rows[i].line);

		if (!r.ret)
			unit_fail("%s: taken", rows[i].line);
		expect_string(rows[i].line, r.e.more ?: "-", rows[i].hint ?: "-");
		parsed_free(&r);
	}
}

static void test_number_of_arguments(void)
{
	char *line = format("p f");
	struct parsed r;
	unsigned int n;

	for (n = 1; n <= KPE_MAX_ARGS + 1; n++) {
		char *more = format("%s \\%u", line, n);

		free(line);
		line = more;
		if (n >= KPE_MAX_ARGS - 1)
			expect_line(line, n > KPE_MAX_ARGS ?
				    KPE_ERR_TOO_MANY_ARGS : 0);
	}
	r = parse_text(line);
	expect_number("column", r.e.col, strlen("p f "));
	expect_number("errno", -r.ret, E2BIG);
	parsed_free(&r);
	expect(format("-:e %s", line), KPE_ERR_TOO_MANY_ARGS);
	expect(format("-:e %s", line + 2), KPE_ERR_TOO_MANY_ARGS);
	/* 128 after the place, which is the address 1 */
	expect(format("-:e %s", line + 5), 0);
	free(line);
}

static void test_lengths_of_names(void)
{
	unsigned int n;

	for (n = KPE_MAX_NAME - 1; n <= KPE_MAX_NAME + 1; n++) {
		bool fits = n <= KPE_MAX_NAME;
		const char *name = many('g', n);

		expect(format("p:%s/e f", name),
		       fits ? 0 : KPE_ERR_GROUP_TOO_LONG);
		expect(format("p:%s f", name),
		       fits ? 0 : KPE_ERR_EVENT_TOO_LONG);
		expect(format("p:g/%s f", name),
		       fits ? 0 : KPE_ERR_EVENT_TOO_LONG);
		expect(format("-:%s/", name),
		       fits ? 0 : KPE_ERR_GROUP_TOO_LONG);
		expect(format("-:%s", name), fits ? 0 : KPE_ERR_EVENT_TOO_LONG);
	}
	for (n = KPE_MAX_ARG_NAME - 1; n <= KPE_MAX_ARG_NAME + 1; n++)
		expect(format("p f %s=%%ax", many('n', n)),
		       n <= KPE_MAX_ARG_NAME ? 0 : KPE_ERR_ARG_NAME_TOO_LONG);
}

static void test_length_of_argument(void)
{
	unsigned int n;

	for (n = KPE_MAX_ARG_TEXT - 1; n <= KPE_MAX_ARG_TEXT + 1; n++) {
		bool fits = n <= KPE_MAX_ARG_TEXT;

		expect(format("p f @%s", many('s', n - 1)),
		       fits ? 0 : KPE_ERR_ARG_TOO_LONG);
		expect(format("p f name=@%s:u8", many('s', n - 4)),
		       fits ? 0 : KPE_ERR_ARG_TOO_LONG);
		expect(format("p f \\\"%s\"", many('s', n - 3)),
		       fits ? 0 : KPE_ERR_ARG_TOO_LONG);
	}
}

static void test_numbers(void)
{
	long n;

	for (n = -1; n <= 1; n++) {
		enum kpe_err over = n > 0 ? ~0U : 0;

		expect(format("r%ld f", KPE_MAX_MAXACTIVE + n),
		       over & KPE_ERR_MAXACT_TOO_BIG);
		expect(format("p f+%ld", UINT_MAX + n),
		       over & KPE_ERR_BAD_PROBE_ADDR);
		expect(format("p f-%ld", UINT_MAX + n),
		       over & KPE_ERR_BAD_PROBE_ADDR);
		expect(format("p f $stack%ld", 2048 + n),
		       over & KPE_ERR_BAD_STACK_NUM);
		expect(format("p f s%ld", 2048 + n),
		       over & KPE_ERR_BAD_STACK_NUM);
		expect(format("p f $arg%ld", 2048 + n),
		       over & KPE_ERR_BAD_ARG_NUM);
		expect(format("p f a%ld", 2047 + n),
		       over & KPE_ERR_BAD_ARG_NUM);
		expect(format("p f @s:u8[%ld]", KPE_MAX_ARRAY + n),
		       over & KPE_ERR_ARRAY_TOO_BIG);
		expect(format("p f @s:b%ld@0/32", 32 + n),
		       over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f @s:b4@%ld/16", 12 + n),
		       over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f @s:sb%ld@0/32", 32 + n),
		       over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f @s:sb4@%ld/16", 12 + n),
		       over & KPE_ERR_BAD_BITFIELD);
		expect(format("p f +%lu(%%ax)", LONG_MAX + (unsigned long)n),
		       over & KPE_ERR_BAD_DEREF_OFFS);
		expect(format("p f -%lu(%%ax)", (1UL << 63) + n),
		       over & KPE_ERR_BAD_DEREF_OFFS);
		expect(format("p f @s-%lu", (1UL << 63) + n),
		       over & KPE_ERR_BAD_MEM_ADDR);
		expect(format("p f \\+%lu", LONG_MAX + (unsigned long)n),
		       over & KPE_ERR_BAD_IMM);
		expect(format("p f @s+%lu", LONG_MAX + (unsigned long)n),
		       over & KPE_ERR_BAD_MEM_ADDR);
		expect(format("p f \\-%lu", (1UL << 63) + n),
		       over & KPE_ERR_BAD_IMM);
	}
	expect_line("p f $arg0", KPE_ERR_BAD_ARG_NUM);
	expect_line("p f \\18446744073709551614", 0);
	expect_line("p f @18446744073709551615", 0);
	expect_line("p f @18446744073709551616", KPE_ERR_BAD_MEM_ADDR);
}

static void test_nesting(void)
{
	char text[256] = "%ax", next[256];
	unsigned int n;

	for (n = 1; n <= KPE_MAX_NESTED + 1; n++) {
		snprintf(next, sizeof(next), "+%u(%.200s)", n, text);
		strcpy(text, next);
		if (n >= KPE_MAX_NESTED - 1)
			expect(format("p f %s", text), n <= KPE_MAX_NESTED ?
			       0 : KPE_ERR_TOO_MANY_NESTED);
	}
}

static void expect_auto_name(const char *line, const char *want)
{
	struct parsed r = parse_text(line);
	char *name = r.line ? kpe_auto_event_name(r.line) : NULL;

	expect_string(line, name ?: "(none)", want);
	kfree(name);
	parsed_free(&r);
}

/* Is a line listed in @len characters within the limit? */
static void check_listed(const char *line, size_t len, unsigned int col)
{
	struct parsed r = parse_text(line);
	struct kpe_error e = { };
	unsigned int i;
	int ret;

	for (i = 0; i < r.line->nr_args; i++)
		if (!r.line->args[i].name)
			r.line->args[i].name = format("arg%u", i + 1);
	ret = kpe_line_check_listed(r.line, &e);
	if (ret != (len > KPE_MAX_LINE ? -E2BIG : 0) ||
	    (ret && (e.code != KPE_ERR_LISTED_TOO_LONG || e.col != col)))
		unit_fail("%zu listed: %d at %u", len, ret, e.col);
	parsed_free(&r);
}

static void test_listed(void)
{
	static const struct {
		const char *head;
		const char *listed;
	} heads[] = {
		{ "p f", "p:kprobes/p_f_0 f" }, { "p:e f", "p:kprobes/e f" },
		{ "p:g/ m:f+16", "p:g/p_m_f_16 m:f+16" }, { "p:e 4096", "p:kprobes/e 0x1000" },
		{ "r:e f@*", "r4096:kprobes/e f@*" },
	};
	/* 99 arguments, which are listed with " argN=" before each */
	char *args = format(" +0x%s(%%di)", many('0', 25)), *all = strdup(""), *line;
	size_t i, n, len, last;

	for (i = 0; i < 99; i++) {
		line = format("%s%s", all, args);
		free(all);
		all = line;
	}
	for (i = 0; i < ARRAY_SIZE(heads); i++)
		for (n = KPE_MAX_LINE - 1; n <= KPE_MAX_LINE + 1; n++) {
			len = strlen(heads[i].listed) + strlen(all) + 9 * 5 + 90 * 6;
			last = n - len - strlen(" arg100=");
			line = format("%s%s +0x%s(%%di)", heads[i].head, all,
				      many('0', last - strlen("+0x(%di)")));
			check_listed(line, n, strlen(heads[i].head) + strlen(all) + 1);
			free(line);
		}
	free(all);
	free(args);
}

static void test_auto_names(void)
{
	char *line = format("p %s", many('f', 59)), *name;
	struct parsed r;

	expect_auto_name("p vfs_read", "p_vfs_read_0");
	expect_auto_name("r vfs_read", "r_vfs_read_0");
	expect_auto_name("p vfs_read%return", "r_vfs_read_0");
	expect_auto_name("p vfs_read+0x10", "p_vfs_read_16");
	expect_auto_name("p vfs_read-16", "p_vfs_read_m16");
	expect_auto_name("p mod:func", "p_mod_func_0");
	expect_auto_name("p func.isra.0", "p_func_isra_0_0");
	expect_auto_name("p func.*", "p_func___0");
	expect_auto_name("p t_show@2", "p_t_show_2_0");
	expect_auto_name("r t_show@*+4", "r_t_show___4");
	expect_auto_name("p vfs_*", "p_vfs___0");
	expect_auto_name("p vmlinux:vfs_read", "p_vmlinux_vfs_read_0");
	expect_auto_name("p mod:.text+16", "p_mod__text_16");
	expect_auto_name("p mod:0x10", "p_mod__16");
	expect_auto_name("p a$b*c\xc3\xa9", "p_a_b_c___0");
	/* 62, 63 and more characters */
	name = format("p_%s_0", many('f', 59));
	expect_auto_name(line, name);
	free(line);
	free(name);
	line = format("p %s", many('f', 60));
	name = format("p_%s_", many('f', 60));
	expect_auto_name(line, name);
	free(line);
	free(name);
	line = format("p %s", many('f', 100));
	name = format("p_%s", many('f', 61));
	expect_auto_name(line, name);
	free(line);
	free(name);
	/* how %p shows it is not ours to say */
	r = parse_text("r 0x1000");
	name = kpe_auto_event_name(r.line);
	if (strncmp(name, "r_0x", 4))
		unit_fail("automatic name %s", name);
	kfree(name);
	parsed_free(&r);
}

static void expect_place(const char *line, const char *want)
{
	struct parsed r = parse_text(line);
	char buf[64] = "untouched";

	expect_number(line, kpe_place_print(&r.line->place, buf, sizeof(buf)),
		      strlen(want));
	expect_string(line, buf, want);
	expect_number(line, kpe_place_print(&r.line->place, NULL, 0),
		      strlen(want));
	kpe_place_print(&r.line->place, buf, 4);
	if (strncmp(buf, want, 3) || strlen(buf) > 3)
		unit_fail("%s: cut to %s", line, buf);
	parsed_free(&r);
}

/* Two places' names that are cut alike */
static void test_distinct_names(void)
{
	static const char * const places[] = { "1", "2", "1+4", "2+4", "1@2", "1@*", "1.*", "mod" };
	char names[ARRAY_SIZE(places)][KPE_MAX_NAME + 1];
	size_t i, j;

	for (i = 0; i < ARRAY_SIZE(places); i++) {
		char *line = format(strcmp(places[i], "mod") ? "p %s%s" : "p mod:%s1",
				    many('f', 70), places[i]);
		struct parsed r = parse_text(line);
		char *name = kpe_auto_event_name(r.line);

		kpe_distinct_event_name(r.line, name);
		expect_number("length of a name", strlen(name), KPE_MAX_NAME);
		strcpy(names[i], name);
		for (j = 0; j < i; j++)
			if (!strcmp(names[i], names[j]))
				unit_fail("%s and %s: %s", places[i], places[j], name);
		kpe_distinct_event_name(r.line, name);
		expect_string("once more", name, names[i]);
		kfree(name);
		parsed_free(&r);
		free(line);
	}
}

static void test_place_print(void)
{
	expect_place("p vfs_read", "vfs_read");
	expect_place("p vfs_read+0", "vfs_read");
	expect_place("p vfs_read+0x10", "vfs_read+16");
	expect_place("p vfs_read-0x10", "vfs_read-16");
	expect_place("p mod:func+4%return", "mod:func+4");
	expect_place("p vfs_read+4294967295", "vfs_read+4294967295");
	expect_place("p t_show@2", "t_show@2");
	expect_place("p mod:t_show@*+16", "mod:t_show@*+16");
	expect_place("p vmlinux:vfs_*", "vmlinux:vfs_*");
	expect_place("p func.*+1", "func.*+1");
	expect_place("p mod:31", "mod:0x1f");
	expect_place("p mod:.text+0x1f", "mod:.text+31");
	expect_place("p mod:.init.text", "mod:.init.text");
	expect_place("p 0x1234", "");
	expect_place("-:event", "");
}

static void expect_same_place(const char *a, const char *b, bool want)
{
	struct parsed p = parse_text(a), q = parse_text(b);

	expect_number(a, kpe_place_equal(&p.line->place, &q.line->place), want);
	expect_number(b, kpe_place_equal(&q.line->place, &p.line->place), want);
	parsed_free(&p);
	parsed_free(&q);
}

static void test_place_equal(void)
{
	struct parsed p = parse_text("p func.*"), q = parse_text("p func.isra.0");

	expect_same_place("p vfs_read", "r vfs_read+0", true);
	expect_same_place("p vfs_read", "p vfs_read+1", false);
	expect_same_place("p vfs_read", "p vmlinux:vfs_read", false);
	expect_same_place("p vfs_read", "p vfs_read@1", false);
	expect_same_place("p vfs_read@2", "p vfs_read@1", false);
	expect_same_place("p vfs_read@2", "p vfs_read@02", true);
	expect_same_place("p vfs_read@*", "p vfs_read", false);
	expect_same_place("p vfs_*", "p vfs_*", true);
	expect_same_place("p m:.text+1", "p m:0x1", false);
	expect_same_place("p m:.text+1", "p m:.text+0x1", true);
	expect_same_place("p 0x10", "p 16", true);
	expect_same_place("p 0x10", "p 0x11", false);
	expect_same_place("p func.*", "p func.*", true);
	expect_same_place("p func.*", "p func", false);
	p.line->place.found = kstrdup("func.isra.0", GFP_KERNEL);
	expect_number("clone", kpe_place_equal(&p.line->place, &q.line->place),
		      true);
	expect_number("clone", kpe_place_equal(&q.line->place, &p.line->place),
		      true);
	parsed_free(&p);
	parsed_free(&q);
}

static void test_type_equal(void)
{
	const struct kpe_type a = {
		.kind = KPE_BITFIELD, .size = 4, .bit_width = 3,
		.bit_offset = 2, .count = 1,
	};
	struct kpe_type b = a;

	if (!kpe_type_equal(&a, &b))
		unit_fail("not equal to itself");
	b.kind = KPE_HEX;
	if (kpe_type_equal(&a, &b))
		unit_fail("kind");
	b = a;
	b.size = 8;
	if (kpe_type_equal(&a, &b))
		unit_fail("size");
	/* The bits are cut out when they are fetched: the records are alike. */
	b = a;
	b.bit_width = 4;
	b.bit_offset = 4;
	if (!kpe_type_equal(&a, &b))
		unit_fail("bits");
	b.kind = KPE_UNSIGNED;
	if (!kpe_type_equal(&a, &b))
		unit_fail("container");
	b = a;
	b.count = 0;
	if (kpe_type_equal(&a, &b))
		unit_fail("count");
}

static void test_build_id_equal(void)
{
	struct kpe_build_id a = { .len = 3, .bytes = { 1, 2, 3 } }, b = a;
	const struct kpe_build_id none = { };

	if (!kpe_build_id_equal(&a, &b))
		unit_fail("not equal to itself");
	b.bytes[2] = 4;
	if (kpe_build_id_equal(&a, &b))
		unit_fail("last byte");
	b = a;
	b.len = 2;
	if (kpe_build_id_equal(&a, &b) || kpe_build_id_equal(&b, &a))
		unit_fail("length");
	if (kpe_build_id_equal(&none, &none) || kpe_build_id_equal(&a, &none))
		unit_fail("who has none is no build");
}

/* Each allocation in turn fails; the one after the last one does not. */
static void fail_each_allocation(const char *line)
{
	struct parsed r;
	unsigned long n;
	bool first;

	for (n = 1;; n++) {
		first = n == 1;
		unit_fail_allocation(n);
		r = parse_text(line);
		if (!unit_allocation_failed())
			break;
		if (r.ret != -ENOMEM || r.e.err != -ENOMEM ||
		    r.e.code != KPE_ERR_NO_MEMORY || r.line)
			unit_fail("%s: allocation %lu: %d %s", line, n, r.ret,
				  error_name(r.e.code));
		if (first != !r.normalised)
			unit_fail("%s: allocation %lu: normalised %s", line, n,
				  r.normalised);
		parsed_free(&r);
	}
	unit_fail_allocation(0);
	if (n < 2)
		unit_fail("%s: nothing allocated", line);
	parsed_free(&r);
	if (unit_allocations())
		unit_fail("%s: %ld allocations left over", line,
			  unit_allocations());
}

static void test_out_of_memory(void)
{
	static const char all[] =
		"r8:gr/ev mod:vfs_read%return a=%ax @s+4:string a0 \\\"x\" +8(+u4(@s)) $comm \\4";
	struct parsed r;
	size_t i;

	fail_each_allocation("");
	fail_each_allocation(all);
	fail_each_allocation("-:gr/ev mod:vfs_read+4 a=%ax %bx");
	for (i = 0; i < ARRAY_SIZE(good_heads); i++)
		fail_each_allocation(good_heads[i].line);
	for (i = 0; i < ARRAY_SIZE(good_args); i++) {
		char *line = format("r f %s", good_args[i].line);

		fail_each_allocation(line);
		free(line);
	}
	r = parse_text("p vfs_read");
	unit_fail_allocation(1);
	if (kpe_auto_event_name(r.line))
		unit_fail("automatic name without memory");
	parsed_free(&r);
	kpe_line_free(NULL);
}

static void test_mutations(void)
{
	const size_t nr_bad = ARRAY_SIZE(bad_lines);
	const size_t nr_heads = ARRAY_SIZE(good_heads);
	const size_t nr = nr_bad + nr_heads + ARRAY_SIZE(good_args);
	char **lines = calloc(nr, sizeof(*lines));
	unsigned int col;
	size_t i;

	for (i = 0; i < nr; i++) {
		if (i < nr_bad)
			lines[i] = without_caret(bad_lines[i].line, &col);
		else if (i < nr_bad + nr_heads)
			lines[i] = format("%s %%ax +0(a0):string",
					  good_heads[i - nr_bad].line);
		else
			lines[i] = format("r:ev vfs_read %s $retval:u8",
					  good_args[i - nr_bad - nr_heads].line);
	}
	mutate((const char * const *)lines, nr, MUTATIONS, NULL);
	for (i = 0; i < nr; i++)
		free(lines[i]);
	free(lines);
}

static void test_every_byte(void)
{
	char line[] = "p:ev vfs_read x=+0(%ax):u8";
	size_t at, len = strlen(line);
	unsigned int byte;
	struct parsed r;

	for (at = 0; at < len; at++) {
		char kept = line[at];

		for (byte = 0; byte < 256; byte++) {
			line[at] = byte;
			r = parse_bytes(line, len);
			check_promises(line, len, &r);
			parsed_free(&r);
		}
		line[at] = kept;
		r = parse_bytes(line, at);
		check_promises(line, at, &r);
		parsed_free(&r);
	}
}

int main(void)
{
	static const struct unit_case cases[] = {
		{ "definition: errors and their columns", test_errors },
		{ "definition: every error has a row", test_every_error },
		{ "definition: commands, names, places", test_heads },
		{ "definition: arguments and types", test_arguments },
		{ "definition: blank lines and comments", test_nothing },
		{ "definition: normalised lines", test_normalised },
		{ "definition: columns are of the normalised line",
		  test_column_of_normalised },
		{ "definition: columns of what is right", test_columns },
		{ "definition: hints", test_hints },
		{ "definition: names of arguments", test_argument_names },
		{ "definition: arguments of a deletion",
		  test_deletion_arguments },
		{ "definition: limit of a line", test_line_length },
		{ "definition: limit of a listed line", test_listed },
		{ "definition: limit of arguments", test_number_of_arguments },
		{ "definition: limits of names", test_lengths_of_names },
		{ "definition: limit of an argument", test_length_of_argument },
		{ "definition: limits of numbers", test_numbers },
		{ "definition: limit of nesting", test_nesting },
		{ "definition: automatic event names", test_auto_names },
		{ "definition: automatic names that are cut", test_distinct_names },
		{ "definition: printed places", test_place_print },
		{ "definition: places that are the same", test_place_equal },
		{ "definition: equal types", test_type_equal },
		{ "definition: equal build-ids", test_build_id_equal },
		{ "definition: out of memory", test_out_of_memory },
		{ "definition: any byte anywhere, cut anywhere",
		  test_every_byte },
		{ "definition: 200000 mutated lines", test_mutations },
	};

	return unit_main(cases, ARRAY_SIZE(cases));
}
