// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conf_store.h"
#include "print.h"

#define MAX_BYTES	(256UL << 20)	/* more than 32 devices of 32,768 routers have to say */
#define ASIDE		".aside"

static char *join(const char *dir, const char *name, const char *suffix)
{
	char *path;

	if (asprintf(&path, "%s/%s%s", dir, name, suffix) < 0)
		die("out of memory");
	return path;
}

char *store_read(const char *path, size_t *length)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	size_t size = 65536;
	char *text;
	ssize_t n;

	if (fd < 0)
		die("cannot open %s: %s", path, strerror(errno));
	text = allocate(size, 1);
	for (*length = 0; (n = read(fd, text + *length, size - *length)) != 0; ) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			die("cannot read %s: %s", path, strerror(errno));
		*length += n;
		if (*length > MAX_BYTES)
			die("%s is no configuration: it is larger than 256 MiB", path);
		if (*length == size) {
			size *= 2;
			text = resize(text, size, 1);
		}
	}
	if (fd != STDIN_FILENO)
		close(fd);
	return text;
}

/* Its directory, to be freed; "." if it names none. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, slash == path ? 1 : slash - path) : strdup(".");

	if (!dir)
		die("out of memory");
	return dir;
}

/* With those above it. */
static void make_directory(const char *dir)
{
	char *above;

	if (!mkdir(dir, 0755) || errno == EEXIST)
		return;
	if (errno == ENOENT && strchr(dir + 1, '/')) {
		above = directory_of(dir);
		make_directory(above);
		free(above);
		if (!mkdir(dir, 0755) || errno == EEXIST)
			return;
	}
	die("cannot make the directory %s: %s", dir, strerror(errno));
}

/* Make what was renamed in it last. */
static bool sync_directory(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	bool ok = fd >= 0 && !fsync(fd);

	if (fd >= 0)
		close(fd);
	return ok;
}

static bool write_all(int fd, const char *text)
{
	size_t left = strlen(text);
	ssize_t n;

	for (; left; left -= n, text += n) {
		n = write(fd, text, left);
		if (n < 0 && errno != EINTR)
			return false;
		if (n < 0)
			n = 0;
	}
	return !fchmod(fd, 0644) && !fsync(fd);
}

static void cannot_write(const char *path, const char *temporary)
	__attribute__((noreturn));

static void cannot_write(const char *path, const char *temporary)
{
	int error = errno;

	unlink(temporary);
	die("cannot write %s: %s", path, strerror(error));
}

void store_write(const char *path, const char *text)
{
	/* Through a symbolic link, what it leads to is replaced. */
	char *real = realpath(path, NULL), *dir, *temporary;
	int fd;

	if (!real)
		real = strdup(path);
	if (!real)
		die("out of memory");
	dir = directory_of(real);
	temporary = join(dir, ".seastar.XXXXXX", "");
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		die("cannot write %s: %s", path, strerror(errno));
	if (!write_all(fd, text) || rename(temporary, real) || !sync_directory(dir))
		cannot_write(path, temporary);
	close(fd);
	free(temporary);
	free(dir);
	free(real);
}

/* A directory that the environment may move. */
static const char *directory(const char *variable, const char *usual)
{
	const char *dir = getenv(variable);

	return dir && *dir ? dir : usual;
}

static const char *config_directory(void)
{
	return directory("SEASTAR_CONFIG_DIR", "/etc/seastar");
}

static const char *state_directory(void)
{
	return directory("SEASTAR_STATE_DIR", "/var/lib/seastar");
}

char *store_path(const char *dev)
{
	return join(config_directory(), dev, ".conf");
}

void store_prepare(void)
{
	make_directory(config_directory());
}

bool store_has(const char *path)
{
	return !access(path, F_OK);
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

/* What is kept, the oldest first, to be released by list_free(). */
static int list(const char *dir, struct dirent ***entries)
{
	int n = scandir(dir, entries, is_kept, by_number);

	if (n < 0) {
		*entries = NULL;
		if (errno != ENOENT)
			die("cannot read %s: %s", dir, strerror(errno));
		n = 0;
	}
	return n;
}

static void list_free(struct dirent **entries, int n)
{
	while (n--)
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

	make_directory(dir);
	lock(dir);
	if (!aside)
		aside = join(dir, ASIDE, "");
	store_write(aside, text);
}

void history_keep(void)
{
	const char *dir = state_directory();
	struct dirent **entries;
	int i, n = list(dir, &entries);
	char number[32], *path;

	snprintf(number, sizeof(number), "%lu",
		 n ? strtoul(entries[n - 1]->d_name, NULL, 10) + 1 : 1);
	path = join(dir, number, ".conf");
	if (rename(aside, path) || !sync_directory(dir))
		die("the change is made, but what was before is not kept in %s: %s", dir, strerror(errno));
	for (i = 0; i < n - (STORE_HISTORY - 1); i++) {
		free(path);
		path = join(dir, entries[i]->d_name, "");
		unlink(path);
	}
	free(path);
	free(aside);
	aside = NULL;
	list_free(entries, n);
}

char *history_path(unsigned int n)
{
	const char *dir = state_directory();
	struct dirent **entries;
	int kept = list(dir, &entries);
	char *path = NULL;

	if (n >= 1 && n <= (unsigned int)kept)
		path = join(dir, entries[kept - n]->d_name, "");
	list_free(entries, kept);
	return path;
}
