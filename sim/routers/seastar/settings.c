// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of settings, and replacement of tables in one step, for the simulator. The driver keeps
 * its own settings, and takes many steps.
 */
#include "router.h"

void ss_aging_get(const struct ss_fabric *f, u32 router, struct ss_aging *a)
{
	const struct ss_router *r = ss_router_at(f, router);

	a->period = (u32)r->age.period;
	a->select = r->age.select;
	for (u32 c = 0; c < SS_CLASSES; c++)
		memcpy(a->bias[c], r->bias[c], sizeof(a->bias[c]));
}

bool ss_link_is_down(const struct ss_fabric *f, u32 router, u32 port)
{
	return ss_is_down(f, SS_PORT_ID(router, port));
}

u32 ss_tables_exceptions(const struct ss_fabric *f)
{
	u32 n = 0;

	for (u32 r = 0; r < f->topo.routers; r++)
		n += ss_seastar(f)->routing.place[r] >> SS_PLACE_LOOKS_UP & 1;
	return n;
}

void ss_tables_replace(struct ss_fabric *f, const struct ss_tables *t, const struct ss_survey *s,
		       enum ss_stranded stranded, struct ss_quiesce *q)
{
	struct ss_replacement r;

	ss_replace_begin(f, &r, t, s, stranded);
	while (!ss_replace_step(f, &r, U64_MAX))
		;
	*q = r.q;
}
