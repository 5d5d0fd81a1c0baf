// SPDX-License-Identifier: GPL-2.0
/*
 * The first place that can be probed decides the fields of the event. The arguments are resolved
 * for each place; points with the same result share one program. A module may be rebuilt before it
 * is loaded again, with other BTF. So the arguments of its points are resolved each time.
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
#include "types/types.h"

#define SAME_NAME	16	/* functions of one name in a module; more are ignored */

DEFINE_FREE(kpe_args, struct kpe_args *, kpe_args_free(_T))

static struct kpe_args *resolve_at(const struct kpe_definition *line,
				   const struct kpe_location *loc,
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

	/* BTF may know only one of two names of an address. */
	if (by_types && place->kind == KPE_PLACE_SYMBOL && place->choice != KPE_GLOB &&
	    place->choice != KPE_CLONE && !place->offset)
		info.function[n++] = place->symbol;
	if (by_types && *loc->function)
		info.function[n] = loc->function;
	return kpe_definition_resolve(line, &info, e);
}

static bool same_ops(const struct kpe_arg *a, const struct kpe_arg *b)
{
	const struct kpe_op *x = a->ops, *y = b->ops;
	unsigned int i;

	if (a->nr_ops != b->nr_ops || a->counter != b->counter ||
	    memcmp(&a->type, &b->type, sizeof(a->type)))
		return false;
	for (i = 0; i < a->nr_ops; i++, x++, y++)
		if (x->code != y->code || x->index != y->index || x->percpu != y->percpu ||
		    x->offset != y->offset || x->imm != y->imm ||
		    !kpe_same_text(x->text, y->text) || !kpe_same_text(x->member, y->member) ||
		    !kpe_same_text(x->scope.name, y->scope.name))
			return false;
	return true;
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

/* May @point, in @module, have the program of its probe? */
static bool may_share(const struct kpe_point *point, const struct kpe_args *args,
		      const char *module)
{
	const struct kpe_program *shared = point->probe->program;
	const struct kpe_arg *a, *b;
	const struct kpe_point *other;
	unsigned int i;

	for (i = 0; (a = kpe_args_value(args, i)); i++) {
		b = kpe_args_value(shared->args, i);
		if (!b || !same_ops(a, b) || (a->entry && !same_ops(a->entry, b->entry)))
			return false;
	}
	if (!reads_symbol(args, NULL, NULL))
		return true;
	/* Symbols are looked up in the module of the point, too. Do all that share it agree? */
	list_for_each_entry(other, kpe_probe_points(point->probe), list)
		if (other != point && other->program == shared)
			return !strcmp(other->module, module);
	return true;
}

/* ---------------------------------------------------------- skipping places */

/* If none is left, the most frequent error is reported. Return: 0, or -ENOMEM if not skipped */
static int skip_place(struct kpe_defining *defining, struct kpe_error *e)
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
static int end_place(struct kpe_defining *defining, int ret, struct kpe_error *e)
{
	if (ret)
		ret = skip_place(defining, e);
	if (!ret && fatal_signal_pending(current))
		ret = -EINTR;
	cond_resched();
	return ret;
}

/* ------------------------------------------------------ resolving arguments */

/* Find the first of many places where the arguments resolve. */
static int find_first(const struct kpe_definition *line, struct kpe_defining *defining,
		      struct kpe_error *e)
{
	unsigned int i;
	int ret;

	for (i = 0; i < defining->places.nr; i++) {
		ret = kpe_place_check(line, defining->places.addrs[i], &defining->loc, e);
		if (!ret)
			defining->args = resolve_at(line, &defining->loc, true, e);
		if (defining->args) {
			defining->first = i;
			return 0;
		}
		ret = end_place(defining, e->err, e);
		if (ret)
			return ret;
	}
	*e = defining->why;
	return e->err;
}

/* Was the module unloaded meanwhile? It may be loaded again. */
static bool has_left(const struct kpe_place *place)
{
	return place->scope.kind == KPE_IN_MODULE && !kpe_module_live(place->scope.name);
}

static int find_only(const struct kpe_definition *line, struct kpe_defining *defining,
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
	if (ret)
		return ret;
	defining->args = resolve_at(line, loc, true, e);
	return defining->args ? 0 : e->err;
}

/* @defining: filled; free it with kpe_define_free(), also on error. Return: 0 or an errno */
int kpe_define_find(struct kpe_definition *line, struct kpe_defining *defining, struct kpe_error *e)
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
	return ret;
}

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

static int set_place(struct kpe_point *point, const struct kpe_location *loc)
{
	if (kpe_point_set_text(&point->symbol, loc->function) ||
	    kpe_point_set_text(&point->module, loc->module))
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

/* Resolve the definition for @point, whose place is @loc. */
static int prepare_point(struct kpe_point *point, const struct kpe_location *loc,
			 struct kpe_error *e)
{
	const struct kpe_probe *probe = point->probe;
	struct kpe_program *program = probe->program;
	/* A probe that was defined without types is resolved without them. */
	struct kpe_args *args __free(kpe_args) =
		resolve_at(probe->line, loc, probe->by_types, e);

	if (!args)
		return e->err;
	if (kpe_args_differ(args, program->args) >= 0)
		return kpe_fail(e, KPE_ERR_DIFF_ARG_TYPE, -EEXIST, probe->line->place.col);
	if (!may_share(point, args, loc->module))
		program = kpe_program_compile(&args, kpe_header_size(probe->event), e);
	if (!program)
		return e->err;
	kpe_point_set_program(point, program);
	return set_place(point, loc) ? kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0) : 0;
}

/* --------------------------------------------------------- a new definition */

/* @is_first: the probe's arguments are those of the first point */
static int add_point(struct kpe_probe *probe, const struct kpe_location *loc, bool is_first,
		     struct kpe_error *e)
{
	struct kpe_point *point = kpe_point_make(probe);
	int ret;

	if (!point)
		return kpe_fail(e, KPE_ERR_NO_MEMORY, -ENOMEM, 0);
	if (!is_first) {
		ret = prepare_point(point, loc, e);
	} else {
		ret = loc->addr ? set_place(point, loc) :
				  kpe_point_set_text(&point->module, loc->module);
		if (ret)
			kpe_fail(e, KPE_ERR_NO_MEMORY, ret, 0);
	}
	if (!ret && must_wait(point))
		point->addr = 0;
	if (!ret)
		ret = start_point(point, e);
	if (ret)
		kpe_point_drop(point);
	return ret;
}

static int add_many(struct kpe_probe *probe, struct kpe_defining *defining,
		    struct kpe_error *e)
{
	const unsigned int first = defining->first;
	struct kpe_location *loc = &defining->loc;
	unsigned int i;
	int ret = 0;

	for (i = first; i < defining->places.nr; i++) {
		if (i > first)
			ret = kpe_place_check(probe->line, defining->places.addrs[i], loc, e);
		if (!ret)
			ret = add_point(probe, loc, i == first, e);
		ret = end_place(defining, ret, e);
		if (ret)
			return ret;
	}
	if (!list_empty(&probe->points))
		return 0;
	*e = defining->why;
	return e->err;
}

/* Takes over the arguments of @defining. Return: 0, or an errno; points may be registered then */
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
		return add_point(probe, &defining->loc, true, e);
	ret = add_many(probe, defining, e);
	swap(probe->skipped, defining->skipped);
	return ret;
}

/* ---------------------------------------- a module whose variables are read */

/*
 * Look up the variables of a module that comes or goes; what it has no more reads as a fault.
 * The memory of one that goes is not freed until hits that have begun are done.
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

/* Renew points in a module that the definition does not name. */
static int renew_found(struct kpe_probe *probe, const char *module, struct kpe_error *e)
{
	struct kpe_location loc;
	struct kpe_point *point;
	unsigned long addr;
	int ret, first = 0;

	list_for_each_entry(point, kpe_probe_points(probe), list) {
		if (!is_idle_in(point, module))
			continue;
		addr = find_again(point);
		if (addr)
			ret = check_again(probe, addr, &loc, e);
		else
			ret = kpe_fail(e, KPE_ERR_BAD_PROBE_ADDR, -EINVAL,
				       probe->line->place.col);
		if (!ret)
			ret = renew_point(point, &loc, e);
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

/* Renew points in the module that the definition names. */
static int renew_named(struct kpe_probe *probe, const char *module, struct kpe_error *e)
{
	const bool many = kpe_place_is_many(&probe->line->place);
	struct kpe_defining defining = {};
	struct kpe_location *loc = &defining.loc;
	struct kpe_point *point;
	unsigned long addr;
	unsigned int i;
	int ret;

	kpe_variable_keep(true);
	ret = kpe_place_find(probe->line, module, &defining.places, e);
	if (ret)
		goto out;
	for (i = 0; i < defining.places.nr && !ret; i++) {
		addr = defining.places.addrs[i];
		if (is_registered_at(probe, addr))
			continue;
		ret = check_again(probe, addr, loc, e);
		point = ret ? NULL : find_idle(probe, loc);
		if (point)
			ret = renew_point(point, loc, e);
		else if (!ret)
			ret = add_point(probe, loc, false, e);
		if (ret && many)
			ret = skip_place(&defining, e);
	}
	swap(probe->skipped, defining.skipped);
out:
	kpe_define_free(&defining);
	return ret;
}

/*
 * @module: may still be loading. Return: 0 if all points there are registered; a negative errno if
 * a place is gone or cannot be probed, or an argument has another type than the event
 */
int kpe_define_again(struct kpe_probe *probe, const char *module, struct kpe_error *e)
{
	const struct kpe_place *place = &probe->line->place;
	const struct kpe_point *point;

	lockdep_assert_held(&kpe_mutex);
	if (place->kind == KPE_PLACE_ADDRESS)
		return 0;
	list_for_each_entry(point, kpe_probe_points(probe), list) {
		if (!is_idle_in(point, module))
			continue;
		if (kpe_builds_check(probe->line, module, e))
			return e->err;
		break;
	}
	if (place->scope.kind == KPE_ANYWHERE)
		return renew_found(probe, module, e);
	if (strcmp(place->scope.name, module))
		return 0;
	return renew_named(probe, module, e);
}
