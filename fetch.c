// SPDX-License-Identifier: GPL-2.0
/*
 * fetch - arguments become a program; a hit runs it
 *
 * See fetch.h for the contract. The hit path of this file is everything from
 * kpe_program_run() down to the readers; it is marked __kprobes, so that nobody's
 * probe can land in the middle of a probe.
 */
#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>
#include "fetch.h"
#include "symbols.h"
#include "types.h"

/* Whatever a CPU's offset adds to this, no memory can be there. */
#define NOWHERE ((unsigned long)LONG_MIN)

/* ------------------------------------------------------------ compiling */

/* Where a return probe keeps parameter @index; saved once, used often. */
static unsigned int saved_at(struct kpe_program *prog, unsigned int index)
{
	unsigned int i;

	for (i = 0; i < prog->nr_saved; i++)
		if (prog->saved[i] == index)
			return i;
	prog->saved[prog->nr_saved++] = index;
	return i;
}

static void emit(struct kpe_program *prog, struct kpe_insn *insn,
		 const struct kpe_op *op, bool is_return)
{
	insn->code = op->code;
	switch (op->code) {
	case KPE_OP_ARG:
		insn->arg = is_return ? saved_at(prog, op->index) : op->index;
		break;
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

/* The last memory step is the store's business: it knows how much to read. */
static unsigned int compile_arg(struct kpe_program *prog, struct kpe_slot *slot,
				const struct kpe_arg *arg, unsigned int first,
				bool is_return)
{
	const struct kpe_op *last = &arg->ops[arg->nr_ops - 1];
	unsigned int i;

	slot->type = arg->type;
	slot->first = first;
	slot->memory = kpe_op_reads(last->code) && arg->type.kind != KPE_SYMSTR;
	slot->user = last->code == KPE_OP_UDEREF ||
		     arg->type.kind == KPE_USTRING;
	slot->user_pointers = last->code == KPE_OP_UDEREF;
	slot->nr = arg->nr_ops;
	for (i = 0; i < slot->nr; i++)
		emit(prog, &prog->insns[first + i], &arg->ops[i], is_return);
	return first + slot->nr;
}

static unsigned int count_ops(const struct kpe_line *line)
{
	unsigned int i, n = 0;

	for (i = 0; i < line->nr_args; i++)
		n += line->args[i].nr_ops;
	return n;
}

static int lay_out(struct kpe_program *prog, const struct kpe_line *line,
		   unsigned int header, struct kpe_error *e)
{
	unsigned int size = 0, first = 0, bytes, i;

	for (i = 0; i < line->nr_args; i++) {
		const struct kpe_arg *arg = &line->args[i];
		struct kpe_slot *slot = &prog->slots[i];

		first = compile_arg(prog, slot, arg, first, line->is_return);
		slot->offset = header + size;
		bytes = kpe_elements(&arg->type) * arg->type.size;
		size += bytes;
		if (size > KPE_MAX_ARGS_SIZE)
			return kpe_fail(e, KPE_ERR_EVENT_TOO_BIG, -E2BIG,
					arg->body_col);
		if (kpe_is_string(&arg->type))
			prog->nr_strings += kpe_elements(&arg->type);
	}
	prog->size = header + size;
	return 0;
}

/**
 * kpe_program_compile() - make the program of a definition
 * @line: the definition, resolved; must live as long as the program
 * @header: bytes of the record before the first argument
 * @e: why not, with the caret column
 *
 * Symbols in arguments are not looked up here, see kpe_program_bind().
 *
 * Context: may sleep. Return: the program, to be freed with
 * kpe_program_free(), or NULL with @e filled.
 */
struct kpe_program *kpe_program_compile(const struct kpe_line *line,
					unsigned int header,
					struct kpe_error *e)
{
	struct kpe_program *prog;

	prog = kzalloc(struct_size(prog, slots, line->nr_args), GFP_KERNEL);
	if (!prog)
		goto nomem;
	prog->nr_slots = line->nr_args;
	prog->insns = kcalloc(count_ops(line) + 1, sizeof(*prog->insns),
			      GFP_KERNEL);
	if (!prog->insns)
		goto nomem;
	if (lay_out(prog, line, header, e)) {
		kpe_program_free(prog);
		return NULL;
	}
	return prog;
nomem:
	kpe_program_free(prog);
	kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	return NULL;
}

/**
 * kpe_program_free() - free a program that no hit can run any more
 * @prog: or NULL
 */
void kpe_program_free(struct kpe_program *prog)
{
	if (!prog)
		return;
	kfree(prog->insns);
	kfree(prog);
}

static bool data_address(const char *name, const char *module,
			 unsigned long *addr)
{
	*addr = kpe_data_address(NULL, name);
	if (!*addr && module && *module)
		*addr = kpe_data_address(module, name);
	return *addr;
}

/* Return: 0, or -ENOENT if nobody knows the symbol that @arg names. */
static int bind_arg(struct kpe_program *prog, const struct kpe_slot *slot,
		    const struct kpe_arg *arg, const char *module)
{
	struct kpe_insn *insn = &prog->insns[slot->first];
	const struct kpe_op *op = &arg->ops[0];
	unsigned long addr;
	bool found;

	/* A symbol can only be the source, so only the first step. */
	if (op->code != KPE_OP_SYM)
		return 0;
	if (op->percpu)
		found = kpe_percpu_address(op->text, &addr);
	else
		found = data_address(op->text, module, &addr);
	insn->code = KPE_OP_IMM;
	insn->arg = found ? addr + op->offset : op->percpu ? NOWHERE : 0;
	return found ? 0 : -ENOENT;
}

/**
 * kpe_program_bind() - look up the symbols that arguments name
 * @prog: the program; no hit may be running it
 * @line: its definition
 * @module: module of the probe point, whose symbols count too; "" or NULL: none
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

	for (i = 0; i < prog->nr_slots; i++) {
		ret = bind_arg(prog, &prog->slots[i], &line->args[i], module);
		if (ret && e)
			return kpe_fail(e, KPE_ERR_UNKNOWN_DATA_SYMBOL, ret,
					line->args[i].ops[0].col);
	}
	return 0;
}

/* -------------------------------------------------------------- running */

/**
 * struct tail - where the next string goes
 * @record: start of the record
 * @at: first free byte
 * @left: strings still to come; each gets at least its NUL
 */
struct tail {
	u8 *record;
	unsigned int at;
	unsigned int left;
};

/*
 * An address below the kernel's can only be the user's: who dereferences a
 * user pointer without saying so gets what he means.
 */
static int __kprobes read_memory(void *dst, unsigned long addr, size_t size,
				 bool user)
{
	if (user || addr < TASK_SIZE_MAX)
		return copy_from_user_nofault(dst, (void __user *)addr, size);
	return copy_from_kernel_nofault(dst, (void *)addr, size);
}

static unsigned long __kprobes source(const struct kpe_insn *insn,
				      const struct kpe_hit *hit)
{
	struct pt_regs *regs = hit->regs;

	switch (insn->code) {
	case KPE_OP_REG:
		return regs_get_register(regs, insn->arg);
	case KPE_OP_STACK:
		return regs_get_kernel_stack_nth(regs, insn->arg);
	case KPE_OP_STACKP:
		return kernel_stack_pointer(regs);
	case KPE_OP_RETVAL:
		return regs_return_value(regs);
	case KPE_OP_RETADDR:
		return hit->ret_ip;
	case KPE_OP_ARG:
		return hit->saved ? hit->saved[insn->arg] :
			regs_get_kernel_argument(regs, insn->arg);
	case KPE_OP_COMM:
		return (unsigned long)current->comm;
	case KPE_OP_CURRENT:
		return (unsigned long)current;
	default:
		return insn->arg;
	}
}

/*
 * The value of an argument, or the address where it lies if the slot says
 * memory: then the last step only adds its offset.
 */
static int __kprobes evaluate(const struct kpe_program *prog,
			      const struct kpe_slot *slot,
			      const struct kpe_hit *hit, unsigned long *value)
{
	const struct kpe_insn *insn = &prog->insns[slot->first];
	const struct kpe_insn *end = insn + slot->nr - slot->memory;
	unsigned long word = source(insn, hit);
	int ret;

	while (++insn < end) {
		if (insn->code == KPE_OP_PERCPU) {
			word = (unsigned long)this_cpu_ptr((void __percpu *)word);
			continue;
		}
		ret = read_memory(&word, word + insn->arg, sizeof(word),
				  insn->code == KPE_OP_UDEREF);
		if (ret)
			return ret;
	}
	*value = slot->memory ? word + insn->arg : word;
	return 0;
}

static void __kprobes store_word(u8 *dst, unsigned long value,
				 unsigned int size)
{
	switch (size) {
	case 1:
		*dst = value;
		break;
	case 2:
		put_unaligned((u16)value, (u16 *)dst);
		break;
	case 4:
		put_unaligned((u32)value, (u32 *)dst);
		break;
	default:
		put_unaligned((u64)value, (u64 *)dst);
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

/*
 * Copy a string, never past the end of a page or of @room, in words where
 * that can be. Return: bytes with the NUL, or -EFAULT.
 */
static int __kprobes copy_string(u8 *dst, unsigned long addr,
				 unsigned int room, bool user)
{
	unsigned int done = 0, n;
	u8 *nul;

	while (done < room) {
		n = min3(room - done, 64U,
			 (unsigned int)(PAGE_SIZE - offset_in_page(addr)));
		if (n > 8 && !IS_ALIGNED(addr, 8))
			n = 8 - (addr & 7);
		if (read_memory(dst + done, addr, n, user))
			return -EFAULT;
		nul = memchr(dst + done, 0, n);
		if (nul)
			return nul - dst + 1;
		done += n;
		addr += n;
	}
	dst[room - 1] = 0;
	return room;
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

/* Put one string at the tail. */
static int __kprobes store_string(struct tail *tail, u8 *dst,
				  unsigned long addr,
				  const struct kpe_slot *slot)
{
	u8 *at = tail->record + tail->at;
	unsigned int room = KPE_MAX_RECORD - tail->at - --tail->left;
	int len;

	if (slot->type.kind == KPE_SYMSTR)
		len = put_symbol(at, addr, room);
	else
		len = copy_string(at, addr, room, slot->user);
	if (len < 0) {
		store_fault(tail, dst);
		return len;
	}
	store_word(dst, len << 16 | tail->at, 4);
	tail->at += len;
	return 0;
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
		if (read_memory(&pointer, addr + i * sizeof(pointer),
				sizeof(pointer), slot->user_pointers))
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
		} else if (read_memory(dst, value + i * size, size,
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

/**
 * kpe_program_run() - fetch the arguments of a hit
 * @prog: what to fetch
 * @hit: from what; @hit->faults is counted up
 * @record: KPE_MAX_RECORD bytes; everything from the header on is written
 *
 * Context: any, preemption off; no locks. Return: bytes of the record.
 */
unsigned int __kprobes kpe_program_run(const struct kpe_program *prog,
				       struct kpe_hit *hit, u8 *record)
{
	struct tail tail = {
		.record = record, .at = prog->size, .left = prog->nr_strings,
	};
	const struct kpe_slot *slot;
	unsigned long value;
	int ret;

	for (slot = prog->slots; slot < prog->slots + prog->nr_slots; slot++) {
		u8 *dst = record + slot->offset;

		ret = evaluate(prog, slot, hit, &value);
		if (ret)
			store_nothing(&tail, dst, slot);
		else if (kpe_is_string(&slot->type))
			ret = store_strings(&tail, dst, value, slot);
		else
			ret = store_numbers(dst, value, slot);
		hit->faults += !!ret;
	}
	return tail.at;
}
