/* SPDX-License-Identifier: GPL-2.0-only */
/* Pictures, drawn by gnuplot from a script with its data inside; or that script. */
#ifndef SIM_GNUPLOT_H
#define SIM_GNUPLOT_H

#include <stdio.h>

#include "sim/experiment/experiment.h"

enum picture_format {
	PICTURE_SVG,
	PICTURE_PNG,
	PICTURE_SCRIPT,	/* the picture that gnuplot would draw, as SVG */
};

/**
 * struct picture - a picture's file
 * @bytes: what is in it, and a 0 behind, to be freed
 * @size: how many they are
 */
struct picture {
	char *bytes;
	size_t size;
};

/**
 * struct gnuplot - a script on its way to gnuplot
 * @script: what to draw is printed here
 * @text: the script's bytes, the stream's own business
 * @size: how many they are
 */
struct gnuplot {
	FILE *script;
	char *text;
	size_t size;
};

void gnuplot_begin(struct gnuplot *g);

/* Print @text as a string that gnuplot takes as it stands, whatever is in it. */
void gnuplot_string(FILE *script, const char *text);

/* Drop the script without drawing it. */
void gnuplot_drop(struct gnuplot *g);

/**
 * gnuplot_end() - draw the script
 * @g: is done with, whatever becomes of it
 * @format: of the picture
 * @width: of the picture, in pixels
 * @height: of the picture, in pixels
 * @picture: receives it
 * @err: why not
 */
bool gnuplot_end(struct gnuplot *g, enum picture_format format, u32 width, u32 height,
		 struct picture *picture, struct sim_error *err);

#endif /* SIM_GNUPLOT_H */
