/* SPDX-License-Identifier: GPL-2.0 */
/*
 * fetch_unit - what the fetch tests share
 *
 * fetch_memory.c is the machine: registers, memory with holes in it, symbols.
 * fetch_model.c says what a record must look like, byte by byte, from the
 * definition alone. Each fetched_run() compares the whole record with that.
 */
#ifndef FETCH_UNIT_H
#define FETCH_UNIT_H

#include <linux/ptrace.h>
#include <linux/thread_info.h>

#include "arch/registers.h"
#include "hit/fetch.h"

/* Of the pages of an area, the first and those from 5 on but 6 are holes. */
#define AREA_PAGES	8
#define AREA_SIZE	(AREA_PAGES * PAGE_SIZE)
#define FIRST_PAGE	1
#define LAST_PAGE	4
#define LONE_PAGE	6

/* The text of the symbol at this address is the longest there can be. */
#define LONGEST_SYMBOL	0xffffffff81fffff0UL

#define MAX_READS	4096

/* Calls on the stack of probed code */
#define NR_CALLS	3

/* Parameters that a definition may name */
#define NR_PARAMS	(THREAD_SIZE / sizeof(long))

/* One call of copy_from_kernel_nofault() or copy_from_user_nofault() */
struct read {
	unsigned long addr;
	size_t size;
	bool user;
};

/**
 * struct machine - all that a program may look at
 * @kernel: AREA_PAGES pages of kernel memory
 * @user: the same of user memory; below TASK_SIZE_MAX, as nothing else is
 * @stack: THREAD_SIZE bytes of kernel stack
 * @entry_stack: the same when the function of a return probe was entered
 * @now: what the clock says
 * @looks: at the clock
 * @reads: the first MAX_READS calls
 * @nr_reads: calls since it was set to 0
 * @nr_names: functions that the kernel was asked for
 */
struct machine {
	u8 *kernel;
	u8 *user;
	unsigned long *stack;
	unsigned long *entry_stack;
	u64 now;
	unsigned int looks;
	struct read reads[MAX_READS];
	unsigned int nr_reads;
	unsigned int nr_names;
};

extern struct machine machine;

/* The first byte of a page of kernel memory, of user memory */
#define KERNEL(page)	(machine.kernel + (page) * PAGE_SIZE)
#define USER(page)	(machine.user + (page) * PAGE_SIZE)
#define KERNEL_END	KERNEL(LAST_PAGE + 1)

void machine_init(void);
/* From the start of the page of @addr to the end of that of the last byte */
void machine_allow(const void *addr, size_t size);
/* Take back what has been allowed since machine_init(). */
void machine_forbid(void);
bool machine_readable(unsigned long addr, size_t size, bool user);
/* A copy of @regs, the last one with a hole before it, the next one with a hole behind it */
struct pt_regs *machine_regs(const struct pt_regs *regs);
u8 machine_byte(unsigned long addr);
/* The address that $kstack shows in place @n, if it begins at @moment; 0 behind the end */
unsigned long machine_call(unsigned int n, enum kpe_moment moment);

/**
 * struct fetched - a definition and what it fetches
 * @line: owned
 * @args: of @prog; owned without one
 * @prog: owned; NULL if it did not compile
 * @e: why it did not
 * @header: bytes of the record before the first argument
 * @hit: given to each run, which sets @hit.regs to a copy of @regs
 * @regs: may be changed between runs
 * @params: of the function of a return probe, at its entry
 * @entry_regs: then; those that hold @params, and sp, are filled in
 * @entered: the time then
 * @returned: the time of the return
 * @running: called between entry and return; may be NULL
 * @size: of the last record
 */
struct fetched {
	struct kpe_definition *line;
	struct kpe_args *args;
	struct kpe_program *prog;
	struct kpe_error e;
	unsigned int header;
	struct kpe_hit hit;
	struct pt_regs regs;
	unsigned long params[NR_PARAMS];
	struct pt_regs entry_regs;
	u64 entered;
	u64 returned;
	void (*running)(struct fetched *f);
	unsigned int size;
};

/* KPE_MAX_RECORD bytes; behind them is a hole. */
extern u8 *record;

/*
 * Parse, resolve and compile, no more: fails the case only if @text is refused
 * before it is compiled, or if the program saves not as much as the model.
 */
void fetched_compile(struct fetched *f, const char *text);
/* The same with a line that has been parsed and resolved, which is @f's now */
struct parsed;
void fetched_compile_line(struct fetched *f, struct parsed *parsed);
/* Compile and bind: fails the case unless both work. False: nothing to run */
bool fetched_open(struct fetched *f, const char *text);
/* Run; fails the case if the model has another record. */
void fetched_run(struct fetched *f);
void fetched_close(struct fetched *f);

/* Elements of an argument */
unsigned int model_elements(const struct kpe_type *type);
/* Bytes that are to be saved when the function is entered */
unsigned int model_saved_size(const struct kpe_args *args);
/* Note what is there when the function is entered. */
void model_enter(const struct fetched *f);
/* Bytes of the record; @want is filled from the header on, @faults counted. */
unsigned int model_run(const struct fetched *f, u8 *want, unsigned int *faults);

/* Of element @i of argument @arg, a string: its bytes with the NUL */
unsigned int string_length(const struct fetched *f, unsigned int arg, unsigned int i);
/* Fail the case unless it is so. */
void want_number(const struct fetched *f, unsigned int arg, unsigned int i, u64 want);
void want_string(const struct fetched *f, unsigned int arg, unsigned int i, const char *want);
void want_faults(const struct fetched *f, unsigned int want);

/* All of @area; every byte differs from its neighbours, no two words are the same. */
void number_memory(u8 *area);
/* "abc.." of @len characters at @at, with its NUL */
void write_string(u8 *at, unsigned int len);

#endif
