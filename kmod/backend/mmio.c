// SPDX-License-Identifier: GPL-2.0-only
/*
 * The hardware backend: routers behind the BAR of a PCI function, laid out as
 * include/seastar/mmr.h says.
 *
 * A function that is gone or dead reads as all ones.  Some registers may hold
 * just that, RTR_ID never does: it decides, and the device counts as lost until it
 * answers again.
 *
 * A device that comes back, from sleep, from a reset or from a link that was down, may
 * hold other settings than those that were published.  They are written again; if that
 * fails they are declared lost, by a new generation of what it does hold.
 */
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/iopoll.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include <seastar/counters.h>
#include <seastar/mmr.h>
#include <seastar/widen.h>

#include "backend/mmio.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/queue.h"
#include "dev/aging.h"
#include "dev/claim.h"
#include "dev/config.h"
#include "dev/dev.h"
#include "dev/links.h"
#include "dev/routes.h"
#include "dev/stats.h"
#include "registry.h"

/* A capture takes a moment, or the device is stuck. */
#define CAPTURE_SPIN_US		20
#define CAPTURE_SLEEP_US	200
#define CAPTURE_TIMEOUT_US	(2 * USEC_PER_SEC)

#define WATCH_PERIOD		HZ	/* a cable is pulled by hand */
#define RECOVERY_NS		(60ULL * NSEC_PER_SEC)	/* an error of the bus may take so long */

/**
 * struct seastar_mmio - routers behind a BAR
 * @sdev: the device
 * @bar: one window per router; valid until the driver is unbound
 * @token: last written to PERF_CAPTURE
 * @cycle: what RTR_CYCLE of the first router was in the last sample
 * @regs: performance registers that a port has, by the version of the map
 * @was_reset: a router has begun to count anew: its settings may be others
 * @turn: moves when the device falls asleep, and when somebody begins to take it back;
 *	seastar_dev.lock
 * @failed: 0, or when (boot time, ns) an error of the bus had it sleep; seastar_dev.lock
 * @watch: looks at the device and all its links now and then
 * @version: of the map
 * @modelled: it is a model, with the registers that only a model has
 * @links: of each router
 */
struct seastar_mmio {
	struct seastar_dev sdev;
	void __iomem *bar;
	u64 token;
	u64 cycle;
	u32 regs;
	bool was_reset;
	u32 turn;
	u64 failed;
	struct delayed_work watch;
	u64 version;
	bool modelled;
	struct seastar_links links[];
};

static struct seastar_mmio *to_mmio(struct seastar_dev *sdev)
{
	return container_of(sdev, struct seastar_mmio, sdev);
}

static void __iomem *mmr(void __iomem *bar, u32 router, u32 offset)
{
	return bar + (size_t)router * SS_MMR_WINDOW + offset;
}

static struct pci_dev *function_of(const struct seastar_mmio *mmio)
{
	return to_pci_dev(mmio->sdev.dev.parent);
}

static bool answers(struct seastar_mmio *mmio)
{
	return !pci_channel_offline(function_of(mmio)) &&
	       readq(mmr(mmio->bar, 0, SS_MMR_RTR_ID)) != U64_MAX;
}

/* Why nothing can be asked of the device now, if that is so.  The bus knows before we are told. */
static int check_awake(struct seastar_dev *sdev)
{
	pci_channel_state_t state = READ_ONCE(function_of(to_mmio(sdev))->error_state);

	if (sdev->asleep)
		return -EHOSTDOWN;
	if (state == pci_channel_io_perm_failure)
		seastar_dev_lost(sdev);
	if (sdev->lost)
		return -ENODEV;
	return state == pci_channel_io_frozen ? -EHOSTDOWN : 0;
}

static int check_value(struct seastar_dev *sdev, u64 value)
{
	if (value != U64_MAX || answers(to_mmio(sdev)))
		return 0;
	seastar_dev_lost(sdev);
	return -ENODEV;
}

static int mmio_read(struct seastar_dev *sdev, u32 router, u32 offset,
		     u64 *value)
{
	int err;

	err = check_awake(sdev);
	if (err)
		return err;
	*value = readq(mmr(to_mmio(sdev)->bar, router, offset));
	if (likely(*value != U64_MAX))
		return 0;
	err = check_value(sdev, *value);
	/* all ones may be its value, or a moment in which it did not answer */
	if (!err)
		*value = readq(mmr(to_mmio(sdev)->bar, router, offset));
	return err;
}

/* Older maps lack registers, or have them to read only; others only a model has. */
static bool can_write(const struct seastar_mmio *mmio, const struct ss_mmr *reg)
{
	switch (reg->offset) {
	case SS_MMR_PORT(0) + SS_MMR_LINK_CONTROL:
		return mmio->version >= SS_MMR_VERSION_LINKS;
	case SS_MMR_PORT(0) + SS_MMR_LINK_BIT_ERRORS:
		return mmio->modelled;
	default:
		return true;
	}
}

/* The read flushes the write, and shows whether the device took it. */
static int mmio_write(struct seastar_dev *sdev, u32 router, u32 offset,
		      u64 value)
{
	struct ss_mmr_at at;
	u64 seen;
	int err;

	err = check_awake(sdev);
	if (err)
		return err;
	ss_mmr_find(offset, &at);
	if (!can_write(to_mmio(sdev), at.mmr))
		return -EOPNOTSUPP;
	writeq(value, mmr(to_mmio(sdev)->bar, router, offset));
	err = mmio_read(sdev, router, offset, &seen);
	if (err)
		return err;
	return (seen ^ value) & at.mmr->writable ? -EIO : 0;
}

/* Everybody may ask: no register is read for that. */
static u64 mmio_cycle(struct seastar_dev *sdev)
{
	return to_mmio(sdev)->cycle;
}

/* Have the performance registers of all routers copied to where they are read. */
static int capture(struct seastar_mmio *mmio)
{
	void __iomem *captured = mmr(mmio->bar, 0, SS_MMR_PERF_CAPTURED);
	u64 token = ++mmio->token, seen;
	int err;

	writeq(token, mmr(mmio->bar, 0, SS_MMR_PERF_CAPTURE));
	err = readq_poll_timeout(captured, seen, seen == token, 0,
				 CAPTURE_SPIN_US);
	if (err)
		err = readq_poll_timeout(captured, seen,
					 seen == token || seen == U64_MAX,
					 CAPTURE_SLEEP_US, CAPTURE_TIMEOUT_US);
	err = check_value(&mmio->sdev, seen) ?: err;
	if (!err && seen != token)
		err = -ETIMEDOUT;
	return err;
}

static int read_router(struct seastar_dev *sdev, u32 router,
		       struct ss_perf *perf)
{
	u32 port, reg, regs = to_mmio(sdev)->regs;
	int err;

	memset(perf->reg, 0, sizeof(perf->reg));
	err = mmio_read(sdev, router, SS_MMR_RTR_CYCLE, &perf->cycle);
	for (port = 0; port < SEASTAR_PORTS; port++)
		for (reg = 0; !err && reg < regs; reg++)
			err = mmio_read(sdev, router, SS_MMR_PORT(port) +
					SS_MMR_RTR_PERF + reg * 8,
					&perf->reg[port][reg]);
	return err;
}

static int mmio_read_perf(struct seastar_dev *sdev, u32 first, u32 n,
			  struct ss_perf *perf)
{
	u32 i;
	int err;

	err = check_awake(sdev);
	if (err)
		return err;
	err = capture(to_mmio(sdev));
	for (i = 0; !err && i < n; i++) {
		err = read_router(sdev, first + i, &perf[i]);
		cond_resched();
	}
	if (!err && n && !first)
		to_mmio(sdev)->cycle = perf[0].cycle;
	return err;
}

static int read_errors(struct seastar_mmio *mmio, u32 router, u32 port,
		       struct seastar_links *links)
{
	u32 offset = SS_MMR_PORT(port);
	int err = mmio_read(&mmio->sdev, router, offset + SS_MMR_LINK_RETRIES,
			    &links->retries[port]);

	if (err || !mmio->modelled)
		return err;
	return mmio_read(&mmio->sdev, router, offset + SS_MMR_LINK_BIT_ERRORS,
			 &links->bit_errors[port]) ?:
	       mmio_read(&mmio->sdev, router, offset + SS_MMR_LINK_UNDETECTED,
			 &links->undetected[port]);
}

/* Add the links' state that changes with time to @links, which is empty. */
static int read_links(struct seastar_mmio *mmio, u32 router, struct seastar_links *links)
{
	u64 status;
	u32 port;
	int err;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		err = mmio_read(&mmio->sdev, router,
				SS_MMR_PORT(port) + SS_MMR_LINK_STATUS, &status);
		if (err)
			return err;
		if (status & SS_MMR_LINK_PRESENT)
			links->present |= BIT(port);
		if (status & SS_MMR_LINK_UP)
			links->up |= BIT(port);
		if (mmio->version >= SS_MMR_VERSION_ERRORS && status & SS_MMR_LINK_ERRORS)
			err = read_errors(mmio, router, port, links);
		if (err)
			return err;
	}
	return 0;
}

static int read_dropped(struct seastar_mmio *mmio, u32 router, u64 *dropped)
{
	u32 why;
	int err = 0;

	for (why = 0; !err && mmio->version >= SS_MMR_VERSION_LINKS && why < SEASTAR_DROPS; why++)
		err = mmio_read(&mmio->sdev, router,
				SS_MMR_DROPPED_NO_ROUTE + why * sizeof(u64), &dropped[why]);
	return err;
}

static int look_at_links(struct seastar_mmio *mmio, u32 router)
{
	struct seastar_links *links = &mmio->links[router], now = { 0 };
	int err;

	err = read_links(mmio, router, &now) ?: read_dropped(mmio, router, now.dropped);
	if (err)
		return err;
	links->present = now.present;
	memcpy(links->dropped, now.dropped, sizeof(now.dropped));
	memcpy(links->retries, now.retries, sizeof(now.retries));
	memcpy(links->undetected, now.undetected, sizeof(now.undetected));
	seastar_links_note(&mmio->sdev, router, links, now.up, now.bit_errors);
	return 0;
}

/* A link that has not obeyed yet is looked at again before long. */
static void mmio_look_at_links(struct seastar_dev *sdev, u32 router)
{
	look_at_links(to_mmio(sdev), router);
}

static void mmio_links(struct seastar_dev *sdev, u32 router,
		       struct seastar_links *links)
{
	const struct seastar_mmio *mmio = to_mmio(sdev);

	*links = mmio->links[router];
	links->has_dropped = mmio->version >= SS_MMR_VERSION_LINKS;
	links->has_retries = mmio->version >= SS_MMR_VERSION_ERRORS;
	links->modelled = mmio->modelled;
}

static void look_at_all_links(struct seastar_mmio *mmio)
{
	u32 router;
	int err = 0;

	for (router = 0; !err && router < mmio->sdev.routers; router++) {
		err = seastar_dev_lock(&mmio->sdev);
		if (err)
			return;
		err = look_at_links(mmio, router);
		seastar_dev_unlock(&mmio->sdev);
		cond_resched();
	}
}

/*
 * Up to version 1.2 of the map, or of a part of a fabric, node ids are the numbers of the routers,
 * and in order; others come with the tables.
 */
static bool has_order(u64 version, u32 routers, u32 nodes)
{
	return version < SS_MMR_VERSION_TABLES || routers < nodes;
}

/* Node ids of less than this may be there. */
static u32 node_ids(bool ordered, u32 nodes)
{
	return ordered ? nodes : SEASTAR_NODE_IDS;
}

/* Is what answers the routers that were there before? */
static int check_same(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;
	u32 nodes = ss_config_routers(&sdev->cfg);
	bool ordered = has_order(mmio->version, sdev->routers, nodes);
	u64 id, node, least = 0;
	u32 router;
	int err;

	for (router = 0; router < sdev->routers; router++) {
		err = mmio_read(sdev, router, SS_MMR_RTR_ID, &id) ?:
		      mmio_read(sdev, router, SS_MMR_RTR_NODE_ID, &node);
		if (err)
			return err;
		if (id != SS_MMR_ID || node >= node_ids(ordered, nodes) ||
		    (ordered && node < least))
			return -ENODEV;
		least = node + 1;
		cond_resched();
	}
	return 0;
}

/*
 * Drop the lock, so that others get it, to whom the device sleeps, and take it again.  Returns
 * -EAGAIN if the device has gone or fallen asleep meanwhile, or somebody else takes it back.
 */
static int let_others(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;
	u32 turn = mmio->turn;

	WRITE_ONCE(sdev->asleep, true);
	mutex_unlock(&sdev->lock);
	seastar_stall_here(SEASTAR_STALL_RESTORE);
	cond_resched();
	mutex_lock(&sdev->lock);
	if (sdev->gone || mmio->turn != turn)
		return -EAGAIN;
	WRITE_ONCE(sdev->asleep, false);
	return 0;
}

/*
 * Write the tables that are in force, and the lock is dropped between two routers: if others come
 * into force then, as an undo has it, begin anew.  Returns an error as let_others().
 */
static int rewrite_tables(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;
	struct seastar_routes *routes = NULL;
	u32 router = 0;
	int err;

	do {
		if (routes != sdev->routes) {
			seastar_routes_put(routes);
			routes = seastar_routes_get(sdev->routes);
			router = 0;
		}
		err = seastar_regs_rewrite(sdev, routes, router++) ?: let_others(mmio);
	} while (!err && (router < sdev->routers || routes != sdev->routes));
	seastar_routes_put(routes);
	return err;
}

/* If it does not take them, they are those in its registers, whatever these hold. */
static int restore_tables(struct seastar_mmio *mmio, bool *lost)
{
	struct seastar_dev *sdev = &mmio->sdev;
	int err, released;

	if (!sdev->routes)
		return 0;
	err = seastar_regs_hold(sdev) ?: rewrite_tables(mmio);
	if (err == -EAGAIN)
		return err;
	released = seastar_regs_release(sdev);
	err = err ?: released;
	if (err != -EIO)
		return err;
	seastar_routes_put(sdev->routes);
	sdev->routes = NULL;
	seastar_routes_changed(sdev);
	*lost = true;
	return 0;
}

/*
 * Take a device back that was away: returns an error if it still is, or -EAGAIN as let_others().
 * @lost says whether its settings are lost.  Context: caller holds the lock of the device, which is
 * dropped meanwhile.
 */
static int take_back(struct seastar_mmio *mmio, bool *lost)
{
	struct seastar_dev *sdev = &mmio->sdev;
	bool was_lost = sdev->lost, away = was_lost || sdev->asleep;
	u32 differed;
	int err;

	*lost = false;
	if (!answers(mmio))
		return -ENODEV;
	WRITE_ONCE(sdev->asleep, false);
	WRITE_ONCE(sdev->lost, false);
	sdev->returns++;
	mmio->turn++;
	mmio->was_reset = false;
	mmio->token = readq(mmr(mmio->bar, 0, SS_MMR_PERF_CAPTURE));
	err = check_same(mmio) ?: seastar_aging_restore(sdev, &differed, lost) ?:
	      restore_tables(mmio, lost);
	WRITE_ONCE(sdev->losses, sdev->losses + *lost);
	if (err == -EAGAIN)
		return err;
	if (err) {
		if (was_lost)	/* as was announced */
			WRITE_ONCE(sdev->lost, true);
		else
			seastar_dev_lost(sdev);
		return err;
	}
	/* a reset that a sample shows may have been seen to when the device came back */
	if (!away && !differed && !*lost)
		return 0;
	if (*lost)
		dev_err(&sdev->dev, "was reset, and does not take its settings again: they are lost\n");
	else
		dev_notice(&sdev->dev, "is back%s\n", away ? "" : " from a reset");
	seastar_stats_expire(sdev);
	seastar_dev_disturbed(sdev);
	seastar_events->found(sdev);
	return 0;
}

/* Take it back, and see to the commit that its settings may have been a part of. */
static void lock_and_take_back(struct seastar_mmio *mmio, bool sleeps)
{
	struct seastar_dev *sdev = &mmio->sdev;
	bool lost = false;
	int err;

	mutex_lock(&sdev->lock);
	if (sdev->asleep && !sleeps) {
		mutex_unlock(&sdev->lock);
		return;
	}
	mmio->failed = 0;
	err = sdev->gone ? -ENODEV : take_back(mmio, &lost);
	if (err && err != -EAGAIN && sdev->asleep) {
		WRITE_ONCE(sdev->asleep, false);
		seastar_dev_lost(sdev);
	}
	mutex_unlock(&sdev->lock);
	if (lost)
		seastar_config_fail(sdev);
	if (err != -EAGAIN)
		seastar_config_awake();
}

/* Only who had it sleep ends that. */
static void mmio_wake(struct seastar_mmio *mmio)
{
	lock_and_take_back(mmio, true);
}

/* Take the counts so far, unless the registers cannot be reached any more. */
static void mmio_sleep(struct seastar_mmio *mmio, bool answers_yet)
{
	struct seastar_dev *sdev = &mmio->sdev;

	mutex_lock(&sdev->lock);
	if (answers_yet && !sdev->lost && !sdev->asleep)
		seastar_stats_round(sdev);
	WRITE_ONCE(sdev->asleep, true);
	mmio->turn++;
	mmio->failed = answers_yet ? 0 : ktime_get_boottime_ns();
	mutex_unlock(&sdev->lock);
}

/* An error of the bus is not recovered from, or nobody says so: it is looked for from now on. */
static void give_up(struct seastar_mmio *mmio)
{
	struct seastar_dev *sdev = &mmio->sdev;

	mutex_lock(&sdev->lock);
	if (mmio->failed) {
		mmio->failed = 0;
		WRITE_ONCE(sdev->asleep, false);
		if (!sdev->gone)
			seastar_dev_lost(sdev);
	}
	mutex_unlock(&sdev->lock);
	seastar_config_awake();
}

/* A recovery that fails halfway is not announced to those who wait for its end. */
static bool recovery_is_over(struct seastar_mmio *mmio)
{
	u64 failed = READ_ONCE(mmio->failed);

	return failed && ktime_get_boottime_ns() - failed > RECOVERY_NS;
}

static void watch_on(struct seastar_mmio *mmio)
{
	queue_delayed_work(seastar_queue, &mmio->watch, WATCH_PERIOD);
}

/*
 * Look for a lost device; give a device that was reset its settings back.  While the bus has given
 * the function up there is nothing to look for: who gives it back has it watched again.
 */
static void watch(struct work_struct *work)
{
	struct seastar_mmio *mmio = container_of(to_delayed_work(work),
						 struct seastar_mmio, watch);
	struct seastar_dev *sdev = &mmio->sdev;

	if (READ_ONCE(sdev->gone))
		return;
	if (recovery_is_over(mmio))
		give_up(mmio);
	if (READ_ONCE(mmio->was_reset) || READ_ONCE(sdev->lost))
		lock_and_take_back(mmio, false);
	look_at_all_links(mmio);
	if (!pci_channel_offline(function_of(mmio)) || READ_ONCE(mmio->failed))
		watch_on(mmio);
}

static void mmio_was_reset(struct seastar_dev *sdev)
{
	struct seastar_mmio *mmio = to_mmio(sdev);

	WRITE_ONCE(mmio->was_reset, true);
	mod_delayed_work(seastar_queue, &mmio->watch, 0);
}

static const char *mmio_routes_check(struct seastar_dev *sdev)
{
	if (to_mmio(sdev)->version < SS_MMR_VERSION_TABLES)
		return "its tables can only be read: the register map (RTR_VERSION) is too old";
	if (sdev->routers < ss_config_routers(&sdev->cfg))
		return "tables need all routers of a fabric, and this hardware has only some";
	return NULL;
}

/* Tables that are being given back are complete then: a commit to the device can be undone. */
static void end_watch(struct seastar_mmio *mmio)
{
	cancel_delayed_work_sync(&mmio->watch);
}

static void mmio_shutdown(struct seastar_dev *sdev)
{
	end_watch(to_mmio(sdev));
}

static void mmio_free(struct seastar_dev *sdev)
{
	kvfree(to_mmio(sdev));
}

static const struct seastar_ops mmio_ops = {
	.name = "mmio",
	.cycle = mmio_cycle,
	.mmr_read = mmio_read,
	.mmr_write = mmio_write,
	.read_perf = mmio_read_perf,
	.was_reset = mmio_was_reset,
	.links = mmio_links,
	.look_at_links = mmio_look_at_links,
	.routes_check = mmio_routes_check,
	.routes_read = seastar_regs_read,
	.routes_set = seastar_regs_replace,
	.shutdown = mmio_shutdown,
	.free = mmio_free,
};

static int find_bar(struct pci_dev *pdev)
{
	int bar;

	for (bar = 0; bar < PCI_STD_NUM_BARS; bar++)
		if (pci_resource_flags(pdev, bar) & IORESOURCE_MEM &&
		    pci_resource_len(pdev, bar) >= SS_MMR_WINDOW)
			return bar;
	return dev_err_probe(&pdev->dev, -ENODEV,
			     "no memory BAR is large enough for a router\n");
}

static void __iomem *map_bar(struct pci_dev *pdev, int bar)
{
	int err = pcim_enable_device(pdev);

	if (err) {
		dev_err_probe(&pdev->dev, err, "cannot be enabled\n");
		return IOMEM_ERR_PTR(err);
	}
	return devm_ioremap_resource(&pdev->dev, &pdev->resource[bar]);
}

static int check_identity(struct pci_dev *pdev, void __iomem *bar)
{
	u64 id = readq(mmr(bar, 0, SS_MMR_RTR_ID));
	u64 version = readq(mmr(bar, 0, SS_MMR_RTR_VERSION));

	if (id == U64_MAX)
		return dev_err_probe(&pdev->dev, -ENODEV, "does not answer\n");
	if (id != SS_MMR_ID)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "RTR_ID is %#llx: not a SeaStar router\n",
				     id);
	if (version >> 8 != SS_MMR_VERSION >> 8)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "RTR_VERSION is %llu.%llu: this driver knows %llu.x\n",
				     version >> 8, version & 0xff,
				     SS_MMR_VERSION >> 8);
	return 0;
}

/* Values that the routers do not report stay as in ss_config_default(). */
static int read_config(struct pci_dev *pdev, void __iomem *bar,
		       struct ss_config *cfg)
{
	u64 capability = readq(mmr(bar, 0, SS_MMR_RTR_CAPABILITY));
	u64 topology = readq(mmr(bar, 0, SS_MMR_RTR_TOPOLOGY));
	const char *why;

	if ((capability >> 16 & 0xf) != SEASTAR_PORTS)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "CAPABILITY has %llu ports a router: there should be %d\n",
				     capability >> 16 & 0xf, SEASTAR_PORTS);
	ss_config_default(cfg, topology & 0xffff, topology >> 16 & 0xffff,
			  topology >> 32 & 0xffff, topology >> 48 & 0x7);
	cfg->vcs = capability >> 20 & 0xf;
	cfg->max_packet = capability >> 24 & 0xf;
	why = ss_config_check(cfg);
	if (why)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "CAPABILITY %#llx, TOPOLOGY %#llx: %s\n",
				     capability, topology, why);
	return 0;
}

/* Each window is of another router, in the order of their numbers. */
static int check_windows(struct pci_dev *pdev, void __iomem *bar, u32 routers,
			 u32 nodes)
{
	bool ordered = has_order(readq(mmr(bar, 0, SS_MMR_RTR_VERSION)), routers, nodes);
	u64 node, least = 0;
	u32 router;

	for (router = 0; router < routers; router++) {
		node = readq(mmr(bar, router, SS_MMR_RTR_NODE_ID));
		if (readq(mmr(bar, router, SS_MMR_RTR_ID)) != SS_MMR_ID ||
		    node >= node_ids(ordered, nodes) || (ordered && node < least))
			return dev_err_probe(&pdev->dev, -ENODEV,
					     "window %u is not that of a router, or out of order\n",
					     router);
		least = node + 1;
	}
	return 0;
}

/* Make sure of what is behind the BAR.  Returns the number of routers. */
static int identify(struct pci_dev *pdev, void __iomem *bar,
		    resource_size_t bytes, struct ss_config *cfg)
{
	u32 routers, nodes;
	int err;

	err = check_identity(pdev, bar) ?: read_config(pdev, bar, cfg);
	if (err)
		return err;
	routers = readq(mmr(bar, 0, SS_MMR_RTR_CAPABILITY)) & 0xffff;
	nodes = ss_config_routers(cfg);
	if (!routers || routers > nodes || routers > bytes / SS_MMR_WINDOW)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "CAPABILITY has %u routers: the fabric has %u, and the BAR room for %llu\n",
				     routers, nodes,
				     (u64)bytes / SS_MMR_WINDOW);
	return check_windows(pdev, bar, routers, nodes) ?: routers;
}

/* By the first name that is free. */
static int add(struct seastar_dev *sdev)
{
	u32 number = 0;
	int err;

	do {
		err = dev_set_name(&sdev->dev, "mmio%u", number++) ?:
		      seastar_dev_add(sdev);
	} while (err == -EEXIST);
	return err;
}

#define REGS_SINCE(NAME, name, number, place, reg, since, ...)	{ SS_SINCE_##since, (reg) + 1 },

/* Versions of the map, and how many performance registers a port has at least. */
static const struct {
	u16 version;
	u16 regs;
} regs_since[] = {
	SS_COUNTERS(SS_NO_COUNTERS, REGS_SINCE, SS_NO_COUNTERS, REGS_SINCE)
};

/* How many performance registers a port has in @version of the map. */
static u32 perf_regs(u64 version)
{
	u32 regs = SEASTAR_REG_GRANTS0;	/* in version 1.0 */

	for (u32 i = 0; i < ARRAY_SIZE(regs_since); i++)
		if (regs_since[i].version <= version)
			regs = max_t(u32, regs, regs_since[i].regs);
	return regs;
}

static struct seastar_mmio *create(struct pci_dev *pdev, void __iomem *bar,
				   const struct ss_config *cfg, u32 routers)
{
	struct seastar_mmio *mmio;
	int err;

	mmio = seastar_fault(SEASTAR_FAULT_ALLOC) ? NULL :
	       kvzalloc(struct_size(mmio, links, routers), GFP_KERNEL);
	if (!mmio)
		return ERR_PTR(-ENOMEM);
	mmio->bar = bar;
	mmio->version = readq(mmr(bar, 0, SS_MMR_RTR_VERSION));
	mmio->modelled = mmio->version >= SS_MMR_VERSION_ERRORS &&
			 readq(mmr(bar, 0, SS_MMR_RTR_CAPABILITY)) & SS_MMR_CAPABILITY_MODEL;
	mmio->regs = perf_regs(mmio->version);
	mmio->token = readq(mmr(bar, 0, SS_MMR_PERF_CAPTURE));
	INIT_DELAYED_WORK(&mmio->watch, watch);
	err = seastar_dev_init(&mmio->sdev, &mmio_ops, "mmio", cfg);
	if (err) {
		seastar_dev_put(&mmio->sdev);
		return ERR_PTR(err);
	}
	mmio->sdev.dev.parent = &pdev->dev;
	mmio->sdev.routers = routers;
	return mmio;
}

/* Nobody else knows the device yet, so it needs no lock. */
static int read_all_links(struct seastar_mmio *mmio)
{
	u32 router;
	int err = 0;

	for (router = 0; !err && router < mmio->sdev.routers; router++)
		err = read_links(mmio, router, &mmio->links[router]);
	return err;
}

static int mmio_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct seastar_mmio *mmio;
	struct ss_config cfg;
	void __iomem *bar;
	int number, routers, err;

	number = find_bar(pdev);
	if (number < 0)
		return number;
	bar = map_bar(pdev, number);
	if (IS_ERR(bar))
		return PTR_ERR(bar);
	routers = identify(pdev, bar, pci_resource_len(pdev, number), &cfg);
	if (routers < 0)
		return routers;
	mmio = create(pdev, bar, &cfg, routers);
	if (IS_ERR(mmio))
		return PTR_ERR(mmio);

	pci_set_drvdata(pdev, mmio);
	pci_save_state(pdev);	/* for mmio_slot_reset() */
	get_device(&mmio->sdev.dev);
	err = read_all_links(mmio) ?: add(&mmio->sdev);
	if (err) {
		put_device(&mmio->sdev.dev);
		seastar_dev_put(&mmio->sdev);
		return dev_err_probe(&pdev->dev, err, "no device could be created\n");
	}
	dev_info(&pdev->dev, "%s: %d routers\n", seastar_dev_name(&mmio->sdev),
		 routers);
	watch_on(mmio);
	return 0;
}

static void mmio_remove(struct pci_dev *pdev)
{
	struct seastar_mmio *mmio = pci_get_drvdata(pdev);

	end_watch(mmio);
	seastar_dev_del(&mmio->sdev);
	seastar_dev_put(&mmio->sdev);
}

static void mmio_reset_prepare(struct pci_dev *pdev)
{
	mmio_sleep(pci_get_drvdata(pdev), true);
}

/* Its registers may outlive this kernel: what nobody has confirmed yet shall not. */
static void mmio_power_off(struct pci_dev *pdev)
{
	struct seastar_mmio *mmio = pci_get_drvdata(pdev);
	struct seastar_claim claim;

	end_watch(mmio);
	seastar_claim_init(&claim);
	seastar_claim_add(&claim, &mmio->sdev);
	seastar_claim_take_always(&claim);
	seastar_config_leave(&mmio->sdev, &claim);
	mmio_sleep(mmio, true);
	seastar_claim_release(&claim);
	seastar_claim_end(&claim);
}

static int mmio_suspend(struct device *dev)
{
	mmio_sleep(dev_get_drvdata(dev), true);
	return 0;
}

/* A device that does not come back is lost, and looked for: the machine goes on. */
static int mmio_resume(struct device *dev)
{
	pci_save_state(to_pci_dev(dev));	/* the one from before is used up */
	mmio_wake(dev_get_drvdata(dev));
	return 0;
}

static DEFINE_SIMPLE_DEV_PM_OPS(mmio_pm_ops, mmio_suspend, mmio_resume);

static pci_ers_result_t mmio_error_detected(struct pci_dev *pdev,
					    pci_channel_state_t state)
{
	if (state == pci_channel_io_normal)
		return PCI_ERS_RESULT_CAN_RECOVER;
	mmio_sleep(pci_get_drvdata(pdev), false);
	watch_on(pci_get_drvdata(pdev));
	if (state != pci_channel_io_perm_failure)
		return PCI_ERS_RESULT_NEED_RESET;
	give_up(pci_get_drvdata(pdev));
	return PCI_ERS_RESULT_DISCONNECT;
}

static pci_ers_result_t mmio_slot_reset(struct pci_dev *pdev)
{
	pci_restore_state(pdev);
	pci_save_state(pdev);
	return PCI_ERS_RESULT_RECOVERED;
}

static void mmio_recovered(struct pci_dev *pdev)
{
	pci_save_state(pdev);	/* the one from before is used up */
	mmio_wake(pci_get_drvdata(pdev));
	watch_on(pci_get_drvdata(pdev));
}

static const struct pci_error_handlers mmio_error_handlers = {
	.error_detected = mmio_error_detected,
	.slot_reset = mmio_slot_reset,
	.resume = mmio_recovered,
	.reset_prepare = mmio_reset_prepare,
	.reset_done = mmio_recovered,
};

/*
 * The map is our own and has met no Cray (17db:0101), where even a read may matter: an
 * administrator says which functions are taken.
 */
static struct pci_driver mmio_driver = {
	.name = KBUILD_MODNAME,
	.id_table = NULL,	/* only driver_override and new_id */
	.probe = mmio_probe,
	.remove = mmio_remove,
	.shutdown = mmio_power_off,
	.driver.pm = pm_sleep_ptr(&mmio_pm_ops),
	.err_handler = &mmio_error_handlers,
};

/**
 * seastar_mmio_init() - take hardware
 *
 * Return: 0 or what the driver core says.
 */
int seastar_mmio_init(void)
{
	return pci_register_driver(&mmio_driver);
}

/**
 * seastar_mmio_exit() - release all hardware
 */
void seastar_mmio_exit(void)
{
	pci_unregister_driver(&mmio_driver);
}
