/* SPDX-License-Identifier: GPL-2.0-only */
/* Corrections of gnuplot's SVG, and SVG as an element of a page. */
#ifndef SIM_SVG_H
#define SIM_SVG_H

#include <stdio.h>

#include "gnuplot.h"

/* Make browsers draw the cells of images sharply, instead of blurring them. */
void svg_sharpen(struct picture *svg);

/* Replace gnuplot's title of the picture, which browsers show, with @name. */
void svg_name(struct picture *svg, const char *name);

/**
 * svg_inline() - print a picture as an element of an HTML page
 * @out: stream of the page
 * @svg: the whole file
 * @name: prefix for the picture's ids, to make them unique in the page
 * @title: the description for readers who cannot see the picture
 */
void svg_inline(FILE *out, const char *svg, const char *name, const char *title);

#endif /* SIM_SVG_H */
