// SPDX-License-Identifier: GPL-2.0
/*
 * kallsyms is not exported. Exported are sprint_symbol(), from an address to a name, and
 * register_kprobe(), which looks up a name.
 */
#include <linux/kprobes.h>
#include <linux/sizes.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include "arch/image.h"
#include "arch/insn.h"
#include "kernel/symbols.h"
#include "trace_kprobe.h"

/* ------------------------------------------------ one address to its symbol */

/* Parse "NAME+0xOFFSET/0xSIZE"; the name is cut in place. */
static bool parse_position(char *str, struct kpe_symbol *sym)
{
	char *slash = strrchr(str, '/');
	char *plus;

	if (!slash)
		return false;
	*slash = '\0';
	plus = strrchr(str, '+');
	if (!plus)
		return false;
	*plus = '\0';
	if (kstrtoul(plus + 1, 16, &sym->offset) ||
	    kstrtoul(slash + 1, 16, &sym->size))
		return false;
	return strscpy(sym->name, str, sizeof(sym->name)) > 0;
}

/* Cut " [MODULE]" off, if it follows "NAME+0xOFFSET/0xSIZE" */
static void parse_module(char *str, struct kpe_symbol *sym)
{
	char *bracket = strstr(str, " [");

	sym->module[0] = '\0';
	if (!bracket)
		return;
	*bracket = '\0';
	bracket += 2;
	bracket[strcspn(bracket, " ]")] = '\0';
	strscpy(sym->module, bracket, sizeof(sym->module));
}

/**
 * kpe_symbol_at() - find the symbol of an address
 * @addr: any value
 * @sym: filled if there is one
 *
 * Does not access the memory at @addr.
 *
 * Context: process context; no locks needed.
 * Return: false if no symbol covers @addr.
 */
bool kpe_symbol_at(unsigned long addr, struct kpe_symbol *sym)
{
	char buf[KSYM_SYMBOL_LEN];

	sprint_symbol(buf, addr);
	parse_module(buf, sym);
	return parse_position(buf, sym);
}

/* -------------------------------------- name to address, by the kprobe core */

/*
 * The core fills in the address even if it refuses the probe, as for data or blacklisted
 * text. One byte after the start is rarely an instruction, so mostly nothing is
 * registered. This saves a grace period, and keeps the core from decoding the function,
 * perhaps past the end of a module's text.
 */
static unsigned long lookup_by_kprobe(const char *name, unsigned int offset)
{
	struct kprobe kp = {
		.symbol_name = name,
		.offset = offset,
		.flags = KPROBE_FLAG_DISABLED,
	};

	if (!register_kprobe(&kp))
		unregister_kprobe(&kp);
	return kp.addr ? (unsigned long)kp.addr - offset : 0;
}

/**
 * kpe_kernel_mark() - find a symbol that marks a place of vmlinux
 * @name: as "_etext", which may be the last symbol, with nothing after its start
 *
 * Context: may sleep. Return: its address, 0 if there is none.
 */
unsigned long kpe_kernel_mark(const char *name)
{
	return lookup_by_kprobe(name, 0);
}

/**
 * kpe_kprobe_error() - make what the kprobe core returns the same on all machines
 * @ret: a negative errno
 * @addr: the address
 *
 * Context: any. Return: -EILSEQ for -EINVAL if no instruction can begin there.
 */
int kpe_kprobe_error(int ret, unsigned long addr)
{
	return ret == -EINVAL && addr % kpe_insn_alignment ? -EILSEQ : ret;
}

/**
 * kpe_try_kprobe() - check if the kprobe core accepts a probe
 * @addr: the address
 * @put: filled on success with the address of the probe; or NULL
 *
 * @addr must be code. If ftrace cannot trace the function, the core decodes it, perhaps
 * past the end of a module's text.
 *
 * Context: may sleep; waits for a grace period on success.
 * Return: 0; -EILSEQ if no instruction begins there, -EINVAL if a probe is not allowed,
 * another negative errno.
 */
int kpe_try_kprobe(unsigned long addr, unsigned long *put)
{
	struct kprobe kp = {
		.addr = (kprobe_opcode_t *)addr,
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret = register_kprobe(&kp);

	if (ret)
		return kpe_kprobe_error(ret, addr);
	unregister_kprobe(&kp);
	if (put)
		*put = (unsigned long)kp.addr;
	return 0;
}

/**
 * kpe_kernel_address() - find the address of a symbol
 * @name: name of a function or variable of vmlinux, or "MODULE:NAME"
 *
 * Any of several symbols with this name is taken. Variables need CONFIG_KALLSYMS_ALL;
 * per-CPU variables are not found. The memory may be freed (init sections), so do not
 * dereference it.
 *
 * Context: may sleep. Not within a kprobe handler or the module notifier's
 * atomic parts.
 * Return: start of the symbol, 0 if there is none.
 */
unsigned long kpe_kernel_address(const char *name)
{
	struct kpe_symbol sym;
	unsigned long addr;

	if (!*name)
		return 0;
	addr = lookup_by_kprobe(name, 1);
	if (!addr)
		return 0;
	if (!kpe_symbol_at(addr, &sym))
		return addr;
	/* A plain name may be found in a module. */
	if (*sym.module && !strchr(name, ':'))
		return 0;
	return addr - sym.offset;
}

/**
 * kpe_symbols_are_known() - test that the kernel tells names and addresses as expected
 *
 * That the kprobe core fills in an address that it then refuses, and the form of what
 * sprint_symbol() prints, are in no header. That function itself serves as the example.
 *
 * Context: may sleep. Return: false if the kernel does it in another way.
 */
bool kpe_symbols_are_known(void)
{
	unsigned long addr = (unsigned long)sprint_symbol;
	struct kpe_symbol sym;

	return kpe_kernel_address("sprint_symbol") == addr &&
	       kpe_symbol_at(addr + 1, &sym) && sym.offset == 1 &&
	       !strcmp(sym.name, "sprint_symbol") && !*sym.module;
}

/*
 * Without CONFIG_KALLSYMS_ALL an address is only found in text, so the mark after its
 * last function is not. But it is the first address that belongs to no symbol. The next
 * area of text is more than a step away.
 */
static unsigned long end_of_text(unsigned long addr)
{
	unsigned long step = SZ_64K;
	struct kpe_symbol sym;

	for (; step; step /= 2)
		while (kpe_symbol_at(addr + step, &sym))
			addr += step;
	return addr + 1;
}

/**
 * kpe_kernel_text() - find an area of text of vmlinux
 * @first: mark of its start, as "_stext"
 * @last: mark of its end
 * @start: filled on success
 * @end: likewise; the first address after it
 *
 * Context: may sleep. Return: false if there is none.
 */
bool kpe_kernel_text(const char *first, const char *last, unsigned long *start,
		     unsigned long *end)
{
	*start = kpe_kernel_address(first);
	if (!*start)
		return false;
	*end = kpe_kernel_mark(last) ?: end_of_text(*start);
	return true;
}

/**
 * kpe_kernel_function() - find a function in order to call it
 * @name: name of a function of vmlinux
 *
 * The symbol must be exactly this function. It may not allow an indirect call: use a
 * static call.
 *
 * Context: may sleep. Return: its address, 0 if there is none.
 */
unsigned long kpe_kernel_function(const char *name)
{
	unsigned long addr = kpe_kernel_address(name);
	struct kpe_symbol sym;

	if (!addr || !kpe_symbol_at(addr, &sym) || sym.offset || *sym.module ||
	    strcmp(sym.name, name))
		return 0;
	return addr;
}

/* ---------------------------------------------------------------- variables */

static unsigned long no_address(const char *name)
{
	return 0;
}

DEFINE_STATIC_CALL(kpe_address_of, no_address);

/**
 * kpe_kernel_variable() - find a variable of vmlinux that may be per CPU
 * @name: its name; variables need CONFIG_KALLSYMS_ALL
 *
 * Calls a function that is not exported, and has been the same since there are modules. The
 * kprobe core does not tell the addresses of variables per CPU.
 *
 * Context: module init. Return: its address, 0 if it is not found.
 */
unsigned long __init kpe_kernel_variable(const char *name)
{
	unsigned long addr, fn = kpe_kernel_function("kallsyms_lookup_name");
	struct kpe_symbol sym;

	if (!fn)
		return 0;
	static_call_update(kpe_address_of, (unsigned long (*)(const char *))fn);
	if (static_call(kpe_address_of)("sprint_symbol") != (unsigned long)sprint_symbol)
		return 0;
	addr = static_call(kpe_address_of)(name);
	return kpe_symbol_at(addr, &sym) && *sym.module ? 0 : addr;
}

/* -------------------------------------------------- all addresses of a name */

static int names_unknown(kpe_address_fn *fn, const char *name, void *data)
{
	return -ENOENT;
}

DEFINE_STATIC_CALL(kpe_each_match, names_unknown);

/* Sees whether the kernel passes what it is to pass, for an exported function */
static int notice_known(void *data, unsigned long addr)
{
	*(unsigned long *)data = addr;
	return 0;
}

static bool names_are_known(void)
{
	static bool is_looked_up, are_known;
	unsigned long addr = 0;
	void *fn;

	if (is_looked_up)
		return are_known;
	is_looked_up = true;
	fn = (void *)kpe_kernel_function("kallsyms_on_each_match_symbol");
	if (!fn)
		return false;
	static_call_update(kpe_each_match, fn);
	are_known = !static_call(kpe_each_match)(notice_known, "sprint_symbol", &addr) &&
		    addr == (unsigned long)sprint_symbol;
	return are_known;
}

/**
 * kpe_each_address() - iterate over the symbols of vmlinux that have a name
 * @name: the name
 * @fn: called for the address of each; may sleep
 * @data: passed to @fn
 *
 * Calls a function that is not exported.
 *
 * Context: may sleep; kpe_mutex held. Return: false if the kernel does not tell.
 */
bool kpe_each_address(const char *name, kpe_address_fn *fn, void *data)
{
	lockdep_assert_held(&kpe_mutex);
	if (!names_are_known())
		return false;
	static_call(kpe_each_match)(fn, name, data);
	return true;
}

/* ------------------------------------------------------------ the blacklist */

/* If the blacklist cannot be asked, no function may be probed. */
static bool blacklist_unknown(unsigned long addr)
{
	return true;
}

DEFINE_STATIC_CALL(kpe_in_blacklist, blacklist_unknown);

/**
 * kpe_may_probe() - does the kernel's blacklist allow a probe of a function
 * @function: start of a function of vmlinux
 *
 * Calls the function that the kprobe core uses, which is not exported.
 *
 * Context: may sleep; kpe_mutex held. Return: true if it does; false if not, or if
 * unknown.
 */
bool kpe_may_probe(unsigned long function)
{
	static bool is_looked_up;
	bool (*fn)(unsigned long addr);

	lockdep_assert_held(&kpe_mutex);
	if (!is_looked_up) {
		fn = (void *)kpe_kernel_function("within_kprobe_blacklist");
		if (fn)
			static_call_update(kpe_in_blacklist, fn);
		is_looked_up = true;
	}
	return !static_call(kpe_in_blacklist)(function);
}

/* ----------------------------------------------------- the image of vmlinux */

/**
 * kpe_is_freed() - is an address in the kernel's freed init text
 * @addr: the address
 *
 * Context: may sleep; kpe_mutex held. Return: true if it is.
 */
bool kpe_is_freed(unsigned long addr)
{
	unsigned long start, end;

	lockdep_assert_held(&kpe_mutex);
	return kpe_kernel_text("_sinittext", "_einittext", &start, &end) &&
	       addr >= start && addr < end;
}

/**
 * kpe_text_start() - start of the kernel's image
 *
 * Distances from there are the same with every boot.
 *
 * Context: may sleep; kpe_mutex held. Return: the address of _text, 0 if unknown.
 */
unsigned long kpe_text_start(void)
{
	static unsigned long image;

	lockdep_assert_held(&kpe_mutex);
	if (!image)
		image = kpe_kernel_mark(KPE_IMAGE);
	return image;
}

/**
 * kpe_image_offset() - is an address in the image of vmlinux
 * @addr: any value
 * @offset: filled; bytes from _text
 *
 * Context: may sleep; kpe_mutex held. Return: true if it is.
 */
bool kpe_image_offset(unsigned long addr, unsigned long *offset)
{
	unsigned long start;

	lockdep_assert_held(&kpe_mutex);
	start = kpe_text_start();
	*offset = addr - start;
	return start && addr >= start && kpe_arch_in_image(addr);
}
