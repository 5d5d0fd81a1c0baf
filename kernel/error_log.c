// SPDX-License-Identifier: GPL-2.0
/*
 * error_log - what was refused, for our own error_log and for the kernel's
 *
 * Our log is a ring of the newest entries, guarded by log_lock. An entry owns
 * a copy of its line until it is overwritten, cleared or the module goes.
 *
 * The kernel's log is reached through tracing_log_err(), which is not
 * exported: it is looked up by name at the first error, and if it is missing,
 * only that log lacks the entry. It keeps pointers to our texts for ever, so
 * these are copied once into memory that is never freed. A text that is longer
 * than its usual one gets a slot there, which is used again when the kernel's
 * log, much shorter than the row of slots, has long forgotten it. relay_lock
 * guards this. It is never held together with log_lock.
 */
#include <linux/kmemleak.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_clock.h>
#include "kernel/error_log.h"
#include "kernel/symbols.h"

#define KPE_LOG_ENTRIES		8	/* as many as the kernel's log has */
#define KPE_LOG_SOURCE		"trace_kprobe"
#define KPE_LOG_COMMAND		"  Command: "
#define KPE_LOG_FUNCTION	"tracing_log_err"
#define KPE_NR_SLOTS		(2 * KPE_LOG_ENTRIES)
#define KPE_SLOT_SIZE		1024	/* bytes of a text with its NUL */

struct trace_array;

/* Prototype of tracing_log_err(), the same from 6.1 to 7.3. */
typedef void kpe_log_fn(struct trace_array *tr, const char *loc,
			const char *cmd, const char **errs, u8 type, u16 pos);

/**
 * struct kpe_log_entry - one refusal
 * @time: ns, on the clock of the kernel's own error_log
 * @line: owned; NULL if the entry is empty
 * @text: what was wrong; owned
 * @col: caret column
 */
struct kpe_log_entry {
	u64 time;
	char *line;
	char *text;
	u16 col;
};

enum kpe_relay_state { KPE_RELAY_UNKNOWN, KPE_RELAY_READY, KPE_RELAY_NONE };

static const char *const error_texts[KPE_NR_ERRS] = {
	"",		/* KPE_ERR_NONE */
#define KPE_ERROR(code, text) text,
#include "language/error_list.h"
#undef KPE_ERROR
};

static DEFINE_MUTEX(log_lock);
static struct kpe_log_entry log_entries[KPE_LOG_ENTRIES];
static unsigned int log_next;		/* the oldest, or an empty one */

static DEFINE_MUTEX(relay_lock);
static enum kpe_relay_state relay_state;
static const char **relay_texts;	/* of each error, then of the slots */
static unsigned int relay_slot;		/* the one to be used next */

/*
 * A direct call, patched in. An indirect one would need a landing pad that
 * the kernel removes from functions of which it never takes the address.
 */
DEFINE_STATIC_CALL_NULL(kpe_relay, kpe_log_fn);

/**
 * kpe_error_text() - what an error says
 * @code: which
 *
 * Context: any. Return: the text, as long as the module is there.
 */
const char *kpe_error_text(enum kpe_err code)
{
	return error_texts[code];
}

/**
 * kpe_error_say() - all that there is to say of an error
 * @e: which
 *
 * Context: may sleep. Return: the text and what it adds in this case, to be
 * freed with kfree(); NULL if there is no memory.
 */
char *kpe_error_say(const struct kpe_error *e)
{
	if (!e->more)
		return kstrdup(error_texts[e->code], GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%s (%s)", error_texts[e->code], e->more);
}

/* Our own log */

static void empty_entry(struct kpe_log_entry *entry)
{
	kfree(entry->line);
	kfree(entry->text);
	memset(entry, 0, sizeof(*entry));
}

static void store_entry(char *line, char *text, u16 col)
{
	struct kpe_log_entry *entry;

	mutex_lock(&log_lock);
	entry = &log_entries[log_next];
	empty_entry(entry);
	entry->time = trace_clock();
	entry->line = line;
	entry->text = text;
	entry->col = col;
	log_next = (log_next + 1) % KPE_LOG_ENTRIES;
	mutex_unlock(&log_lock);
}

static void show_entry(struct seq_file *m, const struct kpe_log_entry *entry)
{
	u32 ns;
	u64 sec = div_u64_rem(entry->time, NSEC_PER_SEC, &ns);

	seq_printf(m, "[%5llu.%06u] " KPE_LOG_SOURCE ": error: %s\n", sec,
		   ns / (u32)NSEC_PER_USEC, entry->text);
	seq_printf(m, KPE_LOG_COMMAND "%s\n", entry->line);
	seq_printf(m, "%*s^\n", (int)strlen(KPE_LOG_COMMAND) + entry->col, "");
}

/**
 * kpe_error_show() - print our log, the oldest entry first
 * @m: printed to
 *
 * Context: may sleep.
 */
void kpe_error_show(struct seq_file *m)
{
	const struct kpe_log_entry *entry;
	unsigned int i;

	mutex_lock(&log_lock);
	for (i = 0; i < KPE_LOG_ENTRIES; i++) {
		entry = &log_entries[(log_next + i) % KPE_LOG_ENTRIES];
		if (entry->line)
			show_entry(m, entry);
	}
	mutex_unlock(&log_lock);
}

/**
 * kpe_error_clear() - empty our log
 *
 * The kernel's log is the kernel's to clear.
 *
 * Context: may sleep.
 */
void kpe_error_clear(void)
{
	unsigned int i;

	mutex_lock(&log_lock);
	for (i = 0; i < KPE_LOG_ENTRIES; i++)
		empty_entry(&log_entries[i]);
	mutex_unlock(&log_lock);
}

/* The kernel's log */

static size_t size_of_texts(void)
{
	size_t size = sizeof(error_texts);
	unsigned int i;

	size += KPE_NR_SLOTS * (sizeof(char *) + KPE_SLOT_SIZE);
	for (i = 0; i < KPE_NR_ERRS; i++)
		size += strlen(error_texts[i]) + 1;
	return size;
}

/*
 * Table and strings in one block that outlives the module: entries of the
 * kernel's log point into it, and nothing tells when the last one is gone.
 */
static const char **make_lasting_texts(void)
{
	const char **table = kzalloc(size_of_texts(), GFP_KERNEL);
	unsigned int i;
	size_t len;
	char *p;

	if (!table)
		return NULL;
	kmemleak_not_leak(table);
	p = (char *)(table + KPE_NR_ERRS + KPE_NR_SLOTS);
	for (i = 0; i < KPE_NR_SLOTS; i++, p += KPE_SLOT_SIZE)
		table[KPE_NR_ERRS + i] = p;
	for (i = 0; i < KPE_NR_ERRS; i++) {
		len = strlen(error_texts[i]) + 1;
		table[i] = memcpy(p, error_texts[i], len);
		p += len;
	}
	return table;
}

/* Without memory the state stays unknown, for the next error to try again. */
static void setup_relay(void)
{
	kpe_log_fn *fn = (void *)kpe_kernel_function(KPE_LOG_FUNCTION);

	if (!fn) {
		WRITE_ONCE(relay_state, KPE_RELAY_NONE);
		return;
	}
	relay_texts = make_lasting_texts();
	if (!relay_texts)
		return;
	static_call_update(kpe_relay, fn);
	WRITE_ONCE(relay_state, KPE_RELAY_READY);
}

/**
 * kpe_errors_reach_kernel() - does the kernel's error_log have our errors, too
 *
 * Context: may sleep; takes the kprobe core's locks until the first error.
 * Return: true if the kernel's function for it can be found.
 */
bool kpe_errors_reach_kernel(void)
{
	enum kpe_relay_state state = READ_ONCE(relay_state);

	if (state == KPE_RELAY_UNKNOWN)
		return kpe_kernel_function(KPE_LOG_FUNCTION);
	return state == KPE_RELAY_READY;
}

/* The number of a text: its error's, or that of a slot that has it now. */
static u8 relay_number(const struct kpe_error *e, const char *text)
{
	unsigned int slot = KPE_NR_ERRS + relay_slot;

	BUILD_BUG_ON(KPE_NR_ERRS + KPE_NR_SLOTS > U8_MAX + 1);

	if (!e->more)
		return e->code;
	relay_slot = (relay_slot + 1) % KPE_NR_SLOTS;
	strscpy((char *)relay_texts[slot], text, KPE_SLOT_SIZE);
	return slot;
}

static void relay_entry(const char *line, const struct kpe_error *e,
			const char *text, u16 col)
{
	mutex_lock(&relay_lock);
	if (relay_state == KPE_RELAY_UNKNOWN)
		setup_relay();
	if (relay_state == KPE_RELAY_READY)
		static_call_cond(kpe_relay)(NULL, KPE_LOG_SOURCE, line,
					    relay_texts, relay_number(e, text),
					    col);
	mutex_unlock(&relay_lock);
}

/* Both logs */

/**
 * kpe_error_log() - record why a line was refused, in both logs
 * @line: the normalised line; NULL is an empty one
 * @e: why; without a code nothing is recorded
 *
 * A column beyond the line is taken as a blank behind its end. Without memory the entry is
 * lost: the write fails all the same.
 *
 * Context: may sleep; takes the kprobe core's locks the first time.
 */
void kpe_error_log(const char *line, const struct kpe_error *e)
{
	char *copy, *text;
	u16 col;

	if (e->code <= KPE_ERR_NONE || e->code >= KPE_NR_ERRS)
		return;
	copy = kstrdup(line ?: "", GFP_KERNEL);
	text = kpe_error_say(e);
	if (!copy || !text) {
		kfree(copy);
		kfree(text);
		return;
	}
	col = min3((size_t)e->col, strlen(copy) + 1, (size_t)U16_MAX);
	relay_entry(copy, e, text, col);
	store_entry(copy, text, col);
}
