// SPDX-License-Identifier: GPL-2.0-only
/* Files that the command line names. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"

bool files_read(struct results *results, char **paths, struct sim_error *err)
{
	for (; *paths; paths++) {
		if (!results_read(results, *paths, err))
			return false;
	}
	return true;
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
