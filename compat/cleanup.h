/* SPDX-License-Identifier: GPL-2.0 */
/*
 * cleanup - guard() and __free(), which act at the end of their block
 *
 * 6.1 got them in its stable releases.
 *
 * Contract: a function that uses one of them has no goto.
 */
#ifndef KPE_COMPAT_CLEANUP_H
#define KPE_COMPAT_CLEANUP_H

#include <linux/mutex.h>
#include <linux/slab.h>

#ifndef KPE_HAVE_CLEANUP
#define DEFINE_FREE(name, type, free) \
	static inline void __free_##name(void *p) { type _T = *(type *)p; free; }
#define __free(name)	__attribute__((cleanup(__free_##name)))

DEFINE_FREE(kfree, void *, kfree(_T))
DEFINE_FREE(unlock, struct mutex *, mutex_unlock(_T))

static inline struct mutex *kpe_lock_mutex(struct mutex *mutex)
{
	mutex_lock(mutex);
	return mutex;
}

/* guard(mutex)(&lock): one in a block */
#define guard(name)	struct mutex *guarded __free(unlock) __maybe_unused = kpe_lock_##name

static inline void *kpe_take(void *p)
{
	void *taken = *(void **)p;

	*(void **)p = NULL;
	return taken;
}

#define no_free_ptr(p)	((typeof(p))kpe_take(&(p)))
#endif

#endif
