/* SPDX-License-Identifier: GPL-2.0-only */
/* Latencies of packets that are never delayed, for the tests of every kind of router. */
#ifndef TESTS_ALONE_H
#define TESTS_ALONE_H

#include "model.h"

/* Least and greatest latency of @count packets. */
struct latencies {
	u64 least, most, count;
};

static inline void latencies_note(void *ctx, const struct ss_delivery *d)
{
	struct latencies *l = ctx;
	u64 latency = d->cycle - d->birth;

	if (!l->count++ || latency < l->least)
		l->least = latency;
	if (latency > l->most)
		l->most = latency;
}

/*
 * Measure node 0 and @other, which send to each other, one packet of @length flits at a time, for
 * @cycles; the other nodes are silent.  With two classes, packets are responses.
 */
static inline struct latencies latencies_alone(const struct ss_config *cfg, u32 other, u32 length,
					       u64 cycles)
{
	u32 n = ss_config_routers(cfg), *permutation = model_memory(n * sizeof(*permutation));
	struct ss_traffic t = model_window(SEASTAR_PATTERN_PERMUTATION, 1);
	struct ss_fabric *f = model_new(cfg);
	struct latencies l = { 0, 0, 0 };

	for (u32 i = 0; i < n; i++)
		permutation[i] = i;
	permutation[0] = other;
	permutation[other] = 0;
	t.lengths = ss_lengths_one(length);
	t.permutation = permutation;
	t.requests = cfg->classes == 2 ? 0 : SEASTAR_PPM;
	ss_fabric_on_delivery(f, latencies_note, &l);
	model_traffic(f, &t);
	ss_fabric_run(f, cycles);
	free(permutation);
	model_free(f);
	return l;
}

#endif /* TESTS_ALONE_H */
