/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The output of a command, described once: it is printed as text or, with -j, as JSON.
 *
 * A value has a @key, its name in JSON, and a @text. In the row of a table @text is the head of the
 * value's column; elsewhere it is printed with the value in place of its "%s". A value without a
 * @text is for JSON only. A value without a @key is for text only, except in a list, where values
 * have no key. The same holds for objects and lists: without a @key they are not in JSON, and their
 * values belong to the object or list around them.
 */
#ifndef BASE_OUT_H
#define BASE_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <json-c/json.h>

/* Open an object, or a list of rows or values. Text does not show it. */
void out_open(const char *key);
void out_list(const char *key);

/*
 * Open a list of rows that is a table in text, with the columns of its first row; or the line
 * @none, if it has no row. A table that is wider than the terminal is wrapped in its columns of
 * out_long().
 */
void out_table(const char *key, const char *none);

/* Open an object in a list, or a row of the innermost open table. */
void out_row(void);

/* Close the innermost open object, list, table or row. */
void out_close(void);

void out_u64(const char *key, const char *text, uint64_t value);
void out_s64(const char *key, const char *text, int64_t value);
void out_str(const char *key, const char *text, const char *value);	/* NULL: unknown */
void out_bool(const char *key, bool value);	/* only JSON */

/* Output a long text: in a table it is aligned left, and may be wrapped. */
void out_long(const char *key, const char *text, const char *value);

/*
 * Output all 64 bits in hexadecimal, in JSON as a string, since many readers keep numbers as
 * doubles.
 */
void out_hex(const char *key, const char *text, uint64_t value);

/* Output a real number, with @precise digits after the point in JSON; NaN is unknown. */
void out_real(const char *key, unsigned int precise, const char *text, unsigned int digits,
	      double value);
void out_fraction(const char *key, unsigned int digits, double value);	/* only JSON */
void out_exact(const char *key, double value);	/* only JSON: all digits, so that it reads back */

/* Output the name of a value; with -N text has its number. */
void out_name(const char *key, const char *text, const char *const *names, unsigned int value);

/* Output a time in nanoseconds since 1970; 0 is unknown. */
void out_time(const char *key, const char *text, uint64_t ns);

/* Output an unknown value: null in JSON, "-" in text. */
void out_unknown(const char *key, const char *text);
void out_u64_if(bool known, const char *key, const char *text, uint64_t value);

/* Output a list of numbers, for JSON only. */
void out_u32s(const char *key, const uint32_t *value, size_t n);
void out_u64s(const char *key, const uint64_t *value, size_t n);

/* Output a tree, in JSON only, and release it. */
void out_tree(const char *key, struct json_object *value);

/*
 * Collect the output between the two calls as a JSON tree, to be released, instead of printing it.
 * Nothing may be open at the first call.
 */
void out_keep(void);
struct json_object *out_kept(void);

/* Print text that is not in JSON; in a row, as the cell of column @head. */
void out_cell(const char *head, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void out_text(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Colour the last cell. */
enum colour { COLOUR_GOOD, COLOUR_BAD };
void out_colour(enum colour colour);

/* Open an event that happened @when. */
void out_event(const struct timespec *when, const char *name);

#endif /* BASE_OUT_H */
