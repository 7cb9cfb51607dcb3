// SPDX-License-Identifier: GPL-2.0-only
/* seastar whatif: try other settings on the model, under the present load. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/aging/settings.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/commit/show.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/traffic/traffic.h"
#include "tools/seastar/whatif/lists.h"
#include "tools/seastar/whatif/whatif.h"

#include "cmd.h"

#define DEFAULT_MS		5000
#define DEFAULT_SEEDS		3
#define MAX_SEEDS		1000
#define MAX_COMPUTE		1000000000	/* millionths */
#define DEFAULT_CONFIRM		"60"

/* Most cycles of a replay by default: less than a minute on most machines. */
#define REPLAY_CYCLES	400000000ULL

/* Measured cycles by default, of all routers together, within bounds. */
#define ROUTER_CYCLES		10000000ULL
#define LEAST_CYCLES		5000ULL
#define MOST_CYCLES		100000ULL

/**
 * struct whatif_request - the words of the command
 * @name: name of the device or file
 * @span: interval to count
 * @lists: lists of settings
 * @traffic: attributes of the typed traffic, if @has_traffic
 * @confirm: seconds until the change is undone unless it is confirmed, as typed
 * @asked: @at was typed
 * @at: cycle at which to apply, or 0
 * @runs_on: the clock is running, so the cycle at which changes will be applied is unknown
 */
struct whatif_request {
	const char *name;
	struct snapshot_span span;
	struct whatif_lists lists;
	struct snl_msg traffic;
	bool has_traffic;
	bool apply, force;
	const char *confirm;
	bool asked;
	uint64_t at;
	bool runs_on;
};

static void take_confirm(struct args *a, struct whatif_request *q)
{
	q->confirm = *a->word;
	args_timeout(a, "confirm");
}

enum {
	SEEDS = LISTS, CYCLES, PROGRAM, PLACEMENT, COMPUTE, TRAFFIC,
	AT, INTERVAL = AT, STEP, APPLY, CONFIRM, FORCE
};

#define CANDIDATE_KEYWORDS								\
	WHATIF_LIST_KEYWORDS,					\
	[SEEDS] = { .name = "seeds", .value = "N", .min = 1, .max = MAX_SEEDS,		\
		    .unit = "runs", .help = "repetitions of each candidate" },			\
	[CYCLES] = { .name = "cycles", .value = "N", .min = 100, .max = 100000000,	\
		     .unit = "cycles", .help = "measured cycles of each run" },		\
	[PROGRAM] = { .name = "trace", .value = "FILE",					\
		      .help = "program or messages to replay instead of the device's traffic" }, \
	[PLACEMENT] = { .name = "placement", .value = "linear|random|FILE", .place = KEYWORD_WITH, \
			.help = "nodes of the program's ranks; random: by the seed" },	\
	[COMPUTE] = { .name = "compute", .value = "FACTOR", .max = MAX_COMPUTE, .digits = 6,	\
		      .place = KEYWORD_WITH, .unit = "",				\
		      .help = "factor of the program's computing times" },		\
	[TRAFFIC] = { .name = "traffic", .value = "TRAFFIC", .place = KEYWORD_LAST,	\
		      .help = "traffic to use instead of the device's; the last keyword" }

static const struct keyword whatif_from_keywords[] = {
	CANDIDATE_KEYWORDS,
	[AT] = { .name = "at", .value = "CYCLE", .min = 1, .max = SS_MAX_CYCLES,
		 .help = "replay the device up to this cycle" },
	{ 0 }
};

static const struct keyword whatif_show_keywords[] = {
	CANDIDATE_KEYWORDS,
	[INTERVAL] = { .name = "interval", .value = "SECONDS", .min = INTERVAL_MIN,
		       .max = INTERVAL_MAX, .digits = 3, .unit = "seconds",
		       .help = "time to count first" },
	[STEP] = { .name = "step", .value = "N", .min = 1, .max = SS_MAX_CYCLES,
		   .place = KEYWORD_OR, .unit = "cycles",
		   .help = "instead of 'interval': step the stopped clock this far" },
	[APPLY] = { .name = "apply-best", .help = "commit the best candidate" },
	[CONFIRM] = { .name = "confirm", .value = "SECONDS", .min = TIMEOUT_MIN,
		      .max = TIMEOUT_MAX, .digits = 3, .place = KEYWORD_WITH, .unit = "seconds",
		      .help = "undo the change unless 'commit confirm' follows within this time" },
	[FORCE] = { .name = "force", .place = KEYWORD_WITH,
		    .help = "commit even if the model differs from the device" },
	{ 0 }
};

/* Explain a word that belongs to the other command. */
static void refuse_other(const struct args *a, bool live)
{
	const struct keyword *k;

	for (k = live ? &whatif_from_keywords[AT] : &whatif_show_keywords[INTERVAL]; k->name; k++) {
		if (!args_comes(a, k->name))
			continue;
		if (live)
			args_die(a, "'at' is for the file of a snapshot: a device reports its own cycle");
		args_die(a, "'%s' is for a live device, and this is a file", k->name);
	}
}

/* Refuse words that have no effect with a program, which replaces the traffic and has an end. */
static void refuse_beside_program(const struct args *a, const struct whatif_request *q,
				  const struct whatif *w)
{
	const char *word = q->has_traffic ? "traffic" : w->cycles ? "cycles" : q->at ? "at" : NULL;

	if (word)
		args_die(a, "a program takes the place of traffic, and is run to its end: leave out '%s'",
			 word);
	if (!strcmp(w->program.file, "-"))
		args_die(a, "a program is read once for each run: give 'trace' a file");
}

/* Take the words that both commands have; if @live, also the words for a device. */
static void whatif_take_words(struct args *a, struct whatif_request *q, struct whatif *w, bool live)
{
	const struct keyword *keywords = live ? whatif_show_keywords : whatif_from_keywords;
	bool computes = false;
	uint64_t seen = 0;

	while (args_more(a)) {
		size_t i;

		refuse_other(a, live);
		i = keyword_take(a, keywords, &seen);
		if (whatif_take_list(a, i, &q->lists))
			continue;
		if (!live && i == AT) {
			q->asked = true;
			q->at = keyword_number(a, &keywords[AT]);
			continue;
		}
		switch (i) {
		case SEEDS:
			w->seeds = keyword_number(a, &keywords[SEEDS]);
			break;
		case CYCLES:
			w->cycles = keyword_number(a, &keywords[CYCLES]);
			break;
		case PROGRAM:
			w->program.file = args_value(a, keywords[PROGRAM].help);
			break;
		case PLACEMENT:
			w->program.placement = args_value(a, keywords[PLACEMENT].help);
			break;
		case COMPUTE:
			w->program.compute = keyword_number(a, &keywords[COMPUTE]);
			computes = true;
			break;
		case TRAFFIC:
			q->has_traffic = true;
			snl_start(&q->traffic, SEASTAR_CMD_TRAFFIC_SET);
			snl_put_str(&q->traffic, SEASTAR_A_TRAFFIC_DEV, q->name);
			args_traffic(a, live ? q->name : NULL, &q->traffic);
			break;
		case INTERVAL:
			q->span.ms = keyword_number(a, &keywords[INTERVAL]);
			break;
		case STEP:
			q->span.step = keyword_number(a, &keywords[STEP]);
			break;
		case APPLY:
			q->apply = true;
			break;
		case CONFIRM:
			take_confirm(a, q);
			break;
		case FORCE:
			q->force = true;
			break;
		}
	}
	if (q->span.ms && q->span.step)
		args_die(a, "interval and step both say how long to count: give one of them");
	if ((q->force || q->confirm) && !q->apply)
		args_die(a, "'%s' is for 'apply-best'", q->force ? "force" : "confirm");
	if (q->at && (w->seeds || q->has_traffic))
		args_die(a, "with '%s' nothing is replayed: leave out 'at'",
			 w->seeds ? "seeds" : "traffic");
	if (w->program.file)
		refuse_beside_program(a, q, w);
	else if (w->program.placement || computes)
		args_die(a, "'%s' is for a program: give 'trace'",
			 computes ? "compute" : "placement");
	if (!computes)
		w->program.compute = SEASTAR_PPM;
}

/*
 * Unless lists were typed, take those of Table 5 of the paper (Abts & Weisser, SC07), and the
 * default period.
 */
static void take_defaults(struct whatif_lists *l)
{
	static char *words[7] = {
		"select", "rr,age", "period", "4,8,16,4096", "bias", "1/1/1,3/2/1", NULL
	};
	struct args a = { .word = words };

	if (l->selects || l->periods || l->biases)
		return;
	a.word++;
	whatif_take_list(&a, LIST_SELECT, l);
	a.word++;
	whatif_take_list(&a, LIST_PERIOD, l);
	a.word++;
	whatif_take_list(&a, LIST_BIAS, l);
}

static uint64_t default_cycles(uint32_t routers)
{
	uint64_t cycles = ROUTER_CYCLES / routers;

	return cycles < LEAST_CYCLES ? LEAST_CYCLES : cycles > MOST_CYCLES ? MOST_CYCLES : cycles;
}

static void refuse_to_apply(const struct whatif *w)
{
	if (w->program.file)
		die("the model cannot be compared with %s running a program, so nothing was applied: leave out 'trace', or add 'force'",
		    w->s.device);
	if (w->other_traffic)
		die("the model cannot be compared with %s under other traffic, so nothing was applied: leave out 'traffic', or add 'force'",
		    w->s.device);
	die("the model deviates by more than %d %% from the counts of %s, so nothing was applied: count for longer ('interval', 'step'), run for longer ('cycles') or more often ('seeds'), or add 'force'",
	    WHATIF_BOUND, w->s.device);
}

/* Print the result, and apply the best candidate if requested and not the present settings. */
static void whatif_answer(const struct whatif *w, const struct whatif_request *q,
			  struct json_object *snapshot)
{
	bool apply = q->apply && w->best, refuse = apply && !w->reproduced && !q->force;
	struct nlmsghdr *commit = NULL;
	char why[256] = "";

	out_open(NULL);
	whatif_out(w, snapshot);
	if (apply && !refuse)
		commit = whatif_apply(w, q->confirm ? q->confirm : DEFAULT_CONFIRM, why,
				      sizeof(why));
	if (commit) {
		out_open("commit");
		config_made_out(commit);
		out_close();
	} else {
		out_unknown("commit", NULL);
	}
	out_close();
	if (refuse)
		refuse_to_apply(w);
	if (apply && !commit)
		die("%s", why);
	free(commit);
}

static void free_all(struct whatif_request *q, struct whatif *w)
{
	whatif_lists_free(&q->lists);
	if (q->has_traffic)
		snl_release(&q->traffic);
	whatif_free(w);
	snapshot_free(&w->s);
}

/* Request a replay of the device's own traffic, unless other traffic or several seeds are given. */
static void ask_replay(const struct whatif_request *q, struct whatif *w)
{
	uint64_t end = w->s.counted.first + w->s.counted.cycles, at = q->at ? q->at : end;

	if (w->program.file && !whatif_program_is_drawn(&w->program)) {
		if (w->seeds > 1 && !w->s.lossy)
			die("with placement %s all replays are alike: leave out 'seeds'",
			    w->program.placement);
		w->seeds = w->seeds ? w->seeds : 1;
	}
	if (w->seeds || q->has_traffic || w->program.file) {
		w->seeds = w->seeds ? w->seeds : DEFAULT_SEEDS;
		return;
	}
	w->seeds = DEFAULT_SEEDS;
	if (at < end)
		die("at: cycle %" PRIu64 " is past: %s was counted up to cycle %" PRIu64, at,
		    w->s.device, end);
	if (q->runs_on)
		snprintf(w->why, sizeof(w->why), "its clock runs on");
	else if (!q->asked && at > REPLAY_CYCLES / w->s.routers)
		snprintf(w->why, sizeof(w->why), "that would take %" PRIu64
			 " cycles; of a snapshot's file, 'at %" PRIu64 "' does it", at, at);
	else
		w->at = at;
}

static void whatif_answer_all(struct whatif_request *q, struct whatif *w,
			      struct json_object *snapshot)
{
	snapshot_load(&w->s, q->name, snapshot);
	w->other_traffic = w->program.file || (q->has_traffic && w->s.has_traffic);
	if (w->program.file)
		whatif_program_open(&w->program);
	else
		whatif_traffic(&w->s, snapshot, q->name, q->has_traffic ? &q->traffic : NULL);
	if (!w->cycles && !w->program.file)
		w->cycles = default_cycles(w->s.routers);
	ask_replay(q, w);
	take_defaults(&q->lists);
	whatif_candidates(w, &q->lists);
	whatif_announce(w);
	whatif_run(w);
	whatif_judge(w);
	whatif_answer(w, q, snapshot);
	free_all(q, w);
	json_object_put(snapshot);
}

static void whatif_show(struct args *a)
{
	struct whatif_request q = { 0 };
	struct whatif w = { 0 };
	struct json_object *snapshot;
	struct nl nl;

	q.name = args_device(a);
	whatif_take_words(a, &q, &w, true);
	if (!q.span.ms && !q.span.step)
		q.span.ms = w.program.file ? INTERVAL_MIN : DEFAULT_MS;
	nl_open(&nl);
	snapshot = snapshot_take(&nl, q.name, &q.span);
	q.runs_on = !snapshot_stands(&nl, q.name, &q.at);
	nl_close(&nl);
	whatif_answer_all(&q, &w, snapshot);
}

static void whatif_from(struct args *a)
{
	struct whatif_request q = { 0 };
	struct whatif w = { 0 };

	q.name = args_value(a, "the snapshot's file");
	whatif_take_words(a, &q, &w, false);
	whatif_answer_all(&q, &w, snapshot_file(q.name));
}

static const struct rule whatif_rules[] = {
	{ .name = "TRAFFIC", .keywords = traffic_keywords },
	{ .name = "PATTERN", .text = TRAFFIC_PATTERNS },
	{ 0 }
};

static const struct command whatif_commands[] = {
	{ .name = "show", .run = whatif_show, .usage = "DEV",
	  .help = "Try other settings on the model, under the present load",
	  .keywords = whatif_show_keywords, .rules = whatif_rules },
	{ .name = "from", .run = whatif_from, .usage = "FILE|-",
	  .help = "Try other settings on the model, under the load of a snapshot",
	  .keywords = whatif_from_keywords, .rules = whatif_rules },
	{ 0 }
};

/* Run the command; "show" may be left out. */
void cmd_whatif(struct args *a)
{
	static const char *const words[] = { "show", "from", "help", "-h" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (args_comes(a, words[i])) {
			object_run("whatif", whatif_commands, a);
			return;
		}
	}
	object_run_only("whatif", &whatif_commands[0], a);
}
