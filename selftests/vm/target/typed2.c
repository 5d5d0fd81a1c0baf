// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_typed2 - names of kpe_typed, for other things
 *
 * Whatever is written to /sys/module/kpe_typed2/parameters/run calls
 * kpe_typed2_rich() with the structures here. struct kpe_two is the same in both
 * modules, struct kpe_inner is only declared here, the others are different ones.
 * The per-CPU variable kpe_typed_percpu is 88 on every CPU.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include "target.h"

struct kpe_inner;

struct kpe_two {
	int first;
	int second;
};

/* its first member in the place of others there */
struct kpe_rich {
	u64 unlike;
	u32 u32;
	struct kpe_two *two;
};

static DEFINE_PER_CPU(u64, kpe_typed_percpu) = 88;

static KPE_CALLEE int kpe_typed2_rich(struct kpe_rich *rich, struct kpe_inner *inner)
{
	return rich->u32;
}

static int run_set(const char *text, const struct kernel_param *kp)
{
	/* what kpe_typed has in its struct kpe_inner: -7 */
	static const s32 inner[8] = { -7 };
	static struct kpe_two two = { 1, 2 };
	struct kpe_rich rich = {
		.unlike = this_cpu_read(kpe_typed_percpu), .u32 = 3, .two = &two,
	};

	kpe_typed2_rich(&rich, (void *)inner);
	return 0;
}

static const struct kernel_param_ops run_ops = { .set = run_set };
module_param_cb(run, &run_ops, NULL, 0200);

static int __init kpe_typed2_init(void)
{
	return 0;
}
module_init(kpe_typed2_init);

static void __exit kpe_typed2_exit(void)
{
}
module_exit(kpe_typed2_exit);

MODULE_DESCRIPTION("Other typed functions for the kprobe event tracer's tests");
MODULE_LICENSE("GPL");
