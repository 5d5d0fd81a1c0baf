// SPDX-License-Identifier: GPL-2.0
/*
 * ready - a definition is made ready to become a probe
 *
 * A module that comes back may have been built anew in the meantime: what its
 * BTF said when the probe was defined need not be true any more. So such
 * definitions are read again, from their text, each time.
 */
#include <linux/slab.h>
#include <linux/string.h>
#include "fetch.h"
#include "ready.h"
#include "resolve.h"

static int resolve(struct kpe_line *line, const struct kpe_spot *spot,
		   bool by_types, struct kpe_error *e)
{
	struct kpe_site site = {
		.at_entry = spot->at_entry || line->is_return,
		.module = spot->module,
	};
	unsigned int n = 0;

	if (!by_types)
		return kpe_line_resolve(line, &site, e);
	/* One address may have two names, and BTF knows one of them. */
	if (line->place.symbol && !line->place.offset)
		site.function[n++] = line->place.symbol;
	if (*spot->function)
		site.function[n] = spot->function;
	return kpe_line_resolve(line, &site, e);
}

/**
 * kpe_ready() - find the place of a definition and what its arguments mean
 * @line: from kpe_line_parse(); its arguments are changed
 * @coming: as kpe_place_resolve() has it
 * @spot: filled
 * @e: why not, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_ready(struct kpe_line *line, const char *coming,
	      struct kpe_spot *spot, struct kpe_error *e)
{
	int ret = kpe_place_resolve(line, coming, spot, e);

	return ret ? ret : resolve(line, spot, true, e);
}

static bool same_args(const struct kpe_line *a, const struct kpe_line *b)
{
	unsigned int i;

	if (a->nr_args != b->nr_args)
		return false;
	for (i = 0; i < a->nr_args; i++)
		if (strcmp(a->args[i].name, b->args[i].name) ||
		    !kpe_type_equal(&a->args[i].type, &b->args[i].type))
			return false;
	return true;
}

static struct kpe_line *read_again(const struct kpe_line *line)
{
	struct kpe_line *fresh;
	struct kpe_error e;
	char *normal;

	kpe_line_parse(line->text, strlen(line->text), &fresh, &normal, &e);
	kfree(normal);
	return fresh;
}

/**
 * kpe_renew() - find the place of a probe once more
 * @probe: not registered; gets a new line and program
 * @coming: as kpe_place_resolve() has it
 * @spot: filled
 * @e: why not, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0, or a negative errno with the probe
 * as it was: the place is gone, or an argument has another type than the event.
 */
int kpe_renew(struct kpe_probe *probe, const char *coming,
	      struct kpe_spot *spot, struct kpe_error *e)
{
	struct kpe_line *line = read_again(probe->line);
	struct kpe_program *prog = NULL;
	int ret;

	if (!line)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	ret = kpe_place_resolve(line, coming, spot, e);
	/* Where nothing was known, names and types have been settled without. */
	if (!ret)
		ret = resolve(line, spot, probe->line->by_types, e);
	if (!ret && !same_args(line, probe->line))
		ret = kpe_fail(e, KPE_ERR_DIFF_ARG_TYPE, -EEXIST, 0);
	if (!ret)
		prog = kpe_program_compile(line, probe->event->header, e);
	if (!prog) {
		kpe_line_free(line);
		return ret ? ret : e->err;
	}
	swap(line, probe->line);
	swap(prog, probe->program);
	kpe_program_free(prog);
	kpe_line_free(line);
	return 0;
}
