// SPDX-License-Identifier: GPL-2.0-only
/*
 * Regions, and the time they share: windows of cycles in which no router can
 * reach another.
 */
#include "engine.h"

#define MAIL_AHEAD	8	/* messages */

struct ss_region *ss_region_of(const struct ss_fabric *f, u32 router)
{
	struct ss_region *g = f->region;
	u32 i;

	if (f->cfg.regions == 1)
		return g;
	i = (u64)router * f->cfg.regions / f->topo.routers;
	while (router < g[i].first)
		i--;
	while (router - g[i].first >= g[i].routers)
		i++;
	return &g[i];
}

struct ss_message *ss_post(struct ss_fabric *f, struct ss_region *g, enum ss_message_kind kind,
			   u32 router, u32 target)
{
	struct ss_post *post = &g->post[ss_region_of(f, router)->number];
	struct ss_message *m = &g->mailbox[g->posted];

	if (ss_broken(g->posted >= g->size))
		return m - 1;
	g->posted++;
	if (post->first)
		g->mailbox[post->last - 1].next = g->posted;
	else
		post->first = g->posted;
	post->last = g->posted;
	memset(m, 0, sizeof(*m));
	m->kind = kind;
	m->target = target;
	return m;
}

static void fill(struct ss_message *m, const struct ss_packet *p, u64 cycle)
{
	m->body = p->header;
	m->cycle = cycle;
	m->birth = p->birth;
	m->route = p->route;
	m->waited = p->waited;
	m->windowed = p->windowed;
	m->awaited = p->awaited;
	m->turn = p->turn;
	m->query = p->query;
	m->longer = p->longer;
}

static void post_mark(struct ss_fabric *f, struct ss_region *g, u32 input,
		      const struct ss_mark *mark)
{
	struct ss_message *m = ss_post(f, g, SS_MESSAGE_MARK, ss_router_of_port(f, input), input);

	m->body = mark->word[0];
	m->route = mark->word[1];
}

void ss_post_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc,
		    const struct ss_packet *p, u64 arrival)
{
	struct ss_message *m;

	if (SS_SIMULATOR && f->cfg.programs)
		post_mark(f, g, input, &f->traffic->mark[p - f->pool]);
	m = ss_post(f, g, SS_MESSAGE_PACKET, ss_router_of_port(f, input), input);
	fill(m, p, arrival);
	m->vc = vc;
	if (f->cfg.kind->has_trails)
		m->trail = *ss_trail(f->pool, p - f->pool);
}

void ss_post_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit)
{
	ss_post(f, g, SS_MESSAGE_CREDIT, ss_router_of_port(f, output), output)->body = credit;
}

void ss_post_delivered(struct ss_fabric *f, struct ss_region *g,
		       const struct ss_packet *p, u64 t)
{
	u32 from = ss_header_source(&f->topo, p->header);

	fill(ss_post(f, g, SS_MESSAGE_DELIVERED, ss_router_of(&f->topo, from), from), p, t);
}

void ss_region_take(struct ss_fabric *f, u32 region, const struct ss_message *m)
{
	struct ss_region *g = &f->region[region];
	struct ss_packet *p, packet = {
		.header = m->body,
		.route = m->route,
		.birth = m->birth,
		.waited = m->waited,
		.windowed = m->windowed,
		.awaited = m->awaited,
		.turn = m->turn,
		.query = m->query,
		.longer = m->longer,
	};
	u32 i;

	switch (m->kind) {
	case SS_MESSAGE_PACKET:
		i = ss_packet_new(f, g);
		if (!i)
			return;
		p = &f->pool[i];
		*p = packet;
		if (f->cfg.kind->has_trails)
			*ss_trail(f->pool, i) = m->trail;
		if (SS_SIMULATOR && f->cfg.programs)
			f->traffic->mark[i] = g->mark;
		f->cfg.kind->take_packet(f, g, m->target, m->vc, i, m->cycle);
		break;
	case SS_MESSAGE_FLIT:
		f->cfg.kind->take_flit(f, g, m->target, m->vc, m->cycle);
		break;
	case SS_MESSAGE_CREDIT:
		f->cfg.kind->take_credit(f, g, m->target, m->body);
		break;
	case SS_MESSAGE_DELIVERED:
		ss_source_delivered(f, g, &packet, m->cycle);
		break;
	case SS_MESSAGE_MARK:
		g->mark = (struct ss_mark){ { m->body, m->route } };
		break;
	}
}

const struct ss_message *ss_region_mail(const struct ss_fabric *f, u32 from, u32 to,
					const struct ss_message *last)
{
	const struct ss_region *g = &f->region[from];
	u32 next = last ? last->next : g->post[to].first;

	return next ? &g->mailbox[next - 1] : NULL;
}

/*
 * Bytes of routers from which on they are prefetched: fewer stay in the cache.  Sanitized builds
 * always prefetch.
 */
#ifndef SS_FETCH_FROM
#define SS_FETCH_FROM	(2U << 20)
#endif

static bool fetches_for(const struct ss_fabric *f, const struct ss_region *g)
{
	return g->routers * f->router_bytes > SS_FETCH_FROM;
}

/* Prefetch the memory that taking @m will need. */
static void fetch_mail(const struct ss_fabric *f, const struct ss_message *m)
{
	switch (m->kind) {
	case SS_MESSAGE_PACKET:
		f->cfg.kind->fetch_packet(f, m->target, m->cycle);
		break;
	case SS_MESSAGE_CREDIT:
		f->cfg.kind->fetch_credit(f, m->target, m->body);
		break;
	case SS_MESSAGE_DELIVERED:
		ss_fetch_deliveries(f, m->target, m->cycle - m->birth);
		break;
	}
}

/* Take the messages from region @from to region @to, and prefetch for later ones. */
static void take_all(struct ss_fabric *f, u32 from, u32 to)
{
	const struct ss_message *m = ss_region_mail(f, from, to, NULL), *ahead = m;
	bool fetches = f->cfg.kind->fetch_packet && fetches_for(f, &f->region[to]);
	u32 lead = 0;

	while (m) {
		for (; fetches && ahead && lead < MAIL_AHEAD; lead++) {
			fetch_mail(f, ahead);
			ahead = ss_region_mail(f, from, to, ahead);
		}
		ss_region_take(f, to, m);
		m = ss_region_mail(f, from, to, m);
		lead--;
	}
}

void ss_region_receive(struct ss_fabric *f, u32 region)
{
	for (u32 from = 0; from < f->cfg.regions; from++)
		take_all(f, from, region);
}

u64 ss_region_next(const struct ss_fabric *f, u32 region)
{
	return ss_agenda_next(&f->region[region].agenda, f->now);
}

u64 ss_window_begin(struct ss_fabric *f, u64 from, u64 end)
{
	u32 shift = f->region[0].agenda.window;
	u64 window_end = ((from >> shift) + 1) << shift;

	f->now = from;
	return window_end < end ? window_end : end;
}

#define TALLY_ROUND	10	/* log2 of the most cycles between two counts of a source */

/*
 * Count the births of a few sources, others in each window, so that a reader never finds more to
 * count than fits into a round.  Returns the work that this was.
 */
static u64 tally(struct ss_fabric *f, struct ss_region *g, u64 end)
{
	u32 n = (g->nodes >> TALLY_ROUND) + 1;
	u64 births = 0, looks = 0;

	for (u32 i = 0; i < n << g->agenda.window && g->nodes; i++) {
		const struct ss_source *s;

		g->tallied = g->tallied + 1 < g->nodes ? g->tallied + 1 : 0;
		s = &f->source[g->first_node + g->tallied];
		births -= s->births;
		ss_source_count(f, g->first_node + g->tallied, end);
		births += s->births;
		looks++;
	}
	return births + looks / 8;
}

/* Advance @line, the next routers to be run, by one router. */
static void look_ahead(const struct ss_region *g, const u8 *marks, u32 *line)
{
	memmove(line, line + 1, SS_FETCH_AHEAD * sizeof(*line));
	line[SS_FETCH_AHEAD] = ss_agenda_marked(marks, line[SS_FETCH_AHEAD] + 1, g->routers);
}

void ss_region_run(struct ss_fabric *f, u32 region, u64 end)
{
	struct ss_region *g = &f->region[region];
	bool fetches = f->cfg.kind->fetch && fetches_for(f, g);
	u32 line[SS_FETCH_AHEAD + 1] = { [SS_FETCH_AHEAD] = (u32)-1 };
	u8 *marks = ss_agenda_marks(&g->agenda, f->now);

	ss_agenda_begin(&g->agenda, f->now);
	for (u32 i = 0; fetches && i <= SS_FETCH_AHEAD; i++)
		look_ahead(g, marks, line);
	for (u32 row = 0; row < g->routers; row += 8) {
		for (u64 set = ss_agenda_row(marks, row); set; set &= set - 1) {
			u32 i = row + ss_agenda_in_row(set);

			if (fetches) {
				f->cfg.kind->fetch(f, g, line);
				look_ahead(g, marks, line);
			}
			/* run() marks the router again for its later events */
			marks[i] = 0;
			f->cfg.kind->run(f, g, g->first + i, f->now, end);
		}
		if (!(row % 64))
			ss_relax();
	}
	tally(f, g, end);
}

void ss_window_end(struct ss_fabric *f, u64 end)
{
	for (u32 i = 0; i < f->cfg.regions && f->cfg.regions > 1; i++) {
		if (!ss_region_is_own(f, i))
			continue;
		f->region[i].posted = 0;
		memset(f->region[i].post, 0, f->cfg.regions * sizeof(*f->region[i].post));
	}
	f->now = end;
}

u64 ss_fabric_events(const struct ss_fabric *f)
{
	u64 n = 0;

	for (u32 i = 0; i < f->cfg.regions; i++)
		n += f->region[i].events;
	return n;
}

u32 ss_fabric_packets(const struct ss_fabric *f)
{
	u32 n = 0;

	for (u32 i = 0; i < f->cfg.regions; i++)
		n += f->region[i].in_use;
	return n;
}

/* Return true if births go on while no window is run, and have to be counted. */
static bool has_births(const struct ss_fabric *f)
{
	return f->traffic && f->traffic->open && !f->traffic->freezes;
}

/*
 * Let time pass up to cycle @to, before which no router has work, or until there are @limit events
 * in all.  Births are counted as in windows, and births and visits to sources are events:
 * otherwise, where no packet can move, years would pass at once, and the next reader would have to
 * count all their births.
 */
static void pass(struct ss_fabric *f, u64 to, u64 limit)
{
	u64 window = 1ULL << f->region[0].agenda.window;

	while (f->now < to && has_births(f) && ss_fabric_events(f) < limit) {
		u64 left = window - f->idle, step = to - f->now < left ? to - f->now : left;

		f->now += step;
		f->idle += step;
		if (f->idle < window)
			return;
		for (u32 i = 0; i < f->cfg.regions; i++)
			f->region[i].events += tally(f, &f->region[i], f->now);
		f->idle = 0;
		ss_relax();
	}
	if (!has_births(f))
		f->now = to;
}

void ss_fabric_run_for(struct ss_fabric *f, u64 cycles, u64 events)
{
	u64 left = ss_config_cycles(&f->cfg) - f->now, done = ss_fabric_events(f);
	u64 end = f->now + (cycles < left ? cycles : left);
	u64 limit = done + events < events ? U64_MAX : done + events;
	u32 regions = f->cfg.regions;

	while (f->now < end && ss_fabric_events(f) < limit) {
		u64 from = U64_MAX, to;

		for (u32 i = 0; i < regions; i++) {
			u64 next = ss_region_next(f, i);

			if (next < from)
				from = next;
		}
		if (from > f->now)
			pass(f, from < end ? from : end, limit);
		if (from >= end || f->now < from)
			continue;
		to = ss_window_begin(f, from, end);
		for (u32 i = 0; i < regions; i++)
			ss_region_run(f, i, to);
		for (u32 i = 0; i < regions && regions > 1; i++)
			ss_region_receive(f, i);
		ss_window_end(f, to);
	}
}
