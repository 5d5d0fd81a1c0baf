/* SPDX-License-Identifier: GPL-2.0 */
/*
 * workqueue - where work is done that no CPU has to wait for
 *
 * KPE_HAVE_SYSTEM_DFL_WQ: the kernel's own for that has a new name, and whoever uses
 * the old one is named in its log.
 *
 * It is bound to no CPU: what takes long on one that is named there, too.
 */
#ifndef KPE_COMPAT_WORKQUEUE_H
#define KPE_COMPAT_WORKQUEUE_H

#include <linux/workqueue.h>

static inline struct workqueue_struct *kpe_workqueue(void)
{
#ifdef KPE_HAVE_SYSTEM_DFL_WQ
	return system_dfl_wq;
#else
	return system_unbound_wq;
#endif
}

#endif
