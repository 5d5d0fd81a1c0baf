// SPDX-License-Identifier: GPL-2.0
/*
 * One walk over all text and data of the kernel and of its modules serves all functions that
 * are asked about. It ends early when it has found something for each.
 *
 * Locks: a piece of memory is copied under RCU, as its module may be unloaded. kpe_mutex is
 * taken to look at what may refer, but is not held during the walk.
 */
#include <linux/mm.h>
#include <linux/sizes.h>
#include <linux/sort.h>
#include <linux/string.h>
#include "arch/arch.h"
#include "arch/insn.h"
#include "compat/unaligned.h"
#include "kernel/areas.h"
#include "kernel/functions.h"
#include "kernel/symbols.h"
#include "kernel/module_symbols.h"
#include "model/locks.h"
#include "places/references.h"
#include "types/types.h"

#define CHUNK	SZ_32K	/* bytes that are copied at a time */
#define HEAD	8	/* bytes before them, where the jump of a probe may begin */
#define STEP	4	/* bytes; in a packed structure, pointers are at any multiple */

/* A walk; what it copies and looks up is too large for the stack */
struct search {
	struct kpe_refer code;		/* its @lo and @span are those of all functions */
	struct kpe_referred *functions;	/* by address, each once */
	unsigned int nr;
	unsigned int left;		/* those that nothing was found for */
	struct kpe_area area;
	struct kpe_symbol sym;		/* where something refers */
	struct kpe_symbol own;		/* of the function */
	u8 buf[HEAD + CHUNK + KPE_REFER_TAIL];
};

static bool is_stopped;		/* the module is unloaded */

static unsigned long entry_end(const struct kpe_referred *f)
{
	return f->start + KPE_LANDING_PAD + 1;
}

/* The last function that begins at an address or before it; NULL: there is none */
static struct kpe_referred *function_before(const struct kpe_referred *functions,
					    unsigned int nr, unsigned long addr)
{
	unsigned int low = 0, high = nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (functions[mid].lo <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low ? (struct kpe_referred *)&functions[low - 1] : NULL;
}

static void set_reached(struct search *s, struct kpe_referred *f)
{
	f->found = true;
	s->left--;
}

/* --------------------------------------------------------------------- text */

/* Is it in the function, its padding, or a part that was split off? @s->sym is of it. */
static bool is_own(struct search *s, const struct kpe_referred *f, unsigned long from)
{
	const unsigned long start = from - s->sym.offset;
	size_t len;

	if (start == f->start || start == f->lo)
		return true;
	if (!kpe_function_at(f->start, &s->own))
		return false;
	len = str_has_prefix(s->sym.name, s->own.name);
	return len && strstarts(s->sym.name + len, ".cold") &&
	       !strcmp(s->sym.module, s->own.module);
}

/* Does it belong to an instruction of the function @sym? In doubt it does. */
static bool is_operand(unsigned long addr, const struct kpe_symbol *sym)
{
	const unsigned long len = sym->offset + KPE_MAX_INSN;
	u8 *code = kpe_copy_function(addr - sym->offset, len);
	bool is = !code || kpe_refer_is_operand(code, len, sym->offset);

	kvfree(code);
	return is;
}

static void check_code(struct kpe_refer *code, unsigned int at, unsigned long target)
{
	struct search *s = container_of(code, struct search, code);
	struct kpe_referred *f = function_before(s->functions, s->nr, target);
	const unsigned long from = code->addr + at;

	if (!f || f->found || target >= entry_end(f))
		return;
	guard(kpe_model)();
	if (!kpe_function_at(from, &s->sym) || (!is_own(s, f, from) && is_operand(from, &s->sym)))
		set_reached(s, f);
}

static bool search_code(struct search *s, unsigned long addr, unsigned int len)
{
	const unsigned int all = HEAD + len + KPE_REFER_TAIL;

	if (!kpe_area_read(&s->area, s->buf, addr - HEAD, all))
		return false;
	kpe_model_lock();
	kpe_original_code(s->buf, addr - HEAD, all);
	mutex_unlock(&kpe_mutex);
	s->code.code = s->buf + HEAD;
	s->code.addr = addr;
	s->code.end = len;
	s->code.len = len + KPE_REFER_TAIL;
	kpe_refer_find(&s->code);
	return true;
}

/* --------------------------------------------------------------------- data */

/* Tables of all functions, or of all places of a kind, do not use them. */
static bool search_data(struct search *s, unsigned long addr, unsigned int len)
{
	const u8 *word = s->buf;
	unsigned long end = addr + len, target;
	struct kpe_referred *f;

	/* the last word begins four bytes before the end */
	if (!kpe_area_read(&s->area, s->buf, addr, len + STEP))
		return false;
	for (; addr < end; addr += STEP, word += STEP) {
		if (s->area.kind == KPE_AREA_DISTANCES)
			target = addr + (s32)get_unaligned((const u32 *)word);
		else
			target = get_unaligned((const u64 *)word);
		if (target - s->code.lo >= s->code.span)
			continue;
		f = function_before(s->functions, s->nr, target);
		if (f && f->start == target && !f->found && !kpe_is_module_list(addr))
			set_reached(s, f);
	}
	return true;
}

/* ----------------------------------------------------------------- the walk */

static bool is_over(const struct search *s)
{
	return !s->left || READ_ONCE(is_stopped);
}

static void search_area(struct search *s)
{
	unsigned long addr;
	unsigned int len;
	bool is_there = true;

	for (addr = s->area.start; is_there && addr < s->area.end && !is_over(s); addr += len) {
		cond_resched();
		len = min_t(unsigned long, CHUNK, s->area.end - addr);
		is_there = s->area.kind == KPE_AREA_TEXT ? search_code(s, addr, len) :
							   search_data(s, addr, len);
	}
}

/* May programs of BPF call the function? */
static bool is_kfunc(struct search *s, const struct kpe_referred *f)
{
	const struct kpe_btf *btf;
	u32 id;

	guard(kpe_model)();
	if (!kpe_function_at(f->start, &s->own))
		return true;
	btf = kpe_types_of(s->own.module);
	if (!btf)
		return kpe_types_missed();
	id = kpe_btf_find(btf, s->own.name, strlen(s->own.name), KPE_BTF_FUNC).id;
	return id && kpe_is_btf_id(s->own.module, id);
}

/* Unknown symbols and this module's are not searched for. Calls may lead into the padding. */
static void prepare_function(struct search *s, struct kpe_referred *f)
{
	guard(kpe_model)();
	f->lo = f->start;
	f->found = !kpe_function_at(f->start, &s->own) ||
		   within_module(f->start, THIS_MODULE);
	if (kpe_function_at(f->start - 1, &s->sym) && strstarts(s->sym.name, KPE_PADDING_NAME))
		f->lo = f->start - 1 - s->sym.offset;
	s->left += !f->found;
}

static void search_all(struct search *s)
{
	struct kpe_referred *f, *end = s->functions + s->nr;

	for (f = s->functions; f < end; f++) {
		prepare_function(s, f);
		cond_resched();
	}
	s->code.found = check_code;
	s->code.lo = s->functions->lo;
	s->code.span = entry_end(end - 1) - s->code.lo;
	while (!is_over(s) && kpe_area_next(&s->area))
		search_area(s);
	/* last, as it needs the BTF */
	for (f = s->functions; f < end && !is_over(s); f++) {
		if (!f->found && is_kfunc(s, f))
			set_reached(s, f);
		cond_resched();
	}
}

static int compare_starts(const void *a, const void *b)
{
	unsigned long x = ((const struct kpe_referred *)a)->start;
	unsigned long y = ((const struct kpe_referred *)b)->start;

	return x < y ? -1 : x > y;
}

/*
 * Find out if anything refers to @nr functions, which are sorted. Takes a good part of a second.
 * Without memory, or where the kernel's data is unknown, something refers to all. Context: one task
 * at a time, without locks; sleeps. Return: their number without those that were there twice.
 */
unsigned int kpe_references(struct kpe_referred *functions, unsigned int nr)
{
	struct search *s = kvzalloc(sizeof(*s), GFP_KERNEL);
	unsigned int i, n = 0;

	sort(functions, nr, sizeof(*functions), compare_starts, NULL);
	for (i = 0; i < nr; i++)
		if (!n || functions[i].start != functions[n - 1].start)
			functions[n++] = (struct kpe_referred){
				functions[i].start, functions[i].start, true
			};
	if (n && s && kpe_areas_are_known()) {
		s->functions = functions;
		s->nr = n;
		search_all(s);
	}
	kvfree(s);
	return n;
}

/* Does anything refer to it, or was it not asked about? @functions are from kpe_references(). */
bool kpe_is_referred(const struct kpe_referred *functions, unsigned int nr, unsigned long start)
{
	const struct kpe_referred *f = function_before(functions, nr, start);

	return !f || f->start != start || f->found;
}

/* Let the search end early, with any result. Context: module exit. */
void kpe_references_stop(void)
{
	WRITE_ONCE(is_stopped, true);
}
