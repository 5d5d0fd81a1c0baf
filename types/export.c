// SPDX-License-Identifier: GPL-2.0
/*
 * Text is written from the outermost step inwards, which is from the last op back. The
 * braces are closed after the source.
 *
 * Only one of the two machines may have BTF, so text that depends on BTF is avoided:
 * "$argN" counts parameters with BTF and words without; "$retval" is refused with BTF
 * if the function returns void.
 */
#include <linux/err.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include "arch/image.h"
#include "arch/registers.h"
#include "compat/stdarg.h"
#include "kernel/symbols.h"
#include "language/line.h"
#include "types/resolve.h"
#include "types/types.h"

struct pen {
	char *buf;		/* the text may be cut */
	size_t size;		/* of @buf */
	size_t len;		/* of the whole text so far */
	unsigned int open;	/* braces */
	bool address;		/* of memory at a symbol, only the address is written */
	bool leaving;		/* values are those at function return */
};

static __printf(2, 3) void put(struct pen *pen, const char *fmt, ...)
{
	size_t used = min(pen->len, pen->size);
	va_list ap;

	va_start(ap, fmt);
	pen->len += vsnprintf(pen->buf ? pen->buf + used : NULL,
			      pen->size - used, fmt, ap);
	va_end(ap);
}

/* ------------------------------------------------------------------ sources */

static bool has_step(const struct kpe_arg *arg, unsigned int i,
		     enum kpe_op_code code)
{
	return i < arg->nr_ops && arg->ops[i].code == code;
}

static unsigned long address_of(const struct kpe_arg *arg)
{
	unsigned long imm = arg->ops[0].imm;

	return has_step(arg, 1, KPE_OP_DEREF) ? imm + arg->ops[1].offset : imm;
}

/*
 * Is a constant an address of the kernel, which changes with the next boot? There is
 * nothing in the last page, and a constant shown as a number is a number.
 */
static bool is_moving(const struct kpe_arg *arg)
{
	const struct kpe_type *type = &arg->type;
	unsigned long addr = address_of(arg);

	return arg->ops[0].code == KPE_OP_IMM && (long)addr < 0 &&
	       !IS_ERR_VALUE(addr) &&
	       (arg->nr_ops > 1 || kpe_is_string(type) || type->kind == KPE_SYMBOL);
}

/*
 * Number of ops that the source's text stands for; 0 if it has no text. "@" reads memory; only
 * in this_cpu_ptr() it is the variable itself.
 */
static unsigned int source_ops(const struct kpe_arg *arg)
{
	bool reads = has_step(arg, 1, KPE_OP_DEREF) && !has_step(arg, 2, KPE_OP_PERCPU);
	const struct kpe_op *op = &arg->ops[0];
	unsigned long offset;

	/* What is in the kernel's image can be read relative to _text. */
	if (is_moving(arg)) {
		if (op->percpu || !kpe_image_offset(address_of(arg), &offset))
			return 0;
		return arg->nr_ops == 1 ? arg->type.kind == KPE_STRING && !arg->type.count :
					  2 * reads;
	}
	if (op->percpu)
		return has_step(arg, 1, KPE_OP_PERCPU);
	if (!reads)
		return 1;
	/* A symbol's offset may be that of the read. */
	return op->code == KPE_OP_SYM || (op->code == KPE_OP_IMM && !op[1].offset) ? 2 : 1;
}

static void put_word_at(struct pen *pen, const struct kpe_op *op)
{
	if (op->code == KPE_OP_REG)
		put(pen, "%%%s", kpe_register_name(op->offset));
	else
		put(pen, "$stack%u", op->index);
}

/* Only BTF has the offsets of the kernel's per-CPU variables, which are constants of the build. */
static void put_symbol(struct pen *pen, const struct kpe_arg *arg, unsigned int nr)
{
	const struct kpe_op *op = &arg->ops[0];
	const char *name = op->text, *module = op->scope.name;
	bool address = !op->percpu && nr == 1;
	long offset = op->offset;
	u32 start;

	if (op->percpu && op->scope.kind != KPE_IN_MODULE && kpe_percpu_offset(name, &start)) {
		module = NULL;
		name = KPE_PERCPU_START;
		offset += start;
	}
	if (nr == 2)
		offset += arg->ops[1].offset;
	put(pen, "%c%s%s%s", address || pen->address ? '&' : '@', module ?: "",
	    module ? ":" : "", name);
	if (offset)
		put(pen, "%+ld", offset);
}

static int put_entry(struct pen *pen, const struct kpe_arg *arg);

/* @nr: see source_ops() */
static int put_source(struct pen *pen, const struct kpe_arg *arg, unsigned int nr)
{
	static const char * const fixed[] = {
		[KPE_OP_STACKP] = "$stack",
		[KPE_OP_RETADDR] = "ra",
		[KPE_OP_ELAPSED] = "$elapsed",
		[KPE_OP_COMM] = "$comm",
		[KPE_OP_CURRENT] = "$current",
	};
	const struct kpe_op *op = &arg->ops[0];
	unsigned long offset;
	struct kpe_op word;

	switch (op->code) {
	case KPE_OP_REG:
	case KPE_OP_STACK:
		put_word_at(pen, op);
		return 0;
	case KPE_OP_RETVAL:
		put(pen, "%%%s", kpe_register_name(kpe_registers.retval));
		return 0;
	case KPE_OP_ENTRY:
		return put_entry(pen, arg->entry);
	case KPE_OP_ARG:
		/*
		 * At return the registers have changed, so use the v11 word. Its number is that
		 * of the op, and no parameter has a name like "a007", which would take precedence.
		 */
		word = kpe_param_op(op->index);
		if (pen->leaving)
			put(pen, "a%03u", op->index);
		else
			put_word_at(pen, &word);
		return 0;
	case KPE_OP_KSTACK:
	case KPE_OP_USTACK:
		put(pen, "$%cstack[%u]", op->code == KPE_OP_KSTACK ? 'k' : 'u', op->index);
		return 0;
	case KPE_OP_STR:
		put(pen, "\\\"%s\"", op->text);
		return 0;
	case KPE_OP_IMM:
		if (is_moving(arg) && kpe_image_offset(address_of(arg), &offset))
			put(pen, "%c" KPE_IMAGE "+%lu", pen->address ? '&' : '@', offset);
		else if (pen->address)
			put(pen, "\\0x%lx", address_of(arg));
		else
			put(pen, "%c0x%lx", op->percpu || nr == 2 ? '@' : '\\', op->imm);
		return 0;
	case KPE_OP_SYM:
		put_symbol(pen, arg, nr);
		return 0;
	default:
		if (op->code >= ARRAY_SIZE(fixed) || !fixed[op->code])
			return -EOPNOTSUPP;
		put(pen, "%s", fixed[op->code]);
		return 0;
	}
}

/* -------------------------------------------------- steps, types, arguments */

/* Write the steps from the last one back to @first; each opens a brace */
static int put_steps(struct pen *pen, const struct kpe_arg *arg,
		     unsigned int first)
{
	unsigned int end = arg->nr_ops;

	while (end > first) {
		const struct kpe_op *op = &arg->ops[--end];
		unsigned long offset = op->offset;
		bool minus = op->offset < 0;

		pen->open++;
		if (end > first && op->code == KPE_OP_DEREF && !op->offset &&
		    op[-1].code == KPE_OP_PERCPU) {
			/* two steps for one level */
			end--;
			put(pen, "this_cpu_read(");
		} else if (op->code == KPE_OP_PERCPU) {
			put(pen, "this_cpu_ptr(");
		} else if (kpe_op_reads(op->code)) {
			put(pen, "%c%s%lu(", minus ? '-' : '+',
			    op->code == KPE_OP_UDEREF ? "u" : "",
			    minus ? -offset : offset);
		} else {
			return -EOPNOTSUPP;
		}
	}
	return pen->open > KPE_MAX_NESTED ? -E2BIG : 0;
}

static int put_body(struct pen *pen, const struct kpe_arg *arg)
{
	unsigned int nr = source_ops(arg), outer = pen->open;
	int ret;

	if (!nr)
		return is_moving(arg) ? -EADDRNOTAVAIL : -EOPNOTSUPP;
	/* "@SYM:path" and "@ADDR:path" are refused, as a pointer may be there. */
	pen->address = arg->type.kind == KPE_PATH && arg->nr_ops == 2 &&
		       has_step(arg, 1, KPE_OP_DEREF) &&
		       (arg->ops[0].code == KPE_OP_SYM || arg->ops[0].code == KPE_OP_IMM);
	put(pen, "%s", pen->address ? "(path)(" : "");
	ret = put_steps(pen, arg, pen->address ? 2 : nr);
	if (!ret)
		ret = put_source(pen, arg, nr);
	put(pen, "%s", pen->address ? ")" : "");
	pen->address = false;
	for (; pen->open > outer; pen->open--)
		put(pen, ")");
	return ret;
}

/* At entry, the parameters are where the caller put them. */
static int put_entry(struct pen *pen, const struct kpe_arg *arg)
{
	int ret;

	put(pen, "entry(");
	pen->open++;
	pen->leaving = false;
	ret = put_body(pen, arg);
	pen->leaving = true;
	pen->open--;
	put(pen, ")");
	return ret;
}

/* Text and stacks have only one type, and the length is limited. */
static bool needs_type(const struct kpe_arg *arg)
{
	if (arg->entry && arg->nr_ops == 1)
		arg = arg->entry;
	return arg->counting ||
	       (!kpe_op_is_text(arg->ops[0].code) && !kpe_op_is_stack(arg->ops[0].code));
}

static int put_value(struct pen *pen, const struct kpe_args *args, const struct kpe_arg *arg);

/* The name, or the value, that says how many bytes @arg has */
static int put_counter(struct pen *pen, const struct kpe_args *args, const struct kpe_arg *arg)
{
	bool leaving = pen->leaving, saved = arg->entry && arg->nr_ops == 1;
	unsigned int number = saved ? arg->entry->counter : arg->counter;
	const struct kpe_arg *counter = kpe_args_value(args, number);
	int ret = 0;

	if (number < args->nr_args) {
		put(pen, "%s", counter->name);
		return 0;
	}
	pen->leaving = leaving && !saved;
	ret = put_value(pen, args, saved ? counter->entry : counter);
	pen->leaving = leaving;
	return ret;
}

static int put_type(struct pen *pen, const struct kpe_args *args, const struct kpe_arg *arg)
{
	const struct kpe_type *type = &arg->type;
	bool bytes = type->kind == KPE_COUNTED;
	int ret = 0;

	if (type->bit_width)
		put(pen, ":%sb%u@%u/%u",
		    kpe_has_signed_bits(type) ? "s" : "",
		    type->bit_width, type->bit_offset, type->size * 8);
	else if (arg->names)
		/* only BTF has the names */
		put(pen, ":%c%u", kpe_is_signed(type) ? 's' : 'u', type->size * 8);
	else
		put(pen, ":%s", bytes ? "hex" : kpe_type_name(type));
	if (kpe_is_array(type) || type->kind == KPE_BYTES)
		put(pen, "[%u]", type->count);
	if (arg->counting || (arg->entry && arg->entry->counting)) {
		put(pen, bytes ? "[" : "(");
		ret = put_counter(pen, args, arg);
		put(pen, bytes ? "]" : ")");
	}
	return ret;
}

static int put_value(struct pen *pen, const struct kpe_args *args, const struct kpe_arg *arg)
{
	int ret = put_body(pen, arg);

	return ret || !needs_type(arg) ? ret : put_type(pen, args, arg);
}

/*
 * Write an argument so that no BTF is needed to parse it. @buf: filled and NUL-terminated if
 * @size is not 0. The text is NAME=EXPRESSION:TYPE and gives the same field and value. Context:
 * kpe_mutex, for types.h; may sleep. Return: length of the whole text, as snprintf() does;
 * -E2BIG if it exceeds the limits of an argument, -EADDRNOTAVAIL if it has an address that
 * changes with the next boot, -EOPNOTSUPP if a step has no text.
 */
int kpe_arg_export(const struct kpe_args *args, const struct kpe_arg *arg,
		   char *buf, size_t size)
{
	struct pen pen = {
		.buf = buf, .size = size, .leaving = args->is_return,
	};
	size_t body;
	int ret = 0;

	put(&pen, "%s=", arg->name);
	body = pen.len;
	/* The v11 word gives the argument an alias for filters. */
	if (arg->word && arg->entry)
		put(&pen, "entry(%s)", arg->name);
	else if (arg->word)
		put(&pen, "%s%s", arg->ops[0].code == KPE_OP_ELAPSED ? "$" : "", arg->name);
	if (arg->word)
		ret = put_type(&pen, args, arg);
	else
		ret = put_value(&pen, args, arg);
	if (ret)
		return ret;
	if (pen.len - body > KPE_MAX_ARG_TEXT)
		return -E2BIG;
	return pen.len;
}

/* As kpe_arg_export(), of a condition, which there must be */
int kpe_condition_export(const struct kpe_args *args, char *buf, size_t size)
{
	struct pen pen = {
		.buf = buf, .size = size, .leaving = args->is_return,
	};
	const struct kpe_condition *cond = args->condition;
	const struct kpe_operand *operand;
	unsigned int i, at = 0;
	size_t start;
	int ret;

	for (i = 0; i < cond->nr_operands; i++) {
		operand = &cond->operands[i];
		put(&pen, "%.*s", operand->at - at, cond->text + at);
		at = operand->at + operand->len;
		start = pen.len;
		if (operand->recorded >= 0) {
			put(&pen, "%.*s", operand->len, cond->text + operand->at);
			continue;
		}
		ret = put_value(&pen, args, &operand->arg);
		if (ret)
			return ret;
		if (pen.len - start > KPE_MAX_ARG_TEXT)
			return -E2BIG;
	}
	put(&pen, "%s", cond->text + at);
	return pen.len;
}
