/* SPDX-License-Identifier: GPL-2.0-only */
/* Post-processing of gnuplot's SVG: corrections, and pictures as part of a page. */
#ifndef SIM_SVG_H
#define SIM_SVG_H

#include <stdio.h>

#include "gnuplot.h"

/* Make browsers draw the cells of images sharply, instead of blurring them. */
void svg_sharpen(struct picture *svg);

/* Call it by its own name, which a browser shows, where gnuplot has its own. */
void svg_name(struct picture *svg, const char *name);

/**
 * svg_inline() - print a picture as an element of an HTML page
 * @out: stream of the page
 * @svg: the whole file
 * @name: prefix of each of its ids, which a page must not have twice
 * @title: the description for readers who cannot see the picture
 */
void svg_inline(FILE *out, const char *svg, const char *name, const char *title);

#endif /* SIM_SVG_H */
