// SPDX-License-Identifier: GPL-2.0
/*
 * A bare name is a function of the kernel, or of modules if the kernel has none; it
 * must be unique. SYM@N and SYM@* count all functions of the name, the kernel's first,
 * because it lies below its modules. The offset is added to the address and may lead
 * into another function; all checks are for the function at the address.
 *
 * A module that is still being loaded does not count, because its blacklist may not be
 * known. The module notifier resolves the place again.
 */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/arch.h"
#include "arch/insn.h"
#include "kernel/functions.h"
#include "kernel/module_symbols.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "kernel/uncover.h"
#include "language/line.h"
#include "model/locks.h"
#include "places/hint.h"
#include "places/noreturns.h"
#include "places/place.h"

#define FIRST_ROOM	64	/* addresses */
#define MOST_PADDING	64	/* bytes between two functions */
#define MOST_CODE	(1024 * 1024)	/* bytes of a function */

static int make_room(struct kpe_places *places, unsigned int nr)
{
	unsigned long *addrs;

	if (nr <= places->room)
		return 0;
	addrs = kvmalloc_array(nr, sizeof(*addrs), GFP_KERNEL);
	if (!addrs)
		return -ENOMEM;
	if (places->nr)
		memcpy(addrs, places->addrs, places->nr * sizeof(*addrs));
	kvfree(places->addrs);
	places->addrs = addrs;
	places->room = nr;
	return 0;
}

/* Modules may be loaded between two passes. */
static int gather(const char *module, const struct kpe_pattern *pattern,
		  struct kpe_places *places)
{
	unsigned int n = FIRST_ROOM;
	int ret;

	do {
		ret = make_room(places, places->nr + n);
		if (ret)
			return ret;
		n = kpe_functions(module, pattern, places->addrs + places->nr,
				  places->room - places->nr);
	} while (places->nr + n > places->room);
	places->nr += n;
	return 0;
}

/* An address with two matching names is one place. */
static void drop_doubles(struct kpe_places *places)
{
	unsigned int i, n = 0;

	for (i = 0; i < places->nr; i++)
		if (!n || places->addrs[i] != places->addrs[n - 1])
			places->addrs[n++] = places->addrs[i];
	places->nr = n;
}

static bool in_kernel_only(const char *module)
{
	return module && !strcmp(module, KPE_KERNEL_NAME);
}

/* A bare name is the kernel's, if it has one. */
static bool bare_in_kernel(const struct kpe_place *place,
			   const struct kpe_places *places)
{
	return places->nr && !kpe_place_is_many(place) &&
	       place->choice != KPE_NTH;
}

/* Ascending, because the kernel lies below its modules */
static int gather_all(const struct kpe_place *place, const char *module,
		      enum kpe_match match, struct kpe_places *places)
{
	const struct kpe_pattern pattern = {
		.text = place->symbol, .match = match,
	};
	int ret = 0;

	if (!module || in_kernel_only(module))
		ret = gather("", &pattern, places);
	if (ret || in_kernel_only(module) || bare_in_kernel(place, places))
		return ret;
	return gather(module, &pattern, places);
}

/* Find all functions of a place's name */
static int find_functions(const struct kpe_place *place, const char *module,
			  struct kpe_places *places)
{
	bool glob = place->choice == KPE_GLOB;
	int ret = gather_all(place, module, glob ? KPE_BY_GLOB : KPE_BY_NAME,
			     places);

	if (!ret && !places->nr && place->choice == KPE_CLONE)
		ret = gather_all(place, module, KPE_BY_CLONE, places);
	drop_doubles(places);
	return ret;
}

/* Report that no function has the name */
static int nothing_found(const struct kpe_place *place, const char *module,
			 struct kpe_error *e)
{
	unsigned long addr;

	if (place->choice == KPE_GLOB)
		return kpe_fail(e, KPE_ERR_NO_MATCH, -EINVAL, place->col);
	addr = in_kernel_only(module) ? kpe_kernel_address(place->symbol) :
					kpe_data_address(module, place->symbol);
	if (addr && kpe_is_freed(addr))
		return kpe_fail(e, KPE_ERR_FREED_INIT, -EINVAL, place->col);
	kpe_fail(e, KPE_ERR_BAD_PROBE_ADDR, -EINVAL, place->col);
	e->more = addr ? "it is no function" :
			 kpe_hint_spelling(module, place->symbol);
	return e->err;
}

/* Keep the functions that @place selects */
static int choose(const struct kpe_place *place, const char *module,
		  struct kpe_places *places, struct kpe_error *e)
{
	if (!places->nr)
		return nothing_found(place, module, e);
	if (kpe_place_is_many(place))
		return 0;
	if (place->choice == KPE_NTH && place->nth <= places->nr) {
		places->addrs[0] = places->addrs[place->nth - 1];
		places->nr = 1;
		return 0;
	}
	if (place->choice != KPE_NTH && places->nr == 1)
		return 0;
	kpe_fail(e, place->choice == KPE_NTH ? KPE_ERR_NO_SUCH_CHOICE :
					       KPE_ERR_NON_UNIQ_SYMBOL,
		 -EINVAL, place->col);
	e->more = kpe_hint_candidates(place, places);
	return e->err;
}

/* Store the clone's name for the listing */
static int name_clone(struct kpe_place *place, unsigned long addr)
{
	struct kpe_symbol sym;

	kfree(place->found);
	place->found = NULL;
	if (!kpe_symbol_at(addr, &sym))
		return 0;
	place->found = kstrdup(sym.name, GFP_KERNEL);
	return place->found ? 0 : -ENOMEM;
}

static int find_symbol(struct kpe_place *place, const char *module,
		       struct kpe_places *places, struct kpe_error *e)
{
	struct kpe_place all = *place;
	int ret = find_functions(place, module, places);
	unsigned int i;

	/* SYM@N also counts functions of modules. */
	if (!ret && place->choice == KPE_THE_ONE && places->nr > 1) {
		all.choice = KPE_ALL;
		places->nr = 0;
		ret = find_functions(&all, module, places);
	}
	if (!ret)
		ret = choose(place, module, places, e);
	if (!ret && place->choice == KPE_CLONE)
		ret = name_clone(place, places->addrs[0]);
	if (ret == -ENOMEM)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, ret, 0);
	for (i = 0; i < places->nr; i++)
		places->addrs[i] += place->offset;
	return ret;
}

static int add_address(struct kpe_places *places, unsigned long addr,
		       struct kpe_error *e)
{
	int ret = make_room(places, 1);

	if (ret)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, ret, 0);
	places->addrs[0] = addr;
	places->nr = 1;
	return 0;
}

static int find_in_section(const struct kpe_place *place, const char *module,
			   struct kpe_places *places, struct kpe_error *e)
{
	unsigned long start = kpe_section_start(module, place->symbol);

	if (!start)
		return kpe_fail(e, KPE_ERR_NO_SECTION, -EINVAL, place->col);
	return add_address(places, start + place->offset, e);
}

#ifdef CONFIG_DYNAMIC_FTRACE
/*
 * A function that should have an ftrace site, but has none, is notrace. Ask ftrace with
 * a scratch ops that is never registered. Return: 1 if it is, 0 if not, -ENOMEM.
 */
static int is_notrace(unsigned long function)
{
	static struct ftrace_ops scratch;	/* kpe_mutex */
	int ret;

	/* ftrace_free_filter() leaves dangling pointers. */
	memset(&scratch, 0, sizeof(scratch));
	ret = ftrace_set_filter_ip(&scratch, function, 0, 1);
	ftrace_free_filter(&scratch);
	return ret == -ENOMEM ? ret : ret == -EINVAL;
}
#else
static int is_notrace(unsigned long function)
{
	return 0;
}
#endif

/*
 * A part that the compiler split off ("foo.cold", "foo.constprop.0.cold") has no ftrace site.
 * Check the longest beginning of its name that is a function; @part is cut to it. Return: as
 * is_notrace(); 1 if there is none.
 */
static int is_part_of_notrace(struct kpe_symbol *part)
{
	struct kpe_pattern whole = {
		.text = part->name, .match = KPE_BY_NAME,
	};
	unsigned long addr;
	char *dot;

	while ((dot = strrchr(part->name, '.'))) {
		*dot = '\0';
		if (kpe_functions(part->module, &whole, &addr, 1))
			return is_notrace(addr);
	}
	return 1;
}

/*
 * The kernel calls these for each return that is hooked, where nothing prevents that their
 * own returns are handled, too: a return probe of them recurses without end. arm64 calls the
 * first two, and a kernel with RCU checks the others.
 */
static const char *const called_for_returns[] = {
	"kprobe_busy_begin", "kprobe_busy_end",
	"rcu_read_lock_any_held", "rcu_read_lock_held_common", "rcu_lockdep_current_cpu_online",
};

static bool is_called_for_returns(const char *function)
{
	return match_string(called_for_returns, ARRAY_SIZE(called_for_returns), function) >= 0;
}

/* Only the kernel's: a module may have others of these names. */
static bool never_returns(const struct kpe_symbol *sym)
{
	return !*sym->module &&
	       match_string(kpe_noreturns, ARRAY_SIZE(kpe_noreturns), sym->name) >= 0;
}

/*
 * Padding before a function has its own symbol on some kernels. Else the symbol of the
 * function before covers it, and the data of the next one. To the kernel it is code.
 */
static bool is_padding(unsigned long addr, const struct kpe_symbol *sym)
{
	unsigned long end = addr - sym->offset + sym->size;
	u8 code[MOST_PADDING];

	if (strstarts(sym->name, KPE_PADDING_NAME))
		return true;
	if (!sym->offset)
		return false;
	end -= kpe_arch_data_ahead(end);
	if (addr >= end)
		return true;
	return end - addr <= sizeof(code) &&
	       !copy_from_kernel_nofault(code, (void *)addr, end - addr) &&
	       kpe_uncover(code, addr, end - addr) &&
	       kpe_insn_is_filling(code, end - addr);
}

/* Does the stack say who called the function? In doubt it does. */
static bool has_frame(unsigned long function, unsigned long offset)
{
	u8 *code = offset <= MOST_CODE ? kvmalloc(offset, GFP_KERNEL) : NULL;
	bool has = !code || copy_from_kernel_nofault(code, (void *)function, offset) ||
		   !kpe_uncover(code, function, offset) || kpe_insn_has_frame(code, offset);

	kvfree(code);
	return has;
}

/*
 * The kprobe core moves a probe of the first instruction behind the pad. Call it only for
 * functions that ftrace can trace: the core decodes others, perhaps past the end of a
 * module's text.
 */
static bool has_landing_pad(unsigned long function)
{
	unsigned long put;

	return !kpe_try_kprobe(function, &put) &&
	       put == function + KPE_LANDING_PAD;
}

static bool is_entry(unsigned long addr, unsigned long offset)
{
	return !offset ||
	       (offset == KPE_LANDING_PAD && has_landing_pad(addr - offset));
}

/* A cold part has no caller, and no ftrace site. */
static bool is_jumped_to(const char *function)
{
	return strstr(function, ".cold");
}

/* Does an offset lead out of the named module, or its former place? */
static bool leads_out(const struct kpe_place *place,
		      const struct kpe_location *loc)
{
	if (!place->module)
		return false;
	return strcmp(in_kernel_only(place->module) ? "" : place->module,
		      loc->module);
}

static int not_text(const struct kpe_place *place, unsigned long addr,
		    struct kpe_error *e)
{
	bool init = place->kind == KPE_PLACE_SECTION &&
		    strstarts(place->symbol, ".init.");

	return kpe_fail(e, init || kpe_is_freed(addr) ? KPE_ERR_FREED_INIT :
							KPE_ERR_NOT_TEXT,
			-EINVAL, place->col);
}

/**
 * kpe_place_check() - check an address of a definition's place
 * @line: the definition
 * @addr: one of its addresses
 * @loc: filled
 * @e: filled on error, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_place_check(const struct kpe_line *line, unsigned long addr,
		    struct kpe_location *loc, struct kpe_error *e)
{
	unsigned int col = line->place.col;
	struct kpe_symbol sym;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	memset(loc, 0, sizeof(*loc));
	loc->addr = addr;
	if (!kpe_text_at(addr, &sym))
		return not_text(&line->place, addr, e);
	loc->offset = sym.offset;
	strscpy(loc->module, sym.module, sizeof(loc->module));
	strscpy(loc->function, sym.name, sizeof(loc->function));
	if (leads_out(&line->place, loc))
		return not_text(&line->place, addr, e);
	if (is_padding(addr, &sym))
		return kpe_fail(e, KPE_ERR_PADDING, -EINVAL, col);
	ret = is_notrace(addr - sym.offset);
	if (!ret)
		loc->at_entry = is_entry(addr, sym.offset) &&
				 !is_jumped_to(sym.name);
	else if (ret > 0 && !kpe_place_is_many(&line->place))
		ret = is_part_of_notrace(&sym);
	if (ret < 0)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, ret, 0);
	if (ret)
		return kpe_fail(e, KPE_ERR_NOTRACE, -EINVAL, col);
	loc->frameless = !loc->at_entry && !has_frame(addr - sym.offset, sym.offset);
	if (line->is_return && !loc->at_entry)
		return kpe_fail(e, KPE_ERR_BAD_RETPROBE, -EINVAL, col);
	if (line->is_return && is_called_for_returns(loc->function))
		return kpe_fail(e, KPE_ERR_RETURN_CALLS, -EINVAL, col);
	if (line->is_return && never_returns(&sym))
		return kpe_fail(e, KPE_ERR_NEVER_RETURNS, -EINVAL, col);
	return 0;
}

/**
 * kpe_place_wait() - check a place whose module is not loaded
 * @line: definition whose place has a module
 * @loc: filled
 * @e: filled on error, with the caret column
 *
 * Context: any. Return: 0 or a negative errno.
 */
int kpe_place_wait(const struct kpe_line *line, struct kpe_location *loc,
		   struct kpe_error *e)
{
	const struct kpe_place *place = &line->place;
	bool symbol = place->kind == KPE_PLACE_SYMBOL;

	memset(loc, 0, sizeof(*loc));
	loc->at_entry = symbol && !place->offset;
	/* No module has such a long name. */
	if (strscpy(loc->module, place->module, sizeof(loc->module)) < 0)
		return kpe_fail(e, KPE_ERR_BAD_PROBE_ADDR, -EINVAL, place->col);
	if (line->is_return && symbol && !loc->at_entry)
		return kpe_fail(e, KPE_ERR_BAD_RETPROBE, -EINVAL, place->col);
	return 0;
}

/**
 * kpe_place_find() - find the addresses of a definition's place
 * @line: definition; the name of a clone is stored in it
 * @coming: search only this module, which may be loading; NULL: search as the
 *	definition says
 * @places: filled; to be freed with kpe_places_free(), also on error
 * @e: filled on error, with the caret column
 *
 * kpe_place_check() checks the addresses.
 *
 * Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_place_find(struct kpe_line *line, const char *coming,
		   struct kpe_places *places, struct kpe_error *e)
{
	struct kpe_place *place = &line->place;
	const char *module = coming ? coming : place->module;

	lockdep_assert_held(&kpe_mutex);
	memset(places, 0, sizeof(*places));
	if (place->kind == KPE_PLACE_ADDRESS)
		return add_address(places, place->addr, e);
	if (module && !coming && !in_kernel_only(module) &&
	    !kpe_module_live(module)) {
		places->waits = true;
		return 0;
	}
	if (place->kind == KPE_PLACE_SYMBOL)
		return find_symbol(place, module, places, e);
	return find_in_section(place, module, places, e);
}

/* as written; an address prints as "" */
void kpe_place_show(struct seq_file *m, const struct kpe_place *place)
{
	char *buf;
	size_t size = seq_get_buf(m, &buf);

	seq_commit(m, min_t(size_t, kpe_place_print(place, buf, size), size));
}

void kpe_places_free(struct kpe_places *places)
{
	kvfree(places->addrs);
	memset(places, 0, sizeof(*places));
}
