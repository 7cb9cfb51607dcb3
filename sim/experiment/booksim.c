// SPDX-License-Identifier: GPL-2.0-only
/*
 * Keys and words of BookSim 2 that have another name here; docs/from-booksim.md has them all.
 * Names that papers have for some keys.
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
	{ "routing_function",
	  "'routing', beside 'router' (in tori and meshes seastar and vc go by dimension order)" },
	{ "k", "in 'topology', as in topology=8x8" },
	{ "n", "in 'topology', as in topology=8x8" },
	{ "c",
	  "'concentration' of a HyperX, P of 'dragonfly' = PxAxH; 1 in tori and meshes" },
	{ "traffic", "'pattern'" },
	{ "injection_rate", "'load', in flits per node per cycle" },
	{ "injection_process", "'arrivals', and 'burst' for bursts" },
	{ "packet_size", "'lengths'" },
	{ "const_flits_per_packet", "'lengths'" },
	{ "injection_rate_uses_flits", "no key: 'load' is in flits" },
	{ "hotspot_nodes", "'spots', with pattern=hot-spots" },
	{ "hotspot_rates", "'spots', with pattern=hot-spots, and 'weight' of a [part 2]" },
	{ "burst_alpha", "'burst', the mean packets of a burst" },
	{ "burst_beta", "'burst', the mean packets of a burst" },
	{ "trace_file", "'trace', with pattern=trace" },
	{ "use_read_write", "'reply', the lengths of replies" },
	{ "read_request_size", "'lengths', and 'reply' for the replies" },
	{ "read_reply_size", "'reply', the lengths of replies" },
	{ "write_request_size", "'lengths', and 'reply' for the replies" },
	{ "write_reply_size", "'reply', the lengths of replies" },
	{ "batch_size", "'batch', with source=batch" },
	{ "max_outstanding_requests", "'window', with source=closed" },
	{ "wait_for_tail_credit", "no key: always as with 0" },
	{ "credit_delay", "no key: a credit takes as long as a flit, 'link_delay'" },
	{ "speculative", "no key: allocation is never speculative" },
	{ "input_speedup",
	  "no key: crossbars have no speedup, but 'speedup' with router=dragonfly" },
	{ "output_speedup",
	  "no key: crossbars have no speedup, but 'speedup' with router=dragonfly" },
	{ "internal_speedup",
	  "no key: crossbars have no speedup, but 'speedup' with router=dragonfly" },
	{ "alloc_iters", "no key: allocators do one round" },
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
	{ "sim_count", "a list of seeds in a sweep, as in seed=1:10" },
	{ "stopping_thres", "'precision', in percent, with measure=auto" },
	{ "acc_stopping_thres", "'precision', in percent, with measure=auto" },
	{ "warmup_thres", "no key: warmup=auto settles by a rule (docs/simulator.md, section 3)" },
	{ "acc_warmup_thres",
	  "no key: warmup=auto settles by a rule (docs/simulator.md, section 3)" },
	{ "latency_thres", "no key: the verdict says whether a run is saturated" },
	{ "include_queuing", "no key: each result has latency and network latency" },
	{ "deadlock_warn_timeout", "no key: a deadlock is proved, and its buffers named" },
	{ "print_csv_results", "the options -o x.csv and --csv" },
	{ "stats_out", "the option -o FILE" },
	{ "sim_type", "no key: each result has latency and throughput" },
};

/* Names of keys in papers on Dragonflies. */
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
	{ "select", "round-robin", "'rr'" },
	{ "select", "oldest", "'age'" },
	{ "routing", "valiant", "'val', with router = dragonfly" },
	{ "routing", "minimal", "'min', with router = dragonfly" },
	{ "routing", "in-transit", "'par' or 'olm', with router = dragonfly" },
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
	{ "pattern", "randperm", "a 'permutation', a list of nodes" },
	{ "topology", "dragonflynew", "'dragonfly' = PxAxH, with router=dragonfly" },
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
