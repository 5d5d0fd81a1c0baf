// SPDX-License-Identifier: GPL-2.0
/* A function of this program, to be called often: for uprobes */
#include <stdio.h>
#include "client.h"

static __attribute__((noipa)) int walk(const char *text)
{
	return *text;
}

/* where it is in the file */
static int say_offset(void)
{
	unsigned long at = (unsigned long)walk, start, end, offset;
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512];

	if (!maps)
		die("/proc/self/maps");
	while (fgets(line, sizeof(line), maps))
		if (sscanf(line, "%lx-%lx %*s %lx", &start, &end, &offset) == 3 &&
		    at >= start && at < end)
			printf("0x%lx\n", at - start + offset);
	fclose(maps);
	return 0;
}

/* walk [TIMES] */
int client_walk(int argc, char **argv)
{
	unsigned long n = argc > 1 ? to_number(argv[1]) : 0;

	if (!n)
		return say_offset();
	while (n--)
		walk("a text of the user's");
	return 0;
}
