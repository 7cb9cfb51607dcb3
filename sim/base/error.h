/* SPDX-License-Identifier: GPL-2.0-only */
/* Errors: a sentence that says why something cannot be done. */
#ifndef SIM_ERROR_H
#define SIM_ERROR_H

#include <stdbool.h>

/* A sentence of one line, without the program's name or an end of line. */
struct sim_error {
	char text[512];
};

/* Put a sentence into @err; returns false, for the caller to return. */
bool sim_fail(struct sim_error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* SIM_ERROR_H */
