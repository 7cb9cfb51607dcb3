/* SPDX-License-Identifier: GPL-2.0-only */
/* Declarations shared by the parts of seastar whatif: candidates, their runs, the best. */
#ifndef WHATIF_H
#define WHATIF_H

#include "tools/seastar/aging/bias.h"
#include "tools/seastar/snapshot/snapshot.h"

#include "figures.h"

struct replay;
struct sim_error;
struct sim_experiment;
struct sim_result;

#define WHATIF_BOUND	10	/* per cent that the model may deviate from what was counted */

/* Values of each keyword that are tried, each with each; an empty list keeps the present value. */
struct whatif_lists {
	uint64_t *select;
	size_t selects;
	uint32_t *period;
	size_t periods;
	struct bias_change *bias;
	char **bias_text;	/* as typed */
	char *bias_list;	/* where that is */
	size_t biases;
};

/**
 * struct whatif_program - a program that runs on the device in place of its traffic
 * @file: file of the program or of its messages; NULL: there is none
 * @placement: nodes of its ranks, a word or file as in the key `placement` of seastar-sim; NULL:
 *	not given
 * @compute: factor of its computing times, millionths
 */
struct whatif_program {
	const char *file;
	const char *placement;
	uint32_t compute;
};

/* The result of one run. */
struct whatif_run {
	double figure[FIGURES];
	uint32_t verdict;	/* enum sim_verdict */
};

/**
 * struct candidate - settings to be tried
 * @name: short, for tables
 * @words: of "age set", that make them from the present ones; "" for those
 * @aging: by router
 * @changes: of select, period and bias, how many differ from the present
 * @run: by seed
 * @figure: what these make
 * @tied: as good as the best
 */
struct candidate {
	char name[80];
	char words[96];
	struct ss_aging *aging;
	unsigned int changes;
	struct whatif_run *run;
	struct estimate figure[FIGURES];
	bool tied;
};

/**
 * struct whatif - a question, and its answer
 * @s: the device
 * @seeds: runs of each candidate
 * @cycles: measured of each; 0 with a program, which is run to its end
 * @program: runs in place of the traffic
 * @candidate: the first are the present settings
 * @n: how many
 * @at: cycle at which candidates take the place of the present settings, if the device is to
 *	be replayed up to there; or 0
 * @settled: cycle from which replayed ones are measured
 * @replayed: the model did exactly what the device did
 * @why: it did not, or could not; "" if that was not tried
 * @replay: while candidates go on from it
 * @other_traffic: other than the device's is asked for: the device's counts do not show it
 * @counted: figures of the device, NaN for those that are not known
 * @model: those of the model that are held against them
 * @reproduced: the model does what the device did
 * @best: which candidate
 */
struct whatif {
	struct snapshot s;
	uint32_t seeds;
	uint64_t cycles;
	struct whatif_program program;
	struct candidate *candidate;
	size_t n;
	uint64_t at, settled;
	bool replayed;
	char why[160];
	struct replay *replay;
	bool other_traffic;
	double counted[FIGURES];
	struct estimate model[FIGURES];
	bool reproduced;
	size_t best;
};

/*
 * Replace the traffic of a snapshot, which messages call @name, by that of @words; if these are
 * NULL and it has none, by one that is assumed.  Without any, the program ends.
 */
void whatif_traffic(struct snapshot *s, struct json_object *snapshot, const char *name,
		    const struct snl_msg *words);

/* Make all candidates; those that are the same as others are left out. */
void whatif_candidates(struct whatif *w, const struct whatif_lists *lists);

void whatif_free(struct whatif *w);

/* Run them all on the model. */
void whatif_run(struct whatif *w);

/* Make a run with the present settings up to cycle @at, then those of a candidate. */
struct sim_experiment *whatif_experiment(const struct whatif *w, const struct candidate *c,
					 uint64_t seed, uint64_t at);

/* Keep the figures of a run, and free it; false if there is none. */
bool whatif_keep(struct whatif_run *run, struct sim_result *r);

/* Open the file, and choose a placement if none was given.  Without the file the program ends. */
void whatif_program_open(struct whatif_program *p);

/* Make the program the traffic of an experiment, which ends with it. */
void whatif_program_set(const struct whatif_program *p, struct sim_experiment *e);

/* Return true if the nodes of the ranks depend on the seed. */
bool whatif_program_is_drawn(const struct whatif_program *p);

/* Return true if the program ended; otherwise @err has the reason. */
bool whatif_program_ended(const struct whatif_program *p, const struct sim_result *r,
			  struct sim_error *err);

/* Put out which program was run, and how. */
void whatif_program_out(const struct whatif_program *p);

/*
 * Replay the device's history from cycle 0 to the cycle at which candidates are to be applied.  If
 * it counts the same, all candidates go on from there, with one run each.
 */
void whatif_replay(struct whatif *w);

/* Run each candidate, in @processes processes at once. */
void whatif_replay_run(const struct whatif *w, u32 processes);
void whatif_replay_free(struct replay *p);

/* Find the best candidate. */
void whatif_judge(struct whatif *w);

/* Return true if figure @f is compared with the counts; and return the deviation in per cent. */
bool whatif_is_held(const struct whatif *w, unsigned int f);
double whatif_deviation(const struct whatif *w, unsigned int f);
bool whatif_is_off(const struct whatif *w, unsigned int f);

/* Return true if a run of @c has a node that starves; and count such candidates. */
bool whatif_starves(const struct candidate *c);
size_t whatif_starving(const struct whatif *w);

/* Count the runs of @c with a verdict. */
uint32_t whatif_verdicts(const struct whatif *w, const struct candidate *c, uint32_t verdict);

/* Write the command that would apply a candidate, to be confirmed in @seconds (a word). */
void whatif_command(const struct whatif *w, const struct candidate *c, const char *seconds,
		    char *text, size_t room);

/*
 * Commit the best, to be confirmed; returns the kernel's reply, to be shown and freed, or NULL if
 * it refuses, with @why.
 */
struct nlmsghdr *whatif_apply(const struct whatif *w, const char *seconds, char *why, size_t room);

/* Put it out, as members of the object that is open. */
void whatif_out(const struct whatif *w, struct json_object *snapshot);

#endif /* WHATIF_H */
