// SPDX-License-Identifier: GPL-2.0
/*
 * The first place that can be probed decides the fields of the event. The
 * arguments are resolved for each place; points with the same result share one
 * program.
 *
 * A module may be rebuilt before it is loaded again, with other BTF. So the
 * arguments of its points are resolved each time.
 */
#include <linux/sched/signal.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/string.h>
#include "compat/cleanup.h"
#include "kernel/functions.h"
#include "kernel/module_symbols.h"
#include "language/line.h"
#include "model/model.h"
#include "points/arm.h"
#include "points/builds.h"
#include "points/define.h"
#include "points/point.h"
#include "types/program.h"
#include "types/resolve.h"
#include "types/variable.h"

#define SAME_NAME	16	/* functions of one name in a module; more are ignored */

DEFINE_FREE(kpe_args, struct kpe_args *, kpe_args_free(_T))

static struct kpe_args *resolve(const struct kpe_line *line, const struct kpe_location *loc,
				bool by_types, struct kpe_error *e)
{
	struct kpe_function_info info = {
		.at_entry = loc->at_entry || line->is_return,
		.frameless = loc->frameless,
		.waits = !loc->addr,
		.module = loc->module,
	};
	const struct kpe_place *place = &line->place;
	unsigned int n = 0;

	if (!by_types)
		return kpe_line_resolve(line, &info, e);
	/* BTF may know only one of two names of an address. */
	if (place->kind == KPE_PLACE_SYMBOL && place->choice != KPE_GLOB &&
	    place->choice != KPE_CLONE && !place->offset)
		info.function[n++] = place->symbol;
	if (*loc->function)
		info.function[n] = loc->function;
	return kpe_line_resolve(line, &info, e);
}

static bool same_op(const struct kpe_op *a, const struct kpe_op *b)
{
	return a->code == b->code && a->index == b->index && a->percpu == b->percpu &&
	       a->offset == b->offset && a->imm == b->imm &&
	       kpe_same_text(a->text, b->text) && kpe_same_text(a->scope.name, b->scope.name);
}

static bool same_ops(const struct kpe_arg *a, const struct kpe_arg *b)
{
	unsigned int i;

	if (a->nr_ops != b->nr_ops ||
	    memcmp(&a->type, &b->type, sizeof(a->type)))
		return false;
	for (i = 0; i < a->nr_ops; i++)
		if (!same_op(&a->ops[i], &b->ops[i]))
			return false;
	return true;
}

/* Compares what is fetched at function entry, too. */
static bool same_arg(const struct kpe_arg *a, const struct kpe_arg *b)
{
	if (!same_ops(a, b))
		return false;
	return !a->entry || same_ops(a->entry, b->entry);
}

/* Do arguments, of a place in @own, read a variable of @module? @module: NULL: any */
static bool reads_symbol(const struct kpe_args *args, const char *own, const char *module)
{
	const struct kpe_arg *arg;
	const struct kpe_op *op;
	unsigned int i;

	for (i = 0; (arg = kpe_args_value(args, i)); i++) {
		op = kpe_source_of(arg);
		if (op->code == KPE_OP_SYM &&
		    (!module || kpe_is_module_name(module, op->scope.name ?: own)))
			return true;
	}
	return false;
}

static bool same_program(const struct kpe_args *a, const struct kpe_args *b)
{
	const struct kpe_arg *arg;
	unsigned int i;

	for (i = 0; (arg = kpe_args_value(a, i)); i++)
		if (!same_arg(arg, kpe_args_value(b, i)))
			return false;
	return true;
}

/* Symbols are looked up in the module of the point, too. Do all that share it agree? */
static bool is_of_module(const struct kpe_point *point, const char *module)
{
	const struct kpe_point *other;

	list_for_each_entry(other, kpe_probe_points(point->probe), list)
		if (other != point && other->program == point->probe->program)
			return !strcmp(other->module, module);
	return true;
}

/* May @point, in @module, have the program of its probe? */
static bool may_share(const struct kpe_point *point, const struct kpe_args *args,
		      const char *module)
{
	return same_program(args, point->probe->program->args) &&
	       (!reads_symbol(args, NULL, NULL) || is_of_module(point, module));
}

/* ---------------------------------------------------------- skipping places */

/*
 * Skip a place. If no place is left, the most frequent error is reported.
 * Return: 0, or -ENOMEM, which is no reason to skip a place.
 */
static int skip(struct kpe_defining *defining, struct kpe_error *e)
{
	u32 *skipped = defining->skipped;

	if (e->err == -ENOMEM)
		return e->err;
	if (!skipped)
		skipped = kcalloc(KPE_NR_ERRS, sizeof(*skipped), GFP_KERNEL);
	if (!skipped)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	defining->skipped = skipped;
	if (++skipped[e->code] > skipped[defining->why.code]) {
		defining->why = *e;
		defining->why.more = NULL;
	}
	return 0;
}

/* After each of many places. Return: 0 to go on with the next one */
static int go_on(struct kpe_defining *defining, int ret, struct kpe_error *e)
{
	if (ret)
		ret = skip(defining, e);
	if (!ret && fatal_signal_pending(current))
		ret = -EINTR;
	cond_resched();
	return ret;
}

static int nothing_left(const struct kpe_defining *defining, struct kpe_error *e)
{
	*e = defining->why;
	return e->err;
}

/* ------------------------------------------------------ resolving arguments */

static int resolve_first(const struct kpe_line *line, struct kpe_defining *defining,
			 struct kpe_error *e)
{
	defining->args = resolve(line, &defining->loc, true, e);
	return defining->args ? 0 : e->err;
}

/* Find the first of many places where the arguments resolve. */
static int find_first(const struct kpe_line *line, struct kpe_defining *defining,
		      struct kpe_error *e)
{
	unsigned int i;
	int ret;

	for (i = 0; i < defining->places.nr; i++) {
		ret = kpe_place_check(line, defining->places.addrs[i], &defining->loc, e);
		if (!ret)
			ret = resolve_first(line, defining, e);
		if (!ret) {
			defining->first = i;
			return 0;
		}
		ret = go_on(defining, ret, e);
		if (ret)
			return ret;
	}
	return nothing_left(defining, e);
}

/* Was the module unloaded meanwhile? It may be loaded again. */
static bool has_left(const struct kpe_place *place)
{
	return place->scope.kind == KPE_IN_MODULE && !kpe_module_live(place->scope.name);
}

static int find_only(const struct kpe_line *line, struct kpe_defining *defining,
		     struct kpe_error *e)
{
	struct kpe_location *loc = &defining->loc;
	bool waits = defining->places.waits;
	int ret = 0;

	if (!waits) {
		ret = kpe_place_check(line, defining->places.addrs[0], loc, e);
		waits = ret && has_left(&line->place);
	}
	if (waits)
		ret = kpe_place_wait(line, loc, e);
	return ret ?: resolve_first(line, defining, e);
}

/**
 * kpe_define_find() - find the places of a definition and resolve its arguments
 * @line: from kpe_line_parse()
 * @defining: filled; free it with kpe_define_free(), also on error
 * @e: filled on error, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0 or a negative errno.
 */
int kpe_define_find(struct kpe_line *line, struct kpe_defining *defining,
		    struct kpe_error *e)
{
	int ret;

	lockdep_assert_held(&kpe_mutex);
	memset(defining, 0, sizeof(*defining));
	kpe_variable_keep(true);
	ret = kpe_place_find(line, NULL, &defining->places, e);
	defining->places.waits |= ret && has_left(&line->place);
	if (ret && !defining->places.waits)
		return ret;
	if (kpe_place_is_many(&line->place) && !defining->places.waits)
		ret = find_first(line, defining, e);
	else
		ret = find_only(line, defining, e);
	return ret ?: kpe_line_check_listed(line, defining->args, e);
}

/**
 * kpe_define_free() - free the contents
 * @defining: from kpe_define_find()
 *
 * Context: kpe_mutex.
 */
void kpe_define_free(struct kpe_defining *defining)
{
	lockdep_assert_held(&kpe_mutex);
	kpe_variable_keep(false);
	kpe_places_free(&defining->places);
	kpe_args_free(defining->args);
	kfree(defining->skipped);
}

/* ---------------------------------------------------------------- one point */

/*
 * Index among the functions of that name in the module, whose order is stable.
 * SAME_NAME never matches again, so no other function is probed by mistake.
 */
static unsigned int same_name_before(const struct kpe_location *loc)
{
	struct kpe_pattern pattern = { .text = loc->function };
	unsigned long addrs[SAME_NAME];
	unsigned int n, i;

	n = kpe_functions(loc->module, &pattern, addrs, SAME_NAME);
	for (i = 0; i < min_t(unsigned int, n, SAME_NAME); i++)
		if (addrs[i] == loc->addr - loc->offset)
			return i;
	return SAME_NAME;
}

static int settle(struct kpe_point *point, const struct kpe_location *loc)
{
	if (kpe_point_set_symbol(point, loc->function) ||
	    kpe_point_set_module(point, loc->module))
		return -ENOMEM;
	point->offset = loc->offset;
	point->unreferenced = false;
	point->probe->search = KPE_SEARCH_NONE;
	point->nth = *loc->module ? same_name_before(loc) : 0;
	point->in_init = *loc->module &&
			 kpe_in_module_init(loc->module, loc->addr);
	point->addr = loc->addr;
	return 0;
}

/* A place without a module name, found in a module that is still loading */
static bool must_wait(const struct kpe_point *point)
{
	const struct kpe_place *place = &point->probe->line->place;

	return place->kind == KPE_PLACE_SYMBOL && place->scope.kind == KPE_ANYWHERE &&
	       *point->module && !kpe_module_live(point->module);
}

static int start_point(struct kpe_point *point, struct kpe_error *e)
{
	int ret;

	/* The symbols of a pending probe may be in its module. */
	ret = kpe_program_bind(point->program, point->module, point->addr ? e : NULL);
	if (ret || !point->addr)
		return ret;
	ret = kpe_point_register(point, e);
	/* The module is being unloaded; it may be loaded again. */
	if (ret == -ENOENT && point->probe->line->place.scope.kind == KPE_IN_MODULE) {
		point->addr = 0;
		ret = 0;
	}
	return ret;
}

/* Give @point, in @module, a program of @args, unless the probe's is the same. */
static int set_program(struct kpe_point *point, const char *module, struct kpe_args **args,
		       struct kpe_error *e)
{
	struct kpe_probe *probe = point->probe;
	struct kpe_program *prog;

	if (kpe_args_differ(*args, probe->program->args) >= 0)
		return kpe_fail(e, KPE_ERR_DIFF_ARG_TYPE, -EEXIST,
				probe->line->place.col);
	if (may_share(point, *args, module)) {
		kpe_point_set_program(point, probe->program);
		return 0;
	}
	prog = kpe_program_compile(args, kpe_header_size(probe->event), e);
	if (!prog)
		return e->err;
	kpe_point_set_program(point, prog);
	return 0;
}

/* Resolve the definition for @point, whose place is @loc. */
static int prepare_point(struct kpe_point *point, const struct kpe_location *loc,
			 struct kpe_error *e)
{
	const struct kpe_probe *probe = point->probe;
	/* A probe that was defined without types is resolved without them. */
	struct kpe_args *args __free(kpe_args) = resolve(probe->line, loc, probe->by_types, e);
	int ret;

	if (!args)
		return e->err;
	ret = set_program(point, loc->module, &args, e);
	if (!ret && settle(point, loc))
		ret = kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	return ret;
}

/* --------------------------------------------------------- a new definition */

static int finish_point(struct kpe_point *point, int ret, struct kpe_error *e)
{
	if (!ret && must_wait(point))
		point->addr = 0;
	if (!ret)
		ret = start_point(point, e);
	if (ret)
		kpe_point_drop(point);
	return ret;
}

/* The probe's arguments are those of the first point. */
static int add_first(struct kpe_probe *probe, const struct kpe_location *loc,
		     struct kpe_error *e)
{
	struct kpe_point *point = kpe_point_make(probe);
	int ret;

	if (!point)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	ret = kpe_point_set_module(point, loc->module);
	if (!ret && loc->addr)
		ret = settle(point, loc);
	if (ret)
		kpe_fail(e, KPE_ERR_NO_MEMORY, ret, 0);
	return finish_point(point, ret, e);
}

static int add_next(struct kpe_probe *probe, const struct kpe_location *loc,
		    struct kpe_error *e)
{
	struct kpe_point *point = kpe_point_make(probe);

	if (!point)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	return finish_point(point, prepare_point(point, loc, e), e);
}

static noinline_for_stack int add_at(struct kpe_probe *probe,
				     unsigned long addr, struct kpe_error *e)
{
	struct kpe_location loc;
	int ret = kpe_place_check(probe->line, addr, &loc, e);

	return ret ? ret : add_next(probe, &loc, e);
}

static int fill_many(struct kpe_probe *probe, struct kpe_defining *defining,
		     struct kpe_error *e)
{
	unsigned int i;
	int ret;

	for (i = defining->first; i < defining->places.nr; i++) {
		if (i == defining->first)
			ret = add_first(probe, &defining->loc, e);
		else
			ret = add_at(probe, defining->places.addrs[i], e);
		ret = go_on(defining, ret, e);
		if (ret)
			return ret;
	}
	return list_empty(&probe->points) ? nothing_left(defining, e) : 0;
}

/**
 * kpe_define_points() - make and register the points of a new probe
 * @probe: has a line and an event, but no points
 * @defining: from kpe_define_find() for its line; the probe takes the arguments over
 * @e: filled on error, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0, or a negative errno with points
 * that may be registered.
 */
int kpe_define_points(struct kpe_probe *probe, struct kpe_defining *defining,
		      struct kpe_error *e)
{
	int ret;

	lockdep_assert_held(&kpe_mutex);
	probe->by_types = defining->args->by_types;
	probe->program = kpe_program_compile(&defining->args,
					     kpe_header_size(probe->event), e);
	if (!probe->program)
		return e->err;
	if (!kpe_place_is_many(&probe->line->place) || defining->places.waits)
		return add_first(probe, &defining->loc, e);
	ret = fill_many(probe, defining, e);
	swap(probe->skipped, defining->skipped);
	return ret;
}

/* ---------------------------------------- a module whose variables are read */

/**
 * kpe_define_bind() - look up the variables of a module again
 * @module: one that comes or goes; what it has no more reads as a fault
 *
 * The memory of one that goes is not freed until hits that have begun are done.
 *
 * Context: kpe_mutex; may sleep.
 */
void kpe_define_bind(const char *module)
{
	struct kpe_probe *probe;
	struct kpe_point *point;

	lockdep_assert_held(&kpe_mutex);
	kpe_variable_keep(true);
	list_for_each_entry(probe, &kpe_probes, link)
		list_for_each_entry(point, kpe_probe_points(probe), list)
			if (reads_symbol(point->program->args, point->module, module))
				kpe_program_bind(point->program, point->module, NULL);
	kpe_variable_keep(false);
}

/* -------------------------------------------------- a module that is loaded */

static bool is_idle_in(const struct kpe_point *point, const char *module)
{
	return !kpe_point_registered(point) && !strcmp(point->module, module);
}

static bool has_idle_in(const struct kpe_probe *probe, const char *module)
{
	const struct kpe_point *point;

	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (is_idle_in(point, module))
			return true;
	return false;
}

/* The address of a point in a module loaded again; 0: none */
static unsigned long find_again(const struct kpe_point *point)
{
	struct kpe_pattern pattern = { .text = point->symbol };
	enum kpe_choice choice = point->probe->line->place.choice;
	unsigned long addrs[SAME_NAME];
	unsigned int n;

	if (!point->symbol)
		return 0;
	n = kpe_functions(point->module, &pattern, addrs, SAME_NAME);
	if (point->nth >= min_t(unsigned int, n, SAME_NAME) ||
	    (choice == KPE_THE_ONE && n > 1))
		return 0;
	return addrs[point->nth] + point->offset;
}

static int renew_point(struct kpe_point *point, const struct kpe_location *loc,
		       struct kpe_error *e)
{
	int ret = prepare_point(point, loc, e);

	if (!ret)
		ret = start_point(point, e);
	if (ret)
		point->addr = 0;
	return ret;
}

/* The kernel may have been locked down since the probe was defined. */
static int check_again(const struct kpe_probe *probe, unsigned long addr,
		       struct kpe_location *loc, struct kpe_error *e)
{
	if (security_locked_down(LOCKDOWN_KPROBES))
		return kpe_fail(e, KPE_ERR_LOCKED_DOWN, -EPERM, 0);
	return kpe_place_check(probe->line, addr, loc, e);
}

static noinline_for_stack int renew_at(struct kpe_point *point,
				       unsigned long addr,
				       struct kpe_error *e)
{
	const struct kpe_line *line = point->probe->line;
	struct kpe_location loc;
	int ret;

	if (!addr)
		return kpe_fail(e, KPE_ERR_BAD_PROBE_ADDR, -EINVAL,
				line->place.col);
	ret = check_again(point->probe, addr, &loc, e);
	return ret ? ret : renew_point(point, &loc, e);
}

/* Renew points in a module that the definition does not name. */
static int renew_found(struct kpe_probe *probe, const char *module,
		       struct kpe_error *e)
{
	struct kpe_point *point;
	int ret, first = 0;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		if (!is_idle_in(point, module))
			continue;
		ret = renew_at(point, find_again(point), e);
		first = first ?: ret;
	}
	return first;
}

/*
 * A point that was at the same place, else an unused one. The only point of a
 * definition may move, as its module may have been rebuilt.
 */
static struct kpe_point *find_idle(struct kpe_probe *probe,
				   const struct kpe_location *loc)
{
	bool only = !kpe_place_is_many(&probe->line->place);
	struct kpe_point *point, *unused = NULL;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		if (!is_idle_in(point, loc->module))
			continue;
		if (!point->symbol || only)
			unused = point;
		else if (!strcmp(point->symbol, loc->function) &&
			 point->offset == loc->offset)
			return point;
	}
	return unused;
}

static bool is_registered_at(const struct kpe_probe *probe, unsigned long addr)
{
	const struct kpe_point *point;

	list_for_each_entry(point, kpe_probe_points(probe), list)
		if (kpe_point_registered(point) && point->addr == addr)
			return true;
	return false;
}

static noinline_for_stack int renew_place(struct kpe_probe *probe,
					  unsigned long addr,
					  struct kpe_error *e)
{
	struct kpe_point *point;
	struct kpe_location loc;
	int ret;

	if (is_registered_at(probe, addr))
		return 0;
	ret = check_again(probe, addr, &loc, e);
	if (ret)
		return ret;
	point = find_idle(probe, &loc);
	if (!point)
		return add_next(probe, &loc, e);
	return renew_point(point, &loc, e);
}

static int renew_places(struct kpe_probe *probe, struct kpe_defining *defining,
			struct kpe_error *e)
{
	bool many = kpe_place_is_many(&probe->line->place);
	unsigned int i;
	int ret = 0;

	for (i = 0; i < defining->places.nr && !ret; i++) {
		ret = renew_place(probe, defining->places.addrs[i], e);
		if (ret && many)
			ret = skip(defining, e);
	}
	return ret;
}

/* Renew points in the module that the definition names. */
static int renew_named(struct kpe_probe *probe, const char *module,
		       struct kpe_error *e)
{
	struct kpe_defining defining = {};
	int ret;

	kpe_variable_keep(true);
	ret = kpe_place_find(probe->line, module, &defining.places, e);
	if (!ret) {
		ret = renew_places(probe, &defining, e);
		swap(probe->skipped, defining.skipped);
	}
	kpe_define_free(&defining);
	return ret;
}

/**
 * kpe_define_again() - register the points of a probe in a module being loaded
 * @probe: live
 * @module: name; it may still be loading
 * @e: filled on error, with the caret column
 *
 * Context: kpe_mutex; may sleep. Return: 0 if all points there are registered;
 * a negative errno if a place is gone or cannot be probed, or an argument has
 * another type than the event.
 */
int kpe_define_again(struct kpe_probe *probe, const char *module,
		     struct kpe_error *e)
{
	const struct kpe_place *place = &probe->line->place;

	lockdep_assert_held(&kpe_mutex);
	if (place->kind == KPE_PLACE_ADDRESS)
		return 0;
	if (has_idle_in(probe, module) &&
	    kpe_builds_check(probe->line, module, e))
		return e->err;
	if (place->scope.kind == KPE_ANYWHERE)
		return renew_found(probe, module, e);
	if (strcmp(place->scope.name, module))
		return 0;
	return renew_named(probe, module, e);
}
