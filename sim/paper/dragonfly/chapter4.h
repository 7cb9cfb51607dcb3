/* SPDX-License-Identifier: GPL-2.0-only */
/* What Figures 4.7, 4.8 and 4.10 compare: Piggyback, OLM, and the contention counters. */
#ifndef SIM_PAPER_CHAPTER4_H
#define SIM_PAPER_CHAPTER4_H

#include "routings.h"

enum row_of_chapter_4 { PB, OLM, BASE, FILTERED, HYBRID, ECTN };
#define ROWS_OF_CHAPTER_4 \
	[PB] = { .name = "PB", .keys = KEYS_SRC_RRG }, \
	[OLM] = { .name = "OLM", .keys = KEYS_OLM }, \
	[BASE] = { .name = "Base", .keys = KEYS_BASE("6") }, \
	[FILTERED] = { .name = "Filtered", .keys = KEYS_FILTERED }, \
	[HYBRID] = { .name = "Hybrid", .keys = KEYS_HYBRID }, \
	[ECTN] = { .name = "ECtN", .keys = KEYS_ECTN },

#endif /* SIM_PAPER_CHAPTER4_H */
