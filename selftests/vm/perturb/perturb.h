/* SPDX-License-Identifier: GPL-2.0 */
/*
 * perturb - others may get ahead at every lock, wait, gate, and step through a list
 *
 * Contract: the test build includes this before anything else in each file of the
 * module, whose sources know nothing of it. Headers that define what is wrapped come
 * first: what they do themselves stays as it is.
 */
#ifndef KPE_PERTURB_H
#define KPE_PERTURB_H

void kpe_perturb(const char *file, unsigned int line);
void kpe_perturb_symbol(const char *file, unsigned int line);

/* what is called at these points has none */
#ifndef KPE_NOT_PERTURBED

#include <linux/dcache.h>
#include <linux/delay.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/ftrace.h>
#include <linux/hashtable.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/namei.h>
#include <linux/perf_event.h>
#include <linux/rculist.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/trace_events.h>
#include <linux/tracepoint.h>
#include <linux/vmalloc.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#define KPE_PERTURB()	kpe_perturb(KBUILD_BASENAME, __LINE__)

/* A call, and a point on either side of it */
#define KPE_AROUND(call) do {						\
	KPE_PERTURB();							\
	call;								\
	KPE_PERTURB();							\
} while (0)

#define KPE_AROUND_VALUE(call) ({					\
	KPE_PERTURB();							\
	__auto_type kpe_value = call;					\
	KPE_PERTURB();							\
	kpe_value;							\
})

/*
 * What is a macro of the kernel's on some kernels is called from a function; the name
 * of what is a function everywhere stands in parentheses, which a macro does not see.
 */
static inline void kpe_plain_mutex_lock(struct mutex *lock)
{
	mutex_lock(lock);
}

static inline int kpe_plain_mutex_lock_killable(struct mutex *lock)
{
	return mutex_lock_killable(lock);
}

static inline int kpe_plain_mutex_trylock(struct mutex *lock)
{
	return mutex_trylock(lock);
}

#undef mutex_lock
#undef mutex_lock_killable
#undef mutex_trylock
#define mutex_lock(lock)	KPE_AROUND(kpe_plain_mutex_lock(lock))
#define mutex_lock_killable(lock)					\
	KPE_AROUND_VALUE(kpe_plain_mutex_lock_killable(lock))
#define mutex_trylock(lock)	KPE_AROUND_VALUE(kpe_plain_mutex_trylock(lock))
#define mutex_unlock(lock)	KPE_AROUND((mutex_unlock)(lock))
#define spin_lock(lock)		KPE_AROUND((spin_lock)(lock))
#define spin_unlock(lock)	KPE_AROUND((spin_unlock)(lock))
#define inode_lock(inode)	KPE_AROUND((inode_lock)(inode))
#define inode_unlock(inode)	KPE_AROUND((inode_unlock)(inode))
#define rcu_read_lock()		KPE_AROUND((rcu_read_lock)())
#define rcu_read_unlock()	KPE_AROUND((rcu_read_unlock)())

/* waits */
static inline void kpe_plain_cond_resched(void)
{
	cond_resched();
}

static inline void kpe_plain_tracepoint_synchronize(void)
{
	tracepoint_synchronize_unregister();
}

#undef cond_resched
#undef tracepoint_synchronize_unregister
#define cond_resched()		KPE_AROUND(kpe_plain_cond_resched())
#define synchronize_rcu()	KPE_AROUND((synchronize_rcu)())
#define tracepoint_synchronize_unregister()				\
	KPE_AROUND(kpe_plain_tracepoint_synchronize())
#define cancel_delayed_work_sync(work)					\
	KPE_AROUND_VALUE((cancel_delayed_work_sync)(work))
#define flush_delayed_work(work)					\
	KPE_AROUND_VALUE((flush_delayed_work)(work))

/* the gate, and other ways into the kernel */
#define perf_event_create_kernel_counter(...)				\
	KPE_AROUND_VALUE((perf_event_create_kernel_counter)(__VA_ARGS__))
#define trace_add_event_call(call)					\
	KPE_AROUND_VALUE((trace_add_event_call)(call))
#define trace_remove_event_call(call)					\
	KPE_AROUND_VALUE((trace_remove_event_call)(call))
#define register_kprobe(kp)	KPE_AROUND_VALUE((register_kprobe)(kp))
#define register_kretprobe(rp)	KPE_AROUND_VALUE((register_kretprobe)(rp))
#define enable_kprobe(kp)	KPE_AROUND_VALUE((enable_kprobe)(kp))
#define disable_kprobe(kp)	KPE_AROUND_VALUE((disable_kprobe)(kp))
#define enable_kretprobe(rp)	KPE_AROUND_VALUE((enable_kretprobe)(rp))
#define disable_kretprobe(rp)	KPE_AROUND_VALUE((disable_kretprobe)(rp))
#define unregister_kprobes(kps, nr)					\
	KPE_AROUND((unregister_kprobes)(kps, nr))
#define unregister_kretprobes(rps, nr)					\
	KPE_AROUND((unregister_kretprobes)(rps, nr))
#define register_ftrace_function(ops)					\
	KPE_AROUND_VALUE((register_ftrace_function)(ops))
#define unregister_ftrace_function(ops)					\
	KPE_AROUND_VALUE((unregister_ftrace_function)(ops))
#define ftrace_set_filter_ips(...)					\
	KPE_AROUND_VALUE((ftrace_set_filter_ips)(__VA_ARGS__))
#define trace_get_event_file(...)					\
	KPE_AROUND_VALUE((trace_get_event_file)(__VA_ARGS__))
#define trace_put_event_file(file)					\
	KPE_AROUND((trace_put_event_file)(file))
#define trace_array_set_clr_event(...)					\
	KPE_AROUND_VALUE((trace_array_set_clr_event)(__VA_ARGS__))
#define dentry_open(...)	KPE_AROUND_VALUE((dentry_open)(__VA_ARGS__))
#define fput(file)		KPE_AROUND((fput)(file))
#define dput(dentry)		KPE_AROUND((dput)(dentry))
#define try_module_get(mod)	KPE_AROUND_VALUE((try_module_get)(mod))
#define module_put(mod)		KPE_AROUND((module_put)(mod))

/* memory */
#define kfree(p)		KPE_AROUND((kfree)(p))
#define kvfree(p)		KPE_AROUND((kvfree)(p))

/* lists: whoever walks one holds a pointer while others get ahead */
#undef list_next_entry
#define list_next_entry(pos, member) ({					\
	typeof(pos) kpe_next = list_entry((pos)->member.next,		\
					  typeof(*(pos)), member);	\
	KPE_PERTURB();							\
	kpe_next;							\
})
#define list_add(new, head)	KPE_AROUND((list_add)(new, head))
#define list_add_tail(new, head) KPE_AROUND((list_add_tail)(new, head))
#define list_del(entry)		KPE_AROUND((list_del)(entry))
#define list_del_init(entry)	KPE_AROUND((list_del_init)(entry))
#define list_del_rcu(entry)	KPE_AROUND((list_del_rcu)(entry))
#define list_add_tail_rcu(new, head)					\
	KPE_AROUND((list_add_tail_rcu)(new, head))
#define hash_del(node)		KPE_AROUND((hash_del)(node))
#define hash_del_rcu(node)	KPE_AROUND((hash_del_rcu)(node))
#define list_move(entry, head)	KPE_AROUND((list_move)(entry, head))
#define list_move_tail(entry, head)					\
	KPE_AROUND((list_move_tail)(entry, head))

/* symbols of a module: this is asked of each that a walk comes to */
#undef SHN_UNDEF
#define SHN_UNDEF		({ kpe_perturb_symbol(KBUILD_BASENAME, __LINE__); 0; })

/* what is read or written without a lock; rcu_dereference() and the like, too */
#undef READ_ONCE
#undef WRITE_ONCE
#define READ_ONCE(x) ({							\
	__unqual_scalar_typeof(x) kpe_read = __READ_ONCE(x);		\
	KPE_PERTURB();							\
	(typeof(x))kpe_read;						\
})
#define WRITE_ONCE(x, value)	KPE_AROUND(__WRITE_ONCE(x, value))

#endif
#endif
