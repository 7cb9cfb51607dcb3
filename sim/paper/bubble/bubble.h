/* SPDX-License-Identifier: GPL-2.0-only */
/* What the reproductions of paper bubble have in common: its six routers and how they are run. */
#ifndef SIM_PAPER_BUBBLE_H
#define SIM_PAPER_BUBBLE_H

#include "sim/experiment/cycle_time.h"
#include "sim/paper/list.h"

#define BUBBLE_TORUS	"topology=8x8 detail=summary "

/* Routers, in the order of the paper's tables, and their cycle times in ns (Table 2). */
enum bubble_router { BADA_OAC, BADA_SIC, VCADA_OAC, VCADA_SIC, BDOR, VCDOR, BUBBLE_ROUTERS };

/* Wormhole routers carry a message of 200 phits whole, the others split it into packets of 20. */
#define BADA_OAC_KEYS	"router=bubble"
#define BADA_SIC_KEYS	"router=bubble crossbar=sic"
#define VCADA_OAC_KEYS	"router=wormhole max_packet=200"
#define VCADA_SIC_KEYS	"router=wormhole crossbar=sic max_packet=200"
#define BDOR_KEYS	"router=bubble routing=dor"
#define VCDOR_KEYS	"router=wormhole routing=dor max_packet=200"

#define BADA_OAC_CYCLE	(SIM_BADA_OAC_CYCLE / 1000.0)
#define BADA_SIC_CYCLE	(SIM_BADA_SIC_CYCLE / 1000.0)
#define VCADA_OAC_CYCLE	(SIM_VCADA_OAC_CYCLE / 1000.0)
#define VCADA_SIC_CYCLE	(SIM_VCADA_SIC_CYCLE / 1000.0)
#define BDOR_CYCLE	(SIM_BDOR_CYCLE / 1000.0)
#define VCDOR_CYCLE	(SIM_VCDOR_CYCLE / 1000.0)

/* A row of each router, its name and its keys ending in @label and @more. */
#define BUBBLE_ROWS(label, more) \
	{ .name = "BAda-OAC" label, .keys = BADA_OAC_KEYS more, .cycle = BADA_OAC_CYCLE }, \
	{ .name = "BAda-SIC" label, .keys = BADA_SIC_KEYS more, .cycle = BADA_SIC_CYCLE }, \
	{ .name = "VCAda-OAC" label, .keys = VCADA_OAC_KEYS more, .cycle = VCADA_OAC_CYCLE }, \
	{ .name = "VCAda-SIC" label, .keys = VCADA_SIC_KEYS more, .cycle = VCADA_SIC_CYCLE }, \
	{ .name = "BDOR" label, .keys = BDOR_KEYS more, .cycle = BDOR_CYCLE }, \
	{ .name = "VCDOR" label, .keys = VCDOR_KEYS more, .cycle = VCDOR_CYCLE }

/**
 * struct bubble_point - what a load came to
 * @accepted: phits per cycle of the whole network
 * @latency: mean, in cycles, from birth to delivery
 */
struct bubble_point {
	double accepted;
	double latency;
};

/* Run an experiment of @keys with @seed and @load, in millionths of a flit per node per cycle. */
bool bubble_run(const char *keys, u32 load, u32 seed, struct bubble_point *to,
		struct sim_error *err);

/* Of measures that give the loads: is @word a key other than the load's? */
bool bubble_check(const char *word, struct sim_error *err);

#endif /* SIM_PAPER_BUBBLE_H */
