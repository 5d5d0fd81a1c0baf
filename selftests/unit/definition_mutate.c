// SPDX-License-Identifier: GPL-2.0
/*
 * definition_mutate - lines that are nearly right, a great many of them
 *
 * The numbers are the same on every run, so a failure comes back.
 */
#include <linux/kernel.h>
#include <linux/string.h>

#include "definition_unit.h"
#include "unit.h"

static const char * const tokens[] = {
	" ", "\t", "#", ":", "/", ".", "=", "+", "-", "@", "%", "$", "\\", "\"",
	"(", ")", "[", "]", "*", ",", "->", "%return", "$comm", "$arg*",
	"$arg1", "$stack", "$retval", "%ax", "+0(", "-u8(", "\\\"", "a0", "s1",
	"rv", "ra", ":string", ":ustring", ":symstr", ":errno", ":enum",
	":ip6", ":hex[9]", ":sockaddr", ":path", "(file)", ":b4@4/8", ":u8[2]",
	"0x", "18446744073709551615", "4294967296", "\xa0", "\xe9", "\n", "p:",
	"r10:", "-:", "common_pid=", "arg1=", "\0", "$current", "->next",
	"(list)", "(list,", "this_cpu_ptr(", "this_cpu_read(", ":%pd", ":%pD",
	"@1", "@*", ".*", "vfs_*", "[a-z]", "mod:.text", "mod:0x", "vmlinux:",
};

static unsigned long next_random(unsigned long *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

struct mutant {
	char text[8192];
	size_t len;
};

static void insert(struct mutant *m, size_t at, const char *s, size_t len)
{
	if (m->len + len > sizeof(m->text))
		return;
	memmove(m->text + at + len, m->text + at, m->len - at);
	memmove(m->text + at, s, len);
	m->len += len;
}

static void cut(struct mutant *m, size_t at, size_t len)
{
	len = min(len, m->len - at);
	memmove(m->text + at, m->text + at + len, m->len - at - len);
	m->len -= len;
}

static void mutate_once(struct mutant *m, const char * const *lines, size_t n,
			unsigned long *state)
{
	unsigned long r = next_random(state);
	size_t at = next_random(state) % (m->len + 1);
	size_t len = 1 + next_random(state) % 6;
	const char *other = lines[next_random(state) % n];
	const char *token = tokens[next_random(state) % ARRAY_SIZE(tokens)];
	char byte = next_random(state);

	switch (r % 7) {
	case 0:
		return cut(m, at, len);
	case 1:
		return insert(m, at, &byte, 1);
	case 2:
		return insert(m, at, token, strlen(token) ?: 1);
	case 3:
		cut(m, at, len);
		return insert(m, at, token, strlen(token) ?: 1);
	case 4:
		len = min(len * len, m->len - at);
		return insert(m, at, m->text + at, len);
	case 5:
		cut(m, at, m->len);
		at = next_random(state) % (strlen(other) + 1);
		return insert(m, m->len, other + at, strlen(other + at));
	default:
		if (at < m->len)
			m->text[at] ^= 1 << (r >> 8) % 8;
	}
}

static struct parsed parse_mutant(const struct mutant *m,
				  const struct kpe_function_info *info)
{
	return info ? parse_at(m->text, m->len, info) :
		      parse_bytes(m->text, m->len);
}

void mutate(const char * const *lines, size_t n, unsigned long rounds,
	    const struct kpe_function_info *info)
{
	unsigned long state = 0x9e3779b97f4a7c15, taken = 0, i, j;
	struct mutant m;
	struct parsed r;

	for (i = 0; i < rounds; i++) {
		const char *line = lines[i % n];

		m.len = min(strlen(line), sizeof(m.text));
		memcpy(m.text, line, m.len);
		for (j = 1 + next_random(&state) % 3; j; j--)
			mutate_once(&m, lines, n, &state);
		r = parse_mutant(&m, info);
		check_promises(m.text, m.len, &r);
		taken += !r.ret;
		parsed_free(&r);
	}
	if (taken < rounds / 20)
		unit_fail("only %lu of %lu lines were taken", taken, rounds);
}
