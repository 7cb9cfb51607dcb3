/* SPDX-License-Identifier: GPL-2.0-only */
/* Time-independent traces of SMPI, the MPI of SimGrid (docs/traces.md, section 8). */
#ifndef SIM_SMPI_H
#define SIM_SMPI_H

#include "sim/archive/archive.h"

extern const struct archive_format smpi_format;

#endif /* SIM_SMPI_H */
