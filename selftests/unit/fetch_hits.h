/* SPDX-License-Identifier: GPL-2.0 */
/* fetch_hits - random memory and registers, and hits that meet them */
#ifndef FETCH_HITS_H
#define FETCH_HITS_H

#include "fetch_unit.h"

/* Most lie where there is memory, some where there is none. */
unsigned long random_address(void);
void fill_memory(void);

/*
 * Fails the case unless what was compiled is as the model has it, or was
 * refused because it is too big. False: it is too long to be exported
 */
bool random_hits(struct fetched *f);

#endif
