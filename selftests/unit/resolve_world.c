// SPDX-License-Identifier: GPL-2.0
/* resolve_world - the types and functions that resolve_test is about */
#include <stdio.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "btf_make.h"
#include "resolve_world.h"
#include "types_unit.h"
#include "unit.h"

#define A33	"a12345678901234567890123456789012"
#define NR_MANY	257

static struct maker kernel, module;
static struct kpe_btf *of_kernel, *of_module;

/* Ids that several of the functions below need */
static struct {
	u32 s32, u32, u64, s64, u16, ch, uch, boolean, huge, real;
	u32 ulong, text, texts, voidp, file, inode, dentry, list, one, two, big, huge_value;
	u32 kinds, packed;
} t;

static u32 ptr(u32 type)
{
	return make_ref(&kernel, BTF_KIND_PTR, "", type);
}

static u32 type_def(const char *name, u32 type)
{
	return make_ref(&kernel, BTF_KIND_TYPEDEF, name, type);
}

static u32 record(const char *name, u32 size, const struct field *fields)
{
	return make_struct(&kernel, BTF_KIND_STRUCT, name, size, fields);
}

static void func(const char *name, u32 returns, const struct field *params)
{
	make_func(&kernel, name, returns, params);
}

static void add_numbers(void)
{
	t.s32 = make_int(&kernel, "int", 4, BTF_INT_SIGNED);
	t.u32 = make_int(&kernel, "unsigned int", 4, 0);
	t.s64 = make_int(&kernel, "long int", 8, BTF_INT_SIGNED);
	t.u64 = make_int(&kernel, "long unsigned int", 8, 0);
	t.u16 = make_int(&kernel, "short unsigned int", 2, 0);
	t.ch = make_int(&kernel, "char", 1, BTF_INT_SIGNED);
	t.uch = make_int(&kernel, "unsigned char", 1, 0);
	t.boolean = make_int(&kernel, "_Bool", 1, BTF_INT_BOOL);
	t.huge = make_int(&kernel, "__int128", 16, BTF_INT_SIGNED);
	t.real = make_float(&kernel, "float", 4);
	t.text = ptr(make_ref(&kernel, BTF_KIND_CONST, "", t.uch));
	t.texts = ptr(make_ref(&kernel, BTF_KIND_CONST, "", t.text));
	t.voidp = ptr(make_ref(&kernel, BTF_KIND_CONST, "", 0));
}

static void add_inode(void)
{
	u32 sb = make_ref(&kernel, BTF_KIND_FWD, "super_block", 0);
	u32 gone = make_ref(&kernel, BTF_KIND_FWD, "gone", 0);

	/* The list's own id is known before it is there. */
	t.list = record("list", 16, FIELDS({ "next", kernel.last + 2 },
					   { "prev", kernel.last + 2, 64 }));
	ptr(t.list);
	t.inode = record("inode", 64,
			 FIELDS({ "i_mode", t.u16 }, { "i_count", t.s32, 32 },
				{ "i_sb", ptr(sb), 64 },
				{ "i_name", make_array(&kernel, t.ch, 16), 128 },
				{ "i_list", t.list, 256 },
				{ "i_gone", ptr(gone), 384 }));
	t.dentry = record("dentry", 24,
			  FIELDS({ "flags", t.u32 }, { "d_text", t.text, 64 },
				 { "d_inode", ptr(t.inode), 128 }));
}

static u32 inner_union(void)
{
	u32 halves = record("", 8, FIELDS({ "f_low", t.u32 }, { "f_high", t.s32, 32 }));

	return make_struct(&kernel, BTF_KIND_UNION, "", 8,
			   FIELDS({ "f_count", t.s64 }, { "", halves }));
}

/* Bits 384 to 447 are bitfields; f_span crosses from one int to the next. */
static void add_file(void)
{
	u32 path = record("path", 16, FIELDS({ "mnt", t.voidp }, { "dentry", ptr(t.dentry), 64 }));
	u32 call = make_proto(&kernel, t.s32, FIELDS({ "", t.s32 }));
	u32 mode = type_def("fmode_t", t.u32);

	t.file = record("file", 224,
			FIELDS({ "f_lock", t.u64 }, { "f_mode", mode, 64 },
			       { "", inner_union(), 128 }, { "f_path", path, 192 },
			       { "f_inode", ptr(t.inode), 320 },
			       { "f_bit", t.u32, 384, 3 }, { "f_sbit", t.s32, 387, 5 },
			       { "f_span", t.u32, 414, 4 }, { "f_long", t.u64, 418, 30 },
			       { "f_name", make_array(&kernel, t.ch, 8), 512 },
			       { "f_text", ptr(t.ch), 576 }, { "f_call", ptr(call), 640 },
			       { "f_kind", make_enum(&kernel, BTF_KIND_ENUM, "kind", 4), 704 },
			       { "f_flag", t.boolean, 736 },
			       { "f_big", make_enum(&kernel, BTF_KIND_ENUM64, "big", 8), 768 },
			       { "f_real", t.real, 832 }, { "f_huge", t.huge, 896 },
			       { "f_ints", make_array(&kernel, t.s32, 4), 1024 },
			       { "f_argv", make_array(&kernel, ptr(t.ch), 4), 1152 },
			       { "f_char", t.ch, 1408 }));
	t.file = ptr(make_ref(&kernel, BTF_KIND_VOLATILE, "", t.file));
	type_def("file_t", t.file - 1);
}

static void add_task(void)
{
	u32 entity = record("entity", 24, FIELDS({ "weight", t.u64 },
						 { "group_node", t.list, 64 }));

	record("task_struct", 64,
	       FIELDS({ "state", t.u32 }, { "in_execve", t.u32, 33, 1 },
		      { "pid", t.s32, 64 }, { "se", entity, 128 },
		      { "comm", make_array(&kernel, t.ch, 16), 320 },
		      { "files", t.file, 448 }));
}

/* Bits of each kind of enum, one of a byte of each, and lists of texts */
static void add_kinds(void)
{
	u32 below = make_enum(&kernel, BTF_KIND_ENUM | SIGNED_ENUM, "below", 4);
	u32 mode = make_enum(&kernel, BTF_KIND_ENUM, "mode", 4);
	u32 narrow = make_enum(&kernel, BTF_KIND_ENUM, "narrow", 1);
	u32 cold = make_enum(&kernel, BTF_KIND_ENUM | SIGNED_ENUM, "cold", 1);

	t.kinds = record("kinds", 64,
			 FIELDS({ "k_mode", mode, 0, 2 }, { "k_below", below, 2, 3 },
				{ "k_narrow", narrow, 32 }, { "k_cold", cold, 40 },
				{ "k_whole", mode, 64 }, { "k_texts", t.texts, 128 },
				{ "k_any", make_array(&kernel, t.voidp, 2), 192 },
				{ "k_row", make_array(&kernel, t.uch, 16), 320 }));
	func("kinds", narrow,
	     FIELDS({ "kinds", ptr(t.kinds) }, { "narrow", narrow }, { "cold", cold },
		    { "texts", t.texts }));
}

static void add_values(void)
{
	t.one = record("one", 8, FIELDS({ "x", t.u64 }));
	t.two = record("two", 16, FIELDS({ "x", t.u64 }, { "y", t.u64, 64 }));
	t.big = record("big", 24, FIELDS({ "x", make_array(&kernel, t.u64, 3) }));
	t.packed = record("packed", 9, FIELDS({ "x", t.uch }, { "y", t.u64, 8 }));
	/* more than the kernel's stack has room for */
	t.huge_value = record("huge_value", 20000, NO_FIELDS);
}

static void add_many(void)
{
	static char names[NR_MANY][8];
	struct field params[NR_MANY + 1] = { };
	unsigned int i;

	for (i = 0; i < NR_MANY; i++) {
		sprintf(names[i], "p%u", i);
		params[i] = (struct field){ names[i], t.s32, 0, 0 };
	}
	func("too_many", 0, params);
	params[NR_MANY - 1].name = NULL;
	func("many", 0, params);
}

static void add_functions(void)
{
	u32 size = type_def("size_t", t.u64), loff = type_def("loff_t", t.s64);

	func("vfs_read", type_def("ssize_t", t.s64),
	     FIELDS({ "file", t.file }, { "buf", ptr(t.ch) }, { "count", size },
		    { "pos", ptr(loff) }));
	func("kfree", 0, FIELDS({ "object", t.voidp }));
	func("get_file", t.file, FIELDS({ "fd", t.u32 }));
	func("get_text", t.text, NO_FIELDS);
	func("print", t.s32, FIELDS({ "fmt", ptr(t.ch) }, { "", 0 }));
	func("unnamed", t.s32, FIELDS({ "", t.s32 }, { "file", t.file }, { "", t.ch }));
	func("v11", 0, FIELDS({ "a1", t.s32 }, { "rv", t.u16 }, { "s0", t.ch }));
	func("values", 0,
	     FIELDS({ "a", t.one }, { "b", t.two }, { "c", t.big }, { "d", t.s32 },
		    { "e", t.two }, { "f", t.s32 }, { "g", t.u16 }));
	func("wides", 0,
	     FIELDS({ "a", t.huge }, { "b", t.two }, { "c", t.s32 }, { "d", t.two },
		    { "e", t.u64 }, { "f", t.u64 }, { "g", t.huge }, { "h", t.u16 }));
	func("packed", t.packed, FIELDS({ "a", t.s32 }, { "b", t.packed }, { "c", t.s32 }));
	func("huge_value", 0, FIELDS({ "a", t.huge_value }, { "b", t.huge_value }));
	func("pair", 0,
	     FIELDS({ "p", record("pair", 16,
				  FIELDS({ "first", t.s32 }, { "second", t.s32, 32 },
					 { "low", t.u16, 64, 3 }, { "high", t.s32, 67, 5 },
					 { "half", t.u16, 80 }, { "last", t.boolean, 96 })) },
		    { "nums", ptr(t.u16) },
		    { "dents", ptr(t.dentry) }, { "flags", ptr(t.boolean) }));
	func("big_result", t.big, FIELDS({ "a", t.s32 }));
	func("two_result", t.two, FIELDS({ "a", t.s32 }));
	func("twice", 0, FIELDS({ "x", t.s32 }, { "y", t.s32 }, { "x", t.s32 }));
	func("reserved", 0, FIELDS({ "common_pid", t.s32 }));
	func("long_name", 0, FIELDS({ A33, t.s32 }));
	func("prctl", t.s32, FIELDS({ "x", t.s32 }, { "arg3", t.s32 }));
	func("inlined.part.0", 0, FIELDS({ "part", t.s32 }));
	func("inlined", 0, FIELDS({ "whole", t.s32 }));
}

static void add_variables(void)
{
	u32 cpu = make_var(&kernel, "this_cpu", t.u64);

	make_section(&kernel, ".data..percpu",
		     FIELDS({ "current_file", make_var(&kernel, "current_file", t.file), 8192 },
			    { "this_cpu", cpu, 0 }, { "no variable", t.s32, 16 }));
}

static void make_module(void)
{
	u32 u64 = t.u64, local;

	make_start(&module, &kernel);
	make_struct(&module, BTF_KIND_STRUCT, "super_block", 8, FIELDS({ "s_flags", u64 }));
	local = make_struct(&module, BTF_KIND_STRUCT, "local", 16,
			    FIELDS({ "l_count", t.s32 }, { "l_file", t.file, 64 }));
	make_func(&module, "mod_func", t.s32,
		  FIELDS({ "file", t.file },
			 { "local", make_ref(&module, BTF_KIND_PTR, "", local) }));
}

void world_known(void)
{
	types_are(of_kernel, of_module);
}

/* The index is made after some look-ups. That is no allocation of whoever is tested. */
static void make_index(const struct kpe_btf *btf)
{
	unsigned int i;

	for (i = 0; i < 20; i++)
		kpe_btf_find(btf, "nothing", 7, KPE_BTF_STRUCT);
}

void world_open(void)
{
	make_start(&kernel, NULL);
	add_numbers();
	add_inode();
	add_file();
	add_task();
	add_kinds();
	add_values();
	add_functions();
	add_many();
	add_variables();
	make_module();
	of_kernel = make_open(&kernel, NULL);
	of_module = make_open(&module, of_kernel);
	make_index(of_kernel);
	make_index(of_module);
	world_known();
}

void unit_begin(void)
{
	world_open();
}

void unit_end(void)
{
	types_are(NULL, NULL);
	kpe_btf_close(of_module);
	kpe_btf_close(of_kernel);
}
