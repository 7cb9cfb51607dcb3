/* SPDX-License-Identifier: GPL-2.0-only */
/* Commits by netlink, and readings of the registers. */
#ifndef TXN_H
#define TXN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/seastar.h>

#define TXN_ROUTERS	8	/* most routers of a device in these tests */
#define TXN_DEVS	3
#define TXN_ENTRIES	6
#define TXN_UNKNOWN	(-1)	/* the answer was lost: the request may have succeeded */

/* The aging registers of a router. */
struct regs {
	uint32_t period;
	uint64_t select;
	uint8_t bias[2][SEASTAR_PORTS];
};

/* A change; values below 0 are not given. */
struct entry {
	int64_t router, ports, period;
	bool has_select;
	uint64_t select;
	int bias[2];
};

/* A commit of up to TXN_DEVS devices, by number. */
struct txn {
	bool in[TXN_DEVS];
	size_t n[TXN_DEVS];
	struct entry entry[TXN_DEVS][TXN_ENTRIES];
	uint64_t generation[TXN_DEVS];	/* 0: not given */
	uint32_t timeout;	/* ms; 0: no confirmation needed */
	bool check;
};

/* End the test because it cannot continue. */
void bail(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Create a device, or delete it; end the test if that fails. */
void txn_add(const char *dev, const uint32_t radix[SEASTAR_DIMS]);
void txn_del(const char *dev);

/* Make a commit of these devices; return errno or TXN_UNKNOWN. */
int txn_commit(const char *const *devs, const struct txn *t, uint64_t *id);

/*
 * Set AGE_CLOCK_PERIOD to @period in TXN_DEVS devices by one commit, and return its id.  If
 * @timeout is not 0, the commit waits that many ms to be confirmed.
 */
uint64_t txn_commit_period(const char *const *devs, uint32_t period, uint32_t timeout);

/* Make the same change in @n devices by one commit; return errno. */
int txn_many(const char *const *devs, size_t n, const struct entry *e);

/* Change one device by AGING_SET; return errno or TXN_UNKNOWN. */
int txn_set(const char *dev, const struct entry *entries, size_t n);

/* Send CONFIRM, CANCEL or EXTEND; return errno or TXN_UNKNOWN. */
int txn_ask(uint8_t command, uint64_t id, uint32_t timeout);

/* Read the registers of all routers; return the generation. */
uint64_t txn_read(const char *dev, struct regs *regs);

/* Return 1 if this commit waits, else 0; for id 0 return the number of waiting commits. */
size_t txn_pending(uint64_t id);

/* Return the id of the newest waiting commit; 0 if there is none. */
uint64_t txn_newest(void);

/* Arm @knob of fault injection: the @nth possible failure in the next request happens. */
void txn_inject(const char *knob, unsigned int nth);

/* Number of armed failures that have happened so far. */
extern unsigned int txn_injected;

#endif /* TXN_H */
