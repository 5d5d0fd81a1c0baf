// SPDX-License-Identifier: GPL-2.0
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/swab.h>
#include <linux/timekeeping.h>
#include "hit/fetch.h"
#include "hit/nofault.h"
#include "hit/values.h"

/* Part of a record that holds strings */
struct tail {
	u8 *record;		/* its start */
	unsigned int end;	/* maximum bytes of the record */
	unsigned int longest;	/* maximum bytes of a string */
	unsigned int at;	/* of the next string */
	unsigned int left;	/* strings to come; each has room for its NUL */
};

/* Like regs_get_kernel_stack_nth(): 0 if it is not on the stack */
static __always_inline unsigned long stack_word(const struct pt_regs *regs, unsigned long n)
{
	unsigned long stack = kernel_stack_pointer((struct pt_regs *)regs);
	unsigned long addr = stack + n * sizeof(long), word;

	if ((addr ^ stack) & ~(THREAD_SIZE - 1) ||
	    kpe_read_word(&word, addr, false))
		return 0;
	return word;
}

static __always_inline unsigned long source(const struct kpe_insn *insn,
					    const struct kpe_hit *hit)
{
	if (likely(insn->code == KPE_OP_REG))
		return kpe_read_register(hit->regs, insn->arg);
	switch (insn->code) {
	case KPE_OP_STACK:
		return stack_word(hit->regs, insn->arg);
	case KPE_OP_RETADDR:
		return hit->ret_ip;
	case KPE_OP_ELAPSED:
		return hit->elapsed;
	case KPE_OP_ENTRY:
		return kpe_load_number(hit->saved + insn->arg, sizeof(long));
	case KPE_OP_COMM:
		return (unsigned long)current->comm;
	case KPE_OP_CURRENT:
		return (unsigned long)current;
	default:
		return insn->arg;
	}
}

static __always_inline bool was_fault(const struct kpe_insn *insn,
				      const struct kpe_hit *hit)
{
	return insn->code == KPE_OP_ENTRY && hit->saved[insn->arg - KPE_FAULT_BYTE];
}

/* Fetch a value, or the address of one in memory: its last instruction only adds the offset. */
static __always_inline int evaluate(const struct kpe_program *prog,
				    const struct kpe_slot *slot,
				    const struct kpe_hit *hit,
				    unsigned long *value)
{
	const struct kpe_insn *insn = &prog->insns[slot->first];
	const struct kpe_insn *end = insn + slot->nr - slot->memory;
	unsigned long word;
	int ret;

	if (was_fault(insn, hit))
		return -EFAULT;
	word = source(insn, hit);
	while (++insn < end) {
		if (insn->code == KPE_OP_PERCPU) {
			word = (unsigned long)this_cpu_ptr((void __percpu *)word);
			continue;
		}
		ret = kpe_read_word(&word, word + insn->arg,
				    insn->code == KPE_OP_UDEREF);
		if (ret)
			return ret;
	}
	*value = slot->memory ? word + insn->arg : word;
	return 0;
}

/* Extract a bitfield, sign-extended if it is signed; or change the order of bytes. */
static void __kprobes convert(u8 *dst, const struct kpe_type *type)
{
	u64 value = kpe_load_number(dst, type->size);
	unsigned int unused = 64 - type->bit_width;

	if (type->kind == KPE_BIG_ENDIAN) {
		kpe_put_bytes(dst, swab64(value) >> (64 - 8 * type->size), type->size);
		return;
	}
	value <<= unused - type->bit_offset;
	if (kpe_has_signed_bits(type))
		value = (s64)value >> unused;
	else
		value >>= unused;
	kpe_put_bytes(dst, value, type->size);
}

/* sprint_symbol() needs room for the longest symbol. */
static noinline int __kprobes put_symbol(u8 *dst, unsigned long addr,
					 unsigned int room)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned int len = sprint_symbol(text, addr) + 1;

	len = min(len, room);
	memcpy(dst, text, len);
	dst[len - 1] = 0;
	return len;
}

/* A __data_loc of length 0 means a fault. Filters and tools still read a string: it has a NUL. */
static void __kprobes store_fault(struct tail *tail, u8 *dst)
{
	tail->record[tail->at] = 0;
	kpe_put_bytes(dst, tail->at++, 4);
}

/* Return: maximum bytes of the next string. */
static __always_inline unsigned int take_room(struct tail *tail)
{
	return min(tail->end - tail->at - --tail->left, tail->longest);
}

/* @len: bytes of the string at the tail, or a negative errno */
static __always_inline int finish_string(struct tail *tail, u8 *dst, int len)
{
	if (unlikely(len < 0)) {
		store_fault(tail, dst);
		return len;
	}
	put_unaligned((u32)(len << 16 | tail->at), (u32 *)dst);
	tail->at += len;
	return 0;
}

static __always_inline int put_text(struct tail *tail, u8 *dst,
				    unsigned long addr, bool user)
{
	u8 *at = tail->record + tail->at;
	unsigned int room = take_room(tail);

	return finish_string(tail, dst, kpe_copy_string(at, addr, room, user));
}

static int __kprobes fetch_to(const struct kpe_program *prog, const struct kpe_slot *slot,
			      const struct kpe_hit *hit, struct tail *tail, u8 *dst);

/*
 * How many bytes a value has at most. A negative number is no length but an error, even in an
 * unsigned type. Return: -EFAULT if it cannot be known
 */
static int __kprobes bytes_said(const struct kpe_program *prog, const struct kpe_slot *slot,
				const struct kpe_hit *hit, const struct tail *tail)
{
	bool fetched = slot->counted == KPE_BY_VALUE;
	const struct kpe_program *of = fetched && prog->guard ? prog->guard : prog;
	const struct kpe_slot *counter = &of->slots[slot->counter];
	unsigned int size = counter->type.size;
	u8 bytes[sizeof(u64)];
	u64 n;

	if (fetched && fetch_to(of, counter, hit, NULL, bytes))
		return -EFAULT;
	n = kpe_load_number(fetched ? bytes : tail->record + counter->offset, size);
	if ((size >= sizeof(int) || kpe_is_signed(&counter->type)) && n >> (8 * size - 1))
		return 0;
	return min_t(u64, n, KPE_MAX_RECORD);
}

/* At most @n bytes of text, which may have no NUL. Return: see kpe_copy_string() */
static int __kprobes copy_text(u8 *dst, unsigned long addr, unsigned int room, unsigned int n,
			       bool user)
{
	int len;

	n = min(n, room - 1);
	len = n ? kpe_copy_string(dst, addr, n, user) : 0;
	if (len < (int)n)
		return len;
	/* the last byte is a NUL, or in its place */
	if (n && kpe_read_number(dst + n - 1, addr + n - 1, 1, user))
		return -EFAULT;
	if (n && !dst[n - 1])
		return n;
	dst[n] = 0;
	return n + 1;
}

static int __kprobes store_string(const struct kpe_program *prog, const struct kpe_slot *slot,
				  const struct kpe_hit *hit, struct tail *tail, u8 *dst,
				  unsigned long addr)
{
	int len = slot->counted ? bytes_said(prog, slot, hit, tail) : 0;
	u8 *at = tail->record + tail->at;
	unsigned int room = take_room(tail);

	switch (slot->type.kind) {
	case KPE_SYMSTR:
		len = put_symbol(at, addr, room);
		break;
	case KPE_SOCKADDR:
		len = kpe_sockaddr_text(at, addr, room, slot->user);
		break;
	case KPE_PATH:
	case KPE_DENTRY_PATH:
		len = kpe_path_text(at, addr, room, slot->type.kind == KPE_DENTRY_PATH);
		break;
	default:
		if (!slot->counted)
			len = kpe_copy_string(at, addr, room, slot->user);
		else if (len >= 0)
			len = copy_text(at, addr, room, len, slot->user);
	}
	return finish_string(tail, dst, len);
}

/* An array of strings is an array of pointers to them. The text of a constant is alone. */
static int __kprobes store_strings(const struct kpe_program *prog, const struct kpe_slot *slot,
				   const struct kpe_hit *hit, struct tail *tail, u8 *dst,
				   unsigned long addr)
{
	unsigned long pointer;
	int ret = 0;
	unsigned int i;

	if (!slot->type.count || !slot->memory)
		return store_string(prog, slot, hit, tail, dst, addr);
	for (i = 0; i < slot->type.count; i++, dst += 4) {
		/* Reading NULL fails, which records a fault. */
		if (kpe_read_word(&pointer, addr + i * sizeof(pointer),
				  slot->user_pointers))
			pointer = 0;
		if (store_string(prog, slot, hit, tail, dst, pointer))
			ret = -EFAULT;
	}
	return ret;
}

static int __kprobes store_bytes(u8 *dst, unsigned long addr, const struct kpe_slot *slot)
{
	unsigned int n = slot->type.count;

	if (!kpe_read_memory(dst, addr, n, slot->user))
		return 0;
	memset(dst, 0, n);
	return -EFAULT;
}

/* As many bytes as the other value says. As for hex[N], what cannot be read is 0. */
static int __kprobes store_counted(const struct kpe_program *prog, const struct kpe_slot *slot,
				   const struct kpe_hit *hit, struct tail *tail, u8 *dst,
				   unsigned long addr)
{
	int said = bytes_said(prog, slot, hit, tail), ret = min(said, 0);
	u8 *at = tail->record + tail->at;
	unsigned int n = min3(take_room(tail), (unsigned int)KPE_MAX_BYTES,
			      (unsigned int)max(said, 0));

	if (n)
		ret = kpe_read_memory(at, addr, n, slot->user);
	if (ret)
		memset(at, 0, n);
	finish_string(tail, dst, n);
	return ret;
}

static int __kprobes store_numbers(u8 *dst, unsigned long value,
				   const struct kpe_slot *slot)
{
	unsigned int i, n = kpe_elements(&slot->type), size = slot->type.size;
	int ret = 0;

	for (i = 0; i < n; i++, dst += size) {
		if (!slot->memory) {
			kpe_put_bytes(dst, value, size);
		} else if (kpe_read_number(dst, value + i * size, size,
					   slot->user)) {
			kpe_put_bytes(dst, 0, size);
			ret = -EFAULT;
		}
		if (kpe_is_converted(&slot->type))
			convert(dst, &slot->type);
	}
	return ret;
}

/* Store an argument that could not be fetched. */
static void __kprobes store_nothing(struct tail *tail, u8 *dst,
				    const struct kpe_slot *slot)
{
	unsigned int i, n = kpe_elements(&slot->type);
	bool string = kpe_is_dynamic(&slot->type);

	for (i = 0; i < n; i++, dst += slot->type.size) {
		if (string)
			store_fault(tail, dst);
		else
			kpe_put_bytes(dst, 0, slot->type.size);
	}
	if (string)
		tail->left -= n;
}

/* Copy a string, or bytes, saved at function entry; cut it if necessary. */
static void __kprobes copy_saved_string(struct tail *tail, u8 *dst,
					const u8 *saved, u32 loc, bool is_text)
{
	unsigned int room = take_room(tail);
	unsigned int len = min(loc >> 16, room);
	u8 *at = tail->record + tail->at;

	if (!len && is_text) {
		store_fault(tail, dst);
		return;
	}
	memcpy(at, saved + (loc & 0xffff), len);
	if (is_text)
		at[len - 1] = 0;
	kpe_put_bytes(dst, len << 16 | tail->at, 4);
	tail->at += len;
}

static int __kprobes copy_saved(const struct kpe_insn *insn,
				const struct kpe_slot *slot,
				const struct kpe_hit *hit, struct tail *tail,
				u8 *dst)
{
	const u8 *from = hit->saved + insn->arg;
	unsigned int i, n = kpe_elements(&slot->type);

	if (!kpe_is_dynamic(&slot->type))
		memcpy(dst, from, n * slot->type.size);
	else
		for (i = 0; i < n; i++, dst += 4, from += 4)
			copy_saved_string(tail, dst, hit->saved, kpe_load_number(from, 4),
					  kpe_is_string(&slot->type));
	return was_fault(insn, hit) ? -EFAULT : 0;
}

/* The most frequent case: one number. Return: 1 if it could not be read. */
static __always_inline unsigned int
fetch_number(const struct kpe_program *prog, const struct kpe_slot *slot,
	     const struct kpe_hit *hit, u8 *dst)
{
	unsigned int size = slot->type.size;
	unsigned long value;

	if (unlikely(evaluate(prog, slot, hit, &value)))
		goto fault;
	if (!slot->memory)
		kpe_put_bytes(dst, value, size);
	else if (unlikely(kpe_read_number(dst, value, size, slot->user)))
		goto fault;
	return 0;
fault:
	kpe_put_bytes(dst, 0, size);
	return 1;
}

/* @tail: unused if the value is a number */
static noinline int __kprobes fetch_to(const struct kpe_program *prog,
				       const struct kpe_slot *slot,
				       const struct kpe_hit *hit, struct tail *tail, u8 *dst)
{
	unsigned long value;
	int ret;

	if (slot->type.kind == KPE_FRAME && !slot->copied)
		return kpe_stack_fetch(&prog->insns[slot->first], slot->type.count,
				       hit->regs, dst);
	if (slot->type.kind == KPE_USER_FRAME && !slot->copied) {
		kpe_user_stack_fetch(hit->count, slot->type.count, dst);
		return 0;
	}
	if (slot->copied)
		return copy_saved(&prog->insns[slot->first], slot, hit, tail,
				  dst);
	ret = evaluate(prog, slot, hit, &value);
	if (ret)
		store_nothing(tail, dst, slot);
	else if (kpe_is_string(&slot->type))
		ret = store_strings(prog, slot, hit, tail, dst, value);
	else if (kpe_is_whole(&slot->type))
		ret = store_bytes(dst, value, slot);
	else if (slot->type.kind == KPE_COUNTED)
		ret = store_counted(prog, slot, hit, tail, dst, value);
	else
		ret = store_numbers(dst, value, slot);
	return ret;
}

static __always_inline int fetch(const struct kpe_program *prog, const struct kpe_slot *slot,
				 const struct kpe_hit *hit, struct tail *tail)
{
	return fetch_to(prog, slot, hit, tail, tail->record + slot->offset);
}

static struct tail __kprobes tail_of(const struct kpe_program *prog, u8 *record)
{
	return (struct tail){
		.record = record, .end = prog->room, .longest = prog->longest,
		.at = prog->size, .left = prog->nr_strings,
	};
}

static noinline void __kprobes save_values(const struct kpe_program *entry,
					   struct pt_regs *regs, u8 *saved)
{
	struct tail tail = tail_of(entry, saved);
	const struct kpe_hit hit = { .regs = regs, .count = preempt_count() };
	const struct kpe_slot *slot;

	for (slot = entry->slots; slot < entry->slots + entry->nr_slots; slot++)
		saved[slot->offset - KPE_FAULT_BYTE] =
			!!fetch(entry, slot, &hit, &tail);
}

/* @saved: kpe_program_saved_size() bytes for the return; unused room of strings is not written. */
void __kprobes kpe_program_enter(const struct kpe_program *prog,
				 struct pt_regs *regs, u8 *saved)
{
	const struct kpe_program *entry = prog->entry;

	if (entry->nr_slots)
		save_values(entry, regs, saved);
	/* Last, to exclude the work above. */
	if (entry->timed)
		put_unaligned(ktime_get_mono_fast_ns(),
			      (u64 *)(saved + entry->clock));
}

/* Take the time since the entry, once, if @prog needs it. Clocks of CPUs may differ a little. */
void __kprobes kpe_program_stop_clock(const struct kpe_program *prog, struct kpe_hit *hit)
{
	u64 then, now;

	if (!prog->entry || !prog->entry->timed || hit->is_timed)
		return;
	then = kpe_load_number(hit->saved + prog->entry->clock, sizeof(then));
	now = ktime_get_mono_fast_ns();
	hit->elapsed = now > then ? now - then : 0;
	hit->is_timed = true;
}

/*
 * Fetch one value, after the clock was stopped, as in a record. @record: @prog->room bytes. @at:
 * offset of the next string, advanced. Return: 0, or -EFAULT with nothing stored but zeroes
 */
int __kprobes kpe_program_fetch(const struct kpe_program *prog, const struct kpe_slot *slot,
				const struct kpe_hit *hit, u8 *record, unsigned int *at)
{
	struct tail tail = {
		.record = record, .end = prog->room, .longest = prog->longest,
		.at = *at, .left = 1,
	};
	int ret = fetch(prog, slot, hit, &tail);

	*at = tail.at;
	return ret;
}

/*
 * Fetch a whole number, after the clock was stopped. @slot: @slot->how is up to KPE_NUMBER.
 * @value: filled; not sign-extended. Return: 0 or -EFAULT
 */
int __kprobes kpe_program_number(const struct kpe_program *prog, const struct kpe_slot *slot,
				 const struct kpe_hit *hit, u64 *value)
{
	unsigned int size = slot->type.size;
	unsigned long word;
	u8 bytes[sizeof(u64)];
	int ret = evaluate(prog, slot, hit, &word);

	if (ret)
		return ret;
	if (slot->memory) {
		ret = kpe_read_number(bytes, word, size, slot->user);
		word = ret ? 0 : kpe_load_number(bytes, size);
	}
	*value = word & (~0ULL >> (64 - 8 * size));
	return ret;
}

/*
 * Fetch the arguments of a hit. @record: KPE_MAX_RECORD bytes, or @prog->size bytes without
 * strings; all bytes from the header on are written. Return: bytes of the record
 */
unsigned int __no_stack_protector __kprobes
kpe_program_run(const struct kpe_program *prog, struct kpe_hit *hit, u8 *record)
{
	const struct kpe_slot *slot, *end = prog->slots + prog->nr_slots;
	struct tail tail = tail_of(prog, record);
	unsigned long addr;

	kpe_program_stop_clock(prog, hit);
	if (prog->copies < prog->copies_end[0])
		kpe_copy_registers(prog, hit->regs, record);
	for (slot = prog->slots; slot < end; slot++) {
		u8 *dst = record + slot->offset;

		if (slot->how <= KPE_LOW_BYTES)
			continue;
		addr = kpe_read_register(hit->regs, slot->reg) + slot->disp;
		switch (slot->how) {
		case KPE_NEAR_NUMBER:
			if (unlikely(kpe_read_number(dst, addr, slot->type.size, false))) {
				memset(dst, 0, slot->type.size);
				hit->faults++;
			}
			break;
		case KPE_ELAPSED:
		case KPE_NUMBER:
			hit->faults += fetch_number(prog, slot, hit, dst);
			break;
		case KPE_COMM:
			hit->faults += !!put_text(&tail, dst, (unsigned long)current->comm,
						  false);
			break;
		case KPE_NEAR_STRING:
			hit->faults += !!put_text(&tail, dst, addr, slot->user);
			break;
		default:
			hit->faults += !!fetch(prog, slot, hit, &tail);
		}
	}
	return tail.at;
}
