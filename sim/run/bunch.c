// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include <lengths.h>
#include <pattern.h>

#include "bunch.h"

double sim_bunch(const struct ss_config *cfg, const struct sim_settings *settings)
{
	const struct ss_traffic t = sim_traffic(settings);
	double packets = 0, squares = 0;

	for (u32 i = 0; i <= t.parts; i++) {
		const struct ss_part part = ss_traffic_part(&t, i);
		const struct ss_lengths *l = &part.lengths;
		double weight = 0, of_part = 0, squares_of_part = 0;

		for (u32 j = 0; j < ss_lengths_count(l); j++) {
			double p = (l->flits[j] + cfg->max_packet - 1) / cfg->max_packet;

			weight += l->weight[j];
			of_part += l->weight[j] * p;
			squares_of_part += l->weight[j] * p * p;
		}
		if (weight <= 0)
			continue;
		packets += part.weight * of_part / weight;
		squares += part.weight * squares_of_part / weight;
	}
	return packets > 0 ? squares / packets : 1;
}

#define DEVIATIONS	3	/* more standard deviations are not by chance */

double sim_chance(const struct ss_config *cfg, const struct sim_settings *settings, u32 senders)
{
	const struct ss_traffic *t = &settings->traffic;
	double bunch = sim_bunch(cfg, settings), chance = senders * bunch;

	if (t->source == SEASTAR_SOURCE_OPEN && t->burst > 1)
		chance += DEVIATIONS * sqrt(senders) * t->burst * bunch;
	return chance;
}
