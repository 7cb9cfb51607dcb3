/* SPDX-License-Identifier: GPL-2.0-only */
/* Allocation of memory whose size grows with the fabric. */
#ifndef SEASTAR_ALLOC_H
#define SEASTAR_ALLOC_H

#include <linux/types.h>

void *seastar_alloc(size_t bytes);
void *seastar_calloc(size_t n, size_t size);

#endif /* SEASTAR_ALLOC_H */
