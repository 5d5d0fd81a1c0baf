/* SPDX-License-Identifier: GPL-2.0 */
/* btf - user-space stand-in for <uapi/linux/btf.h>: the system's */
#ifndef UNIT_UAPI_LINUX_BTF_H
#define UNIT_UAPI_LINUX_BTF_H

#include <linux/btf.h>

#endif
