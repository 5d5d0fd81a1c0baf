/* SPDX-License-Identifier: GPL-2.0 */
/*
 * near - which names are like another
 *
 * Contract: pure. Names are like one another if few slips of a hand lead from
 * one to the other, or if what was asked for is a part of the name.
 */
#ifndef KPE_NEAR_H
#define KPE_NEAR_H

#define KPE_FAR	(~0U)

unsigned int kpe_near(const char *asked, const char *name);

#endif
