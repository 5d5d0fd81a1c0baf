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
#include "model/locks.h"

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

/* @addr: any value. Context: process context. Return: false if no symbol covers it. */
bool kpe_symbol_at(unsigned long addr, struct kpe_symbol *sym)
{
	char buf[KSYM_SYMBOL_LEN], *bracket;

	sprint_symbol(buf, addr);
	sym->module[0] = '\0';
	/* " [MODULE]" may follow */
	bracket = strstr(buf, " [");
	if (bracket) {
		*bracket = '\0';
		bracket += 2;
		bracket[strcspn(bracket, " ]")] = '\0';
		strscpy(sym->module, bracket, sizeof(sym->module));
	}
	return parse_position(buf, sym);
}

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

/*
 * The address of a symbol that marks a place of vmlinux, as "_etext", which may be the last
 * one, with nothing after its start. Context: may sleep. Return: 0 if there is none.
 */
unsigned long kpe_kernel_mark(const char *name)
{
	return lookup_by_kprobe(name, 0);
}

/* An error of the kprobe core, but on all machines -EILSEQ where no instruction can begin */
int kpe_kprobe_error(int ret, unsigned long addr)
{
	return ret == -EINVAL && addr % kpe_insn_alignment ? -EILSEQ : ret;
}

/*
 * @addr: must be code. If ftrace cannot trace the function, the core decodes it, perhaps past
 * the end of a module's text. @put: set to where the core puts the probe; or NULL
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

/*
 * The address of a function or variable of vmlinux, or "MODULE:NAME". Any of several symbols
 * with this name is taken. Variables need CONFIG_KALLSYMS_ALL; per-CPU variables are not
 * found. The memory may be freed (init sections), so do not dereference it.
 *
 * Context: may sleep. Not within a kprobe handler or the module notifier's atomic parts.
 * Return: 0 if there is none.
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

/*
 * That the kprobe core fills in an address that it then refuses, and the form of what
 * sprint_symbol() prints, are in no header. That function itself serves as the example.
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

/* @first, @last: the marks of an area of vmlinux' text, as "_stext" */
bool kpe_kernel_text(const char *first, const char *last, unsigned long *start,
		     unsigned long *end)
{
	*start = kpe_kernel_address(first);
	if (!*start)
		return false;
	*end = kpe_kernel_mark(last) ?: end_of_text(*start);
	return true;
}

/* To call it, so it must be exactly this one. Context: may sleep. Return: 0 if there is none. */
unsigned long kpe_kernel_function(const char *name)
{
	unsigned long addr = kpe_kernel_address(name);
	struct kpe_symbol sym;

	if (!addr || !kpe_symbol_at(addr, &sym) || sym.offset || *sym.module ||
	    strcmp(sym.name, name))
		return 0;
	return addr;
}

DEFINE_STATIC_CALL_NULL(kpe_address_of, kallsyms_lookup_name);

/*
 * Find a variable of vmlinux that may be per CPU: the kprobe core does not tell the addresses
 * of those. The function that is called has been the same since there are modules. Return: 0 if
 * it is not found; variables need CONFIG_KALLSYMS_ALL.
 */
unsigned long __init kpe_kernel_variable(const char *name)
{
	struct kpe_symbol sym;
	unsigned long addr;

	if (!kpe_find_call(kpe_address_of, "kallsyms_lookup_name") ||
	    static_call(kpe_address_of)("sprint_symbol") != (unsigned long)sprint_symbol)
		return 0;
	addr = static_call(kpe_address_of)(name);
	return kpe_symbol_at(addr, &sym) && *sym.module ? 0 : addr;
}

/* Prototype of kallsyms_on_each_match_symbol(), which older kernels do not have */
typedef int kpe_each_match_fn(int (*fn)(void *data, unsigned long addr), const char *name,
			      void *data);

DEFINE_STATIC_CALL_NULL(kpe_each_match, kpe_each_match_fn);

/* Sees whether the kernel passes what it is to pass, for an exported function */
static int notice_known(void *data, unsigned long addr)
{
	*(unsigned long *)data = addr;
	return 0;
}

/* @fn may sleep. Context: may sleep; kpe_mutex held. Return: false if the kernel does not tell. */
bool kpe_each_address(const char *name, kpe_address_fn *fn, void *data)
{
	static unsigned long addr;

	lockdep_assert_held(&kpe_mutex);
	if (!kpe_find_call(kpe_each_match, "kallsyms_on_each_match_symbol"))
		return false;
	if (!addr)
		static_call(kpe_each_match)(notice_known, "sprint_symbol", &addr);
	if (addr != (unsigned long)sprint_symbol)
		return false;
	static_call(kpe_each_match)(fn, name, data);
	return true;
}

DEFINE_STATIC_CALL_NULL(kpe_in_blacklist, within_kprobe_blacklist);

/* Does the kernel's blacklist allow it? Context: may sleep; kpe_mutex held. */
bool kpe_may_probe(unsigned long function)
{
	lockdep_assert_held(&kpe_mutex);
	return kpe_find_call(kpe_in_blacklist, "within_kprobe_blacklist") &&
	       !static_call(kpe_in_blacklist)(function);
}

/* Is it in the kernel's freed init text? Context: may sleep; kpe_mutex held. */
bool kpe_is_freed(unsigned long addr)
{
	unsigned long start, end;

	lockdep_assert_held(&kpe_mutex);
	return kpe_kernel_text("_sinittext", "_einittext", &start, &end) &&
	       addr >= start && addr < end;
}

/*
 * The start of the kernel's image: distances from there are the same with every boot.
 * Context: may sleep; kpe_mutex held. Return: 0 if unknown.
 */
unsigned long kpe_text_start(void)
{
	static unsigned long image;

	lockdep_assert_held(&kpe_mutex);
	if (!image)
		image = kpe_kernel_mark(KPE_IMAGE);
	return image;
}

bool kpe_image_offset(unsigned long addr, unsigned long *offset)
{
	const unsigned long start = kpe_text_start();

	*offset = addr - start;
	return start && addr >= start && kpe_arch_in_image(addr);
}
