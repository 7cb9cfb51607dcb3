// SPDX-License-Identifier: GPL-2.0-only
/* Seastar history: the changes applied so far, and rollbacks. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/conf/apply.h"
#include "tools/seastar/conf/heading.h"
#include "tools/seastar/conf/history.h"
#include "tools/seastar/conf/outcome.h"
#include "tools/seastar/conf/plan.h"
#include "tools/seastar/conf/unified.h"

#include "cmd.h"

#define ROLLBACK	"rollback to "
#define UNKNOWN		SIZE_MAX

/**
 * struct past - an apply or a rollback, and the settings before it
 * @text: file with the settings before the change
 * @heading: first lines of the file
 * @to: number of the text that a rollback restored; 0: no rollback
 * @first: first device of the file in the plan
 * @end: device after the last one of the file in the plan
 * @gone: some of the changed devices do not exist any more
 * @lines: lines that the change made, compared with the next known state of its devices; UNKNOWN if
 *	no later state is known
 * @back: number of applies that a rollback to the text undoes; 0: the change is undone already
 * @barrier: last of the applies in @back with a device that is gone; NULL: none
 */
struct past {
	struct history_text text;
	struct heading heading;
	unsigned long to;
	size_t first, end;
	bool gone;
	size_t lines;
	size_t back;
	const struct past *barrier;
};

/* The kept texts, the oldest first, and the number of applies in force among them. */
struct pasts {
	struct past *past;
	size_t n, in_force;
	struct plan plan;
};

static void read_text(struct pasts *all, struct past *p)
{
	struct plan *plan = &all->plan;
	size_t i;

	heading_read(p->text.path, &p->heading);
	if (!strncmp(p->heading.what, ROLLBACK, strlen(ROLLBACK)))
		p->to = strtoul(p->heading.what + strlen(ROLLBACK), NULL, 10);
	p->first = plan->devs;
	plan_add_file(plan, p->text.path);
	plan_add_all(plan);
	p->end = plan->devs;
	for (i = p->first; i < p->end; i++) {
		plan->dev[i].other = !heading_is_of(&p->heading, &plan->present,
						    plan_name(plan, &plan->dev[i])) ||
				     !plan_fits(plan, &plan->dev[i]);
		p->gone |= plan->dev[i].other;
	}
}

static void read_texts(struct pasts *all, const struct history_text *texts)
{
	size_t i;

	all->past = allocate(all->n, sizeof(*all->past));
	for (i = 0; i < all->n; i++) {
		all->past[i].text = texts[i];
		read_text(all, &all->past[i]);
	}
}

static void count_line(const char *line, void *ctx)
{
	*(size_t *)ctx += *line == '-' || *line == '+';
}

/* Count the lines in which two states of a device differ. */
static size_t count_lines(const char *dev, const struct agings *from, const struct agings *to)
{
	struct conf_lines before = { 0 }, after = { 0 };
	size_t n = 0;

	conf_form(&before, 0, dev, NULL, from);
	conf_form(&after, 0, dev, NULL, to);
	conf_unified(&before, &after, count_line, &n);
	conf_lines_free(&before);
	conf_lines_free(&after);
	return n;
}

/*
 * Find the state of a device after a change: its state before the next change, or its live state.
 */
static const struct agings *state_after(const struct plan *p, size_t dev)
{
	size_t i;

	for (i = dev + 1; i < p->devs; i++) {
		if (p->dev[i].file > p->dev[dev].file && !p->dev[i].other &&
		    !strcmp(plan_name(p, &p->dev[i]), plan_name(p, &p->dev[dev])))
			return &p->dev[i].target;
	}
	return &p->dev[dev].live;
}

static size_t lines_changed(const struct plan *plan, const struct past *p)
{
	size_t i, n = 0;

	for (i = p->first; i < p->end; i++) {
		const struct plan_dev *d = &plan->dev[i];

		if (!d->live.n)
			return UNKNOWN;
		n += count_lines(plan_name(plan, d), &d->target, state_after(plan, i));
	}
	return n;
}

/* Return true if a change has changed something, and was not undone. */
static bool lasted(const struct past *p)
{
	return p->lines && p->text.state == HISTORY_MADE;
}

/*
 * Find the applies that are still in force: a rollback undoes all since the text that it restored.
 */
static void find_in_force(struct pasts *all)
{
	size_t *stack = allocate(all->n, sizeof(*stack)), n = 0, i;
	const struct past *barrier = NULL;

	for (i = 0; i < all->n; i++) {
		const struct past *p = &all->past[i];

		if (!lasted(p))
			continue;
		if (!p->to)
			stack[n++] = i;
		else
			while (n && all->past[stack[n - 1]].text.number >= p->to)
				n--;
	}
	for (i = n; i--;) {
		struct past *p = &all->past[stack[i]];

		if (p->gone && !barrier)
			barrier = p;
		p->back = n - i;
		p->barrier = barrier;
		all->in_force += !barrier;
	}
	free(stack);
}

static void read_history(struct pasts *all)
{
	struct history_text *texts;
	struct nl nl;
	size_t i;

	*all = (struct pasts){ .n = history_list(&texts) };
	if (!all->n) {
		free(texts);
		return;
	}
	nl_open(&nl);
	devices_read(&nl, &all->plan.present);
	outcome_settle(&nl, &all->plan.present, texts, all->n);
	read_texts(all, texts);
	free(texts);
	plan_read_present(&nl, &all->plan);
	nl_close(&nl);
	for (i = 0; i < all->n; i++)
		all->past[i].lines = lines_changed(&all->plan, &all->past[i]);
	find_in_force(all);
}

static void config_history_forget(struct pasts *all)
{
	while (all->n) {
		heading_free(&all->past[--all->n].heading);
		free(all->past[all->n].text.path);
	}
	free(all->past);
	plan_free(&all->plan);
}

/* Return the word for the outcome of a change. */
static const char *history_state_of(const struct past *p)
{
	switch (p->text.state) {
	case HISTORY_WAITING:
		return "waiting";
	case HISTORY_EXPIRED:
		return p->gone ? "gone" : "expired";
	case HISTORY_CANCELLED:
		return "cancelled";
	default:
		if (p->gone)
			return "gone";
		return p->back || (p->to && p->lines) ? "in force" : "undone";
	}
}

/* Return the number of applies that a rollback to @p undoes; 0 if there is no such rollback. */
static size_t back_of(const struct past *p)
{
	return p->barrier ? 0 : p->back;
}

static bool history_concerns(const struct pasts *all, const struct past *p, const char *dev)
{
	size_t i;

	for (i = p->first; i < p->end; i++) {
		if (!dev || !strcmp(plan_name(&all->plan, &all->plan.dev[i]), dev))
			return true;
	}
	return false;
}

static void past_row(const struct pasts *all, const struct past *p)
{
	const struct plan *plan = &all->plan;
	char when[32];
	size_t i;

	strftime(when, sizeof(when), "%F %T", localtime(&p->heading.when));
	out_row();
	out_cell("when", "%s", when);
	out_u64_if(back_of(p), "back", "back", back_of(p));
	out_str("state", "state", history_state_of(p));
	out_u64("time", NULL, p->heading.when);
	out_u64_if(p->lines != UNKNOWN, "lines", "lines", p->lines);
	out_long("what", "what", p->heading.what);
	out_list("devices");
	for (i = p->first; i < p->end; i++)
		out_str(NULL, NULL, plan_name(plan, &plan->dev[i]));
	out_close();
	out_long("file", "before", p->text.path);
	out_close();
}

static void history_out(const struct pasts *all, const char *dev)
{
	size_t i;

	out_table(NULL, "no changes");
	for (i = all->n; i--;) {
		if (history_concerns(all, &all->past[i], dev))
			past_row(all, &all->past[i]);
	}
	out_close();
	out_text("changes by age set, commit set, route rebuild and other programs are not listed\n");
}

static void history_show(struct args *a)
{
	const char *dev = args_more(a) ? args_device(a) : NULL;
	struct pasts all;

	args_end(a);
	read_history(&all);
	history_out(&all, dev);
	config_history_forget(&all);
}

static void lacks_history(const struct pasts *all, unsigned int n) __attribute__((noreturn));

static void lacks_history(const struct pasts *all, unsigned int n)
{
	if (!all->n)
		die("nothing was applied yet: a rollback undoes 'config apply' only; see 'seastar history help'");
	die("cannot go back by %u: of the applies in the history, %zu are in force; see 'seastar history show'",
	    n, all->in_force);
}

/* Return the first device of a change that does not exist any more. */
static const char *gone_device(const struct pasts *all, const struct past *p)
{
	size_t i;

	for (i = p->first; i < p->end && !all->plan.dev[i].other; i++)
		;
	return plan_name(&all->plan, &all->plan.dev[i]);
}

static const struct past *find_back(const struct pasts *all, unsigned int n)
{
	const struct past *p;
	size_t i;

	for (i = 0; i < all->n && all->past[i].back != n; i++)
		;
	if (i == all->n)
		lacks_history(all, n);
	p = all->past[i].barrier;
	if (p)
		die("'%s' changed device %s, which no longer exists, so nothing is undone: %s has the settings before it; apply that file, or a copy with the sections that you need",
		    p->heading.what, gone_device(all, p), p->text.path);
	return &all->past[i];
}

/* Return true if a device of this name is in the plan, from an earlier text. */
static bool is_planned(const struct plan *p, const char *name)
{
	size_t i;

	for (i = 0; i < p->devs; i++) {
		if (!strcmp(plan_name(p, &p->dev[i]), name))
			return true;
	}
	return false;
}

/*
 * Add the texts that restore the state before @p. The former state of a device is in the first text
 * from @p on that has the device and whose change is still in force.
 */
static void plan_back(struct plan *plan, const struct pasts *all, const struct past *p)
{
	size_t i;

	for (; p < all->past + all->n; p++) {
		if (!p->back)
			continue;
		plan_add_file(plan, p->text.path);
		for (i = p->first; i < p->end; i++) {
			const struct plan_dev *d = &all->plan.dev[i];

			if (!d->other && !is_planned(plan, plan_name(&all->plan, d)))
				plan_add(plan, d->dev);
		}
	}
}

static void history_rollback(struct args *a)
{
	struct plan plan = { 0 };
	const struct past *to;
	unsigned int n = 1;
	struct pasts all;
	uint32_t timeout;
	char *what;

	if (args_more(a) && **a->word >= '0' && **a->word <= '9')
		n = args_number(a, "how many changes to go back", NULL, 1, HISTORY_MAX);
	timeout = config_take_confirm(a);
	read_history(&all);
	to = find_back(&all, n);
	plan_back(&plan, &all, to);
	if (asprintf(&what, ROLLBACK "%lu", to->text.number) < 0)
		die("out of memory");
	config_history_forget(&all);
	config_apply_plan(&plan, what, timeout);
	free(what);
}

static const struct command history_commands[] = {
	{ .name = "show", .usage = "[DEV]",
	  .help =
		"Show applies, their state and the settings before them; changes by 'age set', 'commit set', 'route rebuild' and other programs are not listed",
	  .run = history_show },
	{ .name = "rollback", .run = history_rollback, .usage = "[N]",
	  .help =
		"Undo the last N applies that are in force, 1 unless given; applies that expired, or were cancelled or undone, are skipped",
	  .keywords = config_confirm_keywords },
	{ 0 }
};

void cmd_history(struct args *a)
{
	object_run("history", history_commands, a);
}
