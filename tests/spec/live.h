/* SPDX-License-Identifier: GPL-2.0-only */
/* The family as the running kernel describes it. */
#ifndef LIVE_H
#define LIVE_H

#include "spec.h"

/**
 * struct live - a family that is there
 * @id: its number, the type of its messages
 * @spec: its commands, groups and policies, without names.  Limits are those
 *	the policy has: the whole range of a type where it has none
 */
struct live {
	uint16_t id;
	struct spec *spec;
};

/* Ask the kernel; end the program with a TAP bail-out if there is no such family. */
void live_read(const char *family, struct live *live);

#endif /* LIVE_H */
