/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sockaddr - the text of a socket address
 *
 * Contract: never sleeps, allocates or faults, and takes a bounded time.
 */
#ifndef KPE_SOCKADDR_H
#define KPE_SOCKADDR_H

#include <linux/types.h>

int kpe_sockaddr_text(u8 *dst, unsigned long addr, unsigned int room, bool user);

#endif
