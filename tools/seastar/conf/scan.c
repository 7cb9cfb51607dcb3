// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <seastar/mmr.h>

#include "sim/base/text.h"

#include "scan.h"

void scan_start(struct scan *s, const char *text, size_t length, struct conf_error *error)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t skip = sizeof(mark) - 1;

	/* a byte order mark, which some editors write */
	if (length < skip || memcmp(text, mark, skip))
		skip = 0;
	*s = (struct scan){ .next = text + skip, .end = text + length, .error = error };
}

bool scan_line(struct scan *s)
{
	const char *newline, *comment;
	size_t length = s->end - s->next;

	if (!length)
		return false;
	newline = memchr(s->next, '\n', length);
	s->start = s->next;
	s->at = s->start;
	s->stop = newline ? newline : s->end;
	s->next = newline ? newline + 1 : s->end;
	s->line++;
	comment = memchr(s->start, '#', s->stop - s->start);
	if (comment)
		s->stop = comment;
	return true;
}

struct conf_place scan_place(const struct scan *s, const char *at)
{
	return (struct conf_place){ .line = s->line, .column = at - s->start + 1 };
}

bool scan_fail(struct scan *s, const char *at, const char *fmt, ...)
{
	va_list ap;

	s->error->place = scan_place(s, at);
	va_start(ap, fmt);
	vsnprintf(s->error->sentence, sizeof(s->error->sentence), fmt, ap);
	va_end(ap);
	return false;
}

bool scan_unknown(struct scan *s, const char *what, const struct word *w,
		  const char *const *words)
{
	const char *hint = text_nearest(w->text, words);

	if (hint)
		return scan_fail(s, w->at, "unknown %s '%s': did you mean '%s'?", what, w->text,
				 hint);
	return scan_fail(s, w->at, "unknown %s '%s'", what, w->text);
}

static bool scan_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_one_of(char c, const char *stops)
{
	return c && strchr(stops, c);
}

void scan_blanks(struct scan *s)
{
	while (s->at < s->stop && scan_is_blank(*s->at))
		s->at++;
}

bool scan_is_end(struct scan *s)
{
	scan_blanks(s);
	return s->at == s->stop;
}

bool scan_end(struct scan *s)
{
	const char *at;
	struct word w;

	if (scan_is_end(s))
		return true;
	at = s->at;
	scan_word(s, "", &w);
	return scan_fail(s, at, "'%s' is one word too many", w.text);
}

bool scan_char(struct scan *s, char c)
{
	if (scan_is_end(s) || *s->at != c)
		return false;
	s->at++;
	return true;
}

bool scan_word(struct scan *s, const char *stops, struct word *w)
{
	size_t n = 0;

	scan_blanks(s);
	w->at = s->at;
	for (; s->at < s->stop && !scan_is_blank(*s->at) && !is_one_of(*s->at, stops); s->at++) {
		if (n < sizeof(w->text) - 1)
			w->text[n++] = *s->at > ' ' && *s->at <= '~' ? *s->at : '?';
	}
	w->text[n] = '\0';
	return n;
}

static bool value_missing(struct scan *s, const char *key)
{
	return scan_fail(s, s->at, "the value of '%s' is missing", key);
}

static bool scan_number(struct scan *s, const char *what, const struct word *w, u64 min, u64 max,
			u64 *value)
{
	if (text_number(w->text, value) && *value >= min && *value <= max)
		return true;
	return scan_fail(s, w->at, "%s: '%s' is not a number from %llu to %llu", what, w->text,
			 (unsigned long long)min, (unsigned long long)max);
}

bool scan_rest(struct scan *s, const char *key, char *to, size_t room)
{
	const char *end = s->stop, *c;

	scan_blanks(s);
	while (end > s->at && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
		end--;
	if (end == s->at)
		return value_missing(s, key);
	for (c = s->at; c < end; c++) {
		if (*c != '\t' && (*c < ' ' || *c > '~'))
			return scan_fail(s, c, "%s: this character is not ASCII", key);
	}
	if ((size_t)(end - s->at) >= room)
		return scan_fail(s, s->at, "%s: the value has more than %zu bytes", key, room - 1);
	memcpy(to, s->at, end - s->at);
	to[end - s->at] = '\0';
	s->at = s->stop;
	return true;
}

bool scan_topology(struct scan *s, struct topology *t)
{
	static const char *const words[] = { "mesh", NULL };
	struct word w;

	if (!scan_word(s, "", &w))
		return value_missing(s, "topology");
	if (!topology_read(w.text, t))
		return scan_fail(s, w.at, "topology: '%s' is not KX, KXxKY or KXxKYxKZ", w.text);
	if (!scan_word(s, "", &w))
		return true;
	if (strcmp(w.text, words[0]))
		return scan_unknown(s, "word", &w, words);
	if (!scan_word(s, "", &w))
		return value_missing(s, words[0]);
	if (!mesh_read(w.text, t))
		return scan_fail(s, w.at, "mesh: '%s' is not made of the letters x, y and z",
				 w.text);
	return true;
}

bool scan_period(struct scan *s, uint32_t *period)
{
	struct word w;
	u64 value;

	if (!scan_word(s, "", &w))
		return value_missing(s, "period");
	if (!scan_number(s, "period", &w, 1, UINT32_MAX, &value))
		return false;
	*period = value;
	return true;
}

bool scan_select(struct scan *s, uint64_t *select)
{
	static const char *const words[] = { "rr", "age", NULL };
	struct word w;
	u64 value;

	if (!scan_word(s, "", &w))
		return value_missing(s, "select");
	if (!strcmp(w.text, words[0])) {
		*select = SELECT_RR;
	} else if (!strcmp(w.text, words[1])) {
		*select = SELECT_AGE;
	} else if (text_number(w.text, &value)) {
		*select = value;
	} else {
		const char *hint = text_nearest(w.text, words);

		return scan_fail(s, w.at, "select: '%s' is neither rr, age nor a mask of 64 bits%s%s%s",
				 w.text, hint ? ": did you mean '" : "", hint ? hint : "",
				 hint ? "'?" : "");
	}
	return true;
}

static bool take_bias(struct scan *s, const struct word *w, uint8_t *value)
{
	u64 number;

	if (!scan_number(s, "bias", w, 0, SS_MMR_AGE_BIAS_MASK, &number))
		return false;
	*value = number;
	return true;
}

/* Take "3/2/1": the network ports of x, y and z. */
static bool take_dimensions(struct scan *s, unsigned int classes, struct bias_change *c)
{
	unsigned int d;
	struct word w;
	uint8_t value;

	for (d = 0; d < SEASTAR_DIMS; d++) {
		if (!scan_word(s, "/", &w))
			return scan_fail(s, s->at, "bias: a number of the three of X/Y/Z is missing");
		if (!take_bias(s, &w, &value))
			return false;
		bias_give(c, classes, 3u << (1 + 2 * d), value);
		if (d < SEASTAR_DIMS - 1 && !scan_char(s, '/'))
			return scan_fail(s, s->at, "bias: a number of the three of X/Y/Z is missing");
	}
	return true;
}

static bool unknown_port(struct scan *s, const struct word *w)
{
	static const char *const words[] = {
		"proc", "x", "+x", "-x", "y", "+y", "-y", "z", "+z", "-z", NULL
	};

	return scan_unknown(s, "port", w, words);
}

/* Take "PORT N [PORT N]...", from its first word on. */
static bool take_ports(struct scan *s, unsigned int classes, struct bias_change *c,
		       struct word *w)
{
	uint32_t ports, seen = 0;
	struct word number;
	uint8_t value;

	do {
		ports = bias_ports(w->text);
		if (!ports)
			return unknown_port(s, w);
		if (ports & seen)
			return scan_fail(s, w->at, "port '%s' comes twice", w->text);
		seen |= ports;
		if (!scan_word(s, "", &number))
			return scan_fail(s, s->at, "the bias of port '%s' is missing", w->text);
		if (!take_bias(s, &number, &value))
			return false;
		bias_give(c, classes, ports, value);
	} while (scan_word(s, "", w));
	return true;
}

bool scan_bias(struct scan *s, unsigned int classes, struct bias_change *c)
{
	const char *at;
	struct word w;
	uint8_t value;

	scan_blanks(s);
	at = s->at;
	if (!scan_word(s, "", &w))
		return value_missing(s, "bias");
	if (w.text[0] < '0' || w.text[0] > '9')
		return take_ports(s, classes, c, &w);
	if (strchr(w.text, '/')) {
		s->at = at;
		return take_dimensions(s, classes, c);
	}
	if (!take_bias(s, &w, &value))
		return false;
	bias_give(c, classes, BIAS_ALL_PORTS, value);
	return true;
}
