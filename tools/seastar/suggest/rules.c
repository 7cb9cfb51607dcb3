// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <string.h>

#include "rules.h"

#define MOST_AGE	255
#define PROC_BIAS	1	/* value after a reset, which suggestions keep */

static bool rules_is_mesh(const struct ss_config *cfg, u32 d)
{
	return cfg->size[SS_MESH] >> d & 1;
}

static u32 most_hops(const struct ss_config *cfg, u32 d)
{
	return rules_is_mesh(cfg, d) ? cfg->size[d] - 1 : cfg->size[d] / 2;
}

static double mean_hops(const struct ss_config *cfg, u32 d)
{
	u64 k = cfg->size[d];

	return rules_is_mesh(cfg, d) ? (double)(k * k - 1) / (3 * k) : (double)(k * k / 4) / k;
}

/* Derive hops by Eq. 5 and 7, and load by Eq. 8 and 9; dimensions without links have neither. */
static void derive_hops(const struct ss_config *cfg, struct suggestion *s)
{
	double routers = ss_config_routers(cfg);

	for (u32 d = 0; d < SS_DIMS; d++) {
		struct suggest_dim *dim = &s->dim[d];
		double k = cfg->size[d];

		if (!dim->links)
			continue;
		dim->hops = rules_is_mesh(cfg, d) ? (k + 1) / 3 : k / 4;
		dim->whole_hops = round(dim->hops);
		dim->mean_hops = mean_hops(cfg, d);
		dim->load = rules_is_mesh(cfg, d) ? k / 4 : k / 8;
		s->hops += dim->hops;
		s->whole_hops += dim->whole_hops;
		s->mean_hops += dim->mean_hops;
	}
	s->other_hops = s->mean_hops * routers / (routers - 1);
}

/* Derive ejection by Eq. 10 to 12: the last dimension ejects what the others do not. */
static void derive_ejection(const struct ss_config *cfg, struct suggestion *s)
{
	double later = 1, rest = 1;

	for (u32 d = s->last; d > s->first; d--) {
		later *= cfg->size[d];
		s->dim[d - 1].ejected = (cfg->size[d - 1] - 1) / (cfg->size[d - 1] * later);
		rest -= s->dim[d - 1].ejected;
	}
	s->dim[s->last].ejected = rest;
}

double suggest_ejection(const struct ss_config *cfg)
{
	return SUGGEST_CHANNEL * cfg->eject[0] / cfg->eject[1];
}

/* Derive bandwidth by Eq. 14 to 16: each dimension is limited by the one after it. */
static void derive_bandwidth(const struct ss_config *cfg, struct suggestion *s)
{
	double after = suggest_ejection(cfg), to_go = 0;

	for (u32 d = s->last + 1; d-- > s->first; ) {
		struct suggest_dim *dim = &s->dim[d];

		if (!dim->links)
			continue;
		dim->channel = SUGGEST_CHANNEL * (rules_is_mesh(cfg, d) ? 4 : 8) / cfg->size[d];
		dim->useful = fmin(dim->channel, after);
		after = dim->useful;
		to_go += dim->hops;
		dim->to_go = to_go;
	}
}

/*
 * Set the largest biases where packets have most hops to go: 3, 2, 1 in three dimensions (sec.
 * 3.1).
 */
static void set_biases(struct suggestion *s)
{
	u32 bias = 0;

	for (u32 d = SS_DIMS; d-- > 0; )
		s->dim[d].bias = s->dim[d].links ? ++bias : PROC_BIAS;
}

/*
 * Return true if the biases leave at least a tick per hop for waiting, and the farthest packets do
 * not exceed the greatest age.
 */
static bool biases_fit(const struct ss_config *cfg, struct suggestion *s)
{
	u32 longest = PROC_BIAS;

	s->bias_age = 0;
	for (u32 d = 0; d < SS_DIMS; d++) {
		s->bias_age += s->dim[d].whole_hops * s->dim[d].bias;
		longest += most_hops(cfg, d) * s->dim[d].bias;
	}
	return longest <= MOST_AGE && s->bias_age + s->whole_hops <= SUGGEST_MIDDLE;
}

static void lower_biases(struct suggestion *s)
{
	s->lowered++;
	for (u32 d = 0; d < SS_DIMS; d++)
		if (s->dim[d].links && s->dim[d].bias)
			s->dim[d].bias--;
}

static void derive_biases(const struct ss_config *cfg, struct suggestion *s)
{
	set_biases(s);
	while (!biases_fit(cfg, s) && s->dim[s->first].bias)
		lower_biases(s);
}

/*
 * Return true if many packets reach the greatest age.  Then packets of different ages count as
 * equally old, or the clock is held until the oldest have gone; both are arbitrated by turn.
 */
static bool have_ages_ended(const struct suggest_load *load)
{
	return load->period && load->period <= U32_MAX / 2 && load->contested >= SUGGEST_ENOUGH &&
	       (load->saturated > SUGGEST_OFTEN * load->sent ||
		load->inhibited > SUGGEST_OFTEN * load->contested);
}

/* Derive the period of the age clock by section 3.2. */
static void derive_period(const struct ss_config *cfg, const struct suggest_load *load,
			  struct suggestion *s)
{
	s->exact_ticks = ((double)SUGGEST_MIDDLE - s->bias_age) / s->whole_hops;
	s->ticks = s->exact_ticks < 1 ? s->exact_ticks : round(s->exact_ticks);
	s->input_packets = cfg->input_depth / cfg->max_packet;
	s->staging_packets = cfg->seastar.staging_depth / cfg->max_packet;
	s->packet_cycles = cfg->vcs * cfg->max_packet;
	s->full_cycles = (s->input_packets + s->staging_packets) * s->packet_cycles;
	s->cycles = load && load->present ? load->queueing + cfg->router_delay : s->full_cycles;
	s->derived = fmax(1, round(s->cycles / s->ticks));
	s->ended = load && have_ages_ended(load);
	s->longer = s->ended && load->recent;
	s->period = s->longer ? fmax(s->derived, 2.0 * load->period) : s->derived;
}

/* Solve Eq. 1 for Q, after subtracting link delays and ejection, which the equation omits. */
static double queueing_of_latency(const struct ss_config *cfg, const struct suggest_load *load,
				  double hops)
{
	double ejection = (load->flits - 1) * cfg->eject[1] / cfg->eject[0];

	return (load->latency - hops * cfg->link_delay - ejection) / hops - cfg->router_delay;
}

/*
 * Estimate queueing without latencies: each packet of a full queue waits at its head for the cycles
 * of Eq.  17.
 */
static double queueing_of_waits(const struct ss_config *cfg, const struct suggest_load *load,
				double hops)
{
	u32 packets = cfg->input_depth / cfg->max_packet +
		      cfg->seastar.staging_depth / cfg->max_packet;
	double sum = 0;

	for (u32 d = 0; d < SS_DIMS; d++)
		if (load->hops[d] > 0)
			sum += load->hops[d] * load->wait[d];
	return hops > 0 ? packets * sum / hops : 0;
}

void suggest_queueing(const struct ss_config *cfg, struct suggest_load *load)
{
	double hops = load->hops[0] + load->hops[1] + load->hops[2];

	load->queueing = isfinite(load->latency) ? queueing_of_latency(cfg, load, hops) :
			 queueing_of_waits(cfg, load, hops);
	load->present = load->queueing > cfg->router_delay;
}

bool suggest(const struct ss_config *cfg, const struct suggest_load *load,
	     struct suggestion *s)
{
	memset(s, 0, sizeof(*s));
	s->first = SS_DIMS;
	for (u32 d = 0; d < SS_DIMS; d++) {
		s->dim[d].links = cfg->size[d] > 1;
		if (!s->dim[d].links)
			continue;
		s->first = s->first < d ? s->first : d;
		s->last = d;
	}
	if (s->first == SS_DIMS)
		return false;
	derive_hops(cfg, s);
	derive_ejection(cfg, s);
	derive_bandwidth(cfg, s);
	derive_biases(cfg, s);
	derive_period(cfg, load, s);
	return true;
}
