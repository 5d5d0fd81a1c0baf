// SPDX-License-Identifier: GPL-2.0
/*
 * One walk over the memory of the kernel and of its modules looks for references to all
 * functions of a group, which are near each other. It ends when it has found all. What
 * refers to a function is mostly near it, so that is where it begins, or the function is
 * exported.
 *
 * The memory is copied, because it may be freed meanwhile.
 */
#include <linux/ctype.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/sizes.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/entry.h"
#include "arch/image.h"
#include "arch/insn.h"
#include "arch/refer.h"
#include "kernel/areas.h"
#include "kernel/functions.h"
#include "kernel/module_symbols.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "kernel/uncover.h"
#include "language/definition.h"
#include "model/locks.h"
#include "places/code.h"
#include "places/reach.h"
#include "places/words.h"
#include "types/types.h"

#define CHUNK		SZ_32K		/* bytes that are copied at a time */
#define NEAREST		SZ_16K		/* bytes around a function where the walk begins */
#define NEAR		SZ_256K		/* bytes where it goes on */
#define FEW		8		/* functions for which it begins there */
#define FAR		SZ_64M		/* bytes between two groups */
#define SHORT_JUMP	160		/* more bytes than a short jump leads */
#define COLD		".cold"

/**
 * struct search - a walk
 * @first: the functions of the group, by address
 * @nr: their number
 * @left: number of those that nothing was found for
 * @lo: the lowest address that counts
 * @span: bytes from there
 * @is_stale: @lo and @span may be narrowed
 * @kernel: areas of vmlinux; text first
 * @areas: those that are searched, of vmlinux or a module
 * @sym: where something refers
 * @own: of the function
 * @buf: the copy
 */
struct search {
	struct kpe_reached *first;
	unsigned int nr;
	unsigned int left;
	unsigned long lo;
	unsigned long span;
	bool is_stale;
	struct kpe_areas kernel;
	const struct kpe_areas *areas;
	struct kpe_symbol sym;
	struct kpe_symbol own;
	u8 buf[KPE_REFER_HEAD + CHUNK + KPE_REFER_TAIL];
};

/* What cannot be read is 0. */
static void read_memory(u8 *buf, unsigned long addr, size_t len)
{
	size_t part;

	for (; len; len -= part, addr += part, buf += part) {
		part = min_t(size_t, len, PAGE_SIZE - addr % PAGE_SIZE);
		if (copy_from_kernel_nofault(buf, (void *)addr, part))
			memset(buf, 0, part);
	}
}

/* ------------------------------------------------ the functions asked about */

static unsigned long entry_end(const struct kpe_reached *f)
{
	return f->start + KPE_LANDING_PAD + 1;
}

static void narrow(struct search *s)
{
	const struct kpe_reached *f;
	unsigned long end = 0;

	s->lo = ULONG_MAX;
	for (f = s->first; f < s->first + s->nr; f++) {
		if (f->found)
			continue;
		s->lo = min(s->lo, f->lo);
		end = max(end, entry_end(f));
	}
	s->span = end - s->lo;
	s->is_stale = false;
}

/* Several definitions may be of one function. @f is the last of them. */
static void reached(struct search *s, struct kpe_reached *f)
{
	const unsigned long start = f->start;

	if (f->found)
		return;
	for (; f >= s->first && f->start == start && !f->found; f--) {
		f->found = true;
		s->left--;
	}
	s->is_stale = true;
}

/* The function that an address is the entry of, unless something was found for it */
static struct kpe_reached *asked_about(const struct search *s, unsigned long addr)
{
	unsigned int low = 0, high = s->nr, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (s->first[mid].lo <= addr)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low || addr >= entry_end(&s->first[low - 1]) || s->first[low - 1].found)
		return NULL;
	return &s->first[low - 1];
}

/* --------------------------------------------------------------------- text */

/* Is @from in the function or in a part that was split off? */
static bool is_own(struct search *s, const struct kpe_reached *f, unsigned long from)
{
	size_t len;

	if (from >= f->lo && from < f->end)
		return true;
	if (!kpe_function_at(f->start, &s->own) || !kpe_function_at(from, &s->sym))
		return false;
	len = str_has_prefix(s->sym.name, s->own.name);
	return len && strstarts(s->sym.name + len, COLD) &&
	       !strcmp(s->sym.module, s->own.module);
}

/* In doubt it is one. */
static bool is_operand(struct search *s, unsigned long at)
{
	return !kpe_function_at(at, &s->sym) || kpe_code_is_operand(at, &s->sym);
}

static void search_code(struct search *s, unsigned long at, unsigned int len)
{
	struct kpe_refer r = {
		.code = s->buf, .len = KPE_REFER_HEAD + len + KPE_REFER_TAIL,
		.addr = at - KPE_REFER_HEAD, .lo = s->lo, .span = s->span,
		.next = KPE_REFER_HEAD, .end = KPE_REFER_HEAD + len,
	};
	struct kpe_reached *f;

	read_memory(s->buf, r.addr, r.len);
	kpe_uncover(s->buf, r.addr, r.len);
	while (s->left && kpe_refer_next(&r)) {
		f = asked_about(s, r.target);
		if (f && !is_own(s, f, r.addr + r.at) && is_operand(s, r.addr + r.at))
			reached(s, f);
	}
}

/* --------------------------------------------------------------------- data */

static bool is_in_area(const struct kpe_areas *areas, unsigned long addr)
{
	const struct kpe_area *area;

	for (area = areas->area; area < areas->area + areas->nr; area++)
		if (addr >= area->start && addr < area->end)
			return true;
	return false;
}

/*
 * In a module: does the name of an exported symbol follow a distance to it? A distance that
 * leads elsewhere may be any number, and what is there may be a device.
 */
static bool is_export(const struct search *s, unsigned long word)
{
	char name[8] = "";
	unsigned int i;
	s32 distance;

	word += sizeof(distance);
	read_memory((u8 *)&distance, word, sizeof(distance));
	if (!is_in_area(s->areas, word + distance))
		return false;
	read_memory((u8 *)name, word + distance, sizeof(name) - 1);
	if (!isalpha(name[0]) && name[0] != '_')
		return false;
	for (i = 0; name[i]; i++)
		if (!isalnum(name[i]) && name[i] != '_' && name[i] != '.')
			return false;
	return true;
}

/* Tables of all functions, or of all places of a kind, do not use them. */
static bool is_used(const struct search *s, const struct kpe_words *w)
{
	const struct kpe_area *lists = s->kernel.lists;
	unsigned long word = w->addr + w->at;
	unsigned int i;

	if (!w->is_distance)
		return !kpe_is_module_list(word);
	if (!kpe_arch_in_image(word))
		return is_export(s, word);
	for (i = 0; i < KPE_NR_LISTS; i++)
		if (word >= lists[i].start && word < lists[i].end)
			return true;
	return false;
}

static void search_data(struct search *s, unsigned long at, unsigned int len)
{
	struct kpe_words w = {
		/* the last word begins four bytes before the end */
		.data = s->buf, .len = len + KPE_WORDS_TAIL - sizeof(u32), .addr = at,
		.lo = s->lo, .span = s->span,
	};
	struct kpe_reached *f;

	read_memory(s->buf, w.addr, w.len);
	while (s->left && kpe_words_next(&w)) {
		f = asked_about(s, w.target);
		if (f && f->start == w.target && is_used(s, &w))
			reached(s, f);
	}
}

/* ----------------------------------------------------------------- the walk */

/* Let others run. Return: 0, or -EINTR if the task was killed */
static int pause_search(void)
{
	cond_resched();
	return fatal_signal_pending(current) ? -EINTR : 0;
}

static int search_range(struct search *s, unsigned long start, unsigned long end, bool is_text)
{
	unsigned long at;
	unsigned int len;
	int ret;

	for (at = ALIGN_DOWN(start, 8); at < end && s->left; at += len) {
		ret = pause_search();
		if (ret)
			return ret;
		if (s->is_stale)
			narrow(s);
		len = min_t(unsigned long, CHUNK, end - at);
		if (is_text)
			search_code(s, at, len);
		else
			search_data(s, at, len);
	}
	return 0;
}

/* Data is less than text, and quicker to search. */
static int search_areas(struct search *s, const struct kpe_areas *areas)
{
	const struct kpe_area *area;
	int pass, ret = 0;

	s->areas = areas;
	for (pass = 0; pass < 2; pass++)
		for (area = areas->area; area < areas->area + areas->nr && !ret; area++)
			if (area->is_text == pass)
				ret = search_range(s, area->start, area->end, pass);
	return ret;
}

static int search_modules(struct search *s)
{
	struct kpe_areas areas;
	unsigned int n;
	int ret = 0;

	for (n = 0; !ret && s->left && kpe_module_areas(n, &areas); n++)
		ret = search_areas(s, &areas);
	return ret;
}

/* The text that a function is in; empty if unknown */
static struct kpe_area text_around(const struct search *s, unsigned long addr)
{
	struct kpe_areas areas = s->kernel;
	unsigned int n = 0, i;

	do {
		for (i = 0; i < areas.nr; i++)
			if (areas.area[i].is_text && addr >= areas.area[i].start &&
			    addr < areas.area[i].end)
				return areas.area[i];
	} while (kpe_module_areas(n++, &areas));
	return (struct kpe_area){ };
}

/* Short jumps into a function from the next ones are found only here. */
static void search_jumps(struct search *s, struct kpe_reached *f, unsigned long start,
			 unsigned long end)
{
	struct kpe_walk walk = {
		.code = s->buf, .len = min_t(unsigned long, end - start, CHUNK),
	};

	read_memory(s->buf, start, walk.len);
	kpe_uncover(s->buf, start, walk.len);
	while (kpe_insn_next(&walk))
		if (walk.jumps && asked_about(s, start + walk.target) == f &&
		    !is_own(s, f, start + walk.end - 1))
			reached(s, f);
}

static void search_next(struct search *s, struct kpe_reached *f)
{
	unsigned long at, start;

	for (at = f->lo; f->lo - at < SHORT_JUMP && !f->found; at = start) {
		if (!kpe_function_at(at - 1, &s->sym))
			break;
		start = at - 1 - s->sym.offset;
		search_jumps(s, f, start, at);
	}
	for (at = f->end; at - f->start < SHORT_JUMP && !f->found; at = start) {
		if (!kpe_function_at(at, &s->sym) || s->sym.size <= s->sym.offset)
			break;
		start = at + s->sym.size - s->sym.offset;
		search_jumps(s, f, at, start);
	}
}

/* Search the text that is more than @from bytes from a function, and at most @to */
static int search_ring(struct search *s, const struct kpe_reached *f, unsigned long from,
		       unsigned long to)
{
	const struct kpe_area text = text_around(s, f->start);
	int ret;

	if (!text.end)
		return 0;
	ret = search_range(s, max(text.start, f->start - to), f->start - from, true);
	return ret ?: search_range(s, f->start + from, min(text.end, f->start + to), true);
}

/* Exported functions of the kernel are in one list, which is short. */
static int search_exports(struct search *s)
{
	const struct kpe_area *exports = &s->kernel.lists[KPE_EXPORTS];

	if (!kpe_arch_in_image(s->first->start))
		return 0;
	return search_range(s, exports->start, exports->end, false);
}

/* What is found for the last definition of a function is found for all of them. */
static bool is_to_search(const struct search *s, const struct kpe_reached *f)
{
	return !f->found && (f + 1 == s->first + s->nr || f[1].start != f->start);
}

/* Search for each function of the group that nothing was found for */
static int search_each(struct search *s,
		       void (*search)(struct search *s, struct kpe_reached *f))
{
	struct kpe_reached *f;
	int ret = 0;

	for (f = s->first; f < s->first + s->nr && !ret; f++) {
		if (!is_to_search(s, f))
			continue;
		search(s, f);
		ret = pause_search();
	}
	return ret;
}

static int search_near(struct search *s)
{
	unsigned long from = 0, to = NEAREST;
	struct kpe_reached *f, *end = s->first + s->nr;
	int ret = search_each(s, search_next);

	for (; s->nr <= FEW && to <= NEAR && !ret; from = to, to *= 4) {
		for (f = s->first; f < end && !ret; f++)
			if (is_to_search(s, f))
				ret = search_ring(s, f, from, to);
		if (!ret && !from)
			ret = search_exports(s);
	}
	return ret;
}

/* ------------------------------------------------------------ kfuncs of BPF */

/* Numbers of BTF that are asked about; the lowest and the highest */
struct ids {
	u32 lo;
	u32 hi;
};

static struct ids ids_of(const struct kpe_reached *f, unsigned int nr)
{
	struct ids ids = { .lo = U32_MAX };

	for (; nr; nr--, f++) {
		if (!f->id || f->found)
			continue;
		ids.lo = min(ids.lo, f->id);
		ids.hi = max(ids.hi, f->id);
	}
	return ids;
}

/* Those of the functions from @f on whose numbers are there are found. */
static void search_ids(struct search *s, struct kpe_reached *f, unsigned int nr,
		       unsigned long at, unsigned long end)
{
	const struct ids ids = ids_of(f, nr);
	unsigned int len, i, n;
	u32 id;

	for (; ids.hi && at < end; at += len) {
		len = min_t(unsigned long, CHUNK, end - at);
		read_memory(s->buf, at, len);
		for (i = 0; i + sizeof(id) <= len; i += sizeof(id)) {
			memcpy(&id, s->buf + i, sizeof(id));
			if (id < ids.lo || id > ids.hi)
				continue;
			for (n = 0; n < nr; n++)
				if (f[n].id == id)
					reached(s, &f[n]);
		}
		cond_resched();
	}
}

/**
 * struct btf_number - the number of a function in BTF
 * @module: of the function; "": the kernel
 * @id: the number; 0: there is none
 * @is_unknown: the BTF could not be read
 */
struct btf_number {
	const char *module;
	u32 id;
	bool is_unknown;
};

static struct btf_number number_of(struct search *s, const struct kpe_reached *f)
{
	struct btf_number number = { .module = s->own.module };
	const struct kpe_btf *btf;

	if (!kpe_function_at(f->start, &s->own))
		return number;
	btf = kpe_types_of(number.module);
	if (btf)
		number.id = kpe_btf_find(btf, s->own.name, strlen(s->own.name),
					 KPE_BTF_FUNC).id;
	else
		number.is_unknown = kpe_types_missed();
	return number;
}

/* Of a module's function, look at once. In doubt, it is found. */
static void search_kfunc(struct search *s, struct kpe_reached *f)
{
	const struct btf_number number = number_of(s, f);
	unsigned long start;

	f->id = number.id;
	if (number.is_unknown)
		reached(s, f);
	if (!f->id || !*number.module)
		return;
	start = kpe_section_start(number.module, ".BTF_ids");
	if (start)
		search_ids(s, f, 1, start, start + PAGE_SIZE);
	f->id = 0;
}

/*
 * The numbers that BTF has for functions, which programs of BPF may call. The kernel's are
 * the last of its read-only data, behind its BTF.
 */
static int search_kfuncs(struct search *s)
{
	const unsigned long start = kpe_kernel_mark("__stop_BTF");
	struct kpe_reached *f, *end = s->first + s->nr;
	int ret = search_each(s, search_kfunc);

	if (start && !ret) {
		search_ids(s, s->first, s->nr, ALIGN(start, sizeof(u32)),
			   kpe_kernel_mark("__end_rodata"));
		return 0;
	}
	for (f = s->first; f < end; f++)
		if (f->id)
			reached(s, f);
	return ret;
}

/* ---------------------------------------------------------------- questions */

static int search_all(struct search *s)
{
	int ret;

	if (s->left)
		narrow(s);
	ret = search_near(s);
	/* Modules refer to the kernel's exported functions, and those are in its lists. */
	if (!ret && !kpe_arch_in_image(s->first->start))
		ret = search_modules(s);
	if (!ret)
		ret = search_areas(s, &s->kernel);
	if (!ret)
		ret = search_modules(s);
	return ret ?: search_kfuncs(s);
}

/* Unknown symbols and this module's are not searched for. */
static void prepare(struct search *s, struct kpe_reached *f)
{
	f->lo = f->start;
	f->end = f->start + 1;
	f->found = !kpe_function_at(f->start, &s->own) ||
		   within_module(f->start, THIS_MODULE);
	if (f->found)
		return;
	f->end = f->start + s->own.size;
	/* Calls may lead into the padding. */
	if (kpe_function_at(f->start - 1, &s->sym) && strstarts(s->sym.name, KPE_PADDING_NAME))
		f->lo = f->start - 1 - s->sym.offset;
}

/* The number of functions from @f on that are near each other */
static unsigned int group_of(const struct kpe_reached *f, unsigned int nr)
{
	unsigned int n = 1;

	while (n < nr && f[n].start - f[n - 1].start < FAR)
		n++;
	return n;
}

static int search_groups(struct search *s, struct kpe_reached *functions, unsigned int nr)
{
	unsigned int i;
	int ret = 0;

	for (; nr && !ret; functions += s->nr, nr -= s->nr) {
		s->first = functions;
		s->nr = group_of(functions, nr);
		s->left = 0;
		for (i = 0; i < s->nr && !ret; i++) {
			prepare(s, &functions[i]);
			s->left += !functions[i].found;
			ret = pause_search();
		}
		if (!ret)
			ret = search_all(s);
	}
	return ret;
}

static int compare_starts(const void *a, const void *b)
{
	unsigned long x = ((const struct kpe_reached *)a)->start;
	unsigned long y = ((const struct kpe_reached *)b)->start;

	return x < y ? -1 : x > y;
}

/**
 * kpe_reach() - find out if anything refers to functions
 * @functions: sorted and filled
 * @nr: number of @functions
 *
 * Takes milliseconds if nothing refers to one, mostly less. Where the kernel's data is
 * unknown, something refers to all.
 *
 * Context: kpe_mutex; may sleep. Return: 0, -ENOMEM, or -EINTR if the task was killed.
 */
int kpe_reach(struct kpe_reached *functions, unsigned int nr)
{
	struct search *s;
	unsigned int i;
	int ret = 0;

	lockdep_assert_held(&kpe_mutex);
	s = kvzalloc(sizeof(*s), GFP_KERNEL);
	if (!s)
		return -ENOMEM;
	if (kpe_kernel_areas(&s->kernel)) {
		sort(functions, nr, sizeof(*functions), compare_starts, NULL);
		ret = search_groups(s, functions, nr);
	} else {
		for (i = 0; i < nr; i++)
			functions[i].found = true;
	}
	kvfree(s);
	return ret;
}
