/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SEASTAR_MPI_SAFETY_H
#define SEASTAR_MPI_SAFETY_H

#include "tools/seastar-mpi/tracer.h"

bool safety_begin(struct location *at);
void safety_write(struct location *at, const void *chunk, size_t size);
void safety_end(struct location *at);

#endif
