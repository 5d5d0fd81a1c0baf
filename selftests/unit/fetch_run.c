// SPDX-License-Identifier: GPL-2.0
/* fetch_run - from text to a record that is checked against the model */
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition_unit.h"
#include "fetch_unit.h"
#include "language/line.h"
#include "unit.h"

u8 *record;

static u8 *record_page(void)
{
	return record + KPE_MAX_RECORD - PAGE_SIZE;
}

/* Immediate strings are read where the definition keeps them. */
static void allow_texts(const struct kpe_args *args)
{
	unsigned int i;

	for (i = 0; i < args->nr_args; i++) {
		const struct kpe_arg *arg = &args->args[i];
		const struct kpe_op *op = arg->entry ? arg->entry->ops :
						       arg->ops;

		if (op->code == KPE_OP_STR)
			machine_allow(op->text, strlen(op->text) + 1);
	}
}

static void check_saved(const struct fetched *f)
{
	unsigned int size = kpe_program_saved_size(f->prog);
	unsigned int want = model_saved_size(f->args);

	if (size != want)
		unit_fail("%s: saves %u bytes, not %u", f->line->text, size, want);
}

void fetched_compile(struct fetched *f, const char *text)
{
	struct parsed parsed = parse_text(text);

	kfree(parsed.normalised);
	if (parsed.line)
		return fetched_compile_line(f, &parsed);
	memset(f, 0, sizeof(*f));
	unit_fail("does not parse: %s: %s", text, error_name(parsed.e.code));
}

void fetched_compile_line(struct fetched *f, struct parsed *parsed)
{
	memset(f, 0, sizeof(*f));
	f->line = parsed->line;
	f->args = parsed->args;
	parsed->line = NULL;
	parsed->args = NULL;
	f->header = f->line->is_return ? 24 : 16;
	allow_texts(f->args);
	f->prog = kpe_program_compile(&f->args, f->header, &f->e);
	f->args = f->prog ? f->prog->args : f->args;
	if (f->prog)
		check_saved(f);
}

bool fetched_open(struct fetched *f, const char *text)
{
	fetched_compile(f, text);
	if (!f->line)
		return false;
	if (!f->prog) {
		unit_fail("does not compile: %s: %s", text, error_name(f->e.code));
		return false;
	}
	if (kpe_program_bind(f->prog, "mod", &f->e))
		unit_fail("does not bind: %s: %s", text, error_name(f->e.code));
	f->hit.regs = &f->regs;
	f->regs.sp = (unsigned long)machine.stack;
	return true;
}

static unsigned int first_difference(const u8 *want, unsigned int at, unsigned int size)
{
	while (at < size && record[at] == want[at])
		at++;
	return at;
}

static void check_record(struct fetched *f, const u8 *want, unsigned int size)
{
	unsigned int at = first_difference(want, f->header, size);

	if (f->size > KPE_MAX_RECORD)
		unit_fail("%s: record of %u bytes", f->line->text, f->size);
	if (f->size != size)
		unit_fail("%s: %u bytes, not %u", f->line->text, f->size, size);
	if (at < size)
		unit_fail("%s: byte %u of %u is %02x, not %02x", f->line->text,
			  at, size, record[at], want[at]);
}

/* What lies before the arguments is none of the program's business. */
static void check_poison(const struct fetched *f, u8 poison)
{
	const u8 *p;

	for (p = record_page(); p < record + f->header; p++) {
		if (*p != poison) {
			unit_fail("%s: wrote %td bytes from the record's start",
				  f->line->text, p - record);
			return;
		}
	}
}

/* What lies behind a record whose size is known may be another one. */
static void check_behind(const struct fetched *f, u8 poison)
{
	const u8 *p;

	if (f->prog->nr_strings)
		return;
	for (p = record + f->size; p < record + KPE_MAX_RECORD; p++) {
		if (*p != poison) {
			unit_fail("%s: wrote byte %td of %u", f->line->text, p - record, f->size);
			return;
		}
	}
}

static void set_params(struct fetched *f)
{
	unsigned long *params = f->params;
	struct pt_regs *regs = &f->entry_regs;

	regs->di = params[0];
	regs->si = params[1];
	regs->dx = params[2];
	regs->cx = params[3];
	regs->r8 = params[4];
	regs->r9 = params[5];
	regs->sp = (unsigned long)machine.entry_stack;
	machine.entry_stack[0] = f->hit.ret_ip;
	memcpy(machine.entry_stack + 1, params + 6, (NR_PARAMS - 6) * sizeof(*params));
}

/* What happens until the return; the saved bytes, and no more, to be freed */
static u8 *enter(struct fetched *f)
{
	unsigned int size = kpe_program_saved_size(f->prog);
	u8 *saved = malloc(size);

	memset(saved, 0x9d, size);
	set_params(f);
	machine.now = f->entered;
	model_enter(f);
	if (size)
		kpe_program_enter(f->prog, machine_regs(&f->entry_regs), saved);
	if (f->running)
		f->running(f);
	machine.now = f->returned;
	return saved;
}

void fetched_run(struct fetched *f)
{
	static u8 want[KPE_MAX_RECORD];
	static u8 poison;
	unsigned int size, faults = 0;
	u8 *saved = f->line->is_return ? enter(f) : NULL;

	poison += 0x5b;
	memset(record_page(), poison, PAGE_SIZE);
	f->hit.faults = 0;
	f->hit.is_timed = false;
	f->hit.saved = saved;
	f->hit.regs = machine_regs(&f->regs);
	f->size = kpe_program_run(f->prog, &f->hit, record);
	f->hit.saved = NULL;
	free(saved);
	memset(want, ~poison, sizeof(want));
	size = model_run(f, want, &faults);
	check_record(f, want, size);
	check_poison(f, poison);
	check_behind(f, poison);
	if (f->hit.faults != faults)
		unit_fail("%s: %u faults, not %u", f->line->text, f->hit.faults, faults);
}

void fetched_close(struct fetched *f)
{
	kpe_program_free(f->prog);
	if (!f->prog)
		kpe_args_free(f->args);
	kpe_definition_free(f->line);
	machine_forbid();
}
