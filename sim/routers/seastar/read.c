// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of registers as of the beginning of the present cycle, and of packets that wait for
 * others.  State that the engine keeps ahead of time, or leaves open, is corrected here.
 */
#include "router.h"

/* Return the cycles before cycle @t in which heads of @vc were blocked. */
static u64 blocked_before(const struct ss_vc *vc, u64 t)
{
	if (vc->state != SS_HEAD_BLOCKED)
		return vc->blocked;
	return vc->blocked + (vc->when < t ? vc->when : t);
}

/*
 * Read the counts of packets that left input @input, without those flits of the last one that are
 * still to come.
 */
static void read_input(const struct ss_fabric *f, u32 input, u64 *reg)
{
	const struct ss_input *in = ss_input_at(f, input);
	u64 t = f->now;

	for (u32 v = 0; v < ss_vcs(f); v++) {
		const struct ss_vc *vc = ss_vc_at(f, input, v);

		reg[SEASTAR_REG_VC0_BLOCKED + ss_vc_reg(f, v)] += blocked_before(vc, t);
		reg[SEASTAR_REG_VC0_PKTS + ss_vc_reg(f, v)] += vc->pkts;
		reg[SEASTAR_REG_VC0_FLITS + ss_vc_reg(f, v)] += vc->flits;
	}
	/* the packet moved last may still be arriving: virtual cut-through */
	if (in->tail > t)
		reg[SEASTAR_REG_VC0_FLITS + ss_vc_reg(f, in->tail_vc)] -=
			in->tail - t;
}

/*
 * A packet in an input buffer, and the register that counts packets of its VC; flits are counted
 * next to it.
 */
struct walk {
	u32 at;
	u64 *pkts;
};

#define FLITS	(SEASTAR_REG_VC0_FLITS - SEASTAR_REG_VC0_PKTS)

/*
 * Begin a walk at the first packet of each of @n inputs' buffers that has any.  Returns the number
 * of walks.
 */
static u32 begin_walks(const struct ss_fabric *f, u32 input, u32 n, u64 (*regs)[SEASTAR_REGS],
		       struct walk *walk)
{
	u32 walks = 0;

	for (u32 i = 0; i < n; i++) {
		for (u32 v = 0; v < ss_vcs(f); v++) {
			u32 first = ss_vc_at(f, input + i, v)->first;

			if (!first)
				continue;
			__builtin_prefetch(&f->pool[first]);
			walk[walks].at = first;
			walk[walks++].pkts = &regs[i][SEASTAR_REG_VC0_PKTS + ss_vc_reg(f, v)];
		}
	}
	return walks;
}

/*
 * Count the packet if it has arrived before this cycle.  Returns true if there is another after it.
 */
static bool count_arrived(const struct ss_fabric *f, struct walk *w)
{
	const struct ss_packet *p = &f->pool[w->at];
	u64 since = f->now - p->arrival;
	u32 len = ss_flits_of(p);

	if (p->arrival >= f->now)
		return false;
	w->pkts[0]++;
	w->pkts[FLITS] += since < len ? since : len;
	w->at = p->next;
	__builtin_prefetch(&f->pool[w->at]);
	return w->at;
}

/*
 * Count packets that have arrived at @n inputs, from @input on, and are still there.  Packets are
 * anywhere in memory, and each is found by the one before.  So the buffers take turns: one packet
 * of each is fetched from memory at the same time.
 */
static void read_arrived(const struct ss_fabric *f, u32 input, u32 n, u64 (*regs)[SEASTAR_REGS])
{
	struct walk walk[SS_PORTS * SS_MAX_VCS];
	u32 i, walks = begin_walks(f, input, n, regs, walk);

	while (walks) {
		for (i = 0; i < walks; ) {
			if (count_arrived(f, &walk[i]))
				i++;
			else
				walk[i] = walk[--walks];
		}
	}
}

#define READ_TALLY(NAME, name, number, place, reg_, ...)	\
	reg[reg_] |= (u64)tally->name << 32 * (SS_HALF_##place(reg_) % 2);

/* Add the counts of output @output to registers that are 0. */
static void read_output(const struct ss_fabric *f, u32 output, u64 *reg)
{
	const struct ss_router *r = ss_router_at(f, SS_PORT_ROUTER(output));
	const struct ss_output *o = &r->output[SS_PORT_OF(output)];
	const struct ss_tally *tally = &r->tally[SS_PORT_OF(output)];

	SS_COUNTERS(SS_NO_COUNTERS, READ_TALLY, SS_NO_COUNTERS, READ_TALLY)
	if (o->is_stalled)
		reg[SEASTAR_REG_STALLED] += f->now - tally->stalled_since;
	reg[SEASTAR_REG_AGE_GROUP0] = (u64)tally->age_bin[1] << 32 | tally->age_bin[0];
	reg[SEASTAR_REG_AGE_GROUP1] = (u64)tally->age_bin[3] << 32 | tally->age_bin[2];
}

static void read_ports(const struct ss_fabric *f, u32 router, u32 port, u32 n,
		       u64 (*regs)[SEASTAR_REGS])
{
	memset(regs, 0, n * sizeof(*regs));
	for (u32 i = 0; i < n; i++) {
		read_input(f, SS_PORT_ID(router, port + i), regs[i]);
		read_output(f, SS_PORT_ID(router, port + i), regs[i]);
	}
	read_arrived(f, SS_PORT_ID(router, port), n, regs);
}

void ss_read_port_regs(const struct ss_fabric *f, u32 router, u32 port,
		       u64 regs[SEASTAR_REGS])
{
	read_ports(f, router, port, 1, (u64 (*)[SEASTAR_REGS])regs);
}

void ss_seastar_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
		     struct ss_passed passed[SS_PORTS])
{
	read_ports(f, router, 0, SS_PORTS, regs);
	for (u32 port = 0; port < SS_PORTS; port++) {
		const struct ss_tally *tally = &ss_router_at(f, router)->tally[port];

		passed[port].packets = 0;
		for (u32 i = 0; i < SEASTAR_AGE_BINS; i++)
			passed[port].packets += tally->age_bin[i];
		passed[port].waited = tally->waited;
	}
}

/* Return true if the front of a staging buffer waits for credits that are not on their way. */
static bool front_waits(const struct ss_fabric *f, const struct ss_buffer *b,
			struct ss_buffer *next)
{
	struct ss_router *r = ss_router_at(f, b->router);
	const struct ss_output *o = &r->output[b->port];
	u32 slot = SS_SLOT(b->vc, b->input), want = f->cfg.max_packet;

	/* with a link that is down it waits for the link */
	if (b->port == SEASTAR_PORT_PROC || r->down >> b->port & 1)
		return false;
	if (!ss_staging_of(r, b->port, slot, ss_vc_shift(f))->last)
		return false;
	if (o->credits.have[b->vc] >= (int)want)
		return false;
	*next = (struct ss_buffer){
		.router = SS_PORT_ROUTER(o->peer),
		.port = SS_PORT_OF(o->peer),
		.vc = b->vc,
	};
	return true;
}

/* Find what the head of @b waits for; not inlined, since most heads do not wait. */
static noinline u32 ss_head_waits_for(const struct ss_fabric *f, const struct ss_buffer *b,
				      const struct ss_vc *vc, struct ss_buffer *next,
				      struct ss_buffer *between)
{
	const struct ss_buffer staging = {
		.router = b->router,
		.port = vc->out,
		.vc = SS_SLOT_VC(vc->slot),
		.staging = true,
		.input = b->port,
	};

	if (!front_waits(f, &staging, next))
		return 0;
	if (between)
		*between = staging;
	return 1;
}

u32 ss_seastar_waits_for(const struct ss_fabric *f, const struct ss_buffer *b,
			 struct ss_buffer *next, struct ss_buffer *between)
{
	const struct ss_vc *vc = ss_vc_at(f, SS_PORT_ID(b->router, b->port), b->vc);

	/* a head may wait for staging space that a leaving packet will make */
	if (vc->state != SS_HEAD_BLOCKED || vc->when != SS_NEVER)
		return 0;
	return ss_head_waits_for(f, b, vc, next, between);
}

#define LISTS	64

/**
 * struct lists - lists of packets that are walked in turns
 * @birth: the earliest birth so far
 * @n: number of lists that are not at their end
 * @list: by list, the next packet, and the one that ends the walk: 0, or the first packet, if the
 * list's end leads to its beginning
 */
struct lists {
	u64 birth;
	u32 n;
	struct {
		u32 at;
		u32 end;
	} list[LISTS];
};

/*
 * Walk along all lists in turns, as in read_arrived(), so that one packet of each is fetched from
 * memory at the same time.
 */
static void look_at_all(const struct ss_fabric *f, struct lists *l)
{
	u32 i;

	while (l->n) {
		for (i = 0; i < l->n; ) {
			u32 at = l->list[i].at, next = f->pool[at].next;

			l->birth = ss_older(f, at, l->birth);
			l->list[i].at = next;
			__builtin_prefetch(&f->pool[next]);
			if (next != l->list[i].end)
				i++;
			else
				l->list[i] = l->list[--l->n];
		}
	}
}

static void add_list(const struct ss_fabric *f, struct lists *l, u32 first, u32 end)
{
	if (l->n == LISTS)
		look_at_all(f, l);
	__builtin_prefetch(&f->pool[first]);
	l->list[l->n].at = first;
	l->list[l->n++].end = end;
}

static void add_lists(const struct ss_fabric *f, struct lists *l, u32 port_id)
{
	u32 v, at;

	for (v = 0; v < ss_vcs(f); v++) {
		at = ss_vc_at(f, port_id, v)->first;
		if (at)
			add_list(f, l, at, 0);
	}
	for (u64 set = ss_output_at(f, port_id)->occupied; set; set &= set - 1) {
		at = ss_staging_at(f, port_id, ss_lowest(set))->last;
		add_list(f, l, at, at);
	}
}

u64 ss_seastar_oldest(const struct ss_fabric *f, u32 router, u64 birth)
{
	const struct ss_router *r = ss_router_at(f, router);
	struct lists l;

	l.birth = birth;
	l.n = 0;
	if (r->delivering)
		l.birth = ss_older(f, r->delivering, birth);
	for (u32 port = 0; port < SS_PORTS; port++)
		add_lists(f, &l, SS_PORT_ID(router, port));
	look_at_all(f, &l);
	return l.birth;
}
