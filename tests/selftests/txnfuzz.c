// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random transactions with injected failures: after each, the settings of all
 * devices are those of one whole committed state.
 *
 *	LONG		10,000 transactions if set, else 1,000
 *	TXNFUZZ_SEED	seed of the random numbers (1)
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "txn.h"

#define DEBUGFS		"/sys/kernel/debug/"
#define KNOBS		4
#define HOUR		3600000

static const char *const devs[TXN_DEVS] = { "fuzz0", "fuzz1", "fuzz2" };
static const uint32_t radix[TXN_DEVS][SEASTAR_DIMS] = { { 4, 1, 1 }, { 2, 3, 1 }, { 2, 2, 2 } };
static const char *const knobs[KNOBS] = {
	DEBUGFS "seastar/fail_commit", DEBUGFS "seastar/fail_write", DEBUGFS "seastar/fail_alloc",
	"/proc/self/fail-nth"
};

/* Upper bounds for the number of the failure to arm: about the failures possible in a request. */
static const unsigned int reach[KNOBS] = { 20, 20, 10, 24 };

/* The registers of all devices. */
struct state {
	struct regs regs[TXN_DEVS][TXN_ROUTERS];
};

/* A commit that waits to be confirmed. */
struct waiting {
	uint64_t id;	/* 0: none */
	bool in[TXN_DEVS];
	struct state old;
};

static struct state now;
static struct waiting waiting[TXN_DEVS];
static uint64_t seed = 1, rounds;
static unsigned int tally[KNOBS], changed, refused, unknown, undone;

/* Draw 0 to @n - 1 by SplitMix64 of Steele, Lea and Flood. */
static uint64_t draw(uint64_t n)
{
	uint64_t z = seed += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return (z ^ z >> 31) % n;
}

static bool chance(unsigned int percent)
{
	return draw(100) < percent;
}

static unsigned int routers(int d)
{
	return radix[d][0] * radix[d][1] * radix[d][2];
}

static void reset(struct regs *regs, int d)
{
	unsigned int r;

	for (r = 0; r < routers(d); r++) {
		memset(&regs[r], 0, sizeof(regs[r]));
		regs[r].period = 0x1000;
		regs[r].select = UINT64_MAX;
		memset(regs[r].bias, 1, sizeof(regs[r].bias));
	}
}

static struct entry draw_entry(int d)
{
	struct entry e = { -1, -1, -1, false, 0, { -1, -1 } };

	if (chance(60))
		e.router = draw(routers(d));
	if (chance(50)) {
		e.period = 1 + draw(1000);
	} else if (chance(50)) {
		e.has_select = true;
		e.select = draw(UINT64_MAX);
	} else if (chance(50)) {
		e.ports = 1 + draw(127);
	}
	if (e.ports >= 0 || (e.period < 0 && !e.has_select) || chance(30)) {
		e.bias[draw(2)] = draw(8);
		if (chance(50))
			e.bias[draw(2)] = draw(8);
	}
	return e;
}

/* Change an entry so that it has to be refused. */
static void spoil(struct entry *e, int d)
{
	switch (draw(3)) {
	case 0:
		e->router = routers(d) + draw(3);
		break;
	case 1:
		e->bias[0] = 8;
		break;
	case 2:
		*e = (struct entry){ -1, 1 << 7, -1, false, 0, { -1, 1 } };
		break;
	}
}

static void apply(struct regs *regs, const struct entry *e)
{
	unsigned int port, class;

	if (e->period >= 0)
		regs->period = e->period;
	if (e->has_select)
		regs->select = e->select;
	for (class = 0; class < 2; class++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			if (e->bias[class] >= 0 && (e->ports < 0 || e->ports >> port & 1))
				regs->bias[class][port] = e->bias[class];
		}
	}
}

static void apply_all(struct state *s, int d, const struct entry *e)
{
	unsigned int r;

	for (r = 0; r < routers(d); r++) {
		if (e->router < 0 || e->router == r)
			apply(&s->regs[d][r], e);
	}
}

static struct waiting *waits(int d)
{
	int w;

	for (w = 0; w < TXN_DEVS; w++) {
		if (waiting[w].id && waiting[w].in[d])
			return &waiting[w];
	}
	return NULL;
}

static void read_all(struct state *s)
{
	int d;

	memset(s, 0, sizeof(*s));
	for (d = 0; d < TXN_DEVS; d++)
		txn_read(devs[d], s->regs[d]);
}

static bool same(const struct state *a, const struct state *b)
{
	unsigned int r;
	int d;

	for (d = 0; d < TXN_DEVS; d++) {
		for (r = 0; r < routers(d); r++) {
			const struct regs *x = &a->regs[d][r], *y = &b->regs[d][r];

			if (x->period != y->period || x->select != y->select ||
			    memcmp(x->bias, y->bias, sizeof(x->bias)))
				return false;
		}
	}
	return true;
}

static void fail(const char *what, const char *expected, const char *seen)
{
	printf("not ok 1 %s\n# in transaction %llu\n# expected: %s\n# seen:     %s\n"
	       "# rerun: TXNFUZZ_SEED=%s ./txnfuzz\n", what, (unsigned long long)rounds, expected,
	       seen, getenv("TXNFUZZ_SEED") ? getenv("TXNFUZZ_SEED") : "1");
	exit(1);
}

/*
 * Check the settings after a request that returned @error. They must be @after if it succeeded, as
 * before if it was refused, and either of these if that is unknown. Return true if it succeeded.
 */
static bool settle(int error, const struct state *after)
{
	struct state seen;

	read_all(&seen);
	if (error == TXN_UNKNOWN)
		unknown++;
	if (error <= 0 && same(&seen, after)) {
		now = *after;
		changed++;
		return true;
	}
	if (error && same(&seen, &now)) {
		refused++;
		return false;
	}
	fail("settings are those of a whole committed state", strerror(error < 0 ? 0 : error),
	     same(&seen, &now) ? "nothing changed" : same(&seen, after) ? "all changed" :
	     "a part changed");
	return false;
}

/* Arm a random failure; return its knob, or -1 for none. */
static int arm(void)
{
	int k = draw(2 * KNOBS);

	if (k >= KNOBS || access(knobs[k], W_OK))
		return -1;
	txn_inject(knobs[k], 1 + draw(reach[k]));
	return k;
}

/* Count the failures injected since @before, for knob @k; return true if there are any. */
static bool injected(int k, unsigned int before)
{
	if (k >= 0)
		tally[k] += txn_injected - before;
	return txn_injected != before;
}

static struct waiting *free_slot(void)
{
	int w;

	for (w = 0; w < TXN_DEVS && waiting[w].id; w++)
		;
	return &waiting[w];
}

/* Draw a transaction, and apply it to @after; return the answer that it must get: 0 or an error. */
static int draw_txn(struct txn *t, struct state *after)
{
	int d, expected = 0;
	size_t i;

	memset(t, 0, sizeof(*t));
	t->in[draw(TXN_DEVS)] = true;
	for (d = 0; d < TXN_DEVS; d++) {
		t->in[d] |= chance(40);
		if (!t->in[d])
			continue;
		t->n[d] = 1 + draw(TXN_ENTRIES);
		for (i = 0; i < t->n[d]; i++) {
			t->entry[d][i] = draw_entry(d);
			apply_all(after, d, &t->entry[d][i]);
		}
		if (chance(4)) {
			spoil(&t->entry[d][draw(t->n[d])], d);
			expected = ERANGE;
		}
	}
	return expected;
}

static bool busy(const struct txn *t)
{
	int d;

	for (d = 0; d < TXN_DEVS; d++) {
		if (t->in[d] && waits(d))
			return true;
	}
	return false;
}

/* Give a stale generation, which is refused unless another refusal comes first. */
static bool make_stale(struct txn *t)
{
	int d;

	for (d = 0; d < TXN_DEVS; d++) {
		if (t->in[d] && !waits(d) && chance(5)) {
			t->generation[d] = 1;
			return true;
		}
	}
	return false;
}

static void check_answer(const char *what, int expected, int error, bool excused)
{
	char want[32], got[32];

	if (error == expected || (excused && error))
		return;
	snprintf(want, sizeof(want), "error %d", expected);
	snprintf(got, sizeof(got), "error %d", error);
	fail(what, want, got);
}

static void remember(const struct txn *t, uint64_t id, const struct state *old)
{
	struct waiting *w = free_slot();

	w->id = id;
	memcpy(w->in, t->in, sizeof(w->in));
	w->old = *old;
}

static void restore(const struct waiting *w, struct state *s)
{
	int d;

	for (d = 0; d < TXN_DEVS; d++) {
		if (w->in[d])
			memcpy(s->regs[d], w->old.regs[d], sizeof(s->regs[d]));
	}
}

/* Return the id of a commit whose answer was lost: the newest one, if it is not known yet. */
static uint64_t find_lost(void)
{
	uint64_t id = txn_newest();
	int w;

	for (w = 0; w < TXN_DEVS; w++) {
		if (waiting[w].id == id)
			return 0;
	}
	return id;
}

static void commit(void)
{
	struct state after = now, old = now;
	unsigned int before = txn_injected;
	int expected, error, k;
	struct txn t;
	uint64_t id;
	bool stale;

	expected = draw_txn(&t, &after);
	stale = make_stale(&t);
	t.check = chance(15);
	t.timeout = chance(25) && !t.check ? HOUR : 0;
	if (t.check)
		after = now;
	k = arm();
	error = txn_commit(devs, &t, &id);
	if (!expected)	/* with two faults, the driver reports the one that it finds first */
		expected = stale && (error == ESTALE || !busy(&t)) ? ESTALE : busy(&t) * EBUSY;
	check_answer("a commit is answered as it must be", expected, error, injected(k, before));
	settle(error, &after);
	if (error == TXN_UNKNOWN)
		id = find_lost();
	if (error <= 0 && id)
		remember(&t, id, &old);
}

static void set(void)
{
	struct state after = now;
	int d = draw(TXN_DEVS), expected = waits(d) ? EBUSY : 0, error, k;
	unsigned int before = txn_injected;
	struct entry e = draw_entry(d);

	apply_all(&after, d, &e);
	k = arm();
	error = txn_set(devs[d], &e, 1);
	check_answer("a setting is answered as it must be", expected, error, injected(k, before));
	settle(error, &after);
}

static void expire(void)
{
	struct state after = now;
	struct txn t;
	uint64_t id;
	int tries;

	draw_txn(&t, &after);
	t.timeout = 1 + draw(3);
	if (txn_commit(devs, &t, &id) || !id)
		return;
	for (tries = 0; txn_pending(id); tries++) {
		if (tries == 2000)
			fail("a commit is undone at its deadline", "it is gone", "it waits");
		usleep(1000);
	}
	undone++;
	settle(EAGAIN, &now);
}

static void ask(void)
{
	static const uint8_t commands[] = {
		SEASTAR_CMD_CONFIG_CONFIRM, SEASTAR_CMD_CONFIG_CANCEL, SEASTAR_CMD_CONFIG_EXTEND
	};
	struct waiting *w = &waiting[draw(TXN_DEVS)];
	uint8_t command = commands[draw(3)];
	unsigned int before = txn_injected;
	struct state after = now;
	bool gone, extends = command == SEASTAR_CMD_CONFIG_EXTEND;
	int error, k;

	if (command == SEASTAR_CMD_CONFIG_CANCEL && w->id)
		restore(w, &after);
	k = arm();
	error = txn_ask(command, w->id ? w->id : UINT64_MAX, extends ? HOUR : 0);
	check_answer("a question is answered as it must be", w->id ? 0 : ENOENT, error,
		     injected(k, before));
	/* a write that took effect although it returned an error leaves the right value */
	error = error == EIO && command == SEASTAR_CMD_CONFIG_CANCEL ? 0 : error;
	settle(error, &after);
	gone = w->id && !txn_pending(w->id);
	if (gone && extends)
		fail("an extended commit waits", "it waits", "it is gone");
	if (!error && w->id && !gone && !extends)
		fail("a commit ends", "it is gone", "it waits");
	if (gone)
		w->id = 0;
}

/* Delete a device and create it again; its waiting commits go on without it. */
static void replace(void)
{
	struct waiting *w;
	struct state after = now;
	int d = draw(TXN_DEVS), other;

	w = waits(d);
	txn_del(devs[d]);
	txn_add(devs[d], radix[d]);
	reset(after.regs[d], d);
	if (w) {
		w->in[d] = false;
		for (other = 0; other < TXN_DEVS && !w->in[other]; other++)
			;
		if (other == TXN_DEVS)
			w->id = 0;
	}
	settle(0, &after);
}

static void one(void)
{
	unsigned int what = draw(100);

	if (what < 60)
		commit();
	else if (what < 75)
		set();
	else if (what < 96)
		ask();
	else if (what < 98)
		expire();
	else
		replace();
}

static void run(void)
{
	uint64_t count = getenv("LONG") ? 10000 : 1000;
	int d;

	if (getenv("TXNFUZZ_SEED"))
		seed = strtoull(getenv("TXNFUZZ_SEED"), NULL, 0);
	for (d = 0; d < TXN_DEVS; d++) {
		txn_add(devs[d], radix[d]);
		reset(now.regs[d], d);
	}
	for (rounds = 0; rounds < count; rounds++)
		one();
	for (d = 0; d < TXN_DEVS; d++)
		txn_del(devs[d]);
	printf("ok 1 after each of %llu transactions, settings are of one committed state\n",
	       (unsigned long long)count);
	printf("# %u changed, %u refused, %u with no answer, %u undone by the timer\n", changed,
	       refused, unknown, undone);
}

/* Return true if failures of every kind have happened. */
static bool failures(void)
{
	bool good = true;
	int k;

	for (k = 0; k < KNOBS; k++) {
		bool can = !access(knobs[k], W_OK);

		printf("%sok %d %u failures by %s%s\n", !can || tally[k] ? "" : "not ", 2 + k,
		       tally[k], knobs[k], can ? "" : " # SKIP not in this kernel");
		good &= !can || tally[k];
	}
	return good;
}

static bool limit(void)
{
	static const uint32_t one[SEASTAR_DIMS] = { 1, 1, 1 };
	const struct entry e = { -1, -1, 7, false, 0, { -1, -1 } };
	char names[SEASTAR_CONFIG_MAX_DEVS + 1][16];
	const char *many[SEASTAR_CONFIG_MAX_DEVS + 1];
	int i, most, more;

	for (i = 0; i <= SEASTAR_CONFIG_MAX_DEVS; i++) {
		snprintf(names[i], sizeof(names[i]), "many%d", i);
		many[i] = names[i];
		txn_add(names[i], one);
	}
	more = txn_many(many, SEASTAR_CONFIG_MAX_DEVS + 1, &e);
	most = txn_many(many, SEASTAR_CONFIG_MAX_DEVS, &e);
	for (i = 0; i <= SEASTAR_CONFIG_MAX_DEVS; i++)
		txn_del(names[i]);
	printf("%sok %d a commit changes %d devices and no more\n",
	       most || more != E2BIG ? "not " : "", 2 + KNOBS, SEASTAR_CONFIG_MAX_DEVS);
	if (most || more != E2BIG)
		printf("# expected: errors 0 and %d\n# seen:     errors %d and %d\n", E2BIG, most,
		       more);
	return !most && more == E2BIG;
}

/*
 * Return true if the kernel has logged nothing since @log, except for commits that expire or are
 * not undone at once, and for clocks of slow virtual machines.
 */
static bool silent(int log)
{
	char text[8192];
	bool good = true;
	ssize_t n;

	while ((n = read(log, text, sizeof(text) - 1)) > 0) {
		text[n] = '\0';
		if (strstr(text, "was not confirmed in") ||
		    strstr(text, "cannot restore the settings") || strstr(text, "clocksource:") ||
		    strstr(text, "hrtimer:") || strstr(text, "TSC") || strstr(text, "sched_clock:"))
			continue;
		if (good)
			printf("not ok %d the kernel had nothing to say\n", 3 + KNOBS);
		good = false;
		printf("# %.*s\n", (int)strcspn(text, "\n"), text);
	}
	if (good)
		printf("ok %d the kernel had nothing to say\n", 3 + KNOBS);
	return good;
}

/* Set up failslab: fail allocations that may sleep, too, and do not report each. */
static void set_up_failslab(void)
{
	static const char *const files[] = {
		DEBUGFS "failslab/ignore-gfp-wait", DEBUGFS "failslab/verbose",
		DEBUGFS "fail_page_alloc/ignore-gfp-wait", DEBUGFS "fail_page_alloc/verbose",
		DEBUGFS "fail_usercopy/verbose",
	};
	size_t i;
	int fd;

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		fd = open(files[i], O_WRONLY);
		if (fd < 0)
			continue;
		if (write(fd, strstr(files[i], "verbose") ? "0" : "N", 1) != 1)
			bail("cannot write %s: %s", files[i], strerror(errno));
		close(fd);
	}
}

int main(void)
{
	bool good;
	int log;

	printf("TAP version 13\n");
	if (geteuid()) {
		printf("1..0 # SKIP needs root\n");
		return 4;
	}
	if (system("modprobe seastar"))
		bail("cannot load the module");
	log = open("/dev/kmsg", O_RDONLY | O_NONBLOCK);
	if (log < 0 || lseek(log, 0, SEEK_END) < 0)
		bail("cannot follow /dev/kmsg: %s", strerror(errno));
	printf("1..%d\n", 3 + KNOBS);
	setlinebuf(stdout);
	set_up_failslab();
	client_open();
	run();
	good = failures();
	good &= limit();
	good &= silent(log);
	return !good;
}
