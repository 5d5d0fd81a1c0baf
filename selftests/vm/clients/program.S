/* SPDX-License-Identifier: GPL-2.0 */
/*
 * program - the shortest BPF programs there are, for libbpf
 *
 * Instructions are spelled out, so that no compiler for BPF is needed.
 */
#define RETURN(value)				\
	.quad	(value << 32) | 0xb7;	/* r0 = value */	\
	.quad	0x0000000000000095	/* exit */

	.section tracepoint, "ax", @progbits
	.globl	of_tracepoint
	.type	of_tracepoint, @function
of_tracepoint:
	RETURN(1)
	.size	of_tracepoint, . - of_tracepoint

	.section kprobe, "ax", @progbits
	.globl	of_kprobe
	.type	of_kprobe, @function
of_kprobe:
	RETURN(1)
	.size	of_kprobe, . - of_kprobe

	/* these have to return 0 */
	.section fentry, "ax", @progbits
	.globl	of_fentry
	.type	of_fentry, @function
of_fentry:
	RETURN(0)
	.size	of_fentry, . - of_fentry

	.section fexit, "ax", @progbits
	.globl	of_fexit
	.type	of_fexit, @function
of_fexit:
	RETURN(0)
	.size	of_fexit, . - of_fexit

	.section license, "aw", @progbits
	.asciz	"GPL"
