// SPDX-License-Identifier: GPL-2.0
#include <linux/module.h>
#include "model/locks.h"
#include "points/pin.h"

static const char *reason;	/* kpe_arm_mutex for changes */

/*
 * Keep the module loaded until the next boot. @why: what has failed; the first is told. At
 * exit it is too late, and nothing is done.
 */
void kpe_pin_for_ever(const char *why)
{
	lockdep_assert_held(&kpe_arm_mutex);
	if (reason || !try_module_get(THIS_MODULE))
		return;
	WRITE_ONCE(reason, why);
	pr_err("kprobe_events: the module stays loaded until the next boot, as %s\n", why);
}

/* Why the module is pinned; NULL: it is not */
const char *kpe_pinned(void)
{
	return READ_ONCE(reason);
}
