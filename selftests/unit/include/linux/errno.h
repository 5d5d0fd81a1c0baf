/* SPDX-License-Identifier: GPL-2.0 */
/* errno - user-space stand-in; glibc's <errno.h> comes through here too */
#include_next <linux/errno.h>
