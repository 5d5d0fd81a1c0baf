// SPDX-License-Identifier: GPL-2.0
/* Records of one event in a per_cpu directory's trace_pipe_raw. */
#include <errno.h>
#include <fcntl.h>
#include <linux/types.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "client.h"

#define RB_PADDING	29
#define RB_EXTEND	30
#define RB_STAMP	31
#define RB_HEADER	16

struct raw {
	unsigned int id;
	int dump;
	unsigned long records;
};

static void record(struct raw *raw, const unsigned char *data, size_t len)
{
	__u16 type;
	size_t i;

	memcpy(&type, data, sizeof(type));
	if (type != raw->id)
		return;
	raw->records++;
	for (i = 0; raw->dump && i < len; i++)
		printf("%02x%s", data[i], i + 1 == len ? "\n" : "");
}

/* Bytes of the entry at @p; hands records on. 0 ends the page. */
static size_t entry(struct raw *raw, const unsigned char *p)
{
	__u32 head, len;

	memcpy(&head, p, 4);
	memcpy(&len, p + 4, 4);
	switch (head & 31) {
	case RB_PADDING:
		return head >> 5 ? len + 4 : 0;
	case RB_EXTEND:
	case RB_STAMP:
		return 8;
	case 0:
		record(raw, p + 8, len - 4);
		return len + 4;
	default:
		record(raw, p + 4, (head & 31) * 4);
		return (head & 31) * 4 + 4;
	}
}

static void page(struct raw *raw, const unsigned char *buf)
{
	__u64 commit;
	size_t at = RB_HEADER, end, n;

	memcpy(&commit, buf + 8, sizeof(commit));
	end = RB_HEADER + (commit & 0xfffff);
	while (at < end && end <= CLIENT_PAGE) {
		n = entry(raw, buf + at);
		if (!n)
			break;
		at += n;
	}
}

int client_raw(int argc, char **argv)
{
	unsigned char buf[CLIENT_PAGE + 8] = { 0 };
	struct raw raw = { .dump = argc > 3 };
	char path[256];
	ssize_t n;
	int fd;

	if (argc < 3)
		bad_usage("raw CPU-DIR ID [dump]");
	raw.id = to_number(argv[2]);
	snprintf(path, sizeof(path), "%s/trace_pipe_raw", argv[1]);
	fd = open(path, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		die(path);
	while ((n = read(fd, buf, CLIENT_PAGE)) > 0)
		page(&raw, buf);
	if (n < 0 && errno != EAGAIN)
		die(path);
	printf("%lu\n", raw.records);
	return 0;
}
