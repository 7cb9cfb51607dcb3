/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A commit that holds while this program extends its deadline.  A request that fails, or whose
 * answer is lost, does not show that the commit has ended: only the kernel's -ENOENT does.
 */
#ifndef TUNE_HOLD_H
#define TUNE_HOLD_H

#include "tools/seastar/netlink/nl.h"

#include "tune.h"

#define HOLD_MS		10000	/* ms from each extension to the deadline */
#define HOLD_EXTEND_MS	1000	/* ms from one extension to the next, at least */

/**
 * struct hold - the commit
 * @nl: connection, which may fail
 * @dev: name of the device
 * @comment: comment by which a commit of this program is recognized
 * @id: number of the commit; 0: there is none
 * @generation: generation of the settings that the commit made
 * @until: earliest deadline of the commit, by clock_ms()
 * @unsure: true if a request since the last extension failed, but may have had its effect
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
	HOLD_ENDED,	/* the kernel has no such commit any more */
	HOLD_FAILED,	/* the request failed; the commit may hold until its deadline */
};

/* Return true if HOLD_EXTEND_MS have passed since the last extension. */
bool hold_is_due(const struct hold *h);

/* Return true if the last request failed: write the reason to @why, and connect anew. */
bool hold_failed(struct hold *h, char why[TUNE_WHY]);

/*
 * Commit the settings in @m, to be undone after @ms unless confirmed.  Returns the kernel's report,
 * to be freed, or NULL with the reason in @why.  If the answer is lost, the function searches the
 * pending commits for the commit, repeatedly if the search fails.
 */
struct nlmsghdr *hold_commit(struct hold *h, struct snl_msg *m, uint32_t ms, char why[TUNE_WHY]);

/* Commit the settings in @m for HOLD_MS, and remember the commit in @h. */
bool hold_begin(struct hold *h, struct snl_msg *m, char why[TUNE_WHY]);

/*
 * Extend the deadline of the commit, or cancel the commit.  A request that fails is repeated until
 * the deadline.  hold_cancel() sets @h->id to 0 unless it fails.
 */
enum hold_result hold_extend(struct hold *h, char why[TUNE_WHY]);
enum hold_result hold_cancel(struct hold *h, char why[TUNE_WHY]);

#endif /* TUNE_HOLD_H */
