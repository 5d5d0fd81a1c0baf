/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fetch - arguments become a program; a hit runs it
 *
 * Contract: compiling sleeps and may fail; running never sleeps, never
 * allocates, touches memory by *_nofault reads only, goes over the data once
 * and never writes past KPE_MAX_RECORD. A record is laid out as the kernel's
 * trace entry, the header of the event, the arguments packed in order, then
 * the bytes of strings, which the arguments point to by __data_loc words.
 *
 * What a return probe wants of the function's entry is saved by a program of
 * its own, in the same layout but without headers: a byte before each argument
 * says whether it could be read.
 */
#ifndef KPE_FETCH_H
#define KPE_FETCH_H

#include <linux/types.h>
#include "compat/unaligned.h"
#include "definition.h"

struct pt_regs;

/*
 * The longest record that fits an empty page of the ring buffer of any
 * supported kernel, time stamp and event header included.
 */
#define KPE_MAX_RECORD	4040
#define KPE_MAX_ARGS_SIZE	3072	/* bytes of all arguments without strings */
#define KPE_MAX_SAVED		4096	/* bytes saved at entry, as kretprobes allow */
#define KPE_MAX_SAVED_STRING	512	/* bytes of a string there, with its NUL */

/**
 * struct kpe_insn - one step, run on a word
 * @code: enum kpe_op_code; SYM has become IMM, what lies in a register REG
 * @arg: register offset, index, byte offset, value or pointer, as @code says
 */
struct kpe_insn {
	unsigned int code;
	unsigned long arg;
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
 * @direct: the whole of a register, stored as it is
 * @reg: which, as its offset in struct pt_regs
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
	bool direct;
	u8 reg;
	u16 entry;
};

/**
 * struct kpe_program - what a hit of one probe fetches
 * @size: bytes of the record without strings
 * @room: bytes that it may have with them
 * @longest: bytes that a string may have, with its NUL
 * @nr_strings: __data_loc words in it
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
	bool timed;
	unsigned int clock;
	struct kpe_program *entry;
	unsigned int nr_slots;
	unsigned int nr_insns;
	struct kpe_insn *insns;
	struct kpe_slot slots[];
};

/**
 * struct kpe_hit - what a program may look at
 * @regs: of the probed code
 * @saved: of a return probe, what kpe_program_enter() saved; else NULL
 * @ip: the probe point; of a return probe the function
 * @ret_ip: of a return probe, where it returns to
 * @elapsed: of a timed program, nanoseconds since the entry
 * @faults: counts arguments that could not be read
 */
struct kpe_hit {
	struct pt_regs *regs;
	const u8 *saved;
	unsigned long ip;
	unsigned long ret_ip;
	u64 elapsed;
	unsigned int faults;
};

/**
 * kpe_load_number() - a number of a record
 * @src: its bytes
 * @size: how many: 1, 2, 4 or 8
 *
 * Context: any. Return: the number, without sign.
 */
static __always_inline u64 kpe_load_number(const u8 *src, unsigned int size)
{
	switch (size) {
	case 1:
		return *src;
	case 2:
		return get_unaligned((const u16 *)src);
	case 4:
		return get_unaligned((const u32 *)src);
	default:
		return get_unaligned((const u64 *)src);
	}
}

struct kpe_program *kpe_program_compile(const struct kpe_line *line,
					unsigned int header,
					struct kpe_error *e);
int kpe_program_bind(struct kpe_program *prog, const struct kpe_line *line,
		     const char *module, struct kpe_error *e);
void kpe_program_free(struct kpe_program *prog);
unsigned int kpe_program_saved_size(const struct kpe_program *prog);
void kpe_program_enter(const struct kpe_program *prog, struct pt_regs *regs,
		       u8 *saved);
unsigned int kpe_program_run(const struct kpe_program *prog,
			     struct kpe_hit *hit, u8 *record);

#endif
