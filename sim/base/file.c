// SPDX-License-Identifier: GPL-2.0-only
/* Files as a whole. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "memory.h"

bool file_read(const char *path, char **text, size_t *size, struct sim_error *err)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "r") : stdin, *to;
	char part[65536];
	bool whole;
	size_t n;

	if (!in)
		return sim_fail(err, "%s: %s", path, strerror(errno));
	to = sim_need(open_memstream(text, size));
	while ((n = fread(part, 1, sizeof(part), in)))
		fwrite(part, 1, n, to);
	whole = !ferror(in) || sim_fail(err, "%s: %s", path, strerror(errno));
	fclose(to);
	if (in != stdin)
		fclose(in);
	if (!whole)
		free(*text);
	return whole;
}

/* A device or pipe, such as /dev/stdout, stays. */
static void remove_torn(const char *path)
{
	struct stat st;

	if (!stat(path, &st) && S_ISREG(st.st_mode))
		unlink(path);
}

bool file_write(const char *path, const char *bytes, size_t size, struct sim_error *err)
{
	FILE *f = fopen(path, "w");
	bool whole;

	if (!f)
		return sim_fail(err, "%s: %s", path, strerror(errno));
	whole = fwrite(bytes, 1, size, f) == size;
	if (fclose(f) || !whole) {
		sim_fail(err, "%s: %s", path, strerror(errno));
		remove_torn(path);
		return false;
	}
	return true;
}

bool file_directory(const char *path, struct sim_error *err)
{
	if (!mkdir(path, 0777) || errno == EEXIST)
		return true;
	return sim_fail(err, "%s: %s", path, strerror(errno));
}
