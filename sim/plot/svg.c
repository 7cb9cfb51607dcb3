// SPDX-License-Identifier: GPL-2.0-only
/* Corrections of gnuplot's SVG, and SVG as an element of a page. */
#include <string.h>

#include "sim/base/html.h"
#include "sim/base/memory.h"

#include "svg.h"

void svg_sharpen(struct picture *svg)
{
	static const char image[] = "<image ", style[] = "style='image-rendering:pixelated' ";
	const char *from = svg->bytes, *at;
	struct picture sharp;
	FILE *to = sim_need(open_memstream(&sharp.bytes, &sharp.size));

	while ((at = strstr(from, image))) {
		at += strlen(image);
		fprintf(to, "%.*s%s", (int)(at - from), from, style);
		from = at;
	}
	fputs(from, to);
	fclose(to);
	free(svg->bytes);
	*svg = sharp;
}

/* Find the <title> element that gnuplot wrote, and its *@end; NULL if there is none. */
static const char *own_title(const char *svg, const char **end)
{
	static const char before[] = "<title>", after[] = "</title>";
	const char *title = strstr(svg, before);

	*end = title ? strstr(title, after) : NULL;
	if (!*end)
		return NULL;
	*end += strlen(after);
	return title;
}

void svg_name(struct picture *svg, const char *name)
{
	const char *end, *title = own_title(svg->bytes, &end);
	struct picture named;
	FILE *to;

	if (!title)
		return;
	to = sim_need(open_memstream(&named.bytes, &named.size));
	fprintf(to, "%.*s<title>", (int)(title - svg->bytes), svg->bytes);
	html_text(to, name);
	fprintf(to, "</title>%s", end);
	fclose(to);
	free(svg->bytes);
	*svg = named;
}

/* Texts before an element's id, where it is defined or referred to. */
static const char *const before_name[] = {
	"id='", "id=\"", "href='#", "href=\"#", "url(#",
};

/* Return the length of the text of before_name[] at @p, or 0 if there is none. */
static size_t name_follows(const char *p)
{
	size_t i, length;

	for (i = 0; i < sizeof(before_name) / sizeof(before_name[0]); i++) {
		length = strlen(before_name[i]);
		if (!strncmp(p, before_name[i], length))
			return length;
	}
	return 0;
}

static void print_renamed(FILE *out, const char *svg, const char *name)
{
	size_t length;

	while (*svg) {
		length = name_follows(svg);
		if (length) {
			fprintf(out, "%.*s%s-", (int)length, svg, name);
			svg += length;
		} else {
			putc(*svg++, out);
		}
	}
}

void svg_inline(FILE *out, const char *svg, const char *name, const char *title)
{
	const char *root = strstr(svg, "<svg"), *own, *end;

	if (!root)
		return;
	/* the label replaces gnuplot's own <title>, which browsers would show */
	fputs("<svg role=\"img\" aria-label=\"", out);
	html_text(out, title);
	fputs("\"", out);
	root += strlen("<svg");
	own = own_title(root, &end);
	if (own) {
		fprintf(out, "%.*s", (int)(own - root), root);
		root = end;
	}
	print_renamed(out, root, name);
}
