/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that grows with a fabric.
 */
#ifndef SEASTAR_ALLOC_H
#define SEASTAR_ALLOC_H

#include <linux/types.h>

void *seastar_alloc(size_t bytes);

#endif /* SEASTAR_ALLOC_H */
