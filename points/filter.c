// SPDX-License-Identifier: GPL-2.0
/*
 * One ftrace_ops. With an empty filter it is called for every function, and it is slow to
 * unregister. So it is registered once, when it is first needed, and its filter always contains
 * an anchor, a function that is never called. The kernel looks for all functions of a filter, in
 * the order of their addresses, so the best anchor is one of the first.
 */
#include <linux/ftrace.h>
#include <linux/slab.h>
#include "arch/arch.h"
#include "compat/ftrace.h"
#include "hit/ftrace.h"
#include "kernel/symbols.h"
#include "points/filter.h"

/* keeps the filter from being empty where there is no better one */
static noinline void never_called(void)
{
	barrier();
}

static struct ftrace_ops *ops;
static unsigned long anchor;		/* kpe_arm_mutex */
static bool is_registered;		/* kpe_arm_mutex */

/* Context: module init. The memory is not the module's, see by_ftrace.c. */
int kpe_filter_init(void)
{
	ops = kzalloc(sizeof(*ops), GFP_KERNEL);
	if (!ops)
		return -ENOMEM;
	ops->func = KPE_FTRACE_FUNC(kpe_ftrace_entry);
	ops->flags = KPE_FTRACE_FLAGS;
	return 0;
}

bool kpe_filter_is_used(void)
{
	return is_registered;
}

/* The kernel's first function that ftrace knows runs while it boots, and never again. */
static int set_anchor(void)
{
	if (!anchor)
		anchor = kpe_kernel_address("__traceiter_initcall_level");
	if (anchor && !ftrace_set_filter_ip(ops, anchor, 0, 1))
		return 0;
	anchor = (unsigned long)never_called;
	return ftrace_set_filter_ip(ops, anchor, 0, 1);
}

/* The kernel looks at all functions for each change, so the first one is made at once. */
static int register_ops(unsigned long *ips, unsigned int n)
{
	int ret = set_anchor();

	if (!ret)
		ret = ftrace_set_filter_ips(ops, ips, n, 0, 0);
	if (!ret)
		ret = register_ftrace_function(ops);
	if (ret && ret != -ENODEV)
		kpe_free_filter(ops);
	is_registered = !ret;
	return ret;
}

int kpe_filter_add(unsigned long *ips, unsigned int n)
{
	return is_registered ? ftrace_set_filter_ips(ops, ips, n, 0, 0) : register_ops(ips, n);
}

/* Return: 0, or an errno with all of them still there */
int kpe_filter_drop(unsigned long *ips, unsigned int n)
{
	return ftrace_set_filter_ips(ops, ips, n, 1, 0);
}

/* Drop all but these. Return: 0, or an errno with all of them still there */
int kpe_filter_keep(unsigned long *ips, unsigned int n)
{
	ips[0] = anchor;
	return ftrace_set_filter_ips(ops, ips, n, 0, 1);
}

/* While an ftrace_ops is registered, the kernel changes its flags only at calls for it. */
void kpe_filter_keep_ftrace_on(bool keep)
{
	if (keep)
		ops->flags |= FTRACE_OPS_FL_PERMANENT;
	else
		ops->flags &= ~FTRACE_OPS_FL_PERMANENT;
}

int kpe_filter_end(int (*unregister)(struct ftrace_ops *ops))
{
	return unregister(ops);
}

void kpe_filter_exit(void)
{
	if (ops)
		kpe_free_filter(ops);
	kfree(ops);
}
