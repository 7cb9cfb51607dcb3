// SPDX-License-Identifier: GPL-2.0-only
/* What seastar whatif prints for programs. */
#include "sim/run/result.h"

#include "tools/seastar/base/print.h"

#include "whatif.h"

#define DIGITS	6

static struct json_object *group(struct json_object *o, const char *name)
{
	struct json_object *g;

	if (!json_object_object_get_ex(o, name, &g)) {
		g = json_object_new_object();
		json_object_object_add(o, name, g);
	}
	return g;
}

static struct json_object *held_json(const struct whatif *w)
{
	struct json_object *o = json_object_new_object(), *f;

	for (unsigned int i = 0; i < FIGURES; i++) {
		if (!whatif_is_held(w, i))
			continue;
		f = json_object_new_object();
		json_add_real(f, "counted", w->counted[i], DIGITS);
		json_add_real(f, "model", w->model[i].mean, DIGITS);
		json_add_real(f, "ci95", w->model[i].half, DIGITS);
		json_add_real(f, "deviation_percent", whatif_deviation(w, i), 3);
		json_object_object_add(f, "off", json_object_new_boolean(whatif_is_off(w, i)));
		json_object_object_add(group(o, figures[i].group), figures[i].key, f);
	}
	return o;
}

static struct json_object *figures_json(const struct candidate *c)
{
	struct json_object *o = json_object_new_object(), *f;

	for (unsigned int i = 0; i < FIGURES; i++) {
		f = json_object_new_object();
		json_add_real(f, "mean", c->figure[i].mean, DIGITS);
		json_add_real(f, "ci95", c->figure[i].half, DIGITS);
		json_object_object_add(group(o, figures[i].group), figures[i].key, f);
	}
	return o;
}

static struct json_object *verdicts_json(const struct whatif *w, const struct candidate *c)
{
	/* nothing is changed in the middle of these runs: none is transient */
	static const char *const keys[] = {
		[SIM_OK] = "ok",
		[SIM_IMPRECISE] = "imprecise",
		[SIM_NOT_STEADY] = "not_steady",
		[SIM_STARVED] = "starved",
		[SIM_SATURATED] = "saturated",
		[SIM_DEADLOCK] = "deadlock",
	};
	struct json_object *o = json_object_new_object();

	for (u32 v = SIM_OK; v <= SIM_DEADLOCK; v++)
		if (keys[v])
			json_add_u64(o, keys[v], whatif_verdicts(w, c, v));
	return o;
}

static struct json_object *candidate_json(const struct whatif *w, size_t i)
{
	const struct candidate *c = &w->candidate[i];
	struct json_object *o = json_object_new_object();

	json_add_str(o, "name", c->name);
	json_add_str(o, "words", c->words);
	json_add_u64(o, "changes", c->changes);
	json_object_object_add(o, "best", json_object_new_boolean(i == w->best));
	json_object_object_add(o, "tied", json_object_new_boolean(c->tied));
	json_object_object_add(o, "verdicts", verdicts_json(w, c));
	json_object_object_add(o, "figures", figures_json(c));
	return o;
}

static struct json_object *replay_json(const struct whatif *w)
{
	struct json_object *o;

	if (!w->replayed && !*w->why)
		return NULL;
	o = json_object_new_object();
	json_object_object_add(o, "exact", json_object_new_boolean(w->replayed));
	if (!w->replayed) {
		json_add_str(o, "why", w->why);
		return o;
	}
	json_add_u64(o, "at", w->at);
	json_add_u64(o, "first_cycle", w->settled);
	json_add_u64(o, "last_cycle", w->settled + w->cycles);
	return o;
}

struct json_object *whatif_json(const struct whatif *w, struct json_object *snapshot)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	char command[256];

	json_add_str(o, "device", w->s.device);
	json_add_u64(o, "generation", w->s.generation);
	json_object_object_add(o, "snapshot", json_object_get(snapshot));
	json_add_u64(o, "seeds", w->seeds);
	json_add_u64(o, "cycles", w->cycles);
	json_add_u64(o, "bound_percent", WHATIF_BOUND);
	json_object_object_add(o, "replay", replay_json(w));
	json_object_object_add(o, "reproduced", json_object_new_boolean(w->reproduced));
	json_object_object_add(o, "reproduction", w->other_traffic ? NULL : held_json(w));
	for (size_t i = 0; i < w->n; i++)
		json_object_array_add(list, candidate_json(w, i));
	json_object_object_add(o, "candidates", list);
	json_add_u64(o, "starving_candidates", whatif_starving(w));
	json_add_str(o, "best", w->candidate[w->best].name);
	whatif_command(w, &w->candidate[w->best], "60", command, sizeof(command));
	json_object_object_add(o, "command", w->best ? json_object_new_string(command) : NULL);
	return o;
}
