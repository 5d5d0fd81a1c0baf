/* SPDX-License-Identifier: GPL-2.0 */
/* race - what its actors share */
#ifndef KPE_RACE_H
#define KPE_RACE_H

#include <stdbool.h>
#include <stddef.h>

#define RACE_TRACEFS	"/sys/kernel/tracing"

/**
 * struct race_actor - who does one kind of thing, over and over
 * @name: in arguments and in what is printed
 * @step: does one of them
 * @yields: keeps events from being deleted, and waits if somebody asks for that
 */
struct race_actor {
	const char *name;
	void (*step)(void);
	bool yields;
};

extern const struct race_actor race_actors[];
extern const size_t race_nr_actors;

/* where the module's control files are, or the kernel's tracer's */
extern const char *race_control;

/* race.c: for steps */
int race_tally(long result);
int race_write(const char *path, const char *text);
void race_read(const char *path);
void race_nap(unsigned int most);
/* Seconds of the monotonic clock */
double race_now(void);
void race_ask_to_yield(bool asked);

/* race_budget.c: a step */
void race_budget(void);

#endif
