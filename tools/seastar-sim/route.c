// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim route: tables of routes and their proofs. */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/route/print.h"
#include "sim/route/vcs.h"

#include "cmd.h"

#define MOST_LISTED	20
#define WORDS		3

/**
 * struct request - the parsed command line
 * @shared: options: print JSON
 * @plan: plan of the tables: fabric and rules
 * @vcs: a set of VCs, if @is_vcs
 * @is_vcs: a set of VCs is given
 * @word: words: subcommand, and routers of a trace
 * @words: number of words
 * @all: list all pairs without a route
 */
struct request {
	struct command_options shared;
	struct route_plan *plan;
	struct route_vcs vcs;
	bool is_vcs;
	const char *word[WORDS];
	u32 words;
	bool all;
};

static const struct argp_option options[] = {
	OPTION_JSON("Print JSON (docs/sim-route.schema.json)"),
	{ "all", 'a', NULL, 0, "List all pairs that have no route, not only 20", 0 },
	{ 0 }
};

/*
 * Return true if the words, in any order, name a router other than the SeaStar, which has other
 * keys.
 */
static bool names_router(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strncmp(argv[i], "router=", strlen("router=")))
			return true;
	return false;
}

static void take_word(struct request *q, char *word)
{
	struct sim_error err;

	if (!strchr(word, '=')) {
		if (q->words == WORDS)
			exit(complain(EXIT_USAGE, "'%s' is one word too many", word));
		q->word[q->words++] = word;
	} else if (q->is_vcs) {
		if (!route_vcs_set(&q->vcs, word, &err))
			exit(complain(EXIT_FAILURE, "%s", err.text));
	} else if (!route_plan_set(q->plan, word, &err)) {
		exit(complain(EXIT_FAILURE, "%s", err.text));
	}
}

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	struct request *q = state->input;

	switch (key) {
	case 'a':
		q->all = true;
		return 0;
	case ARGP_KEY_ARG:
		take_word(q, arg);
		return 0;
	default:
		return command_option(&q->shared, key, arg);
	}
}

static const struct argp parser = {
	.options = options,
	.parser = take_option,
	.args_doc = "check KEY=VALUE...\nbalance KEY=VALUE...\ntrace SOURCE DESTINATION KEY=VALUE...",
	.doc = "Make the tables that route packets, by the rules of the Cray XT, and prove that they deliver and cannot deadlock; count how evenly they use the virtual channels; or follow a packet.\v  topology=11x12x16  routers along x, y, z\n  mesh=z             dimensions without links around their ends\n  assignment=v3      of virtual channels: v0, v1, v2, v3, counted (default)\n  dateline=10,11,15  coordinates of the datelines\n  regions=0-5,6-10   planes of x that are routed to as one\n  ids=FILE           node ids, one for each router; or zyx, folded, random:1\n  down=5:+x,90:-z    links that are down\n  ties=plus          way half round a ring: pair (default), plus\n\ndocs/routing.md describes each.\n\nWith router=dragonfly or router=diameter-2, check proves of VCs that FlexVC suffices with them:\n  routing=val        min, val, val-group, ugal, pb, par, olm\n  dragonfly=2        global links of a router: 1 to 3\n  vcs=3              of requests, on local links\n  global_vcs=2       on global ones\n  reply_vcs=2        of replies, on local links; 0: those of requests\n  reply_global_vcs=1 on global ones",
};

static void print(const struct request *q, struct json_object *o)
{
	if (q->shared.json)
		puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
	json_object_put(o);
}

static int check(const struct request *q, struct route_tables **t)
{
	struct route_pairs pairs = {
		.most = q->all ? U32_MAX : MOST_LISTED,
		.rest = "; --all lists them",
	};
	struct route_missing missing = { .record = route_pairs_record, .to = &pairs };
	struct json_object *o = json_object_new_object();
	struct route_proof *proof;
	bool holds;

	*t = route_generate(q->plan, &missing);
	proof = route_check(q->plan, *t);
	holds = route_proof_holds(proof, missing.pairs);
	if (q->shared.json)
		route_check_json(q->plan, &missing, &pairs, proof, o);
	else
		route_check_text(q->plan, &missing, &pairs, proof, stdout);
	print(q, o);
	route_proof_free(proof);
	free(pairs.pair);
	return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* Check a set of VCs for FlexVC, which has no tables. */
static int check_vcs(struct request *q)
{
	struct json_object *o;
	struct route_vcs_proof *proof;
	struct sim_error err;
	bool holds;

	if (strcmp(q->word[0], "check"))
		return complain(EXIT_FAILURE, "router=%s has no tables: it can be checked",
				route_network_words[q->vcs.network]);
	proof = route_vcs_finish(&q->vcs, &err) ? route_vcs_prove(&q->vcs, &err) : NULL;
	if (!proof)
		return complain(EXIT_FAILURE, "%s", err.text);
	o = json_object_new_object();
	if (q->shared.json)
		route_vcs_json(&q->vcs, proof, o);
	else
		route_vcs_text(&q->vcs, proof, stdout);
	print(q, o);
	holds = route_vcs_holds(proof);
	route_vcs_free(proof);
	return holds ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int balance(const struct request *q, struct route_tables **t)
{
	struct json_object *o = json_object_new_object();
	struct route_missing missing = { 0 };
	struct route_load *load;

	*t = route_generate(q->plan, &missing);
	load = route_count(q->plan, *t);
	if (q->shared.json)
		route_balance_json(q->plan, load, o);
	else
		route_balance_text(q->plan, load, stdout);
	print(q, o);
	free(load);
	return EXIT_SUCCESS;
}

static bool take_router(const struct route_plan *p, const char *word, u32 *router)
{
	u64 n;

	if (!text_number(word, &n) || n >= p->topo.routers) {
		complain(EXIT_FAILURE, "'%s' is not a router, 0 to %u", word, p->topo.routers - 1);
		return false;
	}
	*router = n;
	return true;
}

static int trace(const struct request *q, struct route_tables **t)
{
	struct route_missing missing = { 0 };
	struct json_object *o;
	struct route_hop *hop;
	u32 from, to, hops;
	bool arrives;

	if (q->words < 3)
		return complain(EXIT_USAGE, "a trace is from one router to another, as in 'trace 0 1234'");
	if (!take_router(q->plan, q->word[1], &from) || !take_router(q->plan, q->word[2], &to))
		return EXIT_FAILURE;
	*t = route_generate(q->plan, &missing);
	hop = route_trace(q->plan, *t, from, to, &hops);
	o = json_object_new_object();
	if (q->shared.json)
		route_trace_json(q->plan, hop, hops, o);
	else
		route_trace_text(q->plan, hop, hops, stdout);
	print(q, o);
	arrives = hop[hops - 1].router == to && hop[hops - 1].out == SEASTAR_PORT_PROC;
	free(hop);
	if (arrives)
		return EXIT_SUCCESS;
	return complain(EXIT_FAILURE, "no route leads from router %u to router %u: 'route check' says why",
			from, to);
}

/* An action: its word, its function, and the number of words including its own. */
struct action {
	const char *word;
	u32 words;
	int (*act)(const struct request *q, struct route_tables **t);
};

static const struct action actions[] = {
	{ "check", 1, check },
	{ "balance", 1, balance },
	{ "trace", 3, trace },
};

static const struct action *find_action(const char *word)
{
	static const char *const words[] = { "check", "balance", "trace", NULL };
	const char *hint = text_nearest(word, words);

	for (u32 i = 0; words[i]; i++)
		if (!strcmp(words[i], word))
			return &actions[i];
	if (hint)
		complain(EXIT_USAGE, "unknown word '%s': did you mean '%s'?", word, hint);
	else
		complain(EXIT_USAGE, "'%s' is none of check, balance, trace", word);
	return NULL;
}

static int choose(struct request *q)
{
	const struct action *action;
	struct route_tables *t = NULL;
	struct sim_error err;
	int status;

	if (!q->words)
		return complain(EXIT_USAGE, "one of check, balance, trace is missing");
	action = find_action(q->word[0]);
	if (!action)
		return EXIT_USAGE;
	if (q->words > action->words)
		return complain(EXIT_USAGE, "'%s' is one word too many", q->word[action->words]);
	if (q->is_vcs)
		return check_vcs(q);
	if (!route_plan_check(q->plan, &err))
		return complain(EXIT_FAILURE, "%s", err.text);
	status = action->act(q, &t);
	route_tables_free(t);
	return status;
}

int cmd_route(int argc, char **argv)
{
	struct request q = { .plan = route_plan_new(), .vcs = route_vcs_default() };
	int status;

	q.is_vcs = names_router(argc, argv);
	command_parse(&parser, argc, argv, &q);
	status = choose(&q);
	route_plan_free(q.plan);
	return status;
}
