/* SPDX-License-Identifier: GPL-2.0-only */
/* Changes that a configuration file makes to the settings of a device. */
#ifndef CONF_DIFF_H
#define CONF_DIFF_H

#include <stdio.h>

#include "tools/seastar/aging/registers.h"

#include "conf.h"
#include "form.h"

/*
 * Numbers of routers that a change affects, in all and per setting, and whether it affects routes.
 */
struct conf_count {
	bool routes;
	size_t routers;
	size_t period, select;
	size_t bias[CLASSES];
};

static inline bool conf_differs(const struct conf_count *c)
{
	return c->routers || c->routes;
}

/* Apply the sections of device @dev of a file to its settings, router i in @all[i]. */
void conf_apply(const struct conf *conf, size_t dev, struct agings *all);

/**
 * conf_differences() - find the changes from one state to another
 * @live: the settings of a device
 * @target: the settings that the device shall have
 * @s: receives the changes that lead to @target, none if there is no difference
 *
 * Return: the numbers of routers that the changes affect.
 */
struct conf_count conf_differences(const struct agings *live, const struct agings *target,
				   struct settings *s);

/* Convert all sections of device @dev to changes. */
void conf_settings(const struct conf *conf, size_t dev, struct settings *s);

#endif /* CONF_DIFF_H */
