// SPDX-License-Identifier: GPL-2.0-only
/* The run of determinism.sh in the kernel, repeated in the userland library. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/routers/seastar/seastar.h"

#define HALF	10000

static void *zeroed(size_t bytes)
{
	void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);

	if (!p) {
		fprintf(stderr, "statehash: out of memory\n");
		exit(1);
	}
	return memset(p, 0, bytes);
}

static void refuse(const char *why)
{
	if (!why)
		return;
	fprintf(stderr, "statehash: %s\n", why);
	exit(1);
}

static struct ss_fabric *create(void)
{
	struct ss_config cfg;

	ss_config_default(&cfg, 4, 4, 4, 0);
	cfg.seed = 2112;
	cfg.seastar.tables = 1;
	refuse(ss_config_check(&cfg));
	return ss_fabric_init(zeroed(ss_fabric_bytes(&cfg)), &cfg);
}

static void load(struct ss_fabric *f)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = SEASTAR_SOURCE_CLOSED,
		.window = 8,
		.lengths = { { 1, 9 }, { 1, 2 } },
		.requests = SEASTAR_PPM / 2,
	};

	refuse(ss_traffic_check(f, &t, NULL));
	ss_traffic_set(f, &t, zeroed(ss_traffic_bytes(f, &t)));
}

static void change(struct ss_fabric *f)
{
	static const u32 bias[SS_PORTS] = { 1, 3, 3, 2, 2, 1, 1 };
	u32 router, port;

	for (router = 0; router < ss_fabric_routers(f); router++) {
		ss_aging_set_period(f, router, 8);
		ss_aging_set_select(f, router, 0xffffffff00000000ULL);
		for (port = SEASTAR_PORT_XP; port < SS_PORTS; port++) {
			ss_aging_set_bias(f, router, port, 0, bias[port]);
			ss_aging_set_bias(f, router, port, 1, bias[port]);
		}
		ss_aging_set_bias(f, router, SEASTAR_PORT_PROC, 1, 5);
	}
}

static void report(struct ss_fabric *f)
{
	printf("%" PRIu64 " 0x%016" PRIx64 "\n", ss_fabric_now(f), ss_state_hash(f));
}

int main(void)
{
	struct ss_fabric *f = create();

	load(f);
	report(f);
	ss_fabric_run(f, HALF);
	report(f);
	change(f);
	ss_fabric_run(f, HALF);
	report(f);
	free(ss_traffic_mem(f));
	free(f);
	return 0;
}
