// SPDX-License-Identifier: GPL-2.0
/*
 * The files of tracefs, each with its type and whether it can be read: who uses it
 * must leave those of others as they were. Events' own folders are left out.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "client.h"

/* What can be said of a file of mode @mode: "text", "empty", "closed" or an errno */
static const char *state_of(int dir, const char *name, mode_t mode)
{
	char byte[CLIENT_PAGE];
	const char *state;
	ssize_t n;
	int fd;

	if (!(mode & 0444))
		return "closed";
	fd = openat(dir, name, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		return errno_name(errno);
	n = read(fd, byte, sizeof(byte));
	state = n > 0 ? "text" : n ? errno_name(errno) : "empty";
	close(fd);
	return state;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_named(const struct dirent *entry)
{
	return *entry->d_name != '.';
}

static void list(FILE *to, int dir, const char *path, int level);

/* @level: 0 outside of events, then 1 for what is in there, 2 for what is in groups */
static void list_entry(FILE *to, int dir, const char *path, const char *name, int level)
{
	char *below;
	struct stat st;
	int fd;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) ||
	    asprintf(&below, "%s/%s", path, name) < 0)
		die(name);
	if (!S_ISDIR(st.st_mode)) {
		fprintf(to, "%s %o %s\n", below, st.st_mode, state_of(dir, name, st.st_mode));
	} else if (level < 2) {
		fprintf(to, "%s %o folder\n", below, st.st_mode);
		fd = openat(dir, name, O_RDONLY | O_DIRECTORY);
		if (fd < 0)
			die(below);
		list(to, fd, below, level ? level + 1 : !strcmp(name, "events"));
		close(fd);
	}
	free(below);
}

static void list(FILE *to, int dir, const char *path, int level)
{
	struct dirent **entries;
	int i, n = scandirat(dir, ".", &entries, is_named, by_name);

	if (n < 0)
		die(path);
	for (i = 0; i < n; i++) {
		list_entry(to, dir, path, entries[i]->d_name, level);
		free(entries[i]);
	}
	free(entries);
}

/* A line for each: path, mode, state. To be freed. */
static char *listing_of(const char *root)
{
	int dir = open(root, O_RDONLY | O_DIRECTORY);
	char *text;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (dir < 0 || !to)
		die(root);
	list(to, dir, "", 0);
	close(dir);
	fclose(to);
	return text;
}

/* The line of the same file in @listing, looked for from @hint on first */
static const char *line_of(const char *line, const char *listing, const char *hint)
{
	size_t len = strcspn(line, " ") + 1;

	if (!strncmp(line, hint, len))
		return hint;
	for (; *listing; listing = strchr(listing, '\n') + 1)
		if (!strncmp(line, listing, len))
			return listing;
	return NULL;
}

/* What was empty, or had nothing to give yet, may have text by now. */
static bool still_works(const char *before, const char *after)
{
	size_t was = strcspn(before, "\n"), is = strcspn(after, "\n");
	size_t state = 0, i;

	for (i = 0; i < was; i++)
		if (before[i] == ' ')
			state = i + 1;
	if (strncmp(before, after, state))
		return false;
	if (was == is && !strncmp(before, after, was))
		return true;
	return !strncmp(after + state, "text\n", 5) && strncmp(before + state, "folder", 6);
}

/* Prints what is no longer as it was, and what is new. Return: how many */
static size_t compare(const char *before, const char *after)
{
	const char *line, *other, *hint;
	size_t bad = 0;

	for (line = before, hint = after; *line; line = strchr(line, '\n') + 1) {
		other = line_of(line, after, hint);
		if (other && still_works(line, other)) {
			hint = strchr(other, '\n') + 1;
			continue;
		}
		printf("was:    %.*s\n", (int)strcspn(line, "\n"), line);
		printf("is now: %.*s\n", other ? (int)strcspn(other, "\n") : 4, other ?: "gone");
		bad++;
	}
	for (line = after, hint = before; *line; line = strchr(line, '\n') + 1) {
		other = line_of(line, before, hint);
		hint = other ? strchr(other, '\n') + 1 : hint;
		if (other)
			continue;
		printf("new:    %.*s\n", (int)strcspn(line, "\n"), line);
		bad++;
	}
	return bad;
}

/* files DIR: lists them; with a listing on stdin after "-" it compares */
int client_files(int argc, char **argv)
{
	char *before, *now;
	size_t len;

	if (argc != 2 && (argc != 3 || strcmp(argv[2], "-")))
		bad_usage("files DIR [-]");
	now = listing_of(argv[1]);
	if (argc == 2) {
		fputs(now, stdout);
		return 0;
	}
	before = slurp(&len);
	before = realloc(before, len + 1);
	if (!before)
		die("realloc");
	before[len] = '\0';
	return compare(before, now) ? 1 : 0;
}
