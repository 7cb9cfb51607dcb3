/* SPDX-License-Identifier: GPL-2.0-only */
/* Streaming JSON output, in the layout of json-c; it allocates no memory. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include <json-c/json.h>

/*
 * Begin a document to @to, indented or on one line. If the program ends before the document does,
 * all open objects and lists are closed.
 */
void json_begin(FILE *to, bool pretty);

/*
 * Output a value, or open an object or list. @key is NULL in a list and for the whole document. A
 * document ends with a newline.
 */
void json_open(const char *key, char bracket);	/* '{' or '[' */
void json_close(void);
void json_raw(const char *key, const char *value);	/* a number, true, false or null */
void json_tree(const char *key, struct json_object *value);	/* takes over @value; NULL: null */

/* Return true inside of a list, where values have no key. */
bool json_in_list(void);

#endif /* BASE_JSON_H */
