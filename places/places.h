/* SPDX-License-Identifier: GPL-2.0 */
/*
 * places - the addresses that a definition means
 */
#ifndef KPE_PLACES_H
#define KPE_PLACES_H

#include <linux/types.h>

/**
 * struct kpe_places - where a definition points to
 * @nr: number of @addrs
 * @room: for so many
 * @addrs: ascending; owned
 * @waits: for the module it names; there is no address then
 */
struct kpe_places {
	unsigned int nr;
	unsigned int room;
	unsigned long *addrs;
	bool waits;
};

#endif
