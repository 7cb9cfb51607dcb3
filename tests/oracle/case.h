/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random cases for twins: a fabric, its settings, its traffic, and changes while it runs, all from
 * a seed and a number.
 */
#ifndef ORACLE_CASE_H
#define ORACLE_CASE_H

#include <stdio.h>

#include "draw.h"
#include "oracle.h"

/**
 * enum case_kind - kinds of cases, by the routers of their fabric
 * @CASE_SEASTAR: SeaStars, one in four of which has look-up tables
 * @CASE_TABLES: SeaStars that all have look-up tables
 * @CASE_VC: virtual-channel routers
 * @CASE_TOPOLOGIES: virtual-channel routers in topologies other than cubes
 * @CASE_TORUS: output-queued torus routers
 * @CASE_BUBBLE: Bubble routers
 * @CASE_WORMHOLE: wormhole routers
 * @CASE_DRAGONFLY: Dragonfly routers
 */
enum case_kind {
	CASE_SEASTAR,
	CASE_TABLES,
	CASE_VC,
	CASE_TOPOLOGIES,
	CASE_TORUS,
	CASE_BUBBLE,
	CASE_WORMHOLE,
	CASE_DRAGONFLY,
	CASE_KINDS,
};

/**
 * struct case_class - a kind of cases
 * @name: name of the kind for the fuzzer's option -k
 * @draw: draw a fabric
 * @seen: first mechanism that a run must have exercised, &enum coverage
 * @seen_end: the mechanism after the last
 * @mutant_end: end of the errors of the oracle (&enum mutant) that these cases must detect; they
 *	begin at the previous kind's end
 */
struct case_class {
	const char *name;
	void (*draw)(struct draw *d, struct ss_config *cfg);
	u32 seen;
	u32 seen_end;
	u32 mutant_end;
};

extern const struct case_class case_classes[CASE_KINDS];

/* Return the kind of cases that must detect @m. */
enum case_kind case_kind_of(enum mutant m);

/**
 * case_run() - run one case
 * @seed: seed of the run
 * @number: number of the case in the run
 * @kind: kind of its fabric
 * @mutant: the oracle's error, or MUTANT_NONE
 * @crew: threads or ranks that run the fabric, if it has enough routers; 0: regions, and perhaps
 *	threads, are drawn
 * @coverage: SEEN_COUNT counters to add to, or NULL
 * @report: stream for a full report, or NULL
 *
 * Return: true if the twins were equal to the end.
 */
bool case_run(u64 seed, u64 number, enum case_kind kind, enum mutant mutant, u32 crew,
	      u64 *coverage, FILE *report);

#endif /* ORACLE_CASE_H */
