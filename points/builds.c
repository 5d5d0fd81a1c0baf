// SPDX-License-Identifier: GPL-2.0
/*
 * builds - which builds the definitions of one write are meant for
 *
 * The kernel is there and is compared at once; so is a module that is there. Of
 * a module the line is kept as long as the write lasts, for the definitions
 * behind it.
 */
#include <linux/errno.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "kernel/buildid.h"
#include "language/line.h"
#include "model/locks.h"
#include "points/builds.h"

/**
 * struct build - a build-id line that is about a module
 * @list: the newest first
 * @module: its name, as the kernel writes it; owned
 * @id: the build that is meant
 * @force: another one will do, with a warning
 */
struct build {
	struct list_head list;
	char *module;
	struct kpe_build_id id;
	bool force;
};

/* "ab12" or "none" */
static const char *in_hex(const struct kpe_build_id *id, char *buf, size_t size)
{
	if (!id->len)
		return "none";
	snprintf(buf, size, "%*phN", id->len, id->bytes);
	return buf;
}

#define HEX_SIZE (2 * KPE_MAX_BUILD_ID + 1)

/* "X, not Y", good until it is asked for again */
static const char *difference(const struct kpe_build_id *there,
			      const struct kpe_build_id *meant)
{
	static char text[2 * HEX_SIZE + 8];	/* kpe_mutex */
	char a[HEX_SIZE], b[HEX_SIZE];

	snprintf(text, sizeof(text), "%s, not %s",
		 in_hex(there, a, sizeof(a)), in_hex(meant, b, sizeof(b)));
	return text;
}

/* Does @line put up with the build that is there? */
static int compare(const struct kpe_line *line, const char *module,
		   unsigned int col, struct kpe_error *e)
{
	struct kpe_build_id there;
	const char *how;

	/* A module that is not there can still become the right one. */
	if (!kpe_build_id_of(module, &there) ||
	    kpe_build_id_equal(&there, &line->build_id))
		return 0;
	how = difference(&there, &line->build_id);
	if (line->force) {
		pr_warn("kprobe_events: the build-id of %s is %s; places and arguments may mean something else there\n",
			module ? module : "the kernel", how);
		return 0;
	}
	kpe_fail(e, KPE_ERR_OTHER_BUILD, -ESTALE, col);
	e->more = how;
	return -ESTALE;
}

static int remember(struct list_head *builds, const struct kpe_line *line,
		    struct kpe_error *e)
{
	struct build *build = kzalloc(sizeof(*build), GFP_KERNEL);

	if (build)
		build->module = kstrdup(line->module, GFP_KERNEL);
	if (!build || !build->module) {
		kfree(build);
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	}
	strreplace(build->module, '-', '_');
	build->id = line->build_id;
	build->force = line->force;
	list_add(&build->list, builds);
	return 0;
}

/**
 * kpe_builds_add() - what follows in this write is meant for a build
 * @builds: what the write has said so far; empty at its beginning
 * @line: a build-id line
 * @e: why not, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0, also if the module is not there;
 * -ESTALE if there is another build and @line does not put up with that;
 * -ENOMEM.
 */
int kpe_builds_add(struct list_head *builds, const struct kpe_line *line,
		   struct kpe_error *e)
{
	unsigned int col = strchr(line->text, ' ') + 1 - line->text;
	int ret = compare(line, line->module, col, e);

	lockdep_assert_held(&kpe_mutex);
	if (ret || !line->module)
		return ret;
	return remember(builds, line, e);
}

/**
 * kpe_builds_mark() - tell a definition which build of its module it is for
 * @builds: what the write has said so far
 * @module: that the definition's place is in, as the kernel writes it; "" is
 *	the kernel
 * @line: the definition
 *
 * Context: kpe_mutex.
 */
void kpe_builds_mark(const struct list_head *builds, const char *module,
		     struct kpe_line *line)
{
	const struct build *build;

	lockdep_assert_held(&kpe_mutex);
	/* Places all over the kernel are in no one module. */
	if (kpe_place_is_many(&line->place) && !line->place.module)
		return;
	list_for_each_entry(build, builds, list) {
		if (strcmp(build->module, module))
			continue;
		line->build_id = build->id;
		line->force = build->force;
		return;
	}
}

/**
 * kpe_builds_free() - the write is over
 * @builds: to be emptied
 */
void kpe_builds_free(struct list_head *builds)
{
	struct build *build, *next;

	list_for_each_entry_safe(build, next, builds, list) {
		kfree(build->module);
		kfree(build);
	}
}

/**
 * kpe_builds_check() - is a definition meant for the module that came
 * @line: the definition
 * @module: its name
 * @e: why not
 *
 * Context: kpe_mutex; may sleep. Return: 0, or -ESTALE.
 */
int kpe_builds_check(const struct kpe_line *line, const char *module,
		     struct kpe_error *e)
{
	lockdep_assert_held(&kpe_mutex);
	return line->build_id.len ? compare(line, module, 0, e) : 0;
}
