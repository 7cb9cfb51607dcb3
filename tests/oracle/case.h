/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random cases for twins: a fabric, its settings, its traffic, and what is
 * done to it while it runs, all from a seed and a number.
 */
#ifndef ORACLE_CASE_H
#define ORACLE_CASE_H

#include <stdio.h>

#include "oracle.h"

/**
 * enum case_kind - what fabrics cases are of
 * @CASE_SEASTAR: SeaStars, one in four of which has look-up tables
 * @CASE_TABLES: SeaStars that all have
 * @CASE_VC: virtual-channel routers
 */
enum case_kind {
	CASE_SEASTAR,
	CASE_TABLES,
	CASE_VC,
};

/**
 * case_run() - run one case
 * @seed: of the run
 * @number: of the case in it
 * @kind: of its fabric
 * @mutant: the oracle's error, or MUTANT_NONE
 * @crew: threads or ranks that run the fabric, where there are routers enough; 0: its
 *	regions are drawn, and perhaps threads run them
 * @coverage: SEEN_COUNT counters to add to, or NULL
 * @report: where to tell everything, or NULL
 *
 * Return: whether the twins were alike to the end.
 */
bool case_run(u64 seed, u64 number, enum case_kind kind, enum mutant mutant, u32 crew,
	      u64 *coverage, FILE *report);

#endif /* ORACLE_CASE_H */
