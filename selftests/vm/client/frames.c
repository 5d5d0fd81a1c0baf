// SPDX-License-Identifier: GPL-2.0
/*
 * client frames FILE - write to FILE from functions with frame pointers, and print where they
 * return to, the innermost one first
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "client.h"

#define WITH_FRAME __attribute__((noipa, optimize("no-omit-frame-pointer")))

static void *returns[3];

WITH_FRAME static int inner(int fd)
{
	returns[0] = __builtin_return_address(0);
	return write(fd, "x", 1) == 1 ? 0 : -1;
}

WITH_FRAME static int middle(int fd)
{
	returns[1] = __builtin_return_address(0);
	return inner(fd) + !returns[0];
}

WITH_FRAME static int outer(int fd)
{
	returns[2] = __builtin_return_address(0);
	return middle(fd) + !returns[1];
}

int client_frames(int argc, char **argv)
{
	if (argc != 2 || outer(open(argv[1], O_WRONLY)))
		die("write");
	printf("%p,%p,%p\n", returns[0], returns[1], returns[2]);
	return 0;
}
