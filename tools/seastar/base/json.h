/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON that is written as it comes, in the layout of json-c: it takes no memory. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include <json-c/json.h>

/*
 * Where the next document goes, and whether it is indented, or on one line. If the program ends
 * before the document does, all that is open is closed.
 */
void json_begin(FILE *to, bool pretty);

/*
 * In an object each of these has a @key; in a list, and as a whole document, NULL. A document
 * ends with a newline.
 */
void json_open(const char *key, char bracket);	/* '{' or '[' */
void json_close(void);
void json_raw(const char *key, const char *value);	/* a number, true, false or null */
void json_tree(const char *key, struct json_object *value);	/* released; NULL is null */

/* Inside of a list, where values have no key? */
bool json_in_list(void);

#endif /* BASE_JSON_H */
