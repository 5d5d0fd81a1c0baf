// SPDX-License-Identifier: GPL-2.0
/*
 * BTF has the offsets of the kernel's per-CPU variables; other variables are symbols. A
 * kernel without kallsyms_on_each_match_symbol() does not tell if it has several of a name.
 */
#include <linux/errno.h>
#include <linux/kernel_stat.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/seq_buf.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/image.h"
#include "compat/module.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "language/spelling.h"
#include "model/locks.h"
#include "types/types.h"
#include "types/variable.h"

#define HINT_SIZE	600	/* bytes */
#define MAX_FOUND	16	/* candidates that are said */

/* What has the name that is looked up; kpe_mutex */
static struct kpe_variable found[MAX_FOUND];

static bool is_the_kernel(const char *module)
{
	return !strcmp(module, KPE_KERNEL_NAME);
}

/*
 * Can a module's variables be looked up? @module: its name, or "vmlinux". Context: any process
 * context. Return: false if it is not loaded.
 */
bool kpe_variable_module(const char *module)
{
	struct module *mod;

	if (is_the_kernel(module))
		return true;
	mod = kpe_module_get(module);
	module_put(mod);
	return mod;
}

/* --------------------------------------------------------------- looking up */

static int collect(void *data, unsigned long addr)
{
	unsigned int *nr = data;

	if (!kpe_arch_in_image(addr))
		return 0;
	if (*nr < MAX_FOUND) {
		found[*nr].addr = addr;
		*found[*nr].module = '\0';
	}
	++*nr;
	return 0;
}

static unsigned int symbols_of_kernel(const char *name)
{
	unsigned long addr = kpe_kernel_address(name);
	unsigned int nr = 0;

	if (!addr)
		return 0;
	if (kpe_each_address(name, collect, &nr) && nr > 1)
		return nr;
	found[0].addr = addr;
	*found[0].module = '\0';
	return 1;
}

/* Do the addresses of per-CPU variables count from 0? */
static bool percpu_from_zero(void)
{
	return (__force unsigned long)&kstat < TASK_SIZE_MAX;
}

/*
 * Where the kernel's per-CPU variables begin. Where its symbols do not tell, a variable that
 * every kernel exports does. Return: false if unknown
 */
static bool percpu_base(unsigned long *base)
{
	u32 offset;

	*base = 0;
	if (percpu_from_zero())
		return true;
	*base = kpe_kernel_address(KPE_PERCPU_START);
	if (*base)
		return true;
	if (!kpe_percpu_offset("kstat", &offset))
		return false;
	*base = (__force unsigned long)&kstat - offset;
	return true;
}

static bool is_percpu(unsigned long addr)
{
	const unsigned long start = kpe_kernel_mark(KPE_PERCPU_START);

	return start && addr >= start && addr < kpe_kernel_mark("__per_cpu_end");
}

/* BTF has their offsets. Without it symbols have their addresses, if these are addresses. */
static unsigned int percpu_of_kernel(const char *name)
{
	unsigned int nr;
	u32 offset = 0;

	if (strcmp(name, KPE_PERCPU_START) && !kpe_percpu_offset(name, &offset)) {
		nr = symbols_of_kernel(name);
		return nr && is_percpu(found[0].addr) ? nr : 0;
	}
	*found[0].module = '\0';
	if (!percpu_base(&found[0].addr))
		return 0;
	found[0].addr += offset;
	return 1;
}

/* A symbol of the kernel or of a module that is no per-CPU variable */
static bool is_at_an_address(const char *name)
{
	return kpe_kernel_address(name) || kpe_module_variables(NULL, name, false, found, 1);
}

/*
 * Without BTF and addresses, only variables exported to GPL modules are found. If per-CPU
 * addresses count from 0, other exported symbols do not look like one. For a symbol that is
 * exported to all modules the kernel logs a warning, so most of these are left out before.
 */
static unsigned int percpu_exported(const char *name)
{
	void *symbol;

	if (!percpu_from_zero() || is_at_an_address(name))
		return 0;
	symbol = __symbol_get(name);
	if (!symbol)
		return 0;
	kpe_symbol_put(name);
	found[0].addr = (unsigned long)symbol;
	*found[0].module = '\0';
	return found[0].addr < TASK_SIZE_MAX;
}

static unsigned int look_in_kernel(const struct kpe_op *op)
{
	return op->percpu ? percpu_of_kernel(op->text) : symbols_of_kernel(op->text);
}

/* @module: NULL: all */
static unsigned int look_in_module(const struct kpe_op *op, const char *module)
{
	if (module && *op->text == '.') {
		found[0].addr = kpe_section_start(module, op->text);
		strscpy(found[0].module, module, MODULE_NAME_LEN);
		return found[0].addr && !op->percpu;
	}
	return kpe_module_variables(module, op->text, op->percpu, found, MAX_FOUND);
}

/* ------------------------------------------------------------- what is kept */

/**
 * struct kept - a variable that was looked up for a definition of many places
 * @list: in kept
 * @var: the variable
 * @percpu: it is one of those
 * @own: module of the probe
 * @member: module that is written; "": none
 * @text: its name
 */
struct kept {
	struct list_head list;
	struct kpe_variable var;
	bool percpu;
	const char *own;
	const char *member;
	char text[];
};

static LIST_HEAD(kept);		/* kpe_mutex */
static bool keeps;			/* kpe_mutex */

static const struct kept *find_kept(const struct kpe_op *op, const char *own)
{
	const struct kept *k;

	list_for_each_entry(k, &kept, list)
		if (k->percpu == op->percpu && !strcmp(k->text, op->text) &&
		    !strcmp(k->own, own) && !strcmp(k->member, op->member ?: ""))
			return k;
	return NULL;
}

/* Without memory, it is looked up again. */
static void keep(const struct kpe_op *op, const char *own, const struct kpe_variable *var)
{
	const char *written = op->member ?: "";
	size_t text = strlen(op->text) + 1, module = strlen(own) + 1;
	size_t member = strlen(written) + 1;
	struct kept *k = kmalloc(sizeof(*k) + text + module + member, GFP_KERNEL);

	if (!k)
		return;
	k->var = *var;
	k->percpu = op->percpu;
	memcpy(k->text, op->text, text);
	k->own = memcpy(k->text + text, own, module);
	k->member = memcpy(k->text + text + module, written, member);
	list_add(&k->list, &kept);
}

/**
 * kpe_variable_keep() - remember what is looked up
 *
 * A definition of many places looks the same variable up for each of them, which takes the
 * kernel long. A module that comes or goes meanwhile is handled after that.
 *
 * Context: kpe_mutex, which is held until kpe_variable_forget().
 */
void kpe_variable_keep(void)
{
	lockdep_assert_held(&kpe_mutex);
	keeps = true;
}

/**
 * kpe_variable_forget() - undo kpe_variable_keep()
 *
 * Context: kpe_mutex.
 */
void kpe_variable_forget(void)
{
	struct kept *k, *next;

	lockdep_assert_held(&kpe_mutex);
	keeps = false;
	list_for_each_entry_safe(k, next, &kept, list)
		kfree(k);
	INIT_LIST_HEAD(&kept);
}

/* ------------------------------------------------------------- one variable */

/* Return: how many there are; the first ones are in found[] */
static unsigned int look_up(const struct kpe_op *op, const char *own)
{
	unsigned int nr = 0;

	if (op->member && !is_the_kernel(op->member))
		return look_in_module(op, op->member);
	if (!op->member && own && *own)
		nr = look_in_module(op, own);
	if (!nr)
		nr = look_in_kernel(op);
	if (!nr && !op->member)
		nr = look_in_module(op, NULL);
	if (!nr && op->percpu)
		nr = percpu_exported(op->text);
	return nr;
}

/**
 * kpe_variable_find() - look up a variable or function
 * @op: KPE_OP_SYM
 * @own: module of the probe; "" or NULL: none
 * @var: filled on success
 *
 * Variables need CONFIG_KALLSYMS_ALL. The memory may be freed (init sections).
 *
 * Context: kpe_mutex; may sleep. Return: 0; -ENODEV if the module is not loaded, -ENOENT if
 * there is no such symbol, -EINVAL if there are several.
 */
int kpe_variable_find(const struct kpe_op *op, const char *own, struct kpe_variable *var)
{
	const struct kept *k;
	unsigned int nr;

	lockdep_assert_held(&kpe_mutex);
	k = find_kept(op, own ?: "");
	if (k) {
		*var = k->var;
		return 0;
	}
	nr = look_up(op, own);
	if (!nr)
		return op->member && !kpe_variable_module(op->member) ? -ENODEV : -ENOENT;
	*var = found[0];
	if (keeps && nr == 1)
		keep(op, own ?: "", var);
	return nr == 1 ? 0 : -EINVAL;
}

/**
 * kpe_variable_type() - type of a variable
 * @op: KPE_OP_SYM
 * @own: module of the probe; "" or NULL: none
 * @percpu: set if it is a per-CPU variable
 *
 * Context: kpe_mutex; may sleep. Return: the type; unknown if BTF does not describe it.
 */
struct kpe_tref kpe_variable_type(const struct kpe_op *op, const char *own, bool *percpu)
{
	const char *module = op->member ?: own ?: "";
	struct kpe_tref type = { };
	const struct kpe_btf *btf;
	u32 offset;

	lockdep_assert_held(&kpe_mutex);
	for (;;) {
		if (is_the_kernel(module))
			module = "";
		btf = kpe_types_of(module);
		if (btf)
			type = kpe_btf_var(btf, op->text);
		if (type.btf || op->member || !*module)
			break;
		module = "";
	}
	*percpu = type.btf && kpe_btf_var_offset(btf, KPE_PERCPU_SECTION, op->text, &offset);
	return type;
}

/* ------------------------------------------------------------------- errors */

static struct kpe_spelling spelling;	/* kpe_mutex */
static char hint[HINT_SIZE];		/* kpe_mutex */

static void consider(const char *name)
{
	kpe_spelling_consider(&spelling, name);
}

static const char *similar_module(const char *name)
{
	char other[MODULE_NAME_LEN];
	unsigned int i;

	kpe_spelling_begin(&spelling, name);
	for (i = 0; kpe_module_name(i, other); i++)
		consider(other);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

static const char *similar_symbol(const char *module, const char *name)
{
	kpe_spelling_begin(&spelling, name);
	kpe_each_module_symbol(module, consider);
	return kpe_spelling_say(&spelling, hint, sizeof(hint));
}

/* Is a candidate the only one of its module? */
static bool module_tells(unsigned int nr, unsigned int at)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (i != at && !strcmp(found[i].module, found[at].module))
			return false;
	return *found[at].module;
}

/* Each in the form that is accepted behind "@" */
static const char *candidates(const struct kpe_op *op, const char *own)
{
	unsigned int i, nr = look_up(op, own), said = min_t(unsigned int, nr, MAX_FOUND);
	struct seq_buf s;

	seq_buf_init(&s, hint, sizeof(hint) - 1);
	for (i = 0; i < said; i++) {
		seq_buf_printf(&s, i ? ", @" : "@");
		if (module_tells(said, i))
			seq_buf_printf(&s, "%s:%s", found[i].module, op->text);
		else
			kpe_symbol_print(&s, found[i].addr);
	}
	if (nr > said)
		seq_buf_printf(&s, ", and %u more", nr - said);
	hint[min_t(size_t, s.len, sizeof(hint) - 1)] = '\0';
	return hint;
}

/**
 * kpe_variable_fail() - report that kpe_variable_find() has failed
 * @op: as for that function
 * @own: likewise
 * @ret: its result
 * @e: filled
 *
 * Context: kpe_mutex; may sleep. Return: a negative errno.
 */
int kpe_variable_fail(const struct kpe_op *op, const char *own, int ret, struct kpe_error *e)
{
	unsigned int col = op->col + (op->member ? strlen("@:") + strlen(op->member) : 0);

	lockdep_assert_held(&kpe_mutex);
	if (ret == -ENODEV) {
		kpe_fail(e, KPE_ERR_NO_MODULE, -ENOENT, op->col + 1);
		e->more = similar_module(op->member);
	} else if (ret == -EINVAL) {
		kpe_fail(e, KPE_ERR_NON_UNIQ_SYMBOL, ret, col);
		e->more = candidates(op, own);
	} else {
		kpe_fail(e, KPE_ERR_UNKNOWN_DATA_SYMBOL, ret, col);
		if (op->member && !is_the_kernel(op->member))
			e->more = similar_symbol(op->member, op->text);
	}
	return e->err;
}
