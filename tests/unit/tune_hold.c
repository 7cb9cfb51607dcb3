// SPDX-License-Identifier: GPL-2.0-only
/*
 * The commit of seastar tune is held despite requests that fail and answers that are lost, until
 * the kernel reports its end.  Another administrator's commit is never taken for it.  The test
 * plays the kernel.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "tools/seastar/aging/settings.h"
#include "tools/seastar/base/wait.h"
#include "tools/seastar/tune/hold.h"

#define ID	7
#define OTHER	8
#define DEV	"net0"
#define OURS	"tune 1.2"

/**
 * struct kernel - the state of the simulated kernel
 * @now: time in ms
 * @deadline: deadline of the pending commit, in ms; 0: no commit is pending
 * @comment: comment of the pending commit
 * @error: errno of the next @errors requests
 * @errors: number of requests that will fail
 * @gone: true if the module was removed
 * @done: true if requests that fail have their effect, so that only the answer is lost
 * @requests: number of requests received
 * @reads: number of times that pending commits were read
 * @lost: number of next readings of pending commits that will fail
 */
static struct kernel {
	uint64_t now, deadline;
	const char *comment;
	int error;
	uint32_t errors;
	bool done, gone;
	uint32_t requests, reads, lost;
} kernel;

uint64_t clock_ms(void)
{
	return kernel.now;
}

void wait_ms(uint64_t ms)
{
	kernel.now += ms;
	if (kernel.now >= kernel.deadline)
		kernel.deadline = 0;
}

void nl_close(struct nl *nl)
{
	(void)nl;
}

void nl_try_open(struct nl *nl)
{
	*nl = (struct nl){
		.may_fail = true, .failed = kernel.gone, .snl.family = !kernel.gone,
	};
}

bool snl_is_open(const struct snl *nl)
{
	(void)nl;
	return true;
}

void nl_open(struct nl *nl)
{
	nl_try_open(nl);
}

void settings_put(struct snl_msg *m, const struct settings *s)
{
	(void)m;
	(void)s;
}

static void put_commit(struct snl_msg *m, uint64_t id, const char *comment, const char *dev)
{
	size_t nest;

	snl_start(m, SEASTAR_CMD_CONFIG_COMMIT);
	snl_put_u64(m, SEASTAR_A_CONFIG_ID, id);
	snl_put_str(m, SEASTAR_A_CONFIG_COMMENT, comment);
	nest = snl_nest_start(m, SEASTAR_A_CONFIG_DEV);
	snl_put_str(m, SEASTAR_A_CONFIG_DEV_NAME, dev);
	snl_put_u64(m, SEASTAR_A_CONFIG_DEV_GENERATION, 30 + id);
	snl_nest_end(m, nest);
}

static void reply(uint64_t id, const char *comment, const char *dev, snl_reply_fn fn, void *ctx)
{
	struct snl_msg m;

	put_commit(&m, id, comment, dev);
	fn(m.header, ctx);
	snl_release(&m);
}

/* Execute a request; return its errno. */
static int serve(const struct nlmsghdr *request, snl_reply_fn fn, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_CONFIG_MAX + 1];

	snl_attributes(request, tb, SEASTAR_A_CONFIG_MAX);
	switch (snl_command(request)) {
	case SEASTAR_CMD_CONFIG_COMMIT:
		if (kernel.deadline)
			return EBUSY;
		kernel.deadline = kernel.now + snl_u32(tb[SEASTAR_A_CONFIG_TIMEOUT]);
		kernel.comment = OURS;
		if (!kernel.errors)
			reply(ID, OURS, DEV, fn, ctx);
		return 0;
	case SEASTAR_CMD_CONFIG_EXTEND:
		if (!kernel.deadline)
			return ENOENT;
		kernel.deadline = kernel.now + snl_u32(tb[SEASTAR_A_CONFIG_TIMEOUT]);
		return 0;
	default:
		assert_int_equal(snl_command(request), SEASTAR_CMD_CONFIG_CANCEL);
		if (!kernel.deadline)
			return ENOENT;
		kernel.deadline = 0;
		return 0;
	}
}

void nl_do(struct nl *nl, struct snl_msg *m, snl_reply_fn fn, void *ctx)
{
	int error = 0;

	if (nl->failed) {
		snl_release(m);
		return;
	}
	kernel.requests++;
	if (!kernel.errors || kernel.done)
		error = serve(m->header, fn, ctx);
	if (kernel.errors) {
		kernel.errors--;
		error = kernel.error;
	}
	snl_release(m);
	nl->met = error && error == nl->expect;
	nl->failed = error && !nl->met;
	snprintf(nl->snl.why, sizeof(nl->snl.why), "error %d", error);
}

void nl_dump(struct nl *nl, struct snl_msg *m, void (*restart)(void *ctx), snl_reply_fn fn,
	     void *ctx)
{
	kernel.reads++;
	snl_release(m);
	if (kernel.lost) {
		kernel.lost--;
		nl->failed = true;
		return;
	}
	restart(ctx);
	reply(OTHER, OURS, "net1", fn, ctx);
	if (kernel.deadline)
		reply(ID, kernel.comment, DEV, fn, ctx);
}

static struct hold held(void)
{
	struct hold h = { .dev = DEV, .comment = OURS };

	memset(&kernel, 0, sizeof(kernel));
	kernel.now = 1000;
	nl_try_open(&h.nl);
	return h;
}

static bool begin(struct hold *h, char why[TUNE_WHY])
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	return hold_begin(h, &m, why);
}

static void a_commit_is_held_and_cancelled(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	assert_true(begin(&h, why));
	assert_int_equal(h.id, ID);
	assert_int_equal(h.generation, 30 + ID);
	assert_int_equal(kernel.reads, 0);
	for (uint32_t i = 0; i < 5; i++) {
		wait_ms(HOLD_MS - 1);
		assert_int_equal(hold_extend(&h, why), HOLD_DONE);
	}
	assert_int_equal(hold_cancel(&h, why), HOLD_DONE);
	assert_int_equal(h.id, 0);
	assert_false(h.unsure);
	assert_int_equal(kernel.deadline, 0);
}

/* Once another administrator has confirmed or cancelled the commit, requests report its end. */
static void its_end_is_seen(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	assert_true(begin(&h, why));
	kernel.deadline = 0;
	assert_int_equal(hold_extend(&h, why), HOLD_ENDED);
	assert_int_equal(hold_cancel(&h, why), HOLD_ENDED);
	assert_false(h.unsure);
	assert_int_equal(kernel.requests, 3);
}

/* A request that fails does not show that the commit has ended. */
static void requests_are_repeated_until_the_deadline(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	assert_true(begin(&h, why));
	kernel.error = ENOMEM;
	kernel.errors = 3;
	assert_int_equal(hold_extend(&h, why), HOLD_DONE);
	assert_int_equal(kernel.requests, 1 + 4);
	assert_false(h.unsure);
	kernel.errors = UINT32_MAX;
	assert_int_equal(hold_extend(&h, why), HOLD_FAILED);
	assert_string_equal(why, "error 12");
	assert_true(kernel.now >= 1000 + HOLD_MS && kernel.now < 1000 + 2 * HOLD_MS);
	assert_int_equal(h.id, ID);
	/* the kernel has undone it meanwhile: no other administrator is to blame */
	kernel.errors = 0;
	wait_ms(HOLD_MS);
	assert_int_equal(hold_cancel(&h, why), HOLD_ENDED);
	assert_true(h.unsure);
	assert_int_equal(h.id, 0);
}

/* A module that is removed takes the commit with it: there is nothing to wait for. */
static void a_removed_module_ends_it(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";
	uint64_t now;

	(void)state;
	assert_true(begin(&h, why));
	now = kernel.now;
	kernel.gone = true;
	kernel.error = ENOMEM;
	kernel.errors = 1;
	assert_int_equal(hold_extend(&h, why), HOLD_ENDED);
	assert_true(kernel.now - now < HOLD_MS / 10);
}

static void a_cancel_whose_answer_is_lost_is_not_another_administrators(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	assert_true(begin(&h, why));
	kernel.error = ENOBUFS;
	kernel.errors = 1;
	kernel.done = true;
	assert_int_equal(hold_cancel(&h, why), HOLD_ENDED);
	assert_true(h.unsure);
	assert_string_equal(why, "error 105");
}

static void a_commit_whose_answer_is_lost_is_found(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	kernel.error = ENOBUFS;
	kernel.errors = 1;
	kernel.done = true;
	assert_true(begin(&h, why));
	assert_int_equal(h.id, ID);
	assert_int_equal(h.generation, 30 + ID);
	assert_int_equal(hold_cancel(&h, why), HOLD_DONE);
	/* the request failed before the kernel made a commit */
	kernel.done = false;
	kernel.errors = 1;
	assert_false(begin(&h, why));
	assert_string_equal(why, "error 105");
	assert_int_equal(h.id, 0);
}

static void it_is_looked_for_again(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	kernel.error = ENOBUFS;
	kernel.errors = 1;
	kernel.done = true;
	kernel.lost = 3;
	assert_true(begin(&h, why));
	assert_int_equal(h.id, ID);
	assert_int_equal(kernel.reads, 4);
	assert_int_equal(hold_cancel(&h, why), HOLD_DONE);
	/* the search for the commit is given up after the time for which a commit is held */
	kernel.errors = 1;
	kernel.lost = UINT32_MAX;
	assert_false(begin(&h, why));
	assert_string_equal(why, "error 105");
	kernel.lost = 0;
	kernel.deadline = 0;
}

/* An extension is due one second after the last one, not earlier. */
static void it_is_extended_when_that_is_due(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	assert_true(begin(&h, why));
	assert_false(hold_is_due(&h));
	wait_ms(HOLD_EXTEND_MS - 1);
	assert_false(hold_is_due(&h));
	wait_ms(1);
	assert_true(hold_is_due(&h));
	assert_int_equal(hold_extend(&h, why), HOLD_DONE);
	assert_false(hold_is_due(&h));
	/* after a wait as long as the deadline the next extension is due at once */
	wait_ms(HOLD_MS);
	assert_true(hold_is_due(&h));
}

static void anothers_commit_is_not_ours(void **state)
{
	struct hold h = held();
	char why[TUNE_WHY] = "";

	(void)state;
	kernel.deadline = 5000;
	kernel.comment = "tune 1.3";
	assert_false(begin(&h, why));
	assert_string_equal(why, "error 16");
	assert_int_equal(h.id, 0);
	assert_int_equal(kernel.reads, 1);
	assert_int_equal(kernel.deadline, 5000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_commit_is_held_and_cancelled),
		cmocka_unit_test(its_end_is_seen),
		cmocka_unit_test(requests_are_repeated_until_the_deadline),
		cmocka_unit_test(a_removed_module_ends_it),
		cmocka_unit_test(a_cancel_whose_answer_is_lost_is_not_another_administrators),
		cmocka_unit_test(a_commit_whose_answer_is_lost_is_found),
		cmocka_unit_test(it_is_looked_for_again),
		cmocka_unit_test(it_is_extended_when_that_is_due),
		cmocka_unit_test(anothers_commit_is_not_ours),
	};

	return cmocka_run_group_tests_name("tune hold", tests, NULL, NULL);
}
