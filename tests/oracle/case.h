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
 * enum case_kind - what fabrics cases are of
 * @CASE_SEASTAR: SeaStars, one in four of which has look-up tables
 * @CASE_TABLES: SeaStars that all have
 * @CASE_VC: virtual-channel routers
 * @CASE_TOPOLOGIES: the same, of other topologies than cubes
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
 * @name: as the fuzzer's option -k has it
 * @draw: a fabric
 * @seen: first mechanism that a run must have exercised, &enum coverage
 * @seen_end: and the one after the last
 * @mutant_end: errors of the oracle that these cases must notice, &enum mutant: from the
 *	kind's before up to this one
 */
struct case_class {
	const char *name;
	void (*draw)(struct draw *d, struct ss_config *cfg);
	u32 seen;
	u32 seen_end;
	u32 mutant_end;
};

extern const struct case_class case_classes[CASE_KINDS];

/* Return the kind of cases that must notice @m. */
enum case_kind case_kind_of(enum mutant m);

/**
 * case_run() - run one case
 * @seed: of the run
 * @number: of the case in it
 * @kind: of its fabric
 * @mutant: the oracle's error, or MUTANT_NONE
 * @crew: threads or ranks that run the fabric, where there are routers enough; 0: its
 *	regions are drawn, and perhaps threads run them
 * @coverage: SEEN_COUNT counters to add to, or NULL
 * @report: where to report everything, or NULL
 *
 * Return: whether the twins were alike to the end.
 */
bool case_run(u64 seed, u64 number, enum case_kind kind, enum mutant mutant, u32 crew,
	      u64 *coverage, FILE *report);

#endif /* ORACLE_CASE_H */
