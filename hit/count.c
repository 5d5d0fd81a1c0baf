// SPDX-License-Identifier: GPL-2.0
/*
 * count - counters that all CPUs share, and what makes them more
 */
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include "hit/count.h"

#define BUSY	1024	/* shared counts; few enough to be no burden */

struct irq_work kpe_busy;
static atomic_t asked;

/**
 * kpe_is_busy() - is a shared counter to get a part per CPU
 * @count: its value
 *
 * Context: any.
 */
bool kpe_is_busy(long count)
{
	return count >= BUSY;
}

/**
 * kpe_busy_again() - let busy counters ask for memory
 *
 * Call it before looking for them. Context: any.
 */
void kpe_busy_again(void)
{
	atomic_set(&asked, 0);
}

/**
 * kpe_busy_ask() - ask for memory
 *
 * irq_work_queue() may be probed, so its hit must find that memory has been asked for.
 *
 * Context: any.
 */
void __kprobes kpe_busy_ask(void)
{
	if (!atomic_read(&asked) && !atomic_xchg(&asked, 1))
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

	if (sum >= BUSY)
		kpe_busy_ask();
}
