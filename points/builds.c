// SPDX-License-Identifier: GPL-2.0
/*
 * The build-ids of the kernel and of loaded modules are compared at once. A line is kept until its
 * file is closed, also if it is refused: whoever writes line by line may not look at errors.
 */
#include <linux/errno.h>
#include <linux/printk.h>
#include <linux/ratelimit.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "kernel/buildid.h"
#include "language/line.h"
#include "model/locks.h"
#include "points/builds.h"

/* A build-id line; a file has one of each module */
struct build {
	struct list_head list;
	char *module;		/* as the kernel writes it; "": the kernel; owned */
	struct kpe_build_id id;
	bool force;		/* warn about another build, but accept it */
	bool other;		/* another one is loaded */
};

/* Is the build that is loaded the one that is meant, or is that only worth a warning? */
static int compare_build(const struct kpe_build_id *meant, bool force, const char *module,
			 unsigned int col, struct kpe_error *e)
{
	static char how[4 * KPE_MAX_BUILD_ID + 10];	/* kpe_mutex */
	struct kpe_build_id there;

	/* A module that is not loaded is checked later. */
	if (!kpe_build_id_of(module, &there) ||
	    kpe_build_id_equal(&there, meant))
		return 0;
	if (there.len)
		snprintf(how, sizeof(how), "%*phN, not %*phN", there.len, there.bytes,
			 meant->len, meant->bytes);
	else
		snprintf(how, sizeof(how), "none, not %*phN", meant->len, meant->bytes);
	if (force) {
		/* each probe of a module has come here, and may do so again */
		pr_warn_ratelimited("kprobe_events: the build-id of %s is %s; places and arguments may mean something else there\n",
				    *module ? module : "the kernel", how);
		return 0;
	}
	kpe_fail(e, KPE_ERR_OTHER_BUILD, -ESTALE, col);
	e->more = how;
	return -ESTALE;
}

static void free_build(struct build *build)
{
	list_del(&build->list);
	kfree(build->module);
	kfree(build);
}

/*
 * Set the build of the definitions that follow a build-id line. @builds: of its file. @e: filled
 * on error, with the caret column. Context: kpe_mutex; may sleep. Return: 0, also if the module
 * is not loaded; -ESTALE if another build is loaded and @line does not accept it; -ENOMEM.
 */
int kpe_builds_add(struct list_head *builds, const struct kpe_definition *line,
		   struct kpe_error *e)
{
	unsigned int col = strchr(line->text, ' ') + 1 - line->text;
	struct build *build = kzalloc(sizeof(*build), GFP_KERNEL), *old, *next;

	lockdep_assert_held(&kpe_mutex);
	if (build)
		build->module = kstrdup(line->module ?: "", GFP_KERNEL);
	if (!build || !build->module) {
		kfree(build);
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	}
	strreplace(build->module, '-', '_');
	build->id = line->build_id;
	build->force = line->force;
	list_for_each_entry_safe(old, next, builds, list)
		if (!strcmp(old->module, build->module))
			free_build(old);
	list_add(&build->list, builds);
	build->other = compare_build(&build->id, build->force, build->module, col, e);
	return build->other ? e->err : 0;
}

/* Refuse a definition, whose place is at @col, behind a line of another build. */
int kpe_builds_refuse(const struct list_head *builds, unsigned int col, struct kpe_error *e)
{
	const struct build *build;

	lockdep_assert_held(&kpe_mutex);
	list_for_each_entry(build, builds, list)
		if (build->other && compare_build(&build->id, false, build->module, col, e))
			return e->err;
	return 0;
}

/* Set the build that a definition expects, whose place is in @module. */
void kpe_builds_mark(const struct list_head *builds, const char *module,
		     struct kpe_definition *line)
{
	const struct build *build;

	lockdep_assert_held(&kpe_mutex);
	/* Such places may be in several modules. */
	if (!*module || (kpe_place_is_many(&line->place) && line->place.scope.kind == KPE_ANYWHERE))
		return;
	list_for_each_entry(build, builds, list) {
		if (strcmp(build->module, module))
			continue;
		line->build_id = build->id;
		line->force = build->force;
		return;
	}
}

void kpe_builds_free(struct list_head *builds)
{
	struct build *build, *next;

	list_for_each_entry_safe(build, next, builds, list)
		free_build(build);
}

/* Check the build of a module that was loaded. Return: 0, or -ESTALE */
int kpe_builds_check(const struct kpe_definition *line, const char *module,
		     struct kpe_error *e)
{
	lockdep_assert_held(&kpe_mutex);
	return line->build_id.len ?
	       compare_build(&line->build_id, line->force, module, 0, e) : 0;
}
