/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Packets of one pair of nodes that overtake each other, counted as RFC 4737 does: a packet is late
 * if one that its source injected after it has been delivered before it.
 */
#ifndef SIM_REORDERING_H
#define SIM_REORDERING_H

#include "fabric.h"

/* Extents of late packets are exact if they are not larger; larger ones may be clipped. */
#define SIM_REORDERING_REACH	1024

/**
 * struct sim_late - sums over packets
 * @packets: packets delivered, without replies
 * @late: late packets: another one of their pair overtook them
 * @extent: sum over late packets of the packets of their pair that were delivered from the first
 *	that overtook them on (RFC 4737, section 4.2.2)
 * @max: largest extent: a receiver that keeps so many packets restores the order
 * @clipped: late packets whose extent may be larger than was counted
 */
struct sim_late {
	u64 packets;
	u64 late;
	u64 extent;
	u64 max;
	u64 clipped;
};

struct sim_reordering;

struct sim_reordering *sim_reordering_new(void);
void sim_reordering_free(struct sim_reordering *o);

/* Add delivery @d to @late; if not @on, only remember it, as in a warm-up. */
void sim_reordering_note(struct sim_reordering *o, const struct ss_delivery *d, bool on,
			 struct sim_late *late);

void sim_late_add(struct sim_late *to, const struct sim_late *from);

#endif /* SIM_REORDERING_H */
