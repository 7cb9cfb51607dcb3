// SPDX-License-Identifier: GPL-2.0-only
/* seastar watch: a live view of a device, in a terminal. */
#define _GNU_SOURCE	/* ppoll */
#include <curses.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <time.h>
#include <unistd.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/glyphs.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/watch/draw.h"

#include "cmd.h"

#define TICK_MS		1000	/* ms between updates of the seconds left for a commit */
#define NEWS_MS		200	/* least ms between readings because of events */

static const unsigned int intervals[] = { 100, 200, 500, 1000, 2000, 5000, 10000, 30000, 60000 };

#define INTERVALS	(sizeof(intervals) / sizeof(intervals[0]))

static volatile sig_atomic_t ended, continued;

static void on_end(int signal)
{
	ended = signal;
}

static void on_continue(int signal)
{
	(void)signal;
	continued = 1;
}

/* Catch signals only while the program waits for keys, so that nothing else is interrupted. */
static void watch_catch_signals(sigset_t *waiting)
{
	static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction end = { .sa_handler = on_end }, cont = { .sa_handler = on_continue };
	sigset_t held;
	size_t i;

	sigemptyset(&held);
	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		sigaction(ends[i], &end, NULL);
		sigaddset(&held, ends[i]);
	}
	sigaction(SIGCONT, &cont, NULL);
	sigaddset(&held, SIGCONT);
	sigaddset(&held, SIGWINCH);	/* curses handles these two itself */
	sigaddset(&held, SIGTSTP);
	sigprocmask(SIG_BLOCK, &held, waiting);
}

/* Restore the terminal, also when the program ends unexpectedly. */
static void restore_terminal(void)
{
	if (!stdscr || isendwin())
		return;
	/* On a terminal without an alternate screen, continue in the last line. */
	move(LINES - 1, 0);
	clrtoeol();
	refresh();
	endwin();
}

/* Check the terminal: curses would end the program with a message of its own. */
static void check_terminal(const struct args *a)
{
	const char *type = getenv("TERM");
	bool able;
	int error;

	if (print_is_json())
		args_die(a, "watch prints no JSON: use 'seastar -j stats show'");
	if (!isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO))
		args_die(a, "watch needs a terminal: for a file or a program, use 'seastar -j stats show'");
	if (!type || !*type)
		die("the type of the terminal is not known: set TERM");
	if (setupterm(NULL, STDOUT_FILENO, &error) != OK)
		die("the terminal type '%s' is not known: set TERM to one that is", type);
	able = cursor_address && clear_screen;
	del_curterm(cur_term);	/* newterm() allocates its own */
	if (!able)
		die("a terminal of type '%s' cannot move its cursor: use 'seastar stats show DEV interval 1'",
		    type);
}

static SCREEN *start_terminal(void)
{
	SCREEN *screen;

	glyphs_have_blocks();	/* sets the locale, which curses needs */
	screen = newterm(NULL, stdout, stdin);
	if (!screen)
		die("the terminal cannot be used");
	atexit(restore_terminal);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(25);
	curs_set(0);
	watch_draw_start();
	return screen;
}

/* Copy the facts: the thread goes on to change its own. */
static void take_facts(struct watch_facts *f, const struct watch_source *w)
{
	f->clock = w->clock;
	f->settings = w->settings;
	f->commits = w->commits;
	f->commit = resize(f->commit, w->commits + 1, sizeof(*f->commit));
	if (w->commits)
		memcpy(f->commit, w->commit, w->commits * sizeof(*f->commit));
	f->devices = w->devices;
	memcpy(f->why, w->why, sizeof(f->why));
}

/* Take the worker's reading; drop one of a device that is no longer shown. */
static bool take_reading(struct watch_screen *s)
{
	struct watch_worker *w = s->worker;

	if (!watch_worker_take(w))
		return false;
	s->asked = false;
	if (s->next && !w->next) {
		if (w->result == WATCH_READ)
			sample_free(&w->reading.sample);
		return false;
	}
	s->next = false;
	s->result = w->result;
	memcpy(s->dev, w->dev, sizeof(s->dev));
	take_facts(&s->facts, &w->source);
	if (s->result == WATCH_READ)
		watch_model_take(&s->model, &w->reading);
	else if (s->result == WATCH_ABSENT)
		watch_model_forget(&s->model);
	return true;
}

static void next_device(struct watch_screen *s)
{
	watch_model_forget(&s->model);
	s->result = WATCH_UNREAD;
	s->top = 0;
	s->next = true;
}

static void change_interval(struct watch_screen *s, int step)
{
	size_t i;

	if (step > 0) {
		for (i = 0; i < INTERVALS - 1 && intervals[i] <= s->interval; i++)
			;
	} else {
		for (i = INTERVALS - 1; i && intervals[i] >= s->interval; i--)
			;
	}
	s->interval = intervals[i];
}

static void watch_choose(struct watch_screen *s, enum watch_object object)
{
	s->model.object = object;
	s->top = 0;
}

static void scroll_by(struct watch_screen *s, long rows)
{
	s->top = rows < 0 && s->top < (size_t)-rows ? 0 : s->top + rows;
}

/* Switch the beginning of counts: to the next of creation, interval and mark, if a mark is set. */
static void next_since(struct watch_model *m)
{
	m->since = (m->since + 1) % WATCH_SINCES;
	if (m->since == WATCH_MARK && !m->has_mark)
		m->since = WATCH_CREATION;
}

static void set_mark(struct watch_model *m)
{
	watch_model_mark(m);
	m->since = WATCH_MARK;
}

static bool move_key(struct watch_screen *s, int key)
{
	long page = watch_draw_rows();

	switch (key) {
	case KEY_DOWN:
		scroll_by(s, 1);
		return true;
	case KEY_UP:
		scroll_by(s, -1);
		return true;
	case KEY_NPAGE:
		scroll_by(s, page);
		return true;
	case KEY_PPAGE:
		scroll_by(s, -page);
		return true;
	case KEY_HOME:
		s->top = 0;
		return true;
	default:
		return false;
	}
}

/* Handle a key; return false to quit. */
static bool do_key(struct watch_screen *s, int key)
{
	static const char objects[] = "dprl";	/* in the order of enum watch_object */
	const char *object = key < KEY_MIN ? strchr(objects, key) : NULL;

	if (key == 'q')
		return false;
	if (key == KEY_RESIZE)
		return true;
	if (s->help) {
		s->help = false;
		return true;
	}
	if (object && *object)
		watch_choose(s, object - objects);
	else if (!move_key(s, key))
		switch (key) {
		case 's':
			watch_model_sort(&s->model, 1);
			break;
		case 'S':
			watch_model_sort(&s->model, -1);
			break;
		case 't':
			next_since(&s->model);
			break;
		case 'm':
			set_mark(&s->model);
			break;
		case ' ':
			s->paused = !s->paused;
			break;
		case '+':
		case '-':
			change_interval(s, key == '+' ? 1 : -1);
			break;
		case '\t':
			next_device(s);
			break;
		case 'h':
		case '?':
			s->help = true;
			break;
		}
	return true;
}

/* Wait for a key, an event, a signal or the end of the time; false if the terminal is gone. */
static bool wait_for_any(const struct watch_screen *s, uint64_t ms, const sigset_t *waiting)
{
	struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
	struct pollfd fds[3] = {
		{ .fd = STDIN_FILENO, .events = POLLIN },
		{ .fd = s->worker->done, .events = POLLIN }, { .fd = -1 },
	};

	if (s->events.open)
		fds[2] = (struct pollfd){ .fd = nl_fd(&s->events.nl), .events = POLLIN };
	if (ppoll(fds, 3, &t, waiting) <= 0)
		return true;
	return !(fds[0].revents & (POLLHUP | POLLERR | POLLNVAL));
}

/*
 * Restore the display after signals: a program that was stopped finds the terminal as the shell
 * left it.
 */
static void after_signals(void)
{
	if (!continued)
		return;
	continued = 0;
	reset_prog_mode();
	clearok(curscr, TRUE);
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Return the milliseconds from now to @due; while paused nothing is due. */
static uint64_t time_left(const struct watch_screen *s, uint64_t due)
{
	uint64_t now = clock_ms();

	if (s->paused || s->asked)
		return TICK_MS;
	return due > now ? earlier(due - now, TICK_MS) : 0;
}

static bool take_news(struct watch_screen *s)
{
	char what[sizeof(s->news) - 16], clock[16];
	time_t now = time(NULL);

	if (!watch_events(&s->events, what, sizeof(what)))
		return false;
	strftime(clock, sizeof(clock), "%T", localtime(&now));
	snprintf(s->news, sizeof(s->news), "%s %s", clock, what);
	return true;
}

static bool take_keys(struct watch_screen *s)
{
	int key;

	while ((key = getch()) != ERR) {
		if (!do_key(s, key))
			return false;
	}
	return true;
}

/* Start a reading if it is due, and none is under way. */
static void watch_ask(struct watch_screen *s, uint64_t due)
{
	if (s->asked || (!s->next && (s->paused || clock_ms() < due)))
		return;
	watch_events_open(&s->events);
	s->asked = watch_worker_ask(s->worker, s->dev, s->next);
	s->stale = false;
}

static void watch_run(struct watch_screen *s, const sigset_t *waiting)
{
	uint64_t last = 0, due = 0;

	for (;;) {
		watch_ask(s, due);
		watch_draw(s);
		if (!wait_for_any(s, time_left(s, due), waiting) || ended)
			return;
		after_signals();
		if (take_reading(s)) {
			last = clock_ms();
			due = last + (s->stale ? NEWS_MS : s->interval);
		}
		if (take_news(s)) {
			s->stale = s->asked;
			due = earlier(due, last + NEWS_MS);
		}
		if (!take_keys(s))
			return;
		due = earlier(due, last + s->interval);
	}
}

static const struct keyword watch_keywords[] = {
	{ .name = "interval", .value = "SECONDS", .min = 100, .max = 3600000, .digits = 3,
	  .unit = "seconds", .help = "time between two readings (1)" },
	{ 0 }
};

static void watch_take_words(struct args *a, struct watch_screen *s)
{
	uint64_t seen = 0;

	if (args_more(a) && !args_comes(a, watch_keywords[0].name))
		snprintf(s->dev, sizeof(s->dev), "%s", args_device(a));
	while (args_more(a)) {
		keyword_take(a, watch_keywords, &seen);
		s->interval = keyword_number(a, &watch_keywords[0]);
	}
}

static void watch(struct args *a)
{
	struct watch_screen s = { .interval = 1000, .result = WATCH_UNREAD };
	sigset_t waiting;
	SCREEN *screen;

	watch_take_words(a, &s);
	check_terminal(a);
	if (*s.dev)
		device_need(s.dev);
	watch_model_start(&s.model);
	watch_catch_signals(&waiting);
	screen = start_terminal();
	s.worker = watch_worker_start();
	watch_run(&s, &waiting);
	restore_terminal();
	delscreen(screen);
	watch_model_forget(&s.model);
	watch_worker_stop(s.worker);
	watch_events_close(&s.events);
	free(s.facts.commit);
	if (ended) {
		signal(ended, SIG_DFL);
		raise(ended);
	}
	sigprocmask(SIG_SETMASK, &waiting, NULL);
}

static const struct command watch_command = {
	.name = "", .run = watch, .usage = "[DEV]",
	.help = "Show a fabric as it changes, until q is typed; h shows the keys",
	.keywords = watch_keywords,
};

void cmd_watch(struct args *a)
{
	object_run_only("watch", &watch_command, a);
}
