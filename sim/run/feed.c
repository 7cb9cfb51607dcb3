// SPDX-License-Identifier: GPL-2.0-only
/*
 * Feeding of a trace. The fabric is given the messages of the next step only, and holds those that
 * wait at its sources: both are few, so a trace of any length needs no more memory.
 */
#include "sim/base/memory.h"
#include "sim/trace/read.h"

#include "feed.h"

#define MOST_GIVEN	32768	/* most messages per step, unless more are born in its only cycle */
#define FIRST_PLACES	1024

/**
 * struct feed - a trace on its way into a fabric
 * @reader: reader of the file
 * @next: message or pause that was read last and has not been given, if there is one
 * @has_next: true if @next has a message or pause
 * @is_over: true if no messages are left
 * @flits: flits of the messages given
 */
struct feed {
	struct trace_reader *reader;
	struct ss_birth next;
	bool has_next;
	bool is_over;
	u64 flits;
};

struct feed *feed_open(FILE *from, const char *path, struct sim_error *err)
{
	struct trace_reader *reader = trace_reader_of(from, path, err);
	struct feed *feed;

	if (!reader)
		return NULL;
	feed = sim_alloc(1, sizeof(*feed));
	feed->reader = reader;
	return feed;
}

void feed_close(struct feed *feed)
{
	if (!feed)
		return;
	trace_reader_close(feed->reader);
	free(feed);
}

/* Refuse the line in @next; if one of its nodes does not exist, mention the nodes of the fabric. */
static bool refuse(const struct feed *feed, const struct ss_fabric *f, const char *why,
		   struct sim_error *err)
{
	u32 nodes = ss_fabric_nodes(f);
	char text[128];

	if (feed->next.source < nodes && feed->next.dest < nodes)
		return trace_reader_refuse(feed->reader, why, err);
	snprintf(text, sizeof(text), "%s, which has nodes 0 to %u", why, nodes - 1);
	return trace_reader_refuse(feed->reader, text, err);
}

/*
 * Return true if @next has a message or pause, which is read if needed; on an error *@ok is false.
 */
static bool has_next(struct feed *feed, const struct ss_fabric *f, bool *ok,
		     struct sim_error *err)
{
	enum trace_part part;
	const char *why;

	*ok = true;
	if (feed->has_next || feed->is_over)
		return feed->has_next;
	part = trace_reader_next(feed->reader, &feed->next, err);
	feed->has_next = part == TRACE_LINE;
	feed->is_over = part == TRACE_END;
	*ok = part != TRACE_BAD;
	if (!feed->has_next)
		return false;
	why = ss_trace_check(f, &feed->next);
	*ok = !why || refuse(feed, f, why, err);
	return *ok;
}

static void extend(struct ss_fabric *f, u32 region)
{
	u32 places = ss_trace_places(f, region);

	places = places ? 2 * places : FIRST_PLACES;
	free(ss_trace_extend(f, region, sim_need(malloc(ss_trace_bytes(f, places))), places));
}

static void give(struct feed *feed, struct ss_fabric *f)
{
	while (!ss_trace_give(f, &feed->next))
		extend(f, ss_region_of_node(f, feed->next.source));
	if (feed->next.class_ != SS_PAUSE)
		feed->flits += feed->next.flits;
	feed->has_next = false;
}

bool feed_give(struct feed *feed, struct ss_fabric *f, u64 *end, struct sim_error *err)
{
	bool ok;

	for (u32 n = 0; has_next(feed, f, &ok, err) && feed->next.cycle < *end; n++) {
		if (n >= MOST_GIVEN && feed->next.cycle > ss_fabric_now(f)) {
			*end = feed->next.cycle;
			return true;
		}
		give(feed, f);
	}
	return ok;
}

u64 feed_flits(const struct feed *feed)
{
	return feed->flits;
}

bool feed_is_over(const struct feed *feed)
{
	return feed->is_over;
}
