/* SPDX-License-Identifier: GPL-2.0 */
/* thread_info - user-space stand-in: x86-64 without KASAN */
#ifndef UNIT_LINUX_THREAD_INFO_H
#define UNIT_LINUX_THREAD_INFO_H

#define THREAD_SIZE	16384UL

#endif
