/* SPDX-License-Identifier: GPL-2.0-only */
/* Archives in the format OTF2, read by OTF2's library (docs/traces.md, section 6). */
#ifndef SIM_OTF2_H
#define SIM_OTF2_H

#include "sim/archive/archive.h"

extern const struct archive_format otf2_format;

#endif /* SIM_OTF2_H */
