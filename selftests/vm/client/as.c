// SPDX-License-Identifier: GPL-2.0
/* A command with less privilege than root has. */
#define _GNU_SOURCE
#include <grp.h>
#include <sys/prctl.h>
#include <unistd.h>
#include "client.h"

static void become(unsigned long id)
{
	if (setgroups(0, NULL) || setresgid(id, id, id) || setresuid(id, id, id))
		die("setresuid");
}

/* as USER-ID COMMAND..., or as -CAPABILITY COMMAND... which stays root */
int client_as(int argc, char **argv)
{
	if (argc < 3)
		bad_usage("as USER-ID|-CAPABILITY COMMAND...");
	if (argv[1][0] != '-')
		become(to_number(argv[1]));
	else if (prctl(PR_CAPBSET_DROP, to_number(argv[1] + 1)))
		die("PR_CAPBSET_DROP");
	/* root's exec gives all capabilities of the bounding set, no more */
	execvp(argv[2], argv + 2);
	die(argv[2]);
}
