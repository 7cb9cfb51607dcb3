// SPDX-License-Identifier: GPL-2.0-only
/* Parsing of a snapshot. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lengths.h>
#include <seastar/counters.h>

#include "sim/base/text.h"
#include "sim/experiment/experiment.h"

#include "tools/lib/names.h"
#include "tools/seastar/aging/bias.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/route/job.h"

#include "snapshot.h"

#define PATH_MAX_TEXT	96

/* A value of a snapshot, and its path in the snapshot, for messages. */
struct at {
	const char *name;	/* name of the snapshot */
	char path[PATH_MAX_TEXT];
	struct json_object *o;
};

static void wrong(const struct at *a, const char *what) __attribute__((noreturn));

static void wrong(const struct at *a, const char *what)
{
	die("%s: '%s' %s", a->name, a->path, what);
}

static struct at member_or_not(const struct at *a, const char *key)
{
	struct at m = { .name = a->name };

	if (!json_object_is_type(a->o, json_type_object))
		wrong(a, "is not an object");
	snprintf(m.path, sizeof(m.path), "%.60s%s%s", a->path, *a->path ? "." : "", key);
	json_object_object_get_ex(a->o, key, &m.o);
	return m;
}

static struct at member(const struct at *a, const char *key)
{
	struct at m = member_or_not(a, key);

	if (!json_object_is_type(a->o, json_type_object) ||
	    !json_object_object_get_ex(a->o, key, NULL))
		wrong(&m, "is missing: this is no whole snapshot");
	return m;
}

static struct at element(const struct at *a, size_t i)
{
	struct at m = { .name = a->name, .o = json_object_array_get_idx(a->o, i) };

	snprintf(m.path, sizeof(m.path), "%.70s[%zu]", a->path, i);
	return m;
}

static size_t length(const struct at *a)
{
	if (!json_object_is_type(a->o, json_type_array))
		wrong(a, "is not a list");
	return json_object_array_length(a->o);
}

/*
 * Parse a whole number in a range; json-c clips more than 64 bits, and makes negative ones signed.
 */
static uint64_t number(const struct at *a, uint64_t min, uint64_t max)
{
	char what[80];
	uint64_t value;

	if (json_object_is_type(a->o, json_type_int) &&
	    (json_object_get_int64(a->o) >= 0)) {
		value = json_object_get_uint64(a->o);
		if (value >= min && value <= max)
			return value;
	}
	snprintf(what, sizeof(what), "is not a number from %" PRIu64 " to %" PRIu64, min, max);
	wrong(a, what);
}

static uint64_t number_in(const struct at *a, const char *key, uint64_t min, uint64_t max)
{
	struct at m = member(a, key);

	return number(&m, min, max);
}

static double real_in(const struct at *a, const char *key, double min, double max)
{
	struct at m = member(a, key);
	char what[80];
	double value = NAN;

	if (json_object_is_type(m.o, json_type_double) || json_object_is_type(m.o, json_type_int))
		value = json_object_get_double(m.o);
	if (value >= min && value <= max)
		return value;
	snprintf(what, sizeof(what), "is not a number from %g to %g", min, max);
	wrong(&m, what);
}

static const char *string_in(const struct at *a, const char *key)
{
	struct at m = member(a, key);

	if (!json_object_is_type(m.o, json_type_string))
		wrong(&m, "is not a string");
	return json_object_get_string(m.o);
}

/*
 * Return a device's name after a check: it is printed in commands that users may paste into a
 * shell.
 */
static char *name_in(const struct at *a, const char *key)
{
	struct at m = member(a, key);
	const char *text = string_in(a, key);
	char *name;

	if (strlen(text) != (size_t)json_object_get_string_len(m.o) || !is_name(text))
		wrong(&m, "is no name of a device");
	name = strdup(text);
	if (!name)
		die("out of memory");
	return name;
}

static unsigned int word_in(const struct at *a, const char *key, const char *const *words)
{
	struct at m = member(a, key);
	const char *text = string_in(a, key), *hint;
	char what[80];
	unsigned int i;

	for (i = 0; words[i]; i++)
		if (!strcmp(text, words[i]))
			return i;
	hint = text_nearest(text, words);
	snprintf(what, sizeof(what), "is of no known kind%s%.32s%s",
		 hint ? ": did you mean '" : "", hint ? hint : "", hint ? "'?" : "");
	wrong(&m, what);
}

static void numbers_in(const struct at *a, const char *key, uint64_t *to, size_t n)
{
	struct at list = member(a, key);
	char what[80];
	size_t i;

	if (length(&list) != n) {
		snprintf(what, sizeof(what), "has %zu numbers, not %zu", length(&list), n);
		wrong(&list, what);
	}
	for (i = 0; i < n; i++) {
		struct at m = element(&list, i);

		to[i] = number(&m, 0, UINT64_MAX);
	}
}

/* Read a number into @to, which keeps its value if @key is missing, as it is for hardware. */
static void number_into(const struct at *a, const char *key, uint32_t *to)
{
	struct at m = member_or_not(a, key);

	if (m.o)
		*to = number(&m, 0, UINT32_MAX);
}

static void rate_into(const struct at *a, const char *key, uint32_t rate[2])
{
	struct at m = member_or_not(a, key);
	uint64_t pair[2];

	if (!m.o)
		return;
	numbers_in(a, key, pair, 2);
	rate[0] = pair[0] > UINT32_MAX ? 0 : pair[0];
	rate[1] = pair[1] > UINT32_MAX ? 0 : pair[1];
}

static void load_config(struct snapshot *s, const struct at *device)
{
	struct at radix = member(device, "radix");
	uint64_t k[SEASTAR_DIMS] = { 1, 1, 1 };
	struct at seed = member_or_not(device, "seed");
	struct ss_config *c = &s->config;
	const char *why;

	if (length(&radix) < 1 || length(&radix) > SEASTAR_DIMS)
		wrong(&radix, "has not one to three numbers");
	for (size_t d = 0; d < length(&radix); d++) {
		struct at m = element(&radix, d);

		k[d] = number(&m, 1, SEASTAR_MAX_ROUTERS);
	}
	ss_config_default(c, k[0], k[1], k[2], number_in(device, "mesh", 0, 7));
	c->seed = seed.o ? number(&seed, 0, UINT64_MAX) : 0;
	number_into(device, "vcs", &c->vcs);
	number_into(device, "max_packet", &c->max_packet);
	number_into(device, "input_depth", &c->input_depth);
	number_into(device, "staging_depth", &c->seastar.staging_depth);
	number_into(device, "router_delay", &c->router_delay);
	number_into(device, "link_delay", &c->link_delay);
	number_into(device, "ack_delay", &c->ack_delay);
	rate_into(device, "eject", c->eject);
	rate_into(device, "inject", c->inject);
	why = ss_config_check(c);
	if (why)
		wrong(device, why);
	s->routers = ss_config_routers(c);
	if (number_in(device, "routers", 1, SEASTAR_MAX_ROUTERS) != s->routers)
		wrong(device, "has another number of routers than its radix says");
}

static void load_bias(const struct at *block, const char *key, u8 bias[SS_PORTS])
{
	struct at ports = member(block, key);

	for (unsigned int p = 0; p < SS_PORTS; p++)
		bias[p] = number_in(&ports, port_names[p], 0, SS_MAX_BIAS);
}

static uint64_t hex_in(const struct at *a, const char *key)
{
	struct at m = member(a, key);
	uint64_t value;

	if (!text_number(string_in(a, key), &value))
		wrong(&m, "is not a number");
	return value;
}

static void load_block(struct snapshot *s, const struct at *block, bool *known)
{
	struct at ranges = member(block, "routers");
	struct ss_aging g = {
		.period = number_in(block, "age_clock_period", 1, UINT32_MAX),
		.select = hex_in(block, "age_rr_select"),
	};

	load_bias(block, "req_age_bias", g.bias[REQUEST]);
	load_bias(block, "rsp_age_bias", g.bias[RESPONSE]);
	for (size_t i = 0; i < length(&ranges); i++) {
		struct at range = element(&ranges, i);
		uint64_t first = number_in(&range, "first", 0, s->routers - 1);
		uint64_t last = number_in(&range, "last", first, s->routers - 1);

		for (uint64_t r = first; r <= last; r++) {
			if (known[r])
				wrong(&range, "has a router that another block has, too");
			known[r] = true;
			s->aging[r] = g;
		}
	}
}

static void load_aging(struct snapshot *s, const struct at *list)
{
	bool *known = allocate(s->routers, sizeof(*known));
	char what[80];

	s->aging = allocate(s->routers, sizeof(*s->aging));
	for (size_t i = 0; i < length(list); i++) {
		struct at block = element(list, i);

		load_block(s, &block, known);
	}
	for (uint32_t r = 0; r < s->routers; r++) {
		if (!known[r]) {
			snprintf(what, sizeof(what), "lacks router %u", r);
			wrong(list, what);
		}
	}
	free(known);
}

static void load_lengths(struct snapshot *s, const struct at *traffic)
{
	struct at list = member(traffic, "lengths");

	uint32_t weight[SEASTAR_MAX_PACKET] = { 0 };

	for (size_t i = 0; i < length(&list); i++) {
		struct at part = element(&list, i);

		weight[number_in(&part, "flits", 1, s->config.max_packet) - 1] =
			number_in(&part, "weight", 0, SEASTAR_PPM);
	}
	s->traffic.lengths = ss_lengths_of_weights(weight);
}

static void load_permutation(struct snapshot *s, const struct at *traffic)
{
	uint64_t *to = allocate(s->routers, sizeof(*to));
	uint32_t *entry = allocate(s->routers, sizeof(*entry));

	numbers_in(traffic, "permutation", to, s->routers);
	for (uint32_t r = 0; r < s->routers; r++)
		entry[r] = to[r] < s->routers ? to[r] : UINT32_MAX;
	free(to);
	s->traffic.permutation = entry;
}

static void load_traffic(struct snapshot *s, const struct at *a)
{
	struct ss_traffic *t = &s->traffic;

	free((void *)t->permutation);
	*t = (struct ss_traffic){ .pattern = word_in(a, "pattern", pattern_names), .weight = 1 };
	s->has_traffic = true;
	if (t->pattern == SEASTAR_PATTERN_NONE)
		return;
	if (t->pattern == SEASTAR_PATTERN_ALL_TO_ONE)
		t->target = number_in(a, "target", 0, s->routers - 1);
	if (t->pattern == SEASTAR_PATTERN_PERMUTATION)
		load_permutation(s, a);
	t->source = word_in(a, "source", source_names);
	if (t->source == SEASTAR_SOURCE_OPEN) {
		t->load = lround(real_in(a, "load", 0, 1) * SEASTAR_PPM);
		t->queue = number_in(a, "queue", 0, UINT16_MAX);
	} else {
		t->window = number_in(a, "window", 1, 4096);
	}
	load_lengths(s, a);
	t->requests = lround(real_in(a, "requests_percent", 0, 100) * SEASTAR_PPM / 100);
}

static void load_sources(struct counted *c, const struct at *a)
{
	struct at packets = member(a, "packets"), latency = member(a, "latency");

	c->has_sources = true;
	c->source_cycles = number_in(a, "cycles", 0, UINT64_MAX);
	c->delivered = number_in(&packets, "delivered", 0, UINT64_MAX);
	c->flits = number_in(&packets, "flits", 0, UINT64_MAX);
	c->mean = c->delivered ? real_in(&latency, "mean", 0, 1e18) : NAN;
	numbers_in(a, "histogram", c->histogram, SEASTAR_LAT_BINS);
}

/* Load counters; earlier snapshots lack those after version 1.1 of the register map. */
static void load_counters(uint64_t counter[SEASTAR_COUNTERS], const struct counter_key *list,
			  const struct at *a)
{
	for (const struct counter_key *k = list; k->key; k++) {
		if (k->since > SS_SINCE_OWN(1, 1) && !member_or_not(a, k->key).o)
			counter[k->number] = 0;
		else
			counter[k->number] = number_in(a, k->key, 0, UINT64_MAX);
	}
}

static void load_port(uint64_t counter[SEASTAR_COUNTERS], const struct at *port)
{
	struct at arbitration = member(port, "arbitration");
	struct at granted = member(&arbitration, "granted");

	numbers_in(port, "vc_packets", &counter[SEASTAR_COUNTER_VC0_PKTS], 4);
	numbers_in(port, "vc_flits", &counter[SEASTAR_COUNTER_VC0_FLITS], 4);
	numbers_in(port, "vc_blocked", &counter[SEASTAR_COUNTER_VC0_BLOCKED], 4);
	numbers_in(port, "ages", &counter[SEASTAR_COUNTER_AGE_BIN0], 4);
	if (number(&granted, 0, UINT64_MAX) != packets_sent(counter))
		wrong(&granted, "is not the sum of the ages");
	load_counters(counter, output_counters, port);
	load_counters(counter, choice_counters, &arbitration);
}

static void load_counted(struct counted *c, const struct at *a)
{
	struct at ports = member(a, "ports"), sources = member(a, "sources");
	struct at gap = member(a, "gap"), first = member_or_not(a, "first_cycle");

	c->dated = first.o;
	c->first = first.o ? number(&first, 0, SS_MAX_CYCLES) : 0;
	c->cycles = number_in(a, "cycles", 0, UINT64_MAX);
	c->gap = json_object_get_boolean(gap.o);
	if (length(&ports) != SEASTAR_PORTS)
		wrong(&ports, "has not the seven ports");
	for (unsigned int p = 0; p < SEASTAR_PORTS; p++) {
		struct at port = element(&ports, p);

		if (word_in(&port, "port", port_names) != p)
			wrong(&port, "is not the port that belongs here");
		load_port(c->counter[p], &port);
	}
	if (sources.o)
		load_sources(c, &sources);
}

/* Load the routing, which earlier snapshots and those of hardware lack. */
static void load_routes(struct snapshot *s, const struct at *top)
{
	struct at routes = member_or_not(top, "routes");
	struct sim_error err;
	const char *words;

	if (!routes.o)
		return;
	words = string_in(top, "routes");
	if (!route_words_check(words, &err))
		wrong(&routes, err.text);
	if (!strcmp(words, ROUTE_BY_RULE))
		return;
	s->routes = strdup(words);
	if (!s->routes)
		die("out of memory");
}

/* Load the links over which bits arrive wrong, which most snapshots lack. */
static void load_lossy(struct snapshot *s, const struct at *top)
{
	struct at lossy = member_or_not(top, "lossy");
	struct sim_experiment *e;
	struct sim_error err;
	struct sim_lossy *links;
	const char *words;
	uint32_t n;

	if (!lossy.o)
		return;
	words = string_in(top, "lossy");
	e = sim_experiment_new();
	if (snprintf(e->lossy, sizeof(e->lossy), "%s", words) >= (int)sizeof(e->lossy))
		wrong(&lossy, "has more links than an experiment can");
	e->config = s->config;
	links = sim_lossy_links(e, &n, &err);
	if (!links)
		wrong(&lossy, err.text);
	free(links);
	sim_experiment_free(e);
	s->lossy = strdup(words);
	if (!s->lossy)
		die("out of memory");
}

void snapshot_load(struct snapshot *s, const char *name, struct json_object *o)
{
	struct at top = { .name = name, .o = o }, device, aging, traffic, counted;

	*s = (struct snapshot){ 0 };
	if (!json_object_is_type(o, json_type_object) ||
	    !json_object_object_get_ex(o, "snapshot", NULL))
		die("%s: this is no snapshot: 'seastar snapshot DEV' makes one", name);
	number_in(&top, "snapshot", 1, 1);
	device = member(&top, "device");
	aging = member(&top, "aging");
	traffic = member(&top, "traffic");
	counted = member(&top, "counted");
	s->device = name_in(&device, "name");
	s->generation = number_in(&device, "generation", 0, UINT64_MAX);
	load_config(s, &device);
	load_aging(s, &aging);
	if (traffic.o)
		load_traffic(s, &traffic);
	load_counted(&s->counted, &counted);
	load_routes(s, &top);
	load_lossy(s, &top);
}

void snapshot_traffic(struct snapshot *s, const char *name, struct json_object *o)
{
	struct at traffic = { .name = name, .path = "traffic", .o = o };

	load_traffic(s, &traffic);
}

void snapshot_free(struct snapshot *s)
{
	free((void *)s->traffic.permutation);
	free(s->aging);
	free(s->routes);
	free(s->lossy);
	free(s->device);
}
