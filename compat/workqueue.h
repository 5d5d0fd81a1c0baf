/* SPDX-License-Identifier: GPL-2.0 */
/*
 * workqueue - the kernel's unbound workqueue
 *
 * The kernel warns about its old name, and about long work on a workqueue bound to a CPU.
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
