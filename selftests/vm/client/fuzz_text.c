// SPDX-License-Identifier: GPL-2.0
/*
 * fuzz_text - definitions at random: by the grammar, then damaged
 *
 * Places are functions of kpe_target and names that nobody has: a probe of any
 * other function would measure that one. So a glob must say kpe_target, too.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "client.h"
#include "fuzz_text.h"
#include "names.h"
#include "random.h"

#define MAX_DEPTH	4	/* of an expression, mostly */
#define MAX_ARGS	6

static const char *const functions[] = {
	"args8", "narrow", "str", "object", "array", "change", "bad", "ret",
	"recurse", "steps", "irq", "soft", "other",
};

#define ANY(list) ((list)[below(ARRAY_SIZE(list))])

struct text {
	char *s;
	size_t len;
};

static void __attribute__((format(printf, 2, 3)))
put(struct text *t, const char *format, ...)
{
	size_t room = FUZZ_LINE - t->len;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(t->s + t->len, room, format, ap);
	va_end(ap);
	t->len += (size_t)n < room ? (size_t)n : room - 1;
}

/* -------------------------------------------------------------- the grammar */

static void put_place(struct text *t)
{
	static const char *const others[] = {
		"kpe_target_dup", "kpe_target_dup@1", "kpe_target_dup@2", "kpe_target_dup@*",
		"kpe_target_dup@3", "kpe_target_clone.*", "kpe_target_part.*", "kpe_target_whole",
		"kpe_target_whole.*", "kpe_target_*", "kpe_target_[a-o]*", "kpe_target_s*",
		"kpe_target_zz*", "kpe_target_notrace", "kpe_target_nokprobe", "kpe_target_at_init",
		"no_such_function", "gone:kpe_x", "gone:.text+0x10", "gone:0x10",
		"vmlinux:kpe_target_ret", "kpe_target:.kpe_text", "kpe_target:.kpe_text+0x0",
		"kpe_target:.init.text", "kpe_target:.rodata", "0xffffffff", "kpe_target_counter",
		"version_proc_show@2",
	};

	if (percent(20)) {
		put(t, "%s", ANY(others));
		return;
	}
	put(t, "%skpe_target_%s", percent(15) ? "kpe_target:" : "", ANY(functions));
	if (percent(6))
		put(t, "%c%u", percent(90) ? '+' : '-', below(24));
	if (percent(2))
		put(t, "%%return");
}

static void put_source(struct text *t, int is_return)
{
	static const char *const plain[] = {
		"$comm", "$stack", "$kstack", "$kstack[3]", "$current", "\\-1", "\\0x10",
		"\\\"text\"", "\\\"\"", "@kpe_target_counter", "@kpe_target_text",
		"@kpe_target_text+5", "@kpe_target_counter-8", "@0xffffffff81000000", "@0x10",
		"@kpe_target:kpe_target_counter", "@kpe_target:kpe_target_text+5",
		"&kpe_target_text", "&kpe_target:kpe_target_counter", "@runqueues->cpu",
		"@vmlinux:runqueues->curr->pid", "$current->comm[3]",
		"(struct task_struct *)$current->pid", "(task_struct)&init_task->pid",
		"((struct task_struct *)$current)->comm:hex[4]",
		"(struct module *)&kpe_target:__this_module->state:enum",
	};
	static const char *const wrong[] = {
		"$none", "%none", "a0:u8:u8", "@nobody_has_this", "\\\"text",
		"@kpe_none:x", "@kpe_target:x", "&", "@kpe_target_text->x",
		"$current->comm[16]", "$kstack[65]", "(struct no_such *)$current->x",
	};
	static const char *const registers[] = {
		"di", "si", "dx", "cx", "r8", "r9", "ax", "sp", "ip", "bp",
		"flags", "cs", "ss", "orig_ax", "r15",
	};

	switch (below(is_return ? 8 : 6)) {
	case 0:
	case 1:
		put(t, "%%%s", ANY(registers));
		break;
	case 2:
		put(t, "$arg%u", 1 + below(percent(90) ? 8 : 3000));
		break;
	case 3:
		put(t, "%s%u", percent(50) ? "$stack" : "s", below(percent(90) ? 8 : 3000));
		break;
	case 4:
		put(t, "a%u", below(9));
		break;
	case 5:
		put(t, "%s", percent(95) ? ANY(plain) : ANY(wrong));
		break;
	default:
		put(t, "%s", percent(80) ? "$retval" : percent(50) ? "rv" : "ra");
	}
}

static void put_expression(struct text *t, int is_return, unsigned int depth)
{
	static const int offsets[] = { 0, 8, 16, 24, 40, 48, -8, 4, 100000 };

	if (!depth) {
		put_source(t, is_return);
		return;
	}
	if (is_return && percent(25))
		put(t, "entry(");
	else if (percent(5))
		put(t, "this_cpu_%s(", percent(50) ? "ptr" : "read");
	else
		put(t, percent(90) ? "%+d(" : "+u%d(", ANY(offsets));
	put_expression(t, is_return, depth - 1);
	put(t, ")");
}

static void put_type(struct text *t)
{
	static const char *const types[] = {
		"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "x8", "x16", "x32", "x64",
		"char", "symbol", "symstr", "string", "string", "string", "ustring", "b4@4/8",
		"b12@20/32", "sb3@1/16", "b64@0/64", "errno", "ip4", "ip6", "mac", "hex[9]",
		"sockaddr", "path", "dentry", "int", "ulong", "bool", "size_t", "pid_t",
	};
	static const char *const wrong[] = { "b9@0/8", "u7", "%pd", "%pD", "enum", "no_t", "" };

	put(t, ":%s", percent(95) ? ANY(types) : ANY(wrong));
	if (percent(10))
		put(t, "[%u]", below(percent(90) ? 5 : 70));
}

static void put_comparison(struct text *t, int is_return)
{
	static const char *const how[] = {
		" == ", "!=", " < ", "<=", " > ", ">=", " & ", " ~ ", " ",
	};
	static const char *const values[] = {
		"0", "-1", "5ms", "0x10", "4K", "\"sh\"", "\"*\"", "\"a b\"", "'sh'", "'a \" b'",
		"$comm", "x", "%ax", "-9223372036854775808", "18446744073709551615", "1K",
		"&kpe_target_text", "@kpe_target:kpe_target_counter:u8",
	};

	put(t, "%s%s", percent(15) ? "!" : "", percent(10) ? "(" : "");
	if (is_return && percent(10))
		put(t, "$elapsed");
	else if (percent(20))
		put(t, percent(50) ? "$comm" : percent(50) ? "$kstack" : "x0");
	else
		put_expression(t, is_return, below(MAX_DEPTH));
	if (percent(20))
		put_type(t);
	put(t, "%s%s", ANY(how), ANY(values));
	put(t, "%s", percent(10) ? ")" : "");
}

static void put_condition(struct text *t, int is_return)
{
	unsigned int i, n = below(percent(95) ? 4 : 40);

	put(t, " if ");
	put_comparison(t, is_return);
	for (i = 0; i < n; i++) {
		put(t, percent(50) ? " && " : "||");
		put_comparison(t, is_return);
	}
}

/* Few numbers, as those of an event's definitions have to agree */
static void put_budget(struct text *t)
{
	static const char *const budgets[] = {
		" $every=2", " $rate=20", " $stop=3", " $stop=3", " $every=0", " $stop=1 $rate=1",
		" $every=2 $rate=20 $stop=3", " $rate=18446744073709551615", " $stop=1 $stop=1",
	};

	put(t, "%s", ANY(budgets));
}

static void put_arg(struct text *t, int is_return, unsigned int i)
{
	put(t, " ");
	if (percent(60))
		put(t, percent(95) ? "x%u=" : "x=", i);
	if (is_return && percent(10))
		put(t, "$elapsed");
	else if (percent(1))
		put(t, "$arg*");
	else
		put_expression(t, is_return, percent(97) ? below(MAX_DEPTH) : below(12));
	if (percent(40))
		put_type(t);
}

/* Few enough that some events get more than one probe */
static void put_name(struct text *t)
{
	static const char *const groups[] = { "", "", "fuzz/", "fuzz2/", "0/", "a-b/" };
	char foreign[64];

	if (percent(10)) {
		names_pick(foreign, sizeof(foreign));
		put(t, ":%s", foreign);
		return;
	}
	put(t, ":%s", groups[below(percent(90) ? 4 : 6)]);
	if (percent(97))
		put(t, "e%u", below(percent(80) ? 300 : 20));
}

static void put_definition(struct text *t)
{
	int is_return = percent(35);
	unsigned int i, n = below(MAX_ARGS + 1);

	put(t, "%c", is_return ? 'r' : 'p');
	if (is_return && percent(15))
		put(t, "%u", below(percent(80) ? 20 : 5000));
	if (percent(60))
		put_name(t);
	put(t, " ");
	put_place(t);
	if (percent(2))
		n = 120 + below(12);
	for (i = 0; i < n; i++)
		put_arg(t, is_return, i);
	if (percent(15))
		put_budget(t);
	if (percent(25))
		put_condition(t, is_return);
}

static void put_deletion(struct text *t)
{
	put(t, "-");
	put_name(t);
	if (percent(20)) {
		put(t, " ");
		put_place(t);
	}
}

static void put_line(struct text *t)
{
	unsigned int kind = below(100);

	if (kind < 8)
		put_deletion(t);
	else if (kind == 8)
		put(t, "build-id%s %08x%s", percent(50) ? "!" : "",
		    below(~0U), percent(50) ? " kpe_target" : "");
	else if (kind == 9)
		put(t, "# a comment");
	else
		put_definition(t);
	if (percent(3))
		put(t, " # more");
}

/* --------------------------------------------------------------- the damage */

static void insert(struct text *t, size_t at, const char *s, size_t len)
{
	if (t->len + len >= FUZZ_LINE)
		return;
	memmove(t->s + at + len, t->s + at, t->len - at + 1);
	memcpy(t->s + at, s, len);
	t->len += len;
}

static void cut(struct text *t, size_t at, size_t len)
{
	if (len > t->len - at)
		len = t->len - at;
	memmove(t->s + at, t->s + at + len, t->len - at - len + 1);
	t->len -= len;
}

/* No newline, which would make two lines of it; no NUL, which would end it */
static char any_byte(void)
{
	char c = below(255) + 1;

	return c == '\n' ? ' ' : c;
}

static void damage(struct text *t)
{
	static const char *const words[] = {
		" ", "\t", ":", "/", ".", "=", "+", "-", "@", "%", "$", "\\", "\"", "(", ")", "[",
		"]", ",", "->", "%return", "$comm", "$arg*", "+0(", "+u8(", ":string", ":b4@4/8",
		":u8[2]", "18446744073709551615", "'", "&", "@kpe_target:",
		"(struct task_struct *)", "[1]", " if ", "4294967296", "common_pid=", "entry(",
		"@1", "@*", ".*", "0x",
	};
	size_t head = strcspn(t->s, " "), at = below(t->len + 1);
	const char *word = ANY(words);
	char c = any_byte();

	/* A name that nobody has takes long: all that are like it are looked for. */
	head += strcspn(t->s + head + !!t->s[head], " ");
	if (at < head && percent(80))
		at = head + below(t->len + 1 - head);
	switch (below(5)) {
	case 0:
		cut(t, at, 1 + below(6));
		break;
	case 1:
		insert(t, at, &c, 1);
		break;
	case 2:
		insert(t, at, word, strlen(word));
		break;
	case 3:
		cut(t, at, 1 + below(3));
		insert(t, at, word, strlen(word));
		break;
	default:
		if (at < t->len)
			t->s[at] = c;
	}
}

/* May it be about a function that is none of ours? */
static int goes_too_far(const char *line)
{
	const char *place = strchr(line, ' ');
	size_t len;

	if (!place)
		return 0;
	place += strspn(place, " \t");
	len = strcspn(place, " \t");
	if (!strncmp(place, "kpe_target:", 11))
		place += 11, len -= 11;
	return strcspn(place, "*?[") < len && strncmp(place, "kpe_target_", 11);
}

size_t fuzz_line(char *line)
{
	struct text t = { .s = line };
	unsigned int n;

	do {
		t.len = 0;
		put_line(&t);
		for (n = percent(25) ? 1 + below(3) : 0; n; n--)
			damage(&t);
	} while (goes_too_far(line));
	return t.len;
}

/* ------------------------------------------------- the kernel's own grammar */

static void put_plain_place(struct text *t)
{
	static const char *const places[] = {
		"vfs_read", "vfs_read", "vfs_write", "kernel_clone", "kpe_typed_rich",
		"kpe_typed_rich", "kpe_typed:kpe_typed_eight", "kpe_typed_node",
		"kpe_typed_nothing", "kpe_target_ret", "kpe_target:kpe_target_str",
		"kpe_target_args8+0x0", "vfs_read+0", "gone:kpe_x", "kpe_target_ret%return",
		"gone:kpe_x+8",
	};

	put(t, "%s", ANY(places));
}

static void put_plain_source(struct text *t)
{
	static const char *const sources[] = {
		"%di", "%si", "%ax", "%r12", "%ip", "%flags", "$stack", "$stack0", "$stack12",
		"$arg1", "$arg2", "$arg6", "$retval", "$comm", "$COMM", "\\1", "\\-1", "\\0x10",
		"\\+5", "\\\"text\"", "\\\"a b\"", "@linux_banner", "@linux_banner+8",
		"@linux_banner-0x8", "@0xffffffff81000000", "@kpe_first", "file", "buf", "count",
		"pos", "args", "rich", "opaque", "node", "file->f_mode", "rich->u8", "rich->name",
		"rich->inner.value", "rich->next->u32", "args->flags", "(kpe_rich)opaque->u32",
		"(kpe_rich,node)node->u32", "(kpe_rich)(+200(%di))->u32", "(file)$arg1->f_mode",
		"$current", "$current->pid", "$current->comm", "(task_struct)$current->comm",
		"this_cpu_read(@kpe_typed_percpu)", "this_cpu_ptr(@kpe_typed_percpu)",
	};

	put(t, "%s", ANY(sources));
}

static void put_plain_expression(struct text *t)
{
	static const char *const offsets[] = { "+0", "+8", "-8", "+0x10", "+u8", "-u0", "+0" };
	unsigned int depth = percent(50) ? 0 : percent(90) ? below(4) : below(17), i;

	for (i = 0; i < depth; i++)
		put(t, "%s(", ANY(offsets));
	put_plain_source(t);
	for (i = 0; i < depth; i++)
		put(t, ")");
}

static void put_plain_type(struct text *t)
{
	static const char *const types[] = {
		"u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "x8", "x16", "x32", "x64",
		"char", "symbol", "symstr", "string", "ustring", "string", "b4@4/8", "b12@20/32",
		"b1@63/64", "b3@1/16", "%pd", "%pD",
	};

	put(t, ":%s", ANY(types));
	if (percent(15))
		put(t, "[%u]", below(percent(80) ? 5 : 70));
}

static void put_plain_definition(struct text *t)
{
	static const char *const names[] = {
		"", "", ":e", ":e1", ":g/e", ":g.e", ":g/", ":_",
		":a234567890123456789012345678901",
	};
	static const char *const heads[] = { "p", "p", "p", "r", "r", "r10", "r0", "r4096" };
	unsigned int i, n = percent(97) ? below(3) : below(135);

	put(t, "%s%s ", ANY(heads), ANY(names));
	put_plain_place(t);
	if (percent(5))
		put(t, " $arg*");
	for (i = 0; i < n; i++) {
		put(t, " ");
		if (percent(60))
			put(t, "x%u=", i);
		put_plain_expression(t);
		if (percent(50))
			put_plain_type(t);
	}
}

size_t fuzz_plain_line(char *line)
{
	struct text t = { .s = line };
	unsigned int n;

	put_plain_definition(&t);
	for (n = percent(40) ? 1 + below(2) : 0; n; n--)
		damage(&t);
	return t.len;
}
