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
 * Initialize output, before all else. When the reader of the output goes away, the program ends by
 * SIGPIPE, as others do, after cleaning up.
 */
void print_start(void);

/*
 * Set the line of a batch that messages are about. @done commands before it were done, which errors
 * mention unless @goes_on.
 */
void print_place(const char *file, size_t line, size_t done, bool goes_on);

/*
 * Begin and end a message that ends the program: its sentence is printed between the calls, on one
 * line whatever control characters were typed.
 */
void error_begin(void);
void error_text(const char *fmt, va_list ap);
void error_end(int status) __attribute__((noreturn));

/* End the program with one line on stderr and status 1, or that of print_failure_status(). */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Set the exit status of failures, for commands that use 1 otherwise. */
void print_failure_status(int status);

/* Print one line to stderr. */
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Allocate memory; failure ends the program. */
void *allocate(size_t n, size_t size);
void *resize(void *p, size_t n, size_t size);

/* Choose JSON, compact or pretty. */
void print_use_json(bool pretty);
bool print_is_json(void);
bool print_is_pretty(void);

/* Print numbers instead of names and coordinates in texts, and more columns. */
void print_use_numbers(void);
bool print_is_numeric(void);
void print_use_details(void);
bool print_is_detailed(void);

/* Set whether to colour: "auto", "always" or "never"; false for another word. */
bool print_use_colours(const char *when);

/* Return true if the terminal has colours, and they are wanted. */
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

/* Return the columns of the terminal on stdout; 0 if it is none. */
int print_columns(void);

#endif /* BASE_PRINT_H */
