/* SPDX-License-Identifier: GPL-2.0 */
/*
 * places - the addresses of a definition
 */
#ifndef KPE_PLACES_H
#define KPE_PLACES_H

#include <linux/types.h>

/**
 * struct kpe_places - addresses of a definition
 * @nr: number of @addrs
 * @room: size of @addrs
 * @addrs: ascending; owned
 * @waits: the module is not loaded, so there is no address
 */
struct kpe_places {
	unsigned int nr;
	unsigned int room;
	unsigned long *addrs;
	bool waits;
};

#endif
