/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Aging parameters from topology and load: the equations of sections 2 and 3 of Abts & Weisser,
 * SC07, and our own rules where the paper has none (seastar-suggest(8)).
 */
#ifndef SUGGEST_RULES_H
#define SUGGEST_RULES_H

#include <stdbool.h>

#include "sim/routers/seastar/seastar.h"

#define SUGGEST_CHANNEL	4.8	/* GB/s of a link, B_c: SC07, sec. 3.1 */
#define SUGGEST_MIDDLE	128	/* age to which the mean age is tuned: sec. 3 */
#define SUGGEST_OFTEN	0.1	/* share at age 255, or chosen by round robin, that is too great */
#define SUGGEST_ENOUGH	1000	/* least contested packets to judge by */

/**
 * struct suggest_load - counts under the present load
 * @cycles: cycles that the counts cover
 * @hops: links that a packet crossed, on average, by dimension
 * @wait: cycles blocked per packet, by dimension (Eq. 17)
 * @latency: mean network latency in cycles; NaN: unknown
 * @flits: mean flits of a packet; NaN: unknown
 * @queueing: mean cycles that a packet waits per hop, derived from the other figures
 * @present: packets wait in queues for longer than the routers' delay
 * @recent: the counts are of the last interval, with the settings in force
 * @period: longest AGE_CLOCK_PERIOD in force; 0: unknown, or some routers do not arbitrate by age
 * @sent: packets sent by all outputs
 * @contested: packets chosen from several
 * @inhibited: contested packets chosen by round robin, since the age clock was held
 * @saturated: packets sent at age 255
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
 * struct suggest_dim - derived values of a dimension
 * @links: the dimension has links: its radix is not 1
 * @hops: mean hops of a packet (Eq. 5, 7)
 * @whole_hops: @hops to the nearest whole number
 * @mean_hops: exact mean of the hops over all pairs of routers
 * @to_go: mean remaining hops of a packet that enters the dimension
 * @load: load of a channel (Eq. 8, 9)
 * @ejected: part of the packets that leave the network from this dimension (Eq. 10 to 12)
 * @channel: bandwidth that the links could deliver to a processor, GB/s
 * @useful: bandwidth that the links can deliver (Eq. 14 to 16), GB/s
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
 * struct suggestion - derived values of a fabric
 * @dim: figures of each dimension
 * @first: the first dimension with links
 * @last: the last dimension with links
 * @hops: mean hops of a packet in all dimensions
 * @whole_hops: sum of the hops of the dimensions, each to the nearest whole number
 * @mean_hops: exact mean of the hops over all pairs of routers
 * @other_hops: exact mean of the hops over all pairs of different routers
 * @lowered: difference of the biases from those of the paper, so that ages stay within bounds
 * @bias_age: age gained from biases, T_bias
 * @exact_ticks: age in ticks per hop that is left for waiting, exactly
 * @ticks: @exact_ticks rounded to a whole number, unless it is below 1
 * @input_packets: packets that an input buffer queues at most
 * @staging_packets: packets that a staging buffer queues
 * @packet_cycles: cycles in which an input forwards a packet
 * @full_cycles: cycles that a packet waits per hop if all queues are full
 * @cycles: assumed cycles that a packet waits per hop
 * @derived: period that follows from @cycles and @ticks
 * @ended: many packets had the greatest age, or were chosen by round robin since the age clock was
 * held, so the period in force may be too short
 * @longer: by the last counts the period in force is too short; the suggested one is at least twice
 * as long
 * @period: suggested AGE_CLOCK_PERIOD
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

/* Derive the queueing from the counts, and whether it exceeds the routers' delay (@present). */
void suggest_queueing(const struct ss_config *cfg, struct suggest_load *load);

/**
 * suggest() - derive the parameters
 * @cfg: the fabric, checked
 * @load: present load, or NULL; it is used if @load->present
 * @s: receives the parameters
 *
 * Return: false if the fabric has no links: then nothing is arbitrated by age.
 */
bool suggest(const struct ss_config *cfg, const struct suggest_load *load,
	     struct suggestion *s);

#endif /* SUGGEST_RULES_H */
