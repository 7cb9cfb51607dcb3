/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A reply or an event of the driver, as JSON and as text: the objects show
 * them, the monitor follows them.
 */
#ifndef SHOW_H
#define SHOW_H

#include <json-c/json.h>
#include <libmnl/libmnl.h>
#include <stdbool.h>

struct json_object *dev_json(const struct nlmsghdr *m);
void dev_text(const struct nlmsghdr *m);
struct json_object *aging_event_json(const struct nlmsghdr *m);
void aging_event_text(const struct nlmsghdr *m);
struct json_object *traffic_json(const struct nlmsghdr *m);
void traffic_text(const struct nlmsghdr *m);
struct json_object *clock_json(const struct nlmsghdr *m);
void clock_text(const struct nlmsghdr *m);
struct json_object *config_json(const struct nlmsghdr *m);
void config_text(const struct nlmsghdr *m);

/* The same of a commit just made, and how it is kept if it waits. */
void config_made_text(const struct nlmsghdr *m);

/* The word for the state of a commit. */
const char *config_state(const struct nlattr *state);

/* Is a commit about this device, among others? */
bool config_names(const struct nlmsghdr *m, const char *dev);
struct json_object *routing_json(const struct nlmsghdr *m);
void routing_text(const struct nlmsghdr *m);
struct json_object *mmr_event_json(const struct nlmsghdr *m);
void mmr_event_text(const struct nlmsghdr *m);

#endif /* SHOW_H */
