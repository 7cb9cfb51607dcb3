// SPDX-License-Identifier: GPL-2.0-only
/* The keys of a reproduction's runs: those of the part, the row, the reduced size and the user. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/experiment/assign.h"

#include "at.h"

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
	/* of no level: the sentence does not say where the key is */
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

/* Is the key of @word among @keys? */
static bool is_among(const char *word, size_t length, const char *keys)
{
	size_t name = strcspn(word, "=");

	while (*keys && (strncmp(keys, word, name + 1) || name >= length)) {
		keys += strcspn(keys, " ");
		keys += strspn(keys, " ");
	}
	return *keys;
}

/* Layers of keys, ended by NULL: those of the first that no later one has others for. */
static void put_layer(const char *const *layer, FILE *to)
{
	const char *keys = *layer;

	while (*keys) {
		const char *const *later = layer + 1;
		size_t length = strcspn(keys, " ");

		while (*later && !is_among(keys, length, *later))
			later++;
		if (!*later)
			fprintf(to, "%s%.*s", ftell(to) ? " " : "", (int)length, keys);
		keys += length;
		keys += strspn(keys, " ");
	}
}

static void put_layers(const char *const *layer, FILE *to)
{
	for (; *layer; layer++)
		put_layer(layer, to);
}

char *paper_join_keys(const char *first, const char *then)
{
	const char *const layers[] = { first, then, NULL };
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	put_layers(layers, to);
	fclose(to);
	return text;
}

char *paper_keys(const struct paper_request *q, const struct paper_at *at)
{
	const char *small = q->reduced && at->part->reduced ? at->part->reduced : "";
	const char *const layers[] = {
		at->part->keys, at->row ? at->row->keys : "", small, q->settings, NULL
	};
	char load[TEXT_DECIMAL];
	size_t bytes;
	char *text;
	FILE *to = sim_need(open_memstream(&text, &bytes));

	put_layers(layers, to);
	if (at->load) {
		text_from_decimal(at->load, PAPER_LOAD_DIGITS, load, sizeof(load));
		fprintf(to, " load=%s", load);
	}
	if (at->seed)
		fprintf(to, " seed=%u", at->seed);
	fclose(to);
	return text;
}

bool paper_is_overridden(const struct paper_row *row, const struct paper_request *q)
{
	const char *keys = row->keys;

	while (*keys) {
		size_t length = strcspn(keys, " ");

		if (is_among(keys, length, q->settings))
			return true;
		keys += length;
		keys += strspn(keys, " ");
	}
	return false;
}

u32 paper_seeds(const struct paper_reproduction *p, const struct paper_part *part, bool reduced)
{
	u32 seeds = part->seeds ? part->seeds : p->seeds;

	return reduced && seeds > REDUCED_SEEDS ? REDUCED_SEEDS : seeds;
}

bool paper_is_small(const struct paper_part *part, bool reduced)
{
	return reduced && part->reduced &&
	       (is_among("topology=", strlen("topology="), part->reduced) ||
		is_among("dragonfly=", strlen("dragonfly="), part->reduced));
}

bool paper_prepare(struct sim_experiment *e, const struct paper_request *q,
		   const struct paper_at *at, struct sim_error *err)
{
	char *keys = paper_keys(q, at), *drawn = NULL;
	bool ok = paper_set_keys(e, keys, err);

	free(keys);
	ok = ok && paper_draw(at->part, e, at->seed, &drawn, err);
	if (drawn)
		ok = sim_experiment_set(e, drawn, err);
	free(drawn);
	return ok && sim_experiment_check(e, err);
}
