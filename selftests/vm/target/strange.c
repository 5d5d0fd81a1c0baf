// SPDX-License-Identifier: GPL-2.0
/*
 * strange - functions of kpe_typed whose parameters are seldom seen
 *
 * NAME      called with                                        returns
 * states    struct kpe_states, KPE_TINY_200                    2
 * pointers  struct kpe_pointers, struct kpe_flex, a pointer    42
 *           to an int of 42, 'x'
 * either    a union with 77 by value, 200                      KPE_TINY_200
 * squeezed  8, a packed struct of a u8 5 and a u64 6 by        9
 *           value, 9, 10
 * labelled  a struct of "by pointer" and 3, one of 4 and an    4
 *           array of char "in place", both by value
 * longest   8, 6 << 64 | 5, 9                                  9
 * spilled   1 to 5, a struct of two longs 61, 62 by value,     7
 *           7, 8, 9
 * gap       1 to 7, 82 << 64 | 81, 9                           9
 * variadic  "text %d", 5                                       't'
 * keywords  struct kpe_states, 2, 3, 4, named after words      4
 * reserved  1 to 5, named after fields that events have        2
 * lengthy   1, 2, with names of 33 and of 48 characters        2
 * many      KPE_MANY_999, of an enum of 1000 names             KPE_MANY_999
 * empty     nothing                                            1
 * ret128    1                                                  7 << 64 | 5
 * retpair   1                                                  two longs 3, 4
 * retlarge  1, 2                                               three longs
 * retpacked 1, 2                                               packed, 5 and 6
 * floats    see floats.c
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include "target.h"

/* an unsigned one of four bytes */
enum kpe_state { KPE_STATE_0, KPE_STATE_1, KPE_STATE_2, KPE_STATE_3 };
enum kpe_tiny { KPE_TINY_0, KPE_TINY_200 = 200 } __packed;
enum kpe_frost { KPE_FROST = -7 } __packed;
enum kpe_change { KPE_LESS = -1, KPE_SAME, KPE_MORE };
enum kpe_top { KPE_TOP = 0xfffffff0U };

#define KPE_TEN(n)	n##0, n##1, n##2, n##3, n##4, n##5, n##6, n##7, n##8, n##9
#define KPE_HUNDRED(n)	KPE_TEN(n##0), KPE_TEN(n##1), KPE_TEN(n##2), KPE_TEN(n##3), \
			KPE_TEN(n##4), KPE_TEN(n##5), KPE_TEN(n##6), KPE_TEN(n##7), \
			KPE_TEN(n##8), KPE_TEN(n##9)
enum kpe_many {
	KPE_HUNDRED(KPE_MANY_0), KPE_HUNDRED(KPE_MANY_1), KPE_HUNDRED(KPE_MANY_2),
	KPE_HUNDRED(KPE_MANY_3), KPE_HUNDRED(KPE_MANY_4), KPE_HUNDRED(KPE_MANY_5),
	KPE_HUNDRED(KPE_MANY_6), KPE_HUNDRED(KPE_MANY_7), KPE_HUNDRED(KPE_MANY_8),
	KPE_HUNDRED(KPE_MANY_9)
};

/**
 * struct kpe_states - bitfields and enumerations
 * @state: KPE_STATE_2, whose upper bit is set
 * @rest: 5
 * @tiny: KPE_TINY_200, in one byte
 * @after: 17
 * @seven: 0x41, of type char
 * @yes: true
 * @minus33: -5
 * @minus31: -6
 * @five: 31
 * @frost: KPE_FROST, in one byte
 * @change: KPE_LESS, in three bits
 * @top: KPE_TOP, whose upper bit is set
 */
struct kpe_states {
	enum kpe_state state:2;
	u32 rest:30;
	enum kpe_tiny tiny;
	u8 after;
	char seven:7;
	bool yes:1;
	s64 minus33:33;
	s64 minus31:31;
	u8 five:5;
	enum kpe_frost frost;
	enum kpe_change change:3;
	enum kpe_top top;
};

struct kpe_flex {
	int number;
	u8 pad;
	char text[];
};

/**
 * struct kpe_pointers - arrays of all kinds
 * @names: "n0", "n1", "n2"
 * @states: the structure kpe_states, twice
 * @raw: 'r', 'a', 0xff, 0
 * @indirect: the names
 * @grid: 1, 2, 3; 4, 5, 6
 * @words: "hello", "world"
 * @any: the structure kpe_states
 * @address: where "by address" is
 * @bytes: "signed", as s8
 * @wide: 'w', 'i', 'd', 0
 * @flags: true, false, true
 * @colours: KPE_STATE_3, KPE_STATE_1
 */
struct kpe_pointers {
	const char *names[3];
	struct kpe_states *states[2];
	u8 raw[4];
	const char * const *indirect;
	int grid[2][3];
	char words[2][8];
	void *any;
	unsigned long address;
	s8 bytes[8];
	u16 wide[4];
	bool flags[3];
	enum kpe_state colours[2];
};

struct kpe_pair {
	long first;
	long second;
};

struct kpe_three {
	long all[3];
};

/* in memory, because one of its members is not aligned */
struct kpe_squeezed {
	u8 first;
	u64 second;
} __packed;

struct kpe_label {
	const char *text;
	int size;
};

struct kpe_card {
	int id;
	char name[20];
};

union kpe_either {
	long number;
	int low;
};

static KPE_CALLEE int kpe_typed_states(struct kpe_states *states, enum kpe_tiny tiny)
{
	return states->state;
}

static KPE_CALLEE int kpe_typed_pointers(struct kpe_pointers *pointers,
					 struct kpe_flex *flex, int *number,
					 char letter)
{
	return *number;
}

static KPE_CALLEE enum kpe_tiny kpe_typed_either(union kpe_either either, u8 last)
{
	return last;
}

static KPE_CALLEE int kpe_typed_labelled(struct kpe_label label, struct kpe_card card)
{
	return card.id;
}

static KPE_CALLEE long kpe_typed_squeezed(long before, struct kpe_squeezed squeezed,
					  long after, int last)
{
	return after;
}

static KPE_CALLEE long kpe_typed_longest(long before, __int128 wide, long after)
{
	return after;
}

static KPE_CALLEE long kpe_typed_spilled(long a, long b, long c, long d, long e,
					 struct kpe_pair pair, long after,
					 int eight, u8 nine)
{
	return after;
}

static KPE_CALLEE long kpe_typed_gap(long a, long b, long c, long d, long e,
				     long f, long g, __int128 wide, long after)
{
	return after;
}

static KPE_CALLEE int kpe_typed_variadic(const char *text, ...)
{
	return text[0];
}

static KPE_CALLEE int kpe_typed_keywords(struct kpe_states *entry,
					 int this_cpu_read, int string, int arg2)
{
	return arg2;
}

static KPE_CALLEE int kpe_typed_reserved(int common_pid, int comm, int cpu, int REC, int retval)
{
	return comm;
}

static KPE_CALLEE int
kpe_typed_lengthy(int a_name_of_just_thirty_three_chars,
		  int a_name_that_is_longer_than_thirty_two_characters)
{
	return a_name_that_is_longer_than_thirty_two_characters;
}

static KPE_CALLEE int kpe_typed_empty(void)
{
	return 1;
}

static KPE_CALLEE __int128 kpe_typed_ret128(long x)
{
	return ((__int128)7 << 64) | 5;
}

static KPE_CALLEE struct kpe_pair kpe_typed_retpair(long x)
{
	return (struct kpe_pair){ 3, 4 };
}

static KPE_CALLEE enum kpe_many kpe_typed_many(enum kpe_many many)
{
	return many;
}

static KPE_CALLEE struct kpe_three kpe_typed_retlarge(long x, long y)
{
	return (struct kpe_three){ { 3, 4, 5 } };
}

static KPE_CALLEE struct kpe_squeezed kpe_typed_retpacked(long x, long y)
{
	return (struct kpe_squeezed){ 5, 6 };
}

static struct kpe_states kpe_states = {
	.state = KPE_STATE_2, .rest = 5, .tiny = KPE_TINY_200, .after = 17,
	.seven = 0x41, .yes = true, .minus33 = -5, .minus31 = -6, .five = 31,
	.frost = KPE_FROST, .change = KPE_LESS, .top = KPE_TOP,
};

#define KPE_RUN(name, ...)						\
static void run_##name(void)						\
{									\
	kpe_typed_##name(__VA_ARGS__);					\
}

KPE_RUN(states, &kpe_states, KPE_TINY_200)

static void run_pointers(void)
{
	static struct kpe_flex flex = { 3, 1, { "flexible" } };
	static const char * const names[] = { "n0", "n1", "n2" };
	static struct kpe_pointers pointers = {
		.names = { "n0", "n1", "n2" },
		.states = { &kpe_states, &kpe_states },
		.raw = { 'r', 'a', 0xff }, .indirect = names,
		.grid = { { 1, 2, 3 }, { 4, 5, 6 } },
		.words = { "hello", "world" }, .any = &kpe_states,
		.address = (unsigned long)"by address", .bytes = "signed",
		.wide = { 'w', 'i', 'd' }, .flags = { true, false, true },
		.colours = { KPE_STATE_3, KPE_STATE_1 },
	};
	int number = 42;

	kpe_typed_pointers(&pointers, &flex, &number, 'x');
}

KPE_RUN(either, (union kpe_either){ .number = 77 }, 200)
KPE_RUN(squeezed, 8, (struct kpe_squeezed){ 5, 6 }, 9, 10)
KPE_RUN(labelled, (struct kpe_label){ "by pointer", 3 }, (struct kpe_card){ 4, "in place" })
KPE_RUN(longest, 8, ((__int128)6 << 64) | 5, 9)
KPE_RUN(spilled, 1, 2, 3, 4, 5, (struct kpe_pair){ 61, 62 }, 7, 8, 9)
KPE_RUN(gap, 1, 2, 3, 4, 5, 6, 7, ((__int128)82 << 64) | 81, 9)
KPE_RUN(variadic, "text %d", 5)
KPE_RUN(keywords, &kpe_states, 2, 3, 4)
KPE_RUN(reserved, 1, 2, 3, 4, 5)
KPE_RUN(lengthy, 1, 2)
KPE_RUN(many, KPE_MANY_999)
KPE_RUN(empty)
KPE_RUN(ret128, 1)
KPE_RUN(retpair, 1)
KPE_RUN(retlarge, 1, 2)
KPE_RUN(retpacked, 1, 2)

static const struct {
	const char *name;
	void (*run)(void);
} kpe_strange[] = {
	{ "states", run_states }, { "pointers", run_pointers }, { "either", run_either },
	{ "squeezed", run_squeezed }, { "labelled", run_labelled },
	{ "longest", run_longest }, { "spilled", run_spilled },
	{ "gap", run_gap }, { "variadic", run_variadic }, { "keywords", run_keywords },
	{ "reserved", run_reserved }, { "lengthy", run_lengthy }, { "many", run_many },
	{ "empty", run_empty }, { "ret128", run_ret128 }, { "retpair", run_retpair },
	{ "retlarge", run_retlarge }, { "retpacked", run_retpacked }, { "floats", kpe_floats_run },
};

int kpe_strange_run(const char *name)
{
	size_t t;

	for (t = 0; t < ARRAY_SIZE(kpe_strange); t++)
		if (!strcmp(kpe_strange[t].name, name)) {
			kpe_strange[t].run();
			return 0;
		}
	return -EINVAL;
}
