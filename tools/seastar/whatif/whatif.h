/* SPDX-License-Identifier: GPL-2.0-only */
/* Declarations that the files of seastar whatif share. */
#ifndef WHATIF_H
#define WHATIF_H

#include "tools/seastar/aging/bias.h"
#include "tools/seastar/snapshot/snapshot.h"

#include "figures.h"

struct replay;
struct sim_error;
struct sim_experiment;
struct sim_result;

#define WHATIF_BOUND	10	/* most deviation of the model from the counts, in per cent */

/* Values to try, in all combinations; an empty list keeps the present value. */
struct whatif_lists {
	uint64_t *select;
	size_t selects;
	uint32_t *period;
	size_t periods;
	struct bias_change *bias;
	char **bias_text;	/* as typed; points into @bias_list */
	char *bias_list;	/* memory of the texts, to be freed */
	size_t biases;
};

/**
 * struct whatif_program - a program that runs on the device in place of its traffic
 * @file: file of the program or of its messages; NULL: there is none
 * @placement: nodes of its ranks: a word or file, as for the key `placement` of seastar-sim; NULL:
 *	not given
 * @compute: factor of its computing times, in millionths
 */
struct whatif_program {
	const char *file;
	const char *placement;
	uint32_t compute;
};

/* The result of one run. */
struct whatif_run {
	double figure[FIGURES];
	uint32_t verdict;	/* one of enum sim_verdict */
	char *why;	/* reason why a program did not complete; NULL: it did */
};

/**
 * struct candidate - settings to be tried
 * @name: short name for tables
 * @words: arguments of "age set" that change the present settings to these; "" for the present ones
 * @aging: aging registers of each router
 * @changes: number of select, period and bias that differ from the present settings
 * @run: results, one per seed
 * @figure: means of @run
 * @tied: the candidate is as good as the best
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
 * struct whatif - an invocation of seastar whatif: request, runs and result
 * @s: snapshot of the device
 * @seeds: number of runs of each candidate, each with a seed of its own
 * @cycles: cycles to measure in each run; 0 for a program, which runs to its end
 * @program: program that runs in place of the traffic
 * @candidate: candidates; [0] has the present settings
 * @n: number of candidates
 * @at: cycle at which the candidates' settings are applied, after a replay up to there; 0: no
 *	replay
 * @settled: cycle at which the measurement begins, after a replay
 * @replayed: the replay gave exactly the counts of the device
 * @why: reason why it did not, or could not; "": no replay was tried
 * @replay: replay from which the candidates continue, or NULL
 * @other_traffic: the traffic was given, so the device's counts are of other traffic
 * @counted: figures of the device; NaN: unknown
 * @model: figures of the model to compare with @counted
 * @reproduced: the model's figures agree with @counted
 * @best: index of the best candidate
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
 * Replace the traffic of a snapshot by the traffic that @words describe.  If @words are NULL and
 * the snapshot has no traffic, assume one; if that is impossible, end the program.  Messages call
 * the snapshot @name.
 */
void whatif_traffic(struct snapshot *s, struct json_object *snapshot, const char *name,
		    const struct snl_msg *words);

/* Make all candidates, each combination of settings once. */
void whatif_candidates(struct whatif *w, const struct whatif_lists *lists);

void whatif_free(struct whatif *w);

/* Print the number of runs and an estimate of their time, if stderr is a terminal. */
void whatif_announce(const struct whatif *w);

/* Run all candidates on the model. */
void whatif_run(struct whatif *w);

/*
 * Make an experiment with the present settings up to cycle @at, and the settings of @c from then
 * on.
 */
struct sim_experiment *whatif_experiment(const struct whatif *w, const struct candidate *c,
					 uint64_t seed, uint64_t at);

/* Copy the figures of @r to @run and free @r; false if @r is NULL. */
bool whatif_keep(struct whatif_run *run, struct sim_result *r);

/*
 * Open the file of @p, and choose a placement if none was given.  Ends the program if there is no
 * file.
 */
void whatif_program_open(struct whatif_program *p);

/* Make the program the traffic of an experiment. The experiment ends when the program ends. */
void whatif_program_set(const struct whatif_program *p, struct sim_experiment *e);

/* Return true if the nodes of the ranks depend on the seed. */
bool whatif_program_is_drawn(const struct whatif_program *p);

/* Return a sentence if the program did not complete, to be freed; NULL: it did. */
char *whatif_program_why(const struct whatif_program *p, const struct sim_result *r);

/* End this process if the program does not complete with the present settings. */
void whatif_program_check(const struct whatif *w);

/* Output the file, placement and compute factor of the program. */
void whatif_program_out(const struct whatif_program *p);

/*
 * Replay the device's history from cycle 0 to the cycle at which candidates are to be applied.  If
 * the counts are the same, all candidates continue from there, with one run each.
 */
void whatif_replay(struct whatif *w);

/* Run each candidate, in @processes processes at once. */
void whatif_replay_run(const struct whatif *w, u32 processes);
void whatif_replay_free(struct replay *p);

/* Find the best candidate. */
void whatif_judge(struct whatif *w);

/*
 * Return whether figure @f is compared with the counts, its deviation in per cent, and whether that
 * exceeds WHATIF_BOUND.
 */
bool whatif_is_held(const struct whatif *w, unsigned int f);
double whatif_deviation(const struct whatif *w, unsigned int f);
bool whatif_is_off(const struct whatif *w, unsigned int f);

/* Return whether a run of @c has a node that starves, and the number of such candidates. */
bool whatif_starves(const struct candidate *c);
size_t whatif_starving(const struct whatif *w);

/* Count the runs of @c with @verdict. */
uint32_t whatif_verdicts(const struct whatif *w, const struct candidate *c, uint32_t verdict);

/* Write the command that applies @c, to be confirmed within @seconds, to @text. */
void whatif_command(const struct whatif *w, const struct candidate *c, const char *seconds,
		    char *text, size_t room);

/*
 * Commit the best candidate, to be confirmed. Returns the kernel's reply, to be freed, or NULL with
 * the reason of the refusal in @why.
 */
struct nlmsghdr *whatif_apply(const struct whatif *w, const char *seconds, char *why, size_t room);

/* Output the result as members of the open object. */
void whatif_out(const struct whatif *w, struct json_object *snapshot);

#endif /* WHATIF_H */
