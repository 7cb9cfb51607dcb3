// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/commit/commit.h"

#include "heading.h"
#include "outcome.h"

static bool outcome_is_loaded(const struct heading *h)
{
	char module[IDENTITY_MAX];

	heading_module(module);
	return !strcmp(h->module, module);
}

static bool is_pending(const struct replies *pending, uint64_t id)
{
	size_t i;

	for (i = 0; i < pending->n; i++) {
		if (config_id(pending->reply[i]) == id)
			return true;
	}
	return false;
}

/*
 * Return true if the devices of @t still have the generations of its commit: an undo changes them.
 */
static bool is_unchanged(const struct history_text *t, const struct heading *h,
			 const struct devices *present)
{
	size_t i;

	for (i = 0; i < h->devs; i++) {
		const struct device_entry *e = devices_find(present, h->dev[i].name);

		if (!heading_is_of(h, present, h->dev[i].name) || e->generation > t->generation)
			return false;
	}
	return true;
}

/* Settle the outcome of a text.  The removal of the module undoes commits that wait. */
static void settle(struct history_text *t, const struct replies *pending,
		   const struct devices *present)
{
	struct heading h;
	bool loaded;

	heading_read(t->path, &h);
	loaded = outcome_is_loaded(&h);
	if (!loaded || !is_pending(pending, t->commit))
		history_settle(t, loaded && is_unchanged(t, &h, present) ? HISTORY_MADE :
									   HISTORY_EXPIRED);
	heading_free(&h);
}

void outcome_settle(struct nl *nl, const struct devices *present, struct history_text *texts,
		    size_t n)
{
	struct replies pending = { 0 };
	size_t i;

	config_read_pending(nl, &pending);
	for (i = 0; i < n; i++) {
		if (texts[i].state == HISTORY_WAITING)
			settle(&texts[i], &pending, present);
	}
	replies_forget(&pending);
	free(pending.reply);
}

void outcome_record(uint64_t id, enum history_state state)
{
	struct history_text *texts;
	size_t i, n = history_list(&texts);
	struct heading h;

	for (i = 0; i < n; i++) {
		if (texts[i].state != HISTORY_WAITING || texts[i].commit != id)
			continue;
		heading_read(texts[i].path, &h);
		if (outcome_is_loaded(&h))
			history_settle(&texts[i], state);
		heading_free(&h);
	}
	history_free(texts, n);
}
