// SPDX-License-Identifier: GPL-2.0
/*
 * A file that nobody but the kernel can close: its last reference is in a message that only
 * the message's own socket could receive. The kernel's garbage collector ends such a socket.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "client.h"

static void send_files(int sock, int fd, int fd2)
{
	const int fds[] = { fd, fd2 };
	char control[CMSG_SPACE(sizeof(fds))] = { 0 };
	struct iovec text = { "x", 1 };
	struct msghdr msg = {
		.msg_iov = &text, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control),
	};
	struct cmsghdr *head = CMSG_FIRSTHDR(&msg);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(sizeof(fds));
	memcpy(CMSG_DATA(head), fds, sizeof(fds));
	if (sendmsg(sock, &msg, 0) != 1)
		die("sendmsg");
}

static void leave(int fd)
{
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		die("socketpair");
	send_files(pair[0], pair[1], fd);
	close(fd);
	close(pair[1]);
	close(pair[0]);
	/* the collector begins when any socket is closed */
	close(socket(AF_UNIX, SOCK_STREAM, 0));
}

/* Is the end of a pipe closed, where FILE was closed in the same way before it? */
int client_collect(int argc, char **argv)
{
	struct pollfd end = { .events = POLLIN };
	int fds[2];

	if (argc != 3)
		bad_usage("collect FILE SECONDS");
	leave(open_mode(argv[1], "append"));
	/* the collector is a worker; it shall be at FILE before the pipe comes */
	sleep(2);
	if (pipe(fds))
		die("pipe");
	leave(fds[1]);
	end.fd = fds[0];
	puts(poll(&end, 1, 1000 * to_number(argv[2])) == 1 ? "closed" : "waiting");
	return 0;
}
