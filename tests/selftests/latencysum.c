// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sums over all traffic sources, since the last reset or since a mark, agree with a dump of one
 * source after another.  Requests without pause cause no more readings of the sources than a
 * lifespan allows.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <linux/seastar.h>

#include "client.h"

#define DEV		"lsm0"
#define INTERNALS	"/sys/kernel/debug/seastar/devices/" DEV "/internals"
#define LIFESPAN	"/sys/class/seastar/" DEV "/stats_lifespan"
#define FAULT		"/sys/kernel/debug/seastar/fail_alloc"

#define ROUTERS		128
#define REQUESTS	2000
#define LIFESPAN_S	10
#define NOBODY		65534

/* Extremes over the sources, which must follow from the messages of a dump. */
enum extreme {
	SENDERS, LEAST_INJECTED, MOST_INJECTED, LEAST_DELIVERED, MOST_DELIVERED, STARVED, OLDEST,
	EXTREMES
};

/* Sums and maxima; sums of squares have 128 bits, in two elements. */
struct seen {
	unsigned __int128 stat[SEASTAR_SRC_STATS];
	uint64_t bin[SEASTAR_LAT_BINS];
	uint64_t folded[SEASTAR_LAT_BINS];	/* sums of fine bins, by coarse bin */
	uint64_t least, most;	/* bounds of the sum of latencies, by fine bins */
	uint64_t extreme[EXTREMES];
	bool has_oldest;
	uint64_t base[ROUTERS];	/* packets injected by each source before the last reset */
	uint64_t now[ROUTERS];	/* packets injected by each source since the device's creation */
	unsigned int waiting;	/* number of sources with packets to send */
	uint64_t cycle, first_cycle, since;
	unsigned int routers;	/* number of routers in a dump */
	uint64_t named;		/* number of messages with a starving node */
};

static int claims, failed;
static int sums, coarse;	/* sums read; those with fine bins that miss the coarse ones */

static void run(const char *command)
{
	fflush(stdout);
	if (system(command)) {
		printf("Bail out! failed: %s\n", command);
		exit(1);
	}
}

static bool is_max(unsigned int stat)
{
	return stat == SEASTAR_SRC_LAT_MAX || stat == SEASTAR_SRC_NET_MAX;
}

static void add_stats(struct seen *s, const uint64_t stat[SEASTAR_SRC_STATS])
{
	unsigned __int128 value;
	unsigned int i;

	for (i = 0; i < SEASTAR_SRC_STATS; i++) {
		value = stat[i];
		if (i == SEASTAR_SRC_LAT_SQ_LO || i == SEASTAR_SRC_NET_SQ_LO)
			value |= (unsigned __int128)stat[i + 1] << 64;
		if (!is_max(i))
			s->stat[i] += value;
		else if (s->stat[i] < value)
			s->stat[i] = value;
	}
	s->stat[SEASTAR_SRC_LAT_SQ_HI] = s->stat[SEASTAR_SRC_LAT_SQ_LO] >> 64;
	s->stat[SEASTAR_SRC_NET_SQ_HI] = s->stat[SEASTAR_SRC_NET_SQ_LO] >> 64;
}

static uint64_t waiting(const uint64_t stat[SEASTAR_SRC_STATS])
{
	return stat[SEASTAR_SRC_OFFERED] - stat[SEASTAR_SRC_DROPPED] - stat[SEASTAR_SRC_INJECTED];
}

static void extend(uint64_t range[2], uint64_t value, bool first)
{
	if (first || value < range[0])
		range[0] = value;
	if (value > range[1])
		range[1] = value;
}

/* Add the progress of a source in a dump since the last reset; all sources send. */
static void add_extremes(struct seen *s, const uint64_t stat[SEASTAR_SRC_STATS])
{
	uint64_t *x = s->extreme, injected = stat[SEASTAR_SRC_INJECTED] - s->base[s->routers - 1];

	extend(&x[LEAST_INJECTED], injected, !x[SENDERS]);
	extend(&x[LEAST_DELIVERED], stat[SEASTAR_SRC_DELIVERED], !x[SENDERS]);
	x[STARVED] += !injected && waiting(stat);
	x[SENDERS]++;
	s->waiting += waiting(stat) > 0;
	s->now[s->routers - 1] = stat[SEASTAR_SRC_INJECTED];
}

/* Return the lowest latency of a fine bin. */
static uint64_t fine_low(unsigned int bin)
{
	return bin < 8 ? bin : (uint64_t)(8 + bin % 8) << (bin / 8 - 1);
}

static unsigned int bin_of(uint64_t latency)
{
	unsigned int bin = 0;

	for (; latency; latency >>= 1)
		bin++;
	return bin;
}

static void add_fine(struct seen *s, struct nlattr *a)
{
	uint64_t fine[SEASTAR_LAT_FINE_BINS] = { 0 };
	unsigned int i;

	nla_memcpy(fine, a, sizeof(fine));
	for (i = 0; i < SEASTAR_LAT_FINE_BINS; i++) {
		s->folded[bin_of(fine_low(i))] += fine[i];
		s->least += fine[i] * fine_low(i);
		s->most += fine[i] * (fine_low(i + 1) - 1);
	}
}

/* Add an attribute that only models have. */
static void add_known(struct seen *s, struct nlattr *a)
{
	uint64_t stat[SEASTAR_SRC_STATS] = { 0 }, bin[SEASTAR_LAT_BINS] = { 0 };
	unsigned int i;

	switch (nla_type(a)) {
	case SEASTAR_A_MODEL_SOURCE:
		nla_memcpy(stat, a, sizeof(stat));
		add_stats(s, stat);
		if (s->routers)
			add_extremes(s, stat);
		break;
	case SEASTAR_A_MODEL_SENDERS:
		s->extreme[SENDERS] = nla_get_u32(a);
		break;
	case SEASTAR_A_MODEL_LEAST_INJECTED:
	case SEASTAR_A_MODEL_MOST_INJECTED:
	case SEASTAR_A_MODEL_LEAST_DELIVERED:
	case SEASTAR_A_MODEL_MOST_DELIVERED:
		i = nla_type(a) - SEASTAR_A_MODEL_LEAST_INJECTED;
		s->extreme[LEAST_INJECTED + i] = nla_get_u64(a);
		break;
	case SEASTAR_A_MODEL_STARVED:
		if (s->routers)
			s->named += nla_get_u32(a);
		else
			s->extreme[STARVED] = nla_get_u32(a);
		break;
	case SEASTAR_A_MODEL_OLDEST:
		s->has_oldest = true;
		s->extreme[OLDEST] = nla_get_u64(a);
		break;
	case SEASTAR_A_MODEL_LAT_HIST:
		nla_memcpy(bin, a, sizeof(bin));
		for (i = 0; i < SEASTAR_LAT_BINS; i++)
			s->bin[i] += bin[i];
		break;
	case SEASTAR_A_MODEL_LAT_FINE:
		add_fine(s, a);
	}
}

static void add_model(struct seen *s, struct nlattr *nest)
{
	struct nlattr *tb[SEASTAR_A_MODEL_MAX + 1];
	int type;

	client_model(nest, tb);
	for (type = 1; type <= SEASTAR_A_MODEL_MAX; type++) {
		if (tb[type])
			add_known(s, tb[type]);
	}
}

static void add(struct seen *s, struct nlattr *a)
{
	switch (nla_type(a)) {
	case SEASTAR_A_STATS_ROUTER:
		s->routers++;
		break;
	case SEASTAR_A_STATS_CYCLE:
		s->cycle = nla_get_u64(a);
		if (!s->first_cycle)
			s->first_cycle = s->cycle;
		break;
	case SEASTAR_A_STATS_SINCE_CYCLE:
		s->since = nla_get_u64(a);
		break;
	case SEASTAR_A_STATS_MODEL:
		add_model(s, a);
	}
}

/* Add a message of a dump. */
static void add_message(struct nlattr **tb, void *ctx)
{
	int type;

	for (type = 1; type <= SEASTAR_A_STATS_MAX; type++) {
		if (tb[type])
			add(ctx, tb[type]);
	}
}

/* Compare fine bins with coarse bins, and the bounds that they give with the sum of latencies. */
static void look_at_fine(const struct seen *s)
{
	uint64_t sum = s->stat[SEASTAR_SRC_LAT_SUM];
	bool agree = s->least <= sum && sum <= s->most;
	unsigned int i;

	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		agree &= s->folded[i] == s->bin[i];
	sums++;
	coarse += !agree;
	if (!agree && coarse == 1)
		printf("# sum %d: latencies %" PRIu64 ", by fine bins %" PRIu64 " to %" PRIu64
		       "\n", sums, sum, s->least, s->most);
}

static int ask_since(struct seen *s, const char *mark)
{
	const struct attr attrs[] = {
		{ .type = SEASTAR_A_STATS_DEV, .length = sizeof(DEV), .data = DEV },
		{ .type = mark ? SEASTAR_A_STATS_SINCE : 0, .length = mark ? strlen(mark) + 1 : 0,
		  .data = mark },
		{ 0 }
	};
	struct answer answer;

	add_message(client_ask(SEASTAR_CMD_LATENCY_GET, attrs, &answer), s);
	if (!answer.error)
		look_at_fine(s);
	return answer.error;
}

static int ask(struct seen *s)
{
	return ask_since(s, NULL);
}

static int differ(const struct seen *x, const struct seen *y)
{
	int i, n = 0;

	for (i = 0; i < SEASTAR_SRC_STATS; i++)
		n += x->stat[i] != y->stat[i];
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		n += x->bin[i] != y->bin[i];
	return n;
}

/* Check that sum and dump agree on the sources with most and least progress. */
static bool extremes_agree(const struct seen *each, const struct seen *all)
{
	static const char *const names[] = {
		"senders", "least injected", "most injected", "least delivered", "most delivered",
		"starved",
	};
	bool agree = true;
	int i;

	for (i = 0; i < OLDEST; i++) {
		if (all->extreme[i] == each->extreme[i])
			continue;
		printf("# %s: %" PRIu64 " by the dump, %" PRIu64 " by the sum\n", names[i],
		       each->extreme[i], all->extreme[i]);
		agree = false;
	}
	if (each->named != all->extreme[STARVED]) {
		printf("# %" PRIu64 " messages of the dump name a node that starves\n",
		       each->named);
		agree = false;
	}
	return agree;
}

static void claim(bool good, const char *what)
{
	printf("%sok %d %s\n", good ? "" : "not ", ++claims, what);
	failed |= !good;
}

static void sum_is_dump(struct seen *each)
{
	struct seen all = { 0 };
	int err, differing;

	err = client_dump(SEASTAR_CMD_LATENCY_GET, DEV, add_message, each) ?: ask(&all);
	differing = differ(each, &all);
	printf("# error %d, %d of %d values differ\n", err, differing,
	       SEASTAR_SRC_STATS + SEASTAR_LAT_BINS);
	claim(!err && !differing && all.stat[SEASTAR_SRC_DELIVERED],
	      "sums and maxima of all sources are those of a dump");
	claim(all.cycle == 20000 && !all.routers && each->routers == ROUTERS,
	      "they are of the device's cycle, and of no router");
	claim(extremes_agree(each, &all) && all.extreme[LEAST_INJECTED],
	      "least, most and starved are those of a dump, too");
	printf("# oldest packet: %" PRIu64 " cycles\n", all.extreme[OLDEST]);
	claim(all.has_oldest && all.extreme[OLDEST] > 0 && all.extreme[OLDEST] <= 20000,
	      "the oldest packet was born since the beginning");
}

/* Compare sum and dump some cycles after a reset; @before are the readings before it. */
static void since_a_reset(const struct seen *before)
{
	struct seen each = { 0 }, all = { 0 };
	int err;

	memcpy(each.base, before->now, sizeof(each.base));
	err = client_dump(SEASTAR_CMD_LATENCY_GET, DEV, add_message, &each) ?: ask(&all);
	claim(!err && extremes_agree(&each, &all) && all.extreme[MOST_INJECTED] &&
	      all.extreme[MOST_INJECTED] < before->extreme[LEAST_INJECTED],
	      "they are of the time since the reset");
}

/* Read the sum since the mark into @all.  Returns true if a dump since the mark agrees with it. */
static bool read_since(struct seen *all)
{
	struct seen each = { 0 };
	int err;

	*all = (struct seen){ 0 };
	err = client_dump_since(SEASTAR_CMD_LATENCY_GET, DEV, "m", add_message, &each) ?:
	      ask_since(all, "m");
	printf("# error %d, %d values differ, mark of cycle %" PRIu64 "\n", err,
	       differ(&each, all), all->since);
	return !err && !differ(&each, all) && each.since == all->since && all->since &&
	       each.routers == ROUTERS && !all->extreme[SENDERS];
}

/* Return true if @sum is the sum of two readings, without maxima: these are 0. */
static bool is_sum(const struct seen *sum, const struct seen *x, const struct seen *y,
		   unsigned int first)
{
	bool same = !sum->stat[SEASTAR_SRC_LAT_MAX] && !sum->stat[SEASTAR_SRC_NET_MAX];
	unsigned int i;

	for (i = first; i < SEASTAR_SRC_STATS; i++) {
		if (is_max(i) || i == SEASTAR_SRC_LAT_SQ_HI || i == SEASTAR_SRC_NET_SQ_HI)
			continue;
		if (sum->stat[i] == x->stat[i] + y->stat[i])
			continue;
		printf("# %u: %" PRIu64 " is not %" PRIu64 " + %" PRIu64 "\n", i,
		       (uint64_t)sum->stat[i], (uint64_t)x->stat[i], (uint64_t)y->stat[i]);
		same = false;
	}
	for (i = 0; i < SEASTAR_LAT_BINS; i++)
		same &= sum->bin[i] == x->bin[i] + y->bin[i];
	return same;
}

static void since_a_mark(void)
{
	static const struct seen none;
	struct seen before = { 0 }, after = { 0 }, first, second;
	int err;

	err = ask(&before);
	run("seastar mark add " DEV " m");
	claim(!err && read_since(&first) && first.since == before.cycle &&
	      is_sum(&first, &none, &none, 0),
	      "since a mark of this cycle nothing was seen");
	run("seastar clock step " DEV " 3000");
	err = ask(&after);
	after.stat[SEASTAR_SRC_LAT_MAX] = 0;
	after.stat[SEASTAR_SRC_NET_MAX] = 0;
	claim(!err && read_since(&first) && is_sum(&after, &before, &first, 0) &&
	      first.stat[SEASTAR_SRC_DELIVERED] && after.cycle == first.since + 3000,
	      "since a mark, sum and dump have the difference of two readings");
	run("seastar latency reset " DEV);
	claim(read_since(&second) && !differ(&first, &second),
	      "a reset takes nothing off what was seen since the mark");
	run("seastar clock step " DEV " 1000");
	after = (struct seen){ 0 };
	err = ask(&after);
	claim(!err && read_since(&second) && after.stat[SEASTAR_SRC_DELIVERED] &&
	      is_sum(&second, &first, &after, SEASTAR_SRC_DELIVERED) &&
	      !second.stat[SEASTAR_SRC_LAT_MAX],
	      "what is seen after the reset is added to it");
	run("seastar mark del " DEV " m");
	claim(ask_since(&after, "m") == ENOENT, "a mark that is forgotten is none");
}

/* Check a fabric that has no traffic and no packet left. */
static void nothing_waits(void)
{
	struct seen all = { 0 };
	int err;

	run("seastar clock stop " DEV);
	run("seastar traffic set " DEV " pattern none");
	run("seastar clock step " DEV " 100000");
	err = ask(&all);
	claim(!err && !all.has_oldest && !all.extreme[SENDERS] && !all.extreme[STARVED],
	      "an empty fabric has no oldest packet, and nobody who starves");
}

/* Return the number of samples of the sources so far. */
static uint64_t samples(void)
{
	FILE *f = fopen(INTERNALS, "r");
	char line[256];
	uint64_t n = UINT64_MAX;

	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "source_samples %" SCNu64, &n);
	if (f)
		fclose(f);
	return n;
}

static uint64_t seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

/* Send REQUESTS requests, as an ordinary user. */
static int ask_much(void)
{
	struct seen all = { 0 };
	int i, err = 0;

	if (seteuid(NOBODY))
		return -1;
	for (i = 0; i < REQUESTS && !err; i++)
		err = ask(&all);
	return seteuid(0) ?: err;
}

static void standing(const struct seen *first)
{
	struct seen all = { 0 };
	uint64_t before = samples(), after;
	int err = ask_much();

	after = samples();
	printf("# error %d, %" PRIu64 " samples for %d requests, 0 expected\n", err,
	       after - before, REQUESTS);
	claim(!err && before != UINT64_MAX && after == before,
	      "while the clock stands the sources are not read again");
	run("seastar latency reset " DEV);
	err = ask(&all);
	claim(!err && samples() == after + 1 && !all.stat[SEASTAR_SRC_DELIVERED],
	      "but for a reset, which shows at once");
	claim(all.extreme[SENDERS] == ROUTERS && !all.extreme[MOST_INJECTED] &&
	      all.extreme[STARVED] == first->waiting,
	      "from there on whoever has packets to send and has injected none starves");
	run("seastar clock step " DEV " 1000");
	all = (struct seen){ 0 };
	claim(!ask(&all) && all.cycle == 21000, "and so does a step");
	since_a_reset(first);
}

static void running(void)
{
	uint64_t before, begin, taken, allowed;
	int err;

	run("seastar clock run " DEV);
	before = samples();
	begin = seconds();
	err = ask_much();
	taken = samples() - before;
	allowed = (seconds() + 1 - begin) / LIFESPAN_S + 1;
	printf("# error %d, %" PRIu64 " samples for %d requests, %" PRIu64 " allowed\n", err,
	       taken, REQUESTS, allowed);
	claim(!err && taken <= allowed,
	      "whoever asks without rest has the sources read once a lifespan");
}

static void running_dump(void)
{
	struct seen each = { 0 }, all = { 0 };
	int err, differing;

	run("echo 1 >" LIFESPAN);
	err = client_dump(SEASTAR_CMD_LATENCY_GET, DEV, add_message, &each);
	printf("# error %d, cycles %" PRIu64 " to %" PRIu64 "\n", err, each.first_cycle,
	       each.cycle);
	claim(!err && each.routers == ROUTERS && each.first_cycle == each.cycle,
	      "a dump is of one instant, though the fabric runs");
	run("echo 10000 >" LIFESPAN);
	each = (struct seen){ 0 };
	err = ask(&all) ?: client_dump(SEASTAR_CMD_LATENCY_GET, DEV, add_message, &each);
	differing = differ(&each, &all);
	printf("# error %d, %d values differ, cycles %" PRIu64 " and %" PRIu64 "\n", err,
	       differing, all.cycle, each.cycle);
	claim(!err && (each.cycle != all.cycle || !differing),
	      "sum and dump of one sample agree, though the fabric runs");
}

/* Check that a reader without memory for its copy fails alone. */
static void no_memory(void)
{
	struct seen all = { 0 }, each = { 0 };
	int err;

	run("echo 1 >" FAULT);
	err = client_dump(SEASTAR_CMD_LATENCY_GET, DEV, add_message, &each);
	claim(err == ENOMEM && !each.routers && !ask(&all) && all.stat[SEASTAR_SRC_INJECTED],
	      "a dump without memory fails alone");
}

int main(void)
{
	static struct seen first;

	puts("TAP version 13\n1..20");
	run("modprobe seastar");
	run("seastar dev add " DEV " topology 8x4x4");
	run("seastar traffic set " DEV " pattern uniform load 0.9 queue 20 requests 50");
	run("seastar clock step " DEV " 20000");
	run("echo 10000 >" LIFESPAN);
	client_open();
	sum_is_dump(&first);
	standing(&first);
	since_a_mark();
	running();
	running_dump();
	no_memory();
	nothing_waits();
	printf("# %d of %d sums differ\n", coarse, sums);
	claim(sums > REQUESTS && !coarse,
	      "the fine bins of all sums are parts of their bins, and have their latencies");
	run("timeout 20 seastar dev del " DEV);
	return failed;
}
