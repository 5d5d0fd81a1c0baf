// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_odd - has the kernel answer otherwise to a module that is being loaded
 *
 * "insmod kpe_odd.ko module=NAME what=WHAT": in one matter the kernel is another one to
 * the init function of the module NAME, and only to that.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/kernfs.h>
#include <linux/kernel.h>
#include <linux/kobject.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/perf_event.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

static char *module, *what;
module_param(module, charp, 0400);
module_param(what, charp, 0400);

static struct task_struct *loader;	/* runs the init function */
static struct kernfs_node *own_sections;

static unsigned long argument(struct pt_regs *regs, unsigned int n)
{
	return regs_get_kernel_argument(regs, n);
}

static void set_argument(struct pt_regs *regs, unsigned int n, const void *value)
{
#ifdef CONFIG_ARM64
	regs->regs[n] = (unsigned long)value;
#else
	unsigned long *registers[] = { &regs->di, &regs->si, &regs->dx };

	*registers[n] = (unsigned long)value;
#endif
}

/* Return: what the handler of a probe returns if another function is to run */
static int run_instead(struct pt_regs *regs, void *function)
{
	instruction_pointer_set(regs, (unsigned long)function);
	return 1;
}

/* --------------------------------------------- what the kernel does instead */

static int print_number(char *buffer, unsigned long address)
{
	return sprintf(buffer, "0x%lx", address);
}

static int no_names(struct kprobe *kp, struct pt_regs *regs)
{
	return current == loader ? run_instead(regs, print_number) : 0;
}

static struct perf_event *refuse(void)
{
	return ERR_PTR(-EOPNOTSUPP);
}

static int no_counters(struct kprobe *kp, struct pt_regs *regs)
{
	return current == loader ? run_instead(regs, refuse) : 0;
}

/* A file of sysfs that is another's */
static int other_attribute(struct kprobe *kp, struct pt_regs *regs)
{
	if (current == loader && !strcmp((const char *)argument(regs, 1), "notes"))
		set_argument(regs, 1, "uevent_seqnum");
	return 0;
}

static int other_sections(struct kprobe *kp, struct pt_regs *regs)
{
	if (current == loader && !strcmp((const char *)argument(regs, 1), ".text"))
		set_argument(regs, 0, own_sections);
	return 0;
}

/* A file of tracefs that is no event's; where its name is depends on the kernel. */
static int other_file(struct kprobe *kp, struct pt_regs *regs)
{
	char name[] = "events/";
	unsigned int n;

	for (n = 1; current == loader && n <= 2; n++)
		if (!copy_from_kernel_nofault(name, (void *)argument(regs, n), sizeof(name) - 1) &&
		    !strcmp(name, "events/"))
			set_argument(regs, n, "README");
	return 0;
}

/* The module has only data. */
static void lose_functions(struct module *mod)
{
	struct mod_kallsyms *table;
	unsigned int i;

	rcu_read_lock();
	table = rcu_dereference(mod->kallsyms);
	for (i = 1; i < table->num_symtab; i++)
		((char *)table->typetab)[i] = 'd';
	rcu_read_unlock();
}

static void lose_events(struct module *mod)
{
	mod->num_trace_events = 0;
}

/**
 * struct matter - in what the kernel is another one
 * @what: the parameter
 * @function: that is changed; or NULL
 * @change: before it runs
 * @change_module: before the kernel looks at the module
 */
struct matter {
	const char *what;
	const char *function;
	kprobe_pre_handler_t change;
	void (*change_module)(struct module *mod);
};

static const struct matter matters[] = {
	{ "symbols", "sprint_symbol", no_names },
	{ "perf", "perf_event_create_kernel_counter", no_counters },
	{ "attributes", "kernfs_find_and_get_ns", other_attribute },
	{ "sections", "kernfs_find_and_get_ns", other_sections },
	{ "files", "file_open_root", other_file },
	{ "modules", .change_module = lose_functions },
	{ "events", .change_module = lose_events },
};

static const struct matter *matter;

/* --------------------------------------------------------------- the module */

/* With it the probe is no jump, which could not lead elsewhere. */
static void nothing(struct kprobe *kp, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probe = { .post_handler = nothing };

static int look_at_module(struct notifier_block *nb, unsigned long state, void *data)
{
	struct module *mod = data;

	if (strcmp(mod->name, module))
		return NOTIFY_OK;
	WRITE_ONCE(loader, state == MODULE_STATE_COMING ? current : NULL);
	if (state == MODULE_STATE_COMING && matter->change_module)
		matter->change_module(mod);
	return NOTIFY_OK;
}

/* Before the kernel's own notifiers */
static struct notifier_block notifier = {
	.notifier_call = look_at_module,
	.priority = INT_MAX,
};

static const struct matter *find_matter(void)
{
	unsigned int i;

	for (i = 0; what && i < ARRAY_SIZE(matters); i++)
		if (!strcmp(what, matters[i].what))
			return &matters[i];
	return NULL;
}

static int __init kpe_odd_init(void)
{
	int ret = 0;

	matter = find_matter();
	if (!matter || !module)
		return -EINVAL;
	own_sections = kernfs_find_and_get(THIS_MODULE->mkobj.kobj.sd, "sections");
	if (matter->function) {
		probe.symbol_name = matter->function;
		probe.pre_handler = matter->change;
		ret = register_kprobe(&probe);
	}
	if (!ret)
		ret = register_module_notifier(&notifier);
	if (ret && matter->function)
		unregister_kprobe(&probe);
	if (ret)
		kernfs_put(own_sections);
	return ret;
}
module_init(kpe_odd_init);

static void __exit kpe_odd_exit(void)
{
	unregister_module_notifier(&notifier);
	if (matter->function)
		unregister_kprobe(&probe);
	kernfs_put(own_sections);
}
module_exit(kpe_odd_exit);

MODULE_DESCRIPTION("Has the kernel answer otherwise to a module that is being loaded");
MODULE_LICENSE("GPL");
