// SPDX-License-Identifier: GPL-2.0
/*
 * kprobe_hist: the text of a trigger's "hist" file for each event that counts. Opening adds up
 * the tables, with nothing locked; the lines are made as they are read.
 */
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/overflow.h>
#include <linux/sched.h>
#include <linux/seq_buf.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/sort.h>
#include <linux/string.h>
#include <linux/trace_seq.h>
#include "events/event.h"
#include "events/print.h"
#include "files/control.h"
#include "hit/tally.h"
#include "language/line.h"
#include "model/model.h"

struct counts {
	struct kpe_tally *tally;	/* a reference */
	char *head;			/* the lines before the rows */
	u8 sort;			/* as struct kpe_hist */
	bool descending;
	u32 nr;				/* of rows */
	u64 *rows;	/* sorted; each: the address of the key's slot, sums over all CPUs */
};

struct reading {
	struct trace_seq text;		/* a value */
	unsigned int nr;
	struct counts each[];
};

static unsigned int row_words(const struct kpe_tally *tally)
{
	return 1 + tally->nr_sums;
}

static u64 *row_at(const struct counts *counts, u32 i)
{
	return counts->rows + (size_t)i * row_words(counts->tally);
}

/* The key follows its first word. */
static const u64 *slot_of(const u64 *row)
{
	return (const u64 *)(unsigned long)*row;
}

static void add_sum(const struct kpe_tally *tally, unsigned int i, u64 value, u64 *sums)
{
	const struct kpe_tally_field *field = &tally->fields[tally->nr_keys + i - 1];

	if (i && (field->how == KPE_LEAST || field->how == KPE_MOST))
		sums[i] = max(sums[i], value);
	else
		sums[i] += value;
}

static void add_entry(const struct kpe_tally *tally, u32 entry, u64 *sums)
{
	const size_t at = (size_t)entry * tally->nr_sums;
	unsigned int i;
	int cpu;

	for_each_possible_cpu(cpu)
		for (i = 0; i < tally->nr_sums; i++)
			add_sum(tally, i, local_read(&tally->sums[cpu][at + i]), sums);
}

static const u64 *slot_at(const struct kpe_tally *tally, u32 i)
{
	return tally->slots + (size_t)(i & tally->mask) * tally->slot_words;
}

/* The first slot of a slot's key: one that was added twice has two, which seldom happens. */
static const u64 *first_of(const struct kpe_tally *tally, const u64 *slot)
{
	u32 i = *slot >> 32 << 32 >> tally->shift;
	const u64 *other;

	for (; (other = slot_at(tally, i)) != slot; i++)
		/* pairs with fill_slot() */
		if (smp_load_acquire(other) >> 32 == *slot >> 32 &&
		    !memcmp(other + 1, slot + 1, tally->key_words * sizeof(u64)))
			break;
	return other;
}

/* The row of a slot's key, which may be there */
static u64 *row_of(struct counts *counts, const u64 *slot)
{
	const u64 *first = first_of(counts->tally, slot);
	u32 i;

	for (i = counts->nr; i && first != slot; i--)
		if (slot_of(row_at(counts, i - 1)) == first)
			return row_at(counts, i - 1);
	*row_at(counts, counts->nr) = (unsigned long)slot;
	return row_at(counts, counts->nr++);
}

/* @room: entries; later ones are not shown */
static void add_up(struct counts *counts, u32 room)
{
	const struct kpe_tally *tally = counts->tally;
	u32 i, start = 0;
	u64 head;

	/* Behind a free slot, the first slot of each key comes first. */
	while (READ_ONCE(*slot_at(tally, start)))
		start++;
	for (i = start; i - start <= tally->mask; i++) {
		const u64 *slot = slot_at(tally, i);

		/* pairs with fill_slot() */
		head = smp_load_acquire(slot);
		if (kpe_slot_is_used(head) && kpe_slot_entry(head) < room)
			add_entry(tally, kpe_slot_entry(head), row_of(counts, slot) + 1);
		cond_resched();
	}
}

/* -------------------------------------------------------------------- order */

static int order_of(u64 a, u64 b)
{
	return a < b ? -1 : a > b;
}

static int compare_key(const struct kpe_tally_field *field, const u64 *a, const u64 *b)
{
	const u64 sign = field->is_signed && field->how == KPE_PLAIN ? 1ULL << 63 : 0;
	unsigned int i;
	int ret = 0;

	if (field->source == KPE_KEY_TEXT)
		return strcmp((const char *)a, (const char *)b);
	if (field->source == KPE_KEY_BYTES && field->type.kind != KPE_FRAME)
		return memcmp(a, b, field->size);
	for (i = 0; i < field->words && !ret; i++)
		ret = order_of(a[i] ^ sign, b[i] ^ sign);
	return ret;
}

/* @n: number of the key; -1: by all */
static int compare_keys(const struct kpe_tally *tally, int n, const u64 *a, const u64 *b)
{
	unsigned int at = 0;
	int i, ret = 0;

	for (i = 0; i < tally->nr_keys && !ret; at += tally->fields[i++].words)
		if (n < 0 || i == n)
			ret = compare_key(&tally->fields[i], a + at, b + at);
	return ret;
}

static u64 shown_sum(const struct kpe_tally *tally, const u64 *sums, unsigned int i)
{
	const struct kpe_tally_field *field = &tally->fields[tally->nr_keys + i - 1];

	if (!i)
		return sums[0];
	if (field->how == KPE_AVERAGE && !sums[0])
		return 0;
	if (field->how == KPE_AVERAGE)
		return field->is_signed ? (s64)sums[i] / (s64)sums[0] : sums[i] / sums[0];
	return field->how == KPE_SUM ? sums[i] : kpe_extreme(field, sums[i]);
}

static bool shown_signed(const struct kpe_tally *tally, unsigned int i)
{
	const struct kpe_tally_field *field = &tally->fields[tally->nr_keys + i - 1];

	return i && field->how != KPE_SUM && field->is_signed;
}

/* Equal ones are in the order of their keys. */
static int compare_rows(const void *a, const void *b, const void *priv)
{
	const struct counts *counts = priv;
	const struct kpe_tally *tally = counts->tally;
	const u64 *x = slot_of(a) + 1, *y = slot_of(b) + 1;
	const unsigned int sum = counts->sort > tally->nr_keys ?
				 counts->sort - tally->nr_keys : 0;
	const u64 sign = shown_signed(tally, sum) ? 1ULL << 63 : 0;
	int ret;

	if (counts->sort && !sum)
		ret = compare_keys(tally, counts->sort - 1, x, y);
	else
		ret = order_of(shown_sum(tally, (const u64 *)a + 1, sum) ^ sign,
			       shown_sum(tally, (const u64 *)b + 1, sum) ^ sign);
	ret = counts->descending ? -ret : ret;
	return ret ?: compare_keys(tally, -1, x, y);
}

static int take_counts(struct counts *counts)
{
	const struct kpe_tally *tally = counts->tally;
	const u32 room = min_t(u32, atomic_read_acquire(&tally->used), tally->size);
	const size_t size = row_words(tally) * sizeof(u64);

	if (!room)
		return 0;
	counts->rows = kvcalloc(room, size, GFP_KERNEL | __GFP_NOWARN);
	if (!counts->rows)
		return -ENOMEM;
	add_up(counts, room);
	sort_r(counts->rows, counts->nr, size, compare_rows, NULL, counts);
	return 0;
}

/* ------------------------------------------------------------------- values */

static void show_typed(struct seq_file *m, const struct kpe_tally_field *field, const u64 *key)
{
	struct trace_seq *s = &((struct reading *)m->private)->text;
	const struct kpe_shown shown = {
		.type = &field->type, .names = field->names, .at = (const u8 *)key,
	};

	trace_seq_init(s);
	kpe_format_print(s, &shown);
	seq_printf(m, ": %10.*s", (int)trace_seq_used(s), s->buffer);
}

static void show_stack(struct seq_file *m, const struct kpe_tally_field *field, const u64 *key)
{
	unsigned int i;

	seq_puts(m, ":\n");
	for (i = 0; i < field->words && key[i]; i++)
		seq_printf(m, "         %pS\n", (void *)(unsigned long)key[i]);
}

static bool is_shown_by_type(const struct kpe_type *type)
{
	return kpe_is_whole(type) || (type->kind >= KPE_SYMBOL && type->kind < KPE_STRING &&
				      type->kind != KPE_BITFIELD &&
				      type->kind != KPE_SIGNED_BITFIELD);
}

static void show_plain(struct seq_file *m, const struct kpe_tally_field *field, const u64 *key)
{
	if (field->source == KPE_KEY_TEXT)
		seq_printf(m, ": %-50s", (const char *)key);
	else if (field->type.kind == KPE_FRAME)
		show_stack(m, field, key);
	else if (is_shown_by_type(&field->type))
		show_typed(m, field, key);
	else
		seq_printf(m, ": %10llu", *key);
}

static void show_key(struct seq_file *m, const struct kpe_tally_field *field, const u64 *key,
		     const u64 *name)
{
	seq_puts(m, field->name);
	switch (field->how) {
	case KPE_LOG2:
		seq_printf(m, ": ~ 2^%-2llu", *key);
		break;
	case KPE_BUCKETS:
		seq_printf(m, ": ~ %llu-%llu", *key, *key + field->width - 1);
		break;
	case KPE_IN_HEX:
		seq_printf(m, ": %llx", *key);
		break;
	case KPE_AS_SYMBOL:
		seq_printf(m, ": [%llx] %-45ps", *key, (void *)(unsigned long)*key);
		break;
	case KPE_EXECNAME:
		seq_printf(m, ": %-16.16s[%10llu]", *key ? (const char *)name : "<idle>", *key);
		break;
	default:
		show_plain(m, field, key);
	}
}

static void show_row(struct seq_file *m, const struct counts *counts, const u64 *row)
{
	const struct kpe_tally *tally = counts->tally;
	const struct kpe_tally_field *field = tally->fields;
	const u64 *key = slot_of(row) + 1, *name = key + tally->key_words;
	bool has_lines = false;
	unsigned int i;

	seq_puts(m, "{ ");
	for (i = 0; i < tally->nr_keys; i++, key += field++->words) {
		if (i)
			seq_puts(m, ", ");
		show_key(m, field, key, name);
		has_lines |= field->type.kind == KPE_FRAME;
	}
	seq_printf(m, "%s} hitcount: %10llu", has_lines ? "" : " ", row[1]);
	for (i = 1; i < tally->nr_sums; i++, field++)
		seq_printf(m, shown_signed(tally, i) ? "  %s: %10lld" : "  %s: %10llu",
			   field->name, shown_sum(tally, row + 1, i));
	seq_putc(m, '\n');
}

static void show_totals(struct seq_file *m, const struct counts *counts)
{
	u64 hits = 0;
	u32 i;

	for (i = 0; i < counts->nr; i++)
		hits += row_at(counts, i)[1];
	seq_printf(m, "\nTotals:\n    Hits: %llu\n    Entries: %u\n    Dropped: %lu\n", hits,
		   counts->nr, atomic_long_read(&counts->tally->dropped));
}

/* ------------------------------------------------------------------ listing */

/*
 * Find the event of a line: its head, its rows, its totals. @pos: set to the number of the line
 * in it. NULL: behind the last
 */
static struct counts *counts_at(struct reading *reading, loff_t *pos)
{
	struct counts *counts = reading->each;

	for (; counts < reading->each + reading->nr; counts++) {
		if (*pos < counts->nr + 2LL)
			return counts;
		*pos -= counts->nr + 2LL;
	}
	return NULL;
}

static void *hist_start(struct seq_file *m, loff_t *pos)
{
	loff_t at = *pos;

	return counts_at(m->private, &at) ? (void *)(unsigned long)(*pos + 1) : NULL;
}

static void *hist_next(struct seq_file *m, void *v, loff_t *pos)
{
	++*pos;
	return hist_start(m, pos);
}

static void hist_stop(struct seq_file *m, void *v)
{
}

static int hist_show(struct seq_file *m, void *v)
{
	loff_t at = (unsigned long)v - 1;
	struct reading *reading = m->private;
	struct counts *counts = counts_at(reading, &at);

	if (!at)
		seq_printf(m, "%s%s", counts > reading->each ? "\n\n" : "", counts->head);
	else if (at <= counts->nr)
		show_row(m, counts, row_at(counts, at - 1));
	else
		show_totals(m, counts);
	return 0;
}

static const struct seq_operations hist_sops = {
	.start = hist_start, .next = hist_next, .stop = hist_stop, .show = hist_show,
};

/* ------------------------------------------------------------------ opening */

static void write_names(struct seq_buf *s, const struct kpe_hist *hist)
{
	unsigned int i;

	seq_buf_printf(s, "hist:keys=");
	for (i = 0; i < hist->nr_keys; i++) {
		const struct kpe_hist_field *key = &hist->keys[i];

		seq_buf_printf(s, "%s%s%s", i ? "," : "", key->name, kpe_shapes[key->how] ?: "");
		if (key->how == KPE_BUCKETS)
			seq_buf_printf(s, "%lu", key->width);
	}
	seq_buf_printf(s, ":vals=hitcount");
	for (i = 0; i < hist->nr_vals; i++)
		seq_buf_printf(s, ",%s", hist->vals[i].name);
	seq_buf_printf(s, ":sort=%s", !hist->sort ? "hitcount" : hist->sort <= hist->nr_keys ?
		       hist->keys[hist->sort - 1].name :
		       hist->vals[hist->sort - hist->nr_keys - 1].name);
	seq_buf_printf(s, "%s:size=%u", hist->descending ? ".descending" : "", hist->size);
}

#define HEAD_SIZE (KPE_MAX_LINE + 1024)

/* As a trigger has it. Return: NULL without memory */
static char *make_head(const struct kpe_probe *probe)
{
	const struct kpe_event *event = probe->event;
	const struct kpe_condition *cond = probe->line->condition;
	char *text = kmalloc(HEAD_SIZE, GFP_KERNEL);
	struct seq_buf s;

	if (!text)
		return NULL;
	seq_buf_init(&s, text, HEAD_SIZE);
	seq_buf_printf(&s, "# %s/%s\n# event histogram\n#\n# trigger info: ",
		       kpe_event_group(event), event->name);
	write_names(&s, probe->line->hist);
	seq_buf_printf(&s, "%s%s [%s]\n#\n\n", cond ? " if " : "", cond ? cond->text : "",
		       READ_ONCE(event->users) ? "active" : "paused");
	/* it fits */
	text[min_t(size_t, s.len, HEAD_SIZE - 1)] = '\0';
	return text;
}

/* Of the probes of an event, only the first shows it. */
static bool is_shown(const struct kpe_probe *probe)
{
	return probe->line->hist && list_is_first(&probe->sibling, kpe_event_probes(probe->event));
}

/* Or NULL. */
static void free_reading(struct reading *reading)
{
	struct counts *counts;

	if (!reading)
		return;
	for (counts = reading->each; counts < reading->each + reading->nr; counts++) {
		kpe_tally_put(counts->tally);
		kfree(counts->head);
		kvfree(counts->rows);
	}
	kvfree(reading);
}

/* Return: NULL without memory */
static struct reading *hold_tables(void)
{
	const struct kpe_probe *probe;
	struct reading *reading;
	struct counts *counts;
	unsigned int nr = 0;

	guard(kpe_model)();
	list_for_each_entry(probe, &kpe_probes, link)
		nr += is_shown(probe);
	reading = kvzalloc(struct_size(reading, each, nr), GFP_KERNEL);
	if (!reading)
		return NULL;
	list_for_each_entry(probe, &kpe_probes, link) {
		if (!is_shown(probe))
			continue;
		counts = &reading->each[reading->nr++];
		counts->tally = kpe_tally_get(probe->event);
		counts->sort = probe->line->hist->sort;
		counts->descending = probe->line->hist->descending;
		counts->head = make_head(probe);
		if (!counts->head) {
			free_reading(reading);
			return NULL;
		}
	}
	return reading;
}

static struct reading *make_reading(void)
{
	struct reading *reading = hold_tables();
	unsigned int i;

	for (i = 0; reading && i < reading->nr; i++) {
		if (take_counts(&reading->each[i])) {
			free_reading(reading);
			reading = NULL;
		}
	}
	return reading;
}

/* Context: kpe_mutex. @name: NULL: clear all. Return: 0, -ENOENT or -ENOMEM */
static int clear_counts(const char *name)
{
	const struct kpe_probe *probe;
	int ret = name ? -ENOENT : 0;
	size_t group;

	list_for_each_entry(probe, &kpe_probes, link) {
		group = strlen(kpe_event_group(probe->event));
		if (!is_shown(probe) ||
		    (name && (strncmp(name, kpe_event_group(probe->event), group) ||
			      name[group] != '/' ||
			      strcmp(name + group + 1, probe->event->name))))
			continue;
		ret = kpe_tally_clear(probe->event);
		if (ret || name)
			break;
	}
	return ret;
}

static int hist_open(struct inode *inode, struct file *file)
{
	struct reading *reading = NULL;
	int ret = 0;

	if (file->f_mode & FMODE_WRITE && file->f_flags & O_TRUNC) {
		guard(kpe_model)();
		ret = clear_counts(NULL);
	}
	if (ret)
		return ret;
	if (file->f_mode & FMODE_READ) {
		reading = make_reading();
		if (!reading)
			return -ENOMEM;
	}
	ret = seq_open(file, &hist_sops);
	if (!ret)
		((struct seq_file *)file->private_data)->private = reading;
	else
		free_reading(reading);
	return ret;
}

static int hist_release(struct inode *inode, struct file *file)
{
	free_reading(((struct seq_file *)file->private_data)->private);
	return seq_release(inode, file);
}

#define MAX_NAMES (2 * KPE_MAX_NAME + 3)	/* GROUP/EVENT and a newline */

static ssize_t hist_write(struct file *file, const char __user *from, size_t count, loff_t *pos)
{
	char name[MAX_NAMES], *text;
	size_t len;

	if (count >= sizeof(name))
		return -EINVAL;
	text = vmemdup_user(from, count);
	if (IS_ERR(text))
		return PTR_ERR(text);
	memcpy(name, text, count);
	kvfree(text);
	name[count] = '\0';
	len = strcspn(name, "\n");
	/* one name, and nothing behind it */
	if (len + (name[len] == '\n') != count)
		return -EINVAL;
	name[len] = '\0';
	if (!*name)
		return count;
	guard(kpe_model)();
	return clear_counts(name) ?: count;
}

const struct file_operations kpe_hist_fops = {
	.owner = THIS_MODULE,
	.open = hist_open,
	.read = seq_read,
	.write = hist_write,
	.llseek = seq_lseek,
	.release = hist_release,
};
