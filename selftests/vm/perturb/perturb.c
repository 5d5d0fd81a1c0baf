// SPDX-License-Identifier: GPL-2.0
/*
 * perturb - what happens at a point where others may get ahead
 *
 * The n-th point that is passed after loading draws the n-th number of the seed. In
 * each stretch of some hundred points an eighth of all places is slow: who comes by
 * sleeps or yields there more often than not, while at the others nearly all pass. So
 * one is often kept waiting amid something that others go through many times.
 *
 * Where it may not sleep it waits for a moment, and lets other CPUs get ahead: in
 * QEMU, which runs one after the other, that is what cpu_relax() does. These points
 * are counted apart: there are many more of them.
 *
 * Context: any, NMIs too; no locks.
 */
#include <linux/atomic.h>
#include <linux/delay.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/moduleparam.h>
#include <linux/rcupdate.h>
#include <linux/sysfs.h>

#define STRETCH		512	/* points */
#define SHORTEST_SLEEP	16	/* microseconds */
#define DOUBLINGS	11	/* from there to the longest sleep */
#define LONGEST_WAIT	32	/* turns of the other CPUs */

static unsigned int perturb_seed;
module_param(perturb_seed, uint, 0444);
MODULE_PARM_DESC(perturb_seed, "what decides who gets ahead; 0: nothing is perturbed");

static unsigned int perturb_symbol_us;
module_param(perturb_symbol_us, uint, 0644);
MODULE_PARM_DESC(perturb_symbol_us, "delay at each symbol of a module that a walk comes to");

static atomic_t points, yields, sleeps, points_amid, waits;
/* of all that was done, in its order; on one CPU the same for the same seed */
static u64 digest;

/* The finalizer of splitmix64 */
static u64 __kprobes mix(u64 x)
{
	x += 0x9e3779b97f4a7c15ULL;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
	return x ^ (x >> 31);
}

static u64 __kprobes place_hash(const char *file, unsigned int line)
{
	u64 hash = line;

	while (*file)
		hash = hash * 31 + *file++;
	return hash;
}

static bool __kprobes is_slow(u64 place, unsigned int n)
{
	u64 stretch = (u64)perturb_seed << 32 | n / STRETCH;

	return mix(mix(stretch) ^ place) % 8 == 0;
}

static bool __kprobes may_sleep(void)
{
	return preemptible() && !rcu_preempt_depth() && !READ_ONCE(current->__state);
}

/* As many short ones as long ones */
static void rest(u64 number)
{
	unsigned int time = SHORTEST_SLEEP << number % DOUBLINGS;

	if (number >> 32 & 1) {
		atomic_inc(&yields);
		yield();
	} else {
		atomic_inc(&sleeps);
		usleep_range(time, time);
	}
}

static void __kprobes wait_a_moment(u64 number)
{
	unsigned int i, turns = number % LONGEST_WAIT;

	atomic_inc(&waits);
	for (i = 0; i < turns; i++)
		cpu_relax();
}

/* Return: the number that this point draws, 0 if all pass. */
static u64 __kprobes draw(u64 place, unsigned int n, unsigned int salt)
{
	u64 number = mix((u64)(perturb_seed + salt) << 32 | n);

	return number >> 48 < (is_slow(place, n) ? 0x6000 : 0x600) ? number : 0;
}

/**
 * kpe_perturb() - a point where others may get ahead
 * @file: where it is
 * @line: and in which line
 */
void __kprobes kpe_perturb(const char *file, unsigned int line)
{
	u64 place, number;

	if (!perturb_seed)
		return;
	place = place_hash(file, line);
	if (!may_sleep()) {
		number = draw(place, atomic_inc_return(&points_amid), 1);
		if (number)
			wait_a_moment(number);
		return;
	}
	number = draw(place, atomic_inc_return(&points), 0);
	WRITE_ONCE(digest, mix(digest ^ place ^ number));
	if (number)
		rest(number);
}

/**
 * kpe_perturb_symbol() - a point at each symbol that a walk comes to
 * @file: where it is
 * @line: and in which line
 *
 * What a walk must not see happens seldom, so a test may make all walks long.
 */
void kpe_perturb_symbol(const char *file, unsigned int line)
{
	kpe_perturb(file, line);
	udelay(READ_ONCE(perturb_symbol_us));
}

static int get_figures(char *buf, const struct kernel_param *kp)
{
	return sysfs_emit(buf, "seed %u: %u points, %u yields, %u sleeps; %u amid something, %u waits; digest %016llx\n",
			  perturb_seed, atomic_read(&points),
			  atomic_read(&yields), atomic_read(&sleeps),
			  atomic_read(&points_amid), atomic_read(&waits),
			  READ_ONCE(digest));
}

static const struct kernel_param_ops figures_ops = {
	.get = get_figures,
};

module_param_cb(perturb_figures, &figures_ops, NULL, 0444);
MODULE_PARM_DESC(perturb_figures, "how often who got ahead");
