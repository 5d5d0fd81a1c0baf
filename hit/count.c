// SPDX-License-Identifier: GPL-2.0
/*
 * count - counters that all CPUs share, and what makes them more
 */
#include <linux/kprobes.h>
#include "hit/count.h"

struct irq_work kpe_busy;
atomic_t kpe_busy_asked;

/**
 * kpe_busy_ask() - ask for memory
 *
 * irq_work_queue() may be probed, so its hit must find that memory has been asked for.
 *
 * Context: any.
 */
void __kprobes kpe_busy_ask(void)
{
	if (!atomic_read(&kpe_busy_asked) && !atomic_xchg(&kpe_busy_asked, 1))
		irq_work_queue(&kpe_busy);
}

/**
 * kpe_count_shared() - count in the part that all CPUs share
 * @point: has been armed
 * @what: the counter
 * @n: number to add
 *
 * Context: any.
 */
void __kprobes kpe_count_shared(struct kpe_point *point, enum kpe_count what,
				unsigned long n)
{
	long sum = atomic_long_add_return(n, &point->counts->shared[what]);

	if (sum >= KPE_BUSY)
		kpe_busy_ask();
}
