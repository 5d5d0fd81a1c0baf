// SPDX-License-Identifier: GPL-2.0
#include <linux/seq_buf.h>
#include "arch/insn.h"
#include "kernel/functions.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "language/definition.h"
#include "language/spelling.h"
#include "model/guard.h"
#include "places/hint.h"
#include "places/places.h"
#include "places/reach.h"

#define HINT_SIZE	900	/* bytes; fits an entry of the kernel's error log */

static char hint[HINT_SIZE];	/* kpe_mutex */

/* ---------------------------------------------------------------- same name */

/* A symbol has half a kilobyte, so these are not inlined into each other. */

/* Number of the n-th place among those of its name, from 1; 0: unique */
static noinline_for_stack unsigned int
number_of(const struct kpe_places *places, unsigned int n, const char *name)
{
	unsigned int i, same = 0, before = 0;
	struct kpe_symbol sym;

	for (i = 0; i < places->nr; i++) {
		if (!kpe_symbol_at(places->addrs[i], &sym) ||
		    strcmp(sym.name, name))
			continue;
		same++;
		before += i < n;
	}
	return same > 1 ? before + 1 : 0;
}

/* A clone has its own name, which others may have, too. */
static noinline_for_stack void
print_name(struct seq_buf *s, const struct kpe_place *place,
	   const struct kpe_places *places, unsigned int n)
{
	struct kpe_symbol sym;
	unsigned int number;

	if (place->module)
		seq_buf_printf(s, "%s:", place->module);
	if (place->choice != KPE_CLONE ||
	    !kpe_symbol_at(places->addrs[n], &sym)) {
		seq_buf_printf(s, "%s@%u is ", place->symbol, n + 1);
		return;
	}
	number = number_of(places, n, sym.name);
	if (number)
		seq_buf_printf(s, "%s@%u is ", sym.name, number);
	else
		seq_buf_printf(s, "%s is ", sym.name);
}

/**
 * kpe_hint_candidates() - list the functions of an ambiguous name
 * @place: place with the name
 * @places: their addresses, in the order of their numbers
 *
 * Context: kpe_mutex; may sleep. Return: the hint.
 */
const char *kpe_hint_candidates(const struct kpe_place *place,
				const struct kpe_places *places)
{
	struct seq_buf s;
	unsigned int i;

	lockdep_assert_held(&kpe_mutex);
	seq_buf_init(&s, hint, sizeof(hint) - sizeof(", and 4294967295 more"));
	for (i = 0; i < places->nr; i++) {
		size_t before = s.len;

		if (i)
			seq_buf_printf(&s, ", ");
		print_name(&s, place, places, i);
		kpe_symbol_print(&s, places->addrs[i]);
		if (seq_buf_has_overflowed(&s)) {
			s.len = before;
			break;
		}
	}
	s.size = sizeof(hint);
	if (i < places->nr)
		seq_buf_printf(&s, ", and %u more", places->nr - i);
	hint[s.len] = '\0';
	return hint;
}

/* ------------------------------------------------------------ similar names */

static struct kpe_spelling spelling;	/* kpe_mutex */

static void consider(const char *name)
{
	if (!strstarts(name, KPE_PADDING_NAME))
		kpe_spelling_consider(&spelling, name);
}

/**
 * kpe_hint_spelling() - suggest functions with a similar name
 * @module: module to search; NULL: all
 * @name: unknown name
 *
 * Slow: it compares all names.
 *
 * Context: kpe_mutex; may sleep. Return: the hint, or NULL.
 */
const char *kpe_hint_spelling(const char *module, const char *name)
{
	lockdep_assert_held(&kpe_mutex);
	kpe_spelling_begin(&spelling, name);
	kpe_each_function(module, consider);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/* --------------------------------------------------- instruction boundaries */

/*
 * Ask the kernel, which knows the code under other probes. -EILSEQ means that no
 * instruction begins there. -EINVAL is not only returned for the first byte of an
 * instruction that the kernel uses.
 */
static bool is_within(unsigned long addr)
{
	return kpe_try_kprobe(addr, NULL) == -EILSEQ;
}

static bool is_used(unsigned long addr)
{
	return kpe_try_kprobe(addr, NULL) == -EINVAL;
}

/**
 * kpe_hint_boundaries() - show the instruction boundaries around an address
 * @addr: address within an instruction
 *
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
	while (before > start && is_within(before))
		before--;
	if (is_used(before))
		while (before > start && is_used(before - 1))
			before--;
	for (after = addr + 1; is_within(after); after++)
		if (after == addr + KPE_MAX_INSN)
			return NULL;
	snprintf(hint, sizeof(hint), "instructions begin at %s+%lu and +%lu",
		 sym.name, before - start, after - start);
	return hint;
}

/* --------------------------------------------------- what is called instead */

/* A part of a function is no function. */
static void consider_function(const char *name)
{
	if (strcmp(name, spelling.asked) && !strstr(name, ".cold"))
		consider(name);
}

/**
 * kpe_hint_similar() - find functions with names like that of another
 * @function: its address
 * @similar: filled with their addresses, KPE_MAX_SPELLINGS at most, the most similar first
 *
 * Slow, as kpe_hint_spelling().
 *
 * Context: no kpe_mutex; sleeps. Return: their number.
 */
unsigned int kpe_hint_similar(unsigned long function, unsigned long *similar)
{
	static struct kpe_symbol sym;	/* kpe_mutex */
	struct kpe_pattern pattern = {};
	unsigned int i, nr = 0;

	guard(kpe_model)();
	if (!kpe_symbol_at(function, &sym))
		return 0;
	kpe_spelling_begin(&spelling, sym.name);
	spelling.most = KPE_MAX_SPELLINGS;
	kpe_each_function(*sym.module ? sym.module : KPE_KERNEL_NAME, consider_function);
	for (i = 0; i < spelling.nr; i++) {
		pattern.text = spelling.names[i];
		/* only names that are unique are of use */
		nr += kpe_functions(sym.module, &pattern, &similar[nr], 1) == 1;
	}
	return nr;
}

/**
 * kpe_hint_called() - suggest functions that are called instead of another
 * @similar: from kpe_hint_similar()
 * @nr: their number
 * @reached: these and others, from kpe_reach()
 * @nr_reached: their number
 *
 * Context: kpe_mutex; may sleep. Return: the hint, or NULL.
 */
const char *kpe_hint_called(const unsigned long *similar, unsigned int nr,
			    const struct kpe_reached *reached, unsigned int nr_reached)
{
	static const char first[] = "called functions of like names: ";
	static struct kpe_symbol sym;	/* kpe_mutex */
	unsigned int i, said = 0;
	struct seq_buf s;

	lockdep_assert_held(&kpe_mutex);
	seq_buf_init(&s, hint, sizeof(hint) - 1);
	for (i = 0; i < nr && said < KPE_SPELLINGS; i++)
		if (kpe_is_reached(reached, nr_reached, similar[i]) &&
		    kpe_function_at(similar[i], &sym))
			seq_buf_printf(&s, "%s%s", said++ ? ", " : first, sym.name);
	hint[min_t(size_t, s.len, sizeof(hint) - 1)] = '\0';
	return said ? hint : NULL;
}
