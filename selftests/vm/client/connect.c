// SPDX-License-Identifier: GPL-2.0
/* connect(2) with an address of any bytes. That it fails does not matter. */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include "client.h"

int client_connect(int argc, char **argv)
{
	struct sockaddr_storage addr = { 0 };
	unsigned char *bytes = (unsigned char *)&addr;
	unsigned int byte;
	const char *hex;
	size_t n = 0;
	int fd;

	if (argc != 2 || strlen(argv[1]) > 2 * sizeof(addr))
		bad_usage("connect HEX");
	for (hex = argv[1]; sscanf(hex, "%2x", &byte) == 1; hex += 2)
		bytes[n++] = byte;
	fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (fd < 0)
		die("socket");
	if (!connect(fd, (struct sockaddr *)&addr, sizeof(addr)))
		puts("connected");
	return 0;
}
