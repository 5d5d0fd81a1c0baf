/* SPDX-License-Identifier: GPL-2.0 */
/* compiler - attributes that older headers have no name for */
#ifndef KPE_COMPAT_COMPILER_H
#define KPE_COMPAT_COMPILER_H

#include <linux/compiler.h>

/* As in newer headers: gcc before 11 does not know it, and keeps its checks. */
#ifndef __no_stack_protector
#if __has_attribute(__no_stack_protector__)
#define __no_stack_protector	__attribute__((__no_stack_protector__))
#else
#define __no_stack_protector
#endif
#endif

#endif
