/* SPDX-License-Identifier: GPL-2.0-only */
/* A change of aging registers as the kernel reports it, as text and as JSON. */
#ifndef AGING_EVENT_H
#define AGING_EVENT_H

#include <json-c/json.h>
#include <libmnl/libmnl.h>

struct json_object *aging_event_json(const struct nlmsghdr *m);
void aging_event_text(const struct nlmsghdr *m);

#endif /* AGING_EVENT_H */
