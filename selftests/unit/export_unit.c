// SPDX-License-Identifier: GPL-2.0
/* export_unit - what export.c writes, read again */
#include <stdio.h>

#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/ptrace.h>
#include <linux/string.h>

#include "types/resolve.h"
#include "export_unit.h"
#include "kernel/symbols.h"
#include "types_unit.h"
#include "unit.h"

#define MAX_TEXT	16384	/* more than a line may have */

bool kpe_image_offset(unsigned long addr, unsigned long *offset)
{
	*offset = addr - IMAGE_START;
	return addr >= IMAGE_START && addr < IMAGE_END;
}

int export_line(const struct kpe_args *args, char *buf, size_t size)
{
	size_t len = snprintf(buf, size, "%c f", args->is_return ? 'r' : 'p');
	unsigned int i;
	int ret;

	for (i = 0; i < args->nr_args; i++) {
		buf[len++] = ' ';
		ret = kpe_arg_export(args, &args->args[i], buf + len, size - len);
		if (ret < 0)
			return ret;
		len += ret;
	}
	return len > KPE_MAX_LINE ? -E2BIG : 0;
}

/* The registers and words that are parameters, or the result, then */
static struct kpe_op in_register(bool leaving, const struct kpe_op *op)
{
	static const size_t params[] = {
		offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
		offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
		offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
	};
	struct kpe_op reg = { .code = KPE_OP_REG };

	if (op->code == KPE_OP_RETVAL) {
		reg.offset = offsetof(struct pt_regs, ax);
		return reg;
	}
	if (op->code != KPE_OP_ARG || leaving)
		return *op;
	if (op->index < ARRAY_SIZE(params)) {
		reg.offset = params[op->index];
		return reg;
	}
	reg.code = KPE_OP_STACK;
	reg.index = op->index - 5;
	return reg;
}

static struct kpe_op plain(bool leaving, const struct kpe_op *op)
{
	struct kpe_op same = in_register(leaving, op);
	u32 start;

	if (same.code == KPE_OP_SYM && same.percpu && same.scope.kind != KPE_IN_MODULE &&
	    kpe_percpu_offset(same.text, &start)) {
		same.offset += start;
		same.text = (char *)KPE_PERCPU_START;
		same.scope = (struct kpe_scope){ };
	}
	return same;
}

#define MAX_OPS 64

/*
 * The ops of an argument, but what is read at a fixed place in the image is found by
 * its distance, and what is a string at an address is one that is read. Return: how
 * many
 */
static unsigned int placed(bool leaving, const struct kpe_arg *arg, struct kpe_op *ops)
{
	unsigned int i, nr = arg->nr_ops;
	unsigned long offset, imm;

	for (i = 0; i < nr; i++)
		ops[i] = plain(leaving, &arg->ops[i]);
	imm = ops[0].imm;
	if (nr == 1 && ops[0].code == KPE_OP_IMM && (long)imm < 0 && arg->type.kind == KPE_STRING)
		ops[nr++] = (struct kpe_op){ .code = KPE_OP_DEREF };
	if (nr > 1 && ops[0].code == KPE_OP_IMM && ops[1].code == KPE_OP_DEREF &&
	    (nr == 2 || ops[2].code != KPE_OP_PERCPU) &&
	    kpe_image_offset(imm + ops[1].offset, &offset)) {
		ops[0] = (struct kpe_op){ .code = KPE_OP_SYM, .offset = offset,
					  .text = (char *)"_text" };
		ops[1].offset = 0;
	}
	if (nr > 1 && ops[0].code == KPE_OP_SYM && !ops[0].percpu &&
	    ops[1].code == KPE_OP_DEREF && (nr == 2 || ops[2].code != KPE_OP_PERCPU)) {
		ops[0].offset += ops[1].offset;
		ops[1].offset = 0;
	}
	return nr;
}

static bool same_name(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_op(const struct kpe_op *a, const struct kpe_op *b)
{
	/* Of a constant it says nothing. */
	bool percpu = a->code == KPE_OP_IMM || a->percpu == b->percpu;

	return a->code == b->code && percpu && a->index == b->index &&
	       a->offset == b->offset && a->imm == b->imm &&
	       same_name(a->text, b->text) && same_name(a->scope.name, b->scope.name);
}

static bool same_type(const struct kpe_type *x, const struct kpe_type *y)
{
	return x->kind == y->kind && x->size == y->size &&
	       x->count == y->count && x->bit_width == y->bit_width &&
	       x->bit_offset == y->bit_offset;
}

static bool same_value(bool leaving, const struct kpe_arg *a, const struct kpe_arg *b)
{
	struct kpe_op p[MAX_OPS], q[MAX_OPS];
	unsigned int i, nr = placed(leaving, a, p);

	if (!same_type(&a->type, &b->type) || placed(leaving, b, q) != nr || !a->entry != !b->entry)
		return false;
	for (i = 0; i < nr; i++)
		if (!same_op(&p[i], &q[i]))
			return false;
	return true;
}

static bool same_arg(const struct kpe_args *args, const struct kpe_arg *a, const struct kpe_arg *b)
{
	return !strcmp(a->name, b->name) && a->word == b->word &&
	       same_value(args->is_return, a, b) &&
	       (!a->entry || same_value(false, a->entry, b->entry));
}

static void check_read(const struct parsed *p, const char *text, const struct parsed *r)
{
	const struct kpe_args *args = p->args;
	unsigned int i;

	if (!r->line)
		return unit_fail("%s: exported as %s: %s at %u", p->line->text,
				 text, error_name(r->e.code), r->e.col);
	if (r->args->nr_args != args->nr_args)
		return unit_fail("%s: exported as %s", p->line->text, text);
	for (i = 0; i < args->nr_args; i++) {
		if (!same_arg(args, &args->args[i], &r->args->args[i]))
			unit_fail("%s: argument %u is exported as %s", p->line->text, i + 1, text);
	}
}

bool check_exported(const struct parsed *p, const struct kpe_function_info *info)
{
	static char text[MAX_TEXT];
	int ret = export_line(p->args, text, sizeof(text));
	struct parsed r;

	if (ret == -E2BIG || ret == -EADDRNOTAVAIL)
		return false;
	if (ret) {
		unit_fail("%s: cannot be exported: %d", p->line->text, ret);
		return false;
	}
	r = parse_at(text, strlen(text), info);
	check_read(p, text, &r);
	parsed_free(&r);
	types_hide(true);
	r = parse_at(text, strlen(text), info);
	types_hide(false);
	check_read(p, text, &r);
	parsed_free(&r);
	return true;
}
