/* SPDX-License-Identifier: GPL-2.0 */
/*
 * References to struct trace_event_file. Older kernels have none, and free it
 * while its files are open.
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

/* Has the kernel removed it? Older kernels clear all pointers to it. */
static inline bool kpe_event_file_is_removed(const struct trace_event_file *file)
{
#if defined(KPE_HAVE_EVENT_FILE_REFCOUNT) || defined(KPE_HAVE_EVENT_FILE_REF)
	return file->flags & EVENT_FILE_FL_FREED;
#else
	return false;
#endif
}

#endif
