/* SPDX-License-Identifier: GPL-2.0-only */
/* The commits that wait to be confirmed. */
#ifndef EXPORTER_READ_COMMITS_H
#define EXPORTER_READ_COMMITS_H

#include "family.h"

/* A commit in one device: a commit of several devices is listed once per device. */
struct commit {
	uint64_t id;
	uint32_t remaining;	/* milliseconds left at the time of reading */
	char dev[SEASTAR_NAME_MAX + 1];
};

struct commits {
	struct commit *commit;
	size_t n;
	bool incomplete;
};

/* Read the commits; on failure @c is unchanged. */
int commits_read(struct snl *nl, struct commits *c);
void commits_free(struct commits *c);

#endif /* EXPORTER_READ_COMMITS_H */
