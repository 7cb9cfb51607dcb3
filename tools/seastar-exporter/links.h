/* SPDX-License-Identifier: GPL-2.0-only */
/* The links of hardware: read once, then followed by the events of the family. */
#ifndef LINKS_H
#define LINKS_H

#include "fabric.h"

/**
 * struct link_watch - the events
 * @events: a socket that has joined them, or NULL: nothing to watch
 * @family: id of the family it joined; the module may be reloaded
 * @lost: how often events were lost, and the links read anew
 */
struct link_watch {
	struct nl_sock *events;
	int family;
	uint64_t lost;
};

/* Bring the links of all hardware in @list up to date; set its error[PART_LINKS]. */
void links_read(struct link_watch *w, struct family *f, struct fabric *list);
void links_close(struct link_watch *w);
void links_free(struct links *l);

#endif /* LINKS_H */
