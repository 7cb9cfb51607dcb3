/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A seastar device: a fabric of routers behind one table of operations.
 *
 * Locks, the outermost first:
 *
 *	reference of sysfs or debugfs to an active file of the device
 *		The removal of a device waits until its files are not in use.
 *	claims (claim.c)
 *		A claim is to one device or several.  Only the task that has claimed a device
 *		changes its settings, makes or undoes commits to it, and deletes it.  A claim may
 *		last as long as the drain of a network.  Readers take no claims.  Claims to other
 *		devices do not wait for it, with one exception.  A claim to several devices that
 *		waits for one of them is passed by later claims to the others, until all claims that
 *		came before it have ended.  From then on later claims to its devices wait for it.
 *		The passed claim waits for the claims that passed it, at most one per device: so it
 *		is granted at last.  The end of a device refuses the claims to it that wait, so the
 *		end waits for no other device.  Only the task that has claimed several devices may
 *		hold their locks together.
 *	the lock of commits (pending.lock in config.c)
 *		Protects the list of commits that wait to be confirmed, and the fields of these
 *		commits that readers see.  Held for moments, and with no other lock inside except
 *		arrivals.lock: an undo drops it before it locks devices.
 *	seastar_sources.taking
 *		Keeps the sample of the sources (sources.c) from being replaced while it is read.
 *		Only two changes of a device take this lock: a reset of the sources' statistics,
 *		which changes the copies of marks, and the device's end.
 *	seastar_sampler.taking
 *		Held while a sample of the counters is taken in portions (stats.c).
 *	seastar_dev.readers
 *		Taken before the next lock and dropped after it by each request that any user may
 *		make: so one of these requests at a time waits for that lock.  Samples have the
 *		two locks above for that.  A change of settings does not take it.
 *	seastar_dev.lock
 *		Protects everything in a device that changes: its settings with their generation,
 *		the state of its backend, @gone.  Every operation of struct seastar_ops is called
 *		under it, except @routes_check and the last two; and @clock_hold may let the clock
 *		go on without it.  The clock of a software fabric holds it while it executes
 *		cycles, so another holder of the lock is between two cycles.  It is held for no
 *		longer than one pass over the routers of the device, or of the devices of a commit.
 *		Longer work drops and takes it again: the replacement, copying and reading of tables
 *		(routes.c, routes-regs.c), while the device is claimed.  The same holds when
 *		hardware comes back and gets its tables (mmio-recovery.c); it counts as asleep
 *		meanwhile.  Samples drop the lock while the clock stands.  Only a
 *		reset of the sources' statistics holds it longer, for a pass per mark; an
 *		administrator requests it.
 *	seastar_routes.filling
 *		Protects a draft of tables while it is made and checked.  Its holder takes no
 *		other lock of a device.
 *	seastar_dev.drafting, seastar_settings_lock, arrivals.lock (config.c), and the locks of the
 *	registry (registry.c), of the samplers (stats.c, sources.c) and of claims (claim.c)
 *		Held for moments, with no other lock inside.  seastar_settings_lock is one
 *		for all devices: a reader who sees one device of a commit changed sees all of them
 *		changed.
 *
 * While a request of an unprivileged user holds the device's lock, it reads no more routers than
 * fit into a reply buffer.  That is mostly one router; a dump of LINK_GET reads some hundred from
 * memory.  Requests whose work grows with the number of routers are served without that lock:
 * counters and statistics of sources from samples, aging registers from the published settings.
 * Samples take at most a tenth of the device's time.  A sample of the sources is read in portions
 * of 64 routers, with the lock dropped in between.  Registers of hardware are read for an
 * administrator only.  Memory that is allocated for an unprivileged reader is charged to it, memory
 * that it holds between its calls is limited (quota.c), and its failed allocations affect no other
 * reader.
 *
 * However many users read a device, at most three of them compete for its lock at a time: one that
 * takes a sample of the counters, one that takes a sample of the sources, and one with any other
 * request.  The others wait for these, and can be killed meanwhile.  A mutex may go to a newcomer,
 * but is handed to its first waiter once that has woken in vain.  So the clock and a change of
 * settings compete with three readers.  What needs @taking waits for all readers before it there: a
 * round, a reset of the sources' statistics, and the device's end.
 *
 * A reader holds the lock in its own task, also while it takes a sample.  If the scheduler preempts
 * the task there, for its low priority or its control group's limit, others wait until it runs
 * again: a mutex lends no priority.
 *
 * Other requests that need all routers under one hold of the lock are for an administrator only:
 * the hash of the state, a new mark, a reset of statistics, and changes of settings.
 *
 * A reference (seastar_dev_find(), seastar_dev_put()) keeps the structure, not the device:
 * seastar_dev_lock() fails if the device is gone.  The only large memory that a reference keeps are
 * the aging registers, some 30 bytes per router.
 */
#ifndef SEASTAR_DEV_H
#define SEASTAR_DEV_H

#include <linux/device.h>
#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "../sim/routers/seastar/seastar.h"

struct dentry;
struct netlink_ext_ack;
struct seastar_aging_state;
struct seastar_claim;
struct seastar_commit;
struct seastar_dev;
struct seastar_routes;
struct seastar_sampler;
struct seastar_sources;
struct seq_file;
struct sock;
struct ss_perf;
struct ss_quiesce;

/**
 * struct seastar_clock - the clock of a fabric
 * @state: &enum seastar_clock_state
 * @budget: per cent of one CPU that the clock may use
 * @rate: cycles per second; 0: as many as @budget allows
 * @remaining: cycles of a step still to run
 */
struct seastar_clock {
	u32 state;
	u32 budget;
	u32 rate;
	u64 remaining;
};

/**
 * struct seastar_links - the links of a router
 * @present: links that have a router at the other end; bit p for port p
 * @up: links that carry flits
 * @has_dropped: @dropped is known
 * @has_retries: @retries are known
 * @modelled: @bit_errors and @undetected are known, because the device is a model
 * @transitions: by port: how often the link came up or went down since the device was added
 * @since: by port, time of the last transition, in nanoseconds of CLOCK_REALTIME; 0: never
 * @dropped: packets that the router has dropped, by &enum seastar_drop
 * @bit_errors: by port, wrong bits per 10^12 bits sent
 * @retries: by port, micropackets sent again
 * @undetected: by port, wrong micropackets that passed the check
 */
struct seastar_links {
	u8 present;
	u8 up;
	bool has_dropped;
	bool has_retries;
	bool modelled;
	u32 transitions[SEASTAR_PORTS];
	u64 since[SEASTAR_PORTS];
	u64 dropped[SEASTAR_DROPS];
	u64 bit_errors[SEASTAR_PORTS];
	u64 retries[SEASTAR_PORTS];
	u64 undetected[SEASTAR_PORTS];
};

/**
 * struct seastar_ops - operations of a backend
 * @name: name of the backend
 * @cycle: return the cycles executed so far; for hardware, the cycle of the last @read_perf: no
 * register is read
 * @instant: return a number that differs whenever the registers that @read_perf reads may be of
 * another instant: the cycle; for hardware, the number of captures that were begun
 * @mmr_read: read a register of ss_mmrs[], by its offset in the window of a router; returns 0 or an
 * error
 * @mmr_write: write a register with a value that ss_mmr_check_write() passed; returns 0 or
 * an error
 * @read_perf: read the performance registers and the cycle of routers @first to @first + @n - 1,
 * all of one instant: that of the latest call with @first 0.  Cycles may differ: a router that is
 * reset alone counts from 0.  Returns 0 or an error
 * @was_reset: called if a sample shows that a router was reset; NULL if routers are never reset
 * @links: report the links of a router as they were when the driver last looked; no register is
 * read
 * @look_at_links: read the links of a router, and announce changes
 * @routes_check: return NULL if the tables can be replaced, else a sentence with the reason why
 * not; NULL if they always can
 * @routes_read: read the tables in force from the hardware; returns 0 or an error; NULL if the
 * device has only tables that @routes_set has set.  The caller has claimed the device; the lock is
 * dropped and taken again meanwhile
 * @routes_set: replace the look-up tables, NULL for the built-in rule, while no packet is under
 * way; returns 0, or an error as seastar_routes_replace() does.  The lock is dropped and taken
 * again meanwhile, and no clock runs.  A software fabric has no error but -ENODEV, if the device
 * has gone then, and -ECANCELED, as of seastar_claim_given_up()
 * @debug: print the inside of the backend, for debugfs; may be NULL
 * @hash: compute a hash of the whole state; NULL if the backend has none
 * @read_source: read the statistics of a router's traffic source. This operation and the next ones
 * up to @clock_set are NULL if the driver controls neither traffic nor clock
 * @source_sends: return true if the traffic makes the source of a router send packets
 * @oldest_birth: return the birth of the oldest undelivered packet at a router; U64_MAX if there is
 * none
 * @in_flight: return the packets that were injected and have been neither delivered nor dropped
 * @add_dropped: add the packets that a router has dropped to counts by &enum seastar_drop
 * @latencies: return the fine histogram of the latencies of all sources, valid while the lock is
 * held
 * @reset_sources: start the latency statistics of all sources anew
 * @traffic_get: return the traffic in force, valid while the lock is held
 * @traffic_check: return NULL if the traffic is possible, else a sentence with the reason why not.
 * Scratch memory has a byte per router, for permutations only
 * @traffic_set: replace the traffic by one that was checked
 * @clock_get: read the clock
 * @clock_set: set the clock; any valid state follows any other
 * @clock_hold: stop the clock regardless of its state, or let it go on, which needs no lock
 * @shutdown: end all activity at once and free the memory of the fabric; called once, without the
 * lock, when the device is gone
 * @free: free the device itself; the last call
 */
struct seastar_ops {
	const char *name;
	u64 (*cycle)(struct seastar_dev *sdev);
	u64 (*instant)(struct seastar_dev *sdev);
	int (*mmr_read)(struct seastar_dev *sdev, u32 router, u32 offset,
			u64 *value);
	int (*mmr_write)(struct seastar_dev *sdev, u32 router, u32 offset,
			 u64 value);
	int (*read_perf)(struct seastar_dev *sdev, u32 first, u32 n,
			 struct ss_perf *perf);
	void (*was_reset)(struct seastar_dev *sdev);
	void (*links)(struct seastar_dev *sdev, u32 router,
		      struct seastar_links *links);
	void (*look_at_links)(struct seastar_dev *sdev, u32 router);
	const char *(*routes_check)(struct seastar_dev *sdev);
	int (*routes_read)(struct seastar_dev *sdev, struct seastar_routes **routes);
	int (*routes_set)(struct seastar_dev *sdev, const struct seastar_routes *routes,
			  u32 stranded, struct ss_quiesce *q);
	void (*debug)(struct seastar_dev *sdev, struct seq_file *m);
	u64 (*hash)(struct seastar_dev *sdev);
	void (*read_source)(struct seastar_dev *sdev, u32 router,
			    struct ss_source_stats *stats);
	bool (*source_sends)(struct seastar_dev *sdev, u32 router);
	u64 (*oldest_birth)(struct seastar_dev *sdev, u32 router);
	u32 (*in_flight)(struct seastar_dev *sdev);
	void (*add_dropped)(struct seastar_dev *sdev, u32 router, u64 *dropped);
	const u64 *(*latencies)(struct seastar_dev *sdev);
	void (*reset_sources)(struct seastar_dev *sdev);
	const struct ss_traffic *(*traffic_get)(struct seastar_dev *sdev);
	const char *(*traffic_check)(struct seastar_dev *sdev,
				     const struct ss_traffic *traffic,
				     u8 *scratch);
	int (*traffic_set)(struct seastar_dev *sdev,
			   const struct ss_traffic *traffic);
	void (*clock_get)(struct seastar_dev *sdev, struct seastar_clock *clock);
	void (*clock_set)(struct seastar_dev *sdev,
			  const struct seastar_clock *clock);
	void (*clock_hold)(struct seastar_dev *sdev, bool held);
	void (*shutdown)(struct seastar_dev *sdev);
	void (*free)(struct seastar_dev *sdev);
};

/**
 * struct seastar_draft - look-up tables that are not in force yet
 * @routes: the tables, with a reference; NULL: there is no draft
 * @maker: netlink socket that began the draft, with a reference: no other gets its address
 */
struct seastar_draft {
	struct seastar_routes *routes;
	struct sock *maker;
};

/**
 * struct seastar_dev - a device, embedded in the structure of its backend
 * @dev: device of the driver core: name, references, place in sysfs
 * @node: entry in the registry
 * @stage: stage in the registry, which alone uses it
 * @id: unique number; ascending in the registry
 * @ops: operations of the backend
 * @cfg: configuration from which the fabric is built; constant
 * @routers: number of routers; constant
 * @debugfs: directory in debugfs
 * @round: the periodic work (round.c)
 * @stats: samples of the counters, with locks of their own
 * @sources: statistics of the traffic sources; NULL if the driver does not see them
 * @aging: aging registers as they were last read or written. Changes of @aging and of @generation
 * take @lock and seastar_settings_lock, so that readers see them together
 * @claim: claim that holds the device; written by claim.c alone
 * @claim_turn: last pass of claims_grant() that kept the device free for a waiting claim; claim.c
 * alone
 * @ending: the device is about to be removed: the task that has claimed it stops long work, and
 * waiting claims are refused; claim.c alone
 * @pending: commit that waits to be confirmed, or NULL; under the lock of commits. Only the task
 * that has claimed the device makes a commit wait; a confirmation clears the field without a claim
 * @readers: lock of the requests that read the device, see the top of dev.h
 * @lock: lock of all fields below it
 * @announced: the addition was announced, so other events may follow
 * @gone: the device was deleted: no operation is possible any more
 * @lost: the hardware does not answer: all operations that return errors fail
 * @asleep: the hardware is switched off, is being reset, or is given its tables again: operations
 * fail for a while
 * @generation: number of the settings; each change of a setting makes a new one, unique in the
 * device
 * @returns: times that the hardware came back and was given its settings again
 * @losses: times that the hardware did not take its settings again
 * @seq: changes whenever a dump in progress would become inconsistent; never 0
 * @marks: list of &struct seastar_mark
 * @link_changes: number of changes of links: up, down, or another rate of wrong bits
 * @routes: tables in force; NULL: the built-in rule is in force, or the driver does not know the
 * tables in the registers of hardware
 * @dropping: hardware: by port, value to restore in LINK_CONTROL, which a replacement of tables has
 * set to drop packets (routes-regs.c); NULL: no port drops
 * @drafting: lock of @draft, held briefly; no other lock is taken under it
 * @draft: look-up tables that are being made, or were made last; empty once the maker's netlink
 * socket is closed
 */
struct seastar_dev {
	struct device dev;
	struct list_head node;
	int stage;
	u64 id;
	const struct seastar_ops *ops;
	struct ss_config cfg;
	u32 routers;
	struct dentry *debugfs;
	struct delayed_work round;
	struct seastar_sampler *stats;
	struct seastar_sources *sources;

	struct seastar_aging_state *aging;	/* see the kernel-doc above */

	struct seastar_claim *claim;
	u64 claim_turn;
	bool ending;
	struct seastar_commit *pending;

	struct mutex readers;	/* see the top of this file */
	struct mutex lock;	/* see the top of this file */
	bool announced;
	bool gone;
	bool lost;
	bool asleep;
	u64 generation;
	unsigned int returns;
	unsigned int losses;
	unsigned int seq;
	struct list_head marks;
	u64 link_changes;
	struct seastar_routes *routes;
	u8 *dropping;
	spinlock_t drafting;	/* see the kernel-doc above */
	struct seastar_draft draft;
};

static inline struct seastar_dev *to_seastar_dev(struct device *dev)
{
	return container_of(dev, struct seastar_dev, dev);
}

static inline const char *seastar_dev_name(const struct seastar_dev *sdev)
{
	return dev_name(&sdev->dev);
}

/*
 * Return true if the device is hardware rather than a model: it is added and removed with its
 * function on the bus.
 */
static inline bool seastar_is_hardware(const struct seastar_dev *sdev)
{
	return sdev->dev.parent;
}

static inline void seastar_dev_put(struct seastar_dev *sdev)
{
	put_device(&sdev->dev);
}

#define SEASTAR_CONFIG_BUSY \
	"a commit to this device waits to be confirmed: confirm or cancel it first"

/*
 * Return true if a commit to the device waits to be confirmed.  Its settings must stay then,
 * because the undo restores those from before the commit.  Context: caller has claimed the device;
 * so false stays false, but true may become false by a confirmation.
 */
static inline bool seastar_config_busy(struct seastar_dev *sdev)
{
	return READ_ONCE(sdev->pending);
}

extern spinlock_t seastar_settings_lock;

u64 seastar_generation(void);
const char *seastar_name_check(const char *name);
void seastar_dev_setup(struct seastar_dev *sdev, const struct seastar_ops *ops,
		       const struct ss_config *cfg);
int seastar_dev_lock(struct seastar_dev *sdev);
int seastar_dev_lock_reader(struct seastar_dev *sdev);
void seastar_dev_unlock_reader(struct seastar_dev *sdev);
void seastar_dev_lock_always(struct seastar_dev *sdev);
void seastar_dev_unlock(struct seastar_dev *sdev);
void seastar_dev_disturbed(struct seastar_dev *sdev);
void seastar_dev_changed(struct seastar_dev *sdev);
void seastar_dev_lost(struct seastar_dev *sdev);
int seastar_dev_explain(struct netlink_ext_ack *extack,
			const struct seastar_dev *sdev, int err);

#endif /* SEASTAR_DEV_H */
