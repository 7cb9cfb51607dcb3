// SPDX-License-Identifier: GPL-2.0-only
/*
 * The part of the driver that the exporter needs, inside of the exporter's process.  So the CPU
 * time of a scrape contains the driver's work: the same model, widening of counters and copies.
 * The five messages of a scrape are passed without a socket.
 *
 * With NEW_SAMPLE in the environment, each scrape finds the sample expired.  KEYS are further keys
 * of the experiment, and CYCLES is the number of cycles run before.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#include <seastar/widen.h>

#include "tools/seastar-exporter/read/family.h"

#include "workload.h"

#define KEYS		"topology=11x12x16 source=closed window=32"
#define CYCLES		500
#define DEVICE		"bench"
#define DEVICE_ID	1
#define GENERATION	2
#define HEAD_DESCS	4

int __wrap_open(const char *path, int flags, ...);
int __real_open(const char *path, int flags, ...);
int __wrap_ioctl(int fd, unsigned long request, ...);
ssize_t __wrap_pread(int fd, void *to, size_t size, off_t at);
int __wrap_family_open(struct snl *nl);
int __wrap_family_ask(struct snl *nl, const struct request *r, int max,
		      void (*restart)(void *ctx),
		      void (*fn)(const struct reply *r, void *ctx), void *ctx);

static struct subject subject;
static struct ss_fabric *fabric;
static uint32_t routers;

/* The beginning of a statistics file: header and descriptions; the block of data follows. */
static struct {
	struct seastar_stats_header header;
	struct seastar_stats_desc desc[HEAD_DESCS + SEASTAR_COUNTERS];
} preface;
static struct seastar_stats_data *sample, *spare;
static struct ss_perf *last, *next;
static size_t size;

static void describe(struct seastar_stats_desc *d, const char *name, size_t offset, uint32_t width,
		     uint32_t count, uint32_t repeats)
{
	snprintf(d->name, sizeof(d->name), "%s", name);
	d->offset = offset;
	d->width = width;
	d->count = count;
	d->repeats = repeats;
	d->stride = sizeof(struct ss_counters);
}

static const char *counter_name(unsigned int counter)
{
	static char name[32];

	if (counter < SEASTAR_COUNTER_STALLED)
		snprintf(name, sizeof(name), "vc%u_blocked", counter);
	else if (counter == SEASTAR_COUNTER_STALLED)
		return "stalled";
	else if (counter < SEASTAR_COUNTER_VC0_PKTS)
		snprintf(name, sizeof(name), "age_bin%u", counter - SEASTAR_COUNTER_AGE_BIN0);
	else if (counter < SEASTAR_COUNTER_VC0_FLITS)
		snprintf(name, sizeof(name), "vc%u_pkts", counter - SEASTAR_COUNTER_VC0_PKTS);
	else
		snprintf(name, sizeof(name), "vc%u_flits", counter - SEASTAR_COUNTER_VC0_FLITS);
	return name;
}

static void describe_all(void)
{
	struct seastar_stats_desc *d = preface.desc;
	unsigned int i;

	preface.header = (struct seastar_stats_header){
		.magic = SEASTAR_STATS_MAGIC, .version = SEASTAR_STATS_VERSION,
		.desc_count = HEAD_DESCS + SEASTAR_COUNTERS,
		.desc_offset = sizeof(preface.header), .desc_size = sizeof(*d),
		.data_offset = sizeof(preface), .data_size = size,
		.routers = routers, .ports = SEASTAR_PORTS, .dev_id = DEVICE_ID,
	};
	describe(d++, "cycle", offsetof(struct seastar_stats_data, cycle), 8, 1, 1);
	describe(d++, "time", offsetof(struct seastar_stats_data, time), 8, 1, 1);
	describe(d++, "gaps", offsetof(struct seastar_stats_data, gaps), 8, 1, 1);
	describe(d++, "failed", offsetof(struct seastar_stats_data, failed), 8, 1, 1);
	for (i = 0; i < SEASTAR_COUNTERS; i++)
		describe(d++, counter_name(i),
			 sizeof(*sample) + offsetof(struct ss_counters, of[i]), 8, SEASTAR_PORTS,
			 routers);
}

/* Take a sample of all counters, as take() in kmod/dev/stats.c does. */
static void take(void)
{
	struct seastar_stats_data *fresh = spare;
	struct ss_counters *total = (struct ss_counters *)(fresh + 1);
	const struct ss_counters *before = (struct ss_counters *)(sample + 1);
	struct ss_perf *read = next;
	struct timespec now;
	uint32_t i;

	for (i = 0; i < routers; i++) {
		ss_read_regs(fabric, i, next[i].reg);
		next[i].cycle = ss_fabric_now(fabric);
	}
	for (i = 0; i < routers; i++) {
		total[i] = before[i];
		ss_widen(&total[i], &last[i], &next[i]);
	}
	clock_gettime(CLOCK_REALTIME, &now);
	fresh->cycle = ss_fabric_now(fabric);
	fresh->time = now.tv_sec * 1000000000ULL + now.tv_nsec;
	next = last;
	last = read;
	spare = sample;
	sample = fresh;
}

static void *zeroed(size_t n, size_t each)
{
	void *p = calloc(n, each);

	if (!p)
		die("no memory");
	return p;
}

static void begin(void)
{
	const char *cycles = getenv("CYCLES");

	subject_begin(&subject, KEYS, getenv("KEYS"), 1);
	fabric = subject.run.f;
	ss_fabric_run(fabric, cycles ? atoi(cycles) : CYCLES);
	routers = ss_fabric_config(fabric)->size[0] * ss_fabric_config(fabric)->size[1] *
		  ss_fabric_config(fabric)->size[2];
	size = sizeof(*sample) + routers * sizeof(struct ss_counters);
	sample = zeroed(1, size);
	spare = zeroed(1, size);
	last = zeroed(routers, sizeof(*last));
	next = zeroed(routers, sizeof(*next));
	describe_all();
	take();
}

int __wrap_open(const char *path, int flags, ...)
{
	return __real_open(strcmp(path, "/dev/seastar") ? path : "/dev/null", flags);
}

int __wrap_ioctl(int fd, unsigned long request, ...)
{
	(void)fd;
	(void)request;
	return __real_open("/dev/null", O_RDONLY | O_CLOEXEC);
}

ssize_t __wrap_pread(int fd, void *to, size_t n, off_t at)
{
	(void)fd;
	if (at < (off_t)sizeof(preface)) {
		memcpy(to, (char *)&preface + at, n);
		return n;
	}
	if (getenv("NEW_SAMPLE"))
		take();
	memcpy(to, sample, n);
	return n;
}

int __wrap_family_open(struct snl *nl)
{
	if (!fabric)
		begin();
	nl->family = 1;
	return 0;
}

/* Put the sums over all sources; sums of squares, in two words, are added without a carry. */
static void put_sources(struct snl_msg *m)
{
	struct ss_source_stats sum = { 0 }, s;
	uint32_t router, i;
	size_t nest;

	for (router = 0; router < routers; router++) {
		ss_read_source(fabric, router, &s);
		for (i = 0; i < SEASTAR_SRC_STATS; i++)
			sum.stat[i] += s.stat[i];
		for (i = 0; i < SEASTAR_LAT_BINS; i++)
			sum.lat_hist[i] += s.lat_hist[i];
	}
	nest = snl_nest_start(m, SEASTAR_A_STATS_MODEL);
	snl_put(m, SEASTAR_A_MODEL_SOURCE, sum.stat, sizeof(sum.stat));
	snl_put(m, SEASTAR_A_MODEL_LAT_HIST, sum.lat_hist, sizeof(sum.lat_hist));
	snl_nest_end(m, nest);
}

static void put_device(struct snl_msg *m)
{
	const uint32_t *radix = ss_fabric_config(fabric)->size;

	snl_put_str(m, SEASTAR_A_DEV_NAME, DEVICE);
	snl_put_str(m, SEASTAR_A_DEV_BACKEND, "soft");
	snl_put(m, SEASTAR_A_DEV_RADIX, radix, SEASTAR_DIMS * sizeof(*radix));
	snl_put_u32(m, SEASTAR_A_DEV_ROUTERS, routers);
	snl_put_u64(m, SEASTAR_A_DEV_GENERATION, GENERATION);
	snl_put_u64(m, SEASTAR_A_DEV_ID, DEVICE_ID);
}

static void put_answer(struct snl_msg *m, uint8_t command)
{
	switch (command) {
	case SEASTAR_CMD_DEV_GET:
		put_device(m);
		break;
	case SEASTAR_CMD_LATENCY_GET:
		put_sources(m);
		break;
	case SEASTAR_CMD_AGING_GET:
		snl_put_u32(m, SEASTAR_A_AGING_CLOCK_PERIOD, 8);
		snl_put_u64(m, SEASTAR_A_AGING_GENERATION, GENERATION);
		break;
	case SEASTAR_CMD_TRAFFIC_GET:
		snl_put_u32(m, SEASTAR_A_TRAFFIC_SOURCE, SEASTAR_SOURCE_CLOSED);
		break;
	}
}

int __wrap_family_ask(struct snl *nl, const struct request *r, int max,
		      void (*restart)(void *ctx),
		      void (*fn)(const struct reply *r, void *ctx), void *ctx)
{
	uint32_t i, n = r->command == SEASTAR_CMD_CONFIG_GET ? 0 :
			r->command == SEASTAR_CMD_AGING_GET ? routers : 1;
	const struct nlattr *tb[max + 1];

	(void)nl;
	if (restart)
		restart(ctx);
	for (i = 0; i < n; i++) {
		struct snl_msg m;
		struct reply reply = { .tb = tb };

		snl_start(&m, r->command);
		put_answer(&m, r->command);
		reply.message = m.header;
		snl_attributes(m.header, tb, max);
		fn(&reply, ctx);
		snl_release(&m);
	}
	return 0;
}
