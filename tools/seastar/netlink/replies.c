// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "replies.h"

void replies_forget(void *ctx)
{
	struct replies *r = ctx;

	while (r->n)
		free(r->reply[--r->n]);
}

void replies_keep(const struct nlmsghdr *reply, void *ctx)
{
	struct replies *r = ctx;

	r->reply = resize(r->reply, r->n + 1, sizeof(*r->reply));
	r->reply[r->n] = allocate(reply->nlmsg_len, 1);
	memcpy(r->reply[r->n++], reply, reply->nlmsg_len);
}

void replies_out(struct replies *r, void (*out)(const struct nlmsghdr *m))
{
	size_t i;

	for (i = 0; i < r->n; i++) {
		out_row();
		out(r->reply[i]);
		out_close();
	}
	replies_forget(r);
	free(r->reply);
}
