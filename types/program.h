/* SPDX-License-Identifier: GPL-2.0 */
/*
 * program - arguments become a program that a hit runs
 *
 * Contract: compiling sleeps and may fail. A record is laid out as the kernel's
 * trace entry, the header of the event, the arguments packed in order, then
 * the bytes of strings, which the arguments point to by __data_loc words.
 *
 * What a return probe wants of the function's entry is saved by a program of
 * its own, in the same layout but without headers: a byte before each argument
 * says whether it could be read.
 */
#ifndef KPE_PROGRAM_H
#define KPE_PROGRAM_H

#include <linux/types.h>
#include "language/definition.h"

/*
 * The longest record that fits an empty page of the ring buffer of any
 * supported kernel, time stamp and event header included.
 */
#define KPE_MAX_RECORD	4040
#define KPE_MAX_ARGS_SIZE	3072	/* bytes of all arguments without strings */
#define KPE_MAX_SAVED		4096	/* bytes saved at entry, as kretprobes allow */
#define KPE_MAX_SAVED_STRING	512	/* bytes of a string there, with its NUL */
#define KPE_FAULT_BYTE		1	/* before each saved argument */

/**
 * struct kpe_insn - one step, run on a word
 * @code: enum kpe_op_code; SYM has become IMM, what lies in a register REG
 * @arg: register offset, index, byte offset, value or pointer, as @code says
 */
struct kpe_insn {
	unsigned int code;
	unsigned long arg;
};

/* How an argument is fetched: the common ones are not interpreted. */
enum kpe_how {
	KPE_REGISTER,		/* all of one, as it is */
	KPE_STACK_WORD,
	KPE_NEAR_NUMBER,	/* in the kernel's memory, at a register plus @disp */
	KPE_COMM,
	/* up to here they are plain: it can be told how long the record will be */
	KPE_NUMBER,		/* by any steps, but one, and all of it */
	KPE_NEAR_STRING,	/* at a register plus @disp */
	KPE_ANYTHING,
};

/**
 * struct kpe_slot - one argument of the record
 * @type: as declared
 * @offset: of its bytes from the start of the record
 * @first: index of its first instruction
 * @nr: number of instructions; they leave a value, or an address if @memory
 * @memory: the last step reads @type.size bytes (or a string) at the address
 * @user: what is read last lies in user memory (of strings: the characters)
 * @user_pointers: the pointers of an array of strings lie in user memory
 * @how: to fetch it, see enum kpe_how
 * @reg: the first step is this register: its offset in struct pt_regs
 * @disp: bytes, see enum kpe_how
 * @copied: from what was saved at entry, where the instruction says
 * @entry: of a slot whose first instruction is KPE_OP_ENTRY: the entry's slot
 */
struct kpe_slot {
	struct kpe_type type;
	u16 offset;
	u16 first;
	u16 nr;
	bool memory;
	bool user;
	bool user_pointers;
	bool copied;
	u8 how;
	u8 reg;
	int disp;
	u16 entry;
};

/**
 * struct kpe_program - what a hit of one probe fetches
 * @size: bytes of the record without strings
 * @room: bytes that it may have with them
 * @longest: bytes that a string may have, with its NUL
 * @nr_strings: __data_loc words in it
 * @plain: so are all of @slots
 * @steady: all of them are registers: it may run again for another record
 * @nr_comms: strings of a @plain one, which are names of the task
 * @timed: of an @entry: the time is saved
 * @clock: where
 * @entry: of a return probe, what is saved when the function is entered; owned
 * @nr_slots: number of @slots
 * @nr_insns: number of @insns
 * @insns: all steps, slot after slot
 * @slots: the arguments
 */
struct kpe_program {
	unsigned int size;
	unsigned int room;
	unsigned int longest;
	unsigned int nr_strings;
	bool plain;
	bool steady;
	u8 nr_comms;
	bool timed;
	unsigned int clock;
	struct kpe_program *entry;
	unsigned int nr_slots;
	unsigned int nr_insns;
	struct kpe_insn *insns;
	struct kpe_slot slots[];
};

/**
 * kpe_program_saved_size() - what a return probe saves at entry
 * @prog: of any probe
 *
 * Context: any. Return: bytes, at most KPE_MAX_SAVED; 0: nothing is to be saved.
 */
static inline unsigned int kpe_program_saved_size(const struct kpe_program *prog)
{
	return prog->entry ? prog->entry->room : 0;
}

struct kpe_program *kpe_program_compile(const struct kpe_line *line,
					unsigned int header,
					struct kpe_error *e);
int kpe_program_bind(struct kpe_program *prog, const struct kpe_line *line,
		     const char *module, struct kpe_error *e);
void kpe_program_free(struct kpe_program *prog);

#endif
