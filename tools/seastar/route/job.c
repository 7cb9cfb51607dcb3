// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/link/links.h"

#include "job.h"

#define LISTED		20	/* most pairs without a route to list */

bool route_job_word(struct route_job *j, const char *key, const char *value,
		    struct sim_error *err)
{
	char *word = allocate(strlen(key) + strlen(value) + 2, 1);
	bool ok;

	sprintf(word, "%s=%s", key, value);
	ok = route_plan_set(j->plan, word, err);
	free(word);
	return ok;
}

/* Add to the plan a word that follows from the device. */
static void own_word(struct route_job *j, const char *key, const char *value)
{
	struct sim_error err;

	if (!route_job_word(j, key, value, &err))
		die("%s", err.text);
}

static void begin_plan(struct route_job *j)
{
	const struct ss_topology *t = &j->device.core;
	char text[TOPOLOGY_TEXT_MAX], *c = text;
	uint32_t i;

	j->plan = route_plan_new();
	snprintf(text, sizeof(text), "%ux%ux%u", t->size[0], t->size[1], t->size[2]);
	own_word(j, "topology", text);
	for (i = 0; i < SEASTAR_DIMS; i++) {
		if (!ss_is_torus(t, i))
			*c++ = "xyz"[i];
	}
	*c = '\0';
	if (c > text)
		own_word(j, "mesh", text);
}

void route_job_read(struct nl *nl, const char *dev, struct route_job *j)
{
	*j = (struct route_job){ 0 };
	device_read(nl, dev, &j->device);
	if (j->device.routers != j->device.core.routers)
		die("%s has %u of the %u routers of its fabric: tables are of all of them", dev,
		    j->device.routers, j->device.core.routers);
	if (j->device.vcs < 2)
		die("%s has one virtual channel per class: tables need two", dev);
	routing_read(nl, dev, &j->routing);
	if (j->routing.in_registers)
		j->routing.generation = j->device.generation;
	j->down = links_down(nl, &j->device, &j->downs);
	begin_plan(j);
}

void route_job_free(struct route_job *j)
{
	route_proof_free(j->proof);
	route_tables_free(j->t);
	route_plan_free(j->plan);
	free(j->pairs.pair);
	free(j->down);
}

/* Return true if @word is an option that the user may choose; others follow from the device. */
static bool is_open(const char *word)
{
	static const char *const keys[] = { "assignment=", "dateline=", "regions=", "down=", NULL };
	size_t i;

	for (i = 0; keys[i]; i++) {
		if (!strncmp(word, keys[i], strlen(keys[i])))
			return true;
	}
	return false;
}

static bool job_take_words(struct route_plan *plan, const char *words, struct sim_error *err)
{
	char *copy = strdup(words), *rest = copy, *word;
	bool ok = true;

	if (!copy)
		die("out of memory");
	while (ok && (word = strsep(&rest, " \t"))) {
		if (!*word)
			continue;
		ok = is_open(word) ? route_plan_set(plan, word, err) :
		     sim_fail(err, "'%s' is none of assignment=, dateline=, regions= and down=, nor '"
			      ROUTE_BY_RULE "' alone", word);
	}
	free(copy);
	return ok;
}

bool route_job_words(struct route_job *j, const char *words, struct sim_error *err)
{
	return job_take_words(j->plan, words, err);
}

bool route_words_check(const char *words, struct sim_error *err)
{
	struct route_plan *plan;
	bool ok;

	if (!strcmp(words, ROUTE_BY_RULE))
		return true;
	plan = route_plan_new();
	ok = job_take_words(plan, words, err);
	route_plan_free(plan);
	return ok;
}

/* Return true if each link that is down is down in the plan, too. */
static bool knows_of_links(const struct route_job *j, struct sim_error *err)
{
	char *copy = strdup(j->down), *rest = copy, *link, *port;
	bool ok = true;

	if (!copy)
		die("out of memory");
	while (ok && (link = strsep(&rest, ","))) {
		unsigned long router = strtoul(link, &port, 10);
		unsigned int i;

		for (i = 0; *port && i < SEASTAR_PORTS; i++) {
			if (strcmp(port + 1, port_names[i]))
				continue;
			ok = j->plan->down[router] >> i & 1;
			if (!ok)
				sim_fail(err, "the link of port %s of router %lu is down, and these routes lead over it: see 'seastar route rebuild'",
					 port_names[i], router);
		}
	}
	free(copy);
	return ok;
}

bool route_job_make(struct route_job *j, struct sim_error *err)
{
	if (!route_plan_check(j->plan, err) || !knows_of_links(j, err))
		return false;
	j->pairs.most = LISTED;
	j->missing = (struct route_missing){ .record = route_pairs_record, .to = &j->pairs };
	j->t = route_generate(j->plan, &j->missing);
	j->proof = route_check(j->plan, j->t);
	return route_job_holds(j) ||
	       sim_fail(err, "the tables that the rules give do not pass the proof: see 'seastar-sim route check'");
}

bool route_job_holds(const struct route_job *j)
{
	return route_proof_holds(j->proof, j->missing.pairs);
}

char *route_job_regions(const struct route_job *j, const uint16_t *nid)
{
	uint32_t plane = j->device.core.size[1] * j->device.core.size[2], first = 0, i;
	uint32_t planes = j->device.core.size[0];
	char *text = allocate(planes, 16);
	size_t length = 0;

	for (i = 1; i <= planes; i++) {
		if (i < planes &&
		    ss_route_region(nid[i * plane]) == ss_route_region(nid[first * plane]))
			continue;
		length += sprintf(text + length, "%s%u-%u", length ? "," : "", first, i - 1);
		first = i;
	}
	return text;
}

/* Return the links that are down in the plan, each by its end in the + direction; to be freed. */
static char *planned_down(const struct route_job *j)
{
	char *text = allocate(1, 1);
	size_t length = 0;
	uint32_t i, port;

	for (i = 0; i < j->device.routers; i++) {
		for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port += 2) {
			if (!(j->plan->down[i] >> port & 1))
				continue;
			text = resize(text, length + 16, 1);
			length += sprintf(text + length, "%s%u:%s", length ? "," : "", i,
					  port_names[port]);
		}
	}
	return text;
}

char *route_job_plan(const struct route_job *j)
{
	const struct route_plan *p = j->plan;
	char *down = planned_down(j), *regions = route_job_regions(j, p->nid);
	size_t room = strlen(down) + strlen(regions) + 256;
	char *text = allocate(room, 1);
	int length;

	length = snprintf(text, room, "assignment=%s dateline=%u,%u,%u",
			  route_assignment_words[p->assignment], p->dateline[0], p->dateline[1],
			  p->dateline[2]);
	if (strchr(regions, ','))
		length += snprintf(text + length, room - length, " regions=%s", regions);
	if (*down)
		length += snprintf(text + length, room - length, " down=%s", down);
	if (length > SEASTAR_PLAN_MAX)
		*text = '\0';
	free(regions);
	free(down);
	return text;
}

uint64_t route_job_send(struct nl *nl, const struct route_job *j)
{
	char *words = route_job_plan(j);
	uint64_t draft = tables_send(nl, j->device.name, j->plan, j->t, words);

	free(words);
	return draft;
}
