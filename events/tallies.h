/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tallies - the tables of events that count
 *
 * Contract: a table is there, with all its memory, before the first hit, and is not changed but
 * by hits (hit/tally.h). To clear it is to exchange it. Who reads it holds a reference.
 */
#ifndef KPE_TALLIES_H
#define KPE_TALLIES_H

struct kpe_args;
struct kpe_event;
struct kpe_hist;
struct kpe_tally;

struct kpe_tally *kpe_tally_make(const struct kpe_hist *hist, const struct kpe_args *args,
				 unsigned int header);
void kpe_tally_put(struct kpe_tally *tally);

/* kpe_mutex; may sleep */
struct kpe_tally *kpe_tally_get(const struct kpe_event *event);
int kpe_tally_clear(struct kpe_event *event);

#endif
