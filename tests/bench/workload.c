// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>

#include "sim/base/memory.h"

#include "workload.h"

#define FLEXVC		"order=flexible vcs=4 global_vcs=2"
#define DRAGONFLY	"router=dragonfly load=0.4 full=drop dragonfly="

/* The counted cycles are few: callgrind needs half a minute for all workloads. */
const struct workload workloads[] = {
	{ "8x8.1flit", "topology=8x8 lengths=1 load=0.4", 1000, 3000 },
	{ "8x8x8.1flit", "topology=8x8x8 lengths=1 load=0.4", 1000, 300 },
	{ "8x8x8.9flit", "topology=8x8x8 load=0.4", 0, 0 },
	{ "11x12x16.9flit", "topology=11x12x16 " SATURATED, 1000, 150 },
	{ "32x32x32.9flit", "topology=32x32x32 " SATURATED, 0, 0 },
	{ "4x4x4.9flit", "topology=4x4x4 " SATURATED, 1000, 3000 },
	{ "16x16x16.9flit", "topology=16x16x16 " SATURATED, 1000, 60 },
	{ "torus.8x8.1flit", "router=torus topology=8x8 lengths=1 load=0.4", 1000, 3000 },
	{ "bubble-oac.8x8", "router=bubble topology=8x8 load=0.5", 2000, 4000 },
	{ "bubble-sic.8x8", "router=bubble crossbar=sic topology=8x8 load=0.5", 2000, 4000 },
	{ "bubble-dor.8x8", "router=bubble routing=dor topology=8x8 load=0.5", 2000, 4000 },
	{ "wormhole-oac.8x8", "router=wormhole topology=8x8 load=0.4", 2000, 4000 },
	{ "wormhole-sic.8x8", "router=wormhole crossbar=sic topology=8x8 load=0.4", 2000, 4000 },
	{ "wormhole-dor.8x8", "router=wormhole routing=dor topology=8x8 load=0.4", 2000, 4000 },
	{ "vc.8x8.1flit", "router=vc topology=8x8 lengths=1 load=0.4", 1000, 3000 },
	{ "vc.8x8.1flit.light", "router=vc topology=8x8 lengths=1 load=0.2", 1000, 3000 },
	{ "vc.8x8.9flit", "router=vc topology=8x8 load=0.4", 1000, 3000 },
	{ "dragonfly.h4", DRAGONFLY "4", 1000, 1000 },
	{ "dragonfly.h8", DRAGONFLY "8", 1000, 100 },
	{ "dragonfly-olm.h4", DRAGONFLY "4 routing=olm", 1000, 500 },
	{ "dragonfly-base.h4", DRAGONFLY "4 routing=olm trigger=base", 1000, 500 },
	{ "dragonfly-base.h8", DRAGONFLY "8 routing=olm trigger=base", 1000, 50 },
	{ "dragonfly-ectn.h4", DRAGONFLY "4 routing=olm trigger=ectn", 1000, 500 },
	{ "dragonfly-ugal.h4", DRAGONFLY "4 routing=ugal", 1000, 500 },
	{ "dragonfly-pb.h4", DRAGONFLY "4 routing=pb", 1000, 500 },
	{ "dragonfly-flexvc.h4", DRAGONFLY "4 " FLEXVC, 1000, 500 },
	{ "dragonfly-flexvc.h8", DRAGONFLY "8 " FLEXVC, 1000, 50 },
	{ 0 }
};

const struct workload *workload_find(const char *name)
{
	for (const struct workload *w = workloads; w->name; w++)
		if (!strcmp(w->name, name))
			return w;
	return NULL;
}

void die(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fputs("bench: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
	exit(EXIT_FAILURE);
}

static void set_keys(struct sim_experiment *e, const char *keys)
{
	char *text = sim_copy(keys), *rest = text, *word;
	struct sim_error err;

	while ((word = strtok_r(rest, " ", &rest)))
		if (!sim_experiment_set(e, word, &err))
			die("%s", err.text);
	free(text);
}

static void set_on_delivery(struct subject *s, void (*fn)(void *ctx, const struct ss_delivery *d))
{
	for (u32 i = 0; i < s->run.threads; i++)
		ss_region_on_delivery(s->run.f, i, fn, s->run.measure[i]);
}

void subject_begin(struct subject *s, const char *keys, const char *more, u32 threads)
{
	struct sim_error err;

	memset(s, 0, sizeof(*s));
	s->experiment = sim_experiment_new();
	set_keys(s->experiment, keys);
	if (more)
		set_keys(s->experiment, more);
	s->run.e = s->experiment;
	s->run.threads = threads;
	if (!sim_experiment_check(s->experiment, &err) || !runner_begin(&s->run, &err))
		die("%s", err.text);
	set_on_delivery(s, NULL);
}

void subject_observe(struct subject *s)
{
	set_on_delivery(s, sim_measure_delivery);
	runner_measure(&s->run);
}

struct work subject_done(const struct subject *s)
{
	struct ss_fabric *f = s->run.f;
	struct work done = { .events = ss_fabric_events(f) };

	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		u64 regs[SS_PORTS][SEASTAR_REGS];

		ss_read_regs(f, r, regs);
		for (u32 port = 0; port < SS_PORTS; port++) {
			for (u32 v = 0; v < 4; v++) {
				done.packets += regs[port][SEASTAR_REG_VC0_PKTS + v];
				done.flits += regs[port][SEASTAR_REG_VC0_FLITS + v];
			}
		}
	}
	return done;
}

void subject_end(struct subject *s)
{
	runner_end(&s->run);
	sim_experiment_free(s->experiment);
}
