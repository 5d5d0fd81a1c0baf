// SPDX-License-Identifier: GPL-2.0
/* fetch_hits - random memory and registers, and hits that meet them */
#include <linux/kernel.h>
#include <linux/percpu.h>
#include <linux/ptrace.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/thread_info.h>

#include "definition_unit.h"
#include "export_unit.h"
#include "fetch_hits.h"
#include "random.h"
#include "unit.h"

#define RUNS_PER_PROGRAM	2

unsigned long random_address(void)
{
	const u8 *area = percent(70) ? machine.kernel : machine.user;
	unsigned long page = percent(90) ? FIRST_PAGE + below(LAST_PAGE) :
					   below(AREA_PAGES);
	unsigned long offset = below(PAGE_SIZE);

	if (percent(3))
		return random_word();
	if (percent(5))
		page -= unit_cpu_offset / PAGE_SIZE;
	if (percent(10))
		offset = PAGE_SIZE - 1 - below(80);
	else if (percent(50))
		offset &= ~7UL;
	return (unsigned long)area + page * PAGE_SIZE + offset;
}

static u64 random_content(void)
{
	unsigned int kind = below(100);

	if (kind < 60)
		return random_address();
	if (kind < 63)
		return 0;
	if (kind < 80)
		return random_word() | 0x0101010101010101ULL;
	return random_word() & random_word() & 0xff00ffffff00ffffULL;
}

static void fill_area(u8 *area)
{
	unsigned int page, i;

	for (page = FIRST_PAGE; page <= LONE_PAGE; page++) {
		u64 *word = (u64 *)(area + page * PAGE_SIZE);

		if (page > LAST_PAGE && page != LONE_PAGE)
			continue;
		for (i = 0; i < PAGE_SIZE / sizeof(*word); i++)
			word[i] = random_content();
	}
}

void fill_memory(void)
{
	unsigned int i;

	fill_area(machine.kernel);
	fill_area(machine.user);
	for (i = 0; i < THREAD_SIZE / sizeof(long); i++)
		machine.stack[i] = random_content();
}

/* Those that are named, which are few */
static void fill_params(struct fetched *f)
{
	unsigned int i;

	for (i = 0; i < f->args->nr_args; i++) {
		const struct kpe_arg *arg = &f->args->args[i];
		const struct kpe_op *op = (arg->entry ?: arg)->ops;

		if (op->code == KPE_OP_ARG)
			f->params[op->index] = random_content();
	}
}

static void fill_regs(struct pt_regs *all)
{
	unsigned long *regs = (unsigned long *)all;
	unsigned int i;

	for (i = 0; i < sizeof(*all) / sizeof(*regs); i++)
		regs[i] = random_content();
}

/* What the function does: a page of kernel memory and some time */
static void run_function(struct fetched *f)
{
	unsigned long *page = (unsigned long *)(machine.kernel +
				(FIRST_PAGE + below(LAST_PAGE)) * PAGE_SIZE);
	unsigned int i;

	f->returned = f->entered + (int)below(5000) - 100;
	for (i = 0; i < 64; i++)
		page[below(PAGE_SIZE / sizeof(*page))] = random_content();
}

static void fill_hit(struct fetched *f)
{
	fill_regs(&f->regs);
	fill_regs(&f->entry_regs);
	f->regs.sp = (unsigned long)(machine.stack + below(THREAD_SIZE / sizeof(long)));
	fill_params(f);
	f->hit.ret_ip = random_content();
	f->entered = random_word() & ~0ULL >> 1;
	f->running = run_function;
}

static unsigned int size_of_args(const struct kpe_args *args)
{
	unsigned int i, size = 0;

	for (i = 0; i < args->nr_args; i++)
		size += model_elements(&args->args[i].type) *
			args->args[i].type.size;
	return size;
}

/* What was there when @f was hit, is there for @g. */
static void run_again(struct fetched *g, const struct fetched *f)
{
	/* A symbol that nobody knows reads as a fault. */
	kpe_program_bind(g->prog, "mod", NULL);
	g->regs = f->regs;
	g->hit = f->hit;
	g->entry_regs = f->entry_regs;
	g->entered = f->entered;
	g->returned = f->returned;
	memcpy(g->params, f->params, sizeof(g->params));
	fetched_run(g);
}

/* What is fetched depends on whether a function's entry is hit. */
static void compile_exported(struct fetched *g, const char *text, const struct kpe_definition *line)
{
	const struct kpe_function_info info = {
		.at_entry = line_is_at_entry(line), .waits = true, .module = "",
	};
	struct parsed parsed = parse_at(text, strlen(text), &info);

	kfree(parsed.normalised);
	memset(g, 0, sizeof(*g));
	if (parsed.line)
		fetched_compile_line(g, &parsed);
	else
		unit_fail("does not parse: %s: %s", text, error_name(parsed.e.code));
}

/* The same hit through what is exported: the same record. False: see random_hits() */
static bool run_exported(struct fetched *f)
{
	static char text[KPE_MAX_LINE * 4];
	static u8 want[KPE_MAX_RECORD];
	struct fetched g;
	unsigned int size;
	int ret;

	ret = export_line(f->args, text, sizeof(text));
	if (ret == -E2BIG)
		return false;
	/* there is nothing to compare with */
	if (ret == -EADDRNOTAVAIL)
		return true;
	if (ret)
		unit_fail("%s: not exported: %d", f->line->text, ret);
	/* Nothing happens between entry and return that would not happen again. */
	f->running = NULL;
	fetched_run(f);
	size = f->size;
	memcpy(want, record, sizeof(want));
	compile_exported(&g, text, f->line);
	if (g.prog)
		run_again(&g, f);
	if (g.size != size || memcmp(record + g.header, want + g.header, size - g.header))
		unit_fail("%s: another record than %s", text, f->line->text);
	if (g.hit.faults != f->hit.faults)
		unit_fail("%s: %u faults", text, g.hit.faults);
	fetched_close(&g);
	return true;
}

bool random_hits(struct fetched *f)
{
	unsigned int i;

	if (size_of_args(f->args) > KPE_MAX_ARGS_SIZE ||
	    model_saved_size(f->args) > KPE_MAX_SAVED) {
		if (f->prog || f->e.code != KPE_ERR_EVENT_TOO_BIG)
			unit_fail("%s: not found too big", f->line->text);
		return true;
	}
	if (!f->prog) {
		unit_fail("%s: %s", f->line->text, error_name(f->e.code));
		return true;
	}
	kpe_program_bind(f->prog, "mod", NULL);
	for (i = 0; i < RUNS_PER_PROGRAM; i++) {
		fill_hit(f);
		fetched_run(f);
	}
	return run_exported(f);
}
