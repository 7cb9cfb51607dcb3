// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keys and words of BookSim 2 that have another name here; docs/from-booksim.md has them all.  And
 * what papers call some.
 */
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "booksim.h"

static const struct {
	const char *name;
	const char *here;
} keys[] = {
	{ "num_vcs", "'vcs', which counts those of one class" },
	{ "vc_buf_size", "'input_depth'" },
	{ "routing_function", "'routing', beside 'router' (seastar and vc go by dimension order)" },
	{ "k", "in 'topology', as in topology=8x8" },
	{ "n", "in 'topology', as in topology=8x8" },
	{ "traffic", "'pattern'" },
	{ "injection_rate", "'load', in flits per node per cycle" },
	{ "injection_process", "'arrivals', and 'burst' for bursts" },
	{ "packet_size", "'lengths'" },
	{ "const_flits_per_packet", "'lengths'" },
	{ "hotspot_nodes", "'spots', with pattern=hot-spots" },
	{ "use_read_write", "'reply', the lengths of replies" },
	{ "batch_size", "'batch', with source=batch" },
	{ "max_outstanding_requests", "'window', with source=closed" },
	{ "vc_alloc_delay", "'vc_delay'" },
	{ "sw_alloc_delay", "'switch_delay'" },
	{ "st_final_delay", "'traversal_delay'" },
	{ "vc_allocator", "'allocator', which both allocators are" },
	{ "sw_allocator", "'allocator', which both allocators are" },
	{ "vc_alloc_arb_type", "'priority'" },
	{ "sw_alloc_arb_type", "'priority'" },
	{ "warmup_periods", "'warmup', in cycles" },
	{ "sample_period", "'measure', in cycles, which are divided into 'batches'" },
	{ "max_samples", "'measure', in cycles" },
	{ "sim_type", "no key: each result has latency and throughput" },
};

/* What papers on Dragonflies call them. */
static const struct {
	const char *key;
	const char *value;
	const char *here;
} papers[] = {
	{ "p", NULL, "'dragonfly' = PxAxH, as in dragonfly=2x4x2" },
	{ "a", NULL, "'dragonfly' = PxAxH, as in dragonfly=2x4x2" },
	{ "h", NULL, "'dragonfly' = PxAxH, as in dragonfly=2x4x2" },
	{ "pattern", "UN", "'uniform'" },
	{ "pattern", "ADV", "'adversarial', with 'distance'" },
	{ "pattern", "ADV+1", "'adversarial'" },
	{ "pattern", "ADVc", "'adversarial', with 'groups' = h of 'dragonfly'" },
	{ "routing", "valiant", "'val', with router = dragonfly" },
	{ "routing", "minimal", "'min', with router = dragonfly" },
	{ "routing", "piggyback", "'pb', with router = dragonfly" },
};

static const struct {
	const char *key;
	const char *value;
	const char *here;
} values[] = {
	{ "router", "iq", "'vc'" },
	{ "routing", "dim_order", "'dor', or with router = seastar or vc no key at all" },
	{ "routing", "min_adapt", "'adaptive', with router = bubble, or 'minad', with torus" },
	{ "topology", "torus", "a shape, as in topology=8x8" },
	{ "topology", "mesh", "a shape, as in topology=8x8, and mesh=xy" },
	{ "priority", "age", "'oldest'" },
	{ "pattern", "bitcomp", "'complement'" },
	{ "pattern", "bitrev", "'bit-reversal'" },
	{ "pattern", "neighbor", "a 'permutation': each node to the next in all dimensions" },
	{ "pattern", "hotspot", "'hot-spots', with 'spots'" },
	{ "pattern", "bad_dragon", "'adversarial'" },
};

const char *papers_name(const char *key, const char *value)
{
	for (size_t i = 0; i < sizeof(papers) / sizeof(papers[0]); i++)
		if (!strcmp(papers[i].key, key) && !papers[i].value == !value &&
		    (!value || !strcasecmp(papers[i].value, value)))
			return papers[i].here;
	return NULL;
}

const char *booksim_key(const char *key)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(keys[i].name, key))
			return keys[i].here;
	return NULL;
}

const char *booksim_value(const char *key, const char *value)
{
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (!strcmp(values[i].key, key) && !strcmp(values[i].value, value))
			return values[i].here;
	return NULL;
}
