/* SPDX-License-Identifier: GPL-2.0 */
#ifndef UNIT_LINUX_OVERFLOW_H
#define UNIT_LINUX_OVERFLOW_H

#define check_mul_overflow(a, b, d) __builtin_mul_overflow(a, b, d)

#endif
