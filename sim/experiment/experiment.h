/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An experiment: a fabric, its traffic, its aging, and how long it is measured.  It is read from
 * text, overridden key by key, checked whole, and printed again in full; docs/sim-keys.md lists the
 * keys.
 */
#ifndef SIM_EXPERIMENT_H
#define SIM_EXPERIMENT_H

#include <stdio.h>

#include "sim/base/error.h"

#include "sim/routers/seastar/seastar.h"
#include "sim/routers/bubble/bubble.h"
#include "sim/routers/torus/torus.h"
#include "sim/routers/vc/vc.h"
#include "sim/routers/wormhole/wormhole.h"

#include "routers.h"

struct route_plan;

#define SIM_AUTO	U64_MAX		/* cycles: as many as needed */
#define SIM_MAX_NODES	262656	/* nodes of the largest balanced Dragonfly */
#define SIM_MAX_GROUPS	513	/* groups of the largest Dragonfly */
#define SIM_MAX_KEYS	160
#define SIM_MAX_NAME	32	/* bytes of a key */
#define SIM_MAX_CHANGES	64
#define SIM_MAX_CYCLES	0xffffffffULL	/* no age bin can wrap unseen: docs/simulator.md */
#define SIM_MAX_POINTS	100000		/* points of a time series */
#define SIM_MAX_BINS	1000		/* bins of a timeline */

enum sim_detail {
	SIM_DETAIL_SUMMARY,	/* no values by node and link */
	SIM_DETAIL_FULL,
};

/* How packets are assigned to points of the time series. */
enum sim_series {
	SIM_SERIES_DELIVERY,
	SIM_SERIES_BIRTH,
};

/* Whether packets that overtake each other are counted. */
enum sim_order {
	SIM_REORDERING_IGNORED,
	SIM_REORDERING_COUNTED,
};

/**
 * struct sim_origin - where a key was given
 * @name: name of the file, or the override itself; lives as long as the experiment
 * @line: number of the line, from 1
 * @column: column of the key, from 1
 * @level: &enum sim_level; SIM_LEVEL_DEFAULT if the key was not given
 * @is_list: a list of values was given, as in a sweep; the first one is in force
 */
struct sim_origin {
	const char *name;
	u32 line;
	u32 column;
	u32 level;
	bool is_list;
};

/* A list of nodes. */
struct sim_spots {
	u32 count;
	u32 node[SS_MAX_SPOTS];
};

/* The search of `pattern` = graph500: the keys of these names. */
struct sim_search {
	u32 scale;
	u32 edge_factor;
	u32 model;
	u32 root_degree;
	u32 coalescing;
	u32 query_time;	/* ps */
};

/* The replay of a program, `trace`: the keys of these names. */
struct sim_program {
	u32 compute;	/* millionths */
	u32 flit_bytes;
	u64 eager;
	char placement[512];
};

/**
 * struct sim_settings - settings that may change while the fabric runs
 * @traffic: traffic of all sources, without its lists, which sim_traffic() adds
 * @aging: aging registers of all routers
 * @agings: aging registers of each router, used instead of @aging if they differ; or NULL. No key
 * sets it, so results do not have it
 * @spots: hot spots of each part of the traffic
 * @search: search of `pattern` = graph500
 * @trace: path of the file of messages, or of a program, or empty
 * @program: parameters of the replay of a program
 * @permutation: destination of each node, or NULL; owned
 * @listed: number of entries in @permutation
 */
struct sim_settings {
	struct ss_traffic traffic;
	struct ss_aging aging;
	const struct ss_aging *agings;
	struct sim_spots spots[SS_MAX_PARTS];
	struct sim_search search;
	char trace[512];
	struct sim_program program;
	u32 *permutation;
	u32 listed;
};

/**
 * struct sim_phase - settings in force from a cycle on
 * @at: cycle at which the phase begins; 0 for the first phase
 * @where: place of the section's head
 * @settings: all settings in force, whether they change here or not
 * @origin: place at which each key was given in this phase, by its number in the table of keys
 */
struct sim_phase {
	u64 at;
	struct sim_origin where;
	struct sim_settings settings;
	struct sim_origin origin[SIM_MAX_KEYS];
};

/*
 * Values of `assignment` after those of &enum ss_assignment: look-up tables with that assignment
 * (&enum route_assignment), in place of the rule.
 */
#define SIM_ASSIGN_TABLES	SS_ASSIGNMENTS

/* The plan of the tables, except for the shape (docs/routing.md); empty: not given. */
struct sim_routes {
	char dateline[24];
	char regions[64];
	char down[8192];
};

/**
 * struct sim_lossy - a link over which bits arrive wrong, one way
 * @router: router at which the link begins
 * @port: output port of that router
 * @bit_errors: wrong bits per 10^12 bits
 */
struct sim_lossy {
	u32 router;
	u32 port;
	u64 bit_errors;
};

/* The default of `precision`. */
#define SIM_PRECISION	(SEASTAR_PPM / 50)

/**
 * struct sim_experiment - an experiment; docs/sim-keys.md has the meanings of keys
 * @router: &enum sim_router, whose kind @config names
 * @rules: value of 'rules', which sets parts of @config unless they are given
 * @config: configuration of the fabric, without the fields that sim_config() derives
 * @given: values of keys of @config as they were given, also of keys that @router does not have
 * @routes: plan of look-up tables, if `assignment` is one of theirs
 * @cycle_time: cycle of the router in ps, for figures in ns; 0: not known
 * @lossy: text with links over which bits arrive wrong, beside those of `bit_errors`
 * @warmup: cycles before measuring, or SIM_AUTO
 * @measure: cycles measured, or SIM_AUTO
 * @precision: millionths: half of the 95 % interval relative to the mean
 * @batches: number of batches of the measured cycles
 * @max_cycles: greatest number of cycles in all
 * @interval: cycles per point of the time series, 0 for none
 * @series: &enum sim_series
 * @timeline: most bins of each rank's timeline, 0 for none
 * @reordering: &enum sim_order
 * @detail: &enum sim_detail
 * @names: names of files and overrides, which origins point to; owned
 * @name_count: number of @names
 * @phases: number of phases, 1 or more
 * @phase: phases in the order of their cycles; those that have not begun are not initialised
 */
struct sim_experiment {
	u32 router;
	u32 rules;
	struct ss_config config;
	struct ss_config given;
	struct sim_routes routes;
	u32 cycle_time;
	char lossy[8192];
	u64 warmup;
	u64 measure;
	u32 precision;
	u32 batches;
	u64 max_cycles;
	u64 interval;
	u32 series;
	u32 timeline;
	u32 reordering;
	u32 detail;
	char **names;
	u32 name_count;
	u32 phases;
	struct sim_phase phase[SIM_MAX_CHANGES + 1];
};

/* Make an experiment with every key at its default.  Without memory the program ends. */
struct sim_experiment *sim_experiment_new(void);
void sim_experiment_free(struct sim_experiment *e);

/**
 * struct sim_chooser - chooses among the values that a file lists
 * @choose: replace the list *@value of @key in @line and @phase by the value in force; return
 * false, and a sentence, if it cannot
 * @context: first argument of @choose
 */
struct sim_chooser {
	bool (*choose)(void *context, u32 line, u32 phase, const char *key, const char **value,
		       struct sim_error *err);
	void *context;
};

/**
 * sim_experiment_read() - read keys from text
 * @e: the experiment
 * @name: name of the text in messages, such as a file's
 * @text: lines "key = value", comments after '#', sections "[at CYCLE]" and "[part N]"; or a
 * result of sim_result_json(), whose experiment is taken
 * @err: set on failure
 *
 * Return: false, and a sentence with line and column, if the text is not valid.
 */
bool sim_experiment_read(struct sim_experiment *e, const char *name, const char *text,
			 struct sim_error *err);

/*
 * Read keys from a sweep, a file with lists of values, taking of each list the value that @chooser
 * chooses.
 */
bool sim_experiment_read_sweep(struct sim_experiment *e, const char *name, const char *text,
			       const struct sim_chooser *chooser, struct sim_error *err);

/* Read keys from file @path, "-" for standard input. */
bool sim_experiment_load(struct sim_experiment *e, const char *path, struct sim_error *err);

/* Override one key: "key=value", in all phases that a key of the first one reaches. */
bool sim_experiment_set(struct sim_experiment *e, const char *assignment,
			struct sim_error *err);

/*
 * Override a key that all points of a sweep share.  It is ignored in a point where a key that
 * sim_experiment_set() has set makes it void.
 */
bool sim_experiment_share(struct sim_experiment *e, const char *assignment,
			  struct sim_error *err);

/* Choose the router by its word; keys of the fabric that were not given follow. */
bool sim_take_router(struct sim_experiment *e, const char *word, struct sim_error *err);

/* Return the most cycles that the run can take. */
u64 sim_longest(const struct sim_experiment *e);

/*
 * Check that the keys fit together, and that such a fabric can carry such traffic.  Before
 * sim_run().
 */
bool sim_experiment_check(const struct sim_experiment *e, struct sim_error *err);

/*
 * Return true if a default, which was not asked for, has no effect in this experiment, with a
 * sentence about it in @text, of @room bytes.  After sim_experiment_check().
 */
bool sim_experiment_warns(const struct sim_experiment *e, char *text, size_t room);

/* Return true if look-up tables route packets. */
static inline bool sim_has_tables(const struct sim_experiment *e)
{
	return e->config.assignment >= SIM_ASSIGN_TABLES;
}

/*
 * Return the cycles of births that make a point of the time series; 0: points are made of
 * deliveries.
 */
static inline u64 sim_birth_interval(const struct sim_experiment *e)
{
	return e->series == SIM_SERIES_BIRTH ? e->interval : 0;
}

/* Make the configuration that the fabric is built from. */
struct ss_config sim_config(const struct sim_experiment *e);

/*
 * Return the links of `lossy`, each in both directions, @n in all, to be freed; NULL with a
 * sentence in @err if there cannot be such links.
 */
struct sim_lossy *sim_lossy_links(const struct sim_experiment *e, u32 *n, struct sim_error *err);

/* Make the plan of its tables; NULL, and a sentence after a key, if it makes no sense. */
struct route_plan *sim_route_plan(const struct sim_experiment *e, struct sim_error *err);

/* Return true if the messages are those of a trace. */
static inline bool sim_is_traced(const struct sim_settings *s)
{
	return s->traffic.pattern == SS_PATTERN_TRACE;
}

/*
 * Return true if the traffic, a batch or a trace, has an end to which it is run.  A trace of which
 * given cycles are measured is judged like other traffic.
 */
bool sim_has_end(const struct sim_experiment *e);

/* Return the name of the kind of traffic that has an end. */
static inline const char *sim_end_name(const struct sim_experiment *e)
{
	return sim_is_traced(&e->phase[0].settings) ? "trace" : "batch";
}

/* Return true if packets are answered by replies. */
bool sim_has_replies(const struct sim_settings *s);

/* Return true if packets are answered by replies in any phase. */
bool sim_ever_has_replies(const struct sim_experiment *e);

/*
 * Return the traffic of @s with its lists, which live as long as @s, and without void keys; a
 * search lacks its table, which run/runner.c makes.
 */
struct ss_traffic sim_traffic(const struct sim_settings *s);

/* Print every key in force; what is printed can be read again. */
void sim_experiment_print(const struct sim_experiment *e, FILE *to);

#endif /* SIM_EXPERIMENT_H */
