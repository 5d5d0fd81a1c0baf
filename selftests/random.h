/* SPDX-License-Identifier: GPL-2.0 */
/* random - numbers for tests: one row of them in a program, the same for a seed */
#ifndef KPE_RANDOM_H
#define KPE_RANDOM_H

/* 0 counts as 1. */
void random_seed(unsigned long seed);
unsigned long random_word(void);
/* From 0 to below @n */
unsigned int below(unsigned int n);
/* True in @n of 100 cases */
int percent(unsigned int n);

#endif
