// SPDX-License-Identifier: GPL-2.0
/*
 * x86_places_test - places of parameters on x86-64, on any machine
 *
 * What the System V ABI says is here in a table; vm/target/strange.c has what a compiler does.
 */
#include <linux/kernel.h>

#include "arch/registers.h"
#include "passing_places.h"
#include "unit.h"

UNIT_CASE(test_places, "x86: places of parameters")
{
	WANT('l', "lclclc", 0, 1, 2, 3, 4, 5);
	WANT('l', "lllllllcl", 0, 1, 2, 3, 4, 5, 6, 7, 8);
	/* records of up to two words; empty ones are not passed */
	WANT('l', "4l3l0l", 0, 2, 3, 5, 6, 6);
	/* longer ones and packed ones are on the stack, as they are */
	WANT('l', "5ll", 6, 0, 1);
	WANT('l', "lpl", 0, 6, 1);
	WANT('l', "5p5l", 6, 9, 11, 0);
	/* not in part: what follows may still have the register */
	WANT('l', "lllll4l", 0, 1, 2, 3, 4, 6, 5);
	WANT('l', "lllll4ll", 0, 1, 2, 3, 4, 6, 5, 8);
	WANT('l', "lllll4wll", 0, 1, 2, 3, 4, 6, 8, 5, 10);
	/* 16 bytes need no even register, but an even word of the stack */
	WANT('l', "lwl", 0, 1, 3);
	WANT('l', "lWl", 0, 1, 3);
	WANT('l', "lllllllwl", 0, 1, 2, 3, 4, 5, 6, 8, 10);
	WANT('l', "lllllllRl", 0, 1, 2, 3, 4, 5, 6, 8, 14);
	/* packed ones do not */
	WANT('l', "lllllllPl", 0, 1, 2, 3, 4, 5, 6, 7, 9);
	/* numbers with a fraction: eight have registers of their own */
	WANT('l', "ldl", 0, UNSEEN, 1);
	WANT('d', "dddddddddl", UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN,
	     UNSEEN, UNSEEN);
	WANT('l', "ddddddddl", UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, UNSEEN, 0);
	WANT('l', "lDl", 0, UNSEEN, UNSEEN);
	/* a large result has the first register */
	WANT('5', "ll", 1, 2);
	WANT('p', "ll", 1, 2);
	WANT('4', "ll", 0, 1);
	WANT('0', "l", 0);
}
