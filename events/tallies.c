// SPDX-License-Identifier: GPL-2.0
#include <linux/log2.h>
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/topology.h>
#include "events/event.h"
#include "hit/hit.h"
#include "hit/tally.h"
#include "language/line.h"
#include "model/model.h"
#include "types/program.h"

/* Fails without killing a process, and without a word in the log */
#define GFP_TABLE (GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN | __GFP_RETRY_MAYFAIL)

/* Bytes of a number, or of the key that a value makes */
static unsigned int key_size(const struct kpe_arg *arg)
{
	if (!kpe_is_string(&arg->type))
		return kpe_elements(&arg->type) * arg->type.size;
	return kpe_source_of(arg)->code == KPE_OP_COMM ? TASK_COMM_LEN : KPE_MAX_KEY_TEXT;
}

static int make_field(struct kpe_tally *tally, struct kpe_tally_field *field,
		      const struct kpe_hist_field *counted, const struct kpe_args *args,
		      unsigned int header)
{
	int i, nr = kpe_counted_arg(counted, args);
	const struct kpe_arg *arg = nr < 0 ? NULL : &args->args[nr];
	const struct kpe_names *names = arg ? arg->names : NULL;

	field->type = (struct kpe_type){ .kind = KPE_SIGNED, .size = sizeof(int) };
	field->how = counted->how;
	field->width = counted->width;
	field->name = kpe_pool_text(&tally->pool, counted->name, strlen(counted->name));
	if (!arg) {
		field->source = strcmp(counted->name, "common_cpu") ? KPE_KEY_PID : KPE_KEY_CPU;
		field->size = sizeof(u64);
	} else {
		for (i = 0; i < nr; i++)
			header += kpe_elements(&args->args[i].type) * args->args[i].type.size;
		field->at = header;
		field->size = key_size(arg);
		field->type = arg->type;
		field->is_signed = kpe_is_signed(&arg->type);
		field->source = kpe_is_string(&arg->type) ? KPE_KEY_TEXT :
				arg->type.count ? KPE_KEY_BYTES : KPE_KEY_NUMBER;
		field->arg = nr;
		field->unused = 64 - min(8 * field->size, 64);
	}
	field->words = DIV_ROUND_UP(field->size, sizeof(u64));
	if (names)
		field->names = kpe_pool_copy(&tally->pool, names, names->bytes);
	return field->name && (!names || field->names) ? 0 : -ENOMEM;
}

static int make_fields(struct kpe_tally *tally, const struct kpe_hist *hist,
		       const struct kpe_args *args, unsigned int header)
{
	struct kpe_tally_field *field = tally->fields;
	unsigned int i;
	int ret = 0;

	tally->nr_keys = hist->nr_keys;
	tally->nr_sums = 1 + hist->nr_vals;
	for (i = 0; i < hist->nr_keys && !ret; i++, field++) {
		ret = make_field(tally, field, &hist->keys[i], args, header);
		tally->key_words += field->words;
		tally->execname |= field->how == KPE_EXECNAME;
	}
	for (i = 0; i < hist->nr_vals && !ret; i++, field++)
		ret = make_field(tally, field, &hist->vals[i], args, header);
	tally->slot_words = 1 + tally->key_words +
			    (tally->execname ? TASK_COMM_LEN / sizeof(u64) : 0);
	return ret;
}

/* At most half the slots are used, so that a key is found near where it is looked for. */
static int make_table(struct kpe_tally *tally, u32 size)
{
	const u32 slots = 2 * roundup_pow_of_two(size);
	int cpu;

	tally->size = size;
	tally->mask = slots - 1;
	tally->shift = 64 - ilog2(slots);
	tally->slots = kvmalloc_array(slots, tally->slot_words * sizeof(u64), GFP_TABLE);
	tally->keys = __alloc_percpu(KPE_NR_CONTEXTS * tally->key_words * sizeof(u64), sizeof(u64));
	if (!tally->slots || !tally->keys)
		return -ENOMEM;
	for_each_possible_cpu(cpu) {
		tally->sums[cpu] = kvmalloc_node(array3_size(size, tally->nr_sums,
							     sizeof(local_t)),
						 GFP_TABLE, cpu_to_node(cpu));
		if (!tally->sums[cpu])
			return -ENOMEM;
	}
	return 0;
}

static void free_tally(struct kref *ref)
{
	struct kpe_tally *tally = container_of(ref, struct kpe_tally, ref);
	int cpu;

	for_each_possible_cpu(cpu)
		kvfree(tally->sums[cpu]);
	kvfree(tally->slots);
	free_percpu(tally->keys);
	kpe_pool_free(&tally->pool);
	kfree(tally);
}

/* Or NULL. No hit uses it. */
void kpe_tally_put(struct kpe_tally *tally)
{
	if (tally)
		kref_put(&tally->ref, free_tally);
}

/*
 * @hist: fits @args; neither is kept. @header: bytes of the record before the first argument.
 * Return: NULL without memory
 */
struct kpe_tally *kpe_tally_make(const struct kpe_hist *hist, const struct kpe_args *args,
				 unsigned int header)
{
	struct kpe_tally *tally = kzalloc(struct_size(tally, sums, nr_cpu_ids), GFP_KERNEL);

	if (!tally)
		return NULL;
	kref_init(&tally->ref);
	if (!make_fields(tally, hist, args, header) && !make_table(tally, hist->size))
		return tally;
	kpe_tally_put(tally);
	return NULL;
}

static struct kpe_tally *tally_of(const struct kpe_event *event)
{
	return rcu_dereference_protected(event->tally, lockdep_is_held(&kpe_mutex));
}

/* Return: a reference; NULL: it does not count */
struct kpe_tally *kpe_tally_get(const struct kpe_event *event)
{
	struct kpe_tally *tally = tally_of(event);

	if (tally)
		kref_get(&tally->ref);
	return tally;
}

/* Let an event that counts, and is live, begin anew. Return: 0 or -ENOMEM */
int kpe_tally_clear(struct kpe_event *event)
{
	const struct kpe_probe *probe = list_first_entry(kpe_event_probes(event),
							 struct kpe_probe, sibling);
	struct kpe_tally *old = tally_of(event);
	struct kpe_tally *tally = kpe_tally_make(probe->line->hist, probe->program->args,
						 kpe_header_size(event));

	if (!tally)
		return -ENOMEM;
	rcu_assign_pointer(event->tally, tally);
	kpe_wait_for_hits();
	kpe_tally_put(old);
	return 0;
}
