// SPDX-License-Identifier: GPL-2.0-only
/*
 * Any bytes at all as a configuration file, under libFuzzer.
 *
 * A refusal has a place in the text and a sentence.  A file that is accepted is applied to a
 * fabric.  The canonical text of the outcome is then accepted as well, makes the same of any
 * other fabric, and prints as itself.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/conf/diff.h"
#include "tools/seastar/conf/parse.h"
#include "tools/seastar/conf/unified.h"

#define ROUTERS	12

#define CHECK(claim)								\
	do {									\
		if (!(claim)) {							\
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #claim); \
			abort();						\
		}								\
	} while (0)

/* A fabric whose routers differ, in two ways that have nothing in common. */
static struct agings make_fabric(unsigned int way)
{
	struct agings all = { .n = ROUTERS };
	unsigned int i, port;

	all.aging = calloc(ROUTERS, sizeof(*all.aging));
	CHECK(all.aging);
	for (i = 0; i < ROUTERS; i++) {
		struct aging *a = &all.aging[i];

		a->router = i;
		a->period = 1 + 100 * way + i / 3;
		a->select = way ? i % 5 : SELECT_AGE;
		for (port = 0; port < SEASTAR_PORTS; port++) {
			a->bias[REQUEST][port] = (way + i / 4 + port / 2) % 8;
			a->bias[RESPONSE][port] = (3 * way + i) % 8;
		}
	}
	return all;
}

static bool is_aging_same(const struct agings *a, const struct agings *b)
{
	return !memcmp(a->aging, b->aging, ROUTERS * sizeof(*a->aging));
}

static bool is_same(const struct agings *a, const struct agings *b)
{
	return is_aging_same(a, b) && !strcmp(a->routes, b->routes);
}

static char *text_of(const struct agings *all)
{
	static const struct topology topology = { .radix = { 3, 4 }, .dims = 2, .mesh = 2 };
	struct conf_lines lines = { 0 };
	char *text;

	conf_form(&lines, 0, "net0", &topology, all);
	text = conf_lines_text(&lines, "");
	conf_lines_free(&lines);
	return text;
}

/* Apply the text of @target to another fabric: both have the same settings and text then. */
static void check_text(const struct agings *target)
{
	struct agings other = make_fabric(1);
	char *text = text_of(target), *again;
	struct conf_error error;
	struct conf conf;

	CHECK(conf_parse(text, strlen(text), &conf, &error));
	CHECK(conf.devs == 1 && !strcmp(conf.dev[0].name, "net0"));
	CHECK(conf.dev[0].topology.radix[1] == 4 && conf.dev[0].topology.mesh == 2);
	conf_apply(&conf, 0, &other);
	CHECK(is_same(&other, target));
	again = text_of(&other);
	CHECK(!strcmp(text, again));
	free(again);
	free(text);
	conf_free(&conf);
	agings_free(&other);
}

static void change(struct aging *a, const struct change *c)
{
	unsigned int class, port;

	CHECK(!change_is_empty(c));
	if (c->has_period)
		a->period = c->period;
	if (c->has_select)
		a->select = c->select;
	for (class = 0; class < CLASSES; class++)
		for (port = 0; port < SEASTAR_PORTS; port++)
			if (c->bias.given[class][port])
				a->bias[class][port] = c->bias.value[class][port];
}

/*
 * Check that the differences lead from one state to the other, applied in order as the kernel does.
 * Routes are tables, not settings: only whether they differ is checked.
 */
static void check_differences(const struct agings *live, const struct agings *target)
{
	struct agings changed = make_fabric(0);
	struct settings s = { 0 };
	struct conf_count count = conf_differences(live, target, &s);
	uint32_t router;
	size_t i;

	CHECK(is_same(&changed, live));
	CHECK(!count.routers == is_aging_same(live, target));
	CHECK(!s.n == is_aging_same(live, target));
	CHECK(count.routes == !!strcmp(live->routes, target->routes));
	for (i = 0; i < s.n; i++)
		for (router = 0; router < ROUTERS; router++)
			if (s.changes[i].every ||
			    (s.changes[i].first <= router && router <= s.changes[i].last))
				change(&changed.aging[router], &s.changes[i]);
	CHECK(is_aging_same(&changed, target));
	settings_free(&s);
	agings_free(&changed);
}

/* A diff that is applied as it is printed. */
struct patch {
	const struct conf_lines *from, *to;
	size_t old, new;	/* lines so far */
	size_t lines;
};

static void take_line(const char *line, void *ctx)
{
	unsigned int old, new, n;
	struct patch *p = ctx;

	p->lines++;
	if (*line == '@') {
		CHECK(sscanf(line, "@@ -%u%*[,0-9] +%u", &old, &new) == 2 ||
		      sscanf(line, "@@ -%u +%u", &old, &new) == 2);
		old -= !strstr(line, ",0 +");
		new -= !strstr(line, ",0 @@");
		CHECK(old >= p->old && old - p->old == new - p->new);
		for (n = old - p->old; n; n--)
			CHECK(!strcmp(p->from->line[p->old++].text, p->to->line[p->new++].text));
		return;
	}
	if (*line != '+')
		CHECK(p->old < p->from->n && !strcmp(p->from->line[p->old++].text, line + 1));
	if (*line != '-')
		CHECK(p->new < p->to->n && !strcmp(p->to->line[p->new++].text, line + 1));
}

static void check_unified(const struct agings *live, const struct agings *target)
{
	struct conf_lines from = { 0 }, to = { 0 };
	struct patch p = { .from = &from, .to = &to };

	conf_form(&from, 0, "net0", NULL, live);
	conf_form(&to, 0, "net0", NULL, target);
	conf_unified(&from, &to, take_line, &p);
	CHECK(!p.lines == is_same(live, target));
	for (; p.old < from.n; p.old++)
		CHECK(p.new < to.n && !strcmp(from.line[p.old].text, to.line[p.new++].text));
	CHECK(p.new == to.n);
	conf_lines_free(&from);
	conf_lines_free(&to);
}

static void check_taken(const struct conf *conf)
{
	struct agings live = make_fabric(0), target;
	size_t dev;

	for (dev = 0; dev < conf->devs; dev++) {
		target = make_fabric(0);
		conf_apply(conf, dev, &target);
		check_text(&target);
		check_differences(&live, &target);
		check_unified(&live, &target);
		agings_free(&target);
	}
	agings_free(&live);
}

/* Check that the place of an error is a byte of the text, or the end of one of its lines. */
static void check_refused(const uint8_t *data, size_t size, const struct conf_error *error)
{
	const uint8_t *at = data, *end = data + size;
	unsigned int line = 1;
	const char *c;

	for (; line < error->place.line; line++) {
		at = memchr(at, '\n', end - at);
		CHECK(at++);
	}
	CHECK(error->place.line && error->place.column);
	CHECK(error->place.column - 1 <= (size_t)(end - at));
	CHECK(!memchr(at, '\n', error->place.column - 1));
	CHECK(*error->sentence);
	for (c = error->sentence; *c; c++)
		CHECK(*c >= ' ' && *c <= '~');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct conf_error error;
	struct conf conf;

	if (conf_parse((const char *)data, size, &conf, &error))
		check_taken(&conf);
	else
		check_refused(data, size, &error);
	conf_free(&conf);
	return 0;
}
