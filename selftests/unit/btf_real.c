// SPDX-License-Identifier: GPL-2.0
/*
 * btf_real FILE... - all functions and structures that the BTFs of real
 * kernels know, against a second reader of the same bytes
 *
 * A file is what the kernel shows as /sys/kernel/btf/vmlinux.
 */
#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_model.h"
#include "definition_unit.h"
#include "export_unit.h"
#include "types/program.h"
#include "types_unit.h"
#include "unit.h"

#define MAX_MEMBERS	4096

/**
 * struct btf_file - a BTF of a kernel
 * @name: of the file
 * @data: its bytes
 * @size: how many
 */
struct btf_file {
	const char *name;
	u8 *data;
	size_t size;
};

/**
 * struct real - a BTF in both readers
 * @file: where it is from
 * @m: second reader's
 * @btf: as the module sees it
 * @funcs: ids of functions, by name, each name once
 * @nr_funcs: how many
 * @results: lines by the error that they got
 */
struct real {
	const struct btf_file *file;
	struct model m;
	struct kpe_btf *btf;
	u32 *funcs;
	u32 nr_funcs;
	unsigned long results[KPE_NR_ERRS];
};

static struct btf_file *files;

static void load(struct btf_file *file, const char *name)
{
	FILE *f = fopen(name, "rb");
	const char *slash = strrchr(name, '/');

	if (!f)
		err(1, "%s", name);
	file->name = slash ? slash + 1 : name;
	do {
		file->data = realloc(file->data, file->size + 65536);
		if (!file->data)
			abort();
		file->size += fread(file->data + file->size, 1, 65536, f);
	} while (!feof(f) && !ferror(f));
	fclose(f);
}

static const char *name_of(const struct real *real, u32 id)
{
	return model_name(&real->m, real->m.at[id]->name_off);
}

static const struct real *sorted;

static int by_name(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;

	return strcmp(name_of(sorted, x), name_of(sorted, y)) ?:
	       (x < y ? -1 : x > y);
}

static bool is_function(const struct btf_type *t)
{
	return BTF_INFO_KIND(t->info) == BTF_KIND_FUNC;
}

static bool is_record(const struct btf_type *t)
{
	return BTF_INFO_KIND(t->info) == BTF_KIND_STRUCT ||
	       BTF_INFO_KIND(t->info) == BTF_KIND_UNION;
}

/* Of several of one name the first is the one that is found. */
static u32 *list(const struct real *real, u32 *nr, bool (*is_wanted)(const struct btf_type *t))
{
	u32 *ids = calloc(real->m.nr, sizeof(*ids));
	u32 id, n = 0, i;

	for (id = 1; id <= real->m.nr; id++) {
		if (is_wanted(real->m.at[id]) && *name_of(real, id))
			ids[n++] = id;
	}
	sorted = real;
	qsort(ids, n, sizeof(*ids), by_name);
	for (i = 0, *nr = 0; i < n; i++) {
		if (!*nr || strcmp(name_of(real, ids[i]), name_of(real, ids[*nr - 1])))
			ids[(*nr)++] = ids[i];
	}
	return ids;
}

static bool real_open(struct real *real, const struct btf_file *file)
{
	*real = (struct real){ .file = file };
	model_open(&real->m, file->data, file->size);
	real->funcs = list(real, &real->nr_funcs, is_function);
	real->btf = kpe_btf_open(kmemdup(file->data, file->size, GFP_KERNEL), file->size, NULL);
	types_are(real->btf, NULL);
	if (!real->btf)
		unit_fail("%s: cannot be opened", file->name);
	return real->btf;
}

static void real_close(struct real *real)
{
	unsigned int code;

	printf("# %s: %u functions; lines:", real->file->name, real->nr_funcs);
	for (code = 0; code < KPE_NR_ERRS; code++) {
		if (real->results[code])
			printf(" %lu %s", real->results[code], code ? error_name(code) : "good");
	}
	putchar('\n');
	types_are(NULL, NULL);
	kpe_btf_close(real->btf);
	free(real->funcs);
	model_close(&real->m);
}

static bool same_type(const struct kpe_type *a, const struct kpe_type *b)
{
	return a->kind == b->kind && a->size == b->size && a->bit_width == b->bit_width &&
	       a->bit_offset == b->bit_offset && a->count == b->count;
}

/* Parse, resolve and compile @text at the entry of @func. */
static struct parsed take(struct real *real, const char *text, u32 func)
{
	const struct kpe_function_info info = {
		.at_entry = true, .module = "",
		.function = { name_of(real, func) },
	};
	struct parsed r = parse_at(text, strlen(text), &info);
	struct kpe_args *args;

	if (r.line) {
		args = kpe_definition_resolve(r.line, &info, &r.e);
		kpe_program_free(kpe_program_compile(&args, 24, &r.e));
		kpe_args_free(args);
		if (!check_exported(&r, &info))
			unit_fail("%s of %s: cannot be exported", text, name_of(real, func));
	}
	real->results[r.e.code]++;
	return r;
}

/* Of arguments, and one more */
struct names {
	char of[KPE_MAX_ARGS + 1][KPE_MAX_ARG_NAME + 8];
};

/* Names as "$arg* $retval" has them: how many */
static unsigned int name_args(const struct real *real, u32 func, struct names *names)
{
	unsigned int i, n;
	const struct btf_param *params = model_params(&real->m, func, &n);

	for (i = 0; i < n; i++) {
		const char *name = model_name(&real->m, params[i].name_off);

		if (*name && strlen(name) <= KPE_MAX_ARG_NAME)
			strcpy(names->of[i], name);
		else
			sprintf(names->of[i], "arg%u", i + 1);
	}
	sprintf(names->of[n], "arg%u", n + 1);
	return n;
}

static bool is_unique(const struct names *names, unsigned int n)
{
	unsigned int i, j;

	for (i = 0; i < n; i++) {
		for (j = 0; j < i; j++) {
			if (!strcmp(names->of[i], names->of[j]))
				return false;
		}
	}
	return true;
}

/* Why not? A parameter may have the name that the result would get. */
static enum kpe_err expected(const struct real *real, u32 func, bool is_return, struct names *names)
{
	unsigned int n = name_args(real, func, names);

	if (!is_unique(names, n))
		return KPE_ERR_USED_ARG_NAME;
	if (is_return && !is_unique(names, n + 1))
		return KPE_ERR_USED_ARG_NAME;
	return KPE_ERR_NONE;
}

static void check_param(struct real *real, const struct parsed *r,
			unsigned int i, const char *name, unsigned int word,
			u32 type)
{
	const struct kpe_arg *arg = &r->args->args[i];
	struct kpe_type want = model_type(&real->m, type);

	if (strcmp(arg->name, name) || arg->nr_ops != 1 ||
	    arg->ops[0].code != KPE_OP_ARG || arg->ops[0].index != word ||
	    !same_type(&arg->type, &want))
		unit_fail("%s: %s is word %u, not %s, word %u", r->line->text,
			  arg->name, arg->ops[0].index, name, word);
}

static void check_params(struct real *real, const struct parsed *r, u32 func, struct names *names)
{
	unsigned int words[KPE_MAX_ARGS], i, n;
	const struct btf_param *params = model_params(&real->m, func, &n);

	if (r->args->nr_args < n)
		return unit_fail("%s: %u arguments of %u", r->line->text, r->args->nr_args, n);
	model_words(&real->m, func, words);
	for (i = 0; i < n; i++)
		check_param(real, r, i, names->of[i], words[i], params[i].type);
}

static void check_retval(struct real *real, const struct parsed *r, u32 func)
{
	struct kpe_type want = model_type(&real->m, model_returns(&real->m, func));
	const struct kpe_arg *arg = &r->args->args[r->args->nr_args - 1];

	if (arg->nr_ops != 1 || arg->ops[0].code != KPE_OP_RETVAL || !same_type(&arg->type, &want))
		unit_fail("%s: type of the result", r->line->text);
}

static void check_function(struct real *real, u32 func, bool is_return)
{
	static struct names names;
	enum kpe_err want = expected(real, func, is_return, &names);
	char text[600];
	struct parsed r;

	snprintf(text, sizeof(text), "%c f $arg*%s", is_return ? 'r' : 'p',
		 is_return ? " $retval" : "");
	r = take(real, text, func);
	if (r.e.code != want)
		unit_fail("%s of %s: %s, not %s", text, name_of(real, func),
			  error_name(r.e.code), error_name(want));
	if (r.line) {
		check_params(real, &r, func, &names);
		if (is_return)
			check_retval(real, &r, func);
	}
	parsed_free(&r);
}

static void test_functions(void)
{
	static unsigned int turn;
	struct real real;
	u32 i;

	if (real_open(&real, &files[turn++])) {
		for (i = 0; i < real.nr_funcs; i++) {
			check_function(&real, real.funcs[i], false);
			check_function(&real, real.funcs[i], true);
		}
	}
	real_close(&real);
}

/* Where the bits are, whichever container was chosen */
static bool same_bits(const struct kpe_arg *arg, const struct model_member *member, bool has_sign)
{
	u64 bit = (u64)arg->ops[1].offset * 8 + arg->type.bit_offset;

	return bit == member->bit && arg->type.bit_width == member->width &&
	       arg->type.kind == (has_sign ? KPE_SIGNED_BITFIELD : KPE_BITFIELD) &&
	       !arg->type.count;
}

static void check_member(struct real *real, const char *text, const struct kpe_arg *arg,
			 const struct model_member *member)
{
	struct kpe_type want = model_type(&real->m, member->type);
	bool ok = arg->nr_ops == 2 && arg->ops[1].code == KPE_OP_DEREF;

	if (member->width)
		ok = ok && same_bits(arg, member, model_sign(&real->m, member->type));
	else
		ok = ok && (u64)arg->ops[1].offset == member->bit / 8 &&
		     same_type(&arg->type, &want);
	if (!ok)
		unit_fail("%s: another place or type", text);
}

/* Is there one of that name before? Then that is the one that is found. */
static bool is_hidden(const struct model_member *members, unsigned int i)
{
	const char *name = members[i].name;

	while (i--) {
		if (!strcmp(members[i].name, name))
			return true;
	}
	return false;
}

static void check_members(struct real *real, u32 func, const char *param, u32 type)
{
	static struct model_member members[MAX_MEMBERS];
	unsigned int i, n;
	struct parsed r;
	char text[600];

	n = model_members(&real->m, type, members, MAX_MEMBERS);
	for (i = 0; i < n; i++) {
		if (is_hidden(members, i))
			continue;
		snprintf(text, sizeof(text), "p f %s->%s", param, members[i].name);
		r = take(real, text, func);
		if (r.line)
			check_member(real, text, &r.args->args[0], &members[i]);
		else
			unit_fail("%s of %s: %s", text, name_of(real, func), error_name(r.e.code));
		parsed_free(&r);
	}
}

/* The structure that a parameter with a name points to, or 0 */
static u32 pointed_to(const struct model *m, const struct btf_param *param)
{
	u32 id = param->type;
	unsigned int kind;

	if (model_kind(m, &id) != BTF_KIND_PTR || !*model_name(m, param->name_off))
		return 0;
	id = m->at[id]->type;
	kind = model_kind(m, &id);
	return kind == BTF_KIND_STRUCT || kind == BTF_KIND_UNION ? id : 0;
}

/* Each structure once, through the first parameter that points to it */
static void test_members(void)
{
	static unsigned int turn;
	struct real real;
	bool *seen;
	u32 i;

	if (real_open(&real, &files[turn++])) {
		seen = calloc(real.m.nr + 1, sizeof(*seen));
		for (i = 0; i < real.nr_funcs; i++) {
			unsigned int j, n;
			const struct btf_param *params = model_params(&real.m, real.funcs[i], &n);

			for (j = 0; j < n; j++) {
				u32 type = pointed_to(&real.m, &params[j]);

				if (!type || seen[type])
					continue;
				seen[type] = true;
				check_members(&real, real.funcs[i],
					      model_name(&real.m, params[j].name_off),
					      type);
			}
		}
		free(seen);
	}
	real_close(&real);
}

/* container_of() the member, and back to it */
static void check_container(struct real *real, const char *record,
			    const struct model_member *member)
{
	struct model_member here = *member;
	struct parsed r;
	char text[600];

	snprintf(text, sizeof(text), "p f (%s,%s)%%di->%s", record, member->name, member->name);
	r = take(real, text, real->funcs[0]);
	here.bit = 0;
	if (member->bit % 8) {
		if (r.e.code != KPE_ERR_TYPECAST_NOT_ALIGNED)
			unit_fail("%s: %s", text, error_name(r.e.code));
	} else if (!r.line) {
		unit_fail("%s: %s", text, error_name(r.e.code));
	} else {
		check_member(real, text, &r.args->args[0], &here);
	}
	parsed_free(&r);
}

static void check_record(struct real *real, u32 id)
{
	static struct model_member members[MAX_MEMBERS];
	const char *record = name_of(real, id);
	unsigned int i, n;
	struct parsed r;
	char text[600];

	n = model_members(&real->m, id, members, MAX_MEMBERS);
	for (i = 0; i < n; i++) {
		if (is_hidden(members, i))
			continue;
		snprintf(text, sizeof(text), "p f (%s)%%di->%s", record, members[i].name);
		r = take(real, text, real->funcs[0]);
		if (r.line)
			check_member(real, text, &r.args->args[0], &members[i]);
		else
			unit_fail("%s: %s", text, error_name(r.e.code));
		parsed_free(&r);
		check_container(real, record, &members[i]);
	}
}

static void test_casts(void)
{
	static unsigned int turn;
	struct real real;
	u32 i, n, *ids;

	if (real_open(&real, &files[turn++])) {
		ids = list(&real, &n, is_record);
		for (i = 0; i < n; i++)
			check_record(&real, ids[i]);
		printf("# %s: %u structures and unions\n", real.file->name, n);
		free(ids);
	}
	real_close(&real);
}

static void check_section(struct real *real, u32 id)
{
	const struct btf_type *t = real->m.at[id];
	const struct btf_var_secinfo *var = (const void *)(t + 1);
	const struct btf_var_secinfo *end = var + BTF_INFO_VLEN(t->info);
	const char *section = name_of(real, id);
	u32 offset;

	printf("# %s: %td variables in %s\n", real->file->name, end - var, section);
	for (; var < end; var++) {
		const char *name = name_of(real, var->type);

		if (!kpe_btf_var_offset(real->btf, section, name, &offset))
			unit_fail("%s is not in %s", name, section);
		else if (offset != var->offset)
			unit_fail("%s at %u, not %u", name, offset, var->offset);
	}
}

/* The kernel's are the per-CPU variables. */
static void test_variables(void)
{
	static unsigned int turn;
	struct real real;
	u32 id;

	if (real_open(&real, &files[turn++])) {
		for (id = 1; id <= real.m.nr; id++) {
			if (BTF_INFO_KIND(real.m.at[id]->info) == BTF_KIND_DATASEC)
				check_section(&real, id);
		}
	}
	real_close(&real);
}

#define CASES 4		/* for each file */

static void add_cases(struct unit_case *to, const char *name)
{
	static const struct unit_case cases[CASES] = {
		{ "parameters and results", test_functions },
		{ "members of parameters", test_members },
		{ "members of all structures", test_casts },
		{ "variables of sections", test_variables },
	};
	unsigned int i;
	char *text;

	for (i = 0; i < CASES; i++) {
		if (asprintf(&text, "%s: %s", name, cases[i].name) < 0)
			abort();
		to[i] = (struct unit_case){ text, cases[i].run };
	}
}

int main(int argc, char **argv)
{
	struct unit_case *cases = calloc(CASES * argc, sizeof(*cases));
	unsigned int i, nr_files = argc - 1;
	int status;

	if (!nr_files)
		errx(1, "usage: btf_real FILE...");
	files = calloc(nr_files, sizeof(*files));
	for (i = 0; i < nr_files; i++) {
		load(&files[i], argv[i + 1]);
		add_cases(&cases[CASES * i], files[i].name);
	}
	status = unit_main(cases, CASES * nr_files);
	for (i = 0; i < CASES * nr_files; i++)
		free((char *)cases[i].name);
	for (i = 0; i < nr_files; i++)
		free(files[i].data);
	free(files);
	free(cases);
	return status;
}
