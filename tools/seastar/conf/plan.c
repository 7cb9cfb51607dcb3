// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"

#include "tools/seastar/base/file.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/route/job.h"

#include "parse.h"
#include "plan.h"

#define MISFIT_MAX	384

static const struct plan_file *file_of(const struct plan *p, const struct plan_dev *d)
{
	return &p->file[d->file];
}

static const struct conf_dev *conf_dev(const struct plan *p, const struct plan_dev *d)
{
	return &file_of(p, d)->conf.dev[d->dev];
}

const char *plan_name(const struct plan *p, const struct plan_dev *d)
{
	return conf_dev(p, d)->name;
}

void plan_die(const struct plan_file *f, struct conf_place place, const char *fmt, ...)
{
	char sentence[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sentence, sizeof(sentence), fmt, ap);
	va_end(ap);
	die("%s:%u:%u: %s", f->name, place.line, place.column, sentence);
}

struct plan_file *plan_add_file(struct plan *p, const char *path)
{
	struct conf_error error;
	struct plan_file *f;
	size_t length;
	char *text;
	bool ok;

	p->file = resize(p->file, p->files + 1, sizeof(*p->file));
	f = &p->file[p->files++];
	f->name = strdup(strcmp(path, "-") ? path : "stdin");
	if (!f->name)
		die("out of memory");
	text = file_contents(path, &length);
	ok = conf_parse(text, length, &f->conf, &error);
	free(text);
	if (!ok)
		plan_die(f, error.place, "%s", error.sentence);
	return f;
}

void plan_add(struct plan *p, size_t dev)
{
	p->dev = resize(p->dev, p->devs + 1, sizeof(*p->dev));
	p->dev[p->devs++] = (struct plan_dev){ .file = p->files - 1, .dev = dev };
}

void plan_add_all(struct plan *p)
{
	size_t i;

	for (i = 0; i < p->file[p->files - 1].conf.devs; i++)
		plan_add(p, i);
}

static void check_present(const struct plan *p, const struct plan_dev *d)
{
	const struct conf_dev *dev = conf_dev(p, d);
	const char *hint;

	if (devices_have(&p->present, dev->name))
		return;
	hint = text_nearest(dev->name, p->present.name);
	if (hint)
		plan_die(file_of(p, d), dev->place, "there is no device '%s': did you mean '%s'?",
			 dev->name, hint);
	plan_die(file_of(p, d), dev->place, "there is no device '%s'", dev->name);
}

static const struct device_entry *live_entry(const struct plan *p, const struct plan_dev *d)
{
	return devices_find(&p->present, plan_name(p, d));
}

bool plan_fits(const struct plan *p, const struct plan_dev *d)
{
	const struct device_entry *live = live_entry(p, d);

	return !live || !conf_dev(p, d)->topology.dims ||
	       topology_same(&live->topology, &conf_dev(p, d)->topology);
}

/* Describe how a device's topology differs from the file's; "" if it does not. */
static const char *misfit_text(const struct plan *p, const struct plan_dev *d,
			       char text[MISFIT_MAX])
{
	char saved[TOPOLOGY_TEXT_MAX], is[TOPOLOGY_TEXT_MAX];
	const struct device_entry *live = live_entry(p, d);
	const char *name = plan_name(p, d);
	int n;

	text[0] = '\0';
	if (plan_fits(p, d))
		return text;
	topology_words(&conf_dev(p, d)->topology, saved);
	topology_words(&live->topology, is);
	n = snprintf(text, MISFIT_MAX, "these settings are for a fabric %s, and %s is %s", saved,
		     name, is);
	if (live->is_soft)
		snprintf(text + n, MISFIT_MAX - n, ": 'seastar dev add %s topology %s' makes such a fabric",
			 name, saved);
	return text;
}

void plan_warn(const struct plan *p)
{
	char text[MISFIT_MAX];
	size_t i;

	for (i = 0; i < p->devs; i++) {
		if (*misfit_text(p, &p->dev[i], text))
			warn("%s: %s", file_of(p, &p->dev[i])->name, text);
	}
}

static void plan_check_routers(const struct plan *p, const struct plan_dev *d)
{
	const struct conf *conf = &file_of(p, d)->conf;
	char misfit[MISFIT_MAX];
	size_t i, k;

	misfit_text(p, d, misfit);
	for (i = 0; i < conf->sections; i++) {
		const struct conf_section *s = &conf->section[i];

		for (k = 0; s->dev == d->dev && k < s->n; k++) {
			if (s->ranges[k].last >= d->live.n)
				plan_die(file_of(p, d), s->ranges[k].place,
					 "there is no router %u in %s: its routers are 0 to %zu%s%s",
					 s->ranges[k].last, plan_name(p, d), d->live.n - 1,
					 *misfit ? "; " : "", misfit);
		}
	}
}

static void forget_reading(struct plan_dev *d)
{
	agings_free(&d->live);
	agings_free(&d->target);
	settings_free(&d->settings);
	d->settings = (struct settings){ 0 };
}

static bool has_tables(const struct conf_dev *dev)
{
	return *dev->routes && strcmp(dev->routes, ROUTE_BY_RULE);
}

/* Plan the tables that the file requests, and make them if @make. */
static void plan_routes(struct nl *nl, const struct plan *p, const struct plan_dev *d,
			struct route_job *j, bool make)
{
	const struct conf_dev *dev = conf_dev(p, d);
	struct sim_error err;

	route_job_read(nl, dev->name, j);
	if (!route_job_words(j, dev->routes, &err) ||
	    !(make ? route_job_make(j, &err) : route_plan_check(j->plan, &err)))
		plan_die(file_of(p, d), dev->routes_place, "routes: %s", err.text);
}

/*
 * Complete the words of the file's plan, so that tables that are in force already are recognized.
 */
static void settle_routes(struct nl *nl, const struct plan *p, struct plan_dev *d)
{
	struct route_job j;
	char *words;

	if (!has_tables(conf_dev(p, d)))
		return;
	plan_routes(nl, p, d, &j, false);
	words = route_job_plan(&j);
	snprintf(d->target.routes, sizeof(d->target.routes), "%s", words);
	free(words);
	route_job_free(&j);
}

/* Send the tables that a commit will bring into force to the kernel. */
static void send_routes(struct nl *nl, const struct plan *p, struct plan_dev *d)
{
	struct route_job j;

	d->settings.reroutes = d->count.routes;
	d->settings.draft = 0;
	if (!d->count.routes || !has_tables(conf_dev(p, d)))
		return;
	plan_routes(nl, p, d, &j, true);
	d->settings.draft = route_job_send(nl, &j);
	route_job_free(&j);
}

static void plan_read_device(struct nl *nl, struct plan *p, struct plan_dev *d)
{
	forget_reading(d);
	settings_read(nl, plan_name(p, d), &d->live);
	d->target = d->live;
	d->target.aging = allocate(d->live.n, sizeof(*d->live.aging));
	memcpy(d->target.aging, d->live.aging, d->live.n * sizeof(*d->live.aging));
	conf_apply(&file_of(p, d)->conf, d->dev, &d->target);
	settle_routes(nl, p, d);
	d->settings.dev = plan_name(p, d);
	d->settings.has_generation = true;
	d->settings.generation = d->live.generation;
	d->count = conf_differences(&d->live, &d->target, &d->settings);
}

static void read_present(struct nl *nl, struct plan *p)
{
	if (p->present.name)
		devices_free(&p->present);
	devices_read(nl, &p->present);
}

void plan_read(struct nl *nl, struct plan *p)
{
	size_t i;

	read_present(nl, p);
	for (i = 0; i < p->devs; i++)
		check_present(p, &p->dev[i]);
	for (i = 0; i < p->devs; i++) {
		plan_read_device(nl, p, &p->dev[i]);
		plan_check_routers(p, &p->dev[i]);
	}
}

void plan_read_present(struct nl *nl, struct plan *p)
{
	size_t i;

	read_present(nl, p);
	nl->expect = ENODEV;	/* hardware that is lost answers so */
	for (i = 0; i < p->devs; i++) {
		if (p->dev[i].other || !devices_have(&p->present, plan_name(p, &p->dev[i])))
			continue;
		nl->met = false;
		plan_read_device(nl, p, &p->dev[i]);
		if (nl->met)
			forget_reading(&p->dev[i]);
	}
	nl->expect = 0;
}

void plan_check(struct nl *nl, struct plan *p, struct replies *said)
{
	struct snl_msg m;
	size_t i, n = 0;

	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	snl_put(&m, SEASTAR_A_CONFIG_CHECK, NULL, 0);
	for (i = 0; i < p->devs; i++) {
		const struct plan_dev *d = &p->dev[i];
		struct settings s = { .dev = plan_name(p, d) };
		struct route_job j;

		if (has_tables(conf_dev(p, d))) {
			plan_routes(nl, p, d, &j, true);
			route_job_free(&j);
		}

		conf_settings(&file_of(p, d)->conf, d->dev, &s);
		if (s.n && ++n)
			settings_put(&m, &s);
		settings_free(&s);
	}
	if (n)
		nl_do(nl, &m, replies_keep, said);
	else
		snl_release(&m);
}

static bool differs(const struct plan_dev *d)
{
	return conf_differs(&d->count);
}

/*
 * Put a device that does not differ into the commit with its generation, so that it is unchanged
 * when the commit is made.
 */
static void put_guard(struct snl_msg *m, const struct plan_dev *d)
{
	const struct aging *a = &d->live.aging[0];
	struct settings s = d->settings;
	struct change same = { .has_period = true, .period = a->period };

	s.changes = &same;
	s.n = 1;
	settings_put(m, &s);
}

static void put_guards(struct snl_msg *m, const struct plan *p, size_t room)
{
	size_t i;

	for (i = 0; i < p->devs && room; i++) {
		if (differs(&p->dev[i]))
			continue;
		put_guard(m, &p->dev[i]);
		room--;
	}
}

bool plan_commit(struct nl *nl, struct plan *p, size_t *first, uint32_t timeout,
		 const char *comment, struct replies *said)
{
	bool whole = !*first;
	struct snl_msg m;
	size_t i, n = 0;

	for (i = *first; i < p->devs; i++)
		send_routes(nl, p, &p->dev[i]);
	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	for (; *first < p->devs && n < SEASTAR_CONFIG_MAX_DEVS; ++*first) {
		if (!differs(&p->dev[*first]))
			continue;
		settings_put(&m, &p->dev[*first].settings);
		n++;
	}
	if (whole && *first == p->devs)
		put_guards(&m, p, SEASTAR_CONFIG_MAX_DEVS - n);
	if (timeout)
		snl_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, timeout);
	if (comment)
		config_put_comment(&m, comment);
	nl->expect = ESTALE;
	nl->met = false;
	nl_do(nl, &m, replies_keep, said);
	nl->expect = 0;
	return !nl->met;
}

size_t plan_differing(const struct plan *p, size_t first)
{
	size_t i, n = 0;

	for (i = first; i < p->devs; i++)
		n += conf_differs(&p->dev[i].count);
	return n;
}

void plan_form(const struct plan *p, bool target, bool all, struct conf_lines *lines)
{
	size_t i;

	for (i = 0; i < p->devs; i++) {
		const struct plan_dev *d = &p->dev[i];

		if (all || conf_differs(&d->count))
			conf_form(lines, i, plan_name(p, d), &live_entry(p, d)->topology,
				  target ? &d->target : &d->live);
	}
}

void plan_free(struct plan *p)
{
	while (p->devs)
		forget_reading(&p->dev[--p->devs]);
	while (p->files) {
		conf_free(&p->file[--p->files].conf);
		free(p->file[p->files].name);
	}
	if (p->present.name)
		devices_free(&p->present);
	free(p->dev);
	free(p->file);
}
