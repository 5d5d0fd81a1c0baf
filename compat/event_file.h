/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References to struct trace_event_file. Older kernels have none, and free it while files are open.
 */
#ifndef KPE_COMPAT_EVENT_FILE_H
#define KPE_COMPAT_EVENT_FILE_H

#include <linux/slab.h>
#include <linux/trace_events.h>

#if defined(KPE_HAVE_EVENT_FILE_REFCOUNT) || defined(KPE_HAVE_EVENT_FILE_REF)
#define KPE_COUNTS_EVENT_FILES	1
#else
#define KPE_COUNTS_EVENT_FILES	0
#endif

static inline void kpe_event_file_get(struct trace_event_file *file)
{
#if defined(KPE_HAVE_EVENT_FILE_REFCOUNT)
	refcount_inc(&file->ref);
#elif defined(KPE_HAVE_EVENT_FILE_REF)
	atomic_inc(&file->ref);
#endif
}

/* Like the kernel's event_file_put(), which is not exported */
static inline void kpe_event_file_put(struct trace_event_file *file)
{
#if defined(KPE_HAVE_EVENT_FILE_REFCOUNT)
	if (refcount_dec_and_test(&file->ref))
		kfree(file);
#elif defined(KPE_HAVE_EVENT_FILE_REF)
	if (atomic_dec_and_test(&file->ref))
		kfree(file);
#endif
}

static inline int kpe_event_file_refs(const struct trace_event_file *file)
{
#if defined(KPE_HAVE_EVENT_FILE_REFCOUNT)
	return refcount_read(&file->ref);
#elif defined(KPE_HAVE_EVENT_FILE_REF)
	return atomic_read(&file->ref);
#else
	return 0;
#endif
}

/* Does an open file count, beside its instance? Many more are no counter. */
static inline bool kpe_event_file_is_counted(const struct trace_event_file *file)
{
	int refs = kpe_event_file_refs(file);

	return !KPE_COUNTS_EVENT_FILES || (refs >= 2 && refs < 1 << 20);
}

/*
 * The kernel counts an enabling by a trigger, twice, before it calls the event, and does
 * not take that back if the event fails. From then on no trigger would enable the event,
 * and nothing disable it: the kernel would free this, with the instance, in use. An
 * enabling that has not failed counts only while the event is enabled.
 */
static inline void kpe_event_file_failed(struct trace_event_file *file)
{
	if (!atomic_read(&file->sm_ref))
		return;
	atomic_dec(&file->sm_ref);
#ifdef KPE_HAVE_SOFT_MODE
	clear_bit(EVENT_FILE_FL_SOFT_MODE_BIT, &file->flags);
#endif
	clear_bit(EVENT_FILE_FL_SOFT_DISABLED_BIT, &file->flags);
	if (!atomic_read(&file->tm_ref))
		return;
	atomic_dec(&file->tm_ref);
	clear_bit(EVENT_FILE_FL_TRIGGER_MODE_BIT, &file->flags);
}

/* Has the kernel removed it? Older kernels clear all pointers to it. */
static inline bool kpe_event_file_is_removed(const struct trace_event_file *file)
{
#if KPE_COUNTS_EVENT_FILES
	return file->flags & EVENT_FILE_FL_FREED;
#else
	return false;
#endif
}

#endif
