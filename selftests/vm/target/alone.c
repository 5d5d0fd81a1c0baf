// SPDX-License-Identifier: GPL-2.0
/*
 * Functions that nothing refers to, but that stay in the module, and others that only one
 * thing refers to. None of them is called. Their addresses can be put into free memory.
 */
#include <linux/gfp.h>
#include <linux/list.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/string.h>
#include "target.h"

long kpe_target_exported(long x);

static __used KPE_CALLEE long kpe_target_alone(long x)
{
	return x + 1;
}

static __used KPE_CALLEE long kpe_target_alone_again(long x)
{
	if (x) {
		x = kpe_target_alone_again(x - 1);
		/* so that it is no jump */
		OPTIMIZER_HIDE_VAR(x);
	}
	return x + 2;
}

/* another function of that name is called */
static __used KPE_CALLEE long kpe_target_two(long x)
{
	return x + 3;
}

static KPE_CALLEE long kpe_target_called(long x)
{
	return x + 4;
}

static __used KPE_CALLEE long kpe_target_caller(long x)
{
	x = kpe_target_called(x);
	OPTIMIZER_HIDE_VAR(x);
	return x + 5;
}

static KPE_CALLEE long kpe_target_jumped(long x)
{
	return x + 6;
}

static __used KPE_CALLEE long kpe_target_jumper(long x)
{
	return kpe_target_jumped(x + 7);
}

static KPE_POINTED long kpe_target_pointed(long x)
{
	return x + 8;
}

static long (*__used kpe_target_pointer)(long x) = kpe_target_pointed;

KPE_POINTED long kpe_target_exported(long x)
{
	return x + 9;
}
EXPORT_SYMBOL_GPL(kpe_target_exported);

static __used KPE_CALLEE long kpe_target_alike(long x)
{
	return x + 10;
}

#ifdef CONFIG_X86_64
/*
 * What looks like a call of it is within an operand. The breakpoint before that is nobody's.
 */
asm(".pushsection .text\n"
	".type kpe_target_operand, @function\n"
	"kpe_target_operand:\n"
	"	je	2f\n"
	"1:	jmp	1b\n"
	"	int3\n"
	"2:	.byte	0x48, 0xb8, 0xe8\n" /* movabs $..e8, %rax */
	"	.long	kpe_target_alike - . - 4\n"
	"	.byte	0, 0, 0\n"
	"	jmp	1b\n"
	".size kpe_target_operand, . - kpe_target_operand\n"
	".popsection\n");

static __used KPE_POINTED long kpe_target_handed(long x)
{
	return x + 11;
}

static __used KPE_POINTED long kpe_target_beside(long x)
{
	return x + 12;
}

/* A distance to it, and one to a name, but no name of the module's: that of the first task */
static __used void kpe_target_distances(void)
{
	asm(".pushsection .data\n"
	    ".balign 4\n"
	    ".long	kpe_target_beside - .\n"
	    ".long	init_task + %c0 - .\n"
	    ".popsection" :: "i" (offsetof(struct task_struct, comm)));
}

/* The jump of an optimized probe of the first instruction covers a part of the only pointer. */
static __used KPE_CALLEE void kpe_target_hands(void)
{
	asm volatile("clc\n\tmov $kpe_target_handed, %%rdi" ::: "rdi", "cc");
}
#endif

/* Fill all free memory with an address. It stays there until somebody needs the memory. */
static int litter_set(const char *text, const struct kernel_param *kp)
{
	unsigned long address;
	struct page *page, *next;
	LIST_HEAD(pages);
	int ret = kstrtoul(text, 0, &address);

	if (ret)
		return ret;
	while ((page = alloc_page(GFP_NOWAIT | __GFP_NOWARN))) {
		memset64(page_address(page), address, PAGE_SIZE / sizeof(u64));
		list_add(&page->lru, &pages);
	}
	list_for_each_entry_safe(page, next, &pages, lru)
		__free_page(page);
	return 0;
}

static const struct kernel_param_ops litter_ops = { .set = litter_set };
module_param_cb(litter, &litter_ops, NULL, 0200);
