/* SPDX-License-Identifier: GPL-2.0 */
/* unaligned - user-space stand-in for <asm/unaligned.h> */
#ifndef UNIT_ASM_UNALIGNED_H
#define UNIT_ASM_UNALIGNED_H

#include <linux/types.h>

#define get_unaligned(ptr) ({				\
	__typeof__(ptr) __at = (ptr);			\
	const struct UNIT_ATTRIBUTE(packed) {		\
		__typeof__(*__at) x;			\
	} *__get = (const void *)__at;			\
	__get->x;					\
})

#define put_unaligned(value, ptr) do {			\
	__typeof__(ptr) __at = (ptr);			\
	struct UNIT_ATTRIBUTE(packed) {			\
		__typeof__(*__at) x;			\
	} *__put = (void *)__at;			\
	__put->x = (value);				\
} while (0)

#endif
