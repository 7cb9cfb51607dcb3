// SPDX-License-Identifier: GPL-2.0-only
/* seastar config history and rollback: what was applied, and the way back. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "conf_history.h"
#include "conf_plan.h"
#include "conf_unified.h"
#include "config.h"
#include "print.h"

#define ROLLBACK	"rollback to "
#define UNKNOWN		SIZE_MAX

/**
 * struct past - an apply or a rollback, and what was before it
 * @text: the file that has that
 * @what: was done
 * @to: of a rollback, the number of the text that it went back to; otherwise 0
 * @when: it was done, in seconds since 1970
 * @first: in the plan, device of its file
 * @end: the one after its last
 * @lines: that it changed, seen from what is next known of its devices; UNKNOWN where that
 *	is nothing
 * @back: how many applies are undone by going back to what was before it; 0 if it is undone
 */
struct past {
	struct history_text text;
	char *what;
	unsigned long to;
	time_t when;
	size_t first, end;
	size_t lines;
	size_t back;
};

/* All that is kept, the oldest first, and how many of them are applies in force. */
struct pasts {
	struct past *past;
	size_t n, in_force;
	struct plan plan;
};

/* What the first line of the file says. */
static void read_heading(struct past *p)
{
	struct stat st = { 0 };
	FILE *f = fopen(p->text.path, "re");
	size_t size = 0;
	ssize_t n = f ? getline(&p->what, &size, f) : -1;

	if (n >= 0) {
		fstat(fileno(f), &st);
		p->when = st.st_mtime;
	}
	if (n > 0 && p->what[n - 1] == '\n')
		p->what[n - 1] = '\0';
	if (n < 0 || strncmp(p->what, HISTORY_HEADING, strlen(HISTORY_HEADING)))
		die("%s is not of the history, or cannot be read: its first line does not begin with '%s'",
		    p->text.path, HISTORY_HEADING);
	memmove(p->what, p->what + strlen(HISTORY_HEADING), n + 1 - strlen(HISTORY_HEADING));
	if (!strncmp(p->what, ROLLBACK, strlen(ROLLBACK)))
		p->to = strtoul(p->what + strlen(ROLLBACK), NULL, 10);
	fclose(f);
}

static size_t read_texts(struct pasts *all)
{
	struct history_text *texts;
	size_t i;

	all->n = history_list(&texts);
	all->past = allocate(all->n, sizeof(*all->past));
	for (i = 0; i < all->n; i++) {
		struct past *p = &all->past[i];

		p->text = texts[i];
		read_heading(p);
		p->first = all->plan.devs;
		plan_add_file(&all->plan, p->text.path);
		plan_add_all(&all->plan);
		p->end = all->plan.devs;
	}
	free(texts);
	return all->n;
}

static void count_line(const char *line, void *ctx)
{
	*(size_t *)ctx += *line == '-' || *line == '+';
}

/* Lines in which two states of a device differ. */
static size_t count_lines(const char *dev, const struct agings *from, const struct agings *to)
{
	struct conf_lines before = { 0 }, after = { 0 };
	size_t n = 0;

	conf_form(&before, 0, dev, from);
	conf_form(&after, 0, dev, to);
	conf_unified(&before, &after, count_line, &n);
	conf_lines_free(&before);
	conf_lines_free(&after);
	return n;
}

/* What a device was like after the file it is of: before the next change, or as it is. */
static const struct agings *state_after(const struct plan *p, size_t dev)
{
	size_t i;

	for (i = dev + 1; i < p->devs; i++) {
		if (p->dev[i].file > p->dev[dev].file &&
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

/*
 * Which applies are still in force: a rollback undoes those since the text it went to. What
 * has changed nothing that lasted, such as a commit that nobody confirmed, was not.
 */
static void find_in_force(struct pasts *all)
{
	size_t *stack = allocate(all->n, sizeof(*stack)), n = 0, i;

	for (i = 0; i < all->n; i++) {
		const struct past *p = &all->past[i];

		if (!p->lines)
			continue;
		if (!p->to)
			stack[n++] = i;
		else
			while (n && all->past[stack[n - 1]].text.number >= p->to)
				n--;
	}
	for (i = 0; i < n; i++)
		all->past[stack[i]].back = n - i;
	all->in_force = n;
	free(stack);
}

static void read_history(struct pasts *all)
{
	struct nl nl;
	size_t i;

	*all = (struct pasts){ 0 };
	if (!read_texts(all))
		return;
	nl_open(&nl);
	plan_read_present(&nl, &all->plan);
	nl_close(&nl);
	for (i = 0; i < all->n; i++)
		all->past[i].lines = lines_changed(&all->plan, &all->past[i]);
	find_in_force(all);
}

static void forget(struct pasts *all)
{
	while (all->n) {
		free(all->past[--all->n].what);
		free(all->past[all->n].text.path);
	}
	free(all->past);
	plan_free(&all->plan);
}

static bool concerns(const struct pasts *all, const struct past *p, const char *dev)
{
	size_t i;

	for (i = p->first; i < p->end; i++) {
		if (!dev || !strcmp(plan_name(&all->plan, &all->plan.dev[i]), dev))
			return true;
	}
	return false;
}

static struct json_object *past_json(const struct pasts *all, const struct past *p)
{
	struct json_object *o = json_object_new_object(), *devices = json_object_new_array();
	const struct plan *plan = &all->plan;
	const char *name;
	size_t i;

	for (i = p->first; i < p->end; i++) {
		name = plan_name(plan, &plan->dev[i]);
		json_object_array_add(devices, json_object_new_string(name));
	}
	if (p->back)
		json_add_u64(o, "back", p->back);
	else
		json_object_object_add(o, "back", NULL);
	json_add_u64(o, "time", p->when);
	json_add_str(o, "what", p->what);
	json_object_object_add(o, "devices", devices);
	if (p->lines != UNKNOWN)
		json_add_u64(o, "lines", p->lines);
	else
		json_object_object_add(o, "lines", NULL);
	json_add_str(o, "file", p->text.path);
	return o;
}

static void show_json(const struct pasts *all, const char *dev)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = all->n; i--;) {
		if (concerns(all, &all->past[i], dev))
			json_object_array_add(list, past_json(all, &all->past[i]));
	}
	print_json(list);
}

/* Nothing is no number. */
static void count_cell(struct table *t, size_t n, size_t nothing)
{
	if (n == nothing)
		table_cell(t, "-");
	else
		table_cell(t, "%zu", n);
}

static void past_row(struct table *t, const struct past *p)
{
	char when[32];

	strftime(when, sizeof(when), "%F %T", localtime(&p->when));
	table_cell(t, "%s", when);
	count_cell(t, p->back, 0);
	count_cell(t, p->lines, UNKNOWN);
	table_cell(t, "%s", p->what);
	table_cell(t, "%s", p->text.path);
}

static void show_text(const struct pasts *all, const char *dev)
{
	static const char *const heads[] = { "when", "back", "lines", "what", "before", NULL };
	struct table *t = table_new(heads);
	size_t i;

	for (i = all->n; i--;) {
		if (concerns(all, &all->past[i], dev))
			past_row(t, &all->past[i]);
	}
	table_print(t);
}

void config_history(struct args *a)
{
	const char *dev = args_more(a) ? args_value(a, "the device's name") : NULL;
	struct pasts all;

	args_end(a);
	read_history(&all);
	if (print_is_json())
		show_json(&all, dev);
	else
		show_text(&all, dev);
	forget(&all);
}

static void lacks_history(const struct pasts *all) __attribute__((noreturn));

static void lacks_history(const struct pasts *all)
{
	if (!all->n)
		die("nothing was applied yet: there is nothing to go back to");
	die("so much was not applied, is undone, or is not kept any more: %zu of the applies are in force; see 'seastar config history'",
	    all->in_force);
}

static const struct past *find_back(const struct pasts *all, unsigned int n)
{
	size_t i;

	for (i = 0; i < all->n; i++) {
		if (all->past[i].back == n)
			return &all->past[i];
	}
	lacks_history(all);
}

/* Is a device of this name in the plan, from an earlier text? */
static bool is_planned(const struct plan *p, const char *name)
{
	size_t i;

	for (i = 0; i < p->devs; i++) {
		if (!strcmp(plan_name(p, &p->dev[i]), name))
			return true;
	}
	return false;
}

/* What a device was like before @p is in the first text from there on that has it. */
static void plan_back(struct plan *plan, const struct pasts *all, const struct past *p)
{
	const struct conf *conf;
	size_t i;

	for (; p < all->past + all->n; p++) {
		conf = &plan_add_file(plan, p->text.path)->conf;
		for (i = 0; i < conf->devs; i++) {
			if (!is_planned(plan, conf->dev[i].name))
				plan_add(plan, i);
		}
	}
}

void config_rollback(struct args *a)
{
	struct plan plan = { 0 };
	const struct past *to;
	unsigned int n = 1;
	struct pasts all;
	uint32_t timeout;
	char *what;

	if (args_more(a) && **a->word >= '0' && **a->word <= '9')
		n = args_number(a, "how many changes to go back", 1, HISTORY_MAX);
	timeout = config_take_confirm(a);
	read_history(&all);
	to = find_back(&all, n);
	plan_back(&plan, &all, to);
	if (asprintf(&what, ROLLBACK "%lu", to->text.number) < 0)
		die("out of memory");
	forget(&all);
	config_apply_plan(&plan, what, timeout);
	free(what);
}
