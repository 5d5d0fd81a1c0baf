/* SPDX-License-Identifier: GPL-2.0 */
/* types - user-space stand-in for <linux/types.h> */
#ifndef UNIT_LINUX_TYPES_H
#define UNIT_LINUX_TYPES_H

#include_next <linux/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

typedef __u8 u8;
typedef __u16 u16;
typedef __u32 u32;
typedef unsigned long long u64;
typedef __s8 s8;
typedef __s16 s16;
typedef __s32 s32;
typedef signed long long s64;
#define gfp_t unsigned int
#define noinline UNIT_ATTRIBUTE(__noinline__)

#define UNIT_ATTRIBUTE(x) __attribute__((x))
#define __printf(a, b) UNIT_ATTRIBUTE(format(printf, a, b))
#define __packed UNIT_ATTRIBUTE(packed)
#define __naked UNIT_ATTRIBUTE(naked)

#ifndef __user
#define __user
#endif

#endif
