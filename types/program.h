/* SPDX-License-Identifier: GPL-2.0 */
/*
 * program - compile arguments to a program for hits
 *
 * Contract: compiling sleeps and may fail. A record consists of the kernel's trace
 * entry, the event's header, the packed arguments, and the bytes of strings, which
 * __data_loc words refer to.
 *
 * For a return probe, a second program saves values at function entry, in the same
 * layout but without headers. A byte before each argument tells if it could be read.
 */
#ifndef KPE_PROGRAM_H
#define KPE_PROGRAM_H

#include <linux/build_bug.h>
#include <linux/types.h>
#include "language/definition.h"

/* Fits an empty page of every supported kernel's ring buffer, with time stamp and event header */
#define KPE_MAX_RECORD	4040
#define KPE_MAX_ARGS_SIZE	3072	/* bytes of all arguments without strings */
#define KPE_MAX_SAVED		4096	/* bytes saved at entry, kretprobe limit */
#define KPE_MAX_SAVED_STRING	512	/* bytes of a saved string, with its NUL */
#define KPE_FAULT_BYTE		1	/* before each saved argument */

/* One step, run on a word */
struct kpe_insn {
	unsigned int code;	/* enum kpe_op_code; without names: SYM is IMM by now */
	unsigned long arg;	/* register offset, index, byte offset, value or pointer */
};

/* How a hit has come */
enum kpe_way {
	KPE_BY_CALL,		/* or by a jump */
	KPE_BY_BREAKPOINT,
	KPE_BY_RETURN,
	KPE_NO_WAY,
};

/* How to fetch an argument: common cases are not interpreted */
enum kpe_fetch_method {
	KPE_REGISTER,		/* a whole register */
	KPE_LOW_BYTES,		/* of a register */
	KPE_NEAR_NUMBER,	/* in kernel memory, at a register plus @disp */
	KPE_ELAPSED,		/* the time since the entry */
	KPE_NUMBER,		/* by any other steps */
	KPE_COMM,
	KPE_NEAR_STRING,	/* string at a register plus @disp */
	KPE_ANYTHING,
};

/* Where the number of bytes comes from that a value has at most */
enum kpe_counted {
	KPE_UNCOUNTED,
	KPE_BY_RECORD,		/* an argument before it in the record */
	KPE_BY_VALUE,		/* a value of its own */
};

/* One argument of the record */
struct kpe_slot {
	struct kpe_type type;	/* as declared */
	u16 offset;		/* of its bytes in the record */
	u16 first;		/* index of its first instruction */
	u16 nr;			/* of instructions, whose result is a value; see @memory */
	u16 entry;		/* if the first one is KPE_OP_ENTRY, slot of the saved value */
	bool memory;		/* their result is the address that a value or string is read at */
	bool user;		/* in user memory (of strings: the characters) */
	bool user_pointers;	/* of an array of strings */
	bool copied;		/* from the values saved at entry, as the instruction gives it */
	u8 how;			/* to fetch it: enum kpe_fetch_method */
	u16 reg;		/* of the first step: offset in struct pt_regs */
	int disp;		/* bytes, see enum kpe_fetch_method */
	u8 counted;		/* enum kpe_counted: another slot has the number of bytes */
	u16 counter;		/* that slot; if there is a @guard and it is fetched, in that */
};

/* A register whose low bytes are an argument */
struct kpe_copy {
	u16 from;		/* offset in struct pt_regs */
	u16 to;			/* offset in the record */
};

/* Fetches the arguments of one probe */
struct kpe_program {
	unsigned int size;	/* bytes of the record without strings */
	unsigned int room;	/* maximum bytes with strings */
	unsigned int longest;	/* maximum bytes of a string, with its NUL */
	unsigned int nr_strings;	/* number of __data_loc words */
	/* for which hits kpe_write_registers() is: all are registers, no @condition */
	enum kpe_way quick : 8;
	bool are_numbers;	/* all @slots are whole numbers, and there is no @condition */
	bool timed;		/* of an @entry: save the time */
	unsigned int clock;	/* offset of the saved time */
	struct kpe_copy *copies;	/* the registers: all of 8 bytes, then of 4, 2 and 1 */
	struct kpe_copy *copies_end[4];	/* behind those of 1, 2, 4 and 8 bytes */
	struct kpe_program *entry;	/* of a return probe, runs at function entry; owned */
	/* for operands of @condition and numbers of bytes; only slots and steps are used; owned */
	struct kpe_program *guard;
	struct kpe_args *args;	/* what it was compiled of; owned */
	const struct kpe_condition *condition;	/* decides what is recorded; NULL: all is */
	unsigned int nr_slots;
	unsigned int nr_insns;
	struct kpe_insn *insns;	/* all steps, slot after slot */
	struct kpe_slot slots[];	/* the arguments */
};

/* Bytes of the values saved at entry, at most KPE_MAX_SAVED */
static inline unsigned int kpe_program_saved_size(const struct kpe_program *prog)
{
	return prog->entry ? prog->entry->room : 0;
}

struct kpe_program *kpe_program_compile(struct kpe_args **args,
					unsigned int header,
					struct kpe_error *e);
int kpe_program_bind(struct kpe_program *prog, const char *module, struct kpe_error *e);
bool kpe_program_uses_only(const struct kpe_program *prog,
			   bool (*has)(unsigned int offset));
void kpe_program_free(struct kpe_program *prog);

#endif
