/* SPDX-License-Identifier: GPL-2.0-only */
/* SVG as gnuplot writes it, made better or part of a page. */
#ifndef SIM_SVG_H
#define SIM_SVG_H

#include <stdio.h>

#include "gnuplot.h"

/* Have browsers keep the cells of images apart, which they would blur. */
void svg_sharpen(struct picture *svg);

/* Call it by its own name, which a browser shows, where gnuplot has its own. */
void svg_name(struct picture *svg, const char *name);

/**
 * svg_inline() - print a picture as an element of an HTML page
 * @out: the page
 * @svg: the whole file
 * @name: goes before each of its ids, which a page must not have twice
 * @title: the description for readers who cannot see the picture
 */
void svg_inline(FILE *out, const char *svg, const char *name, const char *title);

#endif /* SIM_SVG_H */
