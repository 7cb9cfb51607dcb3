// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-ups of keys: by name, of their values in an experiment, and whether they apply with its
 * other keys. keys.c has the table.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/topology/list.h"

#include "keys.h"

u32 sim_key_find(const char *name)
{
	u32 i = 0;

	/* comparing the first characters here saves nearly all of the calls */
	while (i < sim_key_count &&
	       (sim_keys[i].name[0] != name[0] || strcmp(sim_keys[i].name, name)))
		i++;
	return i;
}

const char *sim_key_nearest(const char *typed)
{
	const char *names[SIM_MAX_KEYS + 1] = { NULL };

	for (u32 i = 0; i < sim_key_count; i++)
		names[i] = sim_keys[i].name;
	return text_nearest(typed, names);
}

u32 sim_key_chosen(const struct sim_key *k, u32 value)
{
	u32 i = 0;

	while (k->values && k->values[i] != value)
		i++;
	return k->values ? i : value;
}

void *sim_key_field(const struct sim_key *k, const struct sim_experiment *e, u32 phase)
{
	const char *base = sim_key_is_timed(k) ? (const char *)&e->phase[phase].settings :
						 (const char *)e;

	return (char *)base + k->offset;
}

static bool is_void_by_pattern(const struct sim_key *k, const struct sim_experiment *e, u32 phase)
{
	const struct sim_key *pattern = &sim_keys[sim_key_find("pattern")];
	const u32 *value = sim_key_field(pattern, e, phase);

	return k->void_by >> sim_key_chosen(pattern, *value) & 1;
}

/* Return true if the words of @k belong to the topology, not to the router. */
static bool is_by_topology(const struct sim_key *k, u32 router)
{
	return k->by_topology && router == SIM_ROUTER_VC;
}

bool sim_key_suits_topology(const struct sim_key *k, u32 router, const struct ss_topology_ops *t)
{
	if (is_by_topology(k, router))
		return t->routings;
	return !k->topology || k->topology == t;
}

/*
 * Return true if the choices that @k needs have the words that it needs.  If not, one of them is
 * *@because.
 */
static bool suits_choices(const struct sim_key *k, const struct sim_experiment *e, u32 phase,
			  const struct sim_key **because)
{
	while (k->needs) {
		if (k->void_by && is_void_by_pattern(k, e, phase)) {
			*because = &sim_keys[sim_key_find("pattern")];
			return false;
		}
		const struct sim_key *choice = &sim_keys[sim_key_find(k->needs)];
		const u32 *value = sim_key_field(choice, e, phase);

		if (is_by_topology(choice, e->router)) {
			*because = &sim_keys[sim_key_find("router")];
			return false;
		}
		if (!(k->among >> sim_key_chosen(choice, *value) & 1)) {
			*because = choice;
			return false;
		}
		k = choice;
	}
	return true;
}

bool sim_key_applies(const struct sim_key *k, const struct sim_experiment *e, u32 phase,
		     const struct sim_key **because)
{
	const struct sim_key *router = &sim_keys[sim_key_find("router")];
	const struct sim_key *topology = &sim_keys[sim_key_find("topology")];

	if (k->bounds_replies && sim_has_replies(&e->phase[phase].settings))
		return true;
	*because = NULL;
	suits_choices(k, e, phase, because);
	if (*because != router && !sim_key_suits_topology(k, e->router, e->config.topology))
		*because = sim_key_is_of_router(topology, e->router) ? topology : router;
	return !*because;
}

void sim_key_writer_open(struct sim_key_writer *w)
{
	w->text = NULL;
	w->to = sim_need(open_memstream(&w->text, &w->size));
}

const char *sim_key_write(struct sim_key_writer *w, const struct sim_key *k,
			  const struct sim_experiment *e, u32 phase)
{
	rewind(w->to);
	k->type->print(k, sim_key_field(k, e, phase), w->to);
	fputc('\0', w->to);
	if (fflush(w->to))
		sim_need(NULL);
	return w->text;
}

void sim_key_writer_close(struct sim_key_writer *w)
{
	fclose(w->to);
	free(w->text);
}

char *sim_key_text(const struct sim_key *k, const struct sim_experiment *e, u32 phase)
{
	char *text = NULL;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));

	k->type->print(k, sim_key_field(k, e, phase), to);
	fclose(to);
	return sim_need(text);
}

const char *const sim_choice_keys[SIM_CHOICES] = {
	[SIM_CHOICE_ROUTER] = "router",
	[SIM_CHOICE_RULES] = "rules",
	[SIM_CHOICE_ROUTING] = "routing",
	[SIM_CHOICE_CROSSBAR] = "crossbar",
};

enum sim_choice sim_choice_find(const char *name)
{
	u32 i = 0;

	while (i < SIM_CHOICES && strcmp(sim_choice_keys[i], name))
		i++;
	return i;
}

bool sim_key_is_default(const struct sim_key *k, const char *value,
			const char *const chosen[SIM_CHOICES])
{
	struct sim_experiment *defaults = sim_experiment_new();
	struct sim_error err;
	char word[64], *text;
	bool same;

	for (u32 i = 0; i < sim_choice_find(k->name); i++) {
		snprintf(word, sizeof(word), "%s=%s", sim_choice_keys[i], chosen[i]);
		if (*chosen[i])
			sim_experiment_set(defaults, word, &err);
	}
	text = sim_key_text(k, defaults, 0);
	same = !strcmp(text, value);
	free(text);
	sim_experiment_free(defaults);
	return same;
}

/* Return true if any topology has this word for a routing. */
static bool is_routing_word(const char *word)
{
	for (const struct ss_topology_ops *const *t = ss_topologies; *t; t++)
		for (const struct ss_topology_routing *w = (*t)->routings; w && w->word; w++)
			if (!strcmp(w->word, word))
				return true;
	return false;
}

const char *sim_shape_key(const struct ss_topology_ops *t)
{
	u32 own = sim_key_find(t->name);

	return own < sim_key_count ? sim_keys[own].name : "topology";
}

bool sim_key_is_shape(const char *key)
{
	for (const struct ss_topology_ops *const *t = ss_topologies; *t; t++)
		if (!strcmp(key, sim_shape_key(*t)))
			return true;
	return false;
}

bool sim_key_is_size(const struct sim_key *k)
{
	return !sim_key_is_timed(k) &&
	       k->offset >= offsetof(struct sim_experiment, config.topology) &&
	       k->offset < offsetof(struct sim_experiment, config.size) +
			   sizeof(((struct sim_experiment *)NULL)->config.size);
}

bool sim_is_given(const struct sim_experiment *e, const char *key)
{
	return e->phase[0].origin[sim_key_find(key)].level;
}

bool sim_word_is_of_router(const struct sim_key *k, u32 i, u32 router)
{
	u32 routers = k->word_routers ? k->word_routers[i] : 0;

	if (is_by_topology(k, router))
		return is_routing_word(k->words[i]);
	return !routers || routers >> router & 1;
}

bool sim_key_is_of_router(const struct sim_key *k, u32 router)
{
	const struct sim_key *choice;

	if (k->only && !(k->only >> router & 1))
		return false;
	if (!k->needs)
		return true;
	if (!strcmp(k->needs, "router"))
		return k->among >> router & 1;
	choice = &sim_keys[sim_key_find(k->needs)];
	if (is_by_topology(choice, router))
		return false;
	for (u32 i = 0; choice->words[i]; i++)
		if (k->among >> i & 1 && sim_word_is_of_router(choice, i, router))
			return sim_key_is_of_router(choice, router);
	return false;
}
