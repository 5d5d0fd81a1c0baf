/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References on struct trace_event_file. The kernel itself has them only since its
 * own open files hold one; before, it frees the file under them.
 */
#ifndef KPE_COMPAT_EVENT_FILE_H
#define KPE_COMPAT_EVENT_FILE_H

#include <linux/slab.h>
#include <linux/trace_events.h>

static inline void kpe_event_file_get(struct trace_event_file *file)
{
#if defined(KPE_HAVE_EVENT_FILE_REFCOUNT)
	refcount_inc(&file->ref);
#elif defined(KPE_HAVE_EVENT_FILE_REF)
	atomic_inc(&file->ref);
#endif
}

/* The last one frees it, as the kernel's own event_file_put() does. */
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

/* Has the kernel removed it? Those that do not say so have cleared all pointers to it. */
static inline bool kpe_event_file_is_removed(const struct trace_event_file *file)
{
#if defined(KPE_HAVE_EVENT_FILE_REFCOUNT) || defined(KPE_HAVE_EVENT_FILE_REF)
	return file->flags & EVENT_FILE_FL_FREED;
#else
	return false;
#endif
}

#endif
