// SPDX-License-Identifier: GPL-2.0
/*
 * libs - our events through libtracefs, libtraceevent and KernelShark's library
 *
 *	libs create GROUP EVENT PLACE ARGUMENTS		by libtracefs
 *	libs destroy GROUP EVENT PLACE ARGUMENTS
 *	libs read GROUP EVENT FIELD	what the buffer has of it, a number a line
 *	libs load FILE			a trace.dat, an entry a line: event, then text
 *
 * Exit status: 0, or 1 with the reason on stderr.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <event-parse.h>
#include <tracefs.h>
#include <libkshark.h>

static int complain(const char *what)
{
	fprintf(stderr, "libs: %s: %s\n", what, strerror(errno));
	return 1;
}

static int definition(char **argv, int (*deed)(struct tracefs_dynevent *))
{
	struct tracefs_dynevent *event;

	event = tracefs_kprobe_alloc(argv[0], argv[1], argv[2], argv[3]);
	if (!event)
		return complain("tracefs_kprobe_alloc");
	if (deed(event)) {
		char *error = tracefs_error_last(NULL);

		fprintf(stderr, "%s", error ? error : "");
		return complain(argv[1]);
	}
	tracefs_dynevent_free(event);
	return 0;
}

static int destroy(struct tracefs_dynevent *event)
{
	return tracefs_dynevent_destroy(event, true);
}

struct wanted {
	const char *event;
	const char *field;
};

static int show_field(struct tep_event *event, struct tep_record *record,
		      int cpu, void *context)
{
	const struct wanted *wanted = context;
	unsigned long long value;

	if (strcmp(event->name, wanted->event))
		return 0;
	if (tep_get_field_val(NULL, event, wanted->field, record, &value, 1))
		return -1;
	printf("%llu\n", value);
	return 0;
}

static int read_events(char **argv)
{
	const char * const systems[] = { argv[0], NULL };
	struct wanted wanted = { argv[1], argv[2] };
	struct tep_handle *tep = tracefs_local_events_system(NULL, systems);

	if (!tep)
		return complain("tracefs_local_events_system");
	if (tracefs_iterate_raw_events(tep, NULL, NULL, 0, show_field, &wanted))
		return complain("tracefs_iterate_raw_events");
	return 0;
}

static int load(const char *file)
{
	struct kshark_context *context = NULL;
	struct kshark_entry **entries;
	ssize_t n, i;
	int stream;

	if (!kshark_instance(&context))
		return complain("kshark_instance");
	stream = kshark_open(context, file);
	if (stream < 0)
		return complain("kshark_open");
	n = kshark_load_entries(context, stream, &entries);
	if (n < 0)
		return complain("kshark_load_entries");
	for (i = 0; i < n; i++)
		printf("%s %s\n", kshark_get_event_name(entries[i]),
		       kshark_get_info(entries[i]));
	kshark_close(context, stream);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 6 && !strcmp(argv[1], "create"))
		return definition(argv + 2, tracefs_dynevent_create);
	if (argc == 6 && !strcmp(argv[1], "destroy"))
		return definition(argv + 2, destroy);
	if (argc == 5 && !strcmp(argv[1], "read"))
		return read_events(argv + 2);
	if (argc == 3 && !strcmp(argv[1], "load"))
		return load(argv[2]);
	fprintf(stderr, "libs: read the head of libs.c\n");
	return 2;
}
