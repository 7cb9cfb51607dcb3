// SPDX-License-Identifier: GPL-2.0-only
/*
 * An archive is read twice.  First all ranks are read together, to match their messages and to
 * gather the records of all ranks about each collective operation.  Then the ranks are read one by
 * one, to write their operations.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/base/memory.h"

#include "convert.h"
#include "phases.h"
#include "program.h"

/**
 * struct conversion - a conversion under way
 * @archive: archive that is converted
 * @order: operations of each rank
 * @messages: matching of messages
 * @gather: collective operations
 * @phases: phases, of which some are converted
 * @left_out: sends that are not in the program
 * @incomplete: sends have been left out that are matched already
 */
struct conversion {
	struct archive *archive;
	struct order **order;
	struct messages *messages;
	struct gather *gather;
	struct phases *phases;
	struct table left_out;
	bool incomplete;
};

static bool survey_step(void *ctx, u32 rank, const struct step *s, struct sim_error *err)
{
	struct conversion *c = ctx;
	bool inside = phases_has(c->phases, rank);

	if (s->kind != STEP_SEND || !messages_is_left_out(c->messages, rank, s->number))
		phases_count(c->phases, rank, s);
	switch (s->kind) {
	case STEP_SEND:
	case STEP_RECEIVE:
	case STEP_LOST:
		return messages_step(c->messages, rank, s, inside, err);
	case STEP_COLLECTIVE:
		return gather_step(c->gather, rank, s, inside, err);
	case STEP_WITHDRAW:
		c->incomplete |= messages_leave_out(&c->left_out, rank, s->withdrawn);
		return true;
	default:
		return true;
	}
}

static bool survey_event(void *ctx, const struct event *e, struct sim_error *err)
{
	struct conversion *c = ctx;

	phases_reach(c->phases, e->rank, e->time);
	return order_event(c->order[e->rank], e, err);
}

static bool has_calls(const struct archive_found *f)
{
	u64 calls = f->messages.count;

	for (u32 i = 0; i < COLLECTIVE_KINDS; i++)
		calls += f->gather.calls[i];
	return calls;
}

/* Read all ranks once. */
static bool read_ranks(struct conversion *c, struct archive_found *found, struct sim_error *err)
{
	u32 ranks = c->archive->ranks;
	bool ok;

	c->order = sim_alloc(ranks, sizeof(struct order *));
	for (u32 i = 0; i < ranks; i++)
		c->order[i] = order_new(c->archive, i, survey_step, c, &found->counts);
	ok = archive_read(c->archive, survey_event, c, err);
	for (u32 i = 0; ok && i < ranks; i++)
		ok = order_end(c->order[i], err);
	for (u32 i = 0; i < ranks; i++)
		order_free(c->order[i]);
	free(c->order);
	return ok;
}

static void forget(struct conversion *c)
{
	messages_free(c->messages);
	gather_free(c->gather);
	phases_free(c->phases);
	c->messages = NULL;
	c->gather = NULL;
	c->phases = NULL;
}

/* Sum up the times of the phases that are converted. */
static void sum_times(const struct phase_range *range, struct archive_found *found)
{
	const struct phases_found *f = &found->phases;

	found->computing = found->counts.computing;
	found->all = found->counts.all;
	if (phases_are_all(range))
		return;
	found->computing = 0;
	found->all = 0;
	for (u64 i = range->first - 1; i < range->last; i++) {
		found->computing += f->of[i].computing;
		found->all += f->of[i].all;
	}
}

/* Read all ranks, and once more if sends are cancelled, which other sends must not replace. */
static bool survey(struct conversion *c, const struct archive_options *o,
		   struct archive_found *found, struct sim_error *err)
{
	bool trusts_clocks = o->trusts_clocks && !c->archive->format->has_lines, ok;

	do {
		forget(c);
		found->counts = (struct order_counts){ 0 };
		c->messages = messages_new(c->archive, trusts_clocks, !phases_are_all(&o->range),
					   &c->left_out);
		c->gather = gather_new(c->archive);
		c->phases = phases_new(c->archive, &o->range);
		c->incomplete = false;
		ok = read_ranks(c, found, err);
	} while (c->incomplete);
	ok = ok && gather_end(c->gather, &found->gather, err) &&
	     messages_end(c->messages, &found->messages, err) &&
	     phases_end(c->phases, &found->phases, err);
	if (ok)
		sum_times(&o->range, found);
	if (ok && !has_calls(found))
		return sim_fail(err, "%.200s: its program%s has no messages and no collective operations between ranks; there is nothing to replay",
				c->archive->path,
				phases_are_all(&o->range) ? "" : ", in these phases,");
	return ok;
}

/* A rank that is written. */
struct writing {
	struct phases *phases;
	const struct messages *messages;
	struct program_writer *writer;
};

/* Write the line of the phase that begins behind operation @s, if this one has ended a phase. */
static void write_phase(const struct writing *w, u32 rank, const struct step *s, u64 before)
{
	u64 phase = phases_at(w->phases, rank);

	if (phase != before && phase != phases_first(w->phases) && phases_has(w->phases, rank))
		program_writer_phase(w->writer, s->thread, phase);
}

static bool write_step(void *ctx, u32 rank, const struct step *s, struct sim_error *err)
{
	const struct writing *w = ctx;
	u64 phase = phases_at(w->phases, rank);
	struct step kept = *s;

	/* collective operations are counted by the writer, which leaves out those outside the range */
	if (!phases_pass(w->phases, rank, s) && s->kind != STEP_COLLECTIVE)
		kept.kind = STEP_NOTHING;
	if (messages_is_cut(w->messages, rank, s->number))
		kept.kind = STEP_NOTHING;
	if (program_writer_step(w->writer, &kept)) {
		write_phase(w, rank, s, phase);
		return true;
	}
	return sim_fail(err, "rank %u has more collective operations than when the archive was first read: it changed meanwhile; convert it again",
			rank);
}

static bool write_event(void *ctx, const struct event *e, struct sim_error *err)
{
	return order_event(ctx, e, err);
}

/* A file under way, and its name for messages. */
struct output {
	FILE *file;
	const char *name;
};

static bool write_rank(const struct conversion *c, const struct program_source *from, u32 rank,
		       const struct output *to, struct sim_error *err)
{
	struct program_writer *w = program_writer_new(from, rank, to->file);
	struct order_counts ignored = { 0 };
	struct writing writing = { c->phases, c->messages, w };
	struct order *o = order_new(c->archive, rank, write_step, &writing, &ignored);
	bool ok;

	if (phases_are_several(c->phases))
		program_writer_phase(w, 0, phases_first(c->phases));
	ok = archive_read_rank(c->archive, rank, write_event, o, err) && order_end(o, err);
	order_free(o);
	if (program_writer_end(w) || !ok)
		return ok;
	return sim_fail(err, "%.200s: cannot be written: %s", to->name, strerror(errno));
}

static bool write_ranks(const struct conversion *c, const struct archive_options *o,
			const struct output *to, struct sim_error *err)
{
	struct program_source from = { c->archive, c->messages, c->gather, o->algorithm, o->by_size };

	fprintf(to->file, "// %s\nnum_ranks %u\n", c->archive->path, c->archive->ranks);
	for (u32 i = 0; i < c->archive->ranks; i++)
		if (!write_rank(c, &from, i, to, err))
			return false;
	return true;
}

/* Write the file @part, and call it @to when it is whole. */
static bool write_file(const struct conversion *c, const struct archive_options *o, const char *to,
		       const char *part, struct sim_error *err)
{
	struct output f = { fopen(part, "w"), part };
	bool ok;

	if (!f.file)
		return sim_fail(err, "%.200s: cannot be written: %s", part, strerror(errno));
	ok = write_ranks(c, o, &f, err);
	if (fclose(f.file) && ok)
		ok = sim_fail(err, "%.200s: cannot be written: %s", part, strerror(errno));
	if (part == to)
		return ok;
	if (ok && rename(part, to))
		ok = sim_fail(err, "%.200s: cannot be written: %s", to, strerror(errno));
	if (!ok)
		remove(part);
	return ok;
}

static bool write_program(const struct conversion *c, const struct archive_options *o,
			  const char *to, struct sim_error *err)
{
	size_t room = strlen(to) + sizeof(".part");
	struct stat st;
	char *part;
	bool ok;

	if (!strcmp(to, "-"))
		return write_ranks(c, o, &(struct output){ stdout, "standard output" }, err) &&
		       (!fflush(stdout) ||
			sim_fail(err, "standard output: cannot be written: %s", strerror(errno)));
	if (!stat(to, &st) && !S_ISREG(st.st_mode))
		return write_file(c, o, to, to, err);
	part = sim_alloc(room, 1);
	snprintf(part, room, "%s.part", to);
	ok = write_file(c, o, to, part, err);
	free(part);
	return ok;
}

bool archive_convert(const struct archive_format *format, const char *path, const char *to,
		     const struct archive_options *o, struct archive_found *found,
		     struct sim_error *err)
{
	struct conversion c = { .archive = archive_open(format, path, err) };
	bool ok;

	*found = (struct archive_found){ 0 };
	if (!c.archive)
		return false;
	c.archive->flops = o->flops;
	c.archive->derived_bytes = o->derived_bytes;
	found->ranks = c.archive->ranks;
	found->guessed = c.archive->guessed;
	found->not_replayed = c.archive->not_replayed ? sim_copy(c.archive->not_replayed) : NULL;
	ok = survey(&c, o, found, err) && (!to || write_program(&c, o, to, err));
	if (!ok) {
		free(found->not_replayed);
		free(found->phases.of);
	}
	forget(&c);
	table_free(&c.left_out);
	archive_free(c.archive);
	return ok;
}
