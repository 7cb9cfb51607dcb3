// SPDX-License-Identifier: GPL-2.0-only
/* How far a sweep is, for people. */
#include <string.h>
#include <unistd.h>

#include "progress.h"

#define BAR	30	/* characters */

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

/* What is left takes as long, a point, as what is done took. */
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

void progress_draw(const struct progress *p)
{
	struct timespec now;
	char line[160];

	if (!p->to)
		return;
	clock_gettime(CLOCK_MONOTONIC, &now);
	progress_line(p, now.tv_sec - p->start.tv_sec + (now.tv_nsec - p->start.tv_nsec) / 1e9,
		      line, sizeof(line));
	fprintf(p->to, "\r%s\033[K", line);
	fflush(p->to);
}

void progress_clear(const struct progress *p)
{
	if (p->to)
		fputs("\r\033[K", p->to);
}
