// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_memory - the machine that programs run on
 *
 * Memory is real: what a program must not read is not there. A call that
 * touches a hole fails as the kernel's does: it has copied what lies before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <linux/errno.h>
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/processor.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/thread_info.h>
#include <linux/timekeeping.h>
#include <linux/uaccess.h>

#include "fetch_unit.h"
#include "hit/nofault.h"
#include "hit/values.h"
#include "kernel/verdicts.h"
#include "types/types.h"
#include "unit.h"

#define MAX_ALLOWED 512

/* In the part of low memory that the sanitizer leaves to the program */
#define USER_AREA	((void *)0x20000000UL)

struct machine machine;
static u8 *page_of_regs;
char unit_pgd;
static struct mm_struct user = { .pgd = &unit_pgd };
struct task_struct *current;
unsigned long unit_cpu_offset = 0x123456789000;

/* Pages, from the first to the last */
static struct {
	unsigned long first;
	unsigned long last;
} allowed[MAX_ALLOWED];

static unsigned int nr_allowed, nr_lasting;

static unsigned long page_of(unsigned long addr)
{
	return addr / PAGE_SIZE;
}

static bool is_user(const void *p)
{
	return (unsigned long)p < TASK_SIZE_MAX;
}

/* @at: where exactly, or NULL: anywhere in the kernel */
static u8 *map(void *at, size_t size, int prot)
{
	void *p = mmap(at, size, prot, MAP_PRIVATE | MAP_ANONYMOUS |
		       (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);

	if (p == MAP_FAILED || (at ? p != at : is_user(p)))
		abort();
	return p;
}

static void fill_in(u8 *area, unsigned int page)
{
	if (mprotect(area + page * PAGE_SIZE, PAGE_SIZE, PROT_READ | PROT_WRITE))
		abort();
}

static bool page_is_there(unsigned int page)
{
	return (page >= FIRST_PAGE && page <= LAST_PAGE) || page == LONE_PAGE;
}

static u8 *map_area(void *at)
{
	u8 *area = map(at, AREA_SIZE, PROT_NONE);
	unsigned int page;

	for (page = 0; page < AREA_PAGES; page++) {
		if (page_is_there(page))
			fill_in(area, page);
	}
	return area;
}

/* The stack is aligned to its size, which is how the kernel finds its ends. */
static unsigned long *map_stack(void)
{
	u8 *p = map(NULL, 2 * THREAD_SIZE, PROT_READ | PROT_WRITE);

	p += -(unsigned long)p & (THREAD_SIZE - 1);
	machine_allow(p, THREAD_SIZE);
	return (unsigned long *)p;
}

/* Its name is the last thing before a hole. */
static struct task_struct *map_task(void)
{
	u8 *p = map(NULL, 2 * PAGE_SIZE, PROT_NONE);

	fill_in(p, 0);
	machine_allow(p, PAGE_SIZE);
	return (struct task_struct *)(p + PAGE_SIZE - sizeof(struct task_struct));
}

static u8 *map_record(void)
{
	u8 *p = map(NULL, 2 * PAGE_SIZE, PROT_NONE);

	fill_in(p, 0);
	return p + PAGE_SIZE - KPE_MAX_RECORD;
}

/* Between two holes */
static u8 *map_page_of_regs(void)
{
	u8 *p = map(NULL, 3 * PAGE_SIZE, PROT_NONE);

	fill_in(p, 1);
	return p + PAGE_SIZE;
}

struct pt_regs *machine_regs(const struct pt_regs *regs)
{
	static bool at_end;
	u8 *at = page_of_regs + (at_end ? PAGE_SIZE - sizeof(*regs) : 0);

	at_end = !at_end;
	return memcpy(at, regs, sizeof(*regs));
}

void machine_init(void)
{
	machine.kernel = map_area(NULL);
	machine.user = map_area(USER_AREA);
	machine.stack = map_stack();
	machine.entry_stack = map_stack();
	current = map_task();
	strscpy(current->comm, "unit", sizeof(current->comm));
	current->mm = &user;
	record = map_record();
	page_of_regs = map_page_of_regs();
	nr_lasting = nr_allowed;
	kpe_kernel_first = TASK_SIZE_MAX;
	kpe_kernel_size = (1UL << 47) - TASK_SIZE_MAX;
}

void machine_allow(const void *addr, size_t size)
{
	unsigned long start = (unsigned long)addr;

	if (nr_allowed == MAX_ALLOWED || is_user(addr))
		abort();
	allowed[nr_allowed].first = page_of(start);
	allowed[nr_allowed++].last = page_of(start + size - 1);
}

void machine_forbid(void)
{
	nr_allowed = nr_lasting;
}

static bool in_area(const u8 *area, unsigned long page)
{
	unsigned long nr = page - page_of((unsigned long)area);

	return nr < AREA_PAGES && page_is_there(nr);
}

static bool is_allowed(unsigned long page)
{
	unsigned int i;

	for (i = 0; i < nr_allowed; i++) {
		if (page >= allowed[i].first && page <= allowed[i].last)
			return true;
	}
	return false;
}

static bool page_readable(unsigned long page, bool user)
{
	if (user)
		return in_area(machine.user, page);
	return in_area(machine.kernel, page) || is_allowed(page);
}

bool machine_readable(unsigned long addr, size_t size, bool user)
{
	unsigned long page, last = addr + size - 1;

	if (last < addr)
		return false;
	for (page = page_of(addr); page <= page_of(last); page++) {
		if (!page_readable(page, user))
			return false;
	}
	return true;
}

/* The whole page counts, also what the sanitizer keeps watch over. */
UNIT_ATTRIBUTE(no_sanitize("address")) u8 machine_byte(unsigned long addr)
{
	return *(const u8 *)addr;
}

static long read_bytes(u8 *dst, unsigned long addr, size_t size, bool user)
{
	bool whole = machine_readable(addr, size, user);

	if (machine.nr_reads < MAX_READS)
		machine.reads[machine.nr_reads] = (struct read){ addr, size, user };
	machine.nr_reads++;
	for (; size; size--, addr++) {
		if (!whole && !machine_readable(addr, 1, user))
			return -EFAULT;
		*dst++ = machine_byte(addr);
	}
	return 0;
}

long copy_from_kernel_nofault(void *dst, const void *src, size_t size)
{
	return read_bytes(dst, (unsigned long)src, size, false);
}

long copy_from_user_nofault(void *dst, const void __user *src, size_t size)
{
	return read_bytes(dst, (unsigned long)src, size, true);
}

/* Here all that cannot be read faults. */
bool kpe_is_unmapped(unsigned long addr)
{
	(void)addr;
	return false;
}

u64 ktime_get_mono_fast_ns(void)
{
	machine.looks++;
	return machine.now;
}

unsigned long regs_get_register(struct pt_regs *regs, unsigned int offset)
{
	return *(unsigned long *)((u8 *)regs + offset);
}

unsigned long regs_get_kernel_stack_nth(struct pt_regs *regs, unsigned int n)
{
	unsigned long addr = regs->sp + n * sizeof(long);

	if ((addr ^ regs->sp) & ~(THREAD_SIZE - 1))
		return 0;
	return *(unsigned long *)addr;
}

unsigned long regs_get_kernel_argument(struct pt_regs *regs, unsigned int n)
{
	const unsigned long in_regs[] = {
		regs->di, regs->si, regs->dx, regs->cx, regs->r8, regs->r9,
	};

	if (n < ARRAY_SIZE(in_regs))
		return in_regs[n];
	return regs_get_kernel_stack_nth(regs, n - ARRAY_SIZE(in_regs) + 1);
}

/* Writes into the name's last byte first, as the kernel does. */
int sprint_symbol(char *buffer, unsigned long address)
{
	buffer[KSYM_NAME_LEN - 1] = 0;
	if (address == LONGEST_SYMBOL) {
		memset(buffer, 's', KSYM_SYMBOL_LEN - 1);
		buffer[KSYM_SYMBOL_LEN - 1] = 0;
		return KSYM_SYMBOL_LEN - 1;
	}
	if (address % 4 == 3)
		return sprintf(buffer, "0x%lx", address);
	return sprintf(buffer, "symbol%.*s+0x%lx/0x1000", (int)(address / 4 % 64),
		       "_with_a_name_that_is_as_long_as_some_of_those_of_the_kernel_are_",
		       address % PAGE_SIZE);
}

int sprint_symbol_no_offset(char *buffer, unsigned long address)
{
	machine.nr_names++;
	return sprintf(buffer, "f%lx%s", address >> 8, address & 0x80 ? " [mod]" : "");
}

/* "f100" and "f200" are of the kernel, and "f300" is of a module. */
bool kpe_text_lasts(unsigned long addr)
{
	return addr >= 0x10000 && addr < 0x20001;
}

unsigned long kpe_verdicts_base;
u64 kpe_verdicts[1 << KPE_VERDICT_BITS];

u32 kpe_verdicts_number(void)
{
	static u32 last;

	return last += 2;
}

/* They call each other. */
unsigned long machine_call(unsigned int n, enum kpe_moment moment)
{
	const unsigned long calls[NR_CALLS] = { 0x10010, 0x20001, 0x30090 };

	return n < NR_CALLS ? calls[n] + (n ? 0 : moment) : 0;
}

int kpe_stack_fetch(const struct kpe_insn *insn, unsigned int nr, struct pt_regs *regs, u8 *dst)
{
	unsigned long call;
	unsigned int i;

	for (i = 0; i < nr; i++, dst += sizeof(call)) {
		call = machine_call(i, insn->arg);
		memcpy(dst, &call, sizeof(call));
	}
	return regs ? 0 : -EFAULT;
}

/* One call, of which the address says how many were asked for, as in a task */
void kpe_user_stack_fetch(unsigned int count, unsigned int nr, u8 *dst)
{
	unsigned long call = 4096 + nr + count;

	memset(dst, 0, nr * sizeof(call));
	memcpy(dst, &call, sizeof(call));
}

/* The text is made of the first byte only. */
int kpe_sockaddr_text(u8 *dst, unsigned long addr, unsigned int room, bool user)
{
	u8 byte;

	if (kpe_read_memory(&byte, addr, sizeof(byte), user))
		return -EFAULT;
	snprintf((char *)dst, room, "%u", byte);
	return strlen((char *)dst) + 1;
}

/* As above, but the kernel's memory only */
int kpe_path_text(u8 *dst, unsigned long addr, unsigned int room, bool of_dentry)
{
	return addr < TASK_SIZE_MAX ? -EFAULT :
	       kpe_sockaddr_text(dst, addr + of_dentry, room, false);
}

/*
 * Page 2 has a symbol of the kernel, page 3 one of a module, and page 4 this CPU's copy of a
 * per-CPU variable.
 */
int kpe_variable_find(const struct kpe_op *op, const char *own, struct kpe_variable *var,
		      struct kpe_error *e)
{
	unsigned long area = (unsigned long)machine.kernel;

	if (op->percpu && !strcmp(op->text, "percpu"))
		var->addr = area + 4 * PAGE_SIZE - unit_cpu_offset;
	else if (!op->percpu && !strcmp(op->text, "known"))
		var->addr = area + 2 * PAGE_SIZE;
	else if (!op->percpu && !strcmp(op->text, "theirs") && own && !strcmp(own, "mod"))
		var->addr = area + 3 * PAGE_SIZE;
	else
		return e ? kpe_fail(e, KPE_ERR_UNKNOWN_DATA_SYMBOL, -ENOENT, op->col) : -ENOENT;
	*var->module = '\0';
	return 0;
}
