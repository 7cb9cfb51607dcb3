/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef TUNE_PICTURE_H
#define TUNE_PICTURE_H

#include "report.h"

/*
 * Draw the blocks of an experiment into a file, whose name has the format: for each candidate the
 * differences from the present settings, the interval that narrows, and the margin.
 */
void picture_draw(const struct report *r, const char *path);

#endif /* TUNE_PICTURE_H */
