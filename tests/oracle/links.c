// SPDX-License-Identifier: GPL-2.0-only
/*
 * Links that go down and come up again: docs/routing.md.
 */
#include <stdlib.h>

#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

/* Return the packet that is entering the staging buffer of (@in, @vc) at output @port, or NULL. */
static struct packet *passing(const struct router *r, u32 in, u32 vc, u32 port)
{
	const struct staging *s = &r->out[port].staging[in][vc];
	const struct input *from = &r->in[in];

	if (!from->passing || from->out != port || from->out_vc != vc)
		return NULL;
	return s->flits.count ? fifo_at(&s->flits, s->flits.count - 1)->packet :
				r->out[port].sending;
}

/* Drop a flit of a packet.  Its header counts the packet, and its tail frees it. */
static void drop(struct router *r, struct flit f)
{
	if (f.index == 0) {
		r->o->seen[SEEN_LINK_STAGED]++;
		r->dropped[SS_DROP_LINK]++;
		f.packet->dropped = true;
		procedure_2_winner(&r->aging, &f.packet->header, 0);
	}
	if (f.tail)
		free(f.packet);
}

static void empty(struct router *r, u32 port, u32 in, u32 vc)
{
	const struct packet *sending = r->out[port].sending;
	struct staging *s = &r->out[port].staging[in][vc];
	struct packet *coming = passing(r, in, vc, port);

	for (u32 n = s->flits.count; n; n--) {
		struct flit f = fifo_pop(&s->flits);

		if (f.packet == sending)
			fifo_push(&s->flits, f);
		else
			drop(r, f);
	}
	s->taken = s->flits.count;
	if (!coming)
		return;
	if (coming == sending) {
		s->taken += r->in[in].passing;
	} else {
		r->in[in].out = NOWHERE;
		r->o->seen[SEEN_LINK_PASSING]++;
	}
}

void links_abandon(struct router *r, u32 port)
{
	struct oracle *o = r->o;

	for (u32 in = 0; in < SS_PORTS && M(LINK_STAGED, true, false); in++)
		for (u32 vc = 0; vc < r->o->vcs; vc++)
			empty(r, port, in, vc);
}

bool oracle_has_link(const struct oracle *o, u32 router, u32 port)
{
	return o->router[router].neighbour[port];
}

void oracle_link_fail(struct oracle *o, u32 router, u32 port, bool drops)
{
	struct router *r = &o->router[router];

	r->out[port].down = true;
	if (!drops)
		return;
	r->out[port].drops = true;
	links_abandon(r, port);
}

void oracle_link_restore(struct oracle *o, u32 router, u32 port)
{
	struct output *out = &o->router[router].out[port];

	o->seen[SEEN_LINK_RESTORED] += out->down;
	out->down = false;
	out->drops = false;
}
