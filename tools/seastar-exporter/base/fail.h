/* SPDX-License-Identifier: GPL-2.0-only */
/* Errors that end the exporter while it starts; once it serves, no error ends it. */
#ifndef EXPORTER_BASE_FAIL_H
#define EXPORTER_BASE_FAIL_H

enum { FAILURE = 1, USAGE = 2 };

/* End the program with one line on stderr. */
void fail(int status, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

#endif /* EXPORTER_BASE_FAIL_H */
