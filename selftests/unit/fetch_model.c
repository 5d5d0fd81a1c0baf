// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_model - what a record must look like
 *
 * Knows nothing of programs: goes over the definition, one byte at a time.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "fetch_unit.h"
#include "kernel/module_symbols.h"
#include "types/types.h"

/* Not canonical, whichever CPU's copy of what lies there is meant */
#define NO_ADDRESS	((unsigned long)LONG_MIN)

/**
 * struct model - a record being made
 * @record: start of it
 * @at: where the next string goes
 * @left: strings that follow the current one
 * @end: bytes that there may be
 * @longest: string, with its NUL
 */
struct model {
	u8 *record;
	unsigned int at;
	unsigned int left;
	unsigned int end;
	unsigned int longest;
};

/*
 * What an argument found at the function's entry: the bytes of its elements, then
 * its strings, which the elements point to. Not @ok: some of it was not there.
 */
static struct at_entry {
	bool ok;
	u8 bytes[2 * KPE_MAX_SAVED];
} at_entry[KPE_MAX_ARGS];

static const struct at_entry *found_of(const struct fetched *f, const struct kpe_arg *arg)
{
	return &at_entry[arg - f->args->args];
}

/* Those whose text is made of one byte here */
static bool is_made(enum kpe_kind kind)
{
	return kind == KPE_SOCKADDR || kind == KPE_PATH || kind == KPE_DENTRY_PATH;
}

static bool is_string(const struct kpe_type *type)
{
	return type->kind == KPE_STRING || type->kind == KPE_USTRING ||
	       type->kind == KPE_SYMSTR || is_made(type->kind);
}

unsigned int model_elements(const struct kpe_type *type)
{
	return type->count ?: 1;
}

static void put(u8 *to, u64 value, unsigned int size)
{
	for (; size; size--, value >>= 8)
		*to++ = value & 0xff;
}

/* Is the byte at @addr there? Below TASK_SIZE_MAX, @user or not is the same. */
static bool is_there(unsigned long addr, bool user)
{
	if (user)
		return machine_readable(addr, 1, true);
	return machine_readable(addr, 1, addr < TASK_SIZE_MAX);
}

/* False: it is not there */
static bool get(unsigned long addr, unsigned int size, bool user, u64 *value)
{
	unsigned int i;

	*value = 0;
	for (i = 0; i < size; i++) {
		if (!is_there(addr + i, user))
			return false;
	}
	while (size--)
		*value = *value << 8 | machine_byte(addr + size);
	return true;
}

static unsigned long known_symbol(const struct kpe_op *op)
{
	struct kpe_variable var;

	if (!kpe_variable_find(op, "mod", &var, NULL))
		return var.addr + op->offset;
	return op->percpu ? NO_ADDRESS : 0;
}

static unsigned long parameter(const struct fetched *f, unsigned int n)
{
	struct pt_regs regs = f->regs;

	return f->line->is_return ? f->params[n] :
				    regs_get_kernel_argument(&regs, n);
}

static unsigned long source(const struct kpe_op *op, const struct fetched *f)
{
	struct pt_regs regs = f->regs;

	switch (op->code) {
	case KPE_OP_REG:
		return regs_get_register(&regs, op->offset);
	case KPE_OP_STACK:
		return regs_get_kernel_stack_nth(&regs, op->index);
	case KPE_OP_STACKP:
		return regs.sp;
	case KPE_OP_RETVAL:
		return regs.ax;
	case KPE_OP_RETADDR:
		return f->hit.ret_ip;
	case KPE_OP_ELAPSED:
		return f->returned > f->entered ? f->returned - f->entered : 0;
	case KPE_OP_ARG:
		return parameter(f, op->index);
	case KPE_OP_COMM:
		return (unsigned long)current->comm;
	case KPE_OP_CURRENT:
		return (unsigned long)current;
	case KPE_OP_STR:
		return (unsigned long)op->text;
	case KPE_OP_SYM:
		return known_symbol(op);
	default:
		return op->imm;
	}
}

static bool in_memory(const struct kpe_arg *arg)
{
	enum kpe_op_code last = arg->ops[arg->nr_ops - 1].code;

	return last == KPE_OP_DEREF || last == KPE_OP_UDEREF;
}

static bool in_user_memory(const struct kpe_arg *arg)
{
	return arg->ops[arg->nr_ops - 1].code == KPE_OP_UDEREF;
}

static bool first_word(const struct kpe_arg *arg, const struct fetched *f, u64 *value)
{
	if (!arg->entry) {
		*value = source(&arg->ops[0], f);
		return true;
	}
	memcpy(value, found_of(f, arg)->bytes, sizeof(*value));
	return found_of(f, arg)->ok;
}

/* The word after the first @nr steps */
static bool walk(const struct kpe_arg *arg, unsigned int nr,
		 const struct fetched *f, unsigned long *word)
{
	u64 value;
	unsigned int i;

	if (!first_word(arg, f, &value))
		return false;
	for (i = 1; i < nr; i++) {
		if (arg->ops[i].code == KPE_OP_PERCPU)
			value += unit_cpu_offset;
		else if (!get(value + arg->ops[i].offset, sizeof(long),
			      arg->ops[i].code == KPE_OP_UDEREF, &value))
			return false;
	}
	*word = value;
	return true;
}

/* Where the argument lies; the value itself if it does not lie in memory */
static bool place(const struct kpe_arg *arg, const struct fetched *f, unsigned long *word)
{
	if (!in_memory(arg) || arg->type.kind == KPE_SYMSTR)
		return walk(arg, arg->nr_ops, f, word);
	if (!walk(arg, arg->nr_ops - 1, f, word))
		return false;
	*word += arg->ops[arg->nr_ops - 1].offset;
	return true;
}

/* The highest bit of a signed one fills what is above. */
static u64 bits(u64 value, const struct kpe_type *type)
{
	u64 result = 0, bit = 0;
	unsigned int i;

	for (i = 0; i < 64; i++) {
		if (i < type->bit_width)
			bit = value >> (i + type->bit_offset) & 1;
		else if (!kpe_has_signed_bits(type))
			bit = 0;
		result |= bit << i;
	}
	return result;
}

static bool number(const struct kpe_arg *arg, unsigned long word, unsigned int i, u8 *to)
{
	unsigned int size = arg->type.size;
	u64 value = word;
	bool ok = true;

	if (arg->ops[0].code == KPE_OP_KSTACK)
		value = machine_call(i, arg->ops[0].offset);
	else if (arg->ops[0].code == KPE_OP_USTACK)
		value = i ? 0 : 4096 + arg->type.count;
	else if (in_memory(arg))
		ok = get(word + i * size, size, in_user_memory(arg), &value);
	if (arg->type.bit_width)
		value = bits(value, &arg->type);
	put(to, value, size);
	for (i = 0; arg->type.kind == KPE_BIG_ENDIAN && i < size; i++, value >>= 8)
		to[size - 1 - i] = value & 0xff;
	return ok;
}

/* Bytes with the NUL; what has no room is cut. */
static unsigned int symbol(unsigned long addr, unsigned int room, u8 *to)
{
	char name[KSYM_SYMBOL_LEN];
	unsigned int n;

	sprint_symbol(name, addr);
	for (n = 0; name[n] && n + 1 < room; n++)
		to[n] = name[n];
	to[n] = 0;
	return n + 1;
}

/* The number in decimal, as the stand-in in fetch_memory.c writes it */
static unsigned int first_byte(unsigned long addr, bool user, unsigned int room, u8 *to)
{
	char digits[4];
	unsigned int n;

	if (!is_there(addr, user))
		return 0;
	n = sprintf(digits, "%u", machine_byte(addr));
	n = n < room ? n : room - 1;
	memcpy(to, digits, n);
	to[n] = 0;
	return n + 1;
}

static unsigned int path(unsigned long addr, unsigned int room, u8 *to)
{
	return addr < TASK_SIZE_MAX ? 0 : first_byte(addr, false, room, to);
}

static bool argument(struct model *m, const struct kpe_arg *arg, const struct fetched *f, u8 *to);

/* Bytes that the other value says, from the record so far if it is there; -1: nobody knows */
static int count_of(struct model *m, const struct kpe_arg *arg, const struct fetched *f)
{
	const struct kpe_arg *other = kpe_args_value(f->args, arg->counter), *before;
	const u8 *from = m->record + f->header;
	u8 bytes[8];
	u64 n = 0;

	if (arg->counter >= f->args->nr_args) {
		if (!argument(m, other, f, bytes))
			return -1;
		from = bytes;
	} else {
		for (before = f->args->args; before < other; before++)
			from += model_elements(&before->type) * before->type.size;
	}
	memcpy(&n, from, other->type.size);
	if ((other->type.size > 2 || kpe_is_signed(&other->type)) &&
	    n >> (other->type.size * 8 - 1))
		return 0;
	return n < KPE_MAX_RECORD ? n : KPE_MAX_RECORD;
}

/* Bytes with the NUL, 0 if it is not there */
static unsigned int text(struct model *m, const struct kpe_arg *arg, const struct fetched *f,
			 unsigned long addr, unsigned int room, u8 *to)
{
	bool user = in_user_memory(arg) || arg->type.kind == KPE_USTRING;
	int said = arg->counting ? count_of(m, arg, f) : KPE_MAX_RECORD;
	unsigned int n;

	if (arg->type.kind == KPE_SYMSTR)
		return symbol(addr, room, to);
	if (arg->type.kind == KPE_SOCKADDR)
		return first_byte(addr, user, room, to);
	if (is_made(arg->type.kind))
		return path(addr + (arg->type.kind == KPE_DENTRY_PATH), room, to);
	if (said < 0)
		return 0;
	for (n = 0; n < room; n++) {
		/* behind the last one it may be */
		if (n == (unsigned int)said || n == room - 1)
			to[n] = 0;
		if (n == (unsigned int)said || (arg->counting && n == room - 1))
			return n + 1;
		if (!is_there(addr + n, user))
			return 0;
		to[n] = machine_byte(addr + n);
		if (!to[n])
			return n + 1;
	}
	to[room - 1] = 0;
	return room;
}

/* What is not there has length 0, and still a NUL to point at. */
static bool string(struct model *m, const struct kpe_arg *arg, const struct fetched *f,
		   bool ok, unsigned long addr, u8 *to)
{
	unsigned int room = m->end - m->at - --m->left, n = 0;

	if (room > m->longest)
		room = m->longest;
	if (ok)
		n = text(m, arg, f, addr, room, m->record + m->at);
	put(to, (u64)n << 16 | m->at, 4);
	if (!n)
		m->record[m->at] = 0;
	m->at += n ?: 1;
	return n;
}

static bool string_element(struct model *m, const struct kpe_arg *arg, const struct fetched *f,
			   bool ok, unsigned long addr, unsigned int i, u8 *to)
{
	u64 pointer = addr;

	if (ok && arg->type.count && arg->ops[arg->nr_ops - 1].code != KPE_OP_IMM)
		ok = get(addr + i * sizeof(long), sizeof(long), in_user_memory(arg), &pointer);
	return string(m, arg, f, ok, pointer, to);
}

/* A string as it was at entry, as if it still lay somewhere */
static void old_string(struct model *m, const u8 *bytes, const u8 *element, u8 *to)
{
	unsigned int at = element[0] | element[1] << 8;
	unsigned int len = element[2] | element[3] << 8, n;
	unsigned int room = m->end - m->at - --m->left;

	for (n = 0; n < len && n < room; n++)
		m->record[m->at + n] = bytes[at + n];
	m->record[m->at + (n ? n - 1 : 0)] = 0;
	put(to, (u64)n << 16 | m->at, 4);
	m->at += n ?: 1;
}

static bool old_argument(struct model *m, const struct kpe_arg *arg,
			 const struct at_entry *found, u8 *to)
{
	unsigned int i, size = arg->type.size;

	for (i = 0; i < model_elements(&arg->type); i++, to += size) {
		if (is_string(&arg->type))
			old_string(m, found->bytes, found->bytes + i * size, to);
		else
			memcpy(to, found->bytes + i * size, size);
	}
	return found->ok;
}

static bool counted(struct model *m, const struct kpe_arg *arg, const struct fetched *f,
		    bool ok, unsigned long addr, u8 *to)
{
	int said = count_of(m, arg, f);
	unsigned int i, n = said < 0 ? 0 : said, room = m->end - m->at - --m->left;

	n = n < KPE_MAX_BYTES ? n : KPE_MAX_BYTES;
	n = n < room ? n : room;
	ok = said >= 0;
	for (i = 0; ok && i < n; i++)
		ok = is_there(addr + i, in_user_memory(arg));
	for (i = 0; i < n; i++)
		m->record[m->at + i] = ok ? machine_byte(addr + i) : 0;
	put(to, (u64)n << 16 | m->at, 4);
	m->at += n;
	return ok;
}

/* False: some of it is not there */
static bool argument(struct model *m, const struct kpe_arg *arg, const struct fetched *f, u8 *to)
{
	unsigned long word = 0;
	bool ok, all;
	unsigned int i;

	if (arg->entry && arg->nr_ops == 1 && arg->type.kind != KPE_SYMSTR)
		return old_argument(m, arg, found_of(f, arg), to);
	ok = place(arg, f, &word);
	all = ok;
	if (arg->type.kind == KPE_COUNTED && ok)
		return counted(m, arg, f, ok, word, to);
	for (i = 0; i < model_elements(&arg->type); i++) {
		if (is_string(&arg->type) || arg->type.kind == KPE_COUNTED)
			all &= string_element(m, arg, f, ok, word, i, to);
		else if (ok)
			all &= number(arg, word, i, to);
		else
			put(to, 0, arg->type.size);
		to += arg->type.size;
	}
	return all;
}

static unsigned int longest(const struct kpe_arg *entry)
{
	const struct kpe_op *source = &entry->ops[0];

	if (entry->type.kind == KPE_SOCKADDR)
		return KPE_MAX_SOCKADDR;
	if (is_made(entry->type.kind))
		return KPE_MAX_PATH + 1;
	if (source->code == KPE_OP_COMM)
		return TASK_COMM_LEN;
	if (source->code == KPE_OP_STR)
		return strlen(source->text) + 1;
	return KPE_MAX_SAVED_STRING;
}

/* Is a word of the parameters all that is saved for an argument? */
static bool is_parameter(const struct kpe_arg *arg)
{
	const struct kpe_arg *saved = arg->entry ?: arg;

	if (saved->ops[0].code != KPE_OP_ARG)
		return false;
	return !arg->entry || (saved->nr_ops == 1 && saved->type.size == 8 &&
			       !saved->type.bit_width && saved->type.kind != KPE_BIG_ENDIAN);
}

static unsigned int entry_size(const struct kpe_arg *entry)
{
	unsigned int element = entry->type.size;

	if (is_string(&entry->type))
		element += longest(entry);
	return 1 + model_elements(&entry->type) * element;
}

/* With each there is a byte that says whether it was there. */
unsigned int model_saved_size(const struct kpe_args *args)
{
	bool seen[NR_PARAMS] = { }, timed = false;
	const struct kpe_arg *arg;
	unsigned int i, size = 0;

	for (i = 0; args->is_return && (arg = kpe_args_value(args, i)); i++) {
		const struct kpe_op *op = (arg->entry ?: arg)->ops;

		timed |= op->code == KPE_OP_ELAPSED;
		if (!is_parameter(arg)) {
			size += arg->entry ? entry_size(arg->entry) : 0;
		} else if (!seen[op->index]) {
			seen[op->index] = true;
			size += 9;
		}
	}
	return size + 8 * timed;
}

void model_enter(const struct fetched *f)
{
	static struct fetched then;
	unsigned int i;

	then = *f;
	then.regs = f->entry_regs;
	for (i = 0; i < f->args->nr_args; i++) {
		const struct kpe_arg *entry = f->args->args[i].entry;
		struct at_entry *found = &at_entry[i];
		struct model m = {
			.record = found->bytes, .end = sizeof(found->bytes),
			.longest = KPE_MAX_SAVED_STRING,
		};

		if (!entry)
			continue;
		m.left = model_elements(&entry->type);
		m.at = m.left * entry->type.size;
		found->ok = argument(&m, entry, &then, found->bytes);
	}
}

unsigned int model_run(const struct fetched *f, u8 *want, unsigned int *faults)
{
	struct model m = {
		.record = want, .at = f->header, .end = KPE_MAX_RECORD,
		.longest = KPE_MAX_RECORD,
	};
	const struct kpe_args *args = f->args;
	unsigned int i, at = f->header;

	for (i = 0; i < args->nr_args; i++) {
		const struct kpe_type *type = &args->args[i].type;

		m.at += model_elements(type) * type->size;
		if (is_string(type) || type->kind == KPE_COUNTED)
			m.left += model_elements(type);
	}
	for (i = 0; i < args->nr_args; i++) {
		const struct kpe_type *type = &args->args[i].type;

		*faults += !argument(&m, &args->args[i], f, want + at);
		at += model_elements(type) * type->size;
	}
	return m.at;
}
