// SPDX-License-Identifier: GPL-2.0
/* definition_names_test - names that events get, places as text, and what is equal */
#include <stdlib.h>

#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "definition_expect.h"
#include "language/line.h"
#include "unit.h"

static void expect_auto_name(const char *line, const char *want)
{
	struct parsed r = parse_text(line);
	char *name = r.line ? kpe_auto_event_name(r.line) : NULL;

	expect_string(line, name ?: "(none)", want);
	kfree(name);
	parsed_free(&r);
}

UNIT_CASE(test_auto_names, "definition: automatic event names")
{
	char *line = format("p %s", many('f', 59)), *name;
	struct parsed r;

	expect_auto_name("p vfs_read", "p_vfs_read_0");
	expect_auto_name("r vfs_read", "r_vfs_read_0");
	expect_auto_name("p vfs_read%return", "r_vfs_read_0");
	expect_auto_name("p vfs_read+0x10", "p_vfs_read_16");
	expect_auto_name("p vfs_read-16", "p_vfs_read_m16");
	expect_auto_name("p mod:func", "p_mod_func_0");
	expect_auto_name("p func.isra.0", "p_func_isra_0_0");
	expect_auto_name("p func.*", "p_func___0");
	expect_auto_name("p t_show@2", "p_t_show_2_0");
	expect_auto_name("r t_show@*+4", "r_t_show___4");
	expect_auto_name("p vfs_*", "p_vfs___0");
	expect_auto_name("p vmlinux:vfs_read", "p_vmlinux_vfs_read_0");
	expect_auto_name("p mod:.text+16", "p_mod__text_16");
	expect_auto_name("p mod:0x10", "p_mod__16");
	expect_auto_name("p a$b*c\xc3\xa9", "p_a_b_c___0");
	/* 62, 63 and more characters */
	name = format("p_%s_0", many('f', 59));
	expect_auto_name(line, name);
	free(line);
	free(name);
	line = format("p %s", many('f', 60));
	name = format("p_%s_", many('f', 60));
	expect_auto_name(line, name);
	free(line);
	free(name);
	line = format("p %s", many('f', 100));
	name = format("p_%s", many('f', 61));
	expect_auto_name(line, name);
	free(line);
	free(name);
	/* how %p shows it is not ours to say */
	r = parse_text("r 0x1000");
	name = kpe_auto_event_name(r.line);
	if (strncmp(name, "r_0x", 4))
		unit_fail("automatic name %s", name);
	kfree(name);
	parsed_free(&r);
}

static void expect_place(const char *line, const char *want)
{
	struct parsed r = parse_text(line);
	char buf[64] = "untouched";

	expect_number(line, kpe_place_print(&r.line->place, buf, sizeof(buf)), strlen(want));
	expect_string(line, buf, want);
	expect_number(line, kpe_place_print(&r.line->place, NULL, 0), strlen(want));
	kpe_place_print(&r.line->place, buf, 4);
	if (strncmp(buf, want, 3) || strlen(buf) > 3)
		unit_fail("%s: cut to %s", line, buf);
	parsed_free(&r);
}

UNIT_CASE(test_place_print, "definition: printed places")
{
	expect_place("p vfs_read", "vfs_read");
	expect_place("p vfs_read+0", "vfs_read");
	expect_place("p vfs_read+0x10", "vfs_read+16");
	expect_place("p vfs_read-0x10", "vfs_read-16");
	expect_place("p mod:func+4%return", "mod:func+4");
	expect_place("p vfs_read+4294967295", "vfs_read+4294967295");
	expect_place("p t_show@2", "t_show@2");
	expect_place("p mod:t_show@*+16", "mod:t_show@*+16");
	expect_place("p vmlinux:vfs_*", "vmlinux:vfs_*");
	expect_place("p func.*+1", "func.*+1");
	expect_place("p mod:31", "mod:0x1f");
	expect_place("p mod:.text+0x1f", "mod:.text+31");
	expect_place("p mod:.init.text", "mod:.init.text");
	expect_place("p 0x1234", "");
	expect_place("-:event", "");
}

static void expect_same_place(const char *a, const char *b, bool want)
{
	struct parsed p = parse_text(a), q = parse_text(b);

	expect_number(a, kpe_place_equal(&p.line->place, &q.line->place), want);
	expect_number(b, kpe_place_equal(&q.line->place, &p.line->place), want);
	parsed_free(&p);
	parsed_free(&q);
}

UNIT_CASE(test_place_equal, "definition: places that are the same")
{
	struct parsed p = parse_text("p func.*"), q = parse_text("p func.isra.0");

	expect_same_place("p vfs_read", "r vfs_read+0", true);
	expect_same_place("p vfs_read", "p vfs_read+1", false);
	expect_same_place("p vfs_read", "p vmlinux:vfs_read", false);
	expect_same_place("p vfs_read", "p vfs_read@1", false);
	expect_same_place("p vfs_read@2", "p vfs_read@1", false);
	expect_same_place("p vfs_read@2", "p vfs_read@02", true);
	expect_same_place("p vfs_read@*", "p vfs_read", false);
	expect_same_place("p vfs_*", "p vfs_*", true);
	expect_same_place("p m:.text+1", "p m:0x1", false);
	expect_same_place("p m:.text+1", "p m:.text+0x1", true);
	expect_same_place("p 0x10", "p 16", true);
	expect_same_place("p 0x10", "p 0x11", false);
	expect_same_place("p func.*", "p func.*", true);
	expect_same_place("p func.*", "p func", false);
	p.line->place.found = kstrdup("func.isra.0", GFP_KERNEL);
	expect_number("clone", kpe_place_equal(&p.line->place, &q.line->place), true);
	expect_number("clone", kpe_place_equal(&q.line->place, &p.line->place), true);
	parsed_free(&p);
	parsed_free(&q);
}

UNIT_CASE(test_type_equal, "definition: equal types")
{
	const struct kpe_type a = {
		.kind = KPE_BITFIELD, .size = 4, .bit_width = 3,
		.bit_offset = 2, .count = 1,
	};
	struct kpe_type b = a;

	if (!kpe_type_equal(&a, &b))
		unit_fail("not equal to itself");
	b.kind = KPE_HEX;
	if (kpe_type_equal(&a, &b))
		unit_fail("kind");
	b = a;
	b.size = 8;
	if (kpe_type_equal(&a, &b))
		unit_fail("size");
	/* The bits are cut out when they are fetched: the records are alike. */
	b = a;
	b.bit_width = 4;
	b.bit_offset = 4;
	if (!kpe_type_equal(&a, &b))
		unit_fail("bits");
	b.kind = KPE_UNSIGNED;
	if (!kpe_type_equal(&a, &b))
		unit_fail("container");
	b = a;
	b.count = 0;
	if (kpe_type_equal(&a, &b))
		unit_fail("count");
}
