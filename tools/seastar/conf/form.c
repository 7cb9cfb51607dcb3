// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/words.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "form.h"

/* The lines of a section, in their order. */
enum { BLANK, HEADER, TOPOLOGY, ROUTES, PERIOD, SELECT, BIAS, BIAS_REQ, BIAS_RSP };

#define ROUTER_SHIFT	4
#define DEVICE_SHIFT	(ROUTER_SHIFT + 32)

/* Sections in the making, of a device whose routers are sorted into blocks. */
struct form {
	struct agings copy;
	struct aging_block *block;
	size_t n;
	const struct aging_block *common;	/* the values that most routers hold */
};

static void form_start(struct form *f, const struct agings *all)
{
	size_t i;

	f->copy = *all;
	f->copy.aging = allocate(all->n, sizeof(*all->aging));
	memcpy(f->copy.aging, all->aging, all->n * sizeof(*all->aging));
	f->block = agings_fold(&f->copy, &f->n);
	f->common = f->block;
	for (i = 1; i < f->n; i++) {
		if (f->block[i].n > f->common->n)
			f->common = &f->block[i];
	}
}

static void form_end(struct form *f)
{
	free(f->block);
	agings_free(&f->copy);
}

/* Return the settings in a section: all of its routers', or those that differ from @common. */
static struct change section_change(const struct aging *a, const struct aging *common)
{
	struct change c = {
		.every = !common, .period = a->period, .select = a->select,
		.has_period = !common || a->period != common->period,
		.has_select = !common || a->select != common->select,
	};
	unsigned int class, port;

	for (class = 0; class < CLASSES; class++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			c.bias.value[class][port] = a->bias[class][port];
			c.bias.given[class][port] =
				!common || a->bias[class][port] != common->bias[class][port];
		}
	}
	return c;
}

/* A text that grows. */
struct text {
	char *bytes;
	size_t length, size;
};

static void text_add(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void text_add(struct text *t, const char *fmt, ...)
{
	char part[SEASTAR_PLAN_MAX + 128];
	va_list ap;
	size_t n;

	va_start(ap, fmt);
	n = vsnprintf(part, sizeof(part), fmt, ap);
	va_end(ap);
	if (t->length + n + 1 > t->size) {
		t->size = 2 * (t->size + n + 1);
		t->bytes = resize(t->bytes, t->size, 1);
	}
	memcpy(t->bytes + t->length, part, n + 1);
	t->length += n;
}

static void header_text(struct text *t, const char *dev, const struct aging_block *b)
{
	size_t i, end;

	text_add(t, "[%s", dev);
	for (i = 0; b && i < b->n; i = end) {
		end = aging_run_end(b, i);
		text_add(t, "%s%u", i ? "," : " router ", b->aging[i].router);
		if (end - i > 1)
			text_add(t, "-%u", b->aging[end - 1].router);
	}
	text_add(t, "]");
}

static bool has_bias(const struct change *c, unsigned int class)
{
	static const bool none[SEASTAR_PORTS];

	return memcmp(c->bias.given[class], none, sizeof(none));
}

static bool classes_alike(const struct change *c)
{
	unsigned int port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (c->bias.given[REQUEST][port] != c->bias.given[RESPONSE][port] ||
		    (c->bias.given[REQUEST][port] &&
		     c->bias.value[REQUEST][port] != c->bias.value[RESPONSE][port]))
			return false;
	}
	return has_bias(c, REQUEST);
}

/* Destination of the lines of a section; a line's order is @order plus the rank of its key. */
struct place {
	struct conf_lines *lines;
	uint64_t order;
};

static void add_line(struct place *p, unsigned int rank, struct text *t)
{
	struct conf_lines *l = p->lines;

	if (!(l->n & (l->n - 1)))
		l->line = resize(l->line, l->n ? 2 * l->n : 1, sizeof(*l->line));
	l->line[l->n++] = (struct conf_line){ .order = p->order + rank, .text = t->bytes };
	*t = (struct text){ 0 };
}

static void add_biases(struct place *p, const struct change *c)
{
	static const char *const keys[CLASSES] = { "bias.req =", "bias.rsp =" };
	bool alike = classes_alike(c);
	char words[BIAS_WORDS_MAX];
	struct text t = { 0 };
	unsigned int class;

	for (class = 0; class < (alike ? 1 : CLASSES); class++) {
		if (!has_bias(c, class))
			continue;
		text_add(&t, "%s %s", alike ? "bias =" : keys[class],
			 bias_words(c->bias.value[class], c->bias.given[class], words));
		add_line(p, alike ? BIAS : BIAS_REQ + class, &t);
	}
}

static void add_header(struct place *p, const char *dev, const struct aging_block *b)
{
	struct text t = { 0 };

	if (p->lines->n) {
		text_add(&t, "%s", "");
		add_line(p, BLANK, &t);
	}
	header_text(&t, dev, b);
	add_line(p, HEADER, &t);
}

static void add_topology(struct place *p, const struct topology *topology)
{
	char words[TOPOLOGY_TEXT_MAX];
	struct text t = { 0 };

	topology_words(topology, words);
	text_add(&t, "topology = %s", words);
	add_line(p, TOPOLOGY, &t);
}

/* Add the line of the routes, unless no words describe them. */
static void form_add_routes(struct place *p, const char *routes)
{
	struct text t = { 0 };

	if (!*routes)
		return;
	text_add(&t, "routes = %s", routes);
	add_line(p, ROUTES, &t);
}

static void add_keys(struct place *p, const struct change *c)
{
	char select[SELECT_WORDS_MAX];
	struct text t = { 0 };

	if (c->has_period) {
		text_add(&t, "period = %u", c->period);
		add_line(p, PERIOD, &t);
	}
	if (c->has_select) {
		text_add(&t, "select = %s", select_words(c->select, false, select));
		add_line(p, SELECT, &t);
	}
	add_biases(p, c);
}

void conf_form(struct conf_lines *lines, size_t nth, const char *dev,
	       const struct topology *topology, const struct agings *all)
{
	struct place p = { .lines = lines, .order = (uint64_t)nth << DEVICE_SHIFT };
	struct change c;
	struct form f;
	size_t i;

	form_start(&f, all);
	c = section_change(f.common->aging, NULL);
	add_header(&p, dev, NULL);
	if (topology)
		add_topology(&p, topology);
	form_add_routes(&p, all->routes);
	add_keys(&p, &c);
	for (i = 0; i < f.n; i++) {
		if (&f.block[i] == f.common)
			continue;
		p.order = (uint64_t)nth << DEVICE_SHIFT |
			  (f.block[i].aging->router + 1ULL) << ROUTER_SHIFT;
		c = section_change(f.block[i].aging, f.common->aging);
		add_header(&p, dev, &f.block[i]);
		add_keys(&p, &c);
	}
	form_end(&f);
}

void conf_lines_free(struct conf_lines *lines)
{
	while (lines->n)
		free(lines->line[--lines->n].text);
	free(lines->line);
	*lines = (struct conf_lines){ 0 };
}

char *conf_lines_text(const struct conf_lines *lines, const char *heading)
{
	size_t i, length;
	char *text;
	FILE *f = open_memstream(&text, &length);

	if (!f)
		die("out of memory");
	fputs(heading, f);
	for (i = 0; i < lines->n; i++)
		fprintf(f, "%s\n", lines->line[i].text);
	if (fclose(f))
		die("out of memory");
	return text;
}

static void class_bias_out(const char *key, const struct change *c, unsigned int class)
{
	unsigned int port;

	if (!has_bias(c, class))
		return;
	out_open(key);
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (c->bias.given[class][port])
			out_u64(port_names[port], NULL, c->bias.value[class][port]);
	}
	out_close();
}

static void section_out(const struct aging_block *b, const struct change *c)
{
	out_row();
	if (b)
		aging_routers_out(b);
	if (c->has_period)
		out_u64("age_clock_period", NULL, c->period);
	if (c->has_select)
		out_hex("age_rr_select", NULL, c->select);
	class_bias_out("req_age_bias", c, REQUEST);
	class_bias_out("rsp_age_bias", c, RESPONSE);
	out_close();
}

void conf_form_out(const struct agings *all)
{
	struct change c;
	struct form f;
	size_t i;

	form_start(&f, all);
	c = section_change(f.common->aging, NULL);
	out_list("sections");
	section_out(NULL, &c);
	for (i = 0; i < f.n; i++) {
		if (&f.block[i] == f.common)
			continue;
		c = section_change(f.block[i].aging, f.common->aging);
		section_out(&f.block[i], &c);
	}
	out_close();
	form_end(&f);
}
