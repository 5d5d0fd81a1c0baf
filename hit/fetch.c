// SPDX-License-Identifier: GPL-2.0
/*
 * fetch - arguments become a program; a hit runs it
 *
 * See fetch.h for the contract. The hit path of this file is everything from
 * kpe_program_enter() and kpe_program_run_any() down to the readers; it is marked
 * __kprobes, so that nobody's probe can land in the middle of a probe.
 */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/timekeeping.h>
#include "hit/fetch.h"
#include "hit/nofault.h"
#include "kernel/symbols.h"
#include "model/locks.h"
#include "types/types.h"

/* Whatever a CPU's offset adds to this, no memory can be there. */
#define NOWHERE ((unsigned long)LONG_MIN)

/* ------------------------------------------------------------ compiling */

static const struct kpe_type word_type = {
	.kind = KPE_UNSIGNED, .size = sizeof(long)
};

static void emit(struct kpe_insn *insn, const struct kpe_op *op)
{
	insn->code = op->code;
	switch (op->code) {
	case KPE_OP_ARG:
	case KPE_OP_STACK:
		insn->arg = op->index;
		break;
	case KPE_OP_IMM:
		insn->arg = op->imm;
		break;
	case KPE_OP_STR:
		insn->arg = (unsigned long)op->text;
		break;
	default:
		insn->arg = op->offset;
	}
}

/*
 * The last memory step is the store's business: it knows how much to read.
 * Return: the slot, @gap bytes behind the one before.
 */
static struct kpe_slot *add_slot(struct kpe_program *prog,
				 const struct kpe_arg *arg, unsigned int gap)
{
	const struct kpe_op *last = &arg->ops[arg->nr_ops - 1];
	struct kpe_slot *slot = &prog->slots[prog->nr_slots++];
	unsigned int i;

	slot->type = arg->type;
	slot->offset = prog->size + gap;
	slot->first = prog->nr_insns;
	slot->memory = kpe_op_reads(last->code) && arg->type.kind != KPE_SYMSTR;
	slot->user = last->code == KPE_OP_UDEREF ||
		     arg->type.kind == KPE_USTRING;
	slot->user_pointers = last->code == KPE_OP_UDEREF;
	slot->nr = arg->nr_ops;
	for (i = 0; i < slot->nr; i++)
		emit(&prog->insns[prog->nr_insns++], &arg->ops[i]);
	prog->size = slot->offset + kpe_elements(&arg->type) * arg->type.size;
	if (kpe_is_string(&arg->type))
		prog->nr_strings += kpe_elements(&arg->type);
	return slot;
}

/* Each saved argument has a byte before it: could it not be read? */
#define FAULT_BYTE 1

static bool is_saved_param(const struct kpe_program *entry,
			   const struct kpe_slot *slot, unsigned int index)
{
	const struct kpe_insn *insn = &entry->insns[slot->first];

	return insn->code == KPE_OP_ARG && insn->arg == index &&
	       slot->nr == 1 && slot->type.size == sizeof(long) &&
	       !slot->type.bit_width;
}

/* Saved once, used often. Return: the number of its slot */
static unsigned int save_param(struct kpe_program *entry, struct kpe_op *op)
{
	const struct kpe_arg param = {
		.type = word_type, .nr_ops = 1, .ops = op,
	};
	unsigned int i;

	for (i = 0; i < entry->nr_slots; i++)
		if (is_saved_param(entry, &entry->slots[i], op->index))
			return i;
	add_slot(entry, &param, FAULT_BYTE);
	return i;
}

static unsigned int longest_string(const struct kpe_op *source)
{
	switch (source->code) {
	case KPE_OP_COMM:
		return TASK_COMM_LEN;
	case KPE_OP_STR:
		return strlen(source->text) + 1;
	default:
		return KPE_MAX_SAVED_STRING;
	}
}

/* Nothing but a parameter, all of it */
static bool is_param(const struct kpe_arg *arg)
{
	return arg->ops[0].code == KPE_OP_ARG && arg->nr_ops == 1 &&
	       arg->type.size == sizeof(long) && !arg->type.bit_width;
}

static unsigned int save_arg(struct kpe_program *entry,
			     const struct kpe_arg *arg)
{
	if (is_param(arg))
		return save_param(entry, &arg->ops[0]);
	add_slot(entry, arg, FAULT_BYTE);
	if (kpe_is_string(&arg->type))
		entry->room += kpe_elements(&arg->type) *
			       longest_string(&arg->ops[0]);
	return entry->nr_slots - 1;
}

static void save_time(struct kpe_program *entry)
{
	if (entry->timed)
		return;
	entry->timed = true;
	entry->clock = entry->size;
	entry->size += sizeof(u64);
}

/* Let what @arg, of @slot, wants of the entry be saved there. */
static void compile_entry(struct kpe_program *entry, const struct kpe_arg *arg,
			  struct kpe_slot *slot, struct kpe_insn *source)
{
	switch (source->code) {
	case KPE_OP_ELAPSED:
		save_time(entry);
		return;
	case KPE_OP_ARG:
		slot->entry = save_param(entry, &arg->ops[0]);
		break;
	case KPE_OP_ENTRY:
		slot->entry = save_arg(entry, arg->entry);
		/* As text of a symbol it is saved as a word. */
		slot->copied = arg->nr_ops == 1 &&
			       arg->type.kind != KPE_SYMSTR;
		break;
	default:
		return;
	}
	source->code = KPE_OP_ENTRY;
	source->arg = entry->slots[slot->entry].offset;
}

static int compile_args(struct kpe_program *prog, const struct kpe_line *line,
			struct kpe_error *e)
{
	struct kpe_program *entry = prog->entry;
	unsigned int i, header = prog->size;
	struct kpe_slot *slot;

	for (i = 0; i < line->nr_args; i++) {
		const struct kpe_arg *arg = &line->args[i];

		slot = add_slot(prog, arg, 0);
		if (entry)
			compile_entry(entry, arg, slot,
				      &prog->insns[slot->first]);
		if (prog->size - header > KPE_MAX_ARGS_SIZE ||
		    (entry && entry->size + entry->room > KPE_MAX_SAVED))
			return kpe_fail(e, KPE_ERR_EVENT_TOO_BIG, -E2BIG,
					arg->body_col);
	}
	if (entry)
		entry->room += entry->size;
	return 0;
}

/* Where functions find their parameters; the others are on the stack. */
static const u8 param_regs[] = {
	offsetof(struct pt_regs, di), offsetof(struct pt_regs, si),
	offsetof(struct pt_regs, dx), offsetof(struct pt_regs, cx),
	offsetof(struct pt_regs, r8), offsetof(struct pt_regs, r9),
};

static void use_register(struct kpe_insn *insn, unsigned int offset)
{
	insn->code = KPE_OP_REG;
	insn->arg = offset;
}

/* The return address is on top of the stack. */
static void use_param(struct kpe_insn *insn)
{
	unsigned int index = insn->arg;

	if (index < ARRAY_SIZE(param_regs)) {
		use_register(insn, param_regs[index]);
		return;
	}
	insn->code = KPE_OP_STACK;
	insn->arg = index - ARRAY_SIZE(param_regs) + 1;
}

/* Sources that are but names for registers and words of the stack */
static void settle_source(struct kpe_insn *insn)
{
	switch (insn->code) {
	case KPE_OP_ARG:
		use_param(insn);
		break;
	case KPE_OP_RETVAL:
		use_register(insn, offsetof(struct pt_regs, ax));
		break;
	case KPE_OP_STACKP:
		use_register(insn, offsetof(struct pt_regs, sp));
		break;
	}
}

/* One step from a register to where the value lies, in the kernel or not */
static bool is_near(const struct kpe_slot *slot, const struct kpe_insn *first)
{
	return first[0].code == KPE_OP_REG && slot->nr == 2 && slot->memory &&
	       (long)first[1].arg == (int)first[1].arg;
}

static enum kpe_how how_number(const struct kpe_slot *slot,
			       const struct kpe_insn *first)
{
	if (is_near(slot, first) && !slot->user)
		return KPE_NEAR_NUMBER;
	if (slot->nr > 1 || slot->type.size != sizeof(long))
		return KPE_NUMBER;
	if (first->code == KPE_OP_REG)
		return KPE_REGISTER;
	return first->code == KPE_OP_STACK ? KPE_STACK_WORD : KPE_NUMBER;
}

static enum kpe_how how(const struct kpe_slot *slot,
			const struct kpe_insn *first)
{
	const struct kpe_type *type = &slot->type;

	if (slot->copied || type->count || type->bit_width ||
	    type->kind == KPE_SYMSTR)
		return KPE_ANYTHING;
	if (!kpe_is_string(type))
		return how_number(slot, first);
	if (first->code == KPE_OP_COMM)
		return KPE_COMM;
	return is_near(slot, first) ? KPE_NEAR_STRING : KPE_ANYTHING;
}

static void settle(struct kpe_program *prog)
{
	struct kpe_slot *slot;

	prog->plain = true;
	prog->steady = true;
	for (slot = prog->slots; slot < prog->slots + prog->nr_slots; slot++) {
		struct kpe_insn *insn = &prog->insns[slot->first];

		settle_source(insn);
		slot->how = how(slot, insn);
		if (insn->code == KPE_OP_REG)
			slot->reg = insn->arg;
		if (slot->how == KPE_STACK_WORD)
			slot->disp = insn->arg * sizeof(long);
		else if (slot->nr == 2)
			slot->disp = insn[1].arg;
		prog->plain &= slot->how <= KPE_COMM;
		prog->steady &= slot->how == KPE_REGISTER;
		prog->nr_comms += slot->how == KPE_COMM;
	}
}

/* The steps are behind the slots. */
static struct kpe_program *alloc_program(unsigned int slots, unsigned int insns)
{
	struct kpe_program *prog;
	size_t size = ALIGN(struct_size(prog, slots, slots),
			    __alignof__(*prog->insns));

	prog = kzalloc(size + insns * sizeof(*prog->insns), GFP_KERNEL);
	if (prog)
		prog->insns = (void *)prog + size;
	return prog;
}

/* Room for the steps of all arguments, and for those at entry */
static struct kpe_program *alloc_programs(const struct kpe_line *line)
{
	unsigned int i, insns = 0, entry_insns = 0;
	struct kpe_program *prog;

	for (i = 0; i < line->nr_args; i++) {
		const struct kpe_arg *arg = &line->args[i];

		insns += arg->nr_ops;
		entry_insns += arg->entry ? arg->entry->nr_ops : 1;
	}
	prog = alloc_program(line->nr_args, insns);
	if (!prog || !line->is_return)
		return prog;
	prog->entry = alloc_program(line->nr_args, entry_insns);
	if (prog->entry)
		return prog;
	kpe_program_free(prog);
	return NULL;
}

/* Programs without arguments */
static struct kpe_program of_probes, of_return_probes;

static struct kpe_program *fetch_nothing(bool is_return, unsigned int header)
{
	struct kpe_program *prog = is_return ? &of_return_probes : &of_probes;

	/* Once: hits may run it. */
	if (!prog->size) {
		prog->room = KPE_MAX_RECORD;
		settle(prog);
		prog->size = header;
	}
	return prog;
}

/**
 * kpe_program_compile() - make the program of a definition
 * @line: the definition, resolved; must live as long as the program
 * @header: bytes of the record before the first argument; the same for all probes,
 *	and for all return probes
 * @e: why not, with the caret column
 *
 * Symbols in arguments are not looked up here, see kpe_program_bind().
 *
 * Context: kpe_mutex; may sleep. Return: the program, to be freed with
 * kpe_program_free(), or NULL with @e filled.
 */
struct kpe_program *kpe_program_compile(const struct kpe_line *line,
					unsigned int header,
					struct kpe_error *e)
{
	struct kpe_program *prog;

	lockdep_assert_held(&kpe_mutex);
	if (!line->nr_args)
		return fetch_nothing(line->is_return, header);
	prog = alloc_programs(line);
	if (!prog) {
		kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
		return NULL;
	}
	prog->size = header;
	prog->room = KPE_MAX_RECORD;
	prog->longest = KPE_MAX_RECORD;
	if (prog->entry)
		prog->entry->longest = KPE_MAX_SAVED_STRING;
	if (compile_args(prog, line, e)) {
		kpe_program_free(prog);
		return NULL;
	}
	settle(prog);
	if (prog->entry)
		settle(prog->entry);
	return prog;
}

/**
 * kpe_program_saved_size() - what a return probe saves at entry
 * @prog: of any probe
 *
 * Context: any. Return: bytes, at most KPE_MAX_SAVED; 0: nothing is to be saved.
 */
unsigned int kpe_program_saved_size(const struct kpe_program *prog)
{
	return prog->entry ? prog->entry->room : 0;
}

/**
 * kpe_program_free() - free a program that no hit can run any more
 * @prog: or NULL
 */
void kpe_program_free(struct kpe_program *prog)
{
	if (!prog || prog == &of_probes || prog == &of_return_probes)
		return;
	kpe_program_free(prog->entry);
	kfree(prog);
}

/* The module of a probe knows its own symbols best. */
static bool data_address(const char *name, const char *module,
			 unsigned long *addr)
{
	*addr = module && *module ? kpe_data_address(module, name) : 0;
	if (!*addr)
		*addr = kpe_data_address(NULL, name);
	return *addr;
}

/* Return: 0, or -ENOENT if nobody knows the symbol that @op names. */
static int bind(struct kpe_insn *insn, const struct kpe_op *op,
		const char *module)
{
	unsigned long addr;
	bool found;

	/* A symbol can only be the source, so only the first step. */
	if (op->code != KPE_OP_SYM)
		return 0;
	if (op->percpu)
		found = kpe_percpu_address(module, op->text, &addr);
	else
		found = data_address(op->text, module, &addr);
	insn->code = KPE_OP_IMM;
	insn->arg = found ? addr + op->offset : op->percpu ? NOWHERE : 0;
	return found ? 0 : -ENOENT;
}

/* The program that fetches from the source of @arg, which is its slot @i */
static int bind_arg(struct kpe_program *prog, unsigned int i,
		    const struct kpe_arg *arg, const char *module)
{
	const struct kpe_slot *slot = &prog->slots[i];

	if (arg->entry)
		return bind_arg(prog->entry, slot->entry, arg->entry, module);
	return bind(&prog->insns[slot->first], &arg->ops[0], module);
}

static const struct kpe_op *source_of(const struct kpe_arg *arg)
{
	return arg->entry ? &arg->entry->ops[0] : &arg->ops[0];
}

/**
 * kpe_program_bind() - look up the symbols that arguments name
 * @prog: the program; no hit may be running it
 * @line: its definition
 * @module: module of the probe point, whose symbols count first; "" or NULL: none
 * @e: why not; NULL if an unknown symbol does not matter (it reads as a fault)
 *
 * To be called again before each registration: symbols of modules move.
 *
 * Context: kpe_mutex; may sleep. Return: 0, or -ENOENT with @e filled.
 */
int kpe_program_bind(struct kpe_program *prog, const struct kpe_line *line,
		     const char *module, struct kpe_error *e)
{
	unsigned int i;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	for (i = 0; i < prog->nr_slots; i++) {
		ret = bind_arg(prog, i, &line->args[i], module);
		if (ret && e)
			return kpe_fail(e, KPE_ERR_UNKNOWN_DATA_SYMBOL, ret,
					source_of(&line->args[i])->col);
	}
	return 0;
}

/* -------------------------------------------------------------- running */

/**
 * struct tail - where the next string goes
 * @record: start of the record
 * @end: bytes that it may have
 * @longest: bytes that a string may have
 * @at: first free byte
 * @left: strings still to come; each gets at least its NUL
 */
struct tail {
	u8 *record;
	unsigned int end;
	unsigned int longest;
	unsigned int at;
	unsigned int left;
};

static __always_inline unsigned long source(const struct kpe_insn *insn,
					    const struct kpe_hit *hit)
{
	if (likely(insn->code == KPE_OP_REG))
		return kpe_read_register(hit->regs, insn->arg);
	switch (insn->code) {
	case KPE_OP_STACK:
		return kpe_stack_word(hit->regs, insn->arg * sizeof(long));
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
	return insn->code == KPE_OP_ENTRY && hit->saved[insn->arg - FAULT_BYTE];
}

/*
 * The value of an argument, or the address where it lies if the slot says
 * memory: then the last step only adds its offset.
 */
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

static __always_inline void store_word(u8 *dst, unsigned long value,
				       unsigned int size)
{
	switch (size) {
	case 8:
		put_unaligned((u64)value, (u64 *)dst);
		break;
	case 4:
		put_unaligned((u32)value, (u32 *)dst);
		break;
	case 2:
		put_unaligned((u16)value, (u16 *)dst);
		break;
	default:
		*dst = value;
	}
}

/* The bits of a bitfield, its sign drawn out if it has one */
static void __kprobes cut_bits(u8 *dst, const struct kpe_type *type)
{
	u64 value = kpe_load_number(dst, type->size);
	unsigned int unused = 64 - type->bit_width;

	value <<= unused - type->bit_offset;
	if (type->kind == KPE_SIGNED_BITFIELD)
		value = (s64)value >> unused;
	else
		value >>= unused;
	store_word(dst, value, type->size);
}

/* sprint_symbol() takes room for the longest symbol for granted. */
static noinline int __kprobes cut_symbol(u8 *dst, unsigned long addr,
					 unsigned int room)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned int len = sprint_symbol(text, addr) + 1;

	len = min(len, room);
	memcpy(dst, text, len);
	dst[len - 1] = 0;
	return len;
}

static int __kprobes put_symbol(u8 *dst, unsigned long addr, unsigned int room)
{
	if (room < KSYM_SYMBOL_LEN)
		return cut_symbol(dst, addr, room);
	return sprint_symbol((char *)dst, addr) + 1;
}

/*
 * A __data_loc of length 0 says it was a fault. Filters, and tools, look at
 * the place all the same, up to a NUL: give them one.
 */
static void __kprobes store_fault(struct tail *tail, u8 *dst)
{
	tail->record[tail->at] = 0;
	store_word(dst, tail->at++, 4);
}

/* The next string has this many bytes at most. */
static __always_inline unsigned int take_room(struct tail *tail)
{
	return min(tail->end - tail->at - --tail->left, tail->longest);
}

/* The string at the tail, of @len bytes unless it could not be read */
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

/* Put one string at the tail. */
static int __kprobes store_string(struct tail *tail, u8 *dst,
				  unsigned long addr,
				  const struct kpe_slot *slot)
{
	u8 *at = tail->record + tail->at;
	unsigned int room;

	if (slot->type.kind != KPE_SYMSTR)
		return put_text(tail, dst, addr, slot->user);
	room = take_room(tail);
	return finish_string(tail, dst, put_symbol(at, addr, room));
}

/* An array of strings is an array of pointers to them. */
static int __kprobes store_strings(struct tail *tail, u8 *dst,
				   unsigned long addr,
				   const struct kpe_slot *slot)
{
	unsigned long pointer;
	int ret = 0;
	unsigned int i;

	if (!slot->type.count)
		return store_string(tail, dst, addr, slot);
	for (i = 0; i < slot->type.count; i++, dst += 4) {
		/* NULL makes the read fail, which is what a fault looks like. */
		if (kpe_read_word(&pointer, addr + i * sizeof(pointer),
				  slot->user_pointers))
			pointer = 0;
		if (store_string(tail, dst, pointer, slot))
			ret = -EFAULT;
	}
	return ret;
}

static int __kprobes store_numbers(u8 *dst, unsigned long value,
				   const struct kpe_slot *slot)
{
	unsigned int i, n = kpe_elements(&slot->type), size = slot->type.size;
	int ret = 0;

	for (i = 0; i < n; i++, dst += size) {
		if (!slot->memory) {
			store_word(dst, value, size);
		} else if (kpe_read_number(dst, value + i * size, size,
					   slot->user)) {
			store_word(dst, 0, size);
			ret = -EFAULT;
		}
		if (slot->type.bit_width)
			cut_bits(dst, &slot->type);
	}
	return ret;
}

/* What an argument looks like that could not be fetched at all. */
static void __kprobes store_nothing(struct tail *tail, u8 *dst,
				    const struct kpe_slot *slot)
{
	unsigned int i, n = kpe_elements(&slot->type);
	bool string = kpe_is_string(&slot->type);

	for (i = 0; i < n; i++, dst += slot->type.size) {
		if (string)
			store_fault(tail, dst);
		else
			store_word(dst, 0, slot->type.size);
	}
	if (string)
		tail->left -= n;
}

/* A string that was saved at entry; what has no room is cut. */
static void __kprobes copy_saved_string(struct tail *tail, u8 *dst,
					const u8 *saved, u32 loc)
{
	unsigned int room = take_room(tail);
	unsigned int len = min(loc >> 16, room);
	u8 *at = tail->record + tail->at;

	if (!len) {
		store_fault(tail, dst);
		return;
	}
	memcpy(at, saved + (loc & 0xffff), len);
	at[len - 1] = 0;
	store_word(dst, len << 16 | tail->at, 4);
	tail->at += len;
}

/* As it was stored at entry */
static int __kprobes copy_saved(const struct kpe_insn *insn,
				const struct kpe_slot *slot,
				const struct kpe_hit *hit, struct tail *tail,
				u8 *dst)
{
	const u8 *from = hit->saved + insn->arg;
	unsigned int i, n = kpe_elements(&slot->type);

	if (!kpe_is_string(&slot->type))
		memcpy(dst, from, n * slot->type.size);
	else
		for (i = 0; i < n; i++, dst += 4, from += 4)
			copy_saved_string(tail, dst, hit->saved,
					  kpe_load_number(from, 4));
	return was_fault(insn, hit) ? -EFAULT : 0;
}

/* What most arguments are: one number. Return: 1 if it could not be read. */
static __always_inline unsigned int
fetch_number(const struct kpe_program *prog, const struct kpe_slot *slot,
	     const struct kpe_hit *hit, u8 *dst)
{
	unsigned int size = slot->type.size;
	unsigned long value;

	if (unlikely(evaluate(prog, slot, hit, &value)))
		goto fault;
	if (!slot->memory)
		store_word(dst, value, size);
	else if (unlikely(kpe_read_number(dst, value, size, slot->user)))
		goto fault;
	return 0;
fault:
	store_word(dst, 0, size);
	return 1;
}

/* Return: 1 if it could not be read. */
static __always_inline unsigned int fetch_text(const struct kpe_slot *slot,
					       const struct kpe_hit *hit,
					       struct tail *tail, u8 *dst)
{
	unsigned long addr;

	if (slot->how == KPE_COMM)
		addr = (unsigned long)current->comm;
	else
		addr = kpe_read_register(hit->regs, slot->reg) + slot->disp;
	return put_text(tail, dst, addr, slot->user) < 0;
}

static noinline int __kprobes fetch(const struct kpe_program *prog,
				    const struct kpe_slot *slot,
				    const struct kpe_hit *hit,
				    struct tail *tail)
{
	u8 *dst = tail->record + slot->offset;
	unsigned long value;
	int ret;

	if (slot->copied)
		return copy_saved(&prog->insns[slot->first], slot, hit, tail,
				  dst);
	ret = evaluate(prog, slot, hit, &value);
	if (ret)
		store_nothing(tail, dst, slot);
	else if (kpe_is_string(&slot->type))
		ret = store_strings(tail, dst, value, slot);
	else
		ret = store_numbers(dst, value, slot);
	return ret;
}

static struct tail __kprobes tail_of(const struct kpe_program *prog, u8 *record)
{
	return (struct tail){
		.record = record, .end = prog->room, .longest = prog->longest,
		.at = prog->size, .left = prog->nr_strings,
	};
}

/**
 * kpe_program_enter() - save what a return probe wants of the entry
 * @prog: of a return probe
 * @regs: at the function's entry
 * @saved: kpe_program_saved_size() bytes; of strings, only the bytes they have
 *	are written
 *
 * Context: any, preemption off; no locks.
 */
void __kprobes kpe_program_enter(const struct kpe_program *prog,
				 struct pt_regs *regs, u8 *saved)
{
	const struct kpe_program *entry = prog->entry;
	struct tail tail = tail_of(entry, saved);
	const struct kpe_hit hit = { .regs = regs };
	const struct kpe_slot *slot;

	for (slot = entry->slots; slot < entry->slots + entry->nr_slots; slot++)
		saved[slot->offset - FAULT_BYTE] =
			!!fetch(entry, slot, &hit, &tail);
	/* Last, lest our own work counts. */
	if (entry->timed)
		put_unaligned(ktime_get_mono_fast_ns(),
			      (u64 *)(saved + entry->clock));
}

/* This clock may be set back a little between two CPUs. */
static u64 __kprobes elapsed(const struct kpe_program *entry, const u8 *saved)
{
	u64 then = kpe_load_number(saved + entry->clock, sizeof(then));
	u64 now = ktime_get_mono_fast_ns();

	return now > then ? now - then : 0;
}

/**
 * kpe_program_run_any() - fetch the arguments of a hit
 * @prog: what to fetch
 * @hit: from what; @hit->faults is counted up
 * @record: KPE_MAX_RECORD bytes, or as many as @prog->size if it has no strings;
 *	all of it from the header on is written
 *
 * Context: any, preemption off; no locks. Return: bytes of the record.
 */
unsigned int __no_stack_protector __kprobes
kpe_program_run_any(const struct kpe_program *prog, struct kpe_hit *hit,
		    u8 *record)
{
	const struct kpe_slot *slot, *end = prog->slots + prog->nr_slots;
	struct tail tail = tail_of(prog, record);

	if (prog->entry && prog->entry->timed)
		hit->elapsed = elapsed(prog->entry, hit->saved);
	for (slot = prog->slots; slot < end; slot++) {
		u8 *dst = record + slot->offset;

		if (slot->how <= KPE_NEAR_NUMBER)
			hit->faults += kpe_fetch_plain(slot, hit->regs,
						       dst);
		else if (slot->how == KPE_NUMBER)
			hit->faults += fetch_number(prog, slot, hit, dst);
		else if (slot->how == KPE_ANYTHING)
			hit->faults += !!fetch(prog, slot, hit, &tail);
		else
			hit->faults += fetch_text(slot, hit, &tail, dst);
	}
	return tail.at;
}
