/* SPDX-License-Identifier: GPL-2.0 */
/*
 * forget - files of events that go while somebody opens or has open what they show
 *
 * Contract: after kpe_forget_files() nobody reads through a file of an event what
 * is freed with that event. Newer kernels see to it themselves.
 */
#ifndef KPE_FORGET_H
#define KPE_FORGET_H

#include <linux/types.h>

void kpe_forget_files(bool (*leaves)(const char *group, const char *event));
void kpe_forget_exit(void);

#endif
