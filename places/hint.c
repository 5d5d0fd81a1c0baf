// SPDX-License-Identifier: GPL-2.0
#include <linux/seq_buf.h>
#include "arch/image.h"
#include "arch/insn.h"
#include "kernel/functions.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "language/definition.h"
#include "language/spelling.h"
#include "model/locks.h"
#include "places/hint.h"
#include "places/references.h"

/* ---------------------------------------------------------------- same name */

/* From 1, among those of its name; 0: unique. Not inlined: a symbol has half a kilobyte. */
static noinline_for_stack unsigned int
number_of(const unsigned long *addrs, unsigned int nr, unsigned int n, const char *name)
{
	unsigned int i, same = 0, before = 0;
	struct kpe_symbol sym;

	for (i = 0; i < nr; i++) {
		if (!kpe_symbol_at(addrs[i], &sym) ||
		    strcmp(sym.name, name))
			continue;
		same++;
		before += i < n;
	}
	return same > 1 ? before + 1 : 0;
}

/* List the functions of an ambiguous name. Context: kpe_mutex; may sleep. */
const char *kpe_hint_candidates(const struct kpe_place *place, const unsigned long *addrs,
				unsigned int nr)
{
	const size_t size = sizeof(kpe_hint) - sizeof(", and 4294967295 more");
	struct kpe_symbol sym;
	unsigned int i;
	struct seq_buf s;

	lockdep_assert_held(&kpe_mutex);
	seq_buf_init(&s, kpe_hint, size);
	for (i = 0; i < nr; i++) {
		const char *name = place->symbol;
		unsigned int number = i + 1;
		size_t before = s.len;

		/* A clone has its own name, which others may have, too. */
		if (place->choice == KPE_CLONE && kpe_symbol_at(addrs[i], &sym)) {
			name = sym.name;
			number = number_of(addrs, nr, i, name);
		}
		seq_buf_printf(&s, "%s%s%s%s", i ? ", " : "", place->scope.name ?: "",
			       place->scope.name ? ":" : "", name);
		if (number)
			seq_buf_printf(&s, "@%u", number);
		seq_buf_printf(&s, " is ");
		kpe_symbol_print(&s, addrs[i]);
		if (seq_buf_has_overflowed(&s)) {
			s.len = before;
			break;
		}
	}
	s.size = sizeof(kpe_hint);
	if (i < nr)
		seq_buf_printf(&s, ", and %u more", nr - i);
	kpe_hint[s.len] = '\0';
	return kpe_hint;
}

/* ------------------------------------------------------------ similar names */

static void consider(const char *name)
{
	if (!strstarts(name, KPE_PADDING_NAME))
		kpe_spelling_consider(name);
}

/* Slow: it compares all names. Context: kpe_mutex; may sleep. Return: the hint, or NULL. */
const char *kpe_hint_spelling(const struct kpe_scope *scope, const char *name)
{
	char call[KSYM_NAME_LEN];
	const struct kpe_pattern pattern = { .text = call };
	unsigned long addr;
	const char *says;
	size_t len;

	lockdep_assert_held(&kpe_mutex);
	snprintf(call, sizeof(call), KPE_SYSCALL "%s", name);
	if (scope->kind != KPE_IN_MODULE && strstarts(name, "sys_") &&
	    kpe_functions("", &pattern, &addr, 1)) {
		snprintf(kpe_hint, sizeof(kpe_hint), "did you mean %s", call);
		return kpe_hint;
	}
	kpe_spelling_begin(name, strlen(name));
	kpe_each_function(scope, consider);
	says = kpe_spelling_say();
	if (scope->kind == KPE_IN_MODULE || kpe_spelling_best() <= 2 * KPE_ONE_SLIP)
		return says;
	if (!says)
		return "it may be inlined or gone";
	len = strlen(says);
	snprintf(kpe_hint + len, sizeof(kpe_hint) - len, "; it may be inlined or gone");
	return kpe_hint;
}

/* --------------------------------------------------- instruction boundaries */

/*
 * Show the instruction boundaries around an address within an instruction. The kernel is asked,
 * which knows the code under other probes: -EILSEQ means that no instruction begins there.
 * -EINVAL is not only returned for the first byte of an instruction that the kernel uses.
 * Context: kpe_mutex; may sleep. Return: the hint, or NULL.
 */
const char *kpe_hint_boundaries(unsigned long addr)
{
	unsigned long start, before, after;
	struct kpe_symbol sym;

	lockdep_assert_held(&kpe_mutex);
	if (!kpe_symbol_at(addr, &sym) || !sym.offset)
		return NULL;
	start = addr - sym.offset;
	before = addr - 1;
	while (before > start && kpe_try_kprobe(before, NULL) == -EILSEQ)
		before--;
	if (kpe_try_kprobe(before, NULL) == -EINVAL)
		while (before > start && kpe_try_kprobe(before - 1, NULL) == -EINVAL)
			before--;
	for (after = addr + 1; kpe_try_kprobe(after, NULL) == -EILSEQ; after++)
		if (after == addr + KPE_MAX_INSN)
			return NULL;
	snprintf(kpe_hint, sizeof(kpe_hint), "instructions begin at %s+%lu and +%lu",
		 sym.name, before - start, after - start);
	return kpe_hint;
}

/* --------------------------------------------------- what is called instead */

static struct kpe_symbol called;	/* kpe_mutex */

/* A part of a function is no function. */
static void consider_function(const char *name)
{
	if (strcmp(name, called.name) && !strstr(name, ".cold"))
		consider(name);
}

/*
 * Find functions with names like that of @function. @similar: filled with their addresses,
 * KPE_MAX_SPELLINGS at most, the most similar first. Slow, as kpe_hint_spelling(). Context: no
 * kpe_mutex; sleeps. Return: their number.
 */
unsigned int kpe_hint_similar(unsigned long function, unsigned long *similar)
{
	struct kpe_scope scope = { .name = called.module };
	struct kpe_pattern pattern = {};
	unsigned int i, nr = 0;

	guard(kpe_model)();
	if (!kpe_symbol_at(function, &called))
		return 0;
	kpe_spelling_begin(called.name, strlen(called.name));
	scope.kind = *called.module ? KPE_IN_MODULE : KPE_IN_KERNEL;
	kpe_each_function(&scope, consider_function);
	/* only names that are unique are of use */
	for (i = 0; (pattern.text = kpe_spelling_found(i)); i++)
		nr += kpe_functions(called.module, &pattern, &similar[nr], 1) == 1;
	return nr;
}

/*
 * @similar: from kpe_hint_similar(). @reached: these and others, from kpe_references(). Context:
 * kpe_mutex; may sleep. Return: the hint, or NULL.
 */
const char *kpe_hint_called(const unsigned long *similar, unsigned int nr,
			    const struct kpe_referred *reached, unsigned int nr_reached)
{
	unsigned int i, said = 0;
	struct seq_buf s;

	lockdep_assert_held(&kpe_mutex);
	seq_buf_init(&s, kpe_hint, sizeof(kpe_hint) - 1);
	for (i = 0; i < nr && said < KPE_SPELLINGS; i++)
		if (kpe_is_referred(reached, nr_reached, similar[i]) &&
		    kpe_function_at(similar[i], &called))
			seq_buf_printf(&s, "%s%s",
				       said++ ? ", " : "called functions of like names: ",
				       called.name);
	kpe_hint[min_t(size_t, s.len, sizeof(kpe_hint) - 1)] = '\0';
	return said ? kpe_hint : NULL;
}
