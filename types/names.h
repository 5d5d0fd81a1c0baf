/* SPDX-License-Identifier: GPL-2.0 */
/*
 * names - the names of an enum's values
 *
 * Contract: pure. Also builds in user space.
 */
#ifndef KPE_NAMES_H
#define KPE_NAMES_H

#include "types/btf.h"

#define KPE_MAX_NAMES	1024	/* of an enum; values behind them stay numbers */

struct kpe_names *kpe_names_of(struct kpe_pool *pool, struct kpe_tref type, unsigned int size);

#endif
