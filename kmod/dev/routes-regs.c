// SPDX-License-Identifier: GPL-2.0-only
/*
 * Look-up tables of hardware, which are in its registers: reading them, and replacing them while
 * no packet is in the network (docs/routing.md, "Hardware").
 *
 * Sources are held by INJECTION_CONTROL.  The network is empty when AGE_PACKET_COUNT of all routers
 * is 0 twice, LINK_US apart: a packet on a link is in no router.
 *
 * The device is claimed meanwhile, and its lock is dropped between two readings of the network and
 * between the tables of two routers.  If the device is reset meanwhile, the recovery writes the
 * former tables.
 */
#include <linux/bits.h>
#include <linux/delay.h>
#include <linux/ktime.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <seastar/mmr.h>
#include <seastar/widen.h>

#include "base/alloc.h"
#include "base/fault.h"
#include "dev/claim.h"
#include "dev/dev.h"
#include "dev/mmr.h"
#include "dev/routes.h"

#define POLL_US		200
#define LINK_US		1000	/* longer than a packet needs to cross a link */
#define STUCK_NS	(2ULL * NSEC_PER_SEC)
/* about twice the cycles of a packet through 16,384 routers, half of the longest ring */
#define STUCK_CYCLES	BIT_ULL(20)
#define MOST_NS		(60ULL * NSEC_PER_SEC)
#define MOST_ATTEMPTS	3

#define ENTRIES		8	/* table entries per register */
#define REGS_A_BLOCK	(SS_TABLE_BLOCK / ENTRIES)
#define GLUT_REGS	(SS_ROUTE_GLOBALS / ENTRIES)

/* Blocks per input port and per router, and the number of the first block of an input port. */
#define BLOCKS_A_PORT	(SS_TABLE_BLOCKS + 1)
#define BLOCKS_A_ROUTER	(SEASTAR_PORTS * BLOCKS_A_PORT)
#define FIRST_BLOCK(router, port) \
	((router) * BLOCKS_A_ROUTER + (port) * BLOCKS_A_PORT)

static int read_reg(struct seastar_dev *sdev, u32 router, u32 offset, u64 *value)
{
	return seastar_mmr_read(sdev, router, offset, 1, value);
}

/* Write a register unless it holds the value already: old and new tables have much in common. */
static int write_reg(struct seastar_dev *sdev, u32 router, u32 offset, u64 value)
{
	u64 seen;
	int err;

	err = read_reg(sdev, router, offset, &seen);
	if (err || seen == value)
		return err;
	err = seastar_mmr_write(sdev, router, offset, value) ?:
	      read_reg(sdev, router, offset, &seen);
	return err ?: seen == value ? 0 : -EIO;
}

static int hold_sources(struct seastar_dev *sdev)
{
	u32 router;
	int err = 0;

	for (router = 0; !err && router < sdev->routers; router++) {
		err = write_reg(sdev, router, SS_MMR_INJECTION_CONTROL, SS_MMR_INJECTION_HOLD);
		cond_resched();
	}
	return err;
}

/*
 * Release the sources of all routers.  After an error of one router the others are still released;
 * the log names the first router that does not take the value.  Returns -EIO only if no other error
 * occurred: the device is there, and some routers did not take the value.
 */
static int release_sources(struct seastar_dev *sdev)
{
	bool refused = false;
	u32 router;
	int err = 0, failed;

	for (router = 0; router < sdev->routers; router++) {
		failed = write_reg(sdev, router, SS_MMR_INJECTION_CONTROL, 0);
		if (failed == -EIO && !refused)
			dev_err(&sdev->dev, "router %u does not resume its source: its node cannot send\n",
				router);
		refused |= failed == -EIO;
		if (failed && (!err || err == -EIO))
			err = failed;
		cond_resched();
	}
	return err;
}

static int count_packets(struct seastar_dev *sdev, u64 *packets)
{
	u64 count;
	u32 router;
	int err;

	*packets = 0;
	for (router = 0; router < sdev->routers; router++) {
		err = read_reg(sdev, router, SS_MMR_AGE_PACKET_COUNT, &count);
		if (err)
			return err;
		*packets += (u32)count + (count >> 32);
		cond_resched();
	}
	return 0;
}

static int count_dropped(struct seastar_dev *sdev, u64 *dropped)
{
	u32 router, why;
	u64 count;
	int err;

	*dropped = 0;
	for (router = 0; router < sdev->routers; router++) {
		for (why = 0; why < SEASTAR_DROPS; why++) {
			err = read_reg(sdev, router, SS_MMR_DROPPED_NO_ROUTE + why * sizeof(u64),
				       &count);
			if (err)
				return err;
			*dropped += count;
		}
		cond_resched();
	}
	return 0;
}

static int cycle_now(struct seastar_dev *sdev, struct ss_perf *perf, u64 *cycle)
{
	int err = sdev->ops->read_perf(sdev, 0, 1, perf);

	*cycle = perf->cycle;
	return err;
}

/*
 * Drop the lock for a moment, so that other tasks get it, and take it again.  Returns -EAGAIN if
 * the device was away meanwhile and has come back.
 */
static int let_others(struct seastar_dev *sdev, u32 sleep_us)
{
	unsigned int returns = sdev->returns;

	mutex_unlock(&sdev->lock);
	if (sleep_us)
		usleep_range(sleep_us, 2 * sleep_us);
	else
		cond_resched();
	mutex_lock(&sdev->lock);
	return sdev->returns == returns ? 0 : -EAGAIN;
}

/**
 * struct drain - progress of a network that drains
 * @began: time of the first look at the network, in nanoseconds
 * @least: fewest packets seen in the network
 * @since: time at which @least was first seen, in nanoseconds
 * @has_cycle: @cycle is known
 * @cycle: cycle of the first look at which the number of packets had not fallen
 * @perf: memory for a look at the cycle
 */
struct drain {
	u64 began;
	u64 least;
	u64 since;
	bool has_cycle;
	u64 cycle;
	struct ss_perf *perf;
};

/*
 * Decide whether the remaining packets are stuck: their number has not fallen for STUCK_NS and for
 * STUCK_CYCLES, or the drain has lasted MOST_NS.  Cycles count, too, because a slow device needs
 * more time.  A device that does not report its cycle in time gets more time, too.
 */
static int check_stuck(struct seastar_dev *sdev, struct drain *d, bool *stuck)
{
	u64 now = ktime_get_ns(), cycle;
	int err;

	*stuck = now - d->began > MOST_NS;
	if (*stuck || (d->has_cycle && now - d->since <= STUCK_NS))
		return 0;
	err = cycle_now(sdev, d->perf, &cycle);
	if (err)
		return err == -ETIMEDOUT ? 0 : err;
	if (!d->has_cycle)
		d->cycle = cycle;
	d->has_cycle = true;
	*stuck = now - d->since > STUCK_NS && cycle - d->cycle > STUCK_CYCLES;
	return 0;
}

static int look(struct seastar_dev *sdev, struct drain *d, u64 *left, bool *stuck)
{
	int err;

	*stuck = false;
	err = count_packets(sdev, left);
	if (err || !*left)
		return err;
	if (*left >= d->least)
		return check_stuck(sdev, d, stuck);
	d->least = *left;
	d->since = ktime_get_ns();
	d->has_cycle = false;
	return 0;
}

/* Wait until the network is empty, or the packets in it are stuck; @left is set to their number. */
static int drain(struct seastar_dev *sdev, struct ss_perf *perf, u64 *left)
{
	struct drain d = { .began = ktime_get_ns(), .least = U64_MAX, .perf = perf };
	bool stuck = false;
	u32 empty = 0;
	int err;

	while (empty < 2) {
		if (seastar_claim_given_up(sdev))
			return -ECANCELED;
		err = look(sdev, &d, left, &stuck);
		if (err || stuck)
			return err;
		empty = *left ? 0 : empty + 1;
		err = let_others(sdev, empty ? LINK_US : POLL_US);
		if (err)
			return err;
	}
	return 0;
}

#define TOUCHED		BIT(7)

/*
 * If the link of a port is down, set it to drop the packets that wait for it, and store what
 * LINK_CONTROL held in @before.
 */
static int drop_at(struct seastar_dev *sdev, u32 router, u32 port, u8 *before)
{
	u64 status, control;
	int err;

	err = read_reg(sdev, router, SS_MMR_PORT(port) + SS_MMR_LINK_STATUS, &status) ?:
	      read_reg(sdev, router, SS_MMR_PORT(port) + SS_MMR_LINK_CONTROL, &control);
	if (err || !(status & SS_MMR_LINK_PRESENT) || status & SS_MMR_LINK_UP)
		return err;
	*before = control | TOUCHED;
	return write_reg(sdev, router, SS_MMR_PORT(port) + SS_MMR_LINK_CONTROL, SS_MMR_LINK_DROP);
}

/*
 * Undo drop_at().  A register that holds another value by now is left alone: a reset brings links
 * up.
 */
static int undo_drop_at(struct seastar_dev *sdev, u32 router, u32 port, u8 *before)
{
	u32 offset = SS_MMR_PORT(port) + SS_MMR_LINK_CONTROL;
	u64 control;
	int err;

	if (!(*before & TOUCHED))
		return 0;
	err = read_reg(sdev, router, offset, &control);
	if (!err && control == SS_MMR_LINK_DROP)
		err = write_reg(sdev, router, offset, *before & ~TOUCHED);
	if (!err)
		*before = 0;
	return err;
}

/*
 * Undo drop_all().  Values that could not be restored stay in @before.  Returns -EIO only if no
 * other error occurred: all registers that failed refused their values.
 */
static int undo_drops(struct seastar_dev *sdev, u8 *before)
{
	int err = 0, failed;
	u32 router, port;

	for (router = 0; router < sdev->routers; router++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			failed = undo_drop_at(sdev, router, port,
					      &before[router * SEASTAR_PORTS + port]);
			if (failed && (!err || err == -EIO))
				err = failed;
		}
		cond_resched();
	}
	return err;
}

static int drop_all(struct seastar_dev *sdev, u8 *before)
{
	u32 router, port;
	int err = 0;

	for (router = 0; router < sdev->routers; router++) {
		for (port = 0; !err && port < SEASTAR_PORTS; port++)
			err = drop_at(sdev, router, port, &before[router * SEASTAR_PORTS + port]);
		cond_resched();
	}
	return err;
}

/*
 * Wait here for as long as a test asks for it, while packets are dropped.  Returns -EAGAIN as
 * let_others() does.
 */
static int stall_drop(struct seastar_dev *sdev)
{
	unsigned int returns = sdev->returns;

	mutex_unlock(&sdev->lock);
	seastar_stall_here(SEASTAR_STALL_DROP);
	mutex_lock(&sdev->lock);
	return sdev->returns == returns ? 0 : -EAGAIN;
}

/*
 * Drop the packets that wait for links that are down, and drain the network.  @before has a byte
 * per port, all 0.
 */
static int drop_stranded(struct seastar_dev *sdev, u8 *before, struct ss_perf *perf, u64 *left)
{
	int err, failed;

	err = drop_all(sdev, before) ?: stall_drop(sdev) ?: drain(sdev, perf, left);
	failed = undo_drops(sdev, before);
	return err ?: failed;
}

static u64 pack(const u8 *entry)
{
	u64 value = 0;
	u32 i;

	for (i = 0; i < ENTRIES; i++)
		value |= (u64)entry[i] << 8 * i;
	return value;
}

static void unpack(u64 value, u8 *entry)
{
	u32 i;

	for (i = 0; i < ENTRIES; i++)
		entry[i] = value >> 8 * i;
}

static u64 datelines(const struct ss_tables *t)
{
	u64 value = 0;
	u32 i;

	for (i = 0; i < SEASTAR_DIMS; i++)
		if (t->dateline[i] != SS_NO_DATELINE)
			value |= (t->dateline[i] | BIT(15)) << 16 * i;
	return value;
}

static int write_port(struct seastar_dev *sdev, const struct ss_tables *t, u32 router, u32 port)
{
	u32 i, id = SS_PORT_ID(router, port);
	int err = 0;

	for (i = 0; !err && i < GLUT_REGS; i++)
		err = write_reg(sdev, router, SS_MMR_PORT(port) + SS_MMR_GLUT + i * sizeof(u64),
				pack(t->block[t->global[id]] + i * ENTRIES));
	for (i = 0; !err && i < SS_MMR_LUT_REGS; i++)
		err = write_reg(sdev, router, SS_MMR_LUT(port) + i * sizeof(u64),
				pack(t->block[t->local[id][i / REGS_A_BLOCK]] +
			       i % REGS_A_BLOCK * ENTRIES));
	cond_resched();
	return err;
}

static int write_router(struct seastar_dev *sdev, const struct ss_tables *t, u32 router)
{
	u32 port;
	int err;

	err = write_reg(sdev, router, SS_MMR_RTR_NODE_ID, t->nid[router]) ?:
	      write_reg(sdev, router, SS_MMR_DATELINE_CONFIG, datelines(t));
	for (port = 0; !err && port < SEASTAR_PORTS; port++)
		err = write_port(sdev, t, router, port);
	return err;
}

/* Write tables to the registers.  Context: the network is empty, and stays so. */
static int write_tables(struct seastar_dev *sdev, const struct ss_tables *t)
{
	u32 router;
	int err = 0;

	for (router = 0; !err && router < sdev->routers; router++)
		err = write_router(sdev, t, router) ?: let_others(sdev, 0);
	return err;
}

/* Write the former tables again. */
static int rewrite_tables(struct seastar_dev *sdev, const struct ss_tables *t)
{
	return seastar_fault(SEASTAR_FAULT_COMMIT) ? -EIO : write_tables(sdev, t);
}

/*
 * Restore the @former tables after others were written, at least in part.  If the device is away,
 * the recovery writes them, or has done so.  If the device does not take them, the present contents
 * of its registers are in force.  Returns @err, the error of the replacement, or -ENOTRECOVERABLE.
 */
static int restore_tables(struct seastar_dev *sdev, struct seastar_routes *former, int err)
{
	if (err == -EAGAIN || rewrite_tables(sdev, &former->tables) != -EIO)
		return err;
	dev_err(&sdev->dev, "accepts neither the new look-up tables nor the former ones: load tables again\n");
	seastar_routes_put(sdev->routes);
	sdev->routes = NULL;
	seastar_routes_changed(sdev);
	return -ENOTRECOVERABLE;
}

static int change_tables(struct seastar_dev *sdev, const struct seastar_routes *routes,
			 struct seastar_routes *former)
{
	int err = write_tables(sdev, &routes->tables);

	return err ? restore_tables(sdev, former, err) : 0;
}

/**
 * struct replacement - arguments and memory of a replacement of tables
 * @routes: the tables
 * @former: the former tables, with a reference
 * @before: by port, values of LINK_CONTROL to restore, see drop_at(); all 0 at first
 * @perf: memory for a look at the cycle
 * @q: set to the costs of the replacement
 */
struct replacement {
	const struct seastar_routes *routes;
	struct seastar_routes *former;
	u8 *before;
	struct ss_perf *perf;
	struct ss_quiesce *q;
};

static int replace(struct seastar_dev *sdev, const struct replacement *r)
{
	u64 left = 0;
	int err;

	err = drain(sdev, r->perf, &left);
	r->q->stranded = left;
	if (!err && left)
		err = drop_stranded(sdev, r->before, r->perf, &left);
	if (!err && left)
		err = -EBUSY;
	return err ?: change_tables(sdev, r->routes, r->former);
}

/* Restore the former tables after all were written, because not all sources could be released. */
static int take_back_tables(struct seastar_dev *sdev, struct seastar_routes *former, int err)
{
	hold_sources(sdev);
	err = restore_tables(sdev, former, err);
	release_sources(sdev);
	return err;
}

static int hold_and_replace(struct seastar_dev *sdev, const struct replacement *r)
{
	u64 began, ended, before_it, after_it;
	int err, released;

	err = cycle_now(sdev, r->perf, &began) ?: count_dropped(sdev, &before_it);
	if (err)
		return err;
	err = hold_sources(sdev) ?: replace(sdev, r);
	released = release_sources(sdev);
	if (err)
		return err;
	if (released)
		return take_back_tables(sdev, r->former, released);
	if (cycle_now(sdev, r->perf, &ended) || count_dropped(sdev, &after_it))
		return 0;
	r->q->cycles = ended - began;
	r->q->dropped = after_it - before_it;
	return 0;
}

/*
 * Replace the tables.  If the device was reset meanwhile, the undo of a commit tries again, up to
 * MOST_ATTEMPTS times in all.
 */
static int replace_anyway(struct seastar_dev *sdev, const struct replacement *r)
{
	u32 attempts = sdev->claim->undoes ? MOST_ATTEMPTS : 1;
	int err = -EAGAIN;

	for (; err == -EAGAIN && attempts; attempts--) {
		memset(r->q, 0, sizeof(*r->q));
		err = undo_drops(sdev, r->before) ?: hold_and_replace(sdev, r);
	}
	if (err != -EAGAIN)
		return err;
	return sdev->claim->undoes ? -EIO : -EHOSTDOWN;
}

/**
 * seastar_regs_replace() - replace the tables in the registers, while no packet is in the network
 * @sdev: a device whose tables are known
 * @routes: the tables
 * @stranded: not used: packets that wait for a link that is down are always dropped
 * @q: set to the cycles that the replacement took and the packets dropped
 *
 * Context: caller has claimed the device and holds its lock, which is dropped meanwhile.
 *
 * Return: 0; -ENOMEM; -EBUSY: packets wait for something other than a link that is down;
 * -ECANCELED: see seastar_claim_given_up(); -EHOSTDOWN: the device was away; or an error of the
 * backend.  After these errors the tables are as before; a device that is away gets them when it
 * comes back.  After -ENOTRECOVERABLE they are unknown: the device took neither all of the new
 * tables nor all of the former ones.
 */
int seastar_regs_replace(struct seastar_dev *sdev, const struct seastar_routes *routes,
			 u32 stranded, struct ss_quiesce *q)
{
	struct replacement r = {
		.routes = routes,
		.former = seastar_routes_get(sdev->routes),
		.before = seastar_calloc(sdev->routers, SEASTAR_PORTS),
		.perf = seastar_calloc(1, sizeof(*r.perf)),
		.q = q,
	};
	int err = -ENOMEM;

	memset(q, 0, sizeof(*q));
	if (r.perf && r.before)
		err = seastar_regs_undo_drops(sdev) ?: replace_anyway(sdev, &r);
	if (r.before && memchr_inv(r.before, 0, sdev->routers * SEASTAR_PORTS))
		swap(sdev->dropping, r.before);
	kvfree(r.before);
	kvfree(r.perf);
	seastar_routes_put(r.former);
	return err;
}

/**
 * seastar_regs_undo_drops() - restore the links that a replacement of tables has set to drop
 * packets
 * @sdev: the device, which may have been away when the replacement ended
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend; then it is to be called again.
 */
int seastar_regs_undo_drops(struct seastar_dev *sdev)
{
	int err = sdev->dropping ? undo_drops(sdev, sdev->dropping) : 0;

	if (err == -EIO)
		dev_err(&sdev->dev, "some links that are down still drop packets: set their policy again\n");
	else if (err)
		return err;
	kvfree(sdev->dropping);
	sdev->dropping = NULL;
	return 0;
}

/**
 * seastar_regs_hold() - hold the sources, before seastar_regs_rewrite()
 * @sdev: the device
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_regs_hold(struct seastar_dev *sdev)
{
	return hold_sources(sdev);
}

/**
 * seastar_regs_release() - release the sources
 * @sdev: the device
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend, -EIO only if no other occurred; all other routers are
 * released nevertheless.
 */
int seastar_regs_release(struct seastar_dev *sdev)
{
	return release_sources(sdev);
}

/**
 * seastar_regs_rewrite() - write the tables of a router again: the device may have been reset
 * @sdev: the device, whose sources are held
 * @routes: the tables that are in force
 * @router: number of the router
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_regs_rewrite(struct seastar_dev *sdev, const struct seastar_routes *routes,
			 u32 router)
{
	return write_router(sdev, &routes->tables, router);
}

static int read_block(struct seastar_dev *sdev, u32 router, u32 offset, u32 regs, u8 *entry)
{
	u64 value[REGS_A_BLOCK];
	u32 i;
	int err;

	err = seastar_mmr_read(sdev, router, offset, regs, value);
	for (i = 0; !err && i < regs; i++)
		unpack(value[i], entry + i * ENTRIES);
	return err;
}

static int read_port(struct seastar_dev *sdev, struct seastar_routes *routes, u32 router, u32 port)
{
	u32 i, first = FIRST_BLOCK(router, port);
	u8 entry[SS_TABLE_BLOCK];
	int err = 0;

	for (i = 0; !err && i < SS_TABLE_BLOCKS; i++) {
		err = read_block(sdev, router, SS_MMR_LUT(port) + i * SS_TABLE_BLOCK, REGS_A_BLOCK,
				 entry);
		seastar_routes_fill_block(routes, first + i, entry);
	}
	memset(entry, SS_ROUTE_NONE, sizeof(entry));
	err = err ?: read_block(sdev, router, SS_MMR_PORT(port) + SS_MMR_GLUT, GLUT_REGS, entry);
	seastar_routes_fill_block(routes, first + SS_TABLE_BLOCKS, entry);
	cond_resched();
	return err;
}

static int read_router(struct seastar_dev *sdev, struct seastar_routes *routes, u32 router,
		       u32 *local)
{
	u32 global[SEASTAR_PORTS], port, i;
	u64 nid;
	int err;

	err = read_reg(sdev, router, SS_MMR_RTR_NODE_ID, &nid);
	if (!err && nid >= SEASTAR_NODE_IDS) {
		dev_err(&sdev->dev, "router %u has node id %#llx: it must be less than 0x8000\n",
			router, nid);
		err = -EPROTO;
	}
	for (port = 0; !err && port < SEASTAR_PORTS; port++) {
		for (i = 0; i < SS_TABLE_BLOCKS; i++)
			local[port * SS_TABLE_BLOCKS + i] = FIRST_BLOCK(router, port) + i;
		global[port] = FIRST_BLOCK(router, port) + SS_TABLE_BLOCKS;
		err = read_port(sdev, routes, router, port);
	}
	if (!err)
		seastar_routes_fill_router(routes, router, local, global, nid);
	return err;
}

static int read_datelines(struct seastar_dev *sdev, struct seastar_routes *routes)
{
	u64 value;
	u32 i;
	int err;

	err = read_reg(sdev, 0, SS_MMR_DATELINE_CONFIG, &value);
	for (i = 0; !err && i < SEASTAR_DIMS; i++)
		if (value >> (16 * i + 15) & 1)
			routes->tables.dateline[i] = value >> 16 * i & 0x7fff;
	return err;
}

/*
 * Read the tables of @router, which takes milliseconds, then let other tasks have the lock of the
 * device.
 */
static int read_next_router(struct seastar_dev *sdev, struct seastar_routes *routes, u32 router,
			    u32 *local)
{
	int err = read_router(sdev, routes, router, local);

	if (err)
		return err;
	if (seastar_claim_given_up(sdev))
		return -ECANCELED;
	err = let_others(sdev, 0);
	return err == -EAGAIN ? -EHOSTDOWN : err;
}

static int read_tables(struct seastar_dev *sdev, struct seastar_routes *routes)
{
	u32 *local = seastar_calloc(SEASTAR_PORTS * SS_TABLE_BLOCKS, sizeof(*local));
	const char *why;
	u32 router;
	int err;

	if (!local)
		return -ENOMEM;
	err = read_datelines(sdev, routes);
	for (router = 0; !err && router < sdev->routers; router++)
		err = read_next_router(sdev, routes, router, local);
	kvfree(local);
	if (err)
		return err;
	err = seastar_routes_seal(sdev, routes, &why);
	if (err != -EINVAL)
		return err;
	dev_err(&sdev->dev, "the look-up tables in its registers are invalid: %s\n", why);
	return -EPROTO;
}

/**
 * seastar_regs_read() - read the tables of hardware
 * @sdev: the device
 * @routes: set to the tables
 *
 * Context: caller has claimed the device and holds its lock, which is dropped meanwhile.
 *
 * Return: 0, -ENOMEM, -EPROTO if the tables are inconsistent, -ECANCELED as of
 * seastar_claim_given_up(), -EHOSTDOWN if the device was away, or an error of the backend.
 */
int seastar_regs_read(struct seastar_dev *sdev, struct seastar_routes **routes)
{
	struct seastar_routes *new;
	int err;

	new = seastar_routes_new(sdev, sdev->routers * BLOCKS_A_ROUTER);
	if (!new)
		return -ENOMEM;
	err = read_tables(sdev, new);
	if (!err)
		*routes = new;
	else
		seastar_routes_put(new);
	return err;
}
