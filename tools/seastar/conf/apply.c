// SPDX-License-Identifier: GPL-2.0-only
/* Seastar config: applying, comparing, keeping and restoring settings in files. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/base/text.h"

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/commit/show.h"

#include "apply.h"
#include "heading.h"
#include "history.h"
#include "outcome.h"
#include "plan.h"
#include "store.h"
#include "unified.h"

/* The statuses of config diff, as of diff(1) */
#define STATUS_DIFFERS	1
#define STATUS_TROUBLE	2

#define APPLY_TRIES	6	/* the first and five retries */

/* The outcome of applying a plan. */
enum outcome { MADE, CHECKED };

static void config_start(struct plan *p, const char *file)
{
	*p = (struct plan){ 0 };
	plan_add_file(p, file);
	plan_add_all(p);
}

static void change_text(const struct plan *p, const struct plan_dev *d, enum outcome outcome)
{
	static const char *const words[] = { "period", "select", "bias.req", "bias.rsp" };
	const size_t counts[] = {
		d->count.period, d->count.select, d->count.bias[REQUEST], d->count.bias[RESPONSE]
	};
	const char *separator = "";
	size_t i;

	if (d->count.routes)
		out_text("%s: routes %s (%s)\n", plan_name(p, d),
			 outcome == CHECKED ? "would change" : "changed", d->target.routes);
	if (!d->count.routers)
		return;
	out_text("%s: %zu of %zu routers %s (", plan_name(p, d), d->count.routers, d->live.n,
		 outcome == CHECKED ? "would change" : "changed");
	for (i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
		if (!counts[i])
			continue;
		out_text("%s%s of %zu", separator, words[i], counts[i]);
		separator = ", ";
	}
	out_text(")\n");
}

static void changes_out(const struct plan *p, size_t first, size_t end, enum outcome outcome)
{
	size_t i;

	out_list("changes");
	for (i = first; i < end; i++) {
		const struct plan_dev *d = &p->dev[i];

		if (!conf_differs(&d->count))
			continue;
		out_row();
		change_text(p, d, outcome);
		out_str("device", NULL, plan_name(p, d));
		out_u64("routers", NULL, d->live.n);
		out_u64("changed", NULL, d->count.routers);
		out_u64("age_clock_period", NULL, d->count.period);
		out_u64("age_rr_select", NULL, d->count.select);
		out_u64("req_age_bias", NULL, d->count.bias[REQUEST]);
		out_u64("rsp_age_bias", NULL, d->count.bias[RESPONSE]);
		out_bool("routes", d->count.routes);
		out_close();
	}
	out_close();
}

/* Print the kernel's reply, if there is one, with its devices. */
static void report(const struct plan *p, size_t first, size_t end, struct replies *said,
		   enum outcome outcome)
{
	out_open(NULL);
	if (said->n) {
		config_made_out(said->reply[0]);
	} else {
		out_str("state", NULL, outcome == CHECKED ? "checked" : "unchanged");
		out_list("devices");
		out_close();
	}
	if (!plan_differing(p, first))
		out_text("no change\n");
	changes_out(p, first, end, outcome);
	out_close();
}

/* Record the outcome of former changes now: after this change it cannot be found any more. */
static void settle_history(struct nl *nl, const struct plan *p)
{
	struct history_text *texts;
	size_t n = history_list(&texts);

	outcome_settle(nl, &p->present, texts, n);
	history_free(texts, n);
}

/* Make the heading of a text of the history, to be freed. */
static char *make_heading(const struct plan *p, const char *what)
{
	size_t i, length;
	char *text;
	FILE *f = open_memstream(&text, &length);

	if (!f)
		die("out of memory");
	heading_write(f, what);
	for (i = 0; i < p->devs; i++) {
		if (conf_differs(&p->dev[i].count))
			heading_write_device(f, &p->present, plan_name(p, &p->dev[i]));
	}
	if (fclose(f))
		die("out of memory");
	return text;
}

/* Save the present settings of all devices that @what will change. */
static void config_remember(const struct plan *p, const char *what)
{
	struct conf_lines lines = { 0 };
	char *heading, *text;

	plan_form(p, false, false, &lines);
	heading = make_heading(p, what);
	text = conf_lines_text(&lines, heading);
	history_put_aside(text);
	free(text);
	free(heading);
	conf_lines_free(&lines);
}

/* Refuse more devices than fit into a commit: an apply is one commit, all or nothing. */
static void refuse_too_many(const struct plan *p)
{
	size_t n = plan_differing(p, 0);

	if (n > SEASTAR_CONFIG_MAX_DEVS)
		die("%s changes %zu devices, and a commit at most %d: nothing is applied; apply parts of it",
		    p->file[0].name, n, SEASTAR_CONFIG_MAX_DEVS);
}

/*
 * Make one commit of the devices from @first on, and retry if settings change meanwhile.  The
 * commit of an apply has all devices, and the settings before it go into the history, with @what.
 */
static size_t config_file_commit(struct nl *nl, struct plan *p, size_t first, uint32_t timeout,
				 const char *what)
{
	struct replies said = { 0 };
	size_t end = first;
	int tries = 0;
	bool kept;

	while (plan_differing(p, first)) {
		if (what) {
			refuse_too_many(p);
			config_remember(p, what);
			settle_history(nl, p);
		}
		end = first;
		if (plan_commit(nl, p, &end, timeout, what, &said))
			break;
		if (++tries == APPLY_TRIES)
			die("settings changed during each of %d attempts, and nothing is applied: try again when nothing changes them",
			    APPLY_TRIES);
		plan_read(nl, p);
	}
	kept = !what || !said.n ||
	       history_keep(config_id(said.reply[0]), config_generation(said.reply[0]));
	if (!said.n)
		end = p->devs;
	report(p, first, end, &said, MADE);
	if (!kept)
		die("the change is made, but 'rollback' cannot undo it");
	replies_forget(&said);
	free(said.reply);
	return end;
}

/* Refuse settings that are already in force but wait to be confirmed: they may be undone. */
static void config_file_refuse_pending(struct nl *nl, const struct plan *p)
{
	struct replies pending = { 0 };
	size_t i, j;

	config_read_pending(nl, &pending);
	for (i = 0; i < pending.n; i++) {
		for (j = 0; j < p->devs; j++) {
			if (commit_names(pending.reply[i], plan_name(p, &p->dev[j])))
				die("%s is so already, but only until commit %" PRIu64 " is undone: confirm or cancel it",
				    plan_name(p, &p->dev[j]), config_id(pending.reply[i]));
		}
	}
	replies_forget(&pending);
	free(pending.reply);
}

void config_apply_plan(struct plan *p, const char *what, uint32_t timeout)
{
	struct nl nl;

	nl_open(&nl);
	plan_read(&nl, p);
	plan_warn(p);
	if (!plan_differing(p, 0))
		config_file_refuse_pending(&nl, p);
	config_file_commit(&nl, p, 0, timeout, what);
	nl_close(&nl);
	plan_free(p);
}

const struct keyword config_confirm_keywords[] = {
	{ .name = "confirm", .value = "SECONDS", .min = TIMEOUT_MIN, .max = TIMEOUT_MAX,
	  .digits = 3, .unit = "seconds",
	  .help = "undo the change unless 'commit confirm' follows within this time" },
	{ 0 }
};

uint32_t config_take_confirm(struct args *a)
{
	uint32_t timeout = 0;
	uint64_t seen = 0;

	while (args_more(a)) {
		keyword_take(a, config_confirm_keywords, &seen);
		timeout = keyword_number(a, &config_confirm_keywords[0]);
	}
	return timeout;
}

/* Make "apply FILE", in one line of UTF-8 whatever the file's name. */
static char *apply_words(const char *file)
{
	bool is_utf8 = text_is_utf8(file);
	char *what, *c;

	if (asprintf(&what, "apply %s", file) < 0)
		die("out of memory");
	for (c = what; *c; c++) {
		if (iscntrl((unsigned char)*c) || (!is_utf8 && (unsigned char)*c > '~'))
			*c = '?';
	}
	return what;
}

void config_apply(struct args *a)
{
	const char *file = args_value(a, "the file's name");
	uint32_t timeout = config_take_confirm(a);
	struct plan p;
	char *what;

	config_start(&p, file);
	what = apply_words(p.file[0].name);
	config_apply_plan(&p, what, timeout);
	free(what);
}

void config_check(struct args *a)
{
	struct replies said = { 0 };
	const char *file = args_value(a, "the file's name");
	struct plan p;
	struct nl nl;

	args_end(a);
	config_start(&p, file);
	nl_open(&nl);
	plan_read(&nl, &p);
	plan_warn(&p);
	plan_check(&nl, &p, &said);
	nl_close(&nl);
	report(&p, 0, p.devs, &said, CHECKED);
	replies_forget(&said);
	free(said.reply);
	plan_free(&p);
}

static void print_line(const char *line, void *ctx)
{
	(void)ctx;
	out_str(NULL, "%s\n", line);
}

static void heading(const char *mark, const char *name)
{
	char *line;

	if (asprintf(&line, "%s %s", mark, name) < 0)
		die("out of memory");
	print_line(line, NULL);
	free(line);
}

static void diff(const struct plan *p)
{
	struct conf_lines live = { 0 }, target = { 0 };

	plan_form(p, false, true, &live);
	plan_form(p, true, true, &target);
	out_open(NULL);
	if (print_is_json())
		changes_out(p, 0, p->devs, CHECKED);
	out_list("diff");
	if (plan_differing(p, 0)) {
		heading("---", "live");
		heading("+++", p->file[0].name);
		conf_unified(&live, &target, print_line, NULL);
	}
	out_close();
	out_close();
	conf_lines_free(&live);
	conf_lines_free(&target);
}

void config_diff(struct args *a)
{
	const char *file = args_value(a, "the file's name");
	struct plan p;
	bool differs;
	struct nl nl;

	args_end(a);
	print_failure_status(STATUS_TROUBLE);
	config_start(&p, file);
	nl_open(&nl);
	plan_read(&nl, &p);
	nl_close(&nl);
	diff(&p);
	differs = plan_differing(&p, 0);
	plan_free(&p);
	if (differs) {
		print_finish();
		exit(STATUS_DIFFERS);
	}
}

/* Plan the file kept for a device, which must be about that device. */
static void plan_kept(struct plan *p, const char *dev)
{
	char *path = store_path(dev);
	struct plan_file *f;
	size_t i;

	if (store_has(path)) {
		f = plan_add_file(p, path);
		for (i = 0; i < f->conf.devs; i++) {
			if (strcmp(f->conf.dev[i].name, dev))
				plan_die(f, f->conf.dev[i].place,
					 "device '%s' does not belong in this file, which is about '%s'",
					 f->conf.dev[i].name, dev);
		}
		plan_add_all(p);
	}
	free(path);
}

/* Return true if the module is loaded: without it there are no devices to restore. */
static bool config_is_loaded(void)
{
	return !access("/sys/class/seastar", F_OK);
}

/* Refuse a device that the user named but that has no kept settings. */
static void need_kept(const struct devices *present, const char *dev)
{
	const char *hint = text_nearest(dev, present->name);
	char *path = store_path(dev);

	if (!devices_have(present, dev) && hint)
		die("there is no device '%s': did you mean '%s'?", dev, hint);
	if (!devices_have(present, dev))
		die("there is no device '%s': nothing is restored", dev);
	if (!store_has(path))
		die("there is no %s: nothing is restored; 'seastar config save %s' makes it", path,
		    dev);
	free(path);
}

static void restore(struct nl *nl, struct plan *p)
{
	size_t next = 0;

	plan_read(nl, p);
	plan_warn(p);
	do {
		next = config_file_commit(nl, p, next, 0, NULL);
	} while (next < p->devs);
}

void config_restore(struct args *a)
{
	const char *dev = args_more(a) ? args_device(a) : NULL;
	struct replies none = { 0 };
	struct devices present;
	struct plan p = { 0 };
	struct nl nl;
	size_t i;

	args_end(a);
	if (!dev && !config_is_loaded()) {
		report(&p, 0, 0, &none, MADE);
		return;
	}
	nl_open(&nl);
	devices_read(&nl, &present);
	if (dev)
		need_kept(&present, dev);
	for (i = 0; i < present.n; i++) {
		if (!dev || !strcmp(present.name[i], dev))
			plan_kept(&p, present.name[i]);
	}
	restore(&nl, &p);
	nl_close(&nl);
	devices_free(&present);
	plan_free(&p);
}
