/* SPDX-License-Identifier: GPL-2.0 */
/* va_list: older kernels take the compiler's header. */
#ifndef KPE_COMPAT_STDARG_H
#define KPE_COMPAT_STDARG_H

#ifdef KPE_HAVE_LINUX_STDARG_H
#include <linux/stdarg.h>
#else
#include <stdarg.h>
#endif

#endif
