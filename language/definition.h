/* SPDX-License-Identifier: GPL-2.0 */
/*
 * definition - what a line of text says
 *
 * The text alone decides it. What names in arguments mean, and which types values have
 * that are given none, is left to types/resolve.c.
 *
 * v11 is the language of the patches that kprobe events began as in 2009, in their 11th
 * version: "aN", "sN", "rv" and "ra" are words of it.
 *
 * Columns in errors count bytes of the normalised line: comment cut, words
 * separated by single blanks, no blank at either end.
 */
#ifndef KPE_DEFINITION_H
#define KPE_DEFINITION_H

#include <linux/thread_info.h>
#include <linux/types.h>
#include "language/error.h"

#define KPE_MAX_LINE		4094	/* characters, without the newline */
#define KPE_MAX_ARGS		128
#define KPE_MAX_ARG_TEXT	255	/* of one expression with its type */
#define KPE_MAX_ARG_NAME	32
#define KPE_MAX_NAME		63	/* of a group or an event */
#define KPE_MAX_ARRAY		64	/* elements */
#define KPE_MAX_NESTED		8	/* levels of an expression */
#define KPE_MAX_PARAM		(THREAD_SIZE / sizeof(long))	/* and stack words */
#define KPE_PARAM_REGS		6	/* words of the parameters in registers */
#define KPE_MAX_MAXACTIVE	4096
#define KPE_MAX_BUILD_ID	20	/* bytes */
#define KPE_DEFAULT_GROUP	"kprobes"

enum kpe_op_code {
	/* sources: an expression starts with exactly one */
	KPE_OP_REG,		/* offset: of the register in struct pt_regs */
	KPE_OP_STACK,		/* index: word of the kernel stack */
	KPE_OP_STACKP,
	KPE_OP_RETVAL,
	KPE_OP_RETADDR,
	KPE_OP_ELAPSED,		/* nanoseconds since the function's entry */
	KPE_OP_ENTRY,		/* what the argument's @entry was then */
	KPE_OP_ARG,		/* index: word of the parameters, from 0; with a text,
				 * which is no number, resolve.c refuses it
				 */
	KPE_OP_COMM,
	KPE_OP_CURRENT,
	KPE_OP_IMM,		/* imm */
	KPE_OP_STR,		/* text: an immediate string */
	KPE_OP_SYM,		/* text + offset: address of a data symbol */
	/* sources that resolve.c replaces */
	KPE_OP_NAME,		/* text: a parameter, or a v11 word */
	KPE_OP_ALL_ARGS,	/* every parameter, an argument each */
	/* steps: any number may follow */
	KPE_OP_DEREF,		/* value = word at value + offset */
	KPE_OP_UDEREF,		/* the same in user memory */
	KPE_OP_PERCPU,		/* value = this CPU's copy of what is at value */
	/* steps that resolve.c replaces */
	KPE_OP_READ,		/* what the pointer points to */
	KPE_OP_CAST,		/* text: of a struct; member: in it, or NULL */
	KPE_OP_FIELD,		/* text: of a member */
};

/**
 * struct kpe_op - one step of an expression
 * @code: what to do
 * @arrow: KPE_OP_FIELD behind "->", not behind "."
 * @percpu: KPE_OP_SYM is a per-CPU variable
 * @col: where it stands in the line, for errors found later
 * @index: see enum kpe_op_code
 * @offset: bytes
 * @imm: value
 * @text: owned; NUL-terminated
 * @member: owned; of a cast, dots for members of members
 */
struct kpe_op {
	enum kpe_op_code code;
	bool arrow;
	bool percpu;
	u16 col;
	u32 index;
	long offset;
	unsigned long imm;
	char *text;
	char *member;
};

enum kpe_kind {
	KPE_UNSIGNED,
	KPE_SIGNED,
	KPE_HEX,
	KPE_CHAR,
	KPE_SYMBOL,		/* a word, printed as symbol+offset */
	KPE_BITFIELD,		/* unsigned; in a container of @size bytes */
	KPE_SIGNED_BITFIELD,
	KPE_STRING,		/* bytes up to NUL, kernel memory (or comm, or immediate) */
	KPE_USTRING,		/* the same in user memory */
	KPE_SYMSTR,		/* text of symbol+offset/size */
	/* resolve.c makes strings of these */
	KPE_DENTRY,		/* name of the struct dentry that is pointed to */
	KPE_FILE,		/* name of the struct file that is pointed to */
};

/**
 * struct kpe_type - what is stored and how it is shown
 * @kind: see enum kpe_kind
 * @size: bytes of one element in the record: 1, 2, 4, 8; 4 for strings (data_loc)
 * @bit_width: bits of a bitfield
 * @bit_offset: lowest bit of a bitfield in its container
 * @count: elements of an array; 0 is a scalar (not the same as 1 for strings)
 */
struct kpe_type {
	enum kpe_kind kind;
	u8 size;
	u8 bit_width;
	u8 bit_offset;
	u8 count;
};

static __always_inline bool kpe_is_string(const struct kpe_type *type)
{
	return type->kind == KPE_STRING || type->kind == KPE_USTRING ||
	       type->kind == KPE_SYMSTR;
}

/* Does a step read memory? */
static __always_inline bool kpe_op_reads(enum kpe_op_code code)
{
	return code == KPE_OP_DEREF || code == KPE_OP_UDEREF;
}

/* Is a source text, which nothing can be done with but to store it? */
static __always_inline bool kpe_op_is_text(enum kpe_op_code code)
{
	return code == KPE_OP_COMM || code == KPE_OP_STR;
}

/* Elements in the record; a scalar is one. */
static __always_inline unsigned int kpe_elements(const struct kpe_type *type)
{
	return type->count ? type->count : 1;
}

/**
 * struct kpe_arg - one fetch argument
 * @name: of the field, NULL until resolve.c finds one if none was given; owned
 * @text: the expression as listed, with its type, without NAME=; owned
 * @word: a v11 word or $elapsed gave the name, so "argN" is an alias of it
 * @ident_at: of the identifier in @text that names the argument
 * @ident_len: its characters; 0: there is none
 * @typed: a type is written
 * @col: where the argument starts in the line
 * @body_col: where its expression starts, behind NAME=
 * @type_col: where its type starts, that of the expression if none is written
 * @body_len: characters of @text before the type
 * @levels: of nesting; of an @entry those around it count, too
 * @type: of the value; set by resolve.c if none is written
 * @nr_ops: number of @ops, at least 1
 * @ops: owned; the last memory step of a string is the address of the string
 * @entry: what KPE_OP_ENTRY, the first of @ops, stands for: has no name; owned
 *
 * A trailing DEREF means the value lies in memory at the address before it:
 * fetch.c reads just @type.size bytes there. For KPE_STRING and KPE_USTRING
 * the trailing DEREF/UDEREF names the address of the first character.
 *
 * If nothing is done with an @entry, it has the type of the argument, or is a
 * word if that is KPE_SYMSTR. Else it is a word.
 */
struct kpe_arg {
	char *name;
	char *text;
	bool word;
	u16 ident_at;
	u16 ident_len;
	bool typed;
	u16 col;
	u16 body_col;
	u16 type_col;
	u16 body_len;
	u16 levels;
	struct kpe_type type;
	unsigned int nr_ops;
	struct kpe_op *ops;
	struct kpe_arg *entry;
};

enum kpe_place_kind {
	KPE_PLACE_NONE,		/* only in a deletion */
	KPE_PLACE_SYMBOL,	/* [MOD:]SYM+OFFS */
	KPE_PLACE_SECTION,	/* MOD:.section+OFFS */
	KPE_PLACE_MODULE,	/* MOD:OFFS */
	KPE_PLACE_ADDRESS,
};

/* Which functions of a symbol are meant */
enum kpe_choice {
	KPE_THE_ONE,		/* there must be no other */
	KPE_NTH,		/* SYM@N */
	KPE_ALL,		/* SYM@* */
	KPE_GLOB,
	KPE_CLONE,		/* SYM.*: itself, or what the compiler made of it */
};

/**
 * struct kpe_place - where, as written
 * @kind: see enum kpe_place_kind
 * @choice: of KPE_PLACE_SYMBOL
 * @col: where it starts in the line
 * @nth: of KPE_NTH, from 1
 * @module: before the colon, or NULL; owned
 * @symbol: or glob, or section; or NULL; owned
 * @found: of KPE_CLONE: the symbol, once it is known, or NULL; owned
 * @offset: from the symbol, section or module; from a symbol also negative
 * @addr: of KPE_PLACE_ADDRESS
 */
struct kpe_place {
	enum kpe_place_kind kind : 8;
	enum kpe_choice choice : 8;
	u16 col;
	unsigned int nth;
	char *module;
	char *symbol;
	char *found;
	long offset;
	unsigned long addr;
};

/* A place of the kernel proper, whatever modules have: "vmlinux:SYM". */
#define KPE_KERNEL_NAME	"vmlinux"

/* May a definition with such a place have any number of points? */
static inline bool kpe_place_is_many(const struct kpe_place *place)
{
	return place->choice == KPE_ALL || place->choice == KPE_GLOB;
}

enum kpe_verb { KPE_DEFINE, KPE_DELETE, KPE_BUILD_ID };

/**
 * struct kpe_build_id - what the linker calls one build of a kernel or module
 * @len: bytes of @bytes, 0 if it has none
 * @bytes: the others are 0
 */
struct kpe_build_id {
	u8 len;
	u8 bytes[KPE_MAX_BUILD_ID];
};

/**
 * struct kpe_line - one command
 * @verb: what to do
 * @is_return: "r" or "%return"
 * @by_types: resolve.c knew the types of the function at the place
 * @force: another build is only worth a warning
 * @name_col: where group and event stand, 0 if neither is given
 * @build_id: that what follows is meant for; of a definition, the one that its
 *	module must have, set by builds.c; of length 0: any
 * @maxactive: of a return probe; 0 leaves it to the kernel
 * @nr_args: number of @args
 * @args: owned; in a deletion only @text, @name and @col are filled
 * @text: the normalised line; NULL once it is not read again; owned
 * @group: NULL if not given, or once the event is defined; owned
 * @event: likewise
 * @module: of KPE_BUILD_ID, whose it is; NULL: the kernel's; owned
 * @place: see there
 */
struct kpe_line {
	enum kpe_verb verb : 8;
	bool is_return;
	bool by_types;
	bool force;
	u16 name_col;
	struct kpe_build_id build_id;
	unsigned int maxactive;
	unsigned int nr_args;
	struct kpe_arg *args;
	char *text;
	char *group;
	char *event;
	char *module;
	struct kpe_place place;
};

#endif
