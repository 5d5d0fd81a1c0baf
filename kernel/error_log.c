// SPDX-License-Identifier: GPL-2.0
/*
 * The module's log is a ring of the newest entries, protected by log_lock. An entry
 * owns a copy of its line.
 *
 * tracing_log_err() adds to the kernel's log. It is looked up at the first error; without
 * it only the module's log has the error. The kernel's log keeps pointers to the texts
 * forever, so they are copied into memory that is never freed. It has room for more texts
 * than the kernel's log has entries, so a place there is free when it is reused. The function
 * does not say if it had memory, so it is called only where there was some for a copy of the line.
 * relay_lock protects this; it is never held together with log_lock.
 */
#include <linux/kmemleak.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/static_call.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <linux/trace_clock.h>
#include "compat/cleanup.h"
#include "kernel/error_log.h"
#include "kernel/symbols.h"

#define KPE_LOG_ENTRIES		8	/* as many as the kernel's log has */
#define KPE_LOG_SOURCE		"trace_kprobe"
#define KPE_LOG_COMMAND		"  Command: "
#define KPE_NR_TEXTS		(2 * KPE_LOG_ENTRIES)
#define KPE_TEXT_SIZE		1024	/* bytes of a text with its NUL */

struct trace_array;

/* Prototype of tracing_log_err() from 6.1 to 7.3 */
typedef void kpe_log_fn(struct trace_array *tr, const char *loc,
			const char *cmd, const char **errs, u8 type, u16 pos);

struct kpe_log_entry {
	u64 time;		/* ns, on the clock of the kernel's error_log */
	char *line;		/* owned; NULL if the entry is empty */
	char *text;		/* of the error; owned */
	u16 col;		/* of the caret */
	bool is_warning;
};

static const char *const error_texts[KPE_NR_ERRS] = {
	"",		/* KPE_ERR_NONE */
#define KPE_ERROR(code, text) text,
#include "language/error_list.h"
#undef KPE_ERROR
};

static DEFINE_MUTEX(log_lock);
static struct kpe_log_entry log_entries[KPE_LOG_ENTRIES];
static unsigned int log_next;		/* the oldest or an empty one */

static DEFINE_MUTEX(relay_lock);

/* What entries of the kernel's log point to for an unknown time; never freed */
static struct kpe_texts {
	const char *table[KPE_NR_TEXTS];
	char texts[KPE_NR_TEXTS][KPE_TEXT_SIZE];
	u8 next;		/* number of the next one to use */
} *relay;

/*
 * A patched direct call. An indirect call needs a landing pad, which the kernel
 * removes if it does not take the function's address.
 */
DEFINE_STATIC_CALL_NULL(kpe_relay, kpe_log_fn);

const char *kpe_error_text(enum kpe_err code)
{
	return error_texts[code];
}

/* The text of an error with its details, to be freed with kfree(); NULL without memory */
char *kpe_error_say(const struct kpe_error *e)
{
	if (!e->more)
		return kstrdup(error_texts[e->code], GFP_KERNEL);
	return kasprintf(GFP_KERNEL, "%s (%s)", error_texts[e->code], e->more);
}

/* --------------------------------------------------------------- module log */

static void empty_entry(struct kpe_log_entry *entry)
{
	kfree(entry->line);
	kfree(entry->text);
	memset(entry, 0, sizeof(*entry));
}

static void store_entry(char *line, char *text, u16 col, bool is_warning)
{
	struct kpe_log_entry *entry;

	guard(mutex)(&log_lock);
	entry = &log_entries[log_next];
	empty_entry(entry);
	*entry = (struct kpe_log_entry){
		.time = trace_clock(), .line = line, .text = text,
		.col = col, .is_warning = is_warning,
	};
	log_next = (log_next + 1) % KPE_LOG_ENTRIES;
}

static void show_entry(struct seq_file *m, const struct kpe_log_entry *entry)
{
	u32 ns;
	u64 sec = div_u64_rem(entry->time, NSEC_PER_SEC, &ns);

	seq_printf(m, "[%5llu.%06u] " KPE_LOG_SOURCE ": %s: %s\n", sec,
		   ns / (u32)NSEC_PER_USEC, entry->is_warning ? "warning" : "error",
		   entry->text);
	seq_printf(m, KPE_LOG_COMMAND "%s\n", entry->line);
	seq_printf(m, "%*s^\n", (int)strlen(KPE_LOG_COMMAND) + entry->col, "");
}

void kpe_error_show(struct seq_file *m)
{
	const struct kpe_log_entry *entry;
	unsigned int i;

	guard(mutex)(&log_lock);
	/* the oldest first */
	for (i = 0; i < KPE_LOG_ENTRIES; i++) {
		entry = &log_entries[(log_next + i) % KPE_LOG_ENTRIES];
		if (entry->line)
			show_entry(m, entry);
	}
}

/* The kernel's log stays. */
void kpe_error_clear(void)
{
	unsigned int i;

	guard(mutex)(&log_lock);
	for (i = 0; i < KPE_LOG_ENTRIES; i++)
		empty_entry(&log_entries[i]);
}

/* --------------------------------------------------------- the kernel's log */

/* The kernel's function writes "error:" before every text. */
static void relay_entry(const char *line, const char *text, u16 col, bool is_warning)
{
	u8 i;

	guard(mutex)(&relay_lock);
	if (!relay && kpe_find_call(kpe_relay, "tracing_log_err")) {
		/* without memory, the next error tries again */
		relay = kzalloc(sizeof(*relay), GFP_KERNEL);
		kmemleak_not_leak(relay);
	}
	if (!relay)
		return;
	i = relay->next;
	relay->next = (i + 1) % KPE_NR_TEXTS;
	relay->table[i] = relay->texts[i];
	snprintf(relay->texts[i], KPE_TEXT_SIZE, "%s%s", is_warning ? "warning: " : "", text);
	static_call_cond(kpe_relay)(NULL, KPE_LOG_SOURCE, line, relay->table, i, col);
}

/* Context: takes the kprobe core's locks. */
bool kpe_errors_reach_kernel(void)
{
	return kpe_kernel_function("tracing_log_err");
}

static void log_entry(const char *line, const struct kpe_error *e, bool is_warning)
{
	char *copy __free(kfree) = kstrdup(line ?: "", GFP_KERNEL);
	char *text __free(kfree) = kpe_error_say(e);
	u16 col;

	if (!copy || !text || e->code == KPE_ERR_NONE)
		return;
	col = min3((size_t)e->col, strlen(copy) + 1, (size_t)U16_MAX);
	relay_entry(copy, text, col, is_warning);
	store_entry(no_free_ptr(copy), no_free_ptr(text), col, is_warning);
}

/*
 * @line: normalised; NULL is an empty one. A column beyond it is moved one blank behind its
 * end. An error without a code is none. Without memory the entry is lost. Context: may sleep;
 * takes the kprobe core's locks the first time.
 */
void kpe_error_log(const char *line, const struct kpe_error *e)
{
	log_entry(line, e, false);
}

/* The same of what a user should know of a line that is accepted */
void kpe_warning_log(const char *line, const struct kpe_error *e)
{
	log_entry(line, e, true);
}
