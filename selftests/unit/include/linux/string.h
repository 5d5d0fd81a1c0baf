/* SPDX-License-Identifier: GPL-2.0 */
/* string - user-space stand-in for <linux/string.h> */
#ifndef UNIT_LINUX_STRING_H
#define UNIT_LINUX_STRING_H

#include <string.h>
#include <linux/types.h>

char *kstrdup(const char *s, gfp_t gfp);
char *kstrndup(const char *s, size_t max, gfp_t gfp);
char *kmemdup_nul(const char *s, size_t len, gfp_t gfp);
void *kmemdup(const void *src, size_t len, gfp_t gfp);
static inline size_t str_has_prefix(const char *str, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(str, prefix, len) ? 0 : len;
}

static inline char *strnstr(const char *s, const char *what, size_t len)
{
	return memmem(s, len, what, strlen(what));
}

ssize_t strscpy(char *dst, const char *src, size_t size);

#endif
