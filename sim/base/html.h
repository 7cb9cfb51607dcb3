/* SPDX-License-Identifier: GPL-2.0-only */
/* Pieces of an HTML page. */
#ifndef SIM_HTML_H
#define SIM_HTML_H

#include <stdio.h>

/* Print @text so that it stands for itself, in an element or in a quoted attribute. */
void html_text(FILE *out, const char *text);

/* Begin a page that needs nothing but itself. */
void html_begin(FILE *out, const char *title);

void html_end(FILE *out);

#endif /* SIM_HTML_H */
