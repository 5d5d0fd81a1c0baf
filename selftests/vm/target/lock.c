// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_lock - locks the kernel down when a certain module is loaded
 *
 * "insmod kpe_lock.ko module=NAME": once the kernel has let the module NAME in,
 * which a locked-down kernel would not, and before the init function of NAME runs,
 * the kernel is locked down to confidentiality.
 */
#include <linux/module.h>
#include <linux/notifier.h>
#include <linux/string.h>
#include <linux/umh.h>

static char *module;
module_param(module, charp, 0400);

static int lock_down(struct notifier_block *nb, unsigned long state, void *data)
{
	static char command[] =
		"echo confidentiality >/sys/kernel/security/lockdown";
	char *argv[] = { "/bin/busybox", "sh", "-c", command, NULL };
	char *env[] = { NULL };
	const struct module *mod = data;

	if (state == MODULE_STATE_COMING && module && !strcmp(mod->name, module))
		call_usermodehelper(argv[0], argv, env, UMH_WAIT_PROC);
	return NOTIFY_OK;
}

static struct notifier_block notifier = { .notifier_call = lock_down };

static int __init kpe_lock_init(void)
{
	return register_module_notifier(&notifier);
}
module_init(kpe_lock_init);

static void __exit kpe_lock_exit(void)
{
	unregister_module_notifier(&notifier);
}
module_exit(kpe_lock_exit);

MODULE_DESCRIPTION("Locks the kernel down while a module is being loaded");
MODULE_LICENSE("GPL");
