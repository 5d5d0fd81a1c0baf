// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_patch - a live patch of the function that shows /proc/cmdline, and of gcd()
 *
 * "calls" is how often the new function of the first was called, "gcds" that of the second.
 */
#include <linux/livepatch.h>
#include <linux/module.h>
#include <linux/seq_file.h>

static unsigned int calls;
module_param(calls, uint, 0444);

static int kpe_cmdline(struct seq_file *m, void *v)
{
	calls++;
	seq_puts(m, "patched by a test\n");
	return 0;
}

static unsigned int gcds;
module_param(gcds, uint, 0444);

/* as others may want to know it */
static unsigned long kpe_gcd(unsigned long a, unsigned long b)
{
	unsigned long rest;

	gcds++;
	for (; b; b = rest) {
		rest = a % b;
		a = b;
	}
	return a;
}

static struct klp_func funcs[] = {
	{ .old_name = "cmdline_proc_show", .new_func = kpe_cmdline },
	{ .old_name = "gcd", .new_func = kpe_gcd },
	{ }
};

static struct klp_object objects[] = {
	/* no name: the kernel proper */
	{ .funcs = funcs },
	{ }
};

static struct klp_patch patch = { .mod = THIS_MODULE, .objs = objects };

static int __init kpe_patch_init(void)
{
	return klp_enable_patch(&patch);
}
module_init(kpe_patch_init);

static void __exit kpe_patch_exit(void)
{
}
module_exit(kpe_patch_exit);

MODULE_INFO(livepatch, "Y");
MODULE_DESCRIPTION("A live patch");
MODULE_LICENSE("GPL");
