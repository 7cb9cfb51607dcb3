// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"

#include "bias.h"
#include "settings.h"

/* Bytes of a nest after which the next entry begins a new nest: a nest has at most 64 KiB. */
#define NEST_BYTES	60000

/* Destination of entries: nests of a device in a commit, or the request itself. */
struct sink {
	struct snl_msg *m;
	uint16_t entry;
	const struct settings *s;
	bool nested;
	size_t nest;
};

static void dev_start(struct sink *k)
{
	k->nest = snl_nest_start(k->m, SEASTAR_A_CONFIG_DEV);
	snl_put_str(k->m, SEASTAR_A_CONFIG_DEV_NAME, k->s->dev);
}

static size_t entry_start(struct sink *k, const struct change *c, uint32_t router)
{
	size_t nest;

	if (k->nested && snl_length(k->m) - k->nest > NEST_BYTES) {
		snl_nest_end(k->m, k->nest);
		dev_start(k);
	}
	nest = snl_nest_start(k->m, k->entry);
	if (!c->every)
		snl_put_u32(k->m, SEASTAR_A_ENTRY_ROUTER, router);
	return nest;
}

static void put_chip(struct sink *k, const struct change *c, uint32_t router)
{
	size_t nest = entry_start(k, c, router);

	if (c->has_period)
		snl_put_u32(k->m, SEASTAR_A_ENTRY_CLOCK_PERIOD, c->period);
	if (c->has_select)
		snl_put_u64(k->m, SEASTAR_A_ENTRY_RR_SELECT, c->select);
	snl_nest_end(k->m, nest);
}

static void put_bias(struct sink *k, const struct change *c, uint32_t router,
		     const struct bias_entry *e)
{
	size_t nest = entry_start(k, c, router);

	if (e->ports != BIAS_ALL_PORTS)
		snl_put_u32(k->m, SEASTAR_A_ENTRY_PORTS, e->ports);
	if (e->given[REQUEST])
		snl_put_u8(k->m, SEASTAR_A_ENTRY_REQ_BIAS, e->value[REQUEST]);
	if (e->given[RESPONSE])
		snl_put_u8(k->m, SEASTAR_A_ENTRY_RSP_BIAS, e->value[RESPONSE]);
	snl_nest_end(k->m, nest);
}

/* Put the entries of @c, one kind of setting after another. */
static void put_change(struct sink *k, const struct change *c)
{
	struct bias_entry entries[SEASTAR_PORTS];
	size_t i, n = bias_entries(&c->bias, entries);
	uint64_t router;

	if (c->has_period || c->has_select) {
		for (router = c->first; router <= c->last; router++)
			put_chip(k, c, router);
	}
	for (i = 0; i < n; i++) {
		for (router = c->first; router <= c->last; router++)
			put_bias(k, c, router, &entries[i]);
	}
}

bool change_is_empty(const struct change *c)
{
	struct bias_entry entries[SEASTAR_PORTS];

	return !c->has_period && !c->has_select && !bias_entries(&c->bias, entries);
}

static void aging_settings_take_routers(struct args *a, const char *dev, struct change *c)
{
	const char *text = args_value(a, "router");
	uint64_t pair[2];

	if (strchr(text, '-') && !strchr(text, ',')) {
		parse_pair(a, "router", text, '-', 0, SEASTAR_MAX_ROUTERS - 1, pair);
		if (pair[0] > pair[1])
			args_die(a, "router: the range '%s' runs backwards", text);
		c->first = pair[0];
		c->last = pair[1];
	} else {
		c->first = parse_router(a, "router", text, dev);
		c->last = c->first;
	}
}

static uint64_t take_select(struct args *a)
{
	static const char *const arbitrations[] = { "rr", "age", NULL };

	if (args_more(a) && !isdigit((unsigned char)**a->word))
		return args_choice(a, "arbitration", arbitrations) ? SELECT_AGE : SELECT_RR;
	return args_number(a, "select (rr, age or a mask)", NULL, 0, UINT64_MAX);
}

uint32_t args_timeout(struct args *a, const char *what)
{
	return args_decimal(a, what, "seconds", 3, TIMEOUT_MIN, TIMEOUT_MAX);
}

enum { ROUTER, PERIOD, SELECT, BIAS, GENERATION, CONFIRM, CHECK, DEV };

#define SETTINGS_KEYWORDS							\
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z|A-B", .place = KEYWORD_HIDDEN,	\
		     .help = "the settings after it go to these routers" },	\
	[PERIOD] = { .name = "period", .value = "N", .min = 1, .max = UINT32_MAX,	\
		     .place = KEYWORD_RULE, .unit = "cycles per tick",		\
		     .help = "period of the age clock" },				\
	[SELECT] = { .name = "select", .value = "rr|age|MASK", .place = KEYWORD_RULE,	\
		     .help = "arbitrate by round robin, age, or a mask, a bit per grant" }, \
	[BIAS] = { .name = "bias", .value = "BIAS", .many = true, .place = KEYWORD_RULE,	\
		   .unit = "ticks", .help = "added to a packet's age at a port, 0 to 7" }, \
	[GENERATION] = { .name = "generation", .value = "N", .max = UINT64_MAX,	\
			 .help = "change settings only if they have this generation" },	\
	[CONFIRM] = { .name = "confirm", .value = "SECONDS", .min = TIMEOUT_MIN,	\
		      .max = TIMEOUT_MAX, .digits = 3, .unit = "seconds",	\
		      .help = "undo the change unless 'commit confirm' follows in time" }, \
	[CHECK] = { .name = "check",						\
		    .help = "check whether the change is possible, and change nothing" }

const struct keyword settings_keywords[] = {
	SETTINGS_KEYWORDS,
	{ 0 }
};

const struct keyword commit_keywords[] = {
	SETTINGS_KEYWORDS,
	[DEV] = { .name = "dev", .value = "DEV", .place = KEYWORD_HIDDEN,
		  .help = "the settings after it go to this device" },
	{ 0 }
};

#define SETTINGS_RULES(table)							\
	{ .name = "SETTINGS", .keywords = table },				\
	{ .name = "BIAS",							\
	  .text = "[req|rsp] N | [req|rsp] X/Y/Z | [req|rsp] PORT N [PORT N]..." },	\
	{ .name = "PORT", .text = "proc | x | +x | -x | y | +y | -y | z | +z | -z" }

const struct rule settings_rules[] = { SETTINGS_RULES(settings_keywords), { 0 } };
const struct rule commit_rules[] = { SETTINGS_RULES(commit_keywords), { 0 } };

/* Read settings up to the next "router", to the next "dev" if @words has it, or to the end. */
static void take_settings(struct args *a, const struct keyword *words, struct settings *s,
			  struct change *c)
{
	uint64_t seen = (uint64_t)s->has_generation << GENERATION |
			(uint64_t)!!s->confirm << CONFIRM | (uint64_t)s->check << CHECK;

	while (args_more(a) && !args_comes(a, words[ROUTER].name) &&
	       !(words[DEV].name && args_comes(a, words[DEV].name))) {
		switch (keyword_take(a, words, &seen)) {
		case PERIOD:
			c->has_period = true;
			c->period = keyword_number(a, &words[PERIOD]);
			break;
		case SELECT:
			c->has_select = true;
			c->select = take_select(a);
			break;
		case BIAS:
			args_bias(a, &c->bias);
			break;
		case GENERATION:
			s->has_generation = true;
			s->generation = keyword_number(a, &words[GENERATION]);
			break;
		case CONFIRM:
			s->confirm = keyword_number(a, &words[CONFIRM]);
			break;
		case CHECK:
			s->check = true;
			break;
		}
	}
}

struct change *settings_add(struct settings *s)
{
	s->changes = resize(s->changes, s->n + 1, sizeof(*s->changes));
	s->changes[s->n] = (struct change){ 0 };
	return &s->changes[s->n++];
}

static void take_device(struct args *a, const struct keyword *words, struct settings *s)
{
	struct change *c;

	*s = (struct settings){ .dev = args_device(a) };
	c = settings_add(s);
	c->every = true;
	take_settings(a, words, s, c);
	if (change_is_empty(c)) {
		if (!args_comes(a, "router"))
			args_die(a, "nothing to set: give a period, select or bias");
		s->n = 0;
	}
	while (args_take(a, "router")) {
		c = settings_add(s);
		aging_settings_take_routers(a, s->dev, c);
		take_settings(a, words, s, c);
		if (change_is_empty(c))
			args_die(a, "nothing to set for these routers: put settings after 'router', such as router 3 period 8");
	}
}

void args_settings(struct args *a, struct settings *s)
{
	take_device(a, settings_keywords, s);
}

void args_commit_settings(struct args *a, struct settings *s)
{
	take_device(a, commit_keywords, s);
}

void settings_free(struct settings *s)
{
	free(s->changes);
}

static void put_all(struct sink *k)
{
	size_t i;

	for (i = 0; i < k->s->n; i++)
		put_change(k, &k->s->changes[i]);
}

void settings_apply(const struct settings *s)
{
	struct snl_msg m;
	struct sink k = { .m = &m, .entry = SEASTAR_A_AGING_ENTRY, .s = s };
	struct nl nl;

	snl_start(&m, SEASTAR_CMD_AGING_SET);
	snl_put_str(&m, SEASTAR_A_AGING_DEV, s->dev);
	put_all(&k);
	if (s->has_generation)
		snl_put_u64(&m, SEASTAR_A_AGING_GENERATION, s->generation);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

void settings_put(struct snl_msg *m, const struct settings *s)
{
	struct sink k = {
		.m = m, .entry = SEASTAR_A_CONFIG_DEV_ENTRY, .s = s, .nested = true
	};

	dev_start(&k);
	if (s->has_generation)
		snl_put_u64(m, SEASTAR_A_CONFIG_DEV_GENERATION, s->generation);
	if (s->reroutes)
		snl_put_u64(m, SEASTAR_A_CONFIG_DEV_ROUTES, s->draft);
	put_all(&k);
	snl_nest_end(m, k.nest);
}
