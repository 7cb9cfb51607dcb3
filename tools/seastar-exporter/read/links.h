/* SPDX-License-Identifier: GPL-2.0-only */
/* The links of hardware, as the driver has seen them last: the hardware is not asked. */
#ifndef EXPORTER_READ_LINKS_H
#define EXPORTER_READ_LINKS_H

#include "fabric.h"

/* A software fabric has none that goes down, and is not asked. */
int fabric_read_links(struct snl *nl, struct fabric *fab);
void links_free(struct links *l);

#endif /* EXPORTER_READ_LINKS_H */
