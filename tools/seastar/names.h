/* SPDX-License-Identifier: GPL-2.0-only */
/* The words for the numbers of the interface; every list ends with NULL. */
#ifndef NAMES_H
#define NAMES_H

#include <linux/seastar.h>

extern const char *const port_names[SEASTAR_PORTS + 1];
extern const char *const pattern_names[SEASTAR_PATTERNS + 1];
extern const char *const source_names[SEASTAR_SOURCES + 1];
extern const char *const clock_state_names[SEASTAR_CLOCK_STATES + 1];

/* Processor port, x, y, z: what a port belongs to. */
#define PORT_GROUPS	4
extern const char *const port_group_names[PORT_GROUPS + 1];

static inline unsigned int port_group(unsigned int port)
{
	return (port + 1) / 2;
}

/* The name of @value; "unknown" for what a newer kernel may say. */
const char *name_of(const char *const *names, unsigned int value);

#endif /* NAMES_H */
