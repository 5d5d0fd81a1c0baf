// SPDX-License-Identifier: GPL-2.0
/*
 * fetch_fuzz - any text as a definition, compiled and run on random memory
 *
 * Each record is compared with that of fetch_model.c, and with what the exported
 * definition makes of the same hit. The text alone decides what is in memory.
 */
#include <stdlib.h>

#include <linux/string.h>

#include "fetch_hits.h"
#include "random.h"
#include "fuzz.h"
#include "lines.h"
#include "resolve_world.h"
#include "unit.h"

#define NR_SEEDS	300

/* Programs as fetch_random.c has them, about symbols and memory that there are */
static void write_seeds(const char *dir)
{
	unsigned int i;

	random_seed(1);
	for (i = 0; i < NR_SEEDS; i++) {
		const char *text = random_program();

		fuzz_write_seed(dir, text, strlen(text));
	}
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *dir = fuzz_seeds_dir(*argc, *argv);

	machine_init();
	world_open();
	if (dir) {
		write_seeds(dir);
		exit(0);
	}
	return 0;
}

static void hit(struct parsed *parsed, u64 seed)
{
	struct fetched f;

	random_seed(seed);
	fill_memory();
	fetched_compile_line(&f, parsed);
	fuzz_count(f.prog ? "definitions run" : "definitions too big");
	if (!random_hits(&f))
		fuzz_count("exported longer or deeper than may be");
	fetched_close(&f);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	long before = unit_allocations();
	struct fuzz_line l;

	fuzz_line_open(&l, (const char *)data, size);
	if (l.parsed.line && l.parsed.line->verb == KPE_DEFINE)
		hit(&l.parsed, fuzz_hash(data, size));
	fuzz_line_close(&l);
	if (unit_allocations() != before)
		unit_fail("%ld allocations left over", unit_allocations() - before);
	return 0;
}
