// SPDX-License-Identifier: GPL-2.0-only
/*
 * Replacement of look-up tables under load: the network is quiesced, that is run until no packet is
 * in it, while the sources are held (docs/routing.md, "Other tables under load").
 *
 * So no packet is routed by two tables: none is lost between them, none overtakes another of its
 * pair, and packets of both tables cannot deadlock.  Packets that cannot leave, since a link is
 * down, are dropped and counted, or routed on by the new tables alone.
 */
#include "stamp.h"
#include "turns.h"

/* cycles per step: how precisely the cycle is found in which the network is empty */
#define STEP		4
#define ENDLESS		BIT_ULL(20)	/* cycles: twice those of a packet through 16,384 routers */

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

/* Count the packets that routers have dropped. */
static u64 all_dropped(const struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 r = 0; r < f->topo.routers; r++)
		for (u32 why = SS_DROP_NO_ROUTE; why < SS_DROPS; why++)
			n += ss_tables_dropped(f, r, why);
	return n;
}

/*
 * Count the packets that outputs have sent, or routers dropped: the count changes with any
 * progress.
 */
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
 * Return a number of cycles in which some packet is sent or dropped, if any can be.  It is enough
 * for a packet to leave, or to cross a link, and for its credits to come back.  The next packet can
 * be routed, moved to a full staging buffer and sent then.  The sum is generous.
 */
static u64 patience(const struct ss_config *cfg)
{
	u32 out = (cfg->max_packet * cfg->eject[1] + cfg->eject[0] - 1) / cfg->eject[0];

	return STEP * (cfg->max_packet + cfg->seastar.staging_depth + out + cfg->router_delay +
		       cfg->link_delay);
}

/* Return true if some link is busy with a packet that it may have to send several times. */
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

/*
 * Return true if no packet has left the network for so long that those in it must go round for
 * ever.
 */
static bool is_endless(const struct ss_fabric *f, struct ss_replacement *r)
{
	u32 packets = ss_fabric_packets(f);

	if (packets < r->least) {
		r->least = packets;
		r->since = f->now;
	}
	return f->now - r->since > ENDLESS;
}

/*
 * Return true if no packet was sent or dropped since the last call, and none is still on a late
 * link.
 */
static bool is_stuck(const struct ss_fabric *f, struct ss_replacement *r)
{
	u64 before = r->moved;
	bool was_late = r->late;

	r->moved = moved(f);
	r->late = is_late(f);
	return (r->moved == before && !was_late) || is_endless(f, r);
}

/*
 * Run on, for about @events events.  Return false, and run no further, when no packet is in the
 * network, or none of them can move any more, or leave it.
 */
static bool drain(struct ss_fabric *f, struct ss_replacement *r, u64 events)
{
	u64 done = ss_fabric_events(f), begin;
	u64 limit = done + events < events ? U64_MAX : done + events;
	u32 rest;

	do {
		rest = r->left % STEP;
		if ((!rest && !ss_fabric_packets(f)) || f->now >= SS_MAX_CYCLES)
			return false;
		if (!r->left) {
			if (is_stuck(f, r))
				return false;
			r->left = patience(&f->cfg);
		}
		begin = f->now;
		ss_fabric_run_for(f, rest ? rest : STEP, limit - ss_fabric_events(f));
		r->left -= f->now - begin;
		ss_relax();
	} while (r->left && ss_fabric_events(f) < limit);
	return true;
}

/* Drop every head, whatever its destination. */
static void lose_all(struct ss_fabric *f)
{
	for (u32 r = 0; r < f->topo.routers; r++) {
		ss_seastar(f)->routing.broken[r] = (u8)~0U;
		ss_turns_except(f, r);
		ss_route_heads(f, r);
		ss_relax();
	}
}

enum phase {
	DRAIN,		/* packets leave by the former tables */
	REROUTE,	/* stranded packets leave by the new tables */
	DROP,		/* packets for links that are down are dropped */
	LOSE,		/* all are */
	LOAD,
};

/* Prepare the phase after one that has ended with a network that is empty or stuck. */
static enum phase next_phase(struct ss_fabric *f, struct ss_replacement *r)
{
	u32 packets = ss_fabric_packets(f);

	if (r->phase == DRAIN) {
		r->q.stranded = packets;
		if (packets && r->t && r->stranded == SS_STRANDED_REROUTE) {
			ss_tables_set(f, r->t, r->s);
			return REROUTE;
		}
	}
	/* no link is down, so the packets go round for ever */
	if (packets && r->phase < DROP && ss_links_lose(f))
		return DROP;
	if (packets && r->phase <= DROP) {
		lose_all(f);
		return LOSE;
	}
	if (r->phase >= DROP)
		ss_links_mend(f);
	return LOAD;
}

static void enter_phase(struct ss_replacement *r, enum phase phase)
{
	r->phase = phase;
	r->moved = U64_MAX;
	r->least = U32_MAX;
	r->late = false;
	r->left = 0;
}

void ss_replace_begin(struct ss_fabric *f, struct ss_replacement *r, const struct ss_tables *t,
		      const struct ss_survey *s, enum ss_stranded stranded)
{
	memset(r, 0, sizeof(*r));
	r->t = t;
	r->s = s;
	r->stranded = stranded;
	r->begin = f->now;
	r->dropped = all_dropped(f);
	enter_phase(r, DRAIN);
	ss_hold_injection(f, true);
}

bool ss_replace_step(struct ss_fabric *f, struct ss_replacement *r, u64 events)
{
	if (r->phase < LOAD) {
		if (!drain(f, r, events))
			enter_phase(r, next_phase(f, r));
		return false;
	}
	ss_tables_set(f, r->t, r->s);
	ss_hold_injection(f, false);
	r->q.cycles = f->now - r->begin;
	r->q.dropped = all_dropped(f) - r->dropped;
	return true;
}

bool ss_replace_cancel(struct ss_fabric *f, const struct ss_replacement *r)
{
	if (r->phase != DRAIN)
		return false;
	ss_hold_injection(f, false);
	return true;
}
