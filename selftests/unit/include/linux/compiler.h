/* SPDX-License-Identifier: GPL-2.0 */
/* compiler - user-space stand-in for <linux/compiler.h> */
#ifndef UNIT_LINUX_COMPILER_H
#define UNIT_LINUX_COMPILER_H

#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)

#define __weak		UNIT_ATTRIBUTE(__weak__)
#define __no_stack_protector
#define __uninitialized

/* tests have one thread */
#define WRITE_ONCE(x, value)	((x) = (value))
#define READ_ONCE(x)		(x)

#endif
