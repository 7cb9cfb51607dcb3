/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A commit that holds while this program extends its deadline.  Requests fail for other reasons
 * than its end, and answers may be lost: only the kernel's -ENOENT means that it has ended.
 */
#ifndef TUNE_HOLD_H
#define TUNE_HOLD_H

#include "tools/seastar/netlink/nl.h"

#include "tune.h"

#define HOLD_MS		10000	/* from each extension to the deadline */
#define HOLD_EXTEND_MS	1000	/* from one extension to the next, at least */

/**
 * struct hold - the commit
 * @nl: connection, opened by nl_try_open()
 * @dev: device
 * @comment: comment by which a commit of this program is known
 * @id: of the commit; 0: there is none
 * @generation: of the settings that it made
 * @until: time by clock_ms() until which it holds at least
 * @unsure: the last request failed, so it may have been done
 */
struct hold {
	struct nl nl;
	const char *dev;
	char comment[32];
	uint64_t id;
	uint64_t generation;
	uint64_t until;
	bool unsure;
};

enum hold_result {
	HOLD_DONE,
	HOLD_ENDED,	/* the commit has ended otherwise */
	HOLD_FAILED,	/* with the reason; the commit may hold until its deadline */
};

/* Return true if the commit was not extended for a second: once a second is enough. */
bool hold_is_due(const struct hold *h);

/* Write the reason why a request failed, and connect anew for the next one. */
bool hold_failed(struct hold *h, char why[TUNE_WHY]);

/*
 * Commit the settings in @m, to be confirmed in @ms; returns the kernel's report, to be freed, or
 * NULL with @why.  If the answer is lost, the commit is looked for among those that wait, again and
 * again if that fails.
 */
struct nlmsghdr *hold_commit(struct hold *h, struct snl_msg *m, uint32_t ms, char why[TUNE_WHY]);

/* Commit, and hold the commit. */
bool hold_begin(struct hold *h, struct snl_msg *m, char why[TUNE_WHY]);

/*
 * Extend the deadline of the commit; or cancel it, then it is held no longer unless that failed.
 * A request that fails is repeated until the deadline.
 */
enum hold_result hold_extend(struct hold *h, char why[TUNE_WHY]);
enum hold_result hold_cancel(struct hold *h, char why[TUNE_WHY]);

#endif /* TUNE_HOLD_H */
