/* SPDX-License-Identifier: GPL-2.0 */
/*
 * definition - a parsed line
 *
 * The text alone decides its content. types/resolve.c resolves names, and the types
 * of arguments without one.
 *
 * v11 is the language of the original kprobe event patches of 2009, version 11. Its
 * words are "aN", "sN", "rv" and "ra".
 *
 * Columns in errors are bytes of the normalised line: without comment, words
 * separated by single blanks, none at either end.
 */
#ifndef KPE_DEFINITION_H
#define KPE_DEFINITION_H

#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/types.h>
#include "language/error.h"

#define KPE_MAX_LINE		4094	/* characters, without the newline */
#define KPE_MAX_ARGS		256
#define KPE_MAX_ARG_TEXT	255	/* of one expression with its type */
#define KPE_MAX_ARG_NAME	32
#define KPE_MAX_NAME		63	/* of a group or an event */
#define KPE_MAX_ARRAY		64	/* elements */
#define KPE_MAX_BYTES		256	/* of hex[N] and hex[ARG] */
#define KPE_MAX_PATH		256	/* characters of a path */
#define KPE_MAX_SOCKADDR	112	/* bytes of the text of a socket address */
#define KPE_MAX_NESTED		16	/* levels of an expression */
#define KPE_MAX_PARAM		(THREAD_SIZE / sizeof(long))	/* also for stack words */
#define KPE_MAX_MAXACTIVE	4096
#define KPE_MAX_BUILD_ID	20	/* bytes */
#define KPE_DEFAULT_FRAMES	8	/* of a call stack; KPE_MAX_ARRAY at most */
#define KPE_MAX_TESTS		32	/* comparisons of a condition */
#define KPE_MAX_KEYS		3	/* of a count */
#define KPE_MAX_VALS		8	/* sums beside the number of hits */
#define KPE_MAX_ENTRIES		131072	/* of a table of counts */
#define KPE_DEFAULT_ENTRIES	2048
#define KPE_MAX_KEY_TEXT	65	/* bytes of a key that is a string, with its NUL */
#define KPE_DEFAULT_GROUP	"kprobes"

/* Where a name is looked up */
enum kpe_scope_kind {
	KPE_ANYWHERE,		/* SYM: in the kernel and in modules */
	KPE_IN_KERNEL,		/* vmlinux:SYM */
	KPE_IN_MODULE,		/* MOD:SYM */
};

#define KPE_KERNEL_NAME	"vmlinux"

struct kpe_scope {
	enum kpe_scope_kind kind;
	const char *name;	/* as written; NULL: anywhere */
};

/* @name: what is before a colon */
static inline struct kpe_scope kpe_scope_of(const char *name)
{
	bool kernel = !strcmp(name, KPE_KERNEL_NAME);

	return (struct kpe_scope){ kernel ? KPE_IN_KERNEL : KPE_IN_MODULE, name };
}

/* Is a text the @len characters at @name? */
static inline bool kpe_text_is(const char *text, const char *name, size_t len)
{
	return !strncmp(text, name, len) && !text[len];
}

/* Memory that is freed at once; empty if it is zeroed */
struct kpe_pool {
	struct kpe_pool_item *last;
};

/* Each returns NULL without memory. What is allocated is zeroed. They may sleep. */
void *kpe_pool_alloc(struct kpe_pool *pool, size_t size);
void *kpe_pool_copy(struct kpe_pool *pool, const void *from, size_t size);
char *kpe_pool_text(struct kpe_pool *pool, const char *from, size_t len);
__printf(2, 3) char *kpe_pool_print(struct kpe_pool *pool, const char *fmt, ...);
void kpe_pool_free(struct kpe_pool *pool);

enum kpe_op_code {
	/* sources: an expression starts with one */
	KPE_OP_REG,		/* offset: of the register in struct pt_regs */
	KPE_OP_STACK,		/* index: word of the kernel stack */
	KPE_OP_STACKP,
	KPE_OP_RETVAL,
	KPE_OP_RETADDR,
	KPE_OP_ELAPSED,		/* nanoseconds since the function's entry */
	KPE_OP_KSTACK,		/* index: frames of the call stack; offset: enum kpe_moment */
	KPE_OP_USTACK,		/* index: frames of the user's call stack */
	KPE_OP_ENTRY,		/* value of @entry at function entry */
	KPE_OP_ARG,		/* index: parameter word, from 0; text: no number, refused later */
	KPE_OP_COMM,
	KPE_OP_CURRENT,
	KPE_OP_IMM,		/* imm */
	KPE_OP_STR,		/* text: an immediate string */
	KPE_OP_SYM,		/* text + offset: address of a data symbol in scope */
	/* sources that resolve.c replaces */
	KPE_OP_NAME,		/* text: a parameter, or a v11 word */
	KPE_OP_ALL_ARGS,	/* one argument for each parameter */
	/* steps: any number may follow */
	KPE_OP_DEREF,		/* value = word at value + offset */
	KPE_OP_UDEREF,		/* the same in user memory */
	KPE_OP_PERCPU,		/* value = this CPU's copy of the variable at value */
	/* steps that resolve.c replaces */
	KPE_OP_CAST,		/* text: struct; member: in it, or NULL */
	KPE_OP_FIELD,		/* text: member */
	KPE_OP_INDEX,		/* index: of an array, or behind a pointer */
};

/* One step of an expression; see enum kpe_op_code */
struct kpe_op {
	enum kpe_op_code code;
	bool arrow;		/* KPE_OP_FIELD after "->", not after "." */
	bool percpu;		/* KPE_OP_SYM is a per-CPU variable */
	u16 col;
	u32 index;		/* of KPE_OP_CAST the column of @member */
	long offset;		/* bytes; of KPE_OP_CAST the column of its brace */
	unsigned long imm;
	const char *text;
	const char *member;	/* of a cast, may contain dots */
	struct kpe_scope scope;
};

enum kpe_kind {
	KPE_UNSIGNED,
	KPE_SIGNED,
	KPE_HEX,
	KPE_CHAR,
	KPE_SYMBOL,		/* word, shown as symbol+offset */
	KPE_FRAME,		/* the same of a call stack, which ends at 0 */
	KPE_USER_FRAME,		/* the same of the user's, shown as a number */
	KPE_BIG_ENDIAN,		/* unsigned, in network byte order where it comes from */
	KPE_BITFIELD,		/* unsigned; in a container of @size bytes */
	KPE_SIGNED_BITFIELD,
	KPE_ENUM,		/* shown by the name of the value */
	KPE_SIGNED_ENUM,	/* the same, some of them negative */
	KPE_ERRNO,		/* signed; one that is an error is shown by its name */
	KPE_IP4,		/* address in network byte order */
	/* arrays of bytes that are shown as one value */
	KPE_IP6,
	KPE_MAC,
	KPE_BYTES,
	KPE_STRING,		/* NUL-terminated, in kernel memory, comm or immediate */
	KPE_USTRING,		/* the same in user memory */
	KPE_SYMSTR,		/* text of symbol+offset/size */
	KPE_SOCKADDR,		/* text of a socket address */
	KPE_PATH,		/* text of the struct path in memory */
	KPE_DENTRY_PATH,	/* text of the struct dentry in memory */
	KPE_COUNTED,		/* bytes, as many as another value says */
	/* resolve.c finds what these are */
	KPE_TYPEDEF,		/* number of the argument's @type_name */
	KPE_DENTRY,		/* name of the struct dentry at a pointer */
	KPE_FILE,		/* name of the struct file at a pointer */
};

/* How a value is stored and shown */
struct kpe_type {
	enum kpe_kind kind : 8;
	u8 size;	/* of an element in the record: 1, 2, 4, 8; 4 of what is dynamic */
	u8 bit_width;	/* of a bitfield */
	u8 bit_offset;	/* its lowest bit in the container */
	u16 count;	/* elements of an array; 0: a scalar (for strings, 1 is different) */
};

static __always_inline bool kpe_is_string(const struct kpe_type *type)
{
	return type->kind >= KPE_STRING && type->kind <= KPE_DENTRY_PATH;
}

static __always_inline bool kpe_is_signed(const struct kpe_type *type)
{
	return type->kind == KPE_SIGNED || type->kind == KPE_SIGNED_BITFIELD ||
	       type->kind == KPE_ERRNO || type->kind == KPE_SIGNED_ENUM ||
	       (type->kind == KPE_ENUM && type->size >= sizeof(int) && !type->bit_width);
}

static __always_inline bool kpe_has_signed_bits(const struct kpe_type *type)
{
	return type->kind == KPE_SIGNED_BITFIELD || type->kind == KPE_SIGNED_ENUM;
}

/* Is what is recorded other than what was fetched? */
static __always_inline bool kpe_is_converted(const struct kpe_type *type)
{
	return type->bit_width || type->kind == KPE_BIG_ENDIAN;
}

/* An array that is shown as one value? */
static __always_inline bool kpe_is_whole(const struct kpe_type *type)
{
	return type->kind >= KPE_IP6 && type->kind <= KPE_BYTES;
}

/* Is it behind all arguments, where a __data_loc word says? */
static __always_inline bool kpe_is_dynamic(const struct kpe_type *type)
{
	return kpe_is_string(type) || type->kind == KPE_COUNTED;
}

/* Is a text made at the hit of what is in memory? */
static __always_inline bool kpe_is_made_text(enum kpe_kind kind)
{
	return kind >= KPE_SOCKADDR && kind <= KPE_DENTRY_PATH;
}

/* An array that is shown as its elements? */
static __always_inline bool kpe_is_array(const struct kpe_type *type)
{
	return type->count && !kpe_is_whole(type);
}

static __always_inline bool kpe_op_reads(enum kpe_op_code code)
{
	return code == KPE_OP_DEREF || code == KPE_OP_UDEREF;
}

/* Is a source text? Such a value can only be stored. */
static __always_inline bool kpe_op_is_text(enum kpe_op_code code)
{
	return code == KPE_OP_COMM || code == KPE_OP_STR;
}

/* Is a source a call stack? Such a value is an array. */
static __always_inline bool kpe_op_is_stack(enum kpe_op_code code)
{
	return code == KPE_OP_KSTACK || code == KPE_OP_USTACK;
}

static __always_inline bool kpe_is_stack(const struct kpe_type *type)
{
	return type->kind == KPE_FRAME || type->kind == KPE_USER_FRAME;
}

/* Number of elements in the record; 1 for a scalar */
static __always_inline unsigned int kpe_elements(const struct kpe_type *type)
{
	return type->count ? type->count : 1;
}

/* The names of an enum's values, with the texts behind */
struct kpe_names {
	u32 bytes;		/* of all */
	u32 nr;
	struct {
		u64 value;	/* in the bits of the enum's size */
		u64 at;		/* offset of the text from the structure */
	} each[];
};

static inline const char *kpe_name_at(const struct kpe_names *names, unsigned int i)
{
	return (const char *)names + names->each[i].at;
}

/*
 * One fetch argument, as parsed or as resolved. A trailing DEREF means that the value is in
 * memory: fetch.c reads @type.size bytes there. For KPE_STRING and KPE_USTRING it gives the
 * address of the first character.
 *
 * An @entry without further steps has the type of the argument, but a word for
 * KPE_SYMSTR. With further steps it is a word.
 */
struct kpe_arg {
	const char *name;	/* of the field; if none is given, resolve.c sets it */
	const char *text;	/* expression and type as listed, without NAME= */
	const char *type_name;	/* a typedef's */
	struct kpe_arg *counting;	/* the value says how many bytes it has at most; or NULL */
	u16 counter;		/* number of that value, see kpe_args_value(); set by resolve.c */
	bool word;		/* named by a v11 word or $elapsed: filters accept "argN", too */
	u16 ident_at;		/* in @text: the identifier that names the argument */
	u16 ident_len;		/* 0: there is none */
	bool typed;		/* a type is given */
	u16 col;
	u16 body_col;		/* of the expression */
	u16 type_col;		/* of the type, or of the expression if none is given */
	u16 body_len;		/* of @text without the type */
	u16 levels;		/* nesting depth; of an @entry including the outer levels */
	struct kpe_type type;	/* if none is given, set by resolve.c */
	const struct kpe_names *names;	/* of an enum, set by resolve.c */
	unsigned int nr_ops;	/* at least 1 */
	struct kpe_op *ops;
	struct kpe_arg *entry;	/* saved by KPE_OP_ENTRY, the first of @ops; no name */
};

enum kpe_compare {
	KPE_EQUAL,
	KPE_UNEQUAL,
	KPE_MATCHES,		/* a string, @text as a glob; strings have those above, too */
	KPE_LESS,
	KPE_LESS_EQUAL,
	KPE_GREATER,
	KPE_GREATER_EQUAL,
	KPE_HAS_BITS,		/* one of those of @number at least */
};

/* Where a comparison leads, apart from the number of another one */
#define KPE_ACCEPT	0xfe
#define KPE_REJECT	0xff

#define KPE_NO_OPERAND	0xff

/* One comparison of a condition */
struct kpe_test {
	u8 how;			/* enum kpe_compare */
	u8 left;		/* number of the operand */
	u8 right;		/* of the other one; KPE_NO_OPERAND: @text, else @number */
	u8 yes;			/* what follows: a comparison, KPE_ACCEPT or KPE_REJECT */
	u8 no;			/* if it is false, or an operand could not be read */
	bool is_signed;		/* the number on the left */
	bool negative;		/* @number is */
	bool is_hex;		/* @number was written in hexadecimal */
	u16 col;
	u16 value_col;		/* of what is on the right */
	u32 verdicts;		/* of a stack, their number; set by program.c */
	unsigned long number;	/* the two's complement of a negative one */
	const char *text;
};

/* A value that a condition compares: an expression and a type, without a name */
struct kpe_operand {
	struct kpe_arg arg;
	u16 at;			/* in the condition's text */
	u16 len;
	s16 recorded;		/* index of the argument of that name, which it is; -1: none */
	u16 counter;		/* of what it is, but never a recorded one; set by resolve.c */
};

/* Each in the order of the text; of a deletion only @text is filled */
struct kpe_condition {
	const char *text;
	u16 col;
	u8 nr_tests;		/* at least 1 */
	u8 nr_operands;
	struct kpe_test *tests;
	struct kpe_operand *operands;
};

enum { KPE_EVERY, KPE_RATE, KPE_STOP, KPE_NR_BUDGETS };

/* The budgets of a definition, which are its event's */
struct kpe_budget {
	const char *text;	/* as written */
	u16 col;		/* of the first one */
	unsigned long n[KPE_NR_BUDGETS];	/* 0: not given */
};

/* How a key of a count is taken and shown */
enum kpe_shape {
	KPE_PLAIN,		/* by its type */
	KPE_LOG2,		/* rounded up to a power of two */
	KPE_BUCKETS,		/* rounded down to a multiple */
	KPE_IN_HEX,
	KPE_AS_SYMBOL,
	KPE_EXECNAME,		/* common_pid, with the name of the first such task */
};

/* What is kept of a value of a count */
enum kpe_sum { KPE_SUM, KPE_LEAST, KPE_MOST, KPE_AVERAGE };

/* A key or a value of a count */
struct kpe_hist_field {
	const char *name;	/* as shown, a value with its modifier */
	u8 how;			/* enum kpe_shape; of a value enum kpe_sum */
	u16 col;
	unsigned long width;	/* of KPE_BUCKETS */
};

/* "hist:", an event that counts instead of recording; of a deletion only @text is filled */
struct kpe_hist {
	const char *text;	/* with "hist:" */
	u16 col;
	u8 nr_keys;		/* at least 1 */
	u8 nr_vals;
	u8 sort;		/* 0: hits; then keys, and values */
	bool descending;
	u32 size;		/* entries */
	struct kpe_hist_field keys[KPE_MAX_KEYS];
	struct kpe_hist_field vals[KPE_MAX_VALS];
};

enum kpe_place_kind {
	KPE_PLACE_NONE,		/* only in a deletion */
	KPE_PLACE_SYMBOL,	/* [MOD:]SYM+OFFS */
	KPE_PLACE_SECTION,	/* MOD:.section+OFFS */
	KPE_PLACE_MODULE,	/* MOD:OFFS */
	KPE_PLACE_ADDRESS,
};

/* Which functions a symbol stands for */
enum kpe_choice {
	KPE_THE_ONE,		/* must be unique */
	KPE_NTH,		/* SYM@N */
	KPE_ALL,		/* SYM@* */
	KPE_GLOB,
	KPE_CLONE,		/* SYM.*: the symbol, or the compiler's variant of it */
};

/* A place as written */
struct kpe_place {
	enum kpe_place_kind kind : 8;
	enum kpe_choice choice : 8;	/* for KPE_PLACE_SYMBOL */
	u16 col;
	unsigned int nth;		/* for KPE_NTH, from 1 */
	struct kpe_scope scope;		/* what is before the colon */
	const char *symbol;		/* symbol, glob or section, or NULL */
	const char *found;		/* KPE_CLONE's symbol once it is known, or NULL; owned */
	long offset;			/* from a symbol it may be negative */
	unsigned long addr;		/* for KPE_PLACE_ADDRESS */
};

/* May a definition of this place have several points? */
static inline bool kpe_place_is_many(const struct kpe_place *place)
{
	return place->choice == KPE_ALL || place->choice == KPE_GLOB;
}

enum kpe_verb { KPE_DEFINE, KPE_DELETE, KPE_BUILD_ID };

/* Identifies a build of a kernel or module */
struct kpe_build_id {
	u8 len;				/* bytes; 0: there is none */
	u8 bytes[KPE_MAX_BUILD_ID];	/* the rest is 0 */
};

struct kpe_definition {
	struct kpe_pool pool;		/* what it consists of */
	struct kpe_definition *next;	/* of a deletion: another one of the transaction's */
	enum kpe_verb verb : 8;
	bool is_return;			/* "r" or "%return" */
	bool force;			/* only warn about another build */
	u16 name_col;			/* of group and event, 0 if neither is given */
	u16 ignored_col;		/* of text that has no meaning, worth a warning; 0: none */
	/* of KPE_BUILD_ID; of a definition, required build of its module, set by builds.c */
	struct kpe_build_id build_id;
	unsigned int maxactive;		/* of a return probe; 0: the kernel's default */
	unsigned int nr_args;
	struct kpe_arg *args;		/* a deletion fills only @text, @name and @col */
	struct kpe_condition *condition;	/* behind "if"; NULL: none */
	struct kpe_budget *budget;	/* "$every=N" and the like; NULL: none */
	struct kpe_hist *hist;		/* "hist:.."; NULL: it records */
	const char *group;		/* NULL if not given */
	const char *event;		/* likewise */
	const char *module;		/* of KPE_BUILD_ID; NULL: the kernel */
	struct kpe_place place;
	char text[];			/* the normalised line */
};

/* The fetch arguments of a definition, resolved for a place; parts are the definition's */
struct kpe_args {
	struct kpe_pool pool;		/* what they consist of */
	bool is_return;			/* of a return probe */
	bool by_types;			/* the types of the function are known */
	u16 void_col;			/* of a $retval of type void, worth a warning; 0: none */
	unsigned int nr_args;
	struct kpe_arg *args;		/* with names, types, and ops that fetch.c has */
	struct kpe_condition *condition;	/* NULL: none */
	unsigned int nr_counters;
	const struct kpe_arg **counters;	/* only say how many bytes another value has */
};

/* Return: which one of the first @nr arguments has a name; -1: none */
static inline int kpe_arg_named(const struct kpe_args *args, unsigned int nr, const char *name,
				size_t len)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		if (kpe_text_is(args->args[i].name, name, len))
			return i;
	return -1;
}

/* What an operand of the condition is */
static inline const struct kpe_arg *kpe_operand_arg(const struct kpe_args *args,
						    const struct kpe_operand *operand)
{
	return operand->recorded < 0 ? &operand->arg : &args->args[operand->recorded];
}

/* Argument @i; behind the arguments, an operand of the condition, then a counter; or NULL */
static inline const struct kpe_arg *kpe_args_value(const struct kpe_args *args, unsigned int i)
{
	const struct kpe_condition *cond = args->condition;

	if (i < args->nr_args)
		return &args->args[i];
	i -= args->nr_args;
	if (cond && i < cond->nr_operands)
		return kpe_operand_arg(args, &cond->operands[i]);
	i -= cond ? cond->nr_operands : 0;
	return i < args->nr_counters ? args->counters[i] : NULL;
}

/* Where a value begins, at the function's entry if it is saved there */
static inline const struct kpe_op *kpe_source_of(const struct kpe_arg *arg)
{
	return (arg->entry ?: arg)->ops;
}

#endif
