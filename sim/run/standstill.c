// SPDX-License-Identifier: GPL-2.0-only
/*
 * Detection of a standstill.  A node in a pause waits for messages, but their sources are in
 * pauses, too, and the messages come after these pauses in the trace.  To find the pauses and then
 * the messages, the trace is read twice more, if it is a file.
 */
#include "sim/base/memory.h"
#include "sim/trace/kind.h"
#include "sim/trace/read.h"

#include "standstill.h"

#define MOST_NAMED	8	/* most nodes of a circle that are named */

/**
 * struct wait - a node in a standstill
 * @flits: flits that the node waits for; 0: it does not wait
 * @received: flits received of these
 * @from: cycle of the node's pause in the trace; the node has sent no message of this cycle or a
 * later one
 * @is_found: true if @from is known
 * @left: flits to the node that are in the trace after the pauses of their sources
 * @sender: source of the first of the flits in @left
 * @walk: place of the node on the walk along the waits, from 1; 0: it is not on the walk
 */
struct wait {
	u32 flits;
	u32 received;
	u64 from;
	bool is_found;
	u64 left;
	u32 sender;
	u32 walk;
};

/* Return true if each node of this process is done, or in a pause. */
static bool own_stand(const struct runner *run, struct wait *wait)
{
	u32 first, nodes = ss_fabric_own_nodes(run->f, &first);
	bool stand = true;

	for (u32 n = first; n - first < nodes && stand; n++) {
		struct wait *w = &wait[n];

		if (!ss_trace_pauses(run->f, n, &w->flits, &w->received)) {
			w->flits = 0;
			stand = ss_source_done(run->f, n);
		}
	}
	return stand;
}

static bool any_waits(const struct wait *wait, u32 nodes)
{
	for (u32 i = 0; i < nodes; i++)
		if (wait[i].flits)
			return true;
	return false;
}

/* Take a line of the trace: a pause at first and, once @has_pauses, a message after a pause. */
static void take_line(struct wait *wait, const struct ss_birth *b, bool has_pauses)
{
	struct wait *from = &wait[b->source];

	if (!from->flits)
		return;
	if (!has_pauses && b->class_ == SS_PAUSE && !from->is_found && b->flits > from->received) {
		from->is_found = true;
		from->from = b->cycle;
	}
	if (has_pauses && b->class_ != SS_PAUSE && from->is_found && b->cycle >= from->from) {
		struct wait *to = &wait[b->dest];

		if (!to->left)
			to->sender = b->source;
		to->left += b->flits;
	}
}

static bool read_lines(struct wait *wait, u32 nodes, const char *path, bool has_pauses)
{
	enum trace_part part = TRACE_BAD;
	struct trace_reader *reader;
	struct sim_error err;
	struct ss_birth b;

	reader = trace_reader_open(path, &err);
	while (reader && (part = trace_reader_next(reader, &b, &err)) == TRACE_LINE)
		if (b.source < nodes && (b.class_ == SS_PAUSE || b.dest < nodes))
			take_line(wait, &b, has_pauses);
	trace_reader_close(reader);
	return part == TRACE_END;
}

/* Read the trace twice more.  Returns false if it can be read once, or not at all. */
static bool read_trace(struct wait *wait, u32 nodes, const char *path)
{
	return !trace_reads_once(path) && read_lines(wait, nodes, path, false) &&
	       read_lines(wait, nodes, path, true);
}

static bool lacks_messages(const struct wait *w)
{
	return w->received + w->left < w->flits;
}

static void describe_missing(struct sim_result *r, u32 i, const struct wait *w, bool is_read)
{
	int length = snprintf(r->standstill, sizeof(r->standstill),
			      "node %u waits for %u flits, and has received %u", i, w->flits,
			      w->received);

	if (is_read && w->left)
		snprintf(r->standstill + length, sizeof(r->standstill) - length,
			 "; messages to it that are still to be sent have %llu",
			 (unsigned long long)w->left);
	else if (is_read)
		snprintf(r->standstill + length, sizeof(r->standstill) - length,
			 "; no message to it is still to be sent");
}

/* Describe the circle of waits from node @first back to it. */
static void describe_circle(struct sim_result *r, const struct wait *wait, u32 first)
{
	u32 i = first, n = 0;
	size_t length;

	snprintf(r->standstill, sizeof(r->standstill), "node %u waits for messages", first);
	do {
		i = wait[i].sender;
		length = strlen(r->standstill);
		if (n < MOST_NAMED)
			snprintf(r->standstill + length, sizeof(r->standstill) - length,
				 "%s of node %u", n ? ", which waits for those" : "", i);
		n++;
	} while (i != first);
	length = strlen(r->standstill);
	if (n > MOST_NAMED)
		snprintf(r->standstill + length, sizeof(r->standstill) - length,
			 " and so on, in a circle of %u nodes", n);
}

/*
 * Describe the circle, or the node that lacks messages, to which the waits of the first node lead.
 */
static void describe(struct runner *run, struct wait *wait)
{
	const char *path = run->e->phase[0].settings.trace;
	bool is_read = read_trace(wait, run->r->nodes, path);
	u32 i = 0, walk = 0;

	while (!wait[i].flits)
		i++;
	while (is_read && !wait[i].walk && !lacks_messages(&wait[i])) {
		wait[i].walk = ++walk;
		i = wait[i].sender;
	}
	if (wait[i].walk)
		describe_circle(run->r, wait, i);
	else
		describe_missing(run->r, i, &wait[i], is_read);
}

/* Return true if all nodes of this process are done. */
static bool own_rest(const struct runner *run)
{
	u32 first, nodes = ss_fabric_own_nodes(run->f, &first);
	bool rest = true;

	for (u32 n = first; n - first < nodes && rest; n++)
		rest = ss_source_done(run->f, n);
	return rest;
}

/*
 * Return true if operations of a program wait while no packet and no other operation is under way.
 */
static bool find_in_job(struct runner *run)
{
	return sim_crew_agree(run->threads, own_rest(run)) &&
	       job_stands(run->job, run->crew, run->r->standstill, sizeof(run->r->standstill));
}

bool standstill_find(struct runner *run)
{
	const struct sim_totals *now = &run->r->after;
	struct wait *wait;
	bool stands;

	if (run->job && !now->queued && !now->in_network)
		return find_in_job(run);
	if (!run->feed || !feed_is_over(run->feed) || now->queued || now->in_network)
		return false;
	wait = sim_alloc(run->r->nodes, sizeof(*wait));
	stands = sim_crew_agree(run->threads, own_stand(run, wait));
	if (stands) {
		sim_crew_give_nodes(run->crew, run->f, wait, sizeof(*wait));
		stands = any_waits(wait, run->r->nodes);
		sim_crew_broadcast(run->crew, 0, &stands, sizeof(stands));
	}
	if (stands && sim_crew_leads(run->crew))
		describe(run, wait);
	free(wait);
	return stands;
}
