// SPDX-License-Identifier: GPL-2.0
/*
 * btf_bulk --runs N|--seconds N [--seed N] FILE... - BTFs of real kernels, damaged
 *
 * In each run some bytes of a whole BTF are changed, and all is asked that btf.h
 * answers, of names out of it.
 */
#include <err.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <linux/btf.h>
#include <linux/kernel.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "btf_ask.h"
#include "random.h"

#define MAX_DAMAGES	64	/* in one run */
#define NR_NAMES	256	/* in one run */

struct file {
	u8 *data;
	size_t size;
	const char *strings;
	u32 strings_len;
};

static struct file load(const char *name)
{
	struct file file = { };
	const struct btf_header *hdr;
	FILE *f = fopen(name, "rb");

	if (!f || fseek(f, 0, SEEK_END))
		err(1, "%s", name);
	file.size = ftell(f);
	rewind(f);
	file.data = malloc(file.size);
	if (!file.data || fread(file.data, 1, file.size, f) != file.size)
		err(1, "%s", name);
	fclose(f);
	hdr = (const void *)file.data;
	if (file.size < sizeof(*hdr) || hdr->magic != BTF_MAGIC)
		errx(1, "%s: no BTF", name);
	file.strings = (const char *)file.data + hdr->hdr_len + hdr->str_off;
	file.strings_len = hdr->str_len;
	return file;
}

/* Some bits, or a word that may be an id, a length or an offset */
static void damage(u8 *data, size_t size)
{
	unsigned int n = 1 + below(MAX_DAMAGES);

	while (n--) {
		size_t at = below(50) ? below(size) :
					below(sizeof(struct btf_header));
		u32 word = random_word() >> below(32);

		if (below(2))
			data[at] ^= 1 << below(8);
		else if (size - at >= sizeof(word))
			memcpy(data + at, &word, sizeof(word));
	}
}

/* Bytes at the end may be missing. */
static size_t cut(size_t size)
{
	return below(20) ? size : size - below(size);
}

static const char *random_name(const struct file *file)
{
	const char *name = file->strings + below(file->strings_len - 1);

	return name + strlen(name) + 1 < file->strings + file->strings_len ?
		name + strlen(name) + 1 : file->strings;
}

static unsigned long opened, questions;

static void run(const struct file *file)
{
	const char *names[NR_NAMES];
	struct asked asked = { .names = names, .nr_names = NR_NAMES };
	size_t size = cut(file->size);
	u8 *data = kmemdup(file->data, size, GFP_KERNEL);
	struct kpe_btf *btf;
	unsigned int i;

	damage(data, size);
	btf = kpe_btf_open(data, size, NULL);
	if (!btf)
		return;
	for (i = 0; i < NR_NAMES; i++)
		names[i] = random_name(file);
	asked.btf = btf;
	btf_ask(&asked);
	opened++;
	questions += asked.questions;
	kpe_btf_close(btf);
}

static int help(void)
{
	fputs("usage: btf_bulk --runs N|--seconds N [--seed N] FILE...\n", stderr);
	return 2;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "runs", required_argument, NULL, 'r' },
		{ "seconds", required_argument, NULL, 's' },
		{ "seed", required_argument, NULL, 'x' },
		{ }
	};
	unsigned long runs = 0, seconds = 0, i;
	time_t began = time(NULL);
	int option, nr;

	random_seed(began);
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (option == 'r')
			runs = strtoul(optarg, NULL, 0);
		else if (option == 's')
			seconds = strtoul(optarg, NULL, 0);
		else if (option == 'x')
			random_seed(strtoul(optarg, NULL, 0));
		else
			return help();
	}
	nr = argc - optind;
	if (!nr || !runs == !seconds)
		return help();
	struct file files[nr];

	for (i = 0; i < (unsigned long)nr; i++)
		files[i] = load(argv[optind + i]);
	for (i = 0; runs ? i < runs : time(NULL) < began + (time_t)seconds; i++)
		run(&files[i % nr]);
	printf("# %lu damaged BTFs, %lu of them still taken for one, %lu questions\n",
	       i, opened, questions);
	for (i = 0; i < (unsigned long)nr; i++)
		free(files[i].data);
	return !opened;
}
