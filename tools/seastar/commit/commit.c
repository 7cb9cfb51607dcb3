// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "sim/base/text.h"

#include "tools/seastar/base/out.h"

#include "commit.h"
#include "show.h"

uint64_t config_id(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	snl_attributes(m, tb, SEASTAR_A_CONFIG_MAX);
	return snl_u64(tb[SEASTAR_A_CONFIG_ID]);
}

uint64_t config_generation(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_DEV_MAX + 1];
	uint64_t greatest = 0, generation;
	const struct nlattr *a;

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_CONFIG_DEV)
			continue;
		snl_nested(a, tb, SEASTAR_A_CONFIG_DEV_MAX);
		generation = snl_u64(tb[SEASTAR_A_CONFIG_DEV_GENERATION]);
		if (generation > greatest)
			greatest = generation;
	}
	return greatest;
}

static void print_reply(const struct nlmsghdr *m, void *ctx)
{
	(void)ctx;
	out_open(NULL);
	config_made_out(m);
	out_close();
}

void config_put_comment(struct snl_msg *m, const char *comment)
{
	char kept[SEASTAR_COMMENT_MAX + 1];

	snprintf(kept, sizeof(kept), "%.*s", (int)text_head(comment, SEASTAR_COMMENT_MAX), comment);
	snl_put_str(m, SEASTAR_A_CONFIG_COMMENT, kept);
}

void config_commit(const struct settings *s, size_t n, uint32_t timeout)
{
	bool check = false;
	struct snl_msg m;
	struct nl nl;
	size_t i;

	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	for (i = 0; i < n; i++) {
		settings_put(&m, &s[i]);
		check |= s[i].check;
	}
	if (timeout)
		snl_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, timeout);
	if (check)
		snl_put(&m, SEASTAR_A_CONFIG_CHECK, NULL, 0);
	nl_open(&nl);
	nl_do(&nl, &m, print_reply, NULL);
	nl_close(&nl);
}

void config_read_pending(struct nl *nl, struct replies *pending)
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_CONFIG_GET);
	nl_dump(nl, &m, replies_forget, replies_keep, pending);
}
