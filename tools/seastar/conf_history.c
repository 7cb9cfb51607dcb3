// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "conf_history.h"
#include "conf_store.h"
#include "print.h"

static const char *state_directory(void)
{
	return store_directory("SEASTAR_STATE_DIR", "/var/lib/seastar");
}

/* Texts are numbered; the last has the greatest number. */
static int is_kept(const struct dirent *e)
{
	char *end;

	return strtoul(e->d_name, &end, 10) && !strcmp(end, ".conf");
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned long x = strtoul((*a)->d_name, NULL, 10), y = strtoul((*b)->d_name, NULL, 10);

	return (x > y) - (x < y);
}

/* What is kept, the oldest first, to be released by list_free(); -1 if that cannot be read. */
static int list(const char *dir, struct dirent ***entries)
{
	int n = scandir(dir, entries, is_kept, by_number);

	if (n >= 0)
		return n;
	*entries = NULL;
	return errno == ENOENT ? 0 : -1;
}

static void list_free(struct dirent **entries, int n)
{
	while (n-- > 0)
		free(entries[n]);
	free(entries);
}

/* The path of what is put aside, NULL if nothing is. */
static char *aside;

static void forget(void)
{
	if (aside)
		unlink(aside);
}

/* One program at a time, until it ends. */
static void lock(const char *dir)
{
	static int fd = -1;

	if (fd >= 0)
		return;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || flock(fd, LOCK_EX))
		die("cannot lock %s: %s", dir, strerror(errno));
	atexit(forget);
}

void history_put_aside(const char *text)
{
	const char *dir = state_directory();

	store_make_directory(dir);
	lock(dir);
	if (!aside)
		aside = store_join(dir, ".aside", "");
	store_write(aside, text);
}

/* Make what is put aside the text number @n. */
static bool keep(const char *dir, unsigned long n)
{
	char number[32], *path;
	bool ok;

	snprintf(number, sizeof(number), "%lu", n);
	path = store_join(dir, number, ".conf");
	ok = !rename(aside, path) && store_sync(dir);
	free(path);
	return ok;
}

static void forget_oldest(const char *dir, struct dirent **entries, int n)
{
	char *path;
	int i;

	for (i = 0; i < n; i++) {
		path = store_join(dir, entries[i]->d_name, "");
		unlink(path);
		free(path);
	}
}

bool history_keep(void)
{
	const char *dir = state_directory();
	struct dirent **entries;
	int n = list(dir, &entries);
	bool ok = n >= 0 && keep(dir, n ? strtoul(entries[n - 1]->d_name, NULL, 10) + 1 : 1);

	if (ok) {
		free(aside);
		aside = NULL;
		forget_oldest(dir, entries, n - (HISTORY_MAX - 1));
	} else {
		warn("what was before is not kept in %s: %s", dir, strerror(errno));
	}
	list_free(entries, n);
	return ok;
}

size_t history_list(struct history_text **texts)
{
	const char *dir = state_directory();
	struct dirent **entries;
	int i, n = list(dir, &entries);

	if (n < 0)
		die("cannot read %s: %s", dir, strerror(errno));
	*texts = allocate(n, sizeof(**texts));
	for (i = 0; i < n; i++) {
		(*texts)[i].number = strtoul(entries[i]->d_name, NULL, 10);
		(*texts)[i].path = store_join(dir, entries[i]->d_name, "");
	}
	list_free(entries, n);
	return n;
}
