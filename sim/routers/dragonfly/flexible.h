/* SPDX-License-Identifier: GPL-2.0-only */
/* FlexVC: hops choose among VCs (docs/dragonfly-router.md, section 9). */
#ifndef DRF_FLEXIBLE_H
#define DRF_FLEXIBLE_H

#include "visit.h"

/* Are the replies' own VCs as many as they need, @local and @global? */
bool drf_check_reply_vcs(const struct ss_config *cfg, u32 local, u32 global,
			 struct ss_refusal *why);

/* Can packets of @cfg go by the longest ways of its routing? */
bool drf_flex_check(const struct ss_config *cfg, struct ss_refusal *why);

/* Fill in the fields of struct drf_fabric that FlexVC needs. */
void drf_flex_init(struct drf_fabric *df);

/* The place in the order that a packet with @route occupies, or 0. */
u32 drf_flex_place(const struct drf_fabric *df, u64 route);

/*
 * The first packet of VC @vc of input @in, which may go by @hop, chooses a VC, or goes minimally if
 * it must not wait for one: both go to @hop.  Return: can it go?
 */
bool drf_flex_go(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop);

/*
 * The highest VC by which @p may leave the minimal way from router @r by the output and flags of
 * @hop, into that.
 */
void drf_flex_limit_aside(const struct drf_fabric *df, u32 r, const struct ss_packet *p,
			  struct drf_hop *hop);

/* Can a packet of @flits flits go by some VC up to that of @hop? */
bool drf_flex_can_go(struct drf_visit *x, const struct drf_hop *hop, u32 flits);

#endif /* DRF_FLEXIBLE_H */
