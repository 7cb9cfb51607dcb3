// SPDX-License-Identifier: GPL-2.0-only
/* Parsing of lines and sections of a configuration file; scan.c parses the values of keys. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"

#include "tools/lib/names.h"
#include "tools/seastar/route/job.h"

#include "parse.h"
#include "scan.h"

enum { TOPOLOGY, ROUTES, PERIOD, SELECT, BIAS, BIAS_REQ, BIAS_RSP, KEYS };

static const char *const key_names[] = {
	"topology", "routes", "period", "select", "bias", "bias.req", "bias.rsp", NULL
};

/**
 * struct parser - state of the parser
 * @scan: scanner of the line at hand
 * @conf: the settings found
 * @open: a section has begun: the last one of @conf
 * @seen: line of each key of the open section
 */
struct parser {
	struct scan scan;
	struct conf *conf;
	bool open;
	unsigned int seen[KEYS];
};

/* Make room for one more element: double the room whenever @n reaches a power of two. */
static void *grow(void *array, size_t n, size_t size)
{
	return n & (n - 1) ? array : realloc(array, (n ? 2 * n : 1) * size);
}

static bool out_of_memory(struct parser *p)
{
	return scan_fail(&p->scan, p->scan.at, "out of memory");
}

/* Parse a device's name, and find the device in @conf or add it. */
static bool parse_take_device(struct parser *p, size_t *dev)
{
	struct conf *conf = p->conf;
	struct conf_dev *grown;
	struct word w;

	if (!scan_word(&p->scan, "]", &w))
		return scan_fail(&p->scan, p->scan.at, "the name of a device is missing");
	if (!is_name(w.text))
		return scan_fail(&p->scan, w.at,
				 "'%s' is no name of a device: 1 to %d letters, digits, '_', '.' and '-', the first a letter or a digit",
				 w.text, SEASTAR_NAME_MAX);
	for (*dev = 0; *dev < conf->devs; ++*dev) {
		if (!strcmp(conf->dev[*dev].name, w.text))
			return true;
	}
	grown = grow(conf->dev, conf->devs, sizeof(*grown));
	if (!grown)
		return out_of_memory(p);
	conf->dev = grown;
	grown[conf->devs] = (struct conf_dev){ .place = scan_place(&p->scan, w.at) };
	memcpy(grown[conf->devs++].name, w.text, strlen(w.text));
	return true;
}

static bool parse_take_router(struct parser *p, uint32_t *router)
{
	struct word w;
	u64 value;

	if (!scan_word(&p->scan, ",-]", &w))
		return scan_fail(&p->scan, p->scan.at, "the number of a router is missing");
	if (!text_number(w.text, &value) || value >= SEASTAR_MAX_ROUTERS)
		return scan_fail(&p->scan, w.at, "router: '%s' is not a number from 0 to %d",
				 w.text, SEASTAR_MAX_ROUTERS - 1);
	*router = value;
	return true;
}

/*
 * Record the section of a router, and refuse a second one, so that the order of sections is
 * irrelevant.
 */
static bool own(struct parser *p, struct conf_dev *dev, const struct conf_range *r,
		const char *at)
{
	uint32_t router;

	if (!dev->owner)
		dev->owner = calloc(SEASTAR_MAX_ROUTERS, sizeof(*dev->owner));
	if (!dev->owner)
		return out_of_memory(p);
	for (router = r->first; router <= r->last; router++) {
		if (dev->owner[router])
			return scan_fail(&p->scan, at,
					 "router %u of %s is named twice: first in line %u",
					 router, dev->name, dev->owner[router]);
		dev->owner[router] = p->scan.line;
	}
	return true;
}

static bool take_range(struct parser *p, struct conf_section *s)
{
	struct conf_range r = { 0 }, *grown;
	const char *at;

	scan_blanks(&p->scan);
	at = p->scan.at;
	r.place = scan_place(&p->scan, at);
	if (!parse_take_router(p, &r.first))
		return false;
	r.last = r.first;
	if (scan_char(&p->scan, '-') && !parse_take_router(p, &r.last))
		return false;
	if (r.first > r.last)
		return scan_fail(&p->scan, at, "the range %u-%u runs backwards", r.first, r.last);
	/* coordinates such as 3,2,1 and 0,0,1 are refused here */
	if (s->n && r.last <= s->ranges[s->n - 1].first)
		return scan_fail(&p->scan, at,
				 "router %u comes after %u: this is a list of routers, whose numbers ascend, and no coordinates",
				 r.first, s->ranges[s->n - 1].first);
	grown = grow(s->ranges, s->n, sizeof(*grown));
	if (!grown)
		return out_of_memory(p);
	s->ranges = grown;
	s->ranges[s->n++] = r;
	return own(p, &p->conf->dev[s->dev], &r, at);
}

static bool parse_take_routers(struct parser *p, struct conf_section *s)
{
	static const char *const words[] = { "router", NULL };
	struct word w;

	scan_word(&p->scan, "]", &w);
	if (strcmp(w.text, words[0]))
		return scan_unknown(&p->scan, "word", &w, words);
	do {
		if (!take_range(p, s))
			return false;
	} while (scan_char(&p->scan, ','));
	return true;
}

static bool own_all(struct parser *p, struct conf_dev *dev, const char *at)
{
	if (dev->every)
		return scan_fail(&p->scan, at, "section [%s] comes twice: first in line %u",
				 dev->name, dev->every);
	dev->every = p->scan.line;
	return true;
}

static bool take_header(struct parser *p)
{
	struct conf *conf = p->conf;
	const char *at = p->scan.at - 1;
	struct conf_section *s;

	s = grow(conf->section, conf->sections, sizeof(*s));
	if (!s)
		return out_of_memory(p);
	conf->section = s;
	s += conf->sections++;
	*s = (struct conf_section){ 0 };
	if (!parse_take_device(p, &s->dev))
		return false;
	if (scan_char(&p->scan, ']')) {
		if (!own_all(p, &conf->dev[s->dev], at))
			return false;
	} else if (scan_is_end(&p->scan)) {
		return scan_fail(&p->scan, p->scan.at, "']' is missing");
	} else if (!parse_take_routers(p, s)) {
		return false;
	} else if (!scan_char(&p->scan, ']')) {
		return scan_fail(&p->scan, p->scan.at, "']' is missing");
	}
	p->open = true;
	memset(p->seen, 0, sizeof(p->seen));
	return scan_end(&p->scan);
}

/* Merge "bias", which stands for both classes, into classes without a key of their own. */
static void merge_bias(struct parser *p, int key, struct change *c,
		       const struct bias_change *given)
{
	unsigned int class, port;

	for (class = 0; class < CLASSES; class++) {
		int own_key = class == REQUEST ? BIAS_REQ : BIAS_RSP;

		for (port = 0; port < SEASTAR_PORTS; port++) {
			if (!given->given[class][port])
				continue;
			if (key == BIAS && p->seen[own_key] && c->bias.given[class][port])
				continue;
			c->bias.given[class][port] = true;
			c->bias.value[class][port] = given->value[class][port];
		}
	}
}

static bool take_topology(struct parser *p, const struct conf_section *s)
{
	if (s->n)
		return scan_fail(&p->scan, p->scan.at,
				 "the topology belongs in the section about every router");
	return scan_topology(&p->scan, &p->conf->dev[s->dev].topology);
}

static bool take_routes(struct parser *p, const struct conf_section *s)
{
	struct conf_dev *dev = &p->conf->dev[s->dev];
	struct sim_error err;
	const char *at;

	if (s->n)
		return scan_fail(&p->scan, p->scan.at,
				 "the routing belongs in the section about every router");
	scan_blanks(&p->scan);
	at = p->scan.at;
	dev->routes_place = scan_place(&p->scan, at);
	if (!scan_rest(&p->scan, "routes", dev->routes, sizeof(dev->routes)))
		return false;
	return route_words_check(dev->routes, &err) ||
	       scan_fail(&p->scan, at, "routes: %s", err.text);
}

static bool take_value(struct parser *p, int key, struct conf_section *s)
{
	struct bias_change given = { 0 };
	struct change *c = &s->change;
	unsigned int classes;

	switch (key) {
	case TOPOLOGY:
		return take_topology(p, s);
	case ROUTES:
		return take_routes(p, s);
	case PERIOD:
		c->has_period = true;
		return scan_period(&p->scan, &c->period);
	case SELECT:
		c->has_select = true;
		return scan_select(&p->scan, &c->select);
	case BIAS:
		classes = 1u << REQUEST | 1u << RESPONSE;
		break;
	case BIAS_REQ:
		classes = 1u << REQUEST;
		break;
	default:
		classes = 1u << RESPONSE;
	}
	if (!scan_bias(&p->scan, classes, &given))
		return false;
	merge_bias(p, key, c, &given);
	return true;
}

static bool take_key(struct parser *p)
{
	struct word w;
	int key;

	if (!scan_word(&p->scan, "=", &w))
		return scan_fail(&p->scan, p->scan.at, "a key is missing before '='");
	for (key = 0; key < KEYS && strcmp(key_names[key], w.text); key++)
		;
	if (key == KEYS && scan_is_end(&p->scan) && !text_nearest(w.text, key_names))
		return scan_fail(&p->scan, w.at, "unknown key '%s': a section begins with '[%s]'",
				 w.text, w.text);
	if (key == KEYS)
		return scan_unknown(&p->scan, "key", &w, key_names);
	if (!p->open)
		return scan_fail(&p->scan, w.at, "'%s' comes before the first section: [DEVICE]",
				 w.text);
	if (p->seen[key])
		return scan_fail(&p->scan, w.at,
				 "'%s' comes twice in this section: first in line %u", w.text,
				 p->seen[key]);
	if (!scan_char(&p->scan, '='))
		return scan_fail(&p->scan, p->scan.at, "'=' is missing after '%s'", w.text);
	if (!take_value(p, key, &p->conf->section[p->conf->sections - 1]))
		return false;
	p->seen[key] = p->scan.line;
	return scan_end(&p->scan);
}

bool conf_parse(const char *text, size_t length, struct conf *conf, struct conf_error *error)
{
	struct parser p = { .conf = conf };

	*conf = (struct conf){ 0 };
	*error = (struct conf_error){ 0 };
	scan_start(&p.scan, text, length, error);
	while (scan_line(&p.scan)) {
		if (scan_is_end(&p.scan))
			continue;
		if (!(scan_char(&p.scan, '[') ? take_header(&p) : take_key(&p)))
			return false;
	}
	return true;
}

void conf_free(struct conf *conf)
{
	while (conf->devs)
		free(conf->dev[--conf->devs].owner);
	while (conf->sections)
		free(conf->section[--conf->sections].ranges);
	free(conf->dev);
	free(conf->section);
	*conf = (struct conf){ 0 };
}
