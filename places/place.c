// SPDX-License-Identifier: GPL-2.0
/*
 * A bare name is a function of the kernel, or of modules if the kernel has none; it must be unique.
 * SYM@N and SYM@* count all functions of the name, the kernel's first, as it is below its modules.
 * The offset may lead into another function; all checks are for the function at the address.
 *
 * A module that is still being loaded does not count, because its blacklist may not be
 * known. The module notifier resolves the place again.
 */
#include <linux/ftrace.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/arch.h"
#include "arch/insn.h"
#include "compat/ftrace.h"
#include "kernel/functions.h"
#include "kernel/module_symbols.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "language/line.h"
#include "model/locks.h"
#include "places/hint.h"
#include "places/noreturns.h"
#include "places/place.h"

#define FIRST_ROOM	64	/* addresses */
#define MOST_PADDING	64	/* bytes between two functions */

/* Add the functions of @module, see kpe_functions(). Some may come between two passes. */
static int add_functions(const char *module, const struct kpe_pattern *pattern,
			 struct kpe_places *places)
{
	unsigned int room = FIRST_ROOM, n;
	unsigned long *addrs;

	for (;;) {
		addrs = kvmalloc_array(places->nr + room, sizeof(*addrs), GFP_KERNEL);
		if (!addrs)
			return -ENOMEM;
		n = kpe_functions(module, pattern, addrs + places->nr, room);
		if (n <= room)
			break;
		kvfree(addrs);
		room = n;
	}
	if (places->nr)
		memcpy(addrs, places->addrs, places->nr * sizeof(*addrs));
	kvfree(places->addrs);
	places->addrs = addrs;
	places->nr += n;
	return 0;
}

/* Find all functions of a place's name, ascending: the kernel lies below its modules */
static int find_functions(const struct kpe_place *place, enum kpe_match match,
			  const struct kpe_scope *scope, struct kpe_places *places)
{
	const struct kpe_pattern pattern = { .text = place->symbol, .match = match };
	unsigned int i, n = 0;
	int ret = 0;

	if (scope->kind != KPE_IN_MODULE)
		ret = add_functions("", &pattern, places);
	/* A bare name is the kernel's, if it has one. */
	if (!ret && scope->kind != KPE_IN_KERNEL &&
	    (!places->nr || kpe_place_is_many(place) || place->choice == KPE_NTH))
		ret = add_functions(scope->name, &pattern, places);
	for (i = 0; i < places->nr; i++) {
		/* An address with two matching names is one place. */
		if (n && places->addrs[i] == places->addrs[n - 1])
			continue;
		/* The tracer itself is not meant, unless it is named. */
		if (scope->kind == KPE_ANYWHERE && match == KPE_BY_GLOB &&
		    within_module(places->addrs[i], THIS_MODULE))
			continue;
		places->addrs[n++] = places->addrs[i];
	}
	places->nr = n;
	return ret;
}

static int nothing_found(const struct kpe_place *place, const struct kpe_scope *scope,
			 struct kpe_error *e)
{
	unsigned long addr;

	if (place->choice == KPE_GLOB)
		return kpe_fail(e, KPE_ERR_NO_MATCH, -EINVAL, place->col);
	addr = scope->kind == KPE_IN_KERNEL ? kpe_kernel_address(place->symbol) :
					      kpe_data_address(scope->name, place->symbol);
	if (addr && kpe_is_freed(addr))
		return kpe_fail(e, KPE_ERR_FREED_INIT, -EINVAL, place->col);
	kpe_fail(e, KPE_ERR_BAD_PROBE_ADDR, -EINVAL, place->col);
	e->more = addr ? "it is no function" :
			 kpe_hint_spelling(scope, place->symbol);
	return e->err;
}

static int select_functions(struct kpe_place *place, const struct kpe_scope *scope,
			    struct kpe_places *places, struct kpe_error *e)
{
	bool nth = place->choice == KPE_NTH;
	struct kpe_symbol sym;

	if (!places->nr)
		return nothing_found(place, scope, e);
	if (kpe_place_is_many(place))
		return 0;
	if (nth ? place->nth > places->nr : places->nr > 1) {
		kpe_fail(e, nth ? KPE_ERR_NO_SUCH_CHOICE : KPE_ERR_NON_UNIQ_SYMBOL,
			 -EINVAL, place->col);
		e->more = kpe_hint_candidates(place, places->addrs, places->nr);
		return e->err;
	}
	if (nth)
		places->addrs[0] = places->addrs[place->nth - 1];
	places->nr = 1;
	if (place->choice != KPE_CLONE)
		return 0;
	/* for the listing */
	kfree(place->found);
	place->found = NULL;
	if (!kpe_symbol_at(places->addrs[0], &sym))
		return 0;
	place->found = kstrdup(sym.name, GFP_KERNEL);
	return place->found ? 0 : -ENOMEM;
}

static int find_symbol(struct kpe_place *place, const struct kpe_scope *scope,
		       struct kpe_places *places, struct kpe_error *e)
{
	enum kpe_match match = place->choice == KPE_GLOB ? KPE_BY_GLOB : KPE_BY_NAME;
	int ret = find_functions(place, match, scope, places);
	struct kpe_place all = *place;
	unsigned int i;

	if (!ret && !places->nr && place->choice == KPE_CLONE)
		ret = find_functions(place, KPE_BY_CLONE, scope, places);
	/* SYM@N also counts functions of modules. */
	if (!ret && place->choice == KPE_THE_ONE && places->nr > 1) {
		all.choice = KPE_ALL;
		places->nr = 0;
		ret = find_functions(&all, match, scope, places);
	}
	if (!ret)
		ret = select_functions(place, scope, places, e);
	if (ret == -ENOMEM)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, ret, 0);
	for (i = 0; i < places->nr; i++)
		places->addrs[i] += place->offset;
	return ret;
}

/*
 * A function that should have an ftrace site, but has none, is notrace. Ask ftrace with
 * a scratch ops that is never registered. Return: 1 if it is, 0 if not, -ENOMEM.
 */
static int is_notrace(unsigned long function)
{
#ifdef CONFIG_DYNAMIC_FTRACE
	static struct ftrace_ops scratch;	/* kpe_mutex */
	int ret;

	/* kpe_free_filter() leaves dangling pointers. */
	memset(&scratch, 0, sizeof(scratch));
	/* before 5.18 it has to be the site itself, which arm64 has behind the function's start */
	ret = ftrace_set_filter_ip(&scratch, kpe_arch_site(function) ?: function, 0, 1);
	kpe_free_filter(&scratch);
	return ret == -ENOMEM ? ret : ret == -EINVAL;
#else
	return 0;
#endif
}

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
	       kpe_original_code(code, addr, end - addr) &&
	       kpe_insn_is_filling(code, end - addr);
}

/* Does the stack say who called the function? In doubt it does. */
static bool has_frame(unsigned long function, unsigned long offset)
{
	u8 *code = kpe_copy_function(function, offset);
	bool has = !code || kpe_insn_has_frame(code, offset);

	kvfree(code);
	return has;
}

/*
 * The kprobe core moves a probe of the first instruction behind the pad. Call it only for
 * functions that ftrace can trace: the core decodes others, perhaps past the end of a
 * module's text. A cold part has no caller, and no ftrace site.
 */
static bool is_entry(unsigned long addr, const struct kpe_symbol *sym)
{
	unsigned long function = addr - sym->offset, put;

	if (strstr(sym->name, ".cold"))
		return false;
	return !sym->offset ||
	       (sym->offset == KPE_LANDING_PAD && !kpe_try_kprobe(function, &put) &&
		put == function + KPE_LANDING_PAD);
}

static int check_return(const struct kpe_definition *line, const struct kpe_location *loc,
			struct kpe_error *e)
{
	const char *name = loc->function;
	enum kpe_err code;

	if (!loc->at_entry)
		code = KPE_ERR_BAD_RETPROBE;
	else if (match_string(called_for_returns, ARRAY_SIZE(called_for_returns), name) >= 0)
		code = KPE_ERR_RETURN_CALLS;
	/* Only the kernel's: a module may have others of these names. */
	else if (!*loc->module &&
		 match_string(kpe_noreturns, ARRAY_SIZE(kpe_noreturns), name) >= 0)
		code = KPE_ERR_NEVER_RETURNS;
	else
		return 0;
	return kpe_fail(e, code, -EINVAL, line->place.col);
}

/*
 * Check an address of a definition's place. @loc: filled. @e: filled on error, with the caret
 * column. Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_place_check(const struct kpe_definition *line, unsigned long addr,
		    struct kpe_location *loc, struct kpe_error *e)
{
	const struct kpe_place *place = &line->place;
	struct kpe_symbol sym;
	bool init, out;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	memset(loc, 0, sizeof(*loc));
	loc->addr = addr;
	out = !kpe_text_at(addr, &sym);
	if (!out) {
		loc->offset = sym.offset;
		strscpy(loc->module, sym.module, sizeof(loc->module));
		strscpy(loc->function, sym.name, sizeof(loc->function));
	}
	/* An offset may lead out of the named module, or its former place. */
	if (place->scope.kind == KPE_IN_MODULE)
		out |= strcmp(place->scope.name, loc->module);
	else if (place->scope.kind == KPE_IN_KERNEL)
		out |= *loc->module;
	if (out) {
		init = place->kind == KPE_PLACE_SECTION && strstarts(place->symbol, ".init.");
		return kpe_fail(e, init || kpe_is_freed(addr) ? KPE_ERR_FREED_INIT :
								KPE_ERR_NOT_TEXT,
				-EINVAL, place->col);
	}
	if (is_padding(addr, &sym))
		return kpe_fail(e, KPE_ERR_PADDING, -EINVAL, place->col);
	ret = is_notrace(addr - sym.offset);
	if (!ret)
		loc->at_entry = is_entry(addr, &sym);
	else if (ret > 0 && !kpe_place_is_many(place))
		ret = is_part_of_notrace(&sym);
	if (ret < 0)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, ret, 0);
	if (ret)
		return kpe_fail(e, KPE_ERR_NOTRACE, -EINVAL, place->col);
	loc->frameless = !loc->at_entry && !has_frame(addr - sym.offset, sym.offset);
	return line->is_return ? check_return(line, loc, e) : 0;
}

/* As kpe_place_check(), for a place whose module is not loaded. Context: any. */
int kpe_place_wait(const struct kpe_definition *line, struct kpe_location *loc,
		   struct kpe_error *e)
{
	const struct kpe_place *place = &line->place;
	bool symbol = place->kind == KPE_PLACE_SYMBOL;

	memset(loc, 0, sizeof(*loc));
	loc->at_entry = symbol && !place->offset;
	/* No module has such a long name. */
	if (strscpy(loc->module, place->scope.name, sizeof(loc->module)) < 0)
		return kpe_fail(e, KPE_ERR_BAD_PROBE_ADDR, -EINVAL, place->col);
	if (line->is_return && symbol && !loc->at_entry)
		return kpe_fail(e, KPE_ERR_BAD_RETPROBE, -EINVAL, place->col);
	return 0;
}

/*
 * Find the addresses for kpe_place_check(). @line: the name of a clone is stored in it. @coming:
 * search only this module, which may be loading; NULL: search as the definition says. @places:
 * filled; to be freed with kpe_places_free(), also on error. @e: filled on error, with the caret
 * column. Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_place_find(struct kpe_definition *line, const char *coming,
		   struct kpe_places *places, struct kpe_error *e)
{
	struct kpe_place *place = &line->place;
	struct kpe_scope scope = place->scope;
	unsigned long addr = place->addr;

	lockdep_assert_held(&kpe_mutex);
	memset(places, 0, sizeof(*places));
	places->waits = !coming && scope.kind == KPE_IN_MODULE && !kpe_module_live(scope.name);
	if (places->waits)
		return 0;
	if (coming)
		scope = (struct kpe_scope){ KPE_IN_MODULE, coming };
	if (place->kind == KPE_PLACE_SYMBOL)
		return find_symbol(place, &scope, places, e);
	if (place->kind != KPE_PLACE_ADDRESS) {
		addr = kpe_section_start(scope.name, place->symbol);
		if (!addr)
			return kpe_fail(e, KPE_ERR_NO_SECTION, -EINVAL, place->col);
		addr += place->offset;
	}
	places->addrs = kvmalloc(sizeof(addr), GFP_KERNEL);
	if (!places->addrs)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	places->addrs[places->nr++] = addr;
	return 0;
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
