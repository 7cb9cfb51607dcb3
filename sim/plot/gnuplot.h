/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pictures: gnuplot draws them from a script that includes the data.  The script is a format, too.
 */
#ifndef SIM_GNUPLOT_H
#define SIM_GNUPLOT_H

#include <stdio.h>

#include "sim/experiment/experiment.h"

enum picture_format {
	PICTURE_SVG,
	PICTURE_PNG,
	PICTURE_SCRIPT,	/* the script itself, which would draw an SVG */
};

/**
 * struct picture - contents of a picture's file
 * @bytes: bytes of the file, and a 0 after them; the owner frees them
 * @size: number of bytes
 */
struct picture {
	char *bytes;
	size_t size;
};

/**
 * struct gnuplot - a script on its way to gnuplot
 * @script: stream that the commands are printed to
 * @text: bytes of the script; only the stream changes them
 * @size: number of bytes in @text
 */
struct gnuplot {
	FILE *script;
	char *text;
	size_t size;
};

/* Find the format of the picture in file @path, by the end of its name. */
bool picture_format_of(const char *path, enum picture_format *format, struct sim_error *err);

void gnuplot_begin(struct gnuplot *g);

/* Print @text as a string that gnuplot does not interpret; control characters become blanks. */
void gnuplot_string(FILE *script, const char *text);

/* Drop the script without drawing it. */
void gnuplot_drop(struct gnuplot *g);

/**
 * gnuplot_end() - draw the script
 * @g: the script, which is released in any case
 * @format: format of the picture
 * @width: width of the picture in pixels
 * @height: height of the picture in pixels
 * @picture: receives the picture
 * @err: receives the reason for a failure
 */
bool gnuplot_end(struct gnuplot *g, enum picture_format format, u32 width, u32 height,
		 struct picture *picture, struct sim_error *err);

#endif /* SIM_GNUPLOT_H */
