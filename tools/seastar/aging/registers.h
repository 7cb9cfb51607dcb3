/* SPDX-License-Identifier: GPL-2.0-only */
/* The aging registers of a whole device, and blocks of routers whose registers are equal. */
#ifndef AGING_REGISTERS_H
#define AGING_REGISTERS_H

#include <stddef.h>
#include <stdint.h>

#include "tools/seastar/netlink/nl.h"

#include "bias.h"

/* The registers of one router. */
struct aging {
	uint32_t router;
	uint32_t period;
	uint64_t select;
	uint8_t bias[CLASSES][SEASTAR_PORTS];
};

/**
 * struct agings - a reading of a device, of one generation
 * @generation: generation of the settings read
 * @aging: registers of each router
 * @n: number of routers in @aging
 * @routes: settings_read() only: the routing, "rule" or the words of a plan; "" if it has no words,
 * as with hardware
 */
struct agings {
	uint64_t generation;
	struct aging *aging;
	size_t n;
	char routes[SEASTAR_PLAN_MAX + 1];
};

/* A block: the numbers of routers whose registers are equal, ascending. */
struct aging_block {
	const struct aging *aging;
	size_t n;
};

void agings_read(struct nl *nl, const char *dev, struct agings *all);
/*
 * Read the aging registers and the routing of a device, of one generation. If settings keep
 * changing, the reading may mix generations; the kernel refuses a commit based on it.
 */
void settings_read(struct nl *nl, const char *dev, struct agings *all);
void agings_read_one(struct nl *nl, const char *dev, uint32_t router, struct agings *all);
void agings_free(struct agings *all);

/**
 * agings_fold() - make blocks of routers whose registers are equal
 * @all: the reading, which is sorted for this
 * @n: receives the number of blocks
 *
 * Return: the blocks, in the order of the first router of each; to be freed.
 */
struct aging_block *agings_fold(struct agings *all, size_t *n);

/* Return the index after the run of consecutive routers that begins at router @i of the block. */
size_t aging_run_end(const struct aging_block *b, size_t i);

/* Print the routers of a block as runs, "0-3,7". */
void aging_routers_out(const struct aging_block *b);

/* Print the blocks, with their registers. */
void agings_out(struct agings *all);

#endif /* AGING_REGISTERS_H */
