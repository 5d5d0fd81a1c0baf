// SPDX-License-Identifier: GPL-2.0
/*
 * export_test - arguments as they are written for another machine
 *
 * The tables are about the functions of resolve_world.c.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "types/resolve.h"
#include "export_unit.h"
#include "resolve_world.h"
#include "types_unit.h"
#include "unit.h"

#define MAX_SHOWN	8192

/**
 * struct row - arguments of a definition
 * @function: whose entry the place is; NULL: somewhere in a function
 * @args: as written, behind "p f " or "r f "
 * @exported: the same, without "p f "; NULL: an address is another one at the next
 *	boot
 */
struct row {
	const char *function;
	char kind;
	const char *args;
	const char *exported;
};

static const struct row rows[] = {
	/* parameters at the entry: registers, then the stack */
	{ "vfs_read", 'p', "$arg*", "file=%di:x64 buf=%si:x64 count=%dx:u64 pos=%cx:x64" },
	{ "nobtf", 'p', "$arg5 $arg6 $arg7 x=$arg8:u8",
	  "arg1=%r8:x64 arg2=%r9:x64 arg3=$stack1:x64 x=$stack2:u8" },
	{ "values", 'p', "$arg*",
	  "a=%di:x64 b=%si:x64 c=$stack1:x64 d=%cx:s32 e=%r8:x64 f=$stack4:s32 g=$stack5:u16" },
	{ "nobtf", 'p', "x=$arg2048", "x=$stack2042:x64" },
	/* kept for the return: words */
	{ "vfs_read", 'r', "$arg* $retval",
	  "file=a000:x64 buf=a001:x64 count=a002:u64 pos=a003:x64 arg5=%ax:s64" },
	{ "values", 'r', "$arg4 $arg7:x8", "d=a003:s32 g=a010:x8" },
	{ "nobtf", 'r', "x=$arg2048", "x=a2047:x64" }, { "huge_value", 'r', "b", "b=a2047:x64" },
	{ "kfree", 'r', "rv x=rv ra y=ra:symstr", "rv=rv:x64 x=%ax:x64 ra=ra:x64 y=ra:symstr" },
	/* words of v11, which are known to filters by a second name */
	{ "vfs_read", 'p', "a2 a7 x=a7:s8 s3:u16 y=s3",
	  "a2=a2:x64 a7=a7:x64 x=$stack2:s8 s3=s3:u16 y=$stack3:x64" },
	{ "v11", 'r', "a0 a1", "a0=a0:x64 a1=a000:s32" },
	{ NULL, 'p', "a1 x=a1", "a1=a1:x64 x=%si:x64" },
	/* other sources */
	{ "vfs_read", 'p', "%r15 %flags:x16 $stack $stack0 $stack2048",
	  "arg1=%r15:x64 arg2=%flags:x16 arg3=$stack:x64 arg4=$stack0:x64 arg5=$stack2048:x64" },
	{ "vfs_read", 'p', "$comm \\\"a=\"b:c\" \\-1:s8 \\0x10:string",
	  "arg1=$comm arg2=\\\"a=\"b:c\" arg3=\\0xffffffffffffffff:s8 arg4=\\0x10:string" },
	{ "vfs_read", 'p', "x=$COMM:string y=\\\"\":string", "x=$comm y=\\\"\"" },
	{ "vfs_read", 'p', "$current $current->pid $current->comm:string",
	  "arg1=$current:x64 arg2=+8($current):s32 arg3=+40($current):string" },
	/* memory */
	{ "vfs_read", 'p', "file->f_path.dentry->d_inode->i_mode", "arg1=+0(+16(+32(%di))):u16" },
	{ "vfs_read", 'p', "-8(%si):x32 +u16(-0x10(buf)):u8[3] -u1(%si):char",
	  "arg1=-8(%si):x32 arg2=+u16(-16(%si)):u8[3] arg3=-u1(%si):char" },
	{ "vfs_read", 'p', "x=(entity,group_node)%di->weight", "x=-8(%di):u64" },
	{ "vfs_read", 'p', "x=(task_struct,se.group_node)%di->state", "x=-24(%di):u32" },
	{ "vfs_read", 'p', "@0x10 @0:u8[2] +4(@16):s32",
	  "arg1=@0x10:x64 arg2=@0x0:u8[2] arg3=+4(@0x10):s32" },
	{ "vfs_read", 'p', "+0(\\16) +0(\\16):string x=+4(\\16)",
	  "arg1=@0x10:x64 arg2=@0x10:string x=+4(\\0x10):x64" },
	/* only what is read there has moved at the next boot */
	{ "vfs_read", 'p', "@0xffffffff81000000 @0xffffffff82ffffff:u8 +4(@0xffffffff81000010)",
	  "arg1=@_text+0:x64 arg2=@_text+33554431:u8 arg3=+4(@_text+16):x64" },
	{ "vfs_read", 'p', "x=+8(\\0xffffffff81000000) +0(-8(\\0xffffffff81000010)):u8[4]",
	  "x=@_text+8:x64 arg2=+0(@_text+8):u8[4]" },
	{ "vfs_read", 'p', "x=\\0xffffffff81000000:string +4(\\0xffffffff81000000):string[2]",
	  "x=@_text+0:string arg2=@_text+4:string[2]" },
	{ "vfs_read", 'r', "entry(+8(\\0xffffffff81000000):u16) entry(\\0xffffffff81000000:string)",
	  "arg1=entry(@_text+8):u16 arg2=entry(@_text+0):string" },
	{ "vfs_read", 'p', "x=(inode)(@0xffffffff81000000)->i_count +4(+8(\\0xffffffff81000000))",
	  "x=+4(@_text+0):s32 arg2=+4(@_text+8):x64" },
	/* a number is what it is, and so is an address of a process */
	{ "vfs_read", 'p', "\\0xffffffff81000000 x=\\0xffffffff83000000:u32",
	  "arg1=\\0xffffffff81000000:x64 x=\\0xffffffff83000000:u32" },
	{ "vfs_read", 'p', "x=\\-1:s64", "x=\\0xffffffffffffffff:s64" },
	{ "vfs_read", 'p', "+u8(\\0x7fffffffe000) \\0x400000:ustring +8(\\-8) \\0x10:symbol",
	  "arg1=+u8(\\0x7fffffffe000):x64 arg2=\\0x400000:ustring arg3=+8(\\0xfffffffffffffff8):x64 arg4=\\0x10:symbol",
	},
	{ "vfs_read", 'p', "@sym @sym+0x10:string @sym-1:u8",
	  "arg1=@sym:x64 arg2=@sym+16:string arg3=@sym-1:u8" },
	{ "vfs_read", 'p', "x=(inode)(@sym+8)->i_count", "x=+4(@sym+8):s32" },
	/* per-CPU variables: of the kernel, and others */
	{ "vfs_read", 'p', "this_cpu_read(@current_file) x=this_cpu_ptr(@this_cpu+8)",
	  "arg1=this_cpu_read(@__per_cpu_start+8192):x64 x=this_cpu_ptr(@__per_cpu_start+8):x64" },
	{ "vfs_read", 'p', "x=this_cpu_ptr(@this_cpu) y=this_cpu_ptr(@this_cpu-8)",
	  "x=this_cpu_ptr(@__per_cpu_start):x64 y=this_cpu_ptr(@__per_cpu_start-8):x64" },
	{ "vfs_read", 'p', "this_cpu_read(@current) this_cpu_read(@int)",
	  "arg1=this_cpu_read(@current):x64 arg2=this_cpu_read(@int):x64" },
	{ "vfs_read", 'p', "x=(file)this_cpu_read(@current_file)->f_mode",
	  "x=+8(this_cpu_read(@__per_cpu_start+8192)):u32" },
	{ "vfs_read", 'p', "@mod:x+8 (file)&sym->f_mode &sym &mod:sym:symbol",
	  "arg1=@mod:x+8:x64 arg2=@sym+8:u32 arg3=&sym:x64 arg4=&mod:sym:symbol" },
	{ "vfs_read", 'p', "@current_file->f_mode this_cpu_read(@mod:x)",
	  "arg1=+8(this_cpu_read(@__per_cpu_start+8192)):u32 arg2=this_cpu_read(@mod:x):x64" },
	{ "vfs_read", 'p', "x=+8(this_cpu_ptr(+0(@sym)))", "x=+8(this_cpu_ptr(+0(@sym))):x64" },
	{ "vfs_read", 'p', "this_cpu_ptr(@sym) this_cpu_read(@sym+8):u8[2]",
	  "arg1=this_cpu_ptr(@sym):x64 arg2=this_cpu_read(@sym+8):u8[2]" },
	{ "vfs_read", 'p', "this_cpu_ptr(%di) this_cpu_read(+8(@sym)) +8(this_cpu_ptr(\\8))",
	  "arg1=this_cpu_ptr(%di):x64 arg2=this_cpu_read(+8(@sym)):x64 arg3=+8(this_cpu_ptr(\\0x8)):x64",
	},
	{ "vfs_read", 'p', "this_cpu_ptr(@8) this_cpu_ptr(+0(\\8)) this_cpu_ptr(+0(@8))",
	  "arg1=this_cpu_ptr(@0x8):x64 arg2=this_cpu_ptr(+0(\\0x8)):x64 arg3=this_cpu_ptr(+0(@0x8)):x64",
	},
	{ "vfs_read", 'p', "this_cpu_ptr(this_cpu_read(@8)) +u0(this_cpu_ptr(%si))",
	  "arg1=this_cpu_ptr(this_cpu_read(@0x8)):x64 arg2=+u0(this_cpu_ptr(%si)):x64" },
	/* what was at the entry, and the time since: parameters are registers then */
	{ "vfs_read", 'r', "entry(file) entry(file->f_path.dentry->flags) x=entry(buf):string",
	  "file=entry(%di):x64 arg2=entry(+0(+32(%di))):u32 x=entry(+0(%si)):string" },
	{ "vfs_read", 'r', "(inode)entry(file->f_inode)->i_mode +8(entry(%di)):u16",
	  "arg1=+0(entry(+40(%di))):u16 arg2=+8(entry(%di)):u16" },
	{ "values", 'r', "entry(g) g2=g t=entry(ra)",
	  "g=entry($stack5):u16 g2=a010:u16 t=entry($stack0):x64" },
	{ "vfs_read", 'r', "$kstack e=entry($kstack[2]) $kstack[64] entry($ustack)",
	  "kstack=$kstack[8] e=entry($kstack[2]) arg3=$kstack[64] ustack=entry($ustack[8])" },
	{ "vfs_read", 'p', "n=count:u32 a=+u0($arg2):hex[n] b=buf:ustring(count) c=buf:string(8)",
	  "n=%dx:u32 a=+u0(%si):hex[n] b=+0(%si):ustring(%dx:u64) c=+0(%si):string(\\0x8:x64)" },
	{ "vfs_read", 'r', "a=entry(buf:hex[count]) b=entry(buf):ustring(4) c=buf:string(count)",
	  "a=entry(+0(%si)):hex[%dx:u64] b=entry(+0(%si)):ustring(\\0x4:x64) c=+0(a001):string(a002:u64)"
	},
	{ "vfs_read", 'r', "$elapsed x=$elapsed:x32 entry(a1) y=entry(a9)",
	  "elapsed=$elapsed:u64 x=$elapsed:x32 a1=entry(a1):x64 y=entry($stack4):x64" },
	{ "vfs_read", 'r',
	  "x=entry(\\\"a=b:c\") y=entry($comm) entry(%ip):symstr a=entry(file->f_argv:string[2])",
	  "x=entry(\\\"a=b:c\") y=entry($comm) arg3=entry(%ip):symstr a=entry(+144(%di)):string[2]",
	},
	{ "vfs_read", 'r', "entry(file->f_sbit) entry(this_cpu_read(@this_cpu))",
	  "arg1=entry(+48(%di)):sb5@3/32 arg2=entry(this_cpu_read(@__per_cpu_start)):x64" },
	/* types */
	{ "vfs_read", 'p',
	  "%ax:u8 %ax:u16 %ax:u32 %ax:u64 %ax:s8 %ax:s16 %ax:s32 %ax:s64 %ax:x8 %ax:char %ax:symbol %ax:symstr",
	  "arg1=%ax:u8 arg2=%ax:u16 arg3=%ax:u32 arg4=%ax:u64 arg5=%ax:s8 arg6=%ax:s16 arg7=%ax:s32 arg8=%ax:s64 arg9=%ax:x8 arg10=%ax:char arg11=%ax:symbol arg12=%ax:symstr",
	},
	{ "vfs_read", 'p', "file->f_bit file->f_sbit file->f_span file->f_long",
	  "arg1=+48(%di):b3@0/32 arg2=+48(%di):sb5@3/32 arg3=+51(%di):b4@6/64 arg4=+48(%di):b30@34/64",
	},
	{ "vfs_read", 'p', "%ax:b64@0/64 %ax:sb1@7/8 +0(%ax):sb2@3/16[64]",
	  "arg1=%ax:b64@0/64 arg2=%ax:sb1@7/8 arg3=+0(%ax):sb2@3/16[64]" },
	{ "vfs_read", 'p', "buf:string x=buf:ustring file->f_argv:string[4]",
	  "buf=+0(%si):string x=+0(%si):ustring arg3=+144(%di):string[4]" },
	{ "vfs_read", 'p', "x=file:%pD y=file->f_path.dentry:%pd",
	  "x=+0(+40(+72(%di))):string y=+0(+40(+32(%di))):string" },
	/* a path at a variable, whose "@SYM:path" is refused */
	{ "vfs_read", 'p', "(file)&sym->f_path:path x=(path)(&mod:sym-8):path y=(file)@sym:path",
	  "arg1=(path)(&sym+24):path x=(path)(&mod:sym-8):path y=+64(@sym):path" },
	{ "vfs_read", 'r', "x=entry((path)&sym):path y=(dentry)&sym:path",
	  "x=entry((path)(&sym)):path y=@sym:dentry" },
	{ "vfs_read", 'p', "(path)\\0x10:path (path)@0x10:path",
	  "arg1=(path)(\\0x10):path arg2=+0(@0x10):path" },
	{ "vfs_read", 'p', "+0(%si):string[1] +u0(%si):ustring[2] +u8(%si):string",
	  "arg1=+0(%si):string[1] arg2=+u0(%si):ustring[2] arg3=+u8(%si):string" },
};

static struct kpe_function_info site_of(const struct row *row)
{
	return (struct kpe_function_info){
		.at_entry = row->function, .module = "",
		.function = { row->function },
	};
}

static void check_row(const struct row *row)
{
	struct kpe_function_info info = site_of(row);
	char *line = format("%c f %s", row->kind, row->args);
	struct parsed r = parse_at(line, strlen(line), &info);
	char shown[MAX_SHOWN];

	if (!r.line) {
		unit_fail("%s: %s at %u", line, error_name(r.e.code), r.e.col);
	} else if (!row->exported) {
		if (export_line(r.args, shown, sizeof(shown)) != -EADDRNOTAVAIL)
			unit_fail("%s: %s", line, shown);
	} else if (!check_exported(&r, &info)) {
		unit_fail("%s: too long or too deep", line);
	} else {
		export_line(r.args, shown, sizeof(shown));
		if (strcmp(shown + strlen("p f "), row->exported))
			unit_fail("%s: %s, not %s", line, shown, row->exported);
	}
	parsed_free(&r);
	free(line);
}

/* Neither in the image nor numbers */
UNIT_CASE(test_moving_addresses, "export: addresses that move")
{
	static const struct row left_out[] = {
		{ "vfs_read", 'p', "@0xffffffff83000000" },
		{ "vfs_read", 'p', "x=@0xffff888000000000:u8" },
		{ "vfs_read", 'p', "+4(@0xffffffff80ffffff)" },
		{ "vfs_read", 'p', "+1(\\0xffffffff82ffffff)" },
		{ "vfs_read", 'p', "-1(\\0xffffffff81000000)" },
		{ "vfs_read", 'p', "\\0xffffffffc0000000:string" },
		{ "vfs_read", 'p', "+0(\\0xffffffffc0000000):string" },
		{ "vfs_read", 'p', "\\0xffffffff81000000:ustring" },
		{ "vfs_read", 'p', "\\0xffffffff81000000:string[1]" },
		{ "vfs_read", 'p', "+u0(\\0xffffffff81000000)" },
		{ "vfs_read", 'p', "\\0xffffffff81000000:symbol" },
		{ "vfs_read", 'p', "this_cpu_ptr(@0xffffffff81000000)" },
		{ "vfs_read", 'p', "this_cpu_ptr(\\0xffffffff81000000)" },
		{ "vfs_read", 'p', "this_cpu_ptr(+0(\\0xffffffff81000000))" },
		{ "vfs_read", 'r', "entry(@0xffffffff83000000)" },
		{ "vfs_read", 'r', "entry(\\0xffffffffc0000000:symbol)" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(left_out); i++)
		check_row(&left_out[i]);
}

UNIT_CASE(test_forms, "export: every form")
{
	for_each_row(row, rows)
		check_row(row);
}

/* Parsed without types, for what names and members have nothing to do with */
static int export_arg(const char *expression)
{
	char *line = format("p f %s", expression);
	struct parsed r = parse_text(line);
	char buf[1024];
	int ret = 0;

	if (r.line)
		ret = kpe_arg_export(r.args, r.args->args, buf, sizeof(buf));
	else
		unit_fail("%s: %s", line, error_name(r.e.code));
	parsed_free(&r);
	free(line);
	return ret;
}

/* Members are no levels, but the steps that they become are. */
static void check_levels(unsigned int steps, bool fits)
{
	static const struct kpe_function_info info = {
		.at_entry = true, .module = "", .function = { "vfs_read" },
	};
	char text[600] = "p f file->f_inode->i_list.next";
	struct parsed r;

	for (; steps > 2; steps--)
		strcat(text, "->next");
	r = parse_at(text, strlen(text), &info);
	if (!r.line)
		unit_fail("%s: %s", text, error_name(r.e.code));
	else if (check_exported(&r, &info) != fits)
		unit_fail("%s: %s", text, fits ? "refused" : "accepted");
	parsed_free(&r);
}

UNIT_CASE(test_levels, "export: limit of levels")
{
	check_levels(KPE_MAX_NESTED - 1, true);
	check_levels(KPE_MAX_NESTED, true);
	check_levels(KPE_MAX_NESTED + 1, false);
}

/* What comes out is as long as what goes in, and up to ":x64" longer. */
UNIT_CASE(test_length, "export: limit of an argument")
{
	char name[KPE_MAX_ARG_TEXT + 1];
	int len;

	memset(name, 's', sizeof(name));
	for (len = 240; len < KPE_MAX_ARG_TEXT; len++) {
		char *symbol = format("x=@%.*s", len, name);
		int want = len + strlen("@:x64");

		if (want > KPE_MAX_ARG_TEXT)
			want = -E2BIG;
		else
			want += strlen("x=");
		if (export_arg(symbol) != want)
			unit_fail("%d characters: %d", len, export_arg(symbol));
		free(symbol);
	}
	/* Text has no type, so whatever was taken can be exported. */
	for (len = 240; len <= KPE_MAX_ARG_TEXT - 3; len++) {
		char *text = format("x=\\\"%.*s\"", len, name);

		if (export_arg(text) != (int)strlen(text))
			unit_fail("%s: %d", text, export_arg(text));
		free(text);
	}
}

/* As snprintf(): what is there is right, and what would be needed is said. */
UNIT_CASE(test_buffer, "export: any size of buffer")
{
	static const char want[] = "x=+8(%di):u32";
	struct parsed r = parse_text("p f x=+8($arg1):u32");
	size_t size;

	for (size = 0; size < sizeof(want) + 3; size++) {
		char *buf = malloc(size ?: 1);
		int ret = kpe_arg_export(r.args, r.args->args, buf, size);
		size_t len = min(size, sizeof(want)) - 1;

		if (ret != (int)strlen(want))
			unit_fail("%zu bytes: %d", size, ret);
		if (size && (memcmp(buf, want, len) || buf[len]))
			unit_fail("%zu bytes: %.*s", size, (int)size, buf);
		free(buf);
	}
	parsed_free(&r);
}

static void check_no_text(const char *what, const struct kpe_op *ops, unsigned int nr)
{
	const struct kpe_arg arg = {
		.name = (char *)"x", .type = { KPE_HEX, 8 },
		.ops = (struct kpe_op *)ops, .nr_ops = nr,
	};
	const struct kpe_args args = { };
	char buf[64];

	if (kpe_arg_export(&args, &arg, buf, sizeof(buf)) != -EOPNOTSUPP)
		unit_fail("%s: %s", what, buf);
}

/* A step that there is no text for must not be left out. */
UNIT_CASE(test_unknown_ops, "export: what has no text")
{
	static const struct kpe_op lone_percpu[] = {
		{ .code = KPE_OP_SYM, .text = (char *)"sym", .percpu = true },
		{ .code = KPE_OP_DEREF },
	};
	static const struct kpe_op no_source[] = {
		{ .code = KPE_OP_FIELD },
	};
	static const struct kpe_op no_step[] = {
		{ .code = KPE_OP_REG }, { .code = KPE_OP_CAST },
	};

	check_no_text("a variable of its own", lone_percpu, 2);
	check_no_text("no source", no_source, 1);
	check_no_text("no step", no_step, 2);
}

/* --------------------------------------------------------------- conditions */

/* Numbers whose type only BTF tells */
static const struct {
	const char *function;
	const char *number;
} numbers[] = {
	{ "kinds", "kinds->k_mode" }, { "kinds", "kinds->k_below" },
	{ "kinds", "kinds->k_narrow" }, { "kinds", "kinds->k_cold" },
	{ "kinds", "kinds->k_whole" }, { "kinds", "kinds->k_mode:enum" },
	{ "kinds", "kinds->k_below:enum" }, { "kinds", "kinds->k_narrow:enum" },
	{ "kinds", "kinds->k_cold:enum" }, { "kinds", "kinds->k_whole:enum" },
	{ "kinds", "narrow:enum" }, { "kinds", "cold:enum" },
	{ "vfs_read", "file->f_kind" }, { "vfs_read", "file->f_kind:enum" },
	{ "vfs_read", "file->f_big" }, { "vfs_read", "file->f_big:enum" },
	{ "vfs_read", "file->f_bit" }, { "vfs_read", "file->f_sbit" },
	{ "vfs_read", "file->f_span" }, { "vfs_read", "file->f_long" },
	{ "vfs_read", "file->f_flag" }, { "vfs_read", "file->f_mode" },
	{ "vfs_read", "file->f_char" }, { "vfs_read", "count" }, { "vfs_read", "pos" },
	{ "vfs_read", "count:errno" }, { "vfs_read", "count:size_t" },
	{ "pair", "p.low" }, { "pair", "p.high" }, { "pair", "p.half" }, { "pair", "p.last" },
};

static const char * const compared[] = {
	"== 0x2", "!= 0x2", "== 2", "== 0x3", "== 0x5", "== -2", "== -1", "!= -6", "== 0xfe",
	"== 0xfffffffe", "== 0xfffffffffffffffe", "== -259", "< 0", "< 0x2", "> -2", "<= 0",
	"& 0x80", "& -2",
};

/* Whatever decides, but for the columns */
static bool decides_alike(const struct kpe_args *a, const struct kpe_args *b)
{
	const struct kpe_test *x = a->condition->tests, *y = b->condition->tests;

	return x->how == y->how && x->is_signed == y->is_signed &&
	       x->negative == y->negative && x->number == y->number;
}

/* Exports it, and reads the export where no types are known. */
static void check_condition(const char *text, const struct kpe_function_info *info)
{
	struct parsed r = parse_at(text, strlen(text), info), again;
	char out[2 * KPE_MAX_LINE];
	size_t len;

	if (!r.line || export_line(r.args, out, sizeof(out))) {
		unit_fail("%s: %s", text, error_name(r.e.code));
		return parsed_free(&r);
	}
	len = strlen(out);
	len += snprintf(out + len, sizeof(out) - len, " if ");
	if (kpe_condition_export(r.args, out + len, sizeof(out) - len) < 0)
		unit_fail("%s: no export", text);
	types_hide(true);
	again = parse_at(out, strlen(out), info);
	types_hide(false);
	if (!again.line)
		unit_fail("%s: exported as %s: %s", text, out, error_name(again.e.code));
	else if (!decides_alike(r.args, again.args))
		unit_fail("%s decides otherwise than %s", text, out);
	parsed_free(&again);
	parsed_free(&r);
}

UNIT_CASE(test_conditions, "export: conditions decide alike")
{
	size_t j;

	for_each_row(row, numbers) {
		const struct kpe_function_info info = {
			.at_entry = true, .module = "", .function = { row->function },
		};

		for (j = 0; j < ARRAY_SIZE(compared); j++) {
			char *text = format("p f if %s %s", row->number, compared[j]);
			char *recorded = format("p f x=%s if x %s", row->number, compared[j]);

			check_condition(text, &info);
			check_condition(recorded, &info);
			free(recorded);
			free(text);
		}
	}
}
