/* SPDX-License-Identifier: GPL-2.0 */
/* stdarg - user-space stand-in for <linux/stdarg.h> */
#ifndef UNIT_LINUX_STDARG_H
#define UNIT_LINUX_STDARG_H

#include <stdarg.h>

#endif
