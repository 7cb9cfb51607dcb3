/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Test points in the Test Anything Protocol.
 */
#ifndef ORACLE_TAP_H
#define ORACLE_TAP_H

#include <stdbool.h>

struct tap {
	unsigned int points, failed;
};

void tap_begin(struct tap *t);

/* Report one point; it is named by a format. */
__attribute__((format(printf, 3, 4)))
void tap_point(struct tap *t, bool ok, const char *name, ...);

/* Print the plan.  Return the exit status. */
int tap_done(const struct tap *t);

#endif /* ORACLE_TAP_H */
