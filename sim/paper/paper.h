/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Results of papers, and studies of users: each is a file (docs/studies.md) with experiments, the
 * figures to read from their results, the paper's own figures, and claims.
 */
#ifndef SIM_PAPER_H
#define SIM_PAPER_H

#include <json-c/json.h>

#include <math.h>

#include "sim/experiment/experiment.h"

#define PAPER_PARTS	10
#define PAPER_ROWS	64
#define PAPER_COLUMNS	20
#define PAPER_SEEDS	1000

/* The paper gives no figure. */
#define PAPER_NONE	0.0

#define PAPER_MORE	INFINITY	/* no upper bound; -PAPER_MORE: no lower one */

/**
 * struct paper_column - a figure that is read from every run
 * @id: name in expressions
 * @name: name of the column
 * @unit: unit of the values
 * @figure: expression of the values
 */
struct paper_column {
	const char *id;
	const char *name;
	const char *unit;
	const char *figure;
};

/* A number of a row that expressions of columns use, such as its cycle time. */
struct paper_constant {
	const char *name;
	double value;
};

/**
 * struct paper_row - a setting that all parts are run with
 * @id: name in expressions
 * @name: name of the row
 * @keys: keys of the experiments
 * @constants: number of constants
 * @constant: constants of the row
 */
struct paper_row {
	const char *id;
	const char *name;
	const char *keys;
	u32 constants;
	struct paper_constant *constant;
};

/**
 * enum paper_draw - what the seed draws beside the sources' random numbers
 * @PAPER_DRAWS_NOTHING: nothing
 * @PAPER_DRAWS_PLACES: the nodes beyond the ranks, which take no part; the others are ranks in
 *	their order
 * @PAPER_DRAWS_PERMUTATION: the destination of each node
 */
enum paper_draw {
	PAPER_DRAWS_NOTHING,
	PAPER_DRAWS_PLACES,
	PAPER_DRAWS_PERMUTATION,
};

/**
 * struct paper_search - a search for the highest stable load, at which figures are read
 * @step: multiple of which loads are, in millionths of a flit per node per cycle; 0: no load is
 *	searched
 * @highest: highest load, in millionths of a flit per node per cycle
 *
 * A load is stable if 98 % or more of it is accepted (`seastar-sim saturate --rule accepted`).
 */
struct paper_search {
	u32 step;
	u32 highest;
};

/**
 * struct paper_part - a traffic or fabric that is run with the settings of all rows
 * @id: name in claims
 * @name: name of the part
 * @keys: keys of the experiments
 * @reduced: further keys that make the experiments small, or NULL if they are
 * @what: description of the part; a sentence
 * @small_what: description where the fabric is reduced, or NULL if @what names no size
 * @draw: things that the seed draws
 * @seeds: number of seeds in place of the reproduction's, or 0
 * @search: search for the load of the experiments, unless their keys have it
 * @paper: the paper's figures by row and column, or PAPER_NONE; NULL: it has none
 */
struct paper_part {
	const char *id;
	const char *name;
	const char *keys;
	const char *reduced;
	const char *what;
	const char *small_what;
	enum paper_draw draw;
	u32 seeds;
	struct paper_search search;
	double (*paper)[PAPER_COLUMNS];
};

/**
 * struct paper_claim - something that the paper says, or that follows from its figures
 * @text: text of the claim
 * @parts: parts that the claim is about, as bits
 * @value: expression of the claim's figure
 * @of_means: all figures in @value are means over the seeds
 * @least: least figure with which the claim holds
 * @most: greatest figure with which the claim holds
 * @above: with the figure @least it does not hold
 * @below: with the figure @most it does not hold
 * @paper: the paper's figure, if it does not follow from others of the paper
 * @why: reason why the claim does not hold here, for each part in which it does not
 */
struct paper_claim {
	const char *text;
	u32 parts;
	const char *value;
	bool of_means;
	double least;
	double most;
	bool above;
	bool below;
	double paper;
	const char *why[PAPER_PARTS];
};

/**
 * struct paper_measuring - what a measure is asked for
 * @measure: the measure
 * @part: number of the part
 * @keys: keys of the part and row
 * @seed: first seed
 */
struct paper_measuring {
	const struct paper_measure *measure;
	u32 part;
	const char *keys;
	u32 seed;
};

/**
 * struct paper_measure - how figures are computed that no experiment gives
 * @name: name in studies
 * @command: command that shows such figures, before the keys
 * @check: return true if the word is a key of the measure
 * @runs: experiments behind each seed: the n-th seed's have seeds (n - 1) * @runs + 1 and so on;
 *	0: figures do not depend on a seed
 * @loads: loads that each experiment is run with, in millionths of a flit per node per cycle, ended
 *	by 0; NULL: the keys have the load
 * @figures: put the figures into @to, from where columns read them as "measured.NAME"
 */
struct paper_measure {
	const char *name;
	const char *command;
	bool (*check)(const char *word, struct sim_error *err);
	u32 runs;
	const u32 *loads;
	bool (*figures)(const struct paper_measuring *of, struct json_object *to,
			struct sim_error *err);
};

/**
 * struct paper_reproduction - a result of a paper, or a study, with all that it names
 * @name: name of the reproduction in commands
 * @authors: authors of the figures beside ours, if it is not a result of struct paper
 * @place: place in the paper
 * @title: title of the reproduced result
 * @note: note on the figures
 * @small_title: title where fabrics are reduced, or NULL if @title names no size
 * @small_note: note where fabrics are reduced
 * @seeds: seeds of each experiment: 1, 2, ...; at reduced size three at most
 * @measure: measure that gives the figures of keys, in place of an experiment; NULL: an experiment
 *	gives them
 * @column: columns, ended by one without a name
 * @row: rows, ended by one without a name
 * @part: parts, ended by one without a name
 * @claim: claims, ended by one without a text
 */
struct paper_reproduction {
	const char *name;
	const char *authors;
	const char *place;
	const char *title;
	const char *note;
	const char *small_title;
	const char *small_note;
	u32 seeds;
	const struct paper_measure *measure;
	struct paper_column column[PAPER_COLUMNS + 1];
	struct paper_row row[PAPER_ROWS + 1];
	struct paper_part part[PAPER_PARTS + 1];
	struct paper_claim *claim;
};

/**
 * struct paper - a paper whose results are reproduced
 * @name: name of the paper in commands
 * @authors: authors, and the place of publication
 * @title: title of the paper
 * @note: note on results without experiments, or NULL
 * @result: the reproductions, ended by NULL; those of one name are asked for together
 */
struct paper {
	const char *name;
	const char *authors;
	const char *title;
	const char *note;
	const struct paper_reproduction *const *result;
};

/* Return all papers, ended by one without a name; they are read once, and kept. */
const struct paper *paper_list(void);

/**
 * struct paper_request - how a reproduction is run
 * @reduced: run smaller fabrics, for fewer cycles
 * @settings: KEY=VALUE, with blanks between them, that override the experiments'; or ""
 * @output: file for the results of its experiments, a line of JSON each, or NULL; those that are
 *	there are not run again
 * @workers: experiments at a time; 0: as many as there are processors or ranks
 */
struct paper_request {
	bool reduced;
	const char *settings;
	const char *output;
	u32 workers;
};

/* Return true if claim @c is about part @part. */
static inline bool paper_is_of(const struct paper_claim *c, u32 part)
{
	return c->parts >> part & 1;
}

/*
 * Return true if the fabric of @part has fewer routers than at full size; fewer cycles do not
 * count.
 */
bool paper_is_small(const struct paper_part *part, bool reduced);

/* Run all experiments of @p, of @paper or of none; seastar-sim-paper(1) describes the result. */
struct json_object *paper_run(const struct paper *paper, const struct paper_reproduction *p,
			      const struct paper_request *q, struct sim_error *err);

/* Print the commands that run the experiments of @p one by one; false if one cannot be drawn. */
bool paper_commands(const struct paper_reproduction *p, const struct paper_request *q, FILE *to,
		    struct sim_error *err);

/* Return true if the settings of @q override keys that distinguish @row from other rows. */
bool paper_is_overridden(const struct paper_row *row, const struct paper_request *q);

/* Return the number of seeds that each experiment of @part, a part of @p, is run with. */
u32 paper_seeds(const struct paper_reproduction *p, const struct paper_part *part, bool reduced);

/*
 * Return true if @o has the lists and objects that paper_run() returns, so that it can be printed.
 */
bool paper_is_result(struct json_object *o);

/* Print what paper_run() returned, for people. */
void paper_text(struct json_object *o, FILE *to);

/* Print a page of HTML with all results of @list, one at least. */
void paper_page(struct json_object *list, FILE *to);

/* Return the keys of @first that @then has no other value for, and those of @then. */
char *paper_join_keys(const char *first, const char *then);

/* Return the measure that a study calls @name, or NULL. */
const struct paper_measure *paper_measure_find(const char *name);

/* Return true if @word is KEY=VALUE with a key of experiments. */
bool paper_is_key(const char *word, struct sim_error *err);

/* Give @take each of @keys, which have a blank between two, until one is refused. */
bool paper_each_key(const char *keys,
		    bool (*take)(void *of, const char *key, struct sim_error *err), void *of,
		    struct sim_error *err);

/* Set @keys, with blanks between them. */
bool paper_set_keys(struct sim_experiment *e, const char *keys, struct sim_error *err);

/*
 * Return the key whose value @seed draws for @part in experiment @e, to be freed; NULL, and why, if
 * it cannot be drawn.  @part draws something; @e need not have been checked.
 */
char *paper_draw(const struct paper_part *part, const struct sim_experiment *e, u32 seed,
		 struct sim_error *err);

/* Return the paper's figure in that row and column of @part, or NaN if the paper gives none. */
static inline double paper_figure(const struct paper_part *part, u32 row, u32 column)
{
	double figure = part->paper ? part->paper[row][column] : PAPER_NONE;

	return figure != PAPER_NONE ? figure : NAN;
}

/* Return the paper's own value of claim @c of @part, or NaN if the paper gives none. */
double paper_value(const struct paper_reproduction *p, const struct paper_claim *c, u32 part);

/*
 * Put mean, least and greatest of @n values, and half of the 95 % interval of the mean, which is
 * returned, into @o.  It is NaN for one value, and for fewer than PAPER_LEAST_EQUAL equal ones of a
 * searched load: that is a multiple of the search's step, so seeds that differ by less agree.
 */
#define PAPER_LEAST_EQUAL	6
double paper_put_spread(struct json_object *o, const double *x, u32 n, bool searched);

#endif /* SIM_PAPER_H */
