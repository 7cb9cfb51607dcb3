// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/file.h"
#include "tools/seastar/base/print.h"

#include "permutation.h"

#define SEPARATORS	", \t\r\n"
#define A_PIECE		8192	/* entries per attribute, which has at most 64 KiB */

static char *list_or_file(const char *word)
{
	size_t length;
	char *text;

	if (word[strspn(word, "0123456789,")])
		return file_contents(word, &length);
	text = strdup(word);
	if (!text)
		die("out of memory");
	return text;
}

void args_permutation(struct args *a, struct snl_msg *m)
{
	char *text = list_or_file(args_value(a, "permutation")), *rest = text, *word;
	uint32_t *entry = allocate(SEASTAR_MAX_ROUTERS, sizeof(*entry));
	size_t i, n = 0;

	while ((word = strsep(&rest, SEPARATORS))) {
		if (!*word)
			continue;
		if (n == SEASTAR_MAX_ROUTERS)
			args_die(a, "permutation: more than %d entries", SEASTAR_MAX_ROUTERS);
		entry[n++] = parse_number(a, "permutation", word, 0, UINT32_MAX);
	}
	for (i = 0; i < n; i += A_PIECE)
		snl_put(m, SEASTAR_A_TRAFFIC_PERMUTATION, &entry[i],
			(n - i < A_PIECE ? n - i : A_PIECE) * sizeof(*entry));
	free(entry);
	free(text);
}

static void permutation_forget(void *ctx)
{
	struct permutation *p = ctx;

	p->n = 0;
}

static void permutation_remember(const struct nlmsghdr *part, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_TRAFFIC_MAX + 1];
	struct permutation *p = ctx;
	uint32_t offset;

	snl_attributes(part, tb, SEASTAR_A_TRAFFIC_MAX);
	offset = snl_u32(tb[SEASTAR_A_TRAFFIC_OFFSET]);
	if (offset != p->n)
		die("the kernel's answer is malformed: parts of a permutation are missing");
	p->n += snl_array(tb[SEASTAR_A_TRAFFIC_PERMUTATION], &p->entry[p->n],
			  SEASTAR_MAX_ROUTERS - p->n, sizeof(*p->entry));
}

void permutation_read(struct nl *nl, const char *dev, struct permutation *p)
{
	struct snl_msg m;

	*p = (struct permutation){
		.entry = allocate(SEASTAR_MAX_ROUTERS, sizeof(*p->entry)),
	};
	snl_start(&m, SEASTAR_CMD_TRAFFIC_GET);
	snl_put_str(&m, SEASTAR_A_TRAFFIC_DEV, dev);
	nl_dump(nl, &m, permutation_forget, permutation_remember, p);
}

void permutation_of(const struct nlmsghdr *request, struct permutation *p)
{
	const struct nlattr *a;

	*p = (struct permutation){
		.entry = allocate(SEASTAR_MAX_ROUTERS, sizeof(*p->entry)),
	};
	mnl_attr_for_each(a, request, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) == SEASTAR_A_TRAFFIC_PERMUTATION)
			p->n += snl_array(a, &p->entry[p->n], SEASTAR_MAX_ROUTERS - p->n,
					  sizeof(*p->entry));
	}
}

void permutation_free(struct permutation *p)
{
	free(p->entry);
	*p = (struct permutation){ 0 };
}
