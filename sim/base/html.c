// SPDX-License-Identifier: GPL-2.0-only
/* Pieces of an HTML page. */
#include "html.h"

static const char css[] =
	"body{font:15px/1.5 sans-serif;color:#1a1a1a;background:#fff;max-width:76em;"
	"margin:2em auto;padding:0 1.5em}\n"
	"h1{font-size:1.6em;margin-bottom:0}h2{font-size:1.2em;margin:2em 0 .5em;"
	"border-bottom:1px solid #ccc}\n"
	".wide{overflow-x:auto}\n"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5em 0}\n"
	"th,td{padding:.2em .7em;text-align:right;border-bottom:1px solid #e4e4e4;"
	"white-space:nowrap}\n"
	"th{background:#f5f5f5;font-weight:600}th small{font-weight:400;color:#555}\n"
	"th:first-child,td.text{text-align:left;white-space:normal}td.bad{color:#b00020;font-weight:600}\n"
	"figure{margin:1em 0}figcaption{color:#444}svg{max-width:100%;height:auto}\n"
	"@media print{.wide{overflow:visible}h2{break-after:avoid}figure{break-inside:avoid}}\n";

void html_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			putc(*text, out);
		}
	}
}

void html_begin(FILE *out, const char *title)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
	fputs("<title>", out);
	html_text(out, title);
	fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n", css);
	fputs("<body>\n<h1>", out);
	html_text(out, title);
	fputs("</h1>\n", out);
}

void html_end(FILE *out)
{
	fputs("</body>\n</html>\n", out);
}
