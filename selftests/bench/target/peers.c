// SPDX-License-Identifier: GPL-2.0
/*
 * kpe_peers - functions that other means than probes are measured on
 *
 * They are a module of their own because BPF needs BTF for them, while the arguments of
 * kpe_bench's functions are to be called and typed the same on every kernel. A BPF program at
 * a function's entry takes six arguments at most.
 *
 * /sys/module/kpe_peers/parameters/print says whether kpe_bench_printk() prints.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include "bench.h"

static bool print;
module_param(print, bool, 0600);

KPE_CALLEE long kpe_bench_args4(long a, long b, long c, long d)
{
	return a;
}
EXPORT_SYMBOL_GPL(kpe_bench_args4);

KPE_CALLEE char kpe_bench_typed16(const char *text)
{
	return *text;
}
EXPORT_SYMBOL_GPL(kpe_bench_typed16);

KPE_CALLEE char kpe_bench_typed64(const char *text)
{
	return *text;
}
EXPORT_SYMBOL_GPL(kpe_bench_typed64);

KPE_CALLEE long kpe_bench_typedret(long x)
{
	return x + 1;
}
EXPORT_SYMBOL_GPL(kpe_bench_typedret);

KPE_CALLEE long kpe_bench_printk(long a, long b, long c, long d)
{
	if (print)
		trace_printk("a=%lx b=%lx c=%lx d=%lx\n", a, b, c, d);
	return a;
}
EXPORT_SYMBOL_GPL(kpe_bench_printk);

MODULE_DESCRIPTION("Functions that other means than probes are measured on");
MODULE_LICENSE("GPL");
