// SPDX-License-Identifier: GPL-2.0
#include <linux/compiler.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "arch/registers.h"
#include "compat/cleanup.h"
#include "kernel/verdicts.h"
#include "language/line.h"
#include "model/locks.h"
#include "types/program.h"
#include "types/resolve.h"
#include "types/types.h"

/* No memory is within the range of a CPU's offset from here. */
#define NOWHERE ((unsigned long)LONG_MIN)

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
	case KPE_OP_RETVAL:
		insn->code = KPE_OP_REG;
		insn->arg = kpe_registers.retval;
		break;
	case KPE_OP_STACKP:
		insn->code = KPE_OP_REG;
		insn->arg = kpe_registers.stack;
		break;
	default:
		insn->arg = op->offset;
	}
}

/* The store does the last memory step, because it knows how much to read. @gap: bytes before it */
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
	if (kpe_is_dynamic(&arg->type))
		prog->nr_strings += kpe_elements(&arg->type);
	return slot;
}

static unsigned int longest_string(const struct kpe_arg *arg)
{
	if (arg->type.kind == KPE_SOCKADDR)
		return KPE_MAX_SOCKADDR;
	if (kpe_is_made_text(arg->type.kind))
		return KPE_MAX_PATH + 1;
	if (arg->type.kind == KPE_COUNTED)
		return KPE_MAX_BYTES;
	if (arg->ops[0].code == KPE_OP_COMM)
		return TASK_COMM_LEN;
	if (arg->ops[0].code == KPE_OP_STR)
		return strlen(arg->ops[0].text) + 1;
	return KPE_MAX_SAVED_STRING;
}

/* Parameters that are used often are saved once. Return: number of the slot */
static unsigned int save_arg(struct kpe_program *entry,
			     const struct kpe_arg *arg)
{
	bool is_param = arg->ops[0].code == KPE_OP_ARG && arg->nr_ops == 1 &&
			arg->type.size == sizeof(long) && !kpe_is_converted(&arg->type);
	const struct kpe_slot *slot;
	const struct kpe_insn *insn;
	unsigned int i;

	for (i = 0; is_param && i < entry->nr_slots; i++) {
		slot = &entry->slots[i];
		insn = &entry->insns[slot->first];
		if (insn->code == KPE_OP_ARG && insn->arg == arg->ops[0].index && slot->nr == 1 &&
		    slot->type.size == sizeof(long) && !kpe_is_converted(&slot->type))
			return i;
	}
	add_slot(entry, arg, KPE_FAULT_BYTE);
	if (kpe_is_dynamic(&arg->type))
		entry->room += kpe_elements(&arg->type) *
			       longest_string(arg);
	return entry->nr_slots - 1;
}

static void compile_entry(struct kpe_program *entry, const struct kpe_arg *arg,
			  struct kpe_slot *slot, struct kpe_insn *source)
{
	const struct kpe_arg param = {
		.type = { .kind = KPE_UNSIGNED, .size = sizeof(long) },
		.nr_ops = 1, .ops = arg->ops,
	};

	switch (source->code) {
	case KPE_OP_ELAPSED:
		if (!entry->timed) {
			entry->timed = true;
			entry->clock = entry->size;
			entry->size += sizeof(u64);
		}
		return;
	case KPE_OP_ARG:
		slot->entry = save_arg(entry, &param);
		break;
	case KPE_OP_ENTRY:
		slot->entry = save_arg(entry, arg->entry);
		/* A symbol's text is saved as a word. */
		slot->copied = arg->nr_ops == 1 &&
			       arg->type.kind != KPE_SYMSTR;
		break;
	default:
		return;
	}
	source->code = KPE_OP_ENTRY;
	source->arg = entry->slots[slot->entry].offset;
}

/* Add a slot to @prog, and to the program that runs at entry what it needs from there */
static int compile_arg(struct kpe_program *prog, struct kpe_program *entry,
		       const struct kpe_arg *arg, unsigned int header,
		       struct kpe_error *e)
{
	struct kpe_slot *slot = add_slot(prog, arg, 0);

	if (entry)
		compile_entry(entry, arg, slot, &prog->insns[slot->first]);
	if (prog->size - header > KPE_MAX_ARGS_SIZE ||
	    (entry && entry->size + entry->room > KPE_MAX_SAVED))
		return kpe_fail(e, KPE_ERR_EVENT_TOO_BIG, -E2BIG, arg->body_col);
	return 0;
}

/*
 * What a comparison finds out about calls of a stack is kept by a number of its own. Return: how
 * many strings are read at once: two if they are compared with each other
 */
static unsigned int prepare_tests(const struct kpe_program *guard, struct kpe_condition *cond)
{
	struct kpe_test *test;
	unsigned int i, nr = 1;

	for (i = 0; cond && i < cond->nr_tests; i++) {
		test = &cond->tests[i];
		if (guard->slots[test->left].type.kind == KPE_FRAME)
			test->verdicts = kpe_verdicts_number();
		if (test->right != KPE_NO_OPERAND &&
		    kpe_is_string(&guard->slots[test->right].type))
			nr = 2;
	}
	return nr;
}

/* The slot of value @i, see kpe_args_value() */
static struct kpe_slot *slot_of(struct kpe_program *prog, unsigned int i)
{
	unsigned int nr = prog->nr_slots;

	return i < nr ? &prog->slots[i] : &prog->guard->slots[i - nr];
}

/* Tell the slot of value @i where its counter is, or that of what is saved for it */
static void link_counter(struct kpe_program *prog, const struct kpe_args *args, unsigned int i)
{
	const struct kpe_arg *arg = kpe_args_value(args, i);
	const struct kpe_condition *cond = args->condition;
	struct kpe_slot *slot = slot_of(prog, i);
	unsigned int counter = arg->counter;

	if (arg->entry && arg->entry->counting) {
		slot = &prog->entry->slots[slot->entry];
		slot->counter = slot_of(prog, arg->entry->counter)->entry;
		slot->counted = KPE_BY_VALUE;
	} else if (arg->counting) {
		if (cond && i >= args->nr_args && i - args->nr_args < cond->nr_operands)
			counter = cond->operands[i - args->nr_args].counter;
		slot->counted = counter < args->nr_args ? KPE_BY_RECORD : KPE_BY_VALUE;
		slot->counter = counter < args->nr_args ? counter : counter - args->nr_args;
	}
}

static int compile_args(struct kpe_program *prog, const struct kpe_args *args,
			struct kpe_error *e)
{
	struct kpe_program *entry = prog->entry, *guard = prog->guard;
	unsigned int i, header = prog->size;
	const struct kpe_arg *arg;
	int ret = 0;

	for (i = 0; !ret && (arg = kpe_args_value(args, i)); i++)
		ret = i < args->nr_args ? compile_arg(prog, entry, arg, header, e) :
					  compile_arg(guard, entry, arg, 0, e);
	if (ret)
		return ret;
	prog->condition = args->condition;
	if (guard) {
		guard->room = KPE_MAX_RECORD;
		guard->longest = (KPE_MAX_RECORD - guard->size) /
				 prepare_tests(guard, args->condition);
	}
	while (i)
		link_counter(prog, args, --i);
	if (entry)
		entry->room += entry->size;
	return 0;
}

static bool is_near(const struct kpe_slot *slot, const struct kpe_insn *first)
{
	return first[0].code == KPE_OP_REG && slot->nr == 2 && slot->memory &&
	       (long)first[1].arg == (int)first[1].arg;
}

static enum kpe_fetch_method method_of_number(const struct kpe_slot *slot,
					      const struct kpe_insn *first)
{
	if (is_near(slot, first) && !slot->user)
		return KPE_NEAR_NUMBER;
	if (first->code == KPE_OP_ELAPSED)
		return KPE_ELAPSED;
	if (first->code != KPE_OP_REG || slot->nr > 1)
		return KPE_NUMBER;
	return slot->type.size == sizeof(long) ? KPE_REGISTER : KPE_LOW_BYTES;
}

static enum kpe_fetch_method method_of(const struct kpe_slot *slot,
				       const struct kpe_insn *first)
{
	const struct kpe_type *type = &slot->type;

	if (slot->copied || slot->counted || type->count || kpe_is_converted(type) ||
	    type->kind > KPE_USTRING)
		return KPE_ANYTHING;
	if (!kpe_is_string(type))
		return method_of_number(slot, first);
	if (first->code == KPE_OP_COMM)
		return KPE_COMM;
	return is_near(slot, first) ? KPE_NEAR_STRING : KPE_ANYTHING;
}

static bool is_copied(const struct kpe_slot *slot)
{
	return slot->how <= KPE_LOW_BYTES;
}

static void settle_copies(struct kpe_program *prog)
{
	const struct kpe_slot *slot, *end = prog->slots + prog->nr_slots;
	struct kpe_copy *copy = prog->copies;
	int width;

	for (width = 3; width >= 0; width--) {
		for (slot = prog->slots; slot < end; slot++)
			if (is_copied(slot) && slot->type.size == 1 << width)
				*copy++ = (struct kpe_copy){ slot->reg, slot->offset };
		prog->copies_end[width] = copy;
	}
}

static void settle(struct kpe_program *prog)
{
	struct kpe_slot *slot;
	struct kpe_op op;

	/* programs without arguments are those of operands, and those at entry */
	if (!prog->args || prog->condition)
		prog->quick = KPE_NO_WAY;
	else
		prog->quick = prog->args->is_return ? KPE_BY_RETURN : KPE_BY_CALL;
	prog->are_numbers = !prog->condition;
	for (slot = prog->slots; slot < prog->slots + prog->nr_slots; slot++) {
		struct kpe_insn *insn = &prog->insns[slot->first];

		if (insn->code == KPE_OP_ARG) {
			op = kpe_param_op(insn->arg);
			emit(insn, &op);
		}
		slot->how = method_of(slot, insn);
		if (insn->code == KPE_OP_REG)
			slot->reg = insn->arg;
		if (slot->nr == 2)
			slot->disp = insn[1].arg;
		if (!is_copied(slot))
			prog->quick = KPE_NO_WAY;
		prog->are_numbers &= slot->how <= KPE_NUMBER;
	}
	settle_copies(prog);
}

/* The steps follow the slots, and copies follow the steps. */
static struct kpe_program *alloc_program(unsigned int slots, unsigned int insns)
{
	struct kpe_program *prog;
	size_t size = ALIGN(struct_size(prog, slots, slots),
			    __alignof__(*prog->insns));
	size_t before = size + insns * sizeof(*prog->insns);

	prog = kzalloc(before + slots * sizeof(*prog->copies), GFP_KERNEL);
	if (!prog)
		return NULL;
	prog->insns = (void *)prog + size;
	prog->copies = (void *)prog + before;
	return prog;
}

/* Those at entry, and for what is not recorded, have room for all values, too. */
static struct kpe_program *alloc_programs(const struct kpe_args *args)
{
	unsigned int nr, insns = 0, entry_insns = 0;
	const struct kpe_arg *arg;
	struct kpe_program *prog;

	for (nr = 0; (arg = kpe_args_value(args, nr)); nr++) {
		insns += arg->nr_ops;
		entry_insns += arg->entry ? arg->entry->nr_ops : 1;
	}
	prog = alloc_program(nr, insns);
	if (!prog)
		return NULL;
	if (nr > args->nr_args)
		prog->guard = alloc_program(nr, insns);
	if (nr && args->is_return)
		prog->entry = alloc_program(nr, entry_insns);
	if ((nr == args->nr_args || prog->guard) && (!nr || !args->is_return || prog->entry))
		return prog;
	kpe_program_free(prog);
	return NULL;
}

/*
 * Compile a definition, but for the symbols: see kpe_program_bind(). @args: NULL when the
 * program has taken them over, which it has not on error; parts are the definition's, which
 * must live longer. @header: bytes of the record before the first argument. Context: kpe_mutex;
 * may sleep. Return: the program, or NULL with @e filled.
 */
struct kpe_program *kpe_program_compile(struct kpe_args **args,
					unsigned int header,
					struct kpe_error *e)
{
	struct kpe_program *prog;

	lockdep_assert_held(&kpe_mutex);
	prog = alloc_programs(*args);
	if (!prog) {
		kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
		return NULL;
	}
	prog->size = header;
	prog->room = KPE_MAX_RECORD;
	prog->longest = KPE_MAX_RECORD;
	if (prog->entry)
		prog->entry->longest = KPE_MAX_SAVED_STRING;
	if (compile_args(prog, *args, e)) {
		kpe_program_free(prog);
		return NULL;
	}
	prog->args = no_free_ptr(*args);
	settle(prog);
	if (prog->entry)
		settle(prog->entry);
	if (prog->guard)
		settle(prog->guard);
	return prog;
}

void kpe_program_free(struct kpe_program *prog)
{
	if (!prog)
		return;
	kpe_program_free(prog->entry);
	kpe_program_free(prog->guard);
	kpe_args_free(prog->args);
	kfree(prog);
}

/* Does a program use no registers at function entry but those that @has tells of? */
bool kpe_program_uses_only(const struct kpe_program *prog, bool (*has)(unsigned int offset))
{
	unsigned int i;

	/* That of a return probe runs at the return. */
	if (prog->entry)
		return kpe_program_uses_only(prog->entry, has);
	for (i = 0; i < prog->nr_insns; i++)
		if (prog->insns[i].code == KPE_OP_REG && !has(prog->insns[i].arg))
			return false;
	return !prog->guard || kpe_program_uses_only(prog->guard, has);
}

/*
 * Look up the symbols in arguments. Call it before each registration, because module symbols
 * move. Hits may run a program that was bound before: an address changes at once. @module: of
 * the probe point, searched first; "": none. @e: NULL: an unknown symbol reads as a fault.
 * Context: kpe_mutex; may sleep. Return: 0, or a negative errno with @e filled.
 */
int kpe_program_bind(struct kpe_program *prog, const char *module, struct kpe_error *e)
{
	const struct kpe_args *args = prog->args;
	const struct kpe_program *of;
	const struct kpe_slot *slot;
	const struct kpe_arg *arg;
	struct kpe_variable var;
	const struct kpe_op *op;
	struct kpe_insn *insn;
	unsigned int i;
	int ret;

	lockdep_assert_held(&kpe_mutex);
	for (i = 0; (arg = kpe_args_value(args, i)); i++) {
		/* A symbol is always the first step. */
		op = kpe_source_of(arg);
		if (op->code != KPE_OP_SYM)
			continue;
		of = i < args->nr_args ? prog : prog->guard;
		slot = &of->slots[i < args->nr_args ? i : i - args->nr_args];
		if (arg->entry) {
			of = prog->entry;
			slot = &of->slots[slot->entry];
		}
		insn = &of->insns[slot->first];
		ret = kpe_variable_find(op, module, &var, e);
		WRITE_ONCE(insn->arg, !ret ? var.addr + op->offset : op->percpu ? NOWHERE : 0);
		WRITE_ONCE(insn->code, KPE_OP_IMM);
		if (ret && e)
			return ret;
	}
	return 0;
}
