/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Look-up tables of a router: their indices and entries (Abts et al., "Optimized Virtual Channel
 * Assignment in the Cray XT", sec. 2.2 and 3.3).
 *
 * A node id (NID) has 15 bits.  NID[14:12] is its region.  A packet for another region is
 * routed by the global table (GLUT) of the input port where it is, indexed by
 * {destination[14:12], destination[0]}; a packet for the router's own region by the local
 * table (LUT) of that port, indexed by destination[11:0].
 */
#ifndef SEASTAR_ROUTE_H
#define SEASTAR_ROUTE_H

#include <linux/seastar.h>

#include <seastar/types.h>

#define SS_ROUTE_REGIONS	8	/* at most */
#define SS_ROUTE_LOCALS		4096	/* entries of a local table, one per node of a region */
#define SS_ROUTE_GLOBALS	16	/* entries of a global table */

/*
 * An entry is a byte: bits 2:0 are the output port, bits 6:4 a &enum ss_route_vc, the others 0.
 * Any other byte drops the packets that look it up.
 */
#define SS_ROUTE_NONE		0xff	/* packets for this destination are dropped here */

/**
 * enum ss_route_vc - the virtual channel of a packet behind its output
 * @SS_ROUTE_VC0: VC0, or VC2 of a response
 * @SS_ROUTE_VC1: VC1, or VC3 of a response
 * @SS_ROUTE_KEEP: the VC on which the packet arrived
 */
enum ss_route_vc {
	SS_ROUTE_VC0,
	SS_ROUTE_VC1,
	SS_ROUTE_KEEP,
};

static inline u8 ss_route_entry(u32 port, enum ss_route_vc vc)
{
	return port | vc << 4;
}

static inline u32 ss_route_port(u8 entry)
{
	return entry & 7;
}

static inline enum ss_route_vc ss_route_vc(u8 entry)
{
	return entry >> 4 & 7;
}

static inline bool ss_route_is_entry(u8 entry)
{
	return !(entry & 0x88) && ss_route_port(entry) < SEASTAR_PORTS &&
	       ss_route_vc(entry) <= SS_ROUTE_KEEP;
}

static inline u32 ss_route_region(u32 nid)
{
	return nid >> 12 & 7;
}

static inline u32 ss_route_local(u32 nid)
{
	return nid & (SS_ROUTE_LOCALS - 1);
}

static inline u32 ss_route_global(u32 nid)
{
	return ss_route_region(nid) << 1 | (nid & 1);
}

#endif /* SEASTAR_ROUTE_H */
