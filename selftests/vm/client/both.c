// SPDX-License-Identifier: GPL-2.0
/*
 * Definitions in two tracers, at random or of stdin: what the second takes the first is to
 * take, too. At random they are by the grammar of the kernel's own, then damaged.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "client.h"
#include "random.h"

#define MAX_LINE	1024	/* characters, with room for damage */
#define ANY(list) ((list)[below(ARRAY_SIZE(list))])

struct text {
	char *s;
	size_t len;
};

static void __attribute__((format(printf, 2, 3)))
put(struct text *t, const char *format, ...)
{
	size_t room = MAX_LINE - t->len;
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
	static const char *const places[] = {
		"vfs_read", "vfs_read", "vfs_write", "kernel_clone", "kpe_typed_rich",
		"kpe_typed_rich", "kpe_typed:kpe_typed_eight", "kpe_typed_node",
		"kpe_typed_nothing", "kpe_target_ret", "kpe_target:kpe_target_str",
		"kpe_target_args8+0x0", "vfs_read+0", "gone:kpe_x", "kpe_target_ret%return",
		"gone:kpe_x+8",
	};

	put(t, "%s", ANY(places));
}

static void put_source(struct text *t)
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

static void put_expression(struct text *t)
{
	static const char *const offsets[] = { "+0", "+8", "-8", "+0x10", "+u8", "-u0", "+0" };
	unsigned int depth = percent(50) ? 0 : percent(90) ? below(4) : below(17), i;

	for (i = 0; i < depth; i++)
		put(t, "%s(", ANY(offsets));
	put_source(t);
	for (i = 0; i < depth; i++)
		put(t, ")");
}

static void put_type(struct text *t)
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

static void put_definition(struct text *t)
{
	static const char *const names[] = {
		"", "", ":e", ":e1", ":g/e", ":g.e", ":g/", ":_", ":0/e", ":a-b/e", ":events/e",
		":a234567890123456789012345678901",
	};
	static const char *const heads[] = { "p", "p", "p", "r", "r", "r10", "r0", "r4096" };
	unsigned int i, n = percent(97) ? below(3) : below(135);

	put(t, "%s%s ", ANY(heads), ANY(names));
	put_place(t);
	if (percent(5))
		put(t, " $arg*");
	for (i = 0; i < n; i++) {
		put(t, " ");
		if (percent(60))
			put(t, "x%u=", i);
		put_expression(t);
		if (percent(50))
			put_type(t);
	}
}

/* --------------------------------------------------------------- the damage */

static void insert(struct text *t, size_t at, const char *s, size_t len)
{
	if (t->len + len >= MAX_LINE)
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

/* ------------------------------------------------------------- the two tracers */

/* Names are of ASCII in our tracer, see differences.rst. */
static int is_ascii(const char *line)
{
	while (*line > 0)
		line++;
	return !*line;
}

/* 0, and nothing is left of it, or the errno */
static int try(const char *file, const char *line, size_t len)
{
	int err = write_text(file, O_APPEND, line, len);

	if (!err && write_text(file, O_TRUNC, "", 0))
		die(line);
	return err;
}

/* 1 if the second takes it */
static int compare(char **files, const char *line, size_t len)
{
	int err;

	if (!is_ascii(line) || try(files[1], line, len))
		return 0;
	err = try(files[0], line, len);
	if (err)
		printf("%s %s\n", errno_name(err), line);
	return 1;
}

static unsigned long compare_random(char **files, unsigned long lines)
{
	unsigned long taken = 0;
	char line[MAX_LINE + 1];

	for (; lines; lines--) {
		struct text t = { .s = line };
		unsigned int n;

		put_definition(&t);
		for (n = percent(40) ? 1 + below(2) : 0; n; n--)
			damage(&t);
		taken += compare(files, line, t.len);
	}
	return taken;
}

static unsigned long compare_read(char **files)
{
	unsigned long taken = 0;
	char line[MAX_LINE + 1];

	while (fgets(line, sizeof(line), stdin)) {
		line[strcspn(line, "\n")] = '\0';
		taken += compare(files, line, strlen(line));
	}
	return taken;
}

int client_both(int argc, char **argv)
{
	unsigned long taken;

	if (argc != 3 && argc != 5)
		bad_usage("both FILE OTHER [LINES SEED]");
	if (argc == 5) {
		random_seed(to_number(argv[4]));
		taken = compare_random(argv + 1, to_number(argv[3]));
	} else {
		taken = compare_read(argv + 1);
	}
	printf("taken %lu\n", taken);
	return 0;
}
