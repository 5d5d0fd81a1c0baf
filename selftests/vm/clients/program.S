/* SPDX-License-Identifier: GPL-2.0 */
/*
 * program - the shortest BPF programs there are, for libbpf
 *
 * Instructions are spelled out, so that no compiler for BPF is needed.
 */
#define RETURN(value)				\
	.quad	(value << 32) | 0xb7;	/* r0 = value */	\
	.quad	0x0000000000000095	/* exit */

#define LOAD(offset)				\
	.quad	(offset << 16) | 0x1071	/* r0 = byte at r1 + offset */

	.section tracepoint, "ax", @progbits
	.globl	of_tracepoint
	.type	of_tracepoint, @function
of_tracepoint:
	RETURN(1)
	.size	of_tracepoint, . - of_tracepoint

	/* the last byte of a record of two words, and the one behind it */
	.globl	of_last
	.type	of_last, @function
of_last:
	LOAD(31)
	RETURN(1)
	.size	of_last, . - of_last

	.globl	of_behind
	.type	of_behind, @function
of_behind:
	LOAD(32)
	RETURN(1)
	.size	of_behind, . - of_behind

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
