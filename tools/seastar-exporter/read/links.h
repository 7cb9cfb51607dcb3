/* SPDX-License-Identifier: GPL-2.0-only */
/* Links as the driver has recorded them: the hardware is not read. */
#ifndef EXPORTER_READ_LINKS_H
#define EXPORTER_READ_LINKS_H

#include "fabric.h"

/*
 * Read the links.  Links of a software fabric are read again only if they have changed, or if bits
 * arrive wrong.
 */
int fabric_read_links(struct snl *nl, struct fabric *fab);
void links_free(struct links *l);

#endif /* EXPORTER_READ_LINKS_H */
