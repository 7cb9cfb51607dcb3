// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sim/base/memory.h"

#include "archive.h"

#define MOST_LETTERS	64	/* longest name of a call */

struct archive *archive_open(const struct archive_format *format, const char *path,
			     struct sim_error *err)
{
	struct archive *a = format->open(path, err);

	if (a)
		a->format = format;
	return a;
}

bool archive_read(const struct archive *a, archive_take *take, void *ctx, struct sim_error *err)
{
	return a->format->read(a, ARCHIVE_NO_RANK, take, ctx, err);
}

bool archive_read_rank(const struct archive *a, u32 rank, archive_take *take, void *ctx,
		       struct sim_error *err)
{
	return a->format->read(a, rank, take, ctx, err);
}

const char *archive_place(const struct archive *a, u32 rank, const struct transfer *of, u64 time,
			  char *place)
{
	if (of->line)
		snprintf(place, ARCHIVE_PLACE, "%.200s:%" PRIu64 ": rank %u",
			 archive_file(a, rank), of->line, rank);
	else
		snprintf(place, ARCHIVE_PLACE, "%.200s: rank %u, %" PRIu64 ".%09" PRIu64 " s",
			 a->path, rank, time / 1000000000, time % 1000000000);
	return place;
}

static bool is_letter(char c)
{
	return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}

char *archive_call_name(const char *text)
{
	char *name;

	if (!is_letter(*text))
		return NULL;
	name = sim_need(strndup(text, MOST_LETTERS));
	for (char *c = name; *c; c++)
		if (!is_letter(*c) && (*c < '0' || *c > '9'))
			*c = '_';
	return name;
}

void archive_free(struct archive *a)
{
	if (!a)
		return;
	for (u32 i = 0; i < a->comms; i++) {
		free(a->comm[i].name);
		free(a->comm[i].member);
		free(a->comm[i].remote);
		free(a->comm[i].number);
	}
	if (a->own)
		a->format->free(a);
	for (u32 i = 0; a->rank_path && i < a->ranks; i++)
		free(a->rank_path[i]);
	free(a->rank_path);
	free(a->window);
	free(a->not_replayed);
	free(a->location);
	free(a->comm);
	free(a->call);
	for (u32 i = 0; i < a->calls && a->call_name; i++)
		free(a->call_name[i]);
	free(a->call_name);
	free(a);
}
