// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* vasprintf */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/lib/names.h"

#include "print.h"

static enum { TEXT, JSON, JSON_PRETTY } form;
static bool numeric, detailed;
static enum { AUTO, ALWAYS, NEVER } colours;

/* The line of a batch that messages are about. */
static struct {
	const char *file;	/* NULL: none */
	size_t line, done;
	bool goes_on;
} place;

static volatile sig_atomic_t reader_gone;

static void on_pipe(int signal)
{
	(void)signal;
	reader_gone = 1;
}

static void raise_pipe(void)
{
	if (!reader_gone)
		return;
	signal(SIGPIPE, SIG_DFL);
	raise(SIGPIPE);
}

/* Catch SIGPIPE, unless it is ignored: then writing to a closed pipe is an error. */
void print_start(void)
{
	struct sigaction on = { .sa_handler = on_pipe }, before;

	sigaction(SIGPIPE, NULL, &before);
	if (before.sa_handler == SIG_IGN)
		return;
	sigaction(SIGPIPE, &on, NULL);
	atexit(raise_pipe);
}

void print_place(const char *file, size_t line, size_t done, bool goes_on)
{
	place.file = file;
	place.line = line;
	place.done = done;
	place.goes_on = goes_on;
}

void error_text(const char *fmt, va_list ap)
{
	char *text, *c;

	if (vasprintf(&text, fmt, ap) < 0)
		return;
	for (c = text; *c; c++) {
		if (iscntrl((unsigned char)*c))
			fprintf(stderr, "\\x%02x", (unsigned char)*c);
		else
			fputc(*c, stderr);
	}
	free(text);
}

static void print_part(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void print_part(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	error_text(fmt, ap);
	va_end(ap);
}

static void place_begin(const char *kind)
{
	fflush(stdout);
	print_part("%s", kind);
	if (place.file)
		print_part("%s:%zu: ", place.file, place.line);
}

void error_begin(void)
{
	place_begin("seastar: ");
}

void error_end(int status)
{
	if (place.file && !place.goes_on)
		fprintf(stderr, " (%zu command%s done before it)", place.done,
			place.done == 1 ? "" : "s");
	fputc('\n', stderr);
	exit(status);
}

static int failure_status = EXIT_FAILURE;

void die(const char *fmt, ...)
{
	va_list ap;

	error_begin();
	va_start(ap, fmt);
	error_text(fmt, ap);
	va_end(ap);
	error_end(failure_status);
}

void print_failure_status(int status)
{
	failure_status = status;
}

void warn(const char *fmt, ...)
{
	va_list ap;

	place_begin("Warning: ");
	va_start(ap, fmt);
	error_text(fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void *allocate(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		die("out of memory");
	return p;
}

void *resize(void *p, size_t n, size_t size)
{
	p = reallocarray(p, n, size);
	if (!p)
		die("out of memory");
	return p;
}

void print_use_json(bool pretty)
{
	form = pretty ? JSON_PRETTY : JSON;
}

bool print_is_json(void)
{
	return form != TEXT;
}

bool print_is_pretty(void)
{
	return form == JSON_PRETTY;
}

void print_use_numbers(void)
{
	numeric = true;
}

bool print_is_numeric(void)
{
	return numeric && form == TEXT;
}

void print_use_details(void)
{
	detailed = true;
}

bool print_is_detailed(void)
{
	return detailed;
}

bool print_use_colours(const char *when)
{
	static const char *const words[] = { "auto", "always", "never", NULL };
	int i;

	for (i = 0; words[i] && strcmp(words[i], when); i++)
		;
	colours = i;
	return words[i];
}

/* Return true if colours are used; https://no-color.org: not if NO_COLOR is set and not empty. */
bool print_colours(void)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (form != TEXT || colours != AUTO)
		return form == TEXT && colours == ALWAYS;
	return isatty(STDOUT_FILENO) && !(no && *no) && term && strcmp(term, "dumb") &&
	       strncmp(term, "vt", 2);
}

void print_finish(void)
{
	if (!fflush(stdout) && !ferror(stdout))
		return;
	if (reader_gone)
		exit(EXIT_FAILURE);
	die("cannot write the output: %s", errno ? strerror(errno) : "write error");
}

const char *time_text(uint64_t ns, char text[TIME_TEXT_MAX])
{
	time_t seconds = ns / 1000000000;
	struct tm when;
	size_t n;

	n = strftime(text, TIME_TEXT_MAX, "%FT%T", gmtime_r(&seconds, &when));
	snprintf(text + n, TIME_TEXT_MAX - n, ".%03" PRIu64 "Z", ns / 1000000 % 1000);
	return text;
}

const char *text_name(const char *const *names, unsigned int value)
{
	static char text[16];

	if (!print_is_numeric())
		return name_of(names, value);
	snprintf(text, sizeof(text), "%u", value);
	return text;
}

const char *text_real(double value, int digits)
{
	static char text[64];

	if (!isfinite(value))
		return "-";
	snprintf(text, sizeof(text), "%.*f", digits, value);
	return text;
}

int print_columns(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO))
		return 0;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_col)
		return 80;
	return size.ws_col;
}
