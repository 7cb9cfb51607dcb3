// SPDX-License-Identifier: GPL-2.0-only
/* seastar config: settings as files. This file has "show" and "save". */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/commit/show.h"
#include "tools/seastar/conf/apply.h"
#include "tools/seastar/conf/form.h"
#include "tools/seastar/conf/store.h"
#include "tools/seastar/device/present.h"
#include "tools/seastar/netlink/replies.h"

#include "cmd.h"

/* Settings of a device; n is 0 if it does not answer. */
struct dev_settings {
	const char *dev;
	struct agings all;
};

/* The settings and the pending commits to be shown. */
struct all_settings {
	struct devices devices;
	struct dev_settings *reading;
	size_t n;
	struct replies pending;
};

/* Read the settings of a device; drop a part of them if the device is lost meanwhile. */
static void read_one(struct nl *nl, struct dev_settings *r)
{
	nl->met = false;
	settings_read(nl, r->dev, &r->all);
	if (nl->met)
		agings_free(&r->all);
}

/* Read @dev, or all devices that answer if it is NULL. */
static void config_read_all(struct nl *nl, const char *dev, struct all_settings *r)
{
	size_t i;

	*r = (struct all_settings){ 0 };
	devices_read(nl, &r->devices);
	if (!dev)
		nl->expect = ENODEV;
	r->n = dev ? 1 : r->devices.n;
	r->reading = allocate(r->n, sizeof(*r->reading));
	for (i = 0; i < r->n; i++) {
		r->reading[i].dev = dev ? dev : r->devices.name[i];
		read_one(nl, &r->reading[i]);
	}
	nl->expect = 0;
	config_read_pending(nl, &r->pending);
}

static void readings_free(struct all_settings *r)
{
	while (r->n)
		agings_free(&r->reading[--r->n].all);
	free(r->reading);
	devices_free(&r->devices);
	replies_forget(&r->pending);
	free(r->pending.reply);
}

/* Return the topology of a device that was read, or NULL. */
static const struct topology *config_topology_of(const struct all_settings *r, const char *dev)
{
	const struct device_entry *e = devices_find(&r->devices, dev);

	return e ? &e->topology : NULL;
}

/* Return the first of the shown devices that a commit changes; NULL if it changes none of them. */
static const char *config_concerns(const struct all_settings *r, const struct nlmsghdr *commit)
{
	size_t i;

	for (i = 0; i < r->n; i++) {
		if (commit_names(commit, r->reading[i].dev))
			return r->reading[i].dev;
	}
	return NULL;
}

static void config_show_text(const struct all_settings *r)
{
	struct conf_lines lines = { 0 };
	size_t i;

	for (i = 0; i < r->pending.n; i++) {
		if (config_concerns(r, r->pending.reply[i])) {
			printf("# ");
			config_out(r->pending.reply[i]);
		}
	}
	for (i = 0; i < r->n; i++) {
		if (r->reading[i].all.n)
			conf_form(&lines, i, r->reading[i].dev,
				  config_topology_of(r, r->reading[i].dev), &r->reading[i].all);
		else
			printf("# %s does not answer\n", r->reading[i].dev);
	}
	for (i = 0; i < lines.n; i++)
		puts(lines.line[i].text);
	conf_lines_free(&lines);
}

static void config_reading_json(const struct dev_settings *r, const struct topology *t)
{
	char words[TOPOLOGY_TEXT_MAX] = "";

	if (t)
		topology_words(t, words);
	out_row();
	out_str("device", NULL, r->dev);
	out_str("topology", NULL, words);
	out_str("routes", NULL, r->all.routes);
	if (r->all.n)
		conf_form_out(&r->all);
	else
		out_unknown("sections", NULL);
	out_close();
}

static void config_show_json(const struct all_settings *r)
{
	size_t i;

	out_open(NULL);
	out_list("devices");
	for (i = 0; i < r->n; i++)
		config_reading_json(&r->reading[i], config_topology_of(r, r->reading[i].dev));
	out_close();
	out_list("pending");
	for (i = 0; i < r->pending.n; i++) {
		if (!config_concerns(r, r->pending.reply[i]))
			continue;
		out_row();
		config_out(r->pending.reply[i]);
		out_close();
	}
	out_close();
	out_close();
}

static void config_show(struct args *a)
{
	const char *dev = args_more(a) ? args_device(a) : NULL;
	struct all_settings r;
	struct nl nl;

	args_end(a);
	nl_open(&nl);
	config_read_all(&nl, dev, &r);
	nl_close(&nl);
	if (print_is_json())
		config_show_json(&r);
	else
		config_show_text(&r);
	readings_free(&r);
}

/* Refuse to save settings that a pending commit may undo. */
static void config_refuse_pending(const struct all_settings *r, const struct replies *pending)
{
	size_t i;

	for (i = 0; i < pending->n; i++) {
		if (config_concerns(r, pending->reply[i]))
			die("%s: commit %" PRIu64 " waits to be confirmed, and nothing is saved: confirm or cancel it",
			    config_concerns(r, pending->reply[i]), config_id(pending->reply[i]));
	}
}

static void refuse_silent(const struct all_settings *r)
{
	size_t i;

	for (i = 0; i < r->n; i++) {
		if (!r->reading[i].all.n)
			die("%s does not answer: nothing is saved", r->reading[i].dev);
	}
}

/* Write devices first to end - 1 to one file. */
static void save(const struct all_settings *r, size_t first, size_t end, const char *path)
{
	struct conf_lines lines = { 0 };
	char *text;
	size_t i;

	for (i = first; i < end; i++)
		conf_form(&lines, i, r->reading[i].dev, config_topology_of(r, r->reading[i].dev),
			  &r->reading[i].all);
	text = conf_lines_text(&lines, "");
	store_write(path, text);
	free(text);
	conf_lines_free(&lines);
	for (i = first; i < end; i++) {
		out_row();
		out_str("device", "%s: ", r->reading[i].dev);
		out_str("file", "%s\n", path);
		out_close();
	}
}

static void save_each(const struct all_settings *r)
{
	char *path;
	size_t i;

	store_prepare();
	for (i = 0; i < r->n; i++) {
		path = store_path(r->reading[i].dev);
		save(r, i, i + 1, path);
		free(path);
	}
}

static void config_save(struct args *a)
{
	const char *dev = NULL, *file = NULL;
	struct replies before = { 0 };
	struct all_settings r;
	struct nl nl;

	if (!args_take(a, "to")) {
		dev = args_more(a) ? args_device(a) : NULL;
		file = args_take(a, "to") ? args_value(a, "the file's name") : NULL;
	} else {
		file = args_value(a, "the file's name");
	}
	args_end(a);
	nl_open(&nl);
	/* look before the reading, too: a pending commit may be undone during it */
	config_read_pending(&nl, &before);
	config_read_all(&nl, dev, &r);
	nl_close(&nl);
	config_refuse_pending(&r, &before);
	config_refuse_pending(&r, &r.pending);
	refuse_silent(&r);
	out_list(NULL);
	if (file)
		save(&r, 0, r.n, file);
	else
		save_each(&r);
	out_close();
	replies_forget(&before);
	free(before.reply);
	readings_free(&r);
}

static const struct command config_commands[] = {
	{ .name = "show", .run = config_show, .usage = "[DEV]",
	  .help = "Show the settings, as a configuration file" },
	{ .name = "apply", .run = config_apply, .usage = "FILE",
	  .help = "Apply the settings of a file, to all its devices or to none",
	  .keywords = config_confirm_keywords },
	{ .name = "diff", .run = config_diff, .usage = "FILE",
	  .help = "Show what an apply would change; status 0: nothing, 1: something, 2: error" },
	{ .name = "check", .run = config_check, .usage = "FILE",
	  .help = "Check whether an apply is possible, and change nothing" },
	{ .name = "save", .run = config_save, .usage = "[DEV] [to FILE]",
	  .help = "Keep the settings for the next start" },
	{ .name = "restore", .run = config_restore, .usage = "[DEV]",
	  .help = "Apply the saved settings of the present devices" },
	{ .name = "history", .now = "history show" },
	{ .name = "rollback", .now = "history rollback" },
	{ .name = "commit", .now = "commit set" },
	{ .name = "pending", .now = "commit show" },
	{ .name = "confirm", .now = "commit confirm" },
	{ .name = "cancel", .now = "commit cancel" },
	{ .name = "extend", .now = "commit extend" },
	{ 0 }
};

void cmd_config(struct args *a)
{
	object_run("config", config_commands, a);
}
