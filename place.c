// SPDX-License-Identifier: GPL-2.0
/*
 * place - a place in a definition becomes an address
 *
 * A name is looked up as a function of the kernel first and of all modules
 * only if the kernel has none; one name for several functions is refused. The
 * offset is applied to the address, so it may lead into another function:
 * what counts from then on is the function found at the address, not the text.
 *
 * A module that is still being loaded counts as not there: its own blacklist
 * may not be known yet. The module notifier asks again when it is.
 */
#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/security.h>
#include "place.h"
#include "symbols.h"

/* Functions named so, in @module or, without one, anywhere; the first's @addr. */
static unsigned int find_functions(const char *module, const char *name,
				   unsigned long *addr)
{
	unsigned int n;

	if (module)
		return kpe_module_functions(module, name, addr, 1);
	n = kpe_kernel_functions(name, addr, 1);
	return n ? n : kpe_module_functions(NULL, name, addr, 1);
}

static int resolve_symbol(const struct kpe_line *line, const char *module,
			  unsigned long *addr, struct kpe_error *e)
{
	const struct kpe_place *place = &line->place;

	switch (find_functions(module, place->symbol, addr)) {
	case 0:
		return kpe_fail(e, KPE_ERR_BAD_PROBE_ADDR, -EINVAL, place->col);
	case 1:
		*addr += place->offset;
		return 0;
	default:
		return kpe_fail(e, KPE_ERR_NON_UNIQ_SYMBOL, -EINVAL,
				place->col);
	}
}

#ifdef CONFIG_DYNAMIC_FTRACE
/*
 * A function without an ftrace site is one that its author marked notrace.
 * Only ftrace knows; a scratch ops that is never registered lets us ask.
 */
static bool is_notrace(unsigned long function)
{
	static struct ftrace_ops scratch;	/* kpe_mutex */
	bool refused;

	/* ftrace_free_filter() leaves dangling pointers behind: start anew. */
	memset(&scratch, 0, sizeof(scratch));
	refused = ftrace_set_filter_ip(&scratch, function, 0, 1);
	ftrace_free_filter(&scratch);
	return refused;
}
#else
static bool is_notrace(unsigned long function)
{
	return false;
}
#endif

#ifdef CONFIG_X86_KERNEL_IBT
#define LANDING_PAD 4	/* bytes of an instruction that no probe replaces */

/*
 * The kprobe core puts a probe of the first instruction behind the pad. To be
 * asked of functions that ftrace can trace: of others the core decodes all, and
 * may run off the end of a module's text.
 */
static bool has_landing_pad(unsigned long function)
{
	struct kprobe kp = {
		.addr = (kprobe_opcode_t *)function,
		.flags = KPROBE_FLAG_DISABLED,
	};

	if (register_kprobe(&kp))
		return false;
	unregister_kprobe(&kp);
	return (unsigned long)kp.addr == function + LANDING_PAD;
}

static bool is_entry(unsigned long addr, unsigned long offset)
{
	return !offset ||
	       (offset == LANDING_PAD && has_landing_pad(addr - offset));
}
#else
static bool is_entry(unsigned long addr, unsigned long offset)
{
	return !offset;
}
#endif

static int check_function(const struct kpe_line *line, struct kpe_spot *spot,
			  struct kpe_error *e)
{
	unsigned int col = line->place.col;
	struct kpe_symbol sym;

	if (!kpe_symbol_at(spot->addr, &sym) || !kpe_is_text(spot->addr, &sym))
		return kpe_fail(e, KPE_ERR_NOT_TEXT, -EINVAL, col);
	strscpy(spot->module, sym.module, sizeof(spot->module));
	strscpy(spot->function, sym.name, sizeof(spot->function));
	if (is_notrace(spot->addr - sym.offset))
		return kpe_fail(e, KPE_ERR_NOTRACE, -EINVAL, col);
	spot->at_entry = is_entry(spot->addr, sym.offset);
	if (line->is_return && !spot->at_entry)
		return kpe_fail(e, KPE_ERR_BAD_RETPROBE, -EINVAL, col);
	return 0;
}

/* What can be said of "MOD:SYM+OFF" before MOD is there. */
static int resolve_pending(const struct kpe_line *line, const char *module,
			   struct kpe_spot *spot, struct kpe_error *e)
{
	spot->addr = 0;
	spot->at_entry = line->place.offset == 0;
	strscpy(spot->module, module, sizeof(spot->module));
	strreplace(spot->module, '-', '_');
	if (line->is_return && !spot->at_entry)
		return kpe_fail(e, KPE_ERR_BAD_RETPROBE, -EINVAL,
				line->place.col);
	return 0;
}

/* Found without being named, in a module that is not done with loading. */
static bool must_wait(const struct kpe_line *line, const struct kpe_spot *spot)
{
	return line->place.kind == KPE_PLACE_SYMBOL && *spot->module &&
	       !kpe_module_live(spot->module);
}

/**
 * kpe_place_resolve() - find the address of a definition's place
 * @line: the definition
 * @coming: look in this module only, which may still be loading; NULL: look as
 *	    the definition says
 * @spot: filled
 * @e: why not, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_place_resolve(const struct kpe_line *line, const char *coming,
		      struct kpe_spot *spot, struct kpe_error *e)
{
	const struct kpe_place *place = &line->place;
	const char *module = coming ? coming : place->module;
	int ret = 0;

	memset(spot, 0, sizeof(*spot));
	if (module && !coming && !kpe_module_live(module))
		return resolve_pending(line, module, spot, e);
	if (place->kind == KPE_PLACE_ADDRESS)
		spot->addr = place->addr;
	else
		ret = resolve_symbol(line, module, &spot->addr, e);
	if (!ret)
		ret = check_function(line, spot, e);
	if (!ret && !coming && must_wait(line, spot))
		spot->addr = 0;
	return ret;
}
