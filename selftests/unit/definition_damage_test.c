// SPDX-License-Identifier: GPL-2.0
/* definition_damage_test - lines that are damaged, and memory that runs out */
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/string.h>

#include "definition_rows.h"
#include "language/line.h"
#include "unit.h"

/* Each allocation in turn fails; the one after the last one does not. */
static void fail_each_allocation(const char *line)
{
	struct parsed r;
	unsigned long n;
	bool first;

	for (n = 1;; n++) {
		first = n == 1;
		unit_fail_allocation(n);
		r = parse_text(line);
		if (!unit_allocation_failed())
			break;
		if (r.ret != -ENOMEM || r.e.err != -ENOMEM ||
		    r.e.code != KPE_ERR_NO_MEMORY || r.line)
			unit_fail("%s: allocation %lu: %d %s", line, n, r.ret,
				  error_name(r.e.code));
		if (first != !r.normalised)
			unit_fail("%s: allocation %lu: normalised %s", line, n, r.normalised);
		parsed_free(&r);
	}
	unit_fail_allocation(0);
	if (n < 2)
		unit_fail("%s: nothing allocated", line);
	parsed_free(&r);
	if (unit_allocations())
		unit_fail("%s: %ld allocations left over", line, unit_allocations());
}

UNIT_CASE(test_out_of_memory, "definition: out of memory")
{
	static const char all[] =
		"r8:gr/ev mod:vfs_read%return a=%ax @s+4:string a0 \\\"x\" +8(+u4(@s)) $comm \\4";
	struct parsed r;
	size_t i;

	fail_each_allocation("");
	fail_each_allocation(all);
	fail_each_allocation("-:gr/ev mod:vfs_read+4 a=%ax %bx");
	for (i = 0; i < nr_good_heads; i++)
		fail_each_allocation(good_heads[i].line);
	for (i = 0; i < nr_good_args; i++) {
		char *line = format("r f %s", good_args[i].line);

		fail_each_allocation(line);
		free(line);
	}
	r = parse_text("p vfs_read");
	unit_fail_allocation(1);
	if (kpe_auto_event_name(r.line))
		unit_fail("automatic name without memory");
	parsed_free(&r);
	kpe_definition_free(NULL);
}

UNIT_CASE(test_every_byte, "definition: any byte anywhere, cut anywhere")
{
	char line[] = "p:ev vfs_read x=+0(%ax):u8";
	size_t at, len = strlen(line);
	unsigned int byte;
	struct parsed r;

	for (at = 0; at < len; at++) {
		char kept = line[at];

		for (byte = 0; byte < 256; byte++) {
			line[at] = byte;
			r = parse_bytes(line, len);
			check_promises(line, len, &r);
			parsed_free(&r);
		}
		line[at] = kept;
		r = parse_bytes(line, at);
		check_promises(line, at, &r);
		parsed_free(&r);
	}
}
