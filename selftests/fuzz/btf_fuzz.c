// SPDX-License-Identifier: GPL-2.0
/*
 * btf_fuzz - any bytes as a BTF
 *
 * The first byte says whether they go on from the types of resolve_world. Then all
 * is asked of them, and lines are resolved that name what may be in them.
 */
#include <stdlib.h>

#include <linux/ctype.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_make.h"
#include "export_unit.h"
#include "fuzz.h"
#include "resolve_world.h"
#include "types/btf.h"
#include "types_unit.h"
#include "unit.h"

#define MAX_DEPTH	4	/* from a name, type by type */
#define MAX_PARAMS	12	/* asked for; each takes as long as all before it */
#define MAX_MEMBERS	8	/* names that are tried */

/* Of what resolve_world has, and the seeds */
static const char * const names[] = {
	"vfs_read", "kfree", "values", "prctl", "mod_func", "f", "file", "inode", "dentry",
	"task_struct", "list_head", "local", "kind", "f_path", "f_low", "f_bit", "f_span", "f_text",
	"f_ints", "f_argv", "i_list", "next", "d_inode", "se", "comm", "l_file", "x", "y", "a",
	"this_cpu", "current_file", ".data..percpu", "s", "t", "super_block",
};

/* "FUNCTION LINE" */
static const char * const lines[][2] = {
	{ "vfs_read", "p vfs_read $arg*" },
	{ "vfs_read", "r vfs_read $arg* $retval" },
	{ "vfs_read", "p vfs_read file->f_path.dentry->d_inode->i_list.next" },
	{ "vfs_read", "p vfs_read file->f_low file->f_bit file->f_span file->f_text:string" },
	{ "vfs_read", "p vfs_read file->f_ints[2] n=file->f_argv:string[2] file:%pD" },
	{ "vfs_read", "p vfs_read (file,f_inode)pos->i_mode *pos buf" },
	{ "values", "p values $arg* x=a.x" },
	{ "get_file", "r get_file $retval->f_inode->i_sb->s_flags" },
	{ "kfree", "p kfree (file)object->f_mode (task_struct,se.group_node)object->pid" },
	{ "kfree", "p kfree $current->comm:string @current_file this_cpu_read(@this_cpu)" },
	{ "f", "p f $arg* x->a x->s.a" },
};

/* -------------------------------------------------------------------- seeds */

static void write_seed(const char *dir, u8 on_base, const void *data, size_t size)
{
	u8 *copy = malloc(size + 1);

	*copy = on_base;
	memcpy(copy + 1, data, size);
	fuzz_write_seed(dir, copy, size + 1);
	free(copy);
}

static void write_made(const char *dir, const struct maker *m)
{
	size_t size;
	void *data = make_bytes(m, &size);

	write_seed(dir, 0, data, size);
	kfree(data);
}

static void write_small(const char *dir)
{
	static struct maker m;
	u32 number, record, pointer;

	make_start(&m, NULL);
	number = make_int(&m, "int", 4, BTF_INT_SIGNED);
	write_made(dir, &m);
	record = make_struct(&m, BTF_KIND_STRUCT, "s", 8,
			     FIELDS({ "a", number, 0, 3 }, { "x", number, 32, 0 }));
	pointer = make_ref(&m, BTF_KIND_PTR, "", record);
	make_func(&m, "f", number, FIELDS({ "x", pointer }, { "y", record }));
	write_made(dir, &m);
	make_ref(&m, BTF_KIND_TYPEDEF, "t", make_ref(&m, BTF_KIND_CONST, "", pointer));
	make_array(&m, record, 4);
	make_enum(&m, BTF_KIND_ENUM64, "kind", 8);
	make_section(&m, ".data..percpu",
		     FIELDS({ "this_cpu", make_var(&m, "this_cpu", number), 8 }));
	write_made(dir, &m);
}

/* A kind of later, between others, without and with the size of its records */
static void write_unknown(const char *dir)
{
	static struct maker m;
	u32 number, record;

	make_start(&m, NULL);
	number = make_int(&m, "int", 4, BTF_INT_SIGNED);
	make_unknown(&m, 30);
	record = make_struct(&m, BTF_KIND_STRUCT, "s", 8, FIELDS({ "x", number, 32, 0 }));
	make_func(&m, "f", number, FIELDS({ "x", make_ref(&m, BTF_KIND_PTR, "", record) }));
	write_made(dir, &m);
	make_layout(&m, 30);
	write_made(dir, &m);
}

static void write_seeds(const char *dir)
{
	size_t size;
	void *data;

	write_small(dir);
	write_unknown(dir);
	data = world_bytes(false, &size);
	write_seed(dir, 0, data, size);
	kfree(data);
	data = world_bytes(true, &size);
	write_seed(dir, 1, data, size);
	kfree(data);
}

/* ------------------------------------------------------------------ fuzzing */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *dir = fuzz_seeds_dir(*argc, *argv);

	world_open();
	if (dir) {
		write_seeds(dir);
		exit(0);
	}
	return 0;
}

/* What a word may be: an id, a length, an offset, kinds with a count, or damaged */
static u32 other_word(u32 word, unsigned int seed, u32 strings_len)
{
	switch (seed % 5) {
	case 0:
		return strings_len + seed / 5 % 3 - 1;
	case 1:
		return seed / 5 % 64;
	case 2:
		return (seed / 5 % 20) << 24 | seed / 100 % 8;
	case 3:
		return word ^ 1U << seed / 5 % 32;
	default:
		return word + seed / 5 % 9 - 4;
	}
}

/* One word of the types, or whatever libFuzzer likes */
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, unsigned int seed)
{
	struct btf_header hdr;
	size_t words, at;
	u32 word;

	if (seed % 3 == 0 || size < 1 + sizeof(hdr))
		return LLVMFuzzerMutate(data, size, max);
	seed /= 3;
	memcpy(&hdr, data + 1, sizeof(hdr));
	words = (size - 1 - sizeof(hdr)) / sizeof(word);
	words = min_t(size_t, words, hdr.type_len / sizeof(word));
	if (!words)
		return LLVMFuzzerMutate(data, size, max);
	at = 1 + sizeof(hdr) + seed % words * sizeof(word);
	memcpy(&word, data + at, sizeof(word));
	word = other_word(word, seed / words, hdr.str_len);
	memcpy(data + at, &word, sizeof(word));
	return size;
}

/* A parameter that is called as an exported word would win over it: see export.c */
static bool has_name_of_word(const u8 *data, size_t size)
{
	for (; size >= 4; data++, size--) {
		if (*data == 'a' && isdigit(data[1]) && isdigit(data[2]) && isdigit(data[3]))
			return true;
	}
	return false;
}

/* A few of them; which, the bytes decide. */
static void resolve_lines(const char *module, u64 hash, bool exported)
{
	unsigned int i;

	for (i = hash % 4; i < ARRAY_SIZE(lines); i += 4) {
		const struct kpe_function_info info = {
			.at_entry = true, .module = module,
			.function = { lines[i][0] },
		};
		const char *text = lines[i][1];
		struct parsed r = parse_at(text, strlen(text), &info);

		check_promises(text, strlen(text), &r);
		if (r.line) {
			fuzz_count("lines resolved");
			if (exported)
				check_exported(&r, &info);
		}
		parsed_free(&r);
	}
}

/**
 * struct asked - what was asked of a BTF
 * @btf: it
 * @names: of functions, types, members and variables; any of them may be unknown
 * @nr_names: how many
 * @questions: so far
 */
struct asked {
	const struct kpe_btf *btf;
	const char * const *names;
	unsigned int nr_names;
	unsigned long questions;
};

static void ask_type(struct asked *a, struct kpe_tref type, unsigned int depth);

static void ask_members(struct asked *a, struct kpe_tref type, unsigned int depth)
{
	unsigned int i, nr = min_t(unsigned int, a->nr_names, MAX_MEMBERS);
	struct kpe_member m;

	for (i = 0; i < nr; i++) {
		const char *name = a->names[(i + a->questions) % a->nr_names];

		if (kpe_btf_member(type, name, strlen(name), &m))
			ask_type(a, m.type, depth - 1);
	}
}

/* It fits the room that a record has for a value. */
static void check_shown(const struct kpe_type *shown)
{
	if ((shown->size != 1 && shown->size != 2 && shown->size != 4 &&
	     shown->size != 8) || shown->count ||
	    (shown->kind != KPE_HEX && shown->kind != KPE_UNSIGNED && shown->kind != KPE_SIGNED))
		unit_fail("shown as %u, %u bytes", shown->kind, shown->size);
}

static void ask_type(struct asked *a, struct kpe_tref type, unsigned int depth)
{
	const char *forward = kpe_btf_is_struct(type) ? NULL : kpe_btf_struct_name(type);
	struct kpe_type shown;

	a->questions++;
	kpe_btf_shown_as(type, &shown);
	check_shown(&shown);
	if (kpe_btf_is_char(type) + kpe_btf_is_struct(type) + kpe_btf_is_void(type) + !!forward > 1)
		unit_fail("type %u is several things", type.id);
	if (kpe_btf_is_address(type) && kpe_btf_is_struct(type))
		unit_fail("structure %u is an address", type.id);
	if (kpe_btf_is_text(type) && kpe_btf_is_text(kpe_btf_pointee(type)))
		unit_fail("type %u points to characters and to pointers", type.id);
	if (kpe_btf_is_signed(type) && kpe_btf_is_struct(type))
		unit_fail("structure %u has a sign", type.id);
	if (forward)
		a->questions += strlen(forward);
	if (!type.btf || !depth)
		return;
	ask_type(a, kpe_btf_pointee(type), depth - 1);
	ask_type(a, kpe_btf_element(type), depth - 1);
	if (kpe_btf_is_struct(type))
		ask_members(a, type, depth);
}

static void ask_function(struct asked *a, struct kpe_tref func)
{
	unsigned int n = kpe_btf_nr_params(func), i;
	struct kpe_param param;

	for (i = 0; i < MAX_PARAMS; i++) {
		bool there = kpe_btf_param(func, i, &param);

		if (!there && i < n)
			unit_fail("no parameter %u of %u", i, n);
		if (!there)
			break;
		if (i >= n)
			unit_fail("parameter %u of %u", i, n);
		a->questions += strlen(param.name);
		ask_type(a, param.type, MAX_DEPTH);
	}
	if (kpe_btf_param(func, n, &param))
		unit_fail("parameter %u of %u", n, n);
	ask_type(a, kpe_btf_returns(func), MAX_DEPTH);
}

static void ask_name(struct asked *a, const char *name)
{
	struct kpe_tref type;
	unsigned int kind;
	u32 offset;

	for (kind = 1; kind <= KPE_BTF_SECTION; kind <<= 1) {
		type = kpe_btf_find(a->btf, name, strlen(name), kind);
		if (!type.btf)
			continue;
		ask_function(a, type);
		ask_type(a, type, MAX_DEPTH);
	}
	ask_type(a, kpe_btf_struct(a->btf, name), MAX_DEPTH);
	kpe_btf_var_offset(a->btf, ".data..percpu", name, &offset);
}

/* Fails if an answer is none that btf.h allows, whatever the bytes are. */
static void ask_all(struct asked *a)
{
	unsigned int i;

	for (i = 0; i < a->nr_names; i++)
		ask_name(a, a->names[i]);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	struct asked asked = { .names = names, .nr_names = ARRAY_SIZE(names) };
	long before = unit_allocations();
	bool on_base = size && (*data & 1);
	struct kpe_btf *btf;

	if (!size)
		return 0;
	world_known();
	btf = kpe_btf_open(kmemdup(data + 1, size - 1, GFP_KERNEL), size - 1,
			   on_base ? kpe_types_of("") : NULL);
	if (btf) {
		fuzz_count("taken for a BTF");
		asked.btf = btf;
		ask_all(&asked);
		types_are(on_base ? kpe_types_of("") : btf, on_base ? btf : NULL);
		resolve_lines(on_base ? UNIT_MODULE : "", fuzz_hash(data, size),
			      !has_name_of_word(data, size));
		kpe_btf_close(btf);
	}
	if (unit_allocations() != before)
		unit_fail("%ld allocations left over", unit_allocations() - before);
	return 0;
}
