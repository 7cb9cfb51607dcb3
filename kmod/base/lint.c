// SPDX-License-Identifier: GPL-2.0-only
/*
 * Warnings of settings that are valid but cannot have the intended effect: docs/config.md has the
 * conditions.
 *
 * Conditions use bounds over all routers, such as the least bias of any: a warning holds on every
 * path that a packet can take.
 */
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sched.h>
#include <linux/seastar.h>

#include "../sim/routers/seastar/seastar.h"
#include "base/lint.h"

#define AGE_MAX		255
#define MILLI		1000	/* unit of hops and ages: thousandths */

static const char unused[] =
	"AGE_RR_SELECT is 0 in every router: no grant is by age, biases have no effect";
static const char saturated[] =
	"packets on an average path reach age 255 without waiting: their ages tie";
static const char overflowing[] =
	"biases on the longest path exceed 255: ages of packets from afar tie";
static const char tied[] =
	"all biases are 0 and AGE_CLOCK_PERIOD exceeds a packet's life: all ages tie";

/**
 * struct bounds - bounds of the settings of all routers
 * @selects: the bits that are set in any AGE_RR_SELECT
 * @least_period: the shortest AGE_CLOCK_PERIOD
 * @most_period: the longest
 * @biased: some bias is neither 0 nor its value after a reset
 * @most_bias: the largest bias
 * @proc_bias: the least bias of a processor port, by class
 * @bias: the least bias of the ports of a dimension, by class
 */
struct bounds {
	u64 selects;
	u32 least_period;
	u32 most_period;
	bool biased;
	u8 most_bias;
	u8 proc_bias[SS_CLASSES];
	u8 bias[SS_CLASSES][SS_DIMS];
};

static void bound_biases(struct bounds *b, const u8 bias[SS_PORTS], u32 class)
{
	u8 *least;
	u32 port;

	for (port = 0; port < SS_PORTS; port++) {
		least = port == SEASTAR_PORT_PROC ? &b->proc_bias[class] :
			&b->bias[class][(port - SEASTAR_PORT_XP) / 2];
		*least = min(*least, bias[port]);
		b->most_bias = max(b->most_bias, bias[port]);
		b->biased |= bias[port] && bias[port] != SS_DEFAULT_BIAS;
	}
}

static void get_bounds(struct bounds *b, const struct ss_aging *aging,
		       u32 routers)
{
	u32 r, class;

	*b = (struct bounds){ .least_period = U32_MAX };
	memset(b->proc_bias, U8_MAX, sizeof(b->proc_bias));
	memset(b->bias, U8_MAX, sizeof(b->bias));
	for (r = 0; r < routers; r++) {
		b->selects |= aging[r].select;
		b->least_period = min(b->least_period, aging[r].period);
		b->most_period = max(b->most_period, aging[r].period);
		for (class = 0; class < SS_CLASSES; class++)
			bound_biases(b, aging[r].bias[class], class);
		cond_resched();
	}
}

static bool is_mesh(const struct ss_config *cfg, u32 dim)
{
	return cfg->size[SS_MESH] >> dim & 1;
}

/* Return the most hops between two routers along a dimension. */
static u32 most_hops(const struct ss_config *cfg, u32 dim)
{
	u32 k = cfg->size[dim];

	return is_mesh(cfg, dim) ? k - 1 : k / 2;
}

/* Return the mean hops along a dimension over all pairs of nodes, in thousandths. */
static u64 mean_hops(const struct ss_config *cfg, u32 dim)
{
	u64 k = cfg->size[dim];

	if (is_mesh(cfg, dim))
		return div64_u64(MILLI * (k * k - 1), 3 * k);
	return div64_u64(MILLI * (k * k / 4), k);
}

/*
 * Return true if biases alone age a packet beyond the largest age on the way from one corner of the
 * fabric to the farthest.
 */
static bool overflows(const struct bounds *b, const struct ss_config *cfg,
		      u32 class)
{
	u32 dim, age = b->proc_bias[class];

	for (dim = 0; dim < SS_DIMS; dim++)
		age += most_hops(cfg, dim) * b->bias[class][dim];
	return age > AGE_MAX;
}

/*
 * Return true if a packet on a path of mean length reaches the largest age even if it never waits
 * for another packet.
 */
static bool saturates(const struct bounds *b, const struct ss_config *cfg,
		      u32 class)
{
	u64 routers = MILLI, age = MILLI * b->proc_bias[class];
	u32 dim;

	for (dim = 0; dim < SS_DIMS; dim++) {
		routers += mean_hops(cfg, dim);
		age += mean_hops(cfg, dim) * b->bias[class][dim];
	}
	age += div64_u64(routers * cfg->router_delay, b->most_period ?: 1);
	return age >= MILLI * AGE_MAX;
}

/*
 * Return the longest life of a packet, in cycles: in each router of the longest path it waits for
 * all buffers to drain through its output at the processor's rate.
 */
static u64 longest_life(const struct ss_config *cfg)
{
	u64 routers = 1, flits;
	u32 dim;

	for (dim = 0; dim < SS_DIMS; dim++)
		routers += most_hops(cfg, dim);
	flits = (u64)SS_PORTS * SS_CLASSES * cfg->vcs *
		(cfg->input_depth + SS_PORTS * cfg->seastar.staging_depth);
	return routers * (cfg->router_delay + cfg->link_delay +
			  div64_u64(flits * cfg->eject[1], cfg->eject[0]));
}

/**
 * seastar_lint() - find valid settings that cannot have the intended effect
 * @cfg: configuration of the fabric
 * @aging: the registers of all its routers
 * @routers: number of routers
 *
 * Return: the most important warning, a sentence, or NULL if there is none.
 */
const char *seastar_lint(const struct ss_config *cfg,
			 const struct ss_aging *aging, u32 routers)
{
	struct bounds b;

	get_bounds(&b, aging, routers);
	if (!b.selects)
		return b.biased ? unused : NULL;
	if (saturates(&b, cfg, 0) || saturates(&b, cfg, 1))
		return saturated;
	if (overflows(&b, cfg, 0) || overflows(&b, cfg, 1))
		return overflowing;
	if (!b.most_bias && b.least_period > longest_life(cfg))
		return tied;
	return NULL;
}
