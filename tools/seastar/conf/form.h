/* SPDX-License-Identifier: GPL-2.0-only */
/* The canonical form of a device's settings: the same settings have the same text. */
#ifndef CONF_FORM_H
#define CONF_FORM_H

#include <stdint.h>

#include "tools/seastar/aging/registers.h"
#include "tools/seastar/aging/settings.h"
#include "tools/seastar/device/topology.h"

/**
 * struct conf_line - a line of a configuration file
 * @order: rank of the line in the canonical order
 * @text: the line, without its end
 */
struct conf_line {
	uint64_t order;
	char *text;
};

struct conf_lines {
	struct conf_line *line;
	size_t n;
};

/**
 * conf_form() - add the sections of a device
 * @lines: receives the lines; may have lines of earlier devices
 * @nth: number of the device in @lines, from 0
 * @dev: name of the device
 * @topology: topology of the fabric; NULL: the lines name none
 * @all: settings of the device
 *
 * The section of every router has the values that most routers hold; other sections have the
 * differences.
 */
void conf_form(struct conf_lines *lines, size_t nth, const char *dev,
	       const struct topology *topology, const struct agings *all);
void conf_lines_free(struct conf_lines *lines);

/* Return the heading and the lines as one text, to be freed. */
char *conf_lines_text(const struct conf_lines *lines, const char *heading);

/* Output the same sections as a list; the section about every router has no "routers". */
void conf_form_out(const struct agings *all);

#endif /* CONF_FORM_H */
