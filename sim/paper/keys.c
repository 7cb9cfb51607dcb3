// SPDX-License-Identifier: GPL-2.0-only
/* The keys of a reproduction's runs: those of the part, the row, the reduced size and the user. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/experiment/assign.h"
#include "sim/experiment/keys.h"

#include "runs.h"

#define REDUCED_SEEDS	3

bool paper_each_key(const char *keys,
		    bool (*take)(void *of, const char *key, struct sim_error *err), void *of,
		    struct sim_error *err)
{
	char *words = sim_copy(keys), *rest = *words ? words : NULL, *word;
	bool ok = true;

	while (ok && (word = strsep(&rest, " ")))
		ok = take(of, word, err);
	free(words);
	return ok;
}

static bool set_key(void *e, const char *key, struct sim_error *err)
{
	return sim_experiment_set(e, key, err);
}

bool paper_set_keys(struct sim_experiment *e, const char *keys, struct sim_error *err)
{
	return paper_each_key(keys, set_key, e, err);
}

bool paper_is_key(const char *word, struct sim_error *err)
{
	/* errors from here do not say where the key is */
	const struct sim_origin nowhere = { .level = SIM_LEVEL_DEFAULT };
	struct sim_experiment *e = sim_experiment_new();
	char *key = sim_copy(word), *value = strchr(key, '=');
	bool ok;

	if (value)
		*value++ = '\0';
	ok = value ? sim_assign(e, 0, key, value, &nowhere, 0, err) :
		     sim_fail(err, "'%.64s' is not KEY=VALUE", word);
	free(key);
	sim_experiment_free(e);
	return ok;
}

/* Return the text behind the first of @keys. */
static const char *behind_key(const char *keys)
{
	keys += strcspn(keys, " ");
	return keys + strspn(keys, " ");
}

/* Return true if @keys has the key of @word. */
static bool is_among(const char *word, size_t length, const char *keys)
{
	size_t name = strcspn(word, "=");

	while (*keys && (strncmp(keys, word, name + 1) || name >= length))
		keys = behind_key(keys);
	return *keys;
}

/* Put the keys of the first layer that no later one replaces.  A layer of NULL is the end. */
static void put_layer(const char *const *layer, FILE *to)
{
	for (const char *keys = *layer; *keys; keys = behind_key(keys)) {
		const char *const *later = layer + 1;
		size_t length = strcspn(keys, " ");

		while (*later && !is_among(keys, length, *later))
			later++;
		if (!*later)
			fprintf(to, "%s%.*s", ftell(to) ? " " : "", (int)length, keys);
	}
}

static char *join(const char *const *layer)
{
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	for (; *layer; layer++)
		put_layer(layer, to);
	fclose(to);
	return text;
}

char *paper_join_keys(const char *first, const char *then)
{
	return join((const char *const[]){ first, then, NULL });
}

char *paper_keys(const struct paper_request *q, const struct paper_at *at)
{
	const char *small = q->reduced && at->part->reduced ? at->part->reduced : "";
	char number[TEXT_DECIMAL], load[TEXT_DECIMAL + sizeof("load=")] = "", seed[32] = "";
	const char *const layers[] = {
		at->part->keys, at->row ? at->row->keys : "", small, q->settings, load, seed, NULL
	};

	if (at->load) {
		text_from_decimal(at->load, PAPER_LOAD_DIGITS, number, sizeof(number));
		snprintf(load, sizeof(load), "load=%s", number);
	}
	if (at->seed)
		snprintf(seed, sizeof(seed), "seed=%u", at->seed);
	return join(layers);
}

char *paper_all_keys(const struct paper_request *q, const struct paper_at *at,
		     struct sim_error *err)
{
	char *keys = paper_keys(q, at), *drawn = NULL, *all = NULL;
	struct sim_experiment *e;
	struct sim_error why;

	if (at->part->draw == PAPER_DRAWS_NOTHING)
		return keys;
	e = sim_experiment_new();
	if (paper_set_keys(e, keys, &why))
		drawn = paper_draw(at->part, e, at->seed, &why);
	if (drawn)
		all = paper_join_keys(keys, drawn);
	else
		paper_fail(at, why.text, err);
	sim_experiment_free(e);
	free(drawn);
	free(keys);
	return all;
}

bool paper_is_overridden(const struct paper_row *row, const struct paper_request *q)
{
	for (const char *keys = row->keys; *keys; keys = behind_key(keys))
		if (is_among(keys, strcspn(keys, " "), q->settings))
			return true;
	return false;
}

u32 paper_seeds(const struct paper_reproduction *p, const struct paper_part *part, bool reduced)
{
	u32 seeds = part->seeds ? part->seeds : p->seeds;

	return reduced && seeds > REDUCED_SEEDS ? REDUCED_SEEDS : seeds;
}

bool paper_is_small(const struct paper_part *part, bool reduced)
{
	for (u32 i = 0; reduced && part->reduced && i < sim_key_count; i++) {
		char key[SIM_MAX_NAME + 2];

		snprintf(key, sizeof(key), "%s=", sim_keys[i].name);
		if (sim_key_is_shape(sim_keys[i].name) &&
		    is_among(key, strlen(key), part->reduced))
			return true;
	}
	return false;
}

bool paper_prepare(struct sim_experiment *e, const struct paper_request *q,
		   const struct paper_at *at, struct sim_error *err)
{
	char *keys = paper_all_keys(q, at, err);
	struct sim_error why;
	bool ok = keys && ((paper_set_keys(e, keys, &why) && sim_experiment_check(e, &why)) ||
			   paper_fail(at, why.text, err));

	free(keys);
	return ok;
}

bool paper_fail(const struct paper_at *at, const char *why, struct sim_error *err)
{
	static const char words[] = "command line, ";

	/* keys are given word by word, most of them from a study */
	if (!strncmp(why, words, strlen(words)))
		why += strlen(words);
	return sim_fail(err, "%s, %s, seed %u: %.600s", at->part->name, at->row->name, at->seed, why);
}
