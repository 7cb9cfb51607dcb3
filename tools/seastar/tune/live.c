// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/seastar/aging/settings.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"
#include "tools/seastar/clock/state.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/commit/show.h"

#include "live.h"
#include "look.h"

#define POLL_MS		20	/* ms from one reading of a clock to the next */
#define MAX_WORDS	16

static volatile sig_atomic_t live_signal;

static void on_signal(int signal)
{
	live_signal = signal;
}

void live_catch_signals(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	const struct sigaction action = { .sa_handler = on_signal };
	struct sigaction before;

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		sigaction(signals[i], NULL, &before);
		if (before.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
	}
}

/* Return true, with @why, if a signal has come. */
static bool is_signalled(char why[TUNE_WHY])
{
	if (!live_signal)
		return false;
	snprintf(why, TUNE_WHY, "signal %d (%s) ended it", (int)live_signal,
		 strsignal(live_signal));
	return true;
}

void live_open(struct live *l, const char *dev)
{
	l->dev = dev;
	l->hold.dev = dev;
	snprintf(l->hold.comment, sizeof(l->hold.comment), TUNE_COMMENT "%d.%" PRIx64,
		 (int)getpid(), clock_ms());
	nl_open(&l->hold.nl);
	agings_read(&l->hold.nl, dev, &l->before);
	l->generation = l->before.generation;
	l->hold.nl.may_fail = true;
}

void live_refuse_pending(struct live *l)
{
	struct replies pending = { 0 };

	config_read_pending(&l->hold.nl, &pending);
	if (l->hold.nl.failed)
		die("%s", l->hold.nl.snl.why);
	for (size_t i = 0; i < pending.n; i++)
		if (commit_names(pending.reply[i], l->dev))
			die("commit %" PRIu64 " to %s waits to be confirmed: confirm or cancel it first",
			    config_id(pending.reply[i]), l->dev);
	replies_forget(&pending);
	free(pending.reply);
}

void live_close(struct live *l)
{
	agings_free(&l->before);
	nl_close(&l->hold.nl);
}

static bool is_same(const struct agings *a, const struct agings *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (a->aging[i].router != b->aging[i].router ||
		    a->aging[i].period != b->aging[i].period ||
		    a->aging[i].select != b->aging[i].select ||
		    memcmp(a->aging[i].bias, b->aging[i].bias, sizeof(a->aging[i].bias)))
			return false;
	return true;
}

/*
 * Give the device up, since the commit of a candidate ended but this program did not end it.  Read
 * the settings, to write to @why how it ended.
 */
static void live_lose(struct live *l, char why[TUNE_WHY])
{
	struct agings now = { 0 };
	char refusal[TUNE_WHY];

	l->hold.id = 0;
	l->theirs = true;
	agings_read(&l->hold.nl, l->dev, &now);
	if (hold_failed(&l->hold, refusal))
		snprintf(why, TUNE_WHY, "the commit of a candidate has ended, and the settings cannot be read: %.180s",
			 refusal);
	else if (is_same(&now, &l->before))
		snprintf(why, TUNE_WHY, "another administrator cancelled the commit of a candidate, or its deadline passed: the former settings are back");
	else
		snprintf(why, TUNE_WHY, "the commit of a candidate was confirmed by another administrator, or its undoing failed: 'seastar age show %s' shows the settings, which are not the former ones",
			 l->dev);
	agings_free(&now);
}

/* Extend the deadline of the commit, if there is one; false if it cannot be. */
static bool live_extend(struct live *l, char why[TUNE_WHY])
{
	enum hold_result result = l->hold.id ? hold_extend(&l->hold, why) : HOLD_DONE;

	if (result == HOLD_ENDED)
		live_lose(l, why);
	return result == HOLD_DONE;
}

/*
 * Check that the settings are the former ones, and take their generation, on which the next commit
 * is based.
 */
static bool live_check_former(struct live *l, char why[TUNE_WHY])
{
	struct agings now = { 0 };
	bool same;

	agings_read(&l->hold.nl, l->dev, &now);
	if (hold_failed(&l->hold, why)) {
		l->theirs = true;
		agings_free(&now);
		return false;
	}
	same = is_same(&now, &l->before);
	l->generation = now.generation;
	agings_free(&now);
	if (same)
		return true;
	l->theirs = true;
	snprintf(why, TUNE_WHY, "another administrator has changed the settings of %s, which stay as they are",
		 l->dev);
	return false;
}

bool live_restore(struct live *l, char why[TUNE_WHY])
{
	char refusal[TUNE_WHY] = "";

	l->current = 0;
	if (l->theirs || !l->hold.id)
		return true;
	switch (hold_cancel(&l->hold, refusal)) {
	case HOLD_DONE:
		return live_check_former(l, why);
	case HOLD_FAILED:
		snprintf(why, TUNE_WHY, "%s", refusal);
		return false;
	case HOLD_ENDED:
		break;
	}
	if (!l->hold.unsure) {
		live_lose(l, why);
		return false;
	}
	/* a cancellation that failed in part or lost its answer may have ended the commit */
	if (live_check_former(l, why))
		return true;
	if (*refusal)
		snprintf(why, TUNE_WHY, "%s", refusal);
	return false;
}

/* Split @text at spaces, in place, into the words of @word, which ends with NULL. */
static void split(char *text, char *word[MAX_WORDS + 1])
{
	size_t n = 0;

	do
		word[n] = strsep(&text, " ");
	while (word[n++] && n < MAX_WORDS);
	word[MAX_WORDS] = NULL;
}

/* Put the settings of candidate @i, to be refused unless the generation is @l's. */
static void put_candidate(const struct live *l, size_t i, struct snl_msg *m)
{
	char text[160], *word[MAX_WORDS + 1];
	struct args a = { .object = "age", .command = "set", .word = word };
	struct settings s;

	snprintf(text, sizeof(text), "%s %s", l->dev, l->words[i]);
	split(text, word);
	args_settings(&a, &s);
	s.has_generation = true;
	s.generation = l->generation;
	settings_put(m, &s);
	settings_free(&s);
}

static bool try_candidate(struct live *l, size_t i, char why[TUNE_WHY])
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	put_candidate(l, i, &m);
	if (!hold_begin(&l->hold, &m, why))
		return false;
	l->generation = l->hold.generation;
	return true;
}

struct nlmsghdr *live_keep(struct live *l, size_t i, uint32_t ms, char why[TUNE_WHY])
{
	struct snl_msg m;

	if (is_signalled(why) || !live_check_former(l, why))
		return NULL;
	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	put_candidate(l, i, &m);
	/* without TUNE_COMMENT, so that 'seastar commit confirm' accepts it without its id */
	snprintf(l->hold.comment, sizeof(l->hold.comment), "winner of tune %d", (int)getpid());
	return hold_commit(&l->hold, &m, ms, why);
}

/*
 * Set candidate @i.  The former settings are restored and checked first, so that undoing the commit
 * of @i leads back to them.
 */
static bool live_set(struct live *l, size_t i, char why[TUNE_WHY])
{
	if (i == l->current)
		return i || live_check_former(l, why);
	if (!(l->hold.id ? live_restore(l, why) : live_check_former(l, why)))
		return false;
	if (i && !try_candidate(l, i, why))
		return false;
	l->current = i;
	return true;
}

/* Wait for @ms, and extend the deadline when due; false if the experiment has to end. */
static bool live_on(struct live *l, uint64_t ms, char why[TUNE_WHY])
{
	uint64_t end = clock_ms() + ms, now;

	do {
		now = clock_ms();
		if ((hold_is_due(&l->hold) && !live_extend(l, why)) || is_signalled(why))
			return false;
		if (now < end)
			wait_ms(end - now < HOLD_EXTEND_MS ? end - now : HOLD_EXTEND_MS);
	} while (now < end);
	return true;
}

/* Read the counts at @cycle or later; return false, with @why, if that fails or the clock stops. */
static bool look_at(struct live *l, uint64_t cycle, struct look *look, char why[TUNE_WHY])
{
	for (;;) {
		bool stands = clock_stands(&l->hold.nl, l->dev);

		look_take(&l->hold.nl, l->dev, look);
		if (hold_failed(&l->hold, why)) {
			look_free(look);
			return false;
		}
		if (look->reading.sample.cycle >= cycle)
			return true;
		look_free(look);
		if (stands) {
			snprintf(why, TUNE_WHY, "the clock of %s was stopped", l->dev);
			return false;
		}
		if (!live_on(l, POLL_MS, why))
			return false;
	}
}

/* Begin a step of the clock by @cycles; look_at() waits for its end. */
static bool live_step(struct live *l, uint64_t cycles, char why[TUNE_WHY])
{
	struct snl_msg m;

	if (!cycles)
		return true;
	snl_start(&m, SEASTAR_CMD_CLOCK_SET);
	snl_put_str(&m, SEASTAR_A_CLOCK_DEV, l->dev);
	snl_put_u32(&m, SEASTAR_A_CLOCK_STATE, SEASTAR_CLOCK_STEPPING);
	snl_put_u64(&m, SEASTAR_A_CLOCK_STEPS, cycles);
	nl_do(&l->hold.nl, &m, NULL, NULL);
	return !hold_failed(&l->hold, why);
}

/* Wait for @ms, or step a stopped clock; then read the counts, at least @cycles after @from. */
static bool live_pass(struct live *l, uint64_t from, uint64_t ms, uint64_t cycles,
		      struct look *look, char why[TUNE_WHY])
{
	if (l->step ? !live_step(l, cycles, why) : !live_on(l, ms, why))
		return false;
	return look_at(l, from + cycles, look, why);
}

/* Check that the generation is still the one of our last change; else drop or end. */
static enum tune_result check_generation(struct live *l, const struct look *after,
					 char why[TUNE_WHY])
{
	if (after->reading.sample.generation == l->generation)
		return TUNE_COUNTED;
	if (!l->hold.id && !live_check_former(l, why))
		return TUNE_ENDED;
	/* while our commit is pending, the kernel refuses other changes of the settings */
	l->generation = after->reading.sample.generation;
	snprintf(why, TUNE_WHY, "the settings, the traffic or the routes of %s were changed",
		 l->dev);
	return TUNE_DROPPED;
}

static enum tune_result live_judge(struct live *l, const struct look *before,
				   const struct look *after, char why[TUNE_WHY])
{
	enum tune_result result;

	if (!live_extend(l, why))
		return TUNE_ENDED;
	result = check_generation(l, after, why);
	if (result == TUNE_COUNTED && look_spoils(before, after, l->dev, why))
		return TUNE_DROPPED;
	return result;
}

static enum tune_result live_measure(struct live *l, const struct look *changed,
				     double figure[MEASURES], char why[TUNE_WHY])
{
	enum tune_result result = TUNE_ENDED;
	struct look before, after;

	if (!live_pass(l, changed->reading.sample.cycle, l->settle_ms, l->settle_cycles, &before,
		       why))
		return result;
	/* a block whose links change is dropped: compare with their state at its beginning */
	before.link_changes = l->links;
	if (live_pass(l, before.reading.sample.cycle, l->interval_ms, l->step ? l->step : 1,
		      &after, why)) {
		l->cycles = after.reading.sample.cycle - before.reading.sample.cycle;
		result = live_judge(l, &before, &after, why);
		if (result == TUNE_COUNTED)
			look_figures(&before, &after, figure);
		look_free(&after);
	}
	look_free(&before);
	return result;
}

/* Read counts later than the last change: while a device runs, readers may get an older sample. */
static bool look_since_change(struct live *l, struct look *look, char why[TUNE_WHY])
{
	for (;;) {
		if (!look_at(l, 0, look, why))
			return false;
		if (look->reading.sample.generation >= l->generation)
			return true;
		look_free(look);
		if (!live_on(l, POLL_MS, why))
			return false;
	}
}

enum tune_result live_interval(struct live *l, size_t i, double figure[MEASURES],
			       char why[TUNE_WHY])
{
	enum tune_result result;
	struct look changed;

	for (unsigned int k = 0; k < MEASURES; k++)
		figure[k] = NAN;
	if (!live_set(l, i, why) || !look_since_change(l, &changed, why))
		return TUNE_ENDED;
	if (!l->in_block)
		l->links = changed.link_changes;
	l->in_block = true;
	result = live_measure(l, &changed, figure, why);
	look_free(&changed);
	return result;
}

void live_end_block(struct live *l)
{
	l->in_block = false;
}
