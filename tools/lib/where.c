// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nl.h"
#include "where.h"

struct name_list {
	const char *const *names;
	unsigned int max;
};

#include "attributes.h"

/* Attributes whose names in commands differ from those of the specification. */
static const struct {
	const char *const *of;	/* set of attributes; NULL: all sets */
	const char *attribute, *word;
} words[] = {
	{ NULL, "dev", "device" },
	{ dev_attributes, "name", "device" },
	{ dev_attributes, "radix", "topology" },
	{ dev_attributes, "want_hash", "hash" },
	{ entry_attributes, "clock_period", "period" },
	{ entry_attributes, "rr_select", "select" },
	{ entry_attributes, "req_bias", "bias req" },
	{ entry_attributes, "rsp_bias", "bias rsp" },
	{ mark_attributes, "name", "mark" },
	{ stats_attributes, "since", "mark" },
	{ config_attributes, "id", "commit" },
	{ config_dev_attributes, "name", "device" },
	{ config_dev_attributes, "routes", "tables" },
};

static struct name_list names_of(uint8_t command)
{
	static const struct name_list none;

	return command < sizeof(command_attributes) / sizeof(command_attributes[0]) ?
	       command_attributes[command] : none;
}

static const char *where_look_up(struct name_list list, const struct nlattr *a)
{
	unsigned int type = mnl_attr_get_type(a);
	const char *name = type <= list.max ? list.names[type] : NULL;
	size_t i;

	for (i = 0; name && i < sizeof(words) / sizeof(words[0]); i++) {
		if ((!words[i].of || words[i].of == list.names) &&
		    !strcmp(name, words[i].attribute))
			return words[i].word;
	}
	return name ?: "unknown";
}

/* Name a parameter of a software fabric without its nest. */
static void name_in_soft(const struct nlattr *soft, const char *at, char *name)
{
	static const struct name_list list = { soft_attributes, SEASTAR_A_SOFT_MAX };
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, soft) {
		if ((const char *)a == at)
			snprintf(name, WHERE_MAX, "%s", where_look_up(list, a));
	}
}

/* Name an attribute of @entry by its setting and by the router, if the entry has one. */
static void name_in_entry(const struct nlattr *entry, const char *at, char *name)
{
	static const struct name_list list = { entry_attributes, SEASTAR_A_ENTRY_MAX };
	const struct nlattr *a, *router = NULL;
	const char *what = "settings";

	mnl_attr_for_each_nested(a, entry) {
		if (mnl_attr_get_type(a) == SEASTAR_A_ENTRY_ROUTER)
			router = a;
		if ((const char *)a == at)
			what = where_look_up(list, a);
	}
	if (router && (const char *)router == at)
		snprintf(name, WHERE_MAX, "router %u", snl_u32(router));
	else if (router)
		snprintf(name, WHERE_MAX, "%s of router %u", what, snl_u32(router));
	else
		snprintf(name, WHERE_MAX, "%s", what);
}

static bool is_within(const char *at, const struct nlattr *a)
{
	return at >= (const char *)a && at < (const char *)a + a->nla_len;
}

static void name_in_dev(const struct nlattr *dev, const char *at, char *name)
{
	static const struct name_list list = { config_dev_attributes, SEASTAR_A_CONFIG_DEV_MAX };
	const char *device = "";
	char what[WHERE_MAX] = "";
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, dev) {
		if (mnl_attr_get_type(a) == SEASTAR_A_CONFIG_DEV_NAME)
			device = snl_str(a);
		if (!is_within(at, a))
			continue;
		if (mnl_attr_get_type(a) == SEASTAR_A_CONFIG_DEV_ENTRY)
			name_in_entry(a, at, what);
		else if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV_NAME)
			snprintf(what, sizeof(what), "%s", where_look_up(list, a));
	}
	if (*what)
		snprintf(name, WHERE_MAX, "%.28s of %.31s", what, device);
	else
		snprintf(name, WHERE_MAX, "device '%.31s'", device);
}

uint64_t snl_where_number(const struct nlattr *a)
{
	switch (mnl_attr_get_payload_len(a)) {
	case sizeof(uint8_t):
		return snl_u8(a);
	case sizeof(uint32_t):
		return snl_u32(a);
	default:
		return snl_u64(a);
	}
}

/* Name an entry by its subject: devices and marks by name, routers and commits by number. */
static void name_itself(struct name_list list, const struct nlattr *a, char *name)
{
	const char *what = where_look_up(list, a);

	if (!strcmp(what, "device") || !strcmp(what, "mark"))
		snprintf(name, WHERE_MAX, "%s '%.31s%s'", what, snl_str(a),
			 strlen(snl_str(a)) > 31 ? "..." : "");
	else if (!strcmp(what, "router") || !strcmp(what, "commit"))
		snprintf(name, WHERE_MAX, "%s %" PRIu64, what, snl_where_number(a));
	else
		snprintf(name, WHERE_MAX, "%s", what);
}

void snl_where(const struct nlmsghdr *request, uint32_t offset, char name[WHERE_MAX])
{
	const char *at = (const char *)request + offset;
	struct name_list list = names_of(snl_command(request));
	const struct nlattr *a;

	mnl_attr_for_each(a, request, sizeof(struct genlmsghdr)) {
		if (list.names == aging_attributes &&
		    mnl_attr_get_type(a) == SEASTAR_A_AGING_ENTRY) {
			if (is_within(at, a))
				name_in_entry(a, at, name);
		} else if (list.names == config_attributes &&
			   mnl_attr_get_type(a) == SEASTAR_A_CONFIG_DEV) {
			if (is_within(at, a))
				name_in_dev(a, at, name);
		} else if (list.names == dev_attributes &&
			   mnl_attr_get_type(a) == SEASTAR_A_DEV_SOFT) {
			if (is_within(at, a))
				name_in_soft(a, at, name);
		} else if ((const char *)a == at) {
			name_itself(list, a, name);
		}
	}
}
