// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "diff.h"

static void change_router(struct aging *a, const struct change *c)
{
	unsigned int class, port;

	if (c->has_period)
		a->period = c->period;
	if (c->has_select)
		a->select = c->select;
	for (class = 0; class < CLASSES; class++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			if (c->bias.given[class][port])
				a->bias[class][port] = c->bias.value[class][port];
		}
	}
}

static void change_range(struct agings *all, const struct conf_range *r, const struct change *c)
{
	size_t i;

	for (i = r->first; i <= r->last && i < all->n; i++)
		change_router(&all->aging[i], c);
}

static bool is_every(const struct conf_section *s)
{
	return !s->n;
}

/* Apply the sections of a device about every router, or those about some routers. */
static void apply_sections(const struct conf *conf, size_t dev, bool every, struct agings *all)
{
	struct conf_range whole = { .last = UINT32_MAX };
	size_t i, k;

	for (i = 0; i < conf->sections; i++) {
		const struct conf_section *s = &conf->section[i];

		if (s->dev != dev || is_every(s) != every)
			continue;
		if (every)
			change_range(all, &whole, &s->change);
		for (k = 0; k < s->n; k++)
			change_range(all, &s->ranges[k], &s->change);
	}
}

void conf_apply(const struct conf *conf, size_t dev, struct agings *all)
{
	if (*conf->dev[dev].routes)
		memcpy(all->routes, conf->dev[dev].routes, sizeof(all->routes));
	apply_sections(conf, dev, true, all);
	apply_sections(conf, dev, false, all);
}

/* Compute the change of a router from its present to its new settings; count differences. */
static struct change router_change(const struct aging *from, const struct aging *to,
				   struct conf_count *count)
{
	struct change c = {
		.first = to->router, .last = to->router,
		.has_period = from->period != to->period, .period = to->period,
		.has_select = from->select != to->select, .select = to->select,
	};
	bool differs = c.has_period || c.has_select;
	unsigned int class, port;

	count->period += c.has_period;
	count->select += c.has_select;
	for (class = 0; class < CLASSES; class++) {
		bool biased = false;

		for (port = 0; port < SEASTAR_PORTS; port++) {
			c.bias.value[class][port] = to->bias[class][port];
			if (from->bias[class][port] != to->bias[class][port])
				c.bias.given[class][port] = true;
			biased |= c.bias.given[class][port];
		}
		count->bias[class] += biased;
		differs |= biased;
	}
	count->routers += differs;
	return c;
}

/* Return the change for every router: the values that all routers of @target share. */
static struct change common_change(const struct agings *target)
{
	const struct aging *first = target->aging, *a;
	struct change c = {
		.every = true, .period = first->period, .select = first->select,
		.has_period = true, .has_select = true,
	};
	unsigned int class, port;

	memset(c.bias.given, true, sizeof(c.bias.given));
	memcpy(c.bias.value, first->bias, sizeof(c.bias.value));
	for (a = first; a < first + target->n; a++) {
		c.has_period &= a->period == first->period;
		c.has_select &= a->select == first->select;
		for (class = 0; class < CLASSES; class++)
			for (port = 0; port < SEASTAR_PORTS; port++)
				c.bias.given[class][port] &= a->bias[class][port] ==
							     first->bias[class][port];
	}
	return c;
}

/* Remove from @c the settings that @common has, too, and record them in @used. */
static void leave_to_common(struct change *c, const struct change *common, struct change *used)
{
	unsigned int class, port;

	used->has_period |= c->has_period && common->has_period;
	used->has_select |= c->has_select && common->has_select;
	c->has_period &= !common->has_period;
	c->has_select &= !common->has_select;
	for (class = 0; class < CLASSES; class++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			bool *given = &c->bias.given[class][port];

			used->bias.given[class][port] |= *given && common->bias.given[class][port];
			*given &= !common->bias.given[class][port];
		}
	}
}

struct conf_count conf_differences(const struct agings *live, const struct agings *target,
				   struct settings *s)
{
	struct conf_count count = { 0 };
	struct change common, used, c;
	size_t i;

	if (!target->n)
		return count;
	count.routes = strcmp(live->routes, target->routes);
	common = common_change(target);
	used = common;
	used.has_period = false;
	used.has_select = false;
	memset(used.bias.given, false, sizeof(used.bias.given));
	for (i = 0; i < target->n; i++) {
		c = router_change(&live->aging[i], &target->aging[i], &count);
		leave_to_common(&c, &common, &used);
		if (!change_is_empty(&c))
			*settings_add(s) = c;
	}
	if (!change_is_empty(&used))
		*settings_add(s) = used;
	return count;
}

static void add_section(const struct conf_section *section, struct settings *s)
{
	struct change *c;
	size_t i = 0;

	do {
		c = settings_add(s);
		*c = section->change;
		c->every = !section->n;
		if (section->n) {
			c->first = section->ranges[i].first;
			c->last = section->ranges[i].last;
		}
	} while (++i < section->n);
}

void conf_settings(const struct conf *conf, size_t dev, struct settings *s)
{
	int every;
	size_t i;

	for (every = 1; every >= 0; every--) {
		for (i = 0; i < conf->sections; i++) {
			const struct conf_section *section = &conf->section[i];

			if (section->dev == dev && is_every(section) == every &&
			    !change_is_empty(&section->change))
				add_section(section, s);
		}
	}
}
