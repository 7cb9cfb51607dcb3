/* SPDX-License-Identifier: GPL-2.0-only */
/* A clock as the kernel reports it, as text and as JSON. */
#ifndef CLOCK_SHOW_H
#define CLOCK_SHOW_H

#include <json-c/json.h>
#include <libmnl/libmnl.h>

struct json_object *clock_json(const struct nlmsghdr *m);
void clock_text(const struct nlmsghdr *m);

#endif /* CLOCK_SHOW_H */
