/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TUNE_PICTURE_H
#define TUNE_PICTURE_H

#include "report.h"

/*
 * Draw, for each candidate and block, the difference from the present settings and the confidence
 * interval, and the margin.  The ending of @path chooses the format.
 */
void picture_draw(const struct report *r, const char *path);

#endif /* TUNE_PICTURE_H */
