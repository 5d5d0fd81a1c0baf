/* SPDX-License-Identifier: GPL-2.0 */
/*
 * tally - count the hits of an event by keys, in a table
 *
 * Contract: as hit.h. The keys are shared by all CPUs, what is counted is not: only a key that
 * is new writes what other CPUs read. A key without room is counted as dropped. A key may be in
 * the table twice, if two CPUs, or a hit and an NMI, add it at once; who reads adds them up.
 */
#ifndef KPE_TALLY_H
#define KPE_TALLY_H

#include <linux/atomic.h>
#include <linux/cache.h>
#include <linux/kref.h>
#include <linux/types.h>
#include <asm/local.h>
#include "hit/fetch.h"
#include "language/definition.h"
#include "model/event.h"
#include "model/point.h"
#include "types/program.h"

enum kpe_key_source {
	KPE_KEY_NUMBER,
	KPE_KEY_BYTES,		/* as they are in the record */
	KPE_KEY_TEXT,		/* of a __data_loc word */
	KPE_KEY_PID,
	KPE_KEY_CPU,
};

/* A key or a value; what is read at a hit comes first */
struct kpe_tally_field {
	u8 source;		/* enum kpe_key_source */
	u8 how;			/* enum kpe_shape; of a value enum kpe_sum */
	bool is_signed;
	u8 words;		/* of the key; 64 bits each, filled up with zeroes */
	u8 arg;			/* number of the argument */
	u8 unused;		/* bits of a word, of a number */
	u16 at;			/* in the record */
	u16 size;		/* bytes there; of a text at most */
	u64 width;		/* of KPE_BUCKETS */
	const char *name;	/* owned by the pool */
	struct kpe_type type;	/* how it is shown */
	const struct kpe_names *names;	/* of an enum; owned by the pool */
};

/*
 * A slot of the table: a head, the words of the key, and for .execname a name. The head is 0
 * while the slot is free, KPE_SLOT_TAKEN until the key is there; then half of it is a hash,
 * which is not 0, and the other half says where the sums are.
 */
#define KPE_SLOT_TAKEN	1ULL
#define KPE_MAX_PROBED	256	/* slots that are looked at for a key */

struct kpe_tally {
	/* @nr_keys keys, and values behind them */
	struct kpe_tally_field fields[KPE_MAX_KEYS + KPE_MAX_VALS];
	u8 nr_keys;
	u8 nr_sums;		/* of an entry; the first one is the number of hits */
	u8 shift;		/* from a hash of 64 bits to the number of its first slot */
	bool execname;		/* each slot has the name of a task */
	u16 key_words;		/* of all keys */
	u16 slot_words;
	u32 mask;		/* number of slots - 1 */
	u32 size;		/* entries that there may be, at most half the slots */
	u64 *slots;		/* kvmalloc()ed */
	u64 __percpu *keys;	/* a key for each context, for hits that have a record */
	struct kref ref;	/* of the event, and of open files */
	struct kpe_pool pool;	/* what @fields refers to */
	/* entries that are taken, or are about to be */
	atomic_t reserved ____cacheline_aligned_in_smp;
	atomic_t used;		/* those that are taken; sums are handed out in this order */
	atomic_long_t dropped;	/* hits without room */
	/* per possible CPU, kvmalloc()ed; the rest of it is not written */
	local_t *sums[] ____cacheline_aligned_in_smp;
};

/* Where a slot says that the sums of its entry are */
static inline u32 kpe_slot_entry(u64 head)
{
	return head;
}

static inline bool kpe_slot_is_used(u64 head)
{
	return head >> 32;
}

/* A value as an unsigned number of which the largest is kept, for least and most */
static __always_inline u64 kpe_extreme(const struct kpe_tally_field *field, u64 value)
{
	if (field->is_signed)
		value ^= 1ULL << 63;
	return field->how == KPE_LEAST ? ~value : value;
}

bool kpe_tally_add(struct kpe_tally *tally, const u8 *record, unsigned int context);
bool kpe_tally_hit(struct kpe_point *point, struct pt_regs *regs, const u8 *saved,
		   enum kpe_way way, unsigned long ret_ip);

/* Is a hit over that needs no more than kpe_tally_hit()? */
static __always_inline bool kpe_tally_has(struct kpe_point *point, struct pt_regs *regs,
					  const u8 *saved, enum kpe_way way,
					  unsigned long ret_ip)
{
	return point->program->are_numbers && unlikely(READ_ONCE(point->probe->event->counting)) &&
	       kpe_tally_hit(point, regs, saved, way, ret_ip);
}

#endif
