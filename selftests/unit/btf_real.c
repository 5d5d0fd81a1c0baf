// SPDX-License-Identifier: GPL-2.0
/*
 * btf_real FILE... - all functions and members that the BTFs of real kernels know
 *
 * A file is what the kernel shows as /sys/kernel/btf/vmlinux. That a line means what it should is
 * for btf_test and resolve_test; here each is taken, a member is where its record has it, and what
 * is exported means the same where no types are known.
 */
#include <err.h>
#include <stdlib.h>

#include <linux/btf.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition_unit.h"
#include "export_unit.h"
#include "types/program.h"
#include "types_unit.h"
#include "unit.h"

/**
 * struct real - a BTF of a kernel
 * @data: its bytes
 * @size: how many
 * @strings: where they begin
 * @btf: as the module sees it
 * @functions: looked at
 * @members: likewise
 */
static struct real {
	u8 *data;
	size_t size;
	const char *strings;
	struct kpe_btf *btf;
	unsigned int functions, members;
} real;

static void load(const char *name)
{
	FILE *f = fopen(name, "rb");

	if (!f)
		err(1, "%s", name);
	real = (struct real){ };
	do {
		real.data = realloc(real.data, real.size + 65536);
		if (!real.data)
			abort();
		real.size += fread(real.data + real.size, 1, 65536, f);
	} while (!feof(f) && !ferror(f));
	fclose(f);
}

/* Parse, resolve and compile @text at the entry of @func. */
static struct parsed take(const char *text, const char *func)
{
	const struct kpe_function_info info = {
		.at_entry = true, .module = "", .function = { func },
	};
	struct parsed r = parse_at(text, strlen(text), &info);
	struct kpe_args *args;

	if (r.line) {
		args = kpe_definition_resolve(r.line, &info, &r.e);
		kpe_program_free(kpe_program_compile(&args, 24, &r.e));
		kpe_args_free(args);
		if (!check_exported(&r, &info))
			unit_fail("%s of %s: cannot be exported", text, func);
	}
	return r;
}

/* A parameter may have the name that another one, or the result, would get. */
static void check_function(const char *name, unsigned int params)
{
	struct parsed r = take("r f $arg* $retval", name);

	real.functions++;
	if (r.e.code != KPE_ERR_NONE && r.e.code != KPE_ERR_USED_ARG_NAME)
		unit_fail("%s: %s", name, error_name(r.e.code));
	if (r.line && r.args->nr_args != params + 1)
		unit_fail("%s: %u arguments", name, r.args->nr_args);
	parsed_free(&r);
}

/* Of several records of one name the first is the one that is found. */
static bool is_found(u32 id, const char *name)
{
	return kpe_btf_find(real.btf, name, strlen(name), KPE_BTF_STRUCT).id == id;
}

static bool is_hidden(const struct btf_member *members, unsigned int i)
{
	const char *name = real.strings + members[i].name_off;
	unsigned int j;

	for (j = 0; j < i; j++) {
		/* what has no name may have one of that name */
		if (!members[j].name_off || !strcmp(real.strings + members[j].name_off, name))
			return true;
	}
	return !*name;
}

static void check_member(const char *record, const char *name, u32 bit, unsigned int width)
{
	char *text = format("p f (%s)%%di->%s", record, name);
	struct parsed r = take(text, "");
	const struct kpe_arg *arg;

	real.members++;
	if (r.line) {
		arg = r.args->args;
		if (arg->nr_ops != 2 || arg->type.bit_width != width ||
		    (u64)arg->ops[1].offset * 8 + arg->type.bit_offset != bit)
			unit_fail("%s: at another place", text);
	} else {
		unit_fail("%s: %s", text, error_name(r.e.code));
	}
	parsed_free(&r);
	free(text);
}

static void check_record(u32 id, const struct btf_type *t)
{
	const struct btf_member *members = (const void *)(t + 1);
	const char *record = real.strings + t->name_off;
	unsigned int i;

	for (i = 0; i < BTF_INFO_VLEN(t->info) && is_found(id, record); i++) {
		u32 bit = members[i].offset, width = 0;

		if (is_hidden(members, i))
			continue;
		if (BTF_INFO_KFLAG(t->info)) {
			width = BTF_MEMBER_BITFIELD_SIZE(bit);
			bit = BTF_MEMBER_BIT_OFFSET(bit);
		}
		check_member(record, real.strings + members[i].name_off, bit, width);
	}
}

/* Words behind the head of a record: as many, and as many for each element */
static const struct btf_type *next(const struct btf_type *t)
{
	static const u8 fixed[] = {
		[BTF_KIND_INT] = 1, [BTF_KIND_ARRAY] = 3, [BTF_KIND_VAR] = 1,
		[BTF_KIND_DECL_TAG] = 1, [BTF_KIND_ENUM64] = 0,
	};
	static const u8 each[] = {
		[BTF_KIND_STRUCT] = 3, [BTF_KIND_UNION] = 3, [BTF_KIND_ENUM] = 2,
		[BTF_KIND_FUNC_PROTO] = 2, [BTF_KIND_DATASEC] = 3, [BTF_KIND_ENUM64] = 3,
	};
	unsigned int kind = BTF_INFO_KIND(t->info);

	return (const void *)((const u32 *)(t + 1) + fixed[kind] +
			      each[kind] * BTF_INFO_VLEN(t->info));
}

/* "..." is none. */
static unsigned int nr_params(const struct btf_type *proto)
{
	const struct btf_param *params = (const void *)(proto + 1);
	unsigned int n = BTF_INFO_VLEN(proto->info);

	return n && !params[n - 1].type ? n - 1 : n;
}

static void check_all(void)
{
	const struct btf_header *hdr = (const void *)real.data;
	const u8 *types = real.data + hdr->hdr_len + hdr->type_off;
	const struct btf_type *t = (const void *)types, **at;
	u32 id, nr = 0;

	real.strings = (const char *)real.data + hdr->hdr_len + hdr->str_off;
	at = calloc(hdr->type_len / sizeof(*t) + 1, sizeof(*at));
	for (; t < (const struct btf_type *)(types + hdr->type_len); t = next(t))
		at[++nr] = t;
	for (id = 1; id <= nr; id++) {
		const char *name = real.strings + at[id]->name_off;
		unsigned int kind = BTF_INFO_KIND(at[id]->info);

		if (kind == BTF_KIND_FUNC &&
		    kpe_btf_find(real.btf, name, strlen(name), KPE_BTF_FUNC).id == id)
			check_function(name, nr_params(at[at[id]->type]));
		if ((kind == BTF_KIND_STRUCT || kind == BTF_KIND_UNION) && *name)
			check_record(id, at[id]);
	}
	free(at);
}

static const char **files;

static void test_file(void)
{
	load(*files++);
	real.btf = kpe_btf_open(kmemdup(real.data, real.size, GFP_KERNEL), real.size, NULL);
	types_are(real.btf, NULL);
	if (real.btf)
		check_all();
	printf("# %u functions, %u members\n", real.functions, real.members);
	if (!real.functions || !real.members)
		unit_fail("nothing was compared");
	types_are(NULL, NULL);
	kpe_btf_close(real.btf);
	free(real.data);
}

int main(int argc, char **argv)
{
	struct unit_case *cases = calloc(argc, sizeof(*cases));
	int i, status;

	if (argc < 2)
		errx(1, "usage: btf_real FILE...");
	files = (const char **)argv + 1;
	for (i = 0; i < argc - 1; i++) {
		cases[i].name = basename(argv[i + 1]);
		cases[i].run = test_file;
	}
	status = unit_main(cases, argc - 1);
	free(cases);
	return status;
}
