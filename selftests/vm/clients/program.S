/* SPDX-License-Identifier: GPL-2.0 */
/*
 * program - the shortest BPF programs there are, for libbpf
 *
 * Instructions are spelled out, so that no compiler for BPF is needed.
 */
#define RETURN_ONE				\
	.quad	0x00000001000000b7;	/* r0 = 1 */	\
	.quad	0x0000000000000095	/* exit */

	.section tracepoint, "ax", @progbits
	.globl	of_tracepoint
	.type	of_tracepoint, @function
of_tracepoint:
	RETURN_ONE
	.size	of_tracepoint, . - of_tracepoint

	.section kprobe, "ax", @progbits
	.globl	of_kprobe
	.type	of_kprobe, @function
of_kprobe:
	RETURN_ONE
	.size	of_kprobe, . - of_kprobe

	.section license, "aw", @progbits
	.asciz	"GPL"
