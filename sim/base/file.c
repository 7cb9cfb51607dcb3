// SPDX-License-Identifier: GPL-2.0-only
/* Reading and writing of whole files. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file.h"
#include "line_reader.h"
#include "memory.h"

/* Copy all lines of @r to @to. */
static bool copy_lines(struct line_reader *r, FILE *to, struct sim_error *err)
{
	enum line line;

	do {
		line = line_next(r, err);
		if (line == LINE_WHOLE || line == LINE_OPEN)
			fputs(r->text, to);
		if (line == LINE_WHOLE)
			fputc('\n', to);
	} while (line == LINE_WHOLE);
	return line != LINE_BAD;
}

bool file_read(const char *path, char **text, size_t *size, struct sim_error *err)
{
	bool in = !strcmp(path, "-"), whole;
	struct line_reader r = {
		.path = in ? "standard input" : path, .from = in ? stdin : fopen(path, "r"),
	};
	FILE *to;

	if (!r.from)
		return sim_fail(err, "%.200s: %s", path, strerror(errno));
	to = sim_need(open_memstream(text, size));
	whole = copy_lines(&r, to, err);
	fclose(to);
	line_end(&r);
	if (!in)
		fclose(r.from);
	if (!whole)
		free(*text);
	return whole;
}

/* Remove a file that was written in part; a device or pipe, such as /dev/stdout, stays. */
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
