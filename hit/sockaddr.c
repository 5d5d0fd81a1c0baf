// SPDX-License-Identifier: GPL-2.0
/*
 * How long an address is, is known to the code that is probed, but not here. So each
 * family is read as long as its own structure, and the name of a Unix socket up to a NUL.
 */
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/socket.h>
#include <linux/un.h>
#include "hit/nofault.h"
#include "hit/values.h"
#include "language/definition.h"

static_assert(KPE_MAX_SOCKADDR > UNIX_PATH_MAX);

/* @size: of the family's structure. The scope is an index of an interface. */
static int __kprobes inet_text(u8 *dst, unsigned long addr, unsigned int room, size_t size,
			       bool user)
{
	struct sockaddr_in6 in = {};

	if (kpe_read_memory(&in, addr, size, user))
		return -EFAULT;
	if (!in.sin6_scope_id)
		return scnprintf(dst, room, "%pISpc", &in) + 1;
	return scnprintf(dst, room, "[%pI6c%%%u]:%u", &in.sin6_addr, in.sin6_scope_id,
			 be16_to_cpu(in.sin6_port)) + 1;
}

/* An abstract name begins with a NUL, which is shown as in /proc/net/unix. */
static int __kprobes unix_text(u8 *dst, unsigned long addr, unsigned int room, bool user)
{
	int len;
	u8 first;

	addr += offsetof(struct sockaddr_un, sun_path);
	if (kpe_read_number(&first, addr, sizeof(first), user))
		return -EFAULT;
	if (first || room == 1)
		return kpe_copy_string(dst, addr, min(room, UNIX_PATH_MAX + 1U), user);
	*dst = '@';
	len = kpe_copy_string(dst + 1, addr + 1, min(room - 1, UNIX_PATH_MAX + 0U), user);
	return len < 0 ? len : len + 1;
}

/*
 * Write a socket address as text. @dst: @room bytes, at least 1, any of them may be written; a
 * longer text is cut, and none exceeds KPE_MAX_SOCKADDR. Return: bytes with the NUL, or -EFAULT
 */
int __kprobes kpe_sockaddr_text(u8 *dst, unsigned long addr, unsigned int room, bool user)
{
	sa_family_t family;

	if (kpe_read_number((u8 *)&family, addr, sizeof(family), user))
		return -EFAULT;
	switch (family) {
	case AF_INET:
		return inet_text(dst, addr, room, sizeof(struct sockaddr_in), user);
	case AF_INET6:
		return inet_text(dst, addr, room, sizeof(struct sockaddr_in6), user);
	case AF_UNIX:
		return unix_text(dst, addr, room, user);
	default:
		return scnprintf(dst, room, "family %u", family) + 1;
	}
}
