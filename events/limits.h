/* SPDX-License-Identifier: GPL-2.0 */
/*
 * limits - the limits of an event, from its budgets
 *
 * Contract: hits take from the limits, see hit/limit.h. They are refilled while no hit
 * uses them.
 */
#ifndef KPE_EVENTS_LIMITS_H
#define KPE_EVENTS_LIMITS_H

struct kpe_budget;
struct kpe_limits;

struct kpe_limits *kpe_limits_make(const struct kpe_budget *budget);
void kpe_limits_free(struct kpe_limits *limits);
void kpe_limits_refill(struct kpe_limits *limits);

#endif
