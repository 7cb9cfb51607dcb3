// SPDX-License-Identifier: GPL-2.0-only
/* A file of results, which is a journal as well. */
#define _GNU_SOURCE	/* asprintf() */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <json-c/json.h>
#include <seastar/version.h>

#include "sim/base/line_reader.h"
#include "sim/base/memory.h"
#include "sim/result/results.h"

#include "journal.h"

static bool fail_file(const struct journal *j, struct sim_error *err)
{
	return sim_fail(err, "%s: %s", j->path, strerror(errno));
}

/* Return the experiment of a result, as it is printed; NULL if the line is no result. */
static char *experiment_of(const char *line)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	char *text = NULL;
	size_t size;
	FILE *to;

	if (sim_experiment_read(e, "", line, &err)) {
		to = sim_need(open_memstream(&text, &size));
		sim_experiment_print(e, to);
		fclose(to);
	}
	sim_experiment_free(e);
	return text;
}

static bool same_version(const char *line)
{
	struct json_object *result = json_tokener_parse(line);
	bool same = result && !strcmp(result_text(result, "version"), SEASTAR_VERSION);

	json_object_put(result);
	return same;
}

/* Record that the next line, of @size bytes, has the result of @experiment. */
static void note_line(struct journal *j, const char *experiment, u32 number, u64 size)
{
	json_object_object_add(j->known, experiment, json_object_new_int64(j->count));
	j->line = sim_grow(j->line, j->count + 1, sizeof(j->line[0]));
	j->line[j->count++] = (struct journal_line){ number, j->size, size };
	j->size += size;
}

static bool fail_line(const struct journal *j, struct sim_error *err)
{
	return sim_fail(err, "%s:%u: not a result: choose another file, or remove it", j->path,
			j->count + 1);
}

static bool take_line(struct journal *j, const char *line, u64 size, struct sim_error *err)
{
	char *experiment = experiment_of(line);
	u32 former;
	bool taken = false;

	if (!experiment)
		return fail_line(j, err);
	if (!same_version(line)) {
		sim_fail(err, "%s:%u: a result of another version than this, %s: choose another file",
			 j->path, j->count + 1, SEASTAR_VERSION);
	} else if (journal_find(j, experiment, 0, &former)) {
		sim_fail(err, "%s:%u: a second result of the same experiment as line %u: remove one of them",
			 j->path, j->count + 1, former + 1);
	} else {
		note_line(j, experiment, 0, size);
		taken = true;
	}
	free(experiment);
	return taken;
}

/*
 * Return true if a last line, of @size bytes and without its end, was cut short when the program
 * was killed.
 */
static bool is_cut(const char *line, size_t size)
{
	static const char begins[] = "{\"schema\":";
	size_t most = sizeof(begins) - 1;

	return !memcmp(line, begins, size < most ? size : most);
}

/* Read all lines; a last one that was cut short is not counted. */
static bool read_lines(struct journal *j, struct sim_error *err)
{
	struct line_reader r = { .path = j->path, .from = j->file };
	bool taken = true;
	enum line line;

	while (taken && (line = line_next(&r, err)) == LINE_WHOLE) {
		if (r.number == 1)
			j->size = r.mark;
		taken = take_line(j, r.text, r.bytes, err);
	}
	if (taken && line == LINE_OPEN && !is_cut(r.text, r.bytes))
		taken = fail_line(j, err);
	line_end(&r);
	return taken && line != LINE_BAD;
}

static bool open_file(struct journal *j, struct sim_error *err)
{
	int fd = open(j->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	struct stat st, now;

	j->file = fd < 0 ? NULL : fdopen(fd, "r+");
	if (!j->file)
		return fail_file(j, err);
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return sim_fail(err, "%s: not a regular file: results are kept in one", j->path);
	/* the former writer may have put another in its place (journal_sort()) */
	if (flock(fd, LOCK_EX | LOCK_NB) || stat(j->path, &now) || now.st_ino != st.st_ino)
		return sim_fail(err, "%s: another process is writing it", j->path);
	return true;
}

bool journal_open(struct journal *j, const char *path, struct sim_error *err)
{
	*j = (struct journal){ .path = path, .known = json_object_new_object() };
	if (!open_file(j, err) || !read_lines(j, err))
		return false;
	return !ftruncate(fileno(j->file), j->size) || fail_file(j, err);
}

bool journal_find(struct journal *j, const char *experiment, u32 number, u32 *line)
{
	struct json_object *at;
	struct journal_line *found;

	if (!json_object_object_get_ex(j->known, experiment, &at))
		return false;
	*line = json_object_get_int64(at);
	found = &j->line[*line];
	if (number && (!found->number || number < found->number))
		found->number = number;
	return true;
}

bool journal_add(struct journal *j, const char *experiment, u32 number, const char *line,
		 size_t size, struct sim_error *err)
{
	u32 former;

	/* several may have been run at the same time */
	if (journal_find(j, experiment, number, &former))
		return true;
	if (fseeko(j->file, j->size, SEEK_SET) || fwrite(line, 1, size, j->file) != size ||
	    putc('\n', j->file) == EOF || fflush(j->file))
		return fail_file(j, err);
	note_line(j, experiment, number, size + 1);
	return true;
}

char *journal_read(struct journal *j, u32 line, struct sim_error *err)
{
	const struct journal_line *at = &j->line[line];
	char *text = sim_alloc(at->size, 1);

	if (fseeko(j->file, at->offset, SEEK_SET) ||
	    fread(text, 1, at->size, j->file) != at->size || text[at->size - 1] != '\n') {
		sim_fail(err, "%s: another program has changed it: run it again", j->path);
		free(text);
		return NULL;
	}
	text[at->size - 1] = '\0';
	return text;
}

static int compare_lines(const void *a, const void *b)
{
	const struct journal_line *x = a, *y = b;

	if (x->number != y->number)
		return x->number > y->number ? 1 : -1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static bool is_sorted(const struct journal *j)
{
	u32 i;

	for (i = 1; i < j->count; i++) {
		if (j->line[i - 1].number > j->line[i].number)
			return false;
	}
	return true;
}

static bool copy_line(FILE *from, const struct journal_line *line, FILE *to)
{
	char part[65536];
	u64 left = line->size;
	size_t n;

	if (fseeko(from, line->offset, SEEK_SET))
		return false;
	for (; left; left -= n) {
		n = left < sizeof(part) ? left : sizeof(part);
		if (fread(part, 1, n, from) != n || fwrite(part, 1, n, to) != n)
			return false;
	}
	return true;
}

static bool copy_sorted(struct journal *j, const char *path)
{
	FILE *to = fopen(path, "w");
	bool copied = to;
	u32 i;

	for (i = 0; copied && i < j->count; i++)
		copied = copy_line(j->file, &j->line[i], to);
	/* on the disk before it takes the place of what is there */
	copied = copied && !fflush(to) && !fsync(fileno(to));
	if (to && fclose(to))
		copied = false;
	return copied;
}

bool journal_sort(struct journal *j, struct sim_error *err)
{
	char *path;
	bool sorted;

	if (is_sorted(j))
		return true;
	qsort(j->line, j->count, sizeof(j->line[0]), compare_lines);
	if (asprintf(&path, "%s.sorted", j->path) < 0)
		path = sim_need(NULL);
	sorted = copy_sorted(j, path) && !rename(path, j->path);
	if (!sorted) {
		fail_file(j, err);
		unlink(path);
	}
	free(path);
	return sorted;
}

void journal_close(struct journal *j)
{
	if (j->file)
		fclose(j->file);
	free(j->line);
	json_object_put(j->known);
}
