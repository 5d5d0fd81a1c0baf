/* SPDX-License-Identifier: GPL-2.0 */
/* minmax - user-space stand-in for <linux/minmax.h> */
#ifndef UNIT_LINUX_MINMAX_H
#define UNIT_LINUX_MINMAX_H

#define min_t(type, a, b) ({					\
	type __a = (a);						\
	type __b = (b);						\
	__a < __b ? __a : __b;					\
})

#define max_t(type, a, b) ({					\
	type __a = (a);						\
	type __b = (b);						\
	__a > __b ? __a : __b;					\
})

#define min(a, b) min_t(__auto_type, a, b)
#define min3(a, b, c) min(min(a, b), c)
#define max(a, b) max_t(__auto_type, a, b)

#endif
