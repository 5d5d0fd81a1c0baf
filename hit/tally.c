// SPDX-License-Identifier: GPL-2.0
#include <linux/bitops.h>
#include <linux/hash.h>
#include <linux/kprobes.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include "compat/compiler.h"
#include "hit/fetch.h"
#include "hit/tally.h"
#include "hit/write.h"

/* ------------------------------------------------------------------ the key */

static __always_inline u64 number_of(const struct kpe_tally_field *field, const u8 *record)
{
	u64 value = kpe_load_number(record + field->at, field->size);

	return field->is_signed ? (s64)(value << field->unused) >> field->unused : value;
}

/* What cannot be read is 0, as in a record. */
static noinline u64 __kprobes read_number(const struct kpe_program *prog,
					  const struct kpe_slot *slot, struct kpe_hit *hit)
{
	u64 value;

	if (!kpe_program_number(prog, slot, hit, &value))
		return value;
	hit->faults++;
	return 0;
}

/* Fetch a number without a record. */
static __always_inline u64 fetch_number(const struct kpe_tally_field *field,
					const struct kpe_program *prog, struct kpe_hit *hit)
{
	const struct kpe_slot *slot = &prog->slots[field->arg];
	u64 value;

	if (likely(slot->how == KPE_REGISTER))
		return kpe_read_register(hit->regs, slot->reg);
	if (slot->how == KPE_LOW_BYTES)
		value = kpe_read_register(hit->regs, slot->reg);
	else if (slot->how == KPE_ELAPSED)
		value = hit->elapsed;
	else
		value = read_number(prog, slot, hit);
	value <<= field->unused;
	return field->is_signed ? (s64)value >> field->unused : value >> field->unused;
}

static __always_inline u64 current_number(const struct kpe_tally_field *field)
{
	return field->source == KPE_KEY_PID ? current->pid : raw_smp_processor_id();
}

/* As a trigger has it: 0 is with 1 */
static __always_inline u64 shaped(const struct kpe_tally_field *field, u64 value)
{
	if (likely(field->how == KPE_PLAIN))
		return value;
	if (field->how == KPE_LOG2)
		return value ? fls64(value - 1) : 0;
	return field->how == KPE_BUCKETS ? value / field->width * field->width : value;
}

/* The last byte is a NUL. What could not be read is "". */
static void __kprobes put_text(u64 *key, const struct kpe_tally_field *field, const u8 *record)
{
	const u32 loc = kpe_load_number(record + field->at, sizeof(loc));
	const unsigned int n = min_t(unsigned int, loc >> 16, field->size - 1);

	memset(key, 0, field->words * sizeof(*key));
	memcpy(key, record + (loc & 0xffff), n);
}

static __always_inline void put_key(const struct kpe_tally *tally, const u8 *record, u64 *key)
{
	const struct kpe_tally_field *field = tally->fields, *end = field + tally->nr_keys;

	for (; field < end; key += field->words, field++) {
		switch (field->source) {
		case KPE_KEY_NUMBER:
			*key = shaped(field, number_of(field, record));
			break;
		case KPE_KEY_BYTES:
			key[field->words - 1] = 0;
			memcpy(key, record + field->at, field->size);
			break;
		case KPE_KEY_TEXT:
			put_text(key, field, record);
			break;
		default:
			*key = shaped(field, current_number(field));
		}
	}
}

/* ---------------------------------------------------------------- the table */

/* The upper half decides, and the lower bits of a product say little. */
static u64 __kprobes hash_key(const u64 *key, unsigned int words)
{
	u64 hash = *key * GOLDEN_RATIO_64;

	while (--words)
		hash = (hash ^ hash >> 32 ^ *++key) * GOLDEN_RATIO_64;
	return hash;
}

static __always_inline u64 *slot_at(const struct kpe_tally *tally, u32 i)
{
	return tally->slots + (size_t)(i & tally->mask) * tally->slot_words;
}

static __always_inline bool is_same(const u64 *a, const u64 *b, unsigned int words)
{
	while (words--)
		if (a[words] != b[words])
			return false;
	return true;
}

/* The tag of a hash is the upper half of a head. */
static __always_inline u32 tag_of(u64 hash)
{
	return hash >> 32 | 1;
}

static __always_inline bool is_of(const struct kpe_tally *tally, const u64 *slot, u64 head,
				  const u64 *key, u64 hash)
{
	return head >> 32 == tag_of(hash) && is_same(slot + 1, key, tally->key_words);
}

/* A slot that was free is ours. Return: the head */
static __always_inline u64 fill_slot(struct kpe_tally *tally, u64 *slot, const u64 *key, u64 hash)
{
	const u64 head = (u64)tag_of(hash) << 32 | (u32)(atomic_inc_return(&tally->used) - 1);

	memcpy(slot + 1, key, tally->key_words * sizeof(*key));
	if (tally->execname)
		memcpy(slot + 1 + tally->key_words, current->comm, TASK_COMM_LEN);
	/* pairs with those who look a key up */
	smp_store_release(slot, head);
	return head;
}

static __always_inline bool reserve(struct kpe_tally *tally)
{
	if (atomic_read(&tally->reserved) >= tally->size)
		return false;
	if (atomic_inc_return(&tally->reserved) <= tally->size)
		return true;
	atomic_dec(&tally->reserved);
	return false;
}

/* Add a key, from a slot on that was free. Return: as head_of() */
static noinline u64 __kprobes add_key(struct kpe_tally *tally, u32 i, u32 end, const u64 *key,
				      u64 hash)
{
	u64 *slot, head;

	if (!reserve(tally))
		return 0;
	for (; i != end; i++) {
		slot = slot_at(tally, i);
		head = cmpxchg(slot, 0, KPE_SLOT_TAKEN);
		if (!head)
			return fill_slot(tally, slot, key, hash);
		/* pairs with fill_slot() */
		head = smp_load_acquire(slot);
		if (is_of(tally, slot, head, key, hash))
			break;
	}
	atomic_dec(&tally->reserved);
	return i == end ? 0 : head;
}

/* Return: the head of the key's slot; 0: there is no room for it */
static __always_inline u64 head_of(struct kpe_tally *tally, const u64 *key, u64 hash)
{
	u32 i, first = hash >> tally->shift, end = first + KPE_MAX_PROBED;

	for (i = first; i != end; i++) {
		const u64 *slot = slot_at(tally, i);
		/* pairs with fill_slot() */
		const u64 head = smp_load_acquire(slot);

		if (likely(is_of(tally, slot, head, key, hash)))
			return head;
		if (!head)
			return add_key(tally, i, end, key, hash);
	}
	return 0;
}

/* ----------------------------------------------------------------- the sums */

/* No hit of this CPU is lost, in any context. */
static __always_inline void keep_largest(local_t *sum, u64 value)
{
	long old = local_read(sum), was;

	while ((u64)old < value) {
		was = local_cmpxchg(sum, old, value);
		if (was == old)
			return;
		old = was;
	}
}

static __always_inline void add_value(const struct kpe_tally_field *field, local_t *sum, u64 value)
{
	if (unlikely(field->how == KPE_LEAST || field->how == KPE_MOST))
		keep_largest(sum, kpe_extreme(field, value));
	else
		local_add(value, sum);
}

/* A key's sums of this CPU, with this hit; NULL: it was dropped */
static __always_inline local_t *count_key(struct kpe_tally *tally, const u64 *key)
{
	const u64 head = head_of(tally, key, hash_key(key, tally->key_words));
	local_t *sums;

	if (unlikely(!head)) {
		atomic_long_inc(&tally->dropped);
		return NULL;
	}
	sums = tally->sums[raw_smp_processor_id()] +
	       (size_t)kpe_slot_entry(head) * tally->nr_sums;
	local_inc(&sums[0]);
	return sums;
}

/* @record: all but the trace entry. Context: any, preemption off. Return: false if dropped */
bool __no_stack_protector __kprobes
kpe_tally_add(struct kpe_tally *tally, const u8 *record, unsigned int context)
{
	u64 *key = this_cpu_ptr(tally->keys) + __ffs(context) * tally->key_words;
	const struct kpe_tally_field *field = tally->fields + tally->nr_keys;
	unsigned int i;
	local_t *sums;

	put_key(tally, record, key);
	sums = count_key(tally, key);
	if (unlikely(!sums))
		return false;
	for (i = 1; i < tally->nr_sums; i++, field++)
		add_value(field, ++sums, number_of(field, record));
	return true;
}

/* A hit whose values are numbers, which are not in a record first. Return: as kpe_tally_add() */
static __always_inline bool add_numbers(struct kpe_tally *tally, const struct kpe_program *prog,
					struct kpe_hit *hit)
{
	const struct kpe_tally_field *field = tally->fields, *end = field + tally->nr_keys;
	u64 key[KPE_MAX_KEYS] __uninitialized, *word = key;
	local_t *sums;
	unsigned int i;

	do {
		*word++ = shaped(field, likely(field->source == KPE_KEY_NUMBER) ?
					fetch_number(field, prog, hit) : current_number(field));
	} while (++field < end);
	sums = count_key(tally, key);
	if (unlikely(!sums))
		return false;
	for (i = 1; i < tally->nr_sums; i++, field++)
		add_value(field, ++sums, fetch_number(field, prog, hit));
	return true;
}

/*
 * A hit of a program whose values are numbers, in one buffer that is plain. Context: any,
 * preemption off. Return: false if it is up to kpe_hit_any()
 */
bool __no_stack_protector __kprobes
kpe_tally_hit(struct kpe_point *point, struct pt_regs *regs, const u8 *saved, enum kpe_way way,
	      unsigned long ret_ip)
{
	const struct kpe_program *prog = point->program;
	struct kpe_event *event = point->probe->event;
	const struct trace_event_file *file = READ_ONCE(event->counting);
	const unsigned int context = kpe_context_now();
	struct kpe_hit hit __uninitialized;
	u64 start;

	if (unlikely(!file) || READ_ONCE(file->flags) & KPE_NOT_PLAIN)
		return false;
	if (!kpe_begin(point, context, 0))
		return true;
	start = kpe_load_start();
	hit.regs = regs;
	hit.faults = 0;
	if (prog->entry) {
		hit.saved = saved;
		hit.ret_ip = ret_ip;
		hit.is_timed = false;
		kpe_program_stop_clock(prog, &hit);
	}
	if (likely(add_numbers(rcu_dereference_raw_check(event->tally), prog, &hit)))
		kpe_count_recorded(point);
	else
		kpe_count(point, KPE_DROPPED, 1);
	if (unlikely(hit.faults))
		kpe_count(point, KPE_FAULTS, hit.faults);
	if (unlikely(start))
		kpe_load_add(event, start, way);
	kpe_end(context);
	return true;
}
