// SPDX-License-Identifier: GPL-2.0
/*
 * Asking the kernel for the names of a stack takes 33,800 instructions; looking them up here
 * takes 300.
 */
#include <linux/module.h>
#include <linux/overflow.h>
#include <linux/rcupdate.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include "compat/module.h"
#include "kernel/functions.h"
#include "kernel/module_symbols.h"
#include "kernel/verdicts.h"
#include "model/locks.h"

#define KPE_FAR	(2UL * SZ_1G)	/* modules are not farther from the kernel's text */

struct kpe_lasting_text __rcu *kpe_lasting_text;
u64 kpe_verdicts[1 << KPE_VERDICT_BITS];

static int compare_stretches(const void *a, const void *b)
{
	const struct kpe_stretch *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static void add_module(struct kpe_lasting_text *text, const struct module *mod)
{
	bool is_text;
	size_t size;
	unsigned long start = (unsigned long)kpe_module_memory(mod, 0, &size, &is_text);

	if (start - text->base < 2 * KPE_FAR)
		text->modules[text->nr++] = (struct kpe_stretch){ start, start + size };
}

static unsigned int count_modules(void)
{
	struct module *mod = NULL;
	unsigned int n = 0;

	guard(kpe_modules)();
	while ((mod = kpe_module_next(mod, NULL)))
		n++;
	return n;
}

/* One that comes meanwhile is left out until its notification. Return: NULL without memory */
static struct kpe_lasting_text *find_text(void)
{
	unsigned int room = count_modules();
	struct kpe_lasting_text *text;
	struct module *mod = NULL;

	text = kzalloc(struct_size(text, modules, room), GFP_KERNEL | __GFP_NOWARN);
	if (!text)
		return NULL;
	if (!kpe_text_bounds(&text->kernel.start, &text->kernel.end)) {
		kfree(text);
		return NULL;
	}
	text->base = text->kernel.start - KPE_FAR;
	guard(kpe_modules)();
	while (text->nr < room && (mod = kpe_module_next(mod, NULL)))
		add_module(text, mod);
	sort(text->modules, text->nr, sizeof(*text->modules), compare_stretches, NULL);
	return text;
}

/* Of a module that has gone, what is kept is wrong as soon as another one is in its place. */
static void renew_text(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(kpe_verdicts); i++)
		WRITE_ONCE(kpe_verdicts[i], 0);
	rcu_assign_pointer(kpe_lasting_text, find_text());
}

/*
 * A number for a comparison, which no other one has had, or 0: nothing is kept for it.
 * Context: kpe_mutex; may sleep.
 */
u32 kpe_verdicts_number(void)
{
	static u32 last;

	lockdep_assert_held(&kpe_mutex);
	if (!rcu_access_pointer(kpe_lasting_text))
		renew_text();
	if (last == U32_MAX - KPE_IS_WITHIN)
		return 0;
	last += 2 * KPE_IS_WITHIN;
	return last;
}

/*
 * A module comes or goes: keep nothing. Context: kpe_mutex. Return: what is to be given to
 * kpe_verdicts_forget() when the hits are over that may be keeping something; or NULL
 */
struct kpe_lasting_text *kpe_verdicts_stop(void)
{
	lockdep_assert_held(&kpe_mutex);
	return rcu_replace_pointer(kpe_lasting_text, NULL, lockdep_is_held(&kpe_mutex));
}

/* Forget all, and go on. Context: kpe_mutex; may sleep. */
void kpe_verdicts_forget(struct kpe_lasting_text *stopped)
{
	lockdep_assert_held(&kpe_mutex);
	kfree(stopped);
	renew_text();
}

/* Context: module exit; there are no hits any more. */
void kpe_verdicts_exit(void)
{
	kfree(rcu_dereference_protected(kpe_lasting_text, true));
}
