// SPDX-License-Identifier: GPL-2.0-only
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"
#include "tools/seastar/commit/show.h"

#include "read.h"

static void watch_forget_devices(void *ctx)
{
	((struct watch_source *)ctx)->devices = 0;
}

static void add_device(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct watch_source *w = ctx;
	struct watch_device *d;

	w->device = resize(w->device, w->devices + 1, sizeof(*w->device));
	d = &w->device[w->devices++];
	snl_attributes(reply, tb, SEASTAR_A_DEV_MAX);
	*d = (struct watch_device){
		.id = snl_u64(tb[SEASTAR_A_DEV_ID]), .lost = tb[SEASTAR_A_DEV_LOST],
	};
	topology_parse(tb, &d->topology);
	snprintf(d->name, sizeof(d->name), "%s", snl_str(tb[SEASTAR_A_DEV_NAME]));
	snprintf(d->backend, sizeof(d->backend), "%s", snl_str(tb[SEASTAR_A_DEV_BACKEND]));
}

static void read_devices(struct watch_source *w)
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_DEV_GET);
	nl_dump(&w->nl, &m, watch_forget_devices, add_device, w);
}

static void parse_clock(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_CLOCK_MAX + 1];
	struct watch_clock *c = ctx;

	snl_attributes(reply, tb, SEASTAR_A_CLOCK_MAX);
	c->known = true;
	c->state = snl_u32(tb[SEASTAR_A_CLOCK_STATE]);
	c->remaining = snl_u64(tb[SEASTAR_A_CLOCK_REMAINING]);
}

static void watch_read_clock(struct watch_source *w, const char *dev)
{
	struct snl_msg m;

	w->clock.known = false;
	snl_start(&m, SEASTAR_CMD_CLOCK_GET);
	snl_put_str(&m, SEASTAR_A_CLOCK_DEV, dev);
	w->nl.may_lack = true;
	nl_do(&w->nl, &m, parse_clock, &w->clock);
	w->nl.may_lack = false;
}

static void forget_settings(void *ctx)
{
	*(struct watch_settings *)ctx = (struct watch_settings){ 0 };
}

static void add_settings(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_AGING_MAX + 1];
	struct watch_settings one = { .known = true }, *s = ctx;

	snl_attributes(reply, tb, SEASTAR_A_AGING_MAX);
	one.generation = snl_u64(tb[SEASTAR_A_AGING_GENERATION]);
	one.period = snl_u32(tb[SEASTAR_A_AGING_CLOCK_PERIOD]);
	one.select = snl_u64(tb[SEASTAR_A_AGING_RR_SELECT]);
	snl_array(tb[SEASTAR_A_AGING_REQ_BIAS], one.bias[REQUEST], SEASTAR_PORTS, 1);
	snl_array(tb[SEASTAR_A_AGING_RSP_BIAS], one.bias[RESPONSE], SEASTAR_PORTS, 1);
	if (!s->known)
		*s = one;
	s->routers++;
	s->differ += one.period != s->period || one.select != s->select ||
		     memcmp(one.bias, s->bias, sizeof(one.bias));
}

/* Read the settings unless they have the generation of the counters already. */
static void watch_read_settings(struct watch_source *w, const char *dev, uint64_t generation)
{
	struct snl_msg m;

	if (w->settings.known && w->settings.generation == generation)
		return;
	snl_start(&m, SEASTAR_CMD_AGING_GET);
	snl_put_str(&m, SEASTAR_A_AGING_DEV, dev);
	nl_dump(&w->nl, &m, forget_settings, add_settings, &w->settings);
}

/* Commits being read, of one device. */
struct commits {
	struct watch_source *w;
	const char *dev;
};

static void forget_commits(void *ctx)
{
	((struct commits *)ctx)->w->commits = 0;
}

static void add_commit(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];
	const struct commits *c = ctx;
	struct watch_source *w = c->w;

	snl_attributes(reply, tb, SEASTAR_A_CONFIG_MAX);
	w->commit = resize(w->commit, w->commits + 1, sizeof(*w->commit));
	w->commit[w->commits++] = (struct watch_commit){
		.id = snl_u64(tb[SEASTAR_A_CONFIG_ID]),
		.deadline = clock_ms() + snl_u32(tb[SEASTAR_A_CONFIG_REMAINING]),
		.ours = commit_names(reply, c->dev),
	};
}

static void read_commits(struct watch_source *w, const char *dev)
{
	struct commits c = { .w = w, .dev = dev };
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_CONFIG_GET);
	nl_dump(&w->nl, &m, forget_commits, add_commit, &c);
}

static bool open_source(struct watch_source *w)
{
	if (w->open)
		return true;
	nl_try_open(&w->nl);
	w->open = true;
	return !w->nl.failed;
}

static void close_source(struct watch_source *w)
{
	if (!w->open)
		return;
	nl_close(&w->nl);
	w->open = false;
	/* a module that was loaded again counts generations from the beginning */
	w->settings.known = false;
}

/* Close the source after a failure: the socket is useless if the module was removed. */
static enum watch_result failed(struct watch_source *w, enum watch_result result)
{
	snprintf(w->why, sizeof(w->why), "%s", w->nl.snl.why);
	close_source(w);
	return result;
}

static const struct watch_device *find(const struct watch_source *w, const char *name)
{
	size_t i;

	for (i = 0; i < w->devices; i++) {
		if (!*name || !strcmp(w->device[i].name, name))
			return &w->device[i];
	}
	return NULL;
}

static enum watch_result absent(struct watch_source *w, const char *name)
{
	if (*name)
		snprintf(w->why, sizeof(w->why), "there is no device %s", name);
	else
		snprintf(w->why, sizeof(w->why), "there is no device: 'seastar dev add' makes one");
	return WATCH_ABSENT;
}

static void watch_take_device(struct watch_source *w, const char *name, struct watch_reading *r)
{
	const struct sample_query q = { .dev = name };

	sample_read(&w->nl, &q, &r->sample);
	r->has_sources = sources_read(&w->nl, &q, r->sample.n, &r->sources);
	watch_read_clock(w, name);
	watch_read_settings(w, name, r->sample.generation);
	read_commits(w, name);
}

enum watch_result watch_read(struct watch_source *w, char name[SEASTAR_NAME_MAX + 1],
			     struct watch_reading *r)
{
	const struct watch_device *d;

	*r = (struct watch_reading){ 0 };
	if (!open_source(w))
		return failed(w, WATCH_ABSENT);
	read_devices(w);
	if (w->nl.failed)
		return failed(w, WATCH_ABSENT);
	d = find(w, name);
	if (!d)
		return absent(w, name);
	r->device = *d;
	memcpy(name, d->name, sizeof(d->name));
	watch_take_device(w, name, r);
	if (w->nl.failed) {
		sample_free(&r->sample);
		return failed(w, WATCH_FAILED);
	}
	return WATCH_READ;
}

void watch_read_devices(struct watch_source *w)
{
	if (open_source(w))
		read_devices(w);
	if (w->nl.failed)
		failed(w, WATCH_ABSENT);
}

struct news {
	char *what;
	size_t size;
	bool any;
};

static const char *const event_names[] = {
	[SEASTAR_CMD_DEV_NEW_NTF] = "a device came",
	[SEASTAR_CMD_DEV_DEL_NTF] = "a device went",
	[SEASTAR_CMD_AGING_NTF] = "aging was changed",
	[SEASTAR_CMD_TRAFFIC_NTF] = "the traffic was changed",
	[SEASTAR_CMD_CLOCK_NTF] = "the clock was set, or its step is done",
	[SEASTAR_CMD_MMR_NTF] = "a register was written",
	[SEASTAR_CMD_STATS_NTF] = "some counts are missing",
	[SEASTAR_CMD_LINK_NTF] = "a link went down or came up, or its bit errors changed",
	[SEASTAR_CMD_ROUTE_NTF] = "other routes are in force",
	[SEASTAR_CMD_DEV_LOST_NTF] = "a device does not answer",
	[SEASTAR_CMD_DEV_FOUND_NTF] = "a device answers again",
};

static void describe_commit(const struct nlmsghdr *event, struct news *n)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	snl_attributes(event, tb, SEASTAR_A_CONFIG_MAX);
	snprintf(n->what, n->size, "commit %llu %s",
		 (unsigned long long)snl_u64(tb[SEASTAR_A_CONFIG_ID]),
		 config_state(tb[SEASTAR_A_CONFIG_STATE]));
}

static void describe_other(const struct nlmsghdr *event, struct news *n)
{
	const struct nlattr *tb[SEASTAR_A_DEV_NAME + 1];
	uint8_t command = snl_command(event);
	const char *what = NULL;

	if (command < sizeof(event_names) / sizeof(event_names[0]))
		what = event_names[command];
	/* attribute 1 is the device's name in every event but those of commits */
	snl_attributes(event, tb, SEASTAR_A_DEV_NAME);
	snprintf(n->what, n->size, "%s: %s", snl_str(tb[SEASTAR_A_DEV_NAME]),
		 what ? what : "something happened");
}

static bool watch_on_event(const struct nlmsghdr *event, void *ctx)
{
	struct news *n = ctx;

	n->any = true;
	if (snl_command(event) == SEASTAR_CMD_CONFIG_NTF)
		describe_commit(event, n);
	else
		describe_other(event, n);
	return true;
}

static void watch_on_lost(void *ctx)
{
	struct news *n = ctx;

	n->any = true;
	snprintf(n->what, n->size, "more events happened than could be shown");
}

static void watch_on_module(bool loaded, void *ctx)
{
	struct news *n = ctx;

	n->any = true;
	snprintf(n->what, n->size, "the module %s", loaded ? "is loaded again" : "was removed");
}

void watch_events_open(struct watch_events *e)
{
	if (e->open)
		return;
	nl_try_open(&e->nl);
	nl_subscribe(&e->nl);
	e->open = true;
	if (e->nl.failed)
		watch_events_close(e);
}

void watch_events_close(struct watch_events *e)
{
	if (e->open)
		nl_close(&e->nl);
	e->open = false;
}

bool watch_events(struct watch_events *e, char *what, size_t size)
{
	struct news n = { .what = what, .size = size };
	const struct snl_follower follower = { .event = watch_on_event, .lost = watch_on_lost,
					      .module = watch_on_module, .ctx = &n };
	struct pollfd p = { .events = POLLIN };

	if (!e->open)
		return false;
	p.fd = nl_fd(&e->nl);
	while (!e->nl.failed && poll(&p, 1, 0) > 0)
		nl_events_read(&e->nl, &follower);
	if (e->nl.failed)
		watch_events_close(e);
	return n.any;
}

void watch_close(struct watch_source *w)
{
	close_source(w);
	free(w->device);
	free(w->commit);
}
