/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Aging parameters from topology and load: the arithmetic of sections 2 and 3 of
 * Abts & Weisser, SC07, and our rules where it has none (seastar-suggest(8)).
 */
#ifndef SUGGEST_RULES_H
#define SUGGEST_RULES_H

#include <stdbool.h>

#include "sim/routers/seastar/seastar.h"

#define SUGGEST_CHANNEL	4.8	/* GB/s of a link, B_c: SC07, sec. 3.1 */
#define SUGGEST_MIDDLE	128	/* the age at which ages shall be centred: sec. 3 */
#define SUGGEST_OFTEN	0.1	/* share of what is sent or decided: too much to do without age */
#define SUGGEST_ENOUGH	1000	/* packets that had others beside them: fewer prove nothing */

/**
 * struct suggest_load - what was counted under a load
 * @cycles: that the counts cover
 * @hops: links that a packet crossed, on average, by dimension
 * @wait: cycles blocked per packet, by dimension (Eq. 17)
 * @latency: mean network latency in cycles; not a number if not known
 * @flits: of a packet, on average; likewise
 * @queueing: mean cycles that a packet waits a hop, derived from these
 * @present: packets queue for longer than they are routed
 * @recent: counted with the settings in force, in an interval just past
 * @period: the longest in force; 0: nothing is known of it, or not all is decided by age
 * @sent: packets sent, by all outputs
 * @contested: of these, with others beside them to choose from
 * @inhibited: of the contested, chosen by round robin since the age clock was held
 * @saturated: of those sent, at age 255
 */
struct suggest_load {
	u64 cycles;
	double hops[SS_DIMS];
	double wait[SS_DIMS];
	double latency;
	double flits;
	double queueing;
	bool present;
	bool recent;
	u32 period;
	u64 sent;
	u64 contested;
	u64 inhibited;
	u64 saturated;
};

/**
 * struct suggest_dim - what is derived for a dimension
 * @links: it has any: its radix is not 1
 * @hops: on average (Eq. 5, 7)
 * @whole_hops: the same to the nearest whole number
 * @mean_hops: on average over all pairs of routers, exactly
 * @to_go: of those of a packet that enters the dimension
 * @load: of a channel (Eq. 8, 9)
 * @ejected: part of the packets that leave the network from here (Eq. 10 to 12)
 * @channel: what its links could deliver to a processor, GB/s
 * @useful: what they can (Eq. 14 to 16)
 * @bias: age gained at each hop
 */
struct suggest_dim {
	bool links;
	double hops;
	u32 whole_hops;
	double mean_hops;
	double to_go;
	double load;
	double ejected;
	double channel;
	double useful;
	u32 bias;
};

/**
 * struct suggestion - what is derived for a fabric
 * @dim: by dimension
 * @first: the first dimension with links
 * @last: the last one
 * @hops: of a packet, all dimensions
 * @whole_hops: likewise, each to the nearest whole number
 * @mean_hops: on average over all pairs of routers, exactly
 * @other_hops: over all pairs of different routers
 * @lowered: by how much the biases are below those of the paper, not to leave the ages
 * @bias_age: age from biases, T_bias
 * @exact_ticks: age from waiting that is left for a hop
 * @ticks: likewise, whole unless it is below 1
 * @input_packets: that an input buffer queues at most
 * @staging_packets: that a staging buffer queues
 * @packet_cycles: in which an input passes a packet on
 * @full_cycles: that a packet waits a hop if all queues are full
 * @cycles: what is taken for that
 * @derived: the period that follows
 * @ended: ages came to their end, so the period in force may be too short
 * @longer: it is, since that was counted just now: what is suggested is at least twice as long
 * @period: AGE_CLOCK_PERIOD
 */
struct suggestion {
	struct suggest_dim dim[SS_DIMS];
	u32 first;
	u32 last;
	double hops;
	u32 whole_hops;
	double mean_hops;
	double other_hops;
	u32 lowered;
	u32 bias_age;
	double exact_ticks;
	double ticks;
	u32 input_packets;
	u32 staging_packets;
	u32 packet_cycles;
	u32 full_cycles;
	double cycles;
	u32 derived;
	bool ended;
	bool longer;
	u32 period;
};

/* Return the GB/s that a processor takes, E_p. */
double suggest_ejection(const struct ss_config *cfg);

/* Derive the queueing from the counts, and whether there is enough of it. */
void suggest_queueing(const struct ss_config *cfg, struct suggest_load *load);

/**
 * suggest() - derive the parameters
 * @cfg: the fabric, checked
 * @load: of now, or NULL; it is used if it is present
 * @s: they go here
 *
 * Return: false if there are no links, so nothing to arbitrate by age.
 */
bool suggest(const struct ss_config *cfg, const struct suggest_load *load,
	     struct suggestion *s);

#endif /* SUGGEST_RULES_H */
