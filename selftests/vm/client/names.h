/* SPDX-License-Identifier: GPL-2.0 */
/*
 * names - for groups and events: those of tracefs's own files and folders
 *
 * GROUP/EVENT may then be the end of the path of a folder that has nothing to do
 * with events. Some are refused, others must harm nobody.
 */
#ifndef KPE_NAMES_H
#define KPE_NAMES_H

#include <stdio.h>
#include "client.h"
#include "random.h"

/* An instance that tests make */
#define NAMES_INSTANCE	"foo"

/* A folder that tracefs has, and the one that it is in */
static const char *const names_of_folders[] = {
	"per_cpu/cpu0", "per_cpu/cpu1", "instances/" NAMES_INSTANCE,
	NAMES_INSTANCE "/events", NAMES_INSTANCE "/options", NAMES_INSTANCE "/per_cpu",
	"events/module", "events/kprobes", "events/printk", "events/instances",
};

/* As groups or as events */
static const char *const names_of_files[] = {
	"enable", "filter", "trigger", "format", "id", "hist", "header_page", "header_event",
	"inject", "trace", "trace_pipe", "tracing_on", "stats", "README", "kprobe_events",
	"error_log", "set_event", "events", "instances", "options", "per_cpu", "cpu0", "module",
	"kprobes", "trace_kprobe", "ftrace", NAMES_INSTANCE,
};

/* One of them: GROUP/EVENT; into @to */
static inline void names_pick(char *to, size_t size)
{
	const unsigned int files = ARRAY_SIZE(names_of_files);

	if (percent(50))
		snprintf(to, size, "%s", names_of_folders[below(ARRAY_SIZE(names_of_folders))]);
	else
		snprintf(to, size, "%s/%s", names_of_files[below(files)],
			 percent(50) ? "x" : names_of_files[below(files)]);
}

#endif
