/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Words for the numbers of the interface; every list ends with NULL.  Lists of enumerations in
 * docs/netlink/seastar.yaml are made from it (enums.h).
 */
#ifndef SEASTAR_NAMES_H
#define SEASTAR_NAMES_H

#include <stdbool.h>

#include <linux/seastar.h>

extern const char *const port_names[SEASTAR_PORTS + 1];
extern const char *const pattern_names[SEASTAR_PATTERNS + 1];
extern const char *const source_names[SEASTAR_SOURCES + 1];
extern const char *const clock_names[SEASTAR_CLOCK_STATES + 1];
extern const char *const config_names[SEASTAR_CONFIG_STATES + 1];
extern const char *const link_policy_names[SEASTAR_LINK_POLICIES + 1];
extern const char *const stranded_names[SEASTAR_STRANDED_REROUTE + 2];
extern const char *const drop_names[SEASTAR_DROPS + 1];		/* also keys in JSON */
extern const char *const counter_names[SEASTAR_COUNTERS + 1];	/* names in statistics files */

/* Groups of ports: processor port, x, y, z. */
#define PORT_GROUPS	4
extern const char *const port_group_names[PORT_GROUPS + 1];

static inline unsigned int port_group(unsigned int port)
{
	return (port + 1) / 2;
}

/* The bins of the age histogram: "0-63" and so on. */
extern const char *const age_names[SEASTAR_AGE_BINS + 1];

static inline unsigned int age_low(unsigned int bin)
{
	return bin * SEASTAR_AGES_A_BIN;
}

static inline unsigned int age_high(unsigned int bin)
{
	return age_low(bin + 1) - 1;
}

/* Return the name of @value; "unknown" for values of a newer kernel. */
const char *name_of(const char *const *names, unsigned int value);

/* Return true if @text can be the name of a device. */
bool is_name(const char *text);

#endif /* SEASTAR_NAMES_H */
