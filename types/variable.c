// SPDX-License-Identifier: GPL-2.0
/*
 * BTF has the offsets of the kernel's per-CPU variables; other variables are symbols. A
 * kernel without kallsyms_on_each_match_symbol() does not tell if it has several of a name.
 */
#include <linux/errno.h>
#include <linux/kernel_stat.h>
#include <linux/module.h>
#include <linux/seq_buf.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "arch/image.h"
#include "compat/module.h"
#include "compat/uaccess.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "language/spelling.h"
#include "model/locks.h"
#include "types/types.h"

#define MAX_FOUND	16	/* candidates that are said */
#define MAX_KEPT	16

/* What has the name that is looked up; kpe_mutex */
static struct kpe_variable found[MAX_FOUND];

/* Is it loaded, or the kernel? Context: any process context. */
bool kpe_variable_module(const char *module)
{
	struct module *mod;

	if (!strcmp(module, KPE_KERNEL_NAME))
		return true;
	mod = kpe_module_get(module);
	module_put(mod);
	return mod;
}

/* --------------------------------------------------------------- looking up */

static int collect_symbol(void *data, unsigned long addr)
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
	if (kpe_each_address(name, collect_symbol, &nr) && nr > 1)
		return nr;
	found[0].addr = addr;
	*found[0].module = '\0';
	return 1;
}

static bool percpu_from_zero(void)
{
	return (__force unsigned long)&kstat < TASK_SIZE_MAX;
}

/* If the symbols do not tell, a variable that every kernel exports does. Return: is it known? */
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

/* BTF has their offsets. Without it symbols have their addresses, if these are addresses. */
static unsigned int percpu_of_kernel(const char *name)
{
	unsigned long start;
	unsigned int nr;
	u32 offset = 0;

	if (strcmp(name, KPE_PERCPU_START) && !kpe_percpu_offset(name, &offset)) {
		nr = symbols_of_kernel(name);
		start = kpe_kernel_mark(KPE_PERCPU_START);
		return nr && start && found[0].addr >= start &&
		       found[0].addr < kpe_kernel_mark("__per_cpu_end") ? nr : 0;
	}
	*found[0].module = '\0';
	if (!percpu_base(&found[0].addr))
		return 0;
	found[0].addr += offset;
	return 1;
}

/*
 * Without BTF and addresses, only variables exported to GPL modules are found, and only where
 * per-CPU addresses count from 0, as no others do. The kernel would log a warning for a symbol
 * that is exported to all modules, so what is known to be no per-CPU variable is left out before.
 */
static unsigned int percpu_exported(const char *name)
{
	void *symbol;

	if (!percpu_from_zero() || kpe_kernel_address(name) >= TASK_SIZE_MAX ||
	    kpe_module_variables(NULL, name, false, found, 1))
		return 0;
	symbol = __symbol_get(name);
	if (!symbol)
		return 0;
	kpe_symbol_put(name);
	found[0].addr = (unsigned long)symbol;
	*found[0].module = '\0';
	return found[0].addr < TASK_SIZE_MAX;
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

/* Return: how many there are; the first ones are in found[] */
static unsigned int look_up_variable(const struct kpe_op *op, const char *own)
{
	unsigned int nr = 0;

	if (op->scope.kind == KPE_IN_MODULE)
		return look_in_module(op, op->scope.name);
	if (op->scope.kind == KPE_ANYWHERE && *own)
		nr = look_in_module(op, own);
	if (!nr)
		nr = op->percpu ? percpu_of_kernel(op->text) : symbols_of_kernel(op->text);
	if (!nr && op->scope.kind == KPE_ANYWHERE)
		nr = look_in_module(op, NULL);
	if (!nr && op->percpu)
		nr = percpu_exported(op->text);
	return nr;
}

/* ------------------------------------------------------------- what is kept */

/* What was looked up last; kpe_mutex */
static struct kept {
	struct kpe_variable var;
	bool percpu;
	char own[MODULE_NAME_LEN];	/* module of the probe */
	char scope[MODULE_NAME_LEN];	/* as written; "": anywhere */
	char text[KSYM_NAME_LEN];
} kept[MAX_KEPT];

static unsigned int nr_kept;	/* so far; kpe_mutex */
static bool keeps;		/* kpe_mutex */

/* Return: the end if it is not there */
static struct kept *find_kept(const struct kpe_op *op, const char *own)
{
	struct kept *k;

	for (k = kept; k < kept + nr_kept; k++)
		if (k->percpu == op->percpu && !strcmp(k->text, op->text) &&
		    !strcmp(k->own, own) && !strcmp(k->scope, op->scope.name ?: ""))
			break;
	return k;
}

/*
 * Remember what is looked up from now on, or forget it. A definition of many places looks the
 * same variable up for each of them, which takes the kernel long. A module that comes or goes
 * meanwhile is handled after that. Context: kpe_mutex, which is held until it is forgotten.
 */
void kpe_variable_keep(bool on)
{
	lockdep_assert_held(&kpe_mutex);
	keeps = on;
	nr_kept = 0;
}

/* ------------------------------------------------------------- one variable */

/* Is a candidate the only one of its module? */
static bool module_tells(unsigned int nr, unsigned int at)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (i != at && !strcmp(found[i].module, found[at].module))
			return false;
	return *found[at].module;
}

/* Say what is in found[], each in the form that is accepted behind "@" */
static const char *say_candidates(const struct kpe_op *op, unsigned int nr)
{
	unsigned int i, said = min_t(unsigned int, nr, MAX_FOUND);
	struct seq_buf s;

	seq_buf_init(&s, kpe_hint, sizeof(kpe_hint) - 1);
	for (i = 0; i < said; i++) {
		seq_buf_printf(&s, i ? ", @" : "@");
		if (module_tells(said, i))
			seq_buf_printf(&s, "%s:%s", found[i].module, op->text);
		else
			kpe_symbol_print(&s, found[i].addr);
	}
	if (nr > said)
		seq_buf_printf(&s, ", and %u more", nr - said);
	kpe_hint[min_t(size_t, s.len, sizeof(kpe_hint) - 1)] = '\0';
	return kpe_hint;
}

/*
 * Look up a variable, which needs CONFIG_KALLSYMS_ALL, or a function. @op: KPE_OP_SYM. @own:
 * module of the probe; "": none. @e: filled on error, with the caret column; NULL: not wanted.
 * The memory may be freed (init sections). Context: kpe_mutex; may sleep. Return: 0 or a
 * negative errno.
 */
int kpe_variable_find(const struct kpe_op *op, const char *own, struct kpe_variable *var,
		      struct kpe_error *e)
{
	unsigned int col = op->col + (op->scope.name ? strlen("@:") + strlen(op->scope.name) : 0);
	bool in_module = op->scope.kind == KPE_IN_MODULE;
	struct kept *k;
	unsigned int nr;

	lockdep_assert_held(&kpe_mutex);
	k = find_kept(op, own);
	if (k < kept + nr_kept) {
		*var = k->var;
		return 0;
	}
	nr = look_up_variable(op, own);
	if (nr == 1) {
		*var = found[0];
		if (!keeps || nr_kept == MAX_KEPT)
			return 0;
		nr_kept++;
		k->var = *var;
		k->percpu = op->percpu;
		strscpy(k->own, own, sizeof(k->own));
		strscpy(k->scope, op->scope.name ?: "", sizeof(k->scope));
		strscpy(k->text, op->text, sizeof(k->text));
		return 0;
	}
	if (!e)
		return -ENOENT;
	if (nr) {
		kpe_fail(e, KPE_ERR_NON_UNIQ_SYMBOL, -EINVAL, col);
		e->more = say_candidates(op, nr);
	} else if (in_module && !kpe_variable_module(op->scope.name)) {
		kpe_fail(e, KPE_ERR_NO_MODULE, -ENOENT, op->col + 1);
	} else {
		kpe_fail(e, KPE_ERR_UNKNOWN_DATA_SYMBOL, -ENOENT, col);
		if (in_module) {
			kpe_spelling_begin(op->text, strlen(op->text));
			kpe_each_module_symbol(op->scope.name, kpe_spelling_consider);
			e->more = kpe_spelling_say();
		}
	}
	return e->err;
}

/*
 * Type of such a variable, unknown if BTF does not describe it. @percpu: set if it is a per-CPU
 * variable. Context: kpe_mutex; may sleep.
 */
struct kpe_tref kpe_variable_type(const struct kpe_op *op, const char *own, bool *percpu)
{
	const char *module = op->scope.kind == KPE_IN_MODULE ? op->scope.name : own;
	const struct kpe_btf *btf = NULL;
	struct kpe_tref type;
	u32 offset;

	lockdep_assert_held(&kpe_mutex);
	if (op->scope.kind != KPE_IN_KERNEL && *module)
		btf = kpe_types_of(module);
	type = kpe_btf_var(btf, op->text);
	if (!type.btf && op->scope.kind != KPE_IN_MODULE) {
		btf = kpe_types_of("");
		type = kpe_btf_var(btf, op->text);
	}
	*percpu = type.btf && kpe_btf_var_offset(btf, KPE_PERCPU_SECTION, op->text, &offset);
	return type;
}
