// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages are noted when they are injected, by the threads that run their regions, and written by
 * when they were born.  In memory are those born after one that still waits at its source.
 */
#define _GNU_SOURCE	/* asprintf() */
#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/base/memory.h"

#include "format.h"
#include "write.h"

#define LEAST_WRITTEN	65536	/* messages at a time */

/* A message, and how many of its region were noted before it. */
struct noted {
	struct ss_birth birth;
	u64 number;
};

/* Notes of one thread, in cache lines that no other thread writes. */
struct notes {
	struct noted *at;
	u64 count;
	u64 size;
	u64 ever;
} __aligned(64);

/**
 * struct trace_writer - a trace under way
 * @path: path of the file
 * @part: path of the file beside it that takes its place when the trace is whole, or NULL: a
 *	device, or a pipe, is written at once
 * @to: output stream, or NULL: nothing is written, but messages are noted for another writer
 * @messages: number of messages written so far
 * @full: number of noted messages from which on some are written
 * @due: messages to be written next, to be sorted
 * @room: messages that @due has room for
 * @notes: noted messages of each region
 */
struct trace_writer {
	const char *path;
	char *part;
	FILE *to;
	u64 messages;
	u64 full;
	struct noted *due;
	u64 room;
	struct notes notes[SS_MAX_REGIONS];
};

static void writer_free(struct trace_writer *w)
{
	for (u32 i = 0; i < SS_MAX_REGIONS; i++)
		free(w->notes[i].at);
	free(w->due);
	free(w->part);
	free(w);
}

/* Return the name of the file that is written until the trace is whole; NULL: @path itself is. */
static char *part_of(const char *path)
{
	struct stat st;
	char *part;

	if (!strcmp(path, "-") || (!stat(path, &st) && !S_ISREG(st.st_mode)))
		return NULL;
	if (asprintf(&part, "%s.part", path) < 0)
		part = sim_need(NULL);
	return part;
}

struct trace_writer *trace_writer_create(const char *path, struct sim_error *err)
{
	struct trace_writer *w = sim_need(aligned_alloc(64, sizeof(*w)));

	memset(w, 0, sizeof(*w));
	w->path = path;
	w->full = LEAST_WRITTEN;
	if (!path)
		return w;
	w->part = part_of(path);
	w->to = strcmp(path, "-") ? fopen(w->part ? w->part : path, "w") : stdout;
	if (!w->to) {
		sim_fail(err, "%.200s: cannot be written: %s", path, strerror(errno));
		writer_free(w);
		return NULL;
	}
	fprintf(w->to, TRACE_NAME " %d\n# cycle source destination flits [class]\n",
		TRACE_VERSION);
	return w;
}

void *trace_writer_region(struct trace_writer *w, u32 region)
{
	return &w->notes[region];
}

/* Make room for @more messages. */
static void make_room(struct notes *n, u64 more)
{
	if (n->count + more <= n->size)
		return;
	n->size = 2 * n->size > n->count + more ? 2 * n->size : n->count + more + 255;
	n->at = sim_grow(n->at, n->size, sizeof(*n->at));
}

void trace_writer_note(void *ctx, const struct ss_birth *b)
{
	struct notes *n = ctx;

	make_room(n, 1);
	n->at[n->count++] = (struct noted){ *b, n->ever++ };
}

static u64 noted(const struct trace_writer *w)
{
	u64 n = 0;

	for (u32 i = 0; i < SS_MAX_REGIONS; i++)
		n += w->notes[i].count;
	return n;
}

u64 trace_writer_noted(const struct trace_writer *w, u32 region)
{
	return w->notes[region].count;
}

bool trace_writer_is_full(const struct trace_writer *w, u64 others)
{
	return noted(w) + others >= w->full;
}

void *trace_writer_give(struct trace_writer *w, u32 region, size_t *bytes)
{
	struct notes *n = &w->notes[region];

	*bytes = n->count * sizeof(*n->at);
	n->count = 0;
	return n->at;
}

void *trace_writer_room(struct trace_writer *w, u32 region, u64 more, size_t *bytes)
{
	struct notes *n = &w->notes[region];

	make_room(n, more);
	*bytes = more * sizeof(*n->at);
	n->count += more;
	return n->at + n->count - more;
}

/* Compare by birth; messages of one source, all in one region, keep their order. */
static int by_birth(const void *left, const void *right)
{
	const struct noted *a = left, *b = right;

	if (a->birth.cycle != b->birth.cycle)
		return a->birth.cycle < b->birth.cycle ? -1 : 1;
	if (a->birth.source != b->birth.source)
		return a->birth.source < b->birth.source ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

/* Move the messages born before cycle @before to @due; returns how many they are. */
static u64 take_due(struct notes *n, u64 before, struct noted *due)
{
	u64 kept = 0, taken = 0;

	for (u64 i = 0; i < n->count; i++) {
		if (n->at[i].birth.cycle < before)
			due[taken++] = n->at[i];
		else
			n->at[kept++] = n->at[i];
	}
	n->count = kept;
	return taken;
}

static void write_line(struct trace_writer *w, const struct ss_birth *b)
{
	if (b->class_ == SS_PAUSE) {
		fprintf(w->to, "pause %" PRIu64 " %u %u\n", b->cycle, b->source, b->flits);
		return;
	}
	fprintf(w->to, "%" PRIu64 " %u %u %u%s\n", b->cycle, b->source, b->dest, b->flits,
		b->class_ ? " 1" : "");
	w->messages++;
}

void trace_writer_flush(struct trace_writer *w, u64 before)
{
	u64 all = noted(w), due = 0;

	if (all > w->room) {
		w->room = all;
		w->due = sim_grow(w->due, all, sizeof(*w->due));
	}
	for (u32 i = 0; i < SS_MAX_REGIONS; i++)
		due += take_due(&w->notes[i], before, w->due + due);
	if (due)
		qsort(w->due, due, sizeof(*w->due), by_birth);
	for (u64 i = 0; i < due; i++)
		write_line(w, &w->due[i].birth);
	w->full = 2 * (all - due) > LEAST_WRITTEN ? 2 * (all - due) : LEAST_WRITTEN;
}

bool trace_writer_finish(struct trace_writer *w, bool whole, struct sim_error *err)
{
	bool ok;

	if (!w->to) {
		writer_free(w);
		return true;
	}
	if (whole) {
		trace_writer_flush(w, U64_MAX);
		fprintf(w->to, "end %" PRIu64 "\n", w->messages);
	}
	ok = !fflush(w->to) && !ferror(w->to);
	if (w->to != stdout)
		ok &= !fclose(w->to);
	if (ok && whole && w->part)
		ok = !rename(w->part, w->path);
	if (!ok)
		sim_fail(err, "%.200s: cannot be written: %s", w->path, strerror(errno));
	if (w->part && (!ok || !whole))
		unlink(w->part);
	writer_free(w);
	return ok;
}
