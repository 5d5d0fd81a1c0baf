/* SPDX-License-Identifier: GPL-2.0 */
/*
 * cleanup - guard() and __free(), which act at the end of their block
 *
 * Contract: a function that uses one of them has no goto. 6.1 got them in its stable releases.
 */
#ifndef KPE_COMPAT_CLEANUP_H
#define KPE_COMPAT_CLEANUP_H

#include <linux/mutex.h>
#include <linux/slab.h>

#ifdef KPE_HAVE_CLEANUP
#include <linux/cleanup.h>
#else
#define DEFINE_FREE(name, type, free) \
	static inline void __free_##name(void *p) { type _T = *(type *)p; free; }
#define __free(name)	__attribute__((cleanup(__free_##name)))

DEFINE_FREE(kfree, void *, kfree(_T))

#define DEFINE_GUARD(name, type, lock, unlock) \
	struct kpe_guard_##name { type held; }; \
	static inline void kpe_unlock_##name(struct kpe_guard_##name *g) \
	{ type _T = g->held; unlock; } \
	static inline struct kpe_guard_##name kpe_lock_##name(type _T) \
	{ lock; return (struct kpe_guard_##name){ _T }; }
#define DEFINE_LOCK_GUARD_0(name, lock, unlock) \
	struct kpe_guard_##name { int held; }; \
	static inline void kpe_unlock_##name(struct kpe_guard_##name *g) \
	{ (void)g; unlock; } \
	static inline struct kpe_guard_##name kpe_lock_##name(void) \
	{ lock; return (struct kpe_guard_##name){ 1 }; }
/* guard(mutex)(&lock): one in a block */
#define guard(name) \
	struct kpe_guard_##name guarded __attribute__((cleanup(kpe_unlock_##name), unused)) = \
		kpe_lock_##name

DEFINE_GUARD(mutex, struct mutex *, mutex_lock(_T), mutex_unlock(_T))

static inline void *kpe_take(void *p)
{
	void *taken = *(void **)p;

	*(void **)p = NULL;
	return taken;
}

#define no_free_ptr(p)	((typeof(p))kpe_take(&(p)))
#endif

#endif
