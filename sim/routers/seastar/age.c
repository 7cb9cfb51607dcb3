// SPDX-License-Identifier: GPL-2.0-only
/* Wraps of a router's age clock: headers that arrived before a wrap are stamped first. */
#include "router.h"

/*
 * Run Procedure 1 on the headers that arrived in router @r before cycle @t. Returns the arrival of
 * the first later header, or SS_NEVER.
 */
static u64 stamp_arrived(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_router *router = ss_router_at(f, r);
	u64 next = SS_NEVER;

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 v = 0; v < ss_vcs(f); v++) {
			struct ss_vc *vc = ss_vc_of(router, port, v);
			u32 bias = router->bias[ss_vc_class(f, v)][port];

			for (u32 i = vc->first; i; i = f->pool[i].next) {
				struct ss_packet *p = &f->pool[i];

				if (p->arrival >= t) {
					if (p->arrival < next)
						next = p->arrival;
					break;
				}
				if (p->stamped)
					continue;
				p->header = ss_age_arrive(&router->age, p->header,
							  bias, p->arrival);
				p->stamped = 1;
			}
		}
	}
	return next;
}

void ss_age_catch_up(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_age *age = &ss_router_at(f, r)->age;

	while (age->wrap <= t) {
		u64 wrap = age->wrap, next = stamp_arrived(f, r, wrap);

		if (age->packet_count[0] || age->packet_count[1])
			ss_age_wrap(age);
		else
			wrap = ss_age_wrap_idle(age, next < t ? next : t);
		ss_age_report(f, age->wrap == U64_MAX ? SS_CLOCK_INHIBIT : SS_CLOCK_EPOCH, r, wrap);
	}
}

void ss_age_sync(struct ss_fabric *f, u32 r, u64 t)
{
	if (!t)
		return;
	ss_age_catch_up(f, r, t - 1);
	stamp_arrived(f, r, t);
}
