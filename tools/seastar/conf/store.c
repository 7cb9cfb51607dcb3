// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/seastar/base/print.h"

#include "store.h"

char *store_join(const char *dir, const char *name, const char *suffix)
{
	char *path;

	if (asprintf(&path, "%s/%s%s", dir, name, suffix) < 0)
		die("out of memory");
	return path;
}

/* Return the directory of @path, to be freed; "." if it names none. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *dir = slash ? strndup(path, slash == path ? 1 : slash - path) : strdup(".");

	if (!dir)
		die("out of memory");
	return dir;
}

const char *store_remedy(int error)
{
	return error == EACCES ? ": use sudo" : "";
}

void store_make_directory(const char *dir)
{
	char *above;

	if (!mkdir(dir, 0755) || errno == EEXIST)
		return;
	if (errno == ENOENT && strchr(dir + 1, '/')) {
		above = directory_of(dir);
		store_make_directory(above);
		free(above);
		if (!mkdir(dir, 0755) || errno == EEXIST)
			return;
	}
	die("cannot make the directory %s: %s%s", dir, strerror(errno), store_remedy(errno));
}

bool store_sync(const char *dir)
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
	die("cannot write %s: %s%s", path, strerror(error), store_remedy(error));
}

void store_write(const char *path, const char *text)
{
	/* A symbolic link stays: its target is replaced. */
	char *real = realpath(path, NULL), *dir, *temporary;
	int fd;

	if (!real)
		real = strdup(path);
	if (!real)
		die("out of memory");
	dir = directory_of(real);
	temporary = store_join(dir, ".seastar.XXXXXX", "");
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		die("cannot write %s: %s%s", path, strerror(errno), store_remedy(errno));
	if (!write_all(fd, text) || rename(temporary, real) || !store_sync(dir))
		cannot_write(path, temporary);
	close(fd);
	free(temporary);
	free(dir);
	free(real);
}

const char *store_directory(const char *variable, const char *usual)
{
	const char *dir = getenv(variable);

	return dir && *dir ? dir : usual;
}

static const char *config_directory(void)
{
	return store_directory("SEASTAR_CONFIG_DIR", "/etc/seastar");
}

char *store_path(const char *dev)
{
	return store_join(config_directory(), dev, ".conf");
}

void store_prepare(void)
{
	store_make_directory(config_directory());
}

bool store_has(const char *path)
{
	return !access(path, F_OK);
}
