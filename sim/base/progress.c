// SPDX-License-Identifier: GPL-2.0-only
/* The progress of a sweep or a run, shown to users. */
#include <string.h>
#include <unistd.h>

#include "progress.h"

#define BAR		30	/* characters */
#define PATIENCE	1	/* seconds of a run before the first line */
#define REDRAW		0.2	/* seconds between lines */

void progress_begin(struct progress *p, FILE *to, u32 total, u32 before)
{
	*p = (struct progress){ .total = total, .before = before, .done = before };
	p->to = isatty(fileno(to)) ? to : NULL;
	clock_gettime(CLOCK_MONOTONIC, &p->start);
}

static void print_time(double seconds, char *text, size_t room)
{
	u64 s = seconds + 0.5;

	if (s < 60)
		snprintf(text, room, "%u s", (u32)s);
	else if (s < 3600)
		snprintf(text, room, "%u min %u s", (u32)(s / 60), (u32)(s % 60));
	else
		snprintf(text, room, "%u h %u min", (u32)(s / 3600), (u32)(s / 60 % 60));
}

/* Write the line. The points left are assumed to take as long as those done, on average. */
void progress_line(const struct progress *p, double seconds, char *line, size_t room)
{
	static const char full[BAR + 1] = "##############################";
	u32 now = p->done - p->before, left = p->total - p->done;
	char time[32], failed[32] = "", rest[48] = "";

	if (p->failed)
		snprintf(failed, sizeof(failed), ", %u failed", p->failed);
	if (now && left) {
		print_time(seconds / now * left, time, sizeof(time));
		snprintf(rest, sizeof(rest), ", %s left", time);
	}
	snprintf(line, room, "[%-*.*s] %u of %u%s%s", BAR,
		 p->total ? (int)((u64)BAR * p->done / p->total) : BAR, full, p->done, p->total,
		 failed, rest);
}

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - start->tv_sec + (now.tv_nsec - start->tv_nsec) / 1e9;
}

void progress_draw(const struct progress *p)
{
	char line[160];

	if (!p->to)
		return;
	progress_line(p, seconds_since(&p->start), line, sizeof(line));
	fprintf(p->to, "\r%s\033[K", line);
	fflush(p->to);
}

void progress_report(void *progress, const char *doing, u64 now, u64 last)
{
	struct progress *p = progress;
	double seconds;

	if (!p->to)
		return;
	seconds = seconds_since(&p->start);
	if (seconds < PATIENCE || seconds < p->drawn + REDRAW)
		return;
	p->drawn = seconds;
	fprintf(p->to, "\r%s: cycle %llu of %llu at most\033[K", doing, (unsigned long long)now,
		(unsigned long long)last);
	fflush(p->to);
}

void progress_clear(const struct progress *p)
{
	if (p->to)
		fputs("\r\033[K", p->to);
}
