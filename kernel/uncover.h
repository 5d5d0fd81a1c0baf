/* SPDX-License-Identifier: GPL-2.0 */
/*
 * uncover - copies of code as it is without probes
 *
 * Contract: probes may come and go meanwhile: what a copy had of a probe that has gone since
 * stays in it.
 */
#ifndef KPE_UNCOVER_H
#define KPE_UNCOVER_H

#include <linux/types.h>

bool kpe_uncover(u8 *code, unsigned long addr, unsigned int len);

#endif
