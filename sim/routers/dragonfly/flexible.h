/* SPDX-License-Identifier: GPL-2.0-only */
/* FlexVC: hops choose among VCs (docs/dragonfly-router.md, section 9). */
#ifndef DRF_FLEXIBLE_H
#define DRF_FLEXIBLE_H

#include "visit.h"

/* Check that replies have as many VCs of their own as they need: @local and @global ones. */
bool drf_check_reply_vcs(const struct ss_config *cfg, u32 local, u32 global,
			 struct ss_refusal *why);

/* Check that packets of @cfg can take the longest paths of its routing. */
bool drf_flex_check(const struct ss_config *cfg, struct ss_refusal *why);

/* Fill in the fields of struct drf_fabric that FlexVC needs. */
void drf_flex_init(struct drf_fabric *df);

/* Return the place in the order that a packet with @route occupies, or 0. */
u32 drf_flex_place(const struct drf_fabric *df, u64 route);

/*
 * Choose a VC for the first packet of VC @vc of input @in, which may take @hop, or the minimal hop
 * if it must not wait for a VC.  The choice goes to @hop.  Returns true if the packet can be
 * granted.
 */
bool drf_flex_go(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop);

/*
 * Put into @hop the highest VC by which @p may leave the minimal path from router @r by the output
 * and flags of @hop.
 */
void drf_flex_limit_aside(const struct drf_fabric *df, u32 r, const struct ss_packet *p,
			  struct drf_hop *hop);

/* Return true if a packet of @flits flits can take some VC up to that of @hop. */
bool drf_flex_can_go(struct drf_visit *x, const struct drf_hop *hop, u32 flits);

#endif /* DRF_FLEXIBLE_H */
