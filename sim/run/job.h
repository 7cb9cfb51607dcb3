/* SPDX-License-Identifier: GPL-2.0-only */
/* A program that the nodes of a fabric replay. */
#ifndef SIM_JOB_H
#define SIM_JOB_H

#include <stdio.h>

#include "sim/experiment/experiment.h"

#include "crew.h"
#include "result.h"

struct job;

/* Return true if the file begins as a program does; it is read as a program then. */
bool job_is_program(FILE *from);

/*
 * Begin to read the program of experiment @e from its file; job_close() closes the file.  Returns
 * NULL, with a sentence in @err, if the file is no program, or does not fit @e.
 */
struct job *job_open(FILE *from, const struct sim_experiment *e, struct sim_error *err);
void job_close(struct job *job);

/* Read the operations of this process's nodes, and let the nodes run them. */
bool job_begin(struct job *job, struct ss_fabric *f, struct sim_error *err);

/* Return the flits that nodes of all processes have given to the network. */
u64 job_flits(const struct job *job, struct sim_crew *c);

/* Return true if all nodes of this process have run their operations to the end. */
bool job_is_over(const struct job *job);

/* Count the cycles before @t, in which the run ends, of the ranks that are not done. */
void job_cut(struct job *job, u64 t);

/* Put the counts of each rank into the result; the leader gets those of all processes. */
void job_settle(const struct job *job, struct sim_crew *c, struct sim_result *r);

/*
 * Return true if operations wait, or messages have no receiver; the caller has found that the
 * network is empty.  On the leader, @text receives a description.
 */
bool job_stands(const struct job *job, struct sim_crew *c, char *text, size_t room);

#endif /* SIM_JOB_H */
