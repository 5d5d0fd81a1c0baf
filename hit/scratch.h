/* SPDX-License-Identifier: GPL-2.0 */
/*
 * scratch - room for the records of hits
 *
 * Contract: a hit uses the room of its CPU and context, with preemption off.
 */
#ifndef KPE_SCRATCH_H
#define KPE_SCRATCH_H

#include <linux/compiler.h>
#include "types/program.h"

/* A CPU can handle one hit in each of task, softirq, irq and NMI. */
#define KPE_NR_CONTEXTS 4

/**
 * struct kpe_scratch - room for the records of a CPU
 * @record: of each context that hits can be in
 */
struct kpe_scratch {
	u8 record[KPE_NR_CONTEXTS][KPE_MAX_RECORD] __aligned(8);
};

/* Allocated by module init */
extern struct kpe_scratch __percpu *kpe_scratch;

#endif
