/* SPDX-License-Identifier: GPL-2.0-only */
/* A device as the kernel lists it, as text and as JSON. */
#ifndef DEVICE_SHOW_H
#define DEVICE_SHOW_H

#include <stdint.h>

#include <json-c/json.h>
#include <libmnl/libmnl.h>

#define DEV_PARAMETERS	7
#define DEV_RATES	2

/**
 * struct dev_parameter - a parameter of a software fabric
 * @name: its keyword
 * @key: in JSON
 * @attr: its attribute
 */
struct dev_parameter {
	const char *name;
	const char *key;
	uint16_t attr;
};

/* Those that are one number, and those that are flits in cycles. */
extern const struct dev_parameter dev_parameters[DEV_PARAMETERS];
extern const struct dev_parameter dev_rates[DEV_RATES];

struct json_object *dev_json(const struct nlmsghdr *m);
void dev_text(const struct nlmsghdr *m);

#endif /* DEVICE_SHOW_H */
