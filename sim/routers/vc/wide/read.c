// SPDX-License-Identifier: GPL-2.0-only
/* The wide router (../router.h). */
#define VCR_WIDE

#include "sim/routers/vc/read.c"
