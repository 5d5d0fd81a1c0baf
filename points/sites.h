/* SPDX-License-Identifier: GPL-2.0 */
/*
 * sites - the table in which a hit of ftrace looks up its points
 *
 * Contract: a point is in the table while it is registered; hits ignore it unless it is armed. The
 * table grows and shrinks with the number of points; hits see the old one or the new one. All
 * callers hold kpe_arm_mutex. Without CONFIG_DYNAMIC_FTRACE sites.c is not built.
 */
#ifndef KPE_SITES_H
#define KPE_SITES_H

#include "hit/ftrace.h"
#include "model/point.h"

int kpe_sites_init(void);
int kpe_sites_add(struct kpe_point *point);
void kpe_sites_del(struct kpe_point *point);
void kpe_sites_shrink(void);
bool kpe_sites_hooked(unsigned long site);
struct kpe_point *kpe_sites_next(const struct kpe_point *last);
void kpe_sites_exit(void);

#endif
