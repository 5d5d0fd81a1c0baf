// SPDX-License-Identifier: GPL-2.0
#include <linux/compiler.h>
#include <linux/glob.h>
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/rcupdate.h>
#include <linux/string.h>
#include "compat/compiler.h"
#include "hit/fetch.h"
#include "kernel/verdicts.h"

struct deciding {
	const struct kpe_program *guard;	/* fetches the operands */
	const struct kpe_hit *hit;
	u8 *scratch;				/* what has been fetched */
	unsigned int at;			/* of the next string in it */
};

/* A number as in mathematics: a negative one is below all others */
struct number {
	u64 bits;
	bool negative;
};

static __always_inline void extend(struct number *n, unsigned int size)
{
	unsigned int unused = 64 - 8 * size;

	n->bits = (s64)(n->bits << unused) >> unused;
	n->negative = (s64)n->bits < 0;
}

/* Fetch a number that is no plain one */
static int __kprobes number_of_any(struct deciding *d, const struct kpe_slot *slot, u64 *bits)
{
	unsigned int at = d->at;
	int ret = kpe_program_fetch(d->guard, slot, d->hit, d->scratch, &at);

	*bits = kpe_load_number(d->scratch + slot->offset, slot->type.size);
	return ret;
}

static __always_inline int fetch_number(struct deciding *d, const struct kpe_slot *slot,
					bool has_sign, struct number *n)
{
	int ret = 0;

	n->negative = false;
	if (likely(slot->how == KPE_REGISTER))
		n->bits = kpe_read_register(d->hit->regs, slot->reg);
	else if (slot->how == KPE_ANYTHING)
		ret = number_of_any(d, slot, &n->bits);
	else
		ret = kpe_program_number(d->guard, slot, d->hit, &n->bits);
	if (has_sign)
		extend(n, slot->type.size);
	return ret;
}

static __always_inline bool is_less(struct number a, struct number b)
{
	return a.negative != b.negative ? a.negative : a.bits < b.bits;
}

static __always_inline bool compare_numbers(enum kpe_compare how, struct number a,
					    struct number b)
{
	switch (how) {
	case KPE_EQUAL:
		return a.bits == b.bits && a.negative == b.negative;
	case KPE_UNEQUAL:
		return a.bits != b.bits || a.negative != b.negative;
	case KPE_LESS:
		return is_less(a, b);
	case KPE_LESS_EQUAL:
		return !is_less(b, a);
	case KPE_GREATER:
		return is_less(b, a);
	case KPE_GREATER_EQUAL:
		return !is_less(a, b);
	default:
		return a.bits & b.bits;
	}
}

/* Return: 1 if it is true, 0 if not, -EFAULT */
static __always_inline int test_numbers(struct deciding *d, const struct kpe_test *test)
{
	const struct kpe_slot *left = &d->guard->slots[test->left], *right;
	struct number a, b;

	if (fetch_number(d, left, test->is_signed, &a))
		return -EFAULT;
	if (likely(test->right == KPE_NO_OPERAND)) {
		b = (struct number){ .bits = test->number, .negative = test->negative };
	} else {
		right = &d->guard->slots[test->right];
		if (fetch_number(d, right, kpe_is_signed(&right->type), &b))
			return -EFAULT;
	}
	return compare_numbers(test->how, a, b);
}

/* Return: the text; NULL if it could not be read */
static const char *__kprobes text_of(struct deciding *d, unsigned int operand)
{
	const struct kpe_slot *slot = &d->guard->slots[operand];

	if (kpe_program_fetch(d->guard, slot, d->hit, d->scratch, &d->at))
		return NULL;
	return (const char *)d->scratch +
	       (kpe_load_number(d->scratch + slot->offset, 4) & 0xffff);
}

static noinline int __kprobes test_texts(struct deciding *d, const struct kpe_test *test)
{
	const char *a, *b = test->text;

	d->at = d->guard->size;
	a = text_of(d, test->left);
	if (a && test->right != KPE_NO_OPERAND)
		b = text_of(d, test->right);
	if (!a || !b)
		return -EFAULT;
	if (test->how == KPE_MATCHES)
		return glob_match(b, a);
	return !strcmp(a, b) == (test->how == KPE_EQUAL);
}

/* A symbol's name is written behind all values. */
static_assert(KPE_MAX_RECORD - KPE_MAX_ARGS_SIZE >= KSYM_SYMBOL_LEN);

/* The module of a symbol is not part of its name. */
static noinline bool __kprobes is_within(const struct kpe_test *test, unsigned long addr,
					 char *name)
{
	sprint_symbol_no_offset(name, addr);
	*strchrnul(name, ' ') = 0;
	return test->how == KPE_MATCHES ? glob_match(test->text, name) :
					  !strcmp(test->text, name);
}

static __always_inline bool knows_within(const struct kpe_test *test, unsigned long addr,
					 char *name)
{
	const u64 key = kpe_verdict_key(test->verdicts, addr);
	u64 *pair = kpe_verdict_pair(key), first, second;
	bool found;

	if (unlikely(!key))
		return is_within(test, addr, name);
	first = READ_ONCE(pair[0]);
	if ((first & ~KPE_IS_WITHIN) == key)
		return first & KPE_IS_WITHIN;
	second = READ_ONCE(pair[1]);
	if ((second & ~KPE_IS_WITHIN) == key)
		return second & KPE_IS_WITHIN;
	found = is_within(test, addr, name);
	if (kpe_text_lasts(addr)) {
		WRITE_ONCE(pair[1], first);
		WRITE_ONCE(pair[0], found ? key | KPE_IS_WITHIN : key);
	}
	return found;
}

/* Is any call of a stack within the function? */
static noinline int __kprobes test_stack(struct deciding *d, const struct kpe_test *test)
{
	const struct kpe_slot *slot = &d->guard->slots[test->left];
	const u8 *at = d->scratch + slot->offset, *end = at + slot->type.count * sizeof(long);
	char *name = (char *)d->scratch + d->guard->size;
	unsigned long addr;
	bool found = false;

	if (kpe_program_fetch(d->guard, slot, d->hit, d->scratch, &d->at))
		return -EFAULT;
	for (; at < end && !found; at += sizeof(addr)) {
		addr = kpe_load_number(at, sizeof(addr));
		if (!addr)
			break;
		/* the call itself, which may be the last instruction of its function */
		found = knows_within(test, addr - 1, name);
	}
	return found != (test->how == KPE_UNEQUAL);
}

/*
 * Is a hit to be recorded, by the condition of @prog? @scratch: KPE_MAX_RECORD bytes, overwritten.
 * @faulted: set to true if an operand could not be read; its comparison is false then.
 */
bool __no_stack_protector __kprobes
kpe_condition_holds(const struct kpe_program *prog, struct kpe_hit *hit, u8 *scratch,
		    bool *faulted)
{
	const struct kpe_program *guard = prog->guard;
	const struct kpe_condition *cond = prog->condition;
	struct deciding d = {
		.guard = guard, .hit = hit, .scratch = scratch, .at = guard->size,
	};
	unsigned int next = 0;

	kpe_program_stop_clock(prog, hit);
	/* what follows a comparison is always behind it */
	while (next < cond->nr_tests) {
		const struct kpe_test *test = &cond->tests[next];
		int ret;

		if (kpe_is_string(&guard->slots[test->left].type))
			ret = test_texts(&d, test);
		else if (guard->slots[test->left].type.kind == KPE_FRAME)
			ret = test_stack(&d, test);
		else
			ret = test_numbers(&d, test);
		*faulted |= ret < 0;
		next = ret > 0 ? test->yes : test->no;
	}
	return next == KPE_ACCEPT;
}
