// SPDX-License-Identifier: GPL-2.0
#include <linux/module.h>
#include "model/locks.h"
#include "points/pin.h"

static const char *reason;	/* kpe_arm_mutex for changes */

/**
 * kpe_pin_for_ever() - keep the module loaded until the next boot
 * @why: what has failed, for the kernel's log and for kprobe_status; the first is told
 *
 * At exit it is too late, and nothing is done.
 *
 * Context: kpe_arm_mutex; may sleep.
 */
void kpe_pin_for_ever(const char *why)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (reason || !try_module_get(THIS_MODULE))
		return;
	WRITE_ONCE(reason, why);
	pr_err("kprobe_events: the module stays loaded until the next boot, as %s\n", why);
}

/**
 * kpe_pinned() - is the module pinned
 *
 * Context: any. Return: why; NULL: it is not.
 */
const char *kpe_pinned(void)
{
	return READ_ONCE(reason);
}
