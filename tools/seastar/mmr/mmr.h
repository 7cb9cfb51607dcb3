/* SPDX-License-Identifier: GPL-2.0-only */
/* Declarations that the commands of seastar mmr share: registers, and how they are printed. */
#ifndef MMR_H
#define MMR_H

#include <stdint.h>

#include <libmnl/libmnl.h>
#include <seastar/mmr.h>

#include "tools/seastar/base/args.h"

/* A register of a router, and what was read from it. */
struct mmr_value {
	struct ss_mmr_at at;
	uint64_t value;
};

/* Registers of one router. */
struct mmr_values {
	const char *dev;
	uint32_t router;
	uint64_t generation;
	struct mmr_value *reading;
	size_t n;
};

/* Take the name of a field of @mmr, ignoring case. */
const struct ss_mmr_field *args_field(struct args *a, const struct ss_mmr *mmr);

/*
 * Take the name or the offset of a register. Return true for an offset, which also sets port and
 * index in @at.
 */
bool args_mmr_at(struct args *a, struct ss_mmr_at *at);

/* Print registers with their fields; mmr_dump() prints them without. */
void mmr_show(const struct mmr_values *all);
void mmr_dump(const struct mmr_values *all);

/* Output the event of a register that was written. */
void mmr_event_out(const struct nlmsghdr *m);

/* Print the description of @mmr, or of all registers if it is NULL. */
void mmr_list(const struct ss_mmr *mmr);

#endif /* MMR_H */
