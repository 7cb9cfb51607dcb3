/* SPDX-License-Identifier: GPL-2.0-only */
/* Parsing of a configuration file, without any effect on devices. */
#ifndef CONF_PARSE_H
#define CONF_PARSE_H

#include "conf.h"

/* An error in a text, and its place. */
struct conf_error {
	struct conf_place place;
	char sentence[256];
};

/**
 * conf_parse() - parse a configuration file
 * @text: text of the file, which may be any bytes
 * @length: bytes of @text
 * @conf: receives the contents; to be released, whatever the outcome
 * @error: receives the first error
 *
 * Return: true if there is no error.
 */
bool conf_parse(const char *text, size_t length, struct conf *conf, struct conf_error *error);
void conf_free(struct conf *conf);

#endif /* CONF_PARSE_H */
