/* SPDX-License-Identifier: GPL-2.0-only */
/* Output to stdout, as text tables or as JSON, and the end of the program. */
#ifndef BASE_PRINT_H
#define BASE_PRINT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define EXIT_USAGE	2

/*
 * Initialize output; call it first. When the reader of the output is gone, the program cleans up
 * and ends by SIGPIPE.
 */
void print_start(void);

/*
 * Set the line of a batch that messages name. Unless @goes_on, errors also report that @done
 * commands before it were done.
 */
void print_place(const char *file, size_t line, size_t done, bool goes_on);

/*
 * Begin and end an error message, whose sentence is printed between the calls. It stays on one
 * line, whatever control characters it quotes. error_end() ends the program.
 */
void error_begin(void);
void error_text(const char *fmt, va_list ap);
void error_end(int status) __attribute__((noreturn));

/* End the program with one line on stderr and status 1, or the status of print_failure_status(). */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Set the exit status of failures, for commands that use 1 otherwise. */
void print_failure_status(int status);

/* Print one line to stderr. */
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Allocate memory; failure ends the program. */
void *allocate(size_t n, size_t size);
void *resize(void *p, size_t n, size_t size);

/* Print JSON, indented if @pretty. */
void print_use_json(bool pretty);
bool print_is_json(void);
bool print_is_pretty(void);

/* Print numbers instead of names and coordinates in text (-N). */
void print_use_numbers(void);
bool print_is_numeric(void);
void print_use_details(void);
bool print_is_detailed(void);

/* Set whether to colour: "auto", "always" or "never"; false for another word. */
bool print_use_colours(const char *when);

/* Return true if output is coloured. */
bool print_colours(void);

/* Flush stdout; end as die() does if the output could not be written. */
void print_finish(void);

#define TIME_TEXT_MAX	48

/* Return a time in nanoseconds since 1970 by RFC 3339, "2026-11-22T10:07:16.250Z". */
const char *time_text(uint64_t ns, char text[TIME_TEXT_MAX]);

/* Return the name of @value for a text: the number itself with -N. */
const char *text_name(const char *const *names, unsigned int value);

/* Return a fraction with @digits after the point, "-" if it is not a number; in a static buffer. */
const char *text_real(double value, int digits);

/* Return the columns of the terminal on stdout; 0 if stdout is no terminal. */
int print_columns(void);

#endif /* BASE_PRINT_H */
