/* SPDX-License-Identifier: GPL-2.0-only */
/* The devices that there are. */
#ifndef DEVICES_H
#define DEVICES_H

#include <stdbool.h>

#include "nl.h"

/* Their names, in the order of the kernel, ended by NULL. */
struct devices {
	const char **name;
	size_t n;
};

void devices_read(struct nl *nl, struct devices *all);
void devices_free(struct devices *all);
bool devices_have(const struct devices *all, const char *name);

#endif /* DEVICES_H */
