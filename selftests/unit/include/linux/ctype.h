/* SPDX-License-Identifier: GPL-2.0 */
/*
 * ctype - user-space stand-in for <linux/ctype.h>
 *
 * The kernel's table is Latin-1, whatever the locale: 0xa0 is a blank, 0xc0
 * and above are letters, but for the two arithmetic signs among them.
 */
#ifndef UNIT_LINUX_CTYPE_H
#define UNIT_LINUX_CTYPE_H

static inline int unit_in(int c, int first, int last)
{
	return (c & 0xff) >= first && (c & 0xff) <= last;
}

#undef isascii
#define isascii(c) (((unsigned char)(c)) <= 0x7f)

static inline int isdigit(int c)
{
	return c >= '0' && c <= '9';
}

static inline int isspace(int c)
{
	return unit_in(c, '\t', '\r') || unit_in(c, ' ', ' ') ||
	       unit_in(c, 0xa0, 0xa0);
}

static inline int isalpha(int c)
{
	return unit_in(c, 'a', 'z') || unit_in(c, 'A', 'Z') ||
	       (unit_in(c, 0xc0, 0xff) && !unit_in(c, 0xd7, 0xd7) &&
		!unit_in(c, 0xf7, 0xf7));
}

static inline int isalnum(int c)
{
	return isalpha(c) || isdigit(c);
}

static inline int isxdigit(int c)
{
	return isdigit(c) || unit_in(c, 'a', 'f') || unit_in(c, 'A', 'F');
}

static inline int tolower(int c)
{
	return unit_in(c, 'A', 'Z') ? c - 'A' + 'a' : c;
}

#endif
