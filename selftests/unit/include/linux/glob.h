/* SPDX-License-Identifier: GPL-2.0 */
#ifndef UNIT_LINUX_GLOB_H
#define UNIT_LINUX_GLOB_H

#include <fnmatch.h>
#include <stdbool.h>

static inline bool glob_match(const char *pattern, const char *text)
{
	return !fnmatch(pattern, text, FNM_NOESCAPE);
}

#endif
