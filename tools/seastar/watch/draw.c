// SPDX-License-Identifier: GPL-2.0-only
#include <curses.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/seastar/aging/words.h"
#include "tools/seastar/base/glyphs.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"

#include "draw.h"

/* Lines of the screen. */
enum { LINE_AGES = 4, LINE_COST = 9, LINE_TABLE = 14, LINE_ROWS = 16, LINES_BELOW = 2 };

#define NAME_WIDTH	12
#define COLUMN_WIDTH	10
#define MAX_BAR		60
#define SOON_MS		10000	/* milliseconds left below which a commit is highlighted */

enum { PLAIN, GOOD, WARN, BAD };

void watch_draw_start(void)
{
	if (!has_colors() || !print_colours())
		return;
	start_color();
	use_default_colors();
	init_pair(GOOD, COLOR_GREEN, -1);
	init_pair(WARN, COLOR_YELLOW, -1);
	init_pair(BAD, COLOR_RED, -1);
}

size_t watch_draw_rows(void)
{
	return LINES - LINE_ROWS - LINES_BELOW;
}

/* Print text, cut at the right edge.  Without colours, COLOR_PAIR() has no effect. */
static void put(int y, int x, attr_t attributes, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static void put(int y, int x, attr_t attributes, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	attrset(attributes);
	mvaddnstr(y, x, text, COLS - x);
	attrset(A_NORMAL);
}

static void put_right(int y, attr_t attributes, const char *text)
{
	put(y, COLS - strlen(text), attributes, "%s", text);
}

static void put_bar(int y, int x, double part, int width)
{
	char text[GLYPHS_BAR_SIZE(MAX_BAR)];

	glyphs_bar(text, part, width < MAX_BAR ? width : MAX_BAR);
	attrset(COLOR_PAIR(GOOD));
	mvaddstr(y, x, text);
	attrset(A_NORMAL);
}

static void draw_device(const struct watch_screen *s)
{
	const struct watch_device *d = &s->model.now.device;
	char topology[TOPOLOGY_TEXT_MAX], text[64];

	topology_text(&d->topology, topology);
	put(0, 0, A_BOLD, "%s: %s, %s, %zu routers%s", d->name, d->backend, topology,
	    s->model.now.sample.n, d->lost ? ", lost" : "");
	snprintf(text, sizeof(text), "every %g s", s->interval / 1e3);
	put_right(0, s->paused ? A_REVERSE : A_NORMAL, s->paused ? "paused" : text);
}

static void draw_clock(const struct watch_screen *s, const struct watch_view *v)
{
	const struct watch_clock *c = &s->facts.clock;
	char text[GLYPHS_SHORT], rest[64] = "";

	if (c->known && c->state == SEASTAR_CLOCK_STEPPING)
		snprintf(rest, sizeof(rest), ", %" PRIu64 " to go", c->remaining);
	put(1, 0, A_NORMAL, "clock %s at cycle %" PRIu64 "%s",
	    c->known ? name_of(clock_names, c->state) : "always runs,",
	    s->model.now.sample.cycle, rest);
	if (!(c->known && c->state == SEASTAR_CLOCK_STOPPED) && isfinite(v->speed))
		put(1, COLS / 2, A_NORMAL, "%s cycles/s", glyphs_short(text, v->speed));
}

/*
 * Draw the packets in flight, and the packets that routers have dropped since the device was added.
 */
static void draw_losses(const struct watch_view *v)
{
	const struct extremes *e = &v->sources.extremes;
	char flight[GLYPHS_SHORT], lost[GLYPHS_SHORT];
	uint64_t sum = 0;
	size_t i;

	if (!v->has_sources || !e->known)
		return;
	for (i = 0; i < SEASTAR_DROPS; i++)
		sum += e->lost[i];
	put(1, COLS / 2 + 25, A_NORMAL, "%s in flight", glyphs_short(flight, e->in_flight));
	if (sum)
		put(1, COLS / 2 + 14, A_BOLD | COLOR_PAIR(BAD), "%s lost",
		    glyphs_short(lost, sum));
}

static void draw_settings(const struct watch_settings *s)
{
	char select[SELECT_WORDS_MAX], req[BIAS_WORDS_MAX], rsp[BIAS_WORDS_MAX], differ[64] = "";
	bool alike = !memcmp(s->bias[REQUEST], s->bias[RESPONSE], SEASTAR_PORTS);

	select_words(s->select, print_is_numeric(), select);
	bias_words(s->bias[REQUEST], NULL, req);
	bias_words(s->bias[RESPONSE], NULL, rsp);
	if (s->differ)
		snprintf(differ, sizeof(differ), "; %zu of %zu differ", s->differ,
			 s->routers);
	put(2, 0, A_NORMAL, "generation %" PRIu64 ": period %u select %s bias %s%s%s%s%s",
	    s->generation, s->period, select, alike ? "" : "req ", req, alike ? "" : " rsp ",
	    alike ? "" : rsp, differ);
}

/* Return the pending commit of this device with the earliest deadline; NULL if there is none. */
static const struct watch_commit *first_commit(const struct watch_facts *w)
{
	const struct watch_commit *first = NULL;
	size_t i;

	for (i = 0; i < w->commits; i++) {
		const struct watch_commit *c = &w->commit[i];

		if (c->ours && (!first || c->deadline < first->deadline))
			first = c;
	}
	return first;
}

static void draw_commits(const struct watch_facts *w)
{
	const struct watch_commit *first = first_commit(w);
	uint64_t now = clock_ms(), left;

	if (!first) {
		put(3, 0, A_NORMAL, "no commit waits to be confirmed");
		if (w->commits)
			printw(", but %zu of other devices", w->commits);
		return;
	}
	left = first->deadline > now ? first->deadline - now : 0;
	put(3, 0, A_BOLD | COLOR_PAIR(left < SOON_MS ? BAD : WARN),
	    "commit %" PRIu64 " waits to be confirmed: %" PRIu64 " s left", first->id,
	    (left + 999) / 1000);
	if (w->commits > 1)
		printw(", and %zu more", w->commits - 1);
}

static void draw_ages(const struct watch_view *v)
{
	int y = LINE_AGES + 1, bar = COLS / 2 - 30;
	uint64_t max = 1;
	size_t i;

	for (i = 0; i < SEASTAR_AGE_BINS; i++)
		max = v->bin[i] > max ? v->bin[i] : max;
	put(LINE_AGES, 0, A_BOLD, "Packets sent, by age");
	for (i = 0; i < SEASTAR_AGE_BINS; i++, y++) {
		put(y, 0, A_NORMAL, "%7s %12" PRIu64 " %5s %%", age_names[i], v->bin[i],
		    text_real(100.0 * v->bin[i] / v->sent, 1));
		put_bar(y, 29, (double)v->bin[i] / max, bar);
	}
}

/* Draw latencies in the right half, with three digits if there is no room for more. */
static void draw_latency(int y, const char *name, const struct moments *m)
{
	char text[128], mean[GLYPHS_SHORT], deviation[GLYPHS_SHORT], max[GLYPHS_SHORT];
	int n = snprintf(text, sizeof(text), "%s mean %s", name, text_real(moments_mean(m), 2));

	n += snprintf(text + n, sizeof(text) - n, " dev %s max %" PRIu64,
		      text_real(moments_deviation(m), 2), m->max);
	if (n > COLS - COLS / 2)
		snprintf(text, sizeof(text), "%s mean %s dev %s max %s", name,
			 glyphs_short(mean, moments_mean(m)),
			 glyphs_short(deviation, moments_deviation(m)),
			 glyphs_short(max, m->max));
	put(y, COLS / 2, A_NORMAL, "%s", text);
}

/*
 * Draw the extremes over the sources. Latencies do not show starving nodes, which inject nothing.
 */
static void draw_extremes(int y, int x, const struct extremes *e)
{
	char least[GLYPHS_SHORT], most[GLYPHS_SHORT], out[GLYPHS_SHORT], top[GLYPHS_SHORT];
	char oldest[GLYPHS_SHORT];

	if (!e->compared)
		return;
	glyphs_short(oldest, e->oldest);
	if (e->starved)
		put(y, x, A_BOLD | COLOR_PAIR(BAD), "! %u of %u nodes starve, oldest %s",
		    e->starved, e->senders, oldest);
	else
		put(y, x, A_NORMAL, "node in %s-%s out %s-%s oldest %s",
		    glyphs_short(least, e->least_injected), glyphs_short(most, e->most_injected),
		    glyphs_short(out, e->least_delivered), glyphs_short(top, e->most_delivered),
		    oldest);
}

static void draw_traffic(const struct watch_view *v)
{
	int y = LINE_AGES, x = COLS / 2;

	put(y, x, A_BOLD, "Flits per node per cycle; latency in cycles");
	put(y + 1, x, A_NORMAL, "injected %s", text_real(v->injected, 6));
	if (!v->has_sources) {
		put(y + 2, x, A_NORMAL, "the counts of the sources are not known");
		return;
	}
	printw(" accepted %s", text_real(v->accepted, 6));
	draw_extremes(y + 2, x, &v->sources.extremes);
	draw_latency(y + 3, "latency", &v->sources.latency);
	draw_latency(y + 4, "network", &v->sources.network);
}

static double largest(const double value[PORT_GROUPS])
{
	double max = 0;
	size_t i;

	for (i = 0; i < PORT_GROUPS; i++)
		max = isfinite(value[i]) && value[i] > max ? value[i] : max;
	return max;
}

static void draw_cost(int y, int x, const char *head, const struct watch_view *v,
		      const double value[PORT_GROUPS])
{
	double max = largest(value);
	size_t i;

	put(y++, x, A_BOLD, "%s", head);
	for (i = 0; i < PORT_GROUPS; i++, y++) {
		if (!v->group[i])
			continue;
		put(y, x, A_NORMAL, "%4s %10s", v->group[i], text_real(value[i], 3));
		put_bar(y, x + 16, max > 0 ? value[i] / max : 0, COLS / 2 - 17);
	}
}

static void draw_heads(const struct watch_view *v, enum watch_object object)
{
	static const char *const objects[WATCH_OBJECTS] = {
		"dimension", "port", "router", "link"
	};
	char head[24];
	int c;

	put(LINE_TABLE + 1, 0, A_UNDERLINE, "%-*s", NAME_WIDTH, objects[object]);
	for (c = 0; c < WATCH_COLUMNS; c++) {
		snprintf(head, sizeof(head), "%s%s",
			 c == WATCH_LOAD ? "load" : metric_names[c],
			 v->per_second && c < WAIT ? "/s" : "");
		put(LINE_TABLE + 1, NAME_WIDTH + c * (COLUMN_WIDTH + 1), A_UNDERLINE, " %*s",
		    COLUMN_WIDTH, head);
	}
}

static void draw_title(const struct watch_view *v, const struct watch_model *m)
{
	static const char *const titles[WATCH_OBJECTS] = {
		"Dimensions", "Ports", "Routers", "Links"
	};
	static const char *const since[WATCH_SINCES] = {
		"in the last", "in the", "in all"
	};
	int sort = m->sort[m->object];
	const char *by = sort == WATCH_UNSORTED ? "number" :
			 sort == WATCH_LOAD ? "load" : metric_names[sort];

	put(LINE_TABLE, 0, A_BOLD, "%s, by %s, %s %" PRIu64 " cycles", titles[m->object], by,
	    since[v->since], v->cycles);
	if (v->since == WATCH_MARK)
		addstr(" since the mark");
	if (v->per_second)
		printw(" (%.3g s)", v->seconds);
	if (v->gap)
		addstr(", some counts are missing");
}

static void draw_row(int y, const struct watch_row *row)
{
	char text[32], tiny[GLYPHS_SHORT];
	int c;

	put(y, 0, A_NORMAL, "%s", row->name);
	for (c = 0; c < WATCH_COLUMNS; c++) {
		double value = row->value[c];

		if (c >= WAIT)
			snprintf(text, sizeof(text), "%s", text_real(value, 3));
		else if (value < 1e10)
			snprintf(text, sizeof(text), "%.0f", value);
		else
			snprintf(text, sizeof(text), "%s", glyphs_short(tiny, value));
		put(y, NAME_WIDTH + c * (COLUMN_WIDTH + 1), A_NORMAL, " %*s", COLUMN_WIDTH, text);
	}
}

static void draw_table(struct watch_screen *s, const struct watch_view *v)
{
	size_t room = watch_draw_rows(), i;
	char text[64];

	if (s->top + room > v->rows)
		s->top = v->rows > room ? v->rows - room : 0;
	draw_title(v, &s->model);
	draw_heads(v, s->model.object);
	for (i = 0; i < room && s->top + i < v->rows; i++)
		draw_row(LINE_ROWS + i, &v->row[s->top + i]);
	snprintf(text, sizeof(text), " %zu-%zu of %zu", v->rows ? s->top + 1 : 0, s->top + i,
		 v->rows);
	if (v->rows > room)
		put_right(LINES - LINES_BELOW, A_NORMAL, text);
}

static void draw_body(struct watch_screen *s)
{
	struct watch_view v;

	watch_model_view(&s->model, &v);
	draw_device(s);
	draw_clock(s, &v);
	draw_settings(&s->facts.settings);
	draw_commits(&s->facts);
	draw_ages(&v);
	draw_traffic(&v);
	draw_losses(&v);
	draw_cost(LINE_COST, 0, "Wait: cycles blocked per packet", &v, v.wait);
	draw_cost(LINE_COST, COLS / 2, "Cycles stalled per packet sent", &v, v.stall);
	draw_table(s, &v);
	watch_view_free(&v);
}

static void draw_help(void)
{
	static const char *const help[] = {
		"d p r l      table of dimensions, ports, routers, links",
		"s S          sort by the next column, the one before",
		"t            count: in the last interval, since the mark, in all",
		"m            set the mark: count from now",
		"arrows       move in the table; also Page Up, Page Down, Home",
		"space        pause, go on",
		"+ -          longer interval, shorter",
		"Tab          the next device",
		"h ?          this help; any key ends it",
		"q            quit",
	};
	size_t i;

	put(0, 0, A_BOLD, "seastar watch");
	for (i = 0; i < sizeof(help) / sizeof(help[0]); i++)
		put(2 + i, 2, A_NORMAL, "%s", help[i]);
	put(13, 2, A_NORMAL, "Counts of an interval are per second. Load is flits per cycle for each input.");
	put(14, 2, A_NORMAL, "A link is stalled at its output; its other counters are those of the input");
	put(15, 2, A_NORMAL, "at its other end.");
}

static void draw_absent(const struct watch_screen *s)
{
	put(0, 0, A_BOLD, "%s", *s->dev ? s->dev : "seastar watch");
	if (s->result == WATCH_UNREAD) {
		put(2, 0, A_NORMAL, "reading ...");
		return;
	}
	put(2, 0, COLOR_PAIR(BAD), "%s", s->facts.why);
	put(4, 0, A_NORMAL, "Waiting for it to come%s.",
	    s->facts.devices ? "; Tab: another device" : "");
}

static void draw_below(const struct watch_screen *s)
{
	if (s->result == WATCH_FAILED)
		put(LINES - 2, 0, COLOR_PAIR(BAD), "not read: %s", s->facts.why);
	else
		put(LINES - 2, 0, A_NORMAL, "%.*s", COLS - 24, s->news);
	put(LINES - 1, 0, A_REVERSE, "%-*s", COLS,
	    "d p r l table  s sort  t since  m mark  +- interval  Tab device  h help  q quit");
}

void watch_draw(struct watch_screen *s)
{
	erase();
	if (COLS < WATCH_MIN_COLUMNS || LINES < WATCH_MIN_LINES) {
		put(0, 0, A_NORMAL, "%dx%d is too small:", COLS, LINES);
		put(1, 0, A_NORMAL, "%dx%d are needed", WATCH_MIN_COLUMNS, WATCH_MIN_LINES);
	} else if (s->help) {
		draw_help();
	} else if (s->model.has_now) {
		draw_body(s);
		draw_below(s);
	} else {
		draw_absent(s);
		draw_below(s);
	}
	refresh();
}
