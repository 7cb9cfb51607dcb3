/* SPDX-License-Identifier: GPL-2.0-only */
/* Traces of Dimemas, a simulator of MPI programs (docs/traces.md, section 7). */
#ifndef SIM_DIMEMAS_H
#define SIM_DIMEMAS_H

#include "sim/archive/archive.h"

extern const struct archive_format dimemas_format;

#endif /* SIM_DIMEMAS_H */
