// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "tools/seastar/base/print.h"

#include "history.h"
#include "store.h"

const char *history_directory(void)
{
	return store_directory("SEASTAR_STATE_DIR", "/var/lib/seastar");
}

/* Parse the name of a file; false if it is no text of the history. */
static bool parse_name(const char *name, struct history_text *t)
{
	static const char *const ends[] = {
		[HISTORY_MADE] = ".conf", [HISTORY_EXPIRED] = ".expired.conf",
		[HISTORY_CANCELLED] = ".cancelled.conf",
	};
	char *end, *rest;
	size_t i;

	*t = (struct history_text){ .number = strtoul(name, &end, 10) };
	if (!t->number)
		return false;
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		t->state = i;
		if (ends[i] && !strcmp(end, ends[i]))
			return true;
	}
	t->state = HISTORY_WAITING;
	if (strncmp(end, ".commit-", strlen(".commit-")))
		return false;
	t->commit = strtoull(end + strlen(".commit-"), &rest, 10);
	if (*rest != '-')
		return false;
	t->generation = strtoull(rest + 1, &end, 10);
	return !strcmp(end, ".conf");
}

/* Return the path of a file, to be freed. */
static char *path_of(const char *dir, const struct history_text *t)
{
	static const char *const words[] = {
		[HISTORY_MADE] = "", [HISTORY_EXPIRED] = ".expired",
		[HISTORY_CANCELLED] = ".cancelled",
	};
	char name[80];

	if (t->state == HISTORY_WAITING)
		snprintf(name, sizeof(name), "%lu.commit-%" PRIu64 "-%" PRIu64, t->number,
			 t->commit, t->generation);
	else
		snprintf(name, sizeof(name), "%lu%s", t->number, words[t->state]);
	return store_join(dir, name, ".conf");
}

static int is_kept(const struct dirent *e)
{
	struct history_text t;

	return parse_name(e->d_name, &t);
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned long x = strtoul((*a)->d_name, NULL, 10), y = strtoul((*b)->d_name, NULL, 10);

	return x == y ? strcmp((*a)->d_name, (*b)->d_name) : x < y ? -1 : 1;
}

/* List the kept texts, the oldest first, to be released by list_free(); -1 if unreadable. */
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

/* Path of the text that is put aside; NULL: none. */
static char *aside;

static void history_forget(void)
{
	if (aside)
		unlink(aside);
}

/* Lock the history for this program, until it ends. */
static void lock(const char *dir)
{
	static int fd = -1;

	if (fd >= 0)
		return;
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0 || flock(fd, LOCK_EX))
		die("cannot lock %s: %s", dir, strerror(errno));
	atexit(history_forget);
}

void history_put_aside(const char *text)
{
	const char *dir = history_directory();

	store_make_directory(dir);
	lock(dir);
	if (!aside)
		aside = store_join(dir, ".aside", "");
	store_write(aside, text);
}

/* Rename the text put aside to the name of @text. */
static bool history_keep_text(const char *dir, const struct history_text *text)
{
	char *path = path_of(dir, text);
	bool ok = !rename(aside, path) && store_sync(dir);

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

bool history_keep(uint64_t commit, uint64_t generation)
{
	struct history_text text = {
		.number = 1, .state = commit ? HISTORY_WAITING : HISTORY_MADE,
		.commit = commit, .generation = generation,
	};
	const char *dir = history_directory();
	struct dirent **entries;
	int n = list(dir, &entries);
	bool ok;

	if (n > 0)
		text.number = strtoul(entries[n - 1]->d_name, NULL, 10) + 1;
	ok = n >= 0 && history_keep_text(dir, &text);
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

void history_settle(struct history_text *text, enum history_state state)
{
	const char *dir = history_directory();
	char *path;

	text->state = state;
	path = path_of(dir, text);
	if (!rename(text->path, path)) {
		store_sync(dir);
		free(text->path);
		text->path = path;
	} else {
		free(path);
	}
}

size_t history_list(struct history_text **texts)
{
	const char *dir = history_directory();
	struct dirent **entries;
	int i, n = list(dir, &entries);

	if (n < 0)
		die("cannot read %s: %s", dir, strerror(errno));
	*texts = allocate(n, sizeof(**texts));
	for (i = 0; i < n; i++) {
		parse_name(entries[i]->d_name, &(*texts)[i]);
		(*texts)[i].path = store_join(dir, entries[i]->d_name, "");
	}
	list_free(entries, n);
	return n;
}

void history_free(struct history_text *texts, size_t n)
{
	while (n--)
		free(texts[n].path);
	free(texts);
}
