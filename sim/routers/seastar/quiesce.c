// SPDX-License-Identifier: GPL-2.0-only
/*
 * Other routes under load: the network is quiesced, that is run until no packet is in it, while
 * the sources hold theirs back (docs/routing.md, "Other tables under load").
 *
 * So no packet is routed by two tables: none is lost between them, none overtakes another of its
 * pair, and no buffer waits for one that the other tables' packets hold.  What cannot leave, since
 * its link is down, is dropped and counted, or led on by the new tables alone.
 */
#include "stamp.h"
#include "turns.h"

#define STEP		4	/* cycles: how exactly the moment is met in which it is empty */

void ss_hold(struct ss_fabric *f, u32 r, enum ss_holder holder, bool held)
{
	struct ss_injector *in = &ss_seastar(f)->injector[r];
	u8 before = in->held;

	in->held = (before & ~(1U << holder)) | held << holder;
	if (!before && in->held)
		ss_credits_withhold(&in->credits, ss_vcs(f));
	if (!before || in->held)
		return;
	ss_credits_release(&in->credits, ss_vcs(f));
	ss_inject_resume(f, r, f->now);
}

void ss_hold_injection(struct ss_fabric *f, bool held)
{
	for (u32 r = 0; r < f->topo.routers; r++)
		ss_hold(f, r, SS_HELD_BY_CALLER, held);
}

/* Packets that routers have dropped. */
static u64 all_dropped(const struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 r = 0; r < f->topo.routers; r++)
		for (u32 why = SS_DROP_NO_ROUTE; why < SS_DROPS; why++)
			n += ss_tables_dropped(f, r, why);
	return n;
}

/* Packets that outputs have sent, or routers dropped: it moves whenever one is. */
static u64 moved(const struct ss_fabric *f)
{
	u64 n = all_dropped(f);

	for (u32 r = 0; r < f->topo.routers; r++)
		for (u32 port = 0; port < SS_PORTS; port++)
			for (u32 bin = 0; bin < SEASTAR_AGE_BINS; bin++)
				n += ss_router_at(f, r)->tally[port].age_bin[bin];
	return n;
}

/*
 * Cycles in which some packet is sent or dropped, if any can at all before another one is: a
 * packet is on its way out, or over a link, its credits come back, those before the next one fill
 * a staging buffer, and this is routed and moves to staging and out; with time to spare, in whole
 * steps.
 */
static u64 patience(const struct ss_config *cfg)
{
	u32 out = (cfg->max_packet * cfg->eject[1] + cfg->eject[0] - 1) / cfg->eject[0];

	return STEP * (cfg->max_packet + cfg->staging_depth + out + cfg->router_delay +
		       cfg->link_delay);
}

/* Is some link busy with a packet that it may have to send any number of times? */
static bool is_late(const struct ss_fabric *f)
{
	if (!ss_seastar(f)->is_lossy)
		return false;
	for (u32 r = 0; r < f->topo.routers; r++)
		for (u32 port = SEASTAR_PORT_PROC + 1; port < SS_PORTS; port++)
			if (ss_router_at(f, r)->output[port].next > f->now)
				return true;
	return false;
}

/* Run until no packet is in the network, or none of them can move any more. */
static void drain(struct ss_fabric *f)
{
	u64 before, sent = U64_MAX, left;
	bool late = false, was_late;

	while (ss_fabric_packets(f) && f->now < SS_MAX_CYCLES) {
		before = sent;
		sent = moved(f);
		was_late = late;
		late = is_late(f);
		if (sent == before && !was_late)
			return;
		for (left = patience(&f->cfg); left && ss_fabric_packets(f); left -= STEP) {
			ss_fabric_run(f, STEP);
			ss_relax();
		}
	}
}

/* Every head is dropped, wherever it was to go. */
static void lose_all(struct ss_fabric *f)
{
	for (u32 r = 0; r < f->topo.routers; r++) {
		ss_seastar(f)->routing.broken[r] = (u8)~0U;
		ss_turns_except(f, r);
		ss_route_heads(f, r);
		ss_relax();
	}
}

static void drop_stranded(struct ss_fabric *f)
{
	ss_links_lose(f);
	drain(f);
	if (ss_fabric_packets(f)) {
		lose_all(f);
		drain(f);
	}
	ss_links_mend(f);
}

void ss_tables_replace(struct ss_fabric *f, const struct ss_tables *t, const struct ss_survey *s,
		       enum ss_stranded stranded, struct ss_quiesce *q)
{
	u64 begin = f->now, dropped = all_dropped(f);

	ss_hold_injection(f, true);
	drain(f);
	q->stranded = ss_fabric_packets(f);
	if (q->stranded && t && stranded == SS_STRANDED_REROUTE) {
		ss_tables_set(f, t, s);
		drain(f);
	}
	if (ss_fabric_packets(f))
		drop_stranded(f);
	ss_tables_set(f, t, s);
	ss_hold_injection(f, false);
	q->cycles = f->now - begin;
	q->dropped = all_dropped(f) - dropped;
}
