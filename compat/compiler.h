/* SPDX-License-Identifier: GPL-2.0 */
/*
 * compiler - attributes that the headers of the first 6.1 have no name for
 *
 * Both only save work: a compiler that does not know them may go without.
 */
#ifndef KPE_COMPAT_COMPILER_H
#define KPE_COMPAT_COMPILER_H

#include <linux/compiler.h>

#ifndef __no_stack_protector
#if __has_attribute(__no_stack_protector__)
#define __no_stack_protector	__attribute__((__no_stack_protector__))
#else
#define __no_stack_protector
#endif
#endif

#ifndef __uninitialized
#if __has_attribute(__uninitialized__)
#define __uninitialized	__attribute__((__uninitialized__))
#else
#define __uninitialized
#endif
#endif

#endif
