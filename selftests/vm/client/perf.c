// SPDX-License-Identifier: GPL-2.0
/* A trace event through perf: counted or sampled for a command. */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "client.h"

#define MAX_CPUS	64
#define DATA_PAGES	512

struct counter {
	int fd;
	struct perf_event_mmap_page *map;
};

static struct counter counters[MAX_CPUS];

static void counter_open(struct counter *c, int cpu, struct perf_event_attr *attr,
			 const char *filter)
{
	/* of this task and the command's, or of all on that CPU */
	c->fd = syscall(__NR_perf_event_open, attr, attr->inherit ? 0 : -1, cpu, -1,
			PERF_FLAG_FD_CLOEXEC);
	if (c->fd < 0)
		die("perf_event_open");
	if (filter && ioctl(c->fd, PERF_EVENT_IOC_SET_FILTER, filter))
		die("PERF_EVENT_IOC_SET_FILTER");
	if (!attr->sample_period)
		return;
	c->map = mmap(NULL, (DATA_PAGES + 1) * CLIENT_PAGE, PROT_READ | PROT_WRITE,
		      MAP_SHARED, c->fd, 0);
	if (c->map == MAP_FAILED)
		die("mmap of the perf buffer");
}

static unsigned long counter_value(struct counter *c)
{
	__u64 value;

	if (read(c->fd, &value, sizeof(value)) != sizeof(value))
		die("read of a perf counter");
	return value;
}

/* Prints the raw data of each sample, without the size that pads it. */
static unsigned long counter_samples(struct counter *c)
{
	const unsigned char *data = (unsigned char *)c->map + CLIENT_PAGE;
	size_t size = DATA_PAGES * CLIENT_PAGE, i;
	__u64 at = 0, head = __atomic_load_n(&c->map->data_head, __ATOMIC_ACQUIRE);
	struct perf_event_header event;
	unsigned long samples = 0;
	__u32 raw;

	for (; at < head; at += event.size) {
		for (i = 0; i < sizeof(event); i++)
			((unsigned char *)&event)[i] = data[(at + i) % size];
		if (event.type == PERF_RECORD_LOST)
			printf("lost\n");
		if (event.type != PERF_RECORD_SAMPLE)
			continue;
		samples++;
		for (i = 0; i < sizeof(raw); i++)
			((unsigned char *)&raw)[i] = data[(at + sizeof(event) + i) % size];
		for (i = 0; i < raw; i++)
			printf("%02x", data[(at + sizeof(event) + 4 + i) % size]);
		printf("\n");
	}
	return samples;
}

static void all(int cpus, unsigned long request)
{
	int cpu;

	for (cpu = 0; cpu < cpus; cpu++)
		if (ioctl(counters[cpu].fd, request, 0))
			die("ioctl of a perf event");
}

#define CHAIN_EVERY	1000000	/* nanoseconds */

/* Nobody reads the chains: what does not fit is lost. */
static void want_chains(struct perf_event_attr *attr, bool by_clock)
{
	attr->sample_type = PERF_SAMPLE_CALLCHAIN;
	attr->sample_period = by_clock ? CHAIN_EVERY : 1;
	if (by_clock) {
		attr->type = PERF_TYPE_SOFTWARE;
		attr->config = PERF_COUNT_SW_CPU_CLOCK;
	}
}

/*
 * perf count|sample|chains ID|clock [task] [filter FILTER] -- COMMAND...: on all CPUs, or in its
 * tasks
 */
int client_perf(int argc, char **argv)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr), .disabled = 1,
	};
	static const char text[] =
		"perf count|sample|chains ID|clock [task] [filter FILTER] -- COMMAND...";
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	const char *filter = NULL;
	unsigned long total = 0;
	int cpu, at = 3, status;

	if (argc < 5 || cpus > MAX_CPUS)
		bad_usage(text);
	if (strcmp(argv[2], "clock"))
		attr.config = to_number(argv[2]);
	if (!strcmp(argv[1], "sample")) {
		attr.sample_period = 1;
		attr.sample_type = PERF_SAMPLE_RAW;
	}
	if (!strcmp(argv[1], "chains"))
		want_chains(&attr, !strcmp(argv[2], "clock"));
	if (!strcmp(argv[at], "task")) {
		attr.inherit = 1;
		cpus = 1;
		at++;
	}
	if (!strcmp(argv[at], "filter") && argc > at + 2) {
		filter = argv[at + 1];
		at += 2;
	}
	if (strcmp(argv[at], "--") || argc <= at + 1)
		bad_usage(text);
	for (cpu = 0; cpu < cpus; cpu++)
		counter_open(&counters[cpu], attr.inherit ? -1 : cpu, &attr, filter);
	all(cpus, PERF_EVENT_IOC_ENABLE);
	status = run_command(argv + at + 1);
	all(cpus, PERF_EVENT_IOC_DISABLE);
	for (cpu = 0; cpu < cpus; cpu++)
		total += attr.sample_type & PERF_SAMPLE_RAW ? counter_samples(&counters[cpu])
					    : counter_value(&counters[cpu]);
	printf("%lu\n", total);
	return status;
}
