// SPDX-License-Identifier: GPL-2.0
/*
 * The file begins with the build-ids of the kernel and of all modules with probes, so that
 * another build refuses the rest. A line for each point follows. Its place is an offset from
 * the start of the kernel image or of a module's section, which KASLR does not change. A point
 * that waits for its module has no address, so its place is as written.
 */
#include <linux/sched/signal.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include "arch/image.h"
#include "files/control.h"
#include "kernel/buildid.h"
#include "kernel/module_symbols.h"
#include "kernel/sections.h"
#include "kernel/symbols.h"
#include "language/line.h"
#include "model/model.h"
#include "places/place.h"
#include "points/arm.h"
#include "types/program.h"
#include "types/resolve.h"

#define ARG_SIZE (KPE_MAX_ARG_NAME + KPE_MAX_ARG_TEXT + 2)
#define SHOWN "3600"	/* characters of a line, as comments are limited, too */

static const char head[] =
"# For machines that run this very build of the kernel, with BTF or without:\n"
"# write all of it to kprobe_events at once.\n";

/* ---------------------------------------------------------------- build-ids */

static void show_build_id(struct seq_file *m, const char *module,
			  const struct kpe_build_id *id, bool force)
{
	const char *who = module ? module : "the kernel";

	if (!id->len) {
		seq_printf(m, "# %s has no build-id\n", who);
		return;
	}
	seq_printf(m, "build-id%s %*phN", force ? "!" : "", id->len, id->bytes);
	if (module)
		seq_printf(m, " %s", module);
	seq_putc(m, '\n');
}

static bool has_points(const char *module)
{
	const struct kpe_probe *probe;
	const struct kpe_point *point;

	list_for_each_entry(probe, &kpe_probes, link)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			if (point->addr && !strcmp(point->module, module))
				return true;
	return false;
}

void kpe_export_head(struct seq_file *m)
{
	char module[MODULE_NAME_LEN];
	struct kpe_build_id id;
	unsigned int i;

	lockdep_assert_held(&kpe_mutex);
	seq_puts(m, head);
	if (kpe_build_id_of(NULL, &id))
		show_build_id(m, NULL, &id, false);
	for (i = 0; kpe_module_name(i, module); i++) {
		if (has_points(module) && kpe_build_id_of(module, &id))
			show_build_id(m, module, &id, false);
		cond_resched();
	}
}

/* -------------------------------------------------------------- definitions */

/* Export an argument; NULL: the condition. Return: reason of failure, or NULL */
static const char *show_text(struct seq_file *m, const struct kpe_args *args,
			     const struct kpe_arg *arg)
{
	size_t size;
	char *buf;
	int len;

	seq_puts(m, arg ? " " : " if ");
	size = seq_get_buf(m, &buf);
	len = arg ? kpe_arg_export(args, arg, buf, size) : kpe_condition_export(args, buf, size);
	if (len == -E2BIG)
		return "an argument is too long or too deep without names";
	if (len == -EADDRNOTAVAIL)
		return "an argument has an address that is another one at the next boot";
	if (len < 0)
		return "an argument cannot be written without names";
	seq_commit(m, min_t(size_t, size, len));
	return NULL;
}

/* Do two points have the same arguments and condition in an export? */
static bool exported_alike(const struct kpe_args *a, const struct kpe_args *b)
{
	char x[ARG_SIZE], y[ARG_SIZE];
	unsigned int i;

	for (i = 0; i < a->nr_args; i++) {
		if (kpe_arg_export(a, &a->args[i], x, sizeof(x)) < 0 ||
		    kpe_arg_export(b, &b->args[i], y, sizeof(y)) < 0 ||
		    strcmp(x, y))
			return false;
	}
	return kpe_condition_equal(a->condition, b->condition);
}

/*
 * An event may have an address by two names. Exported by offset, the second
 * definition would be refused. Points of one probe differ.
 */
static bool is_written(const struct kpe_point *point)
{
	const struct kpe_probe *probe = point->probe;
	const struct kpe_point *other = NULL;

	if (list_is_singular(kpe_event_probes(probe->event)))
		return false;
	while ((other = kpe_point_at(point->addr, other))) {
		if (other->probe->event == probe->event &&
		    other->probe->number < probe->number &&
		    exported_alike(other->program->args, point->program->args))
			return true;
	}
	return false;
}

/* Return: reason of failure, or NULL */
static const char *show_line(struct seq_file *m, const struct kpe_point *point)
{
	const struct kpe_event *event = point->probe->event;
	const struct kpe_args *args = point->program->args;
	const struct kpe_definition *line = point->probe->line;
	char section[KPE_SECTION_NAME];
	size_t start = m->count;
	const char *why = NULL;
	unsigned long offset;
	unsigned int i;

	if (point->addr && is_written(point))
		return "a line above says the same";
	seq_putc(m, line->is_return ? 'r' : 'p');
	if (line->maxactive)
		seq_printf(m, "%u", line->maxactive);
	seq_printf(m, ":%s/%s ", kpe_event_group(event), event->name);
	if (point->addr && !*point->module) {
		seq_printf(m, KPE_IMAGE "+0x%lx", point->addr - kpe_text_start());
	} else if (point->addr) {
		if (!kpe_section_at(point->module, point->addr, section, &offset))
			return "the section of its place is not known";
		seq_printf(m, "%s:%s+0x%lx", point->module, section, offset);
	} else {
		if (point->probe->by_types || kpe_place_is_many(&line->place))
			return "its module is not loaded";
		if (line->place.kind == KPE_PLACE_ADDRESS)
			return "its module has gone";
		kpe_place_show(m, &line->place);
	}
	for (i = 0; i < args->nr_args && !why; i++)
		why = show_text(m, args, &args->args[i]);
	if (!why && line->budget)
		seq_printf(m, " %s", line->budget->text);
	if (!why && line->hist)
		seq_printf(m, " %s", line->hist->text);
	if (!why && line->condition)
		why = show_text(m, args, NULL);
	if (!why && m->count - start > KPE_MAX_LINE)
		why = "the line is too long without names";
	return why;
}

static void export_point(struct seq_file *m, const struct kpe_point *point)
{
	const struct kpe_event *event = point->probe->event;
	const struct kpe_args *args = point->program->args;
	const struct kpe_definition *meant = point->probe->line;
	bool has_enum = false;
	const char *why;
	unsigned int i;
	size_t start;

	if (!point->addr && meant->build_id.len)
		show_build_id(m, point->module, &meant->build_id, meant->force);
	start = m->count;
	why = show_line(m, point);
	/* Only BTF has an enum's names, so another machine may not show them. */
	for (i = 0; i < args->nr_args; i++)
		has_enum |= !!args->args[i].names;
	if (why && !seq_has_overflowed(m)) {
		m->count = start;
		seq_printf(m, "# left out: %s/%s, because %s",
			   kpe_event_group(event), event->name, why);
		if (meant->place.kind != KPE_PLACE_ADDRESS)
			seq_printf(m, ": %." SHOWN "s", meant->text);
	} else if (has_enum) {
		seq_printf(m, "\n# %s/%s: enums are numbers there",
			   kpe_event_group(event), event->name);
	}
	seq_putc(m, '\n');
}

/* Prints less if the buffer is full or the task is killed; seq_file repeats what did not fit. */
void kpe_export_probe(struct seq_file *m, const struct kpe_probe *probe)
{
	const struct kpe_point *point;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		if (seq_has_overflowed(m) || fatal_signal_pending(current))
			return;
		export_point(m, point);
		cond_resched();
	}
}
