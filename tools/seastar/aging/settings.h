/* SPDX-License-Identifier: GPL-2.0-only */
/* Settings of a device: parsing of the command line, and sending. */
#ifndef AGING_SETTINGS_H
#define AGING_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/netlink/nl.h"

#include "bias.h"
#include "words.h"

extern const struct keyword settings_keywords[], commit_keywords[];
extern const struct rule settings_rules[], commit_rules[];

/* Settings for the routers first to last, and a mask of the given settings. */
struct change {
	bool every;	/* for every router */
	uint32_t first, last;
	bool has_period, has_select;
	uint32_t period;
	uint64_t select;
	struct bias_change bias;
};

/**
 * struct settings - requested changes of a device
 * @dev: name of the device
 * @changes: changes in the order in which they are typed
 * @n: number of changes
 * @has_generation: make the changes only if @generation is the current one
 * @generation: generation of the settings that the changes are based on
 * @check: only check whether the changes are possible
 * @reroutes: the routing changes: to @draft
 * @draft: id of the draft of the new tables; 0: the routing rule without tables
 * @confirm: milliseconds until the commit is undone unless it is confirmed; 0: it needs no
 * confirmation
 */
struct settings {
	const char *dev;
	struct change *changes;
	size_t n;
	bool has_generation;
	uint64_t generation;
	bool check;
	bool reroutes;
	uint64_t draft;
	uint32_t confirm;
};

/* Take "DEV SETTINGS..." to the end, or up to the next "dev". */
void args_settings(struct args *a, struct settings *s);
void args_commit_settings(struct args *a, struct settings *s);
bool change_is_empty(const struct change *c);

/* Add a change that sets nothing yet. */
struct change *settings_add(struct settings *s);

void settings_free(struct settings *s);

/* Bounds of a time-out in milliseconds. */
#define TIMEOUT_MIN	1
#define TIMEOUT_MAX	86400000

/* Take a time in seconds; return it in milliseconds. */
uint32_t args_timeout(struct args *a, const char *what);

/* Send the settings as a change that needs no confirmation. */
void settings_apply(const struct settings *s);

/* Put the settings into a commit. */
void settings_put(struct snl_msg *m, const struct settings *s);

#endif /* AGING_SETTINGS_H */
