// SPDX-License-Identifier: GPL-2.0
/* client - one program with many subcommands, for the guest of the tests */
#include <stdio.h>
#include <string.h>
#include "client.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *args;
	const char *what;
} commands[] = {
	{ "write", client_write, "FILE [append|trunc]", "stdin in one write(2)" },
	{ "ticks", client_ticks, "FILE [append|trunc|write|read]",
	  "stdin in one write(2); time stamps from open to close" },
	{ "split", client_split, "FILE N [append|trunc]",
	  "stdin in writes of N bytes, one open file" },
	{ "efault", client_efault, "FILE [append|trunc]",
	  "stdin in one write(2), one byte longer than its mapping" },
	{ "hold", client_hold, "FILE [read|append|trunc|both]",
	  "open, print \"ready\", write what comes on stdin, at its end read" },
	{ "catch", client_hold, "FILE [read|append|trunc|both]",
	  "the same as soon as there is such a file, but give up when stdin ends" },
	{ "raw", client_raw, "CPU-DIR ID [dump]",
	  "number (and bytes) of an event's records in trace_pipe_raw" },
	{ "take", client_take, "FILE", "what a trace_pipe has now" },
	{ "splice", client_take, "FILE", "the same by splice(2)" },
	{ "perf", client_perf, "count|sample|chains ID|clock [task] [filter FILTER] -- COMMAND...",
	  "hits on all CPUs meanwhile, in the last line; bytes of samples before it.\n"
	  "\tchains: of samples with call chains; \"clock\": one each millisecond" },
	{ "bpf", client_bpf, "kprobe|kretprobe|fentry|fexit FUNCTION... -- COMMAND...",
	  "BPF programs meanwhile; how often each ran, and was kept from it" },
	{ "program", client_program, "registers|rejects|tracepoint|override ID -- COMMAND...",
	  "one BPF program at an event; what it saw" },
	{ "walk", client_walk, "[TIMES]",
	  "call a function; without a number where it is in the file" },
	{ "frames", client_frames, "FILE",
	  "write from three functions with frame pointers; where these return to" },
	{ "ustr", client_ustr, "FILE TEXT FORMAT [ADDRESS]",
	  "write FORMAT with TEXT's address for its %#lx; put it at ADDRESS first" },
	{ "uptr", client_uptr, "FILE TEXT BEFORE",
	  "write BEFORE and the address of {itself, TEXT's address, the same again}" },
	{ "call", client_call, "NUMBER [ARG...]", "a bare system call" },
	{ "connect", client_connect, "HEX", "a Unix socket, to an address of any bytes" },
	{ "collect", client_collect, "FILE SECONDS",
	  "leave FILE to the kernel to close, then a pipe: is that closed in SECONDS?" },
	{ "pathless", client_pathless, "socket|memfd|eventfd|namespace",
	  "fstat(2) of a file that has no path; what its link in /proc says" },
	{ "storm", client_storm, "DIR DEPTH SECONDS",
	  "rename directories around a file that fstat(2) looks at; how often" },
	{ "ops", client_ops, "FILE MODE[@USER-ID] read=N|once=N|seek=N|write=TEXT...",
	  "calls on one open file; read=N to its end, once=N a single read" },
	{ "pound", client_pound, "MODE SECONDS FILE...",
	  "open, read and close the files in turn; how often it could" },
	{ "failnth", client_failnth,
	  "[-p] [-e ERRNO] [-s STEP] [-d DIR] [-r FILE] FILE OPERATION ARG... -- [UNDO ARG...]",
	  "fail each STEPth allocation of an operation in turn; nothing of FILE may change\n"
	  "\twhere it is refused, and it must work the next time. -e: it ends with ERRNO anyway.\n"
	  "\t-d: it makes DIR. -r: FILE reads, then, as it does if nothing fails.\n"
	  "\t-p: what it reads in spite of a failure is not looked at.\n"
	  "\tOperations: append|trunc|write FILE [TEXT], read FILE, mkdir|rmdir DIR,\n"
	  "\tinsmod FILE [PARAMETERS], rmmod NAME, perf ID [FILTER]; to undo sh COMMAND" },
	{ "files", client_files, "DIR [-]",
	  "the files of a tracefs and whether they can be read; with \"-\" what has got\n"
	  "\tlost since the listing on stdin" },
	{ "starve", client_starve, "FILE BYTES",
	  "append stdin in one write(2) that can allocate so many bytes, and then none" },
	{ "both", client_both, "FILE OTHER [LINES SEED]",
	  "definitions at random, each alone; those that only OTHER takes, behind FILE's errno,\n"
	  "\tand how many that has taken" },
	{ "lot", client_lot, "FILE START",
	  "defines START at each place of stdin that is not refused; which and how many" },
	{ "race", client_race, "[-p] SECONDS SEED CONTROL-DIR ACTOR...",
	  "each actor does its kind of thing over and over; how that went.\n"
	  "\t-p: at another priority now and then" },
	{ "as", client_as, "USER-ID|-CAPABILITY COMMAND...",
	  "exec with that user id, or as root without that capability" },
};

static void help(void)
{
	size_t i;

	fprintf(stderr, "A call that fails: its errno's name on stdout, exit status 1.\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(stderr, "client %s %s\n\t%s\n", commands[i].name,
			commands[i].args, commands[i].what);
}

int main(int argc, char **argv)
{
	size_t i;

	for (i = 0; argc > 1 && i < ARRAY_SIZE(commands); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	help();
	return 2;
}
