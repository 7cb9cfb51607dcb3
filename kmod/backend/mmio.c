// SPDX-License-Identifier: GPL-2.0-only
/*
 * The registers of hardware: routers behind the BAR of a PCI function, laid out as
 * include/seastar/mmr.h says.
 *
 * A function that is gone or dead reads as all ones.  Since some registers may hold that value,
 * RTR_ID, which never does, is read then.  If it is all ones, too, the device counts as lost until
 * it answers again.
 */
#include <linux/iopoll.h>

#include <seastar/counters.h>
#include <seastar/widen.h>

#include "backend/mmio.h"
#include "dev/routes.h"

/* Limits of the wait for a capture: first it spins, then it sleeps, then it fails. */
#define CAPTURE_SPIN_US		20
#define CAPTURE_SLEEP_US	200
#define CAPTURE_TIMEOUT_US	(2 * USEC_PER_SEC)

/**
 * seastar_mmio_answers() - ask whether the hardware is there
 * @mmio: the device
 *
 * Return: false if the bus has no channel to it, or its first register reads as all ones.
 */
bool seastar_mmio_answers(struct seastar_mmio *mmio)
{
	return !pci_channel_offline(seastar_mmio_function(mmio)) &&
	       readq(seastar_mmio_mmr(mmio->bar, 0, SS_MMR_RTR_ID)) != U64_MAX;
}

/*
 * Return an error if the device cannot be accessed now, else 0.  The bus may know before the
 * driver's callbacks run.
 */
static int check_awake(struct seastar_dev *sdev)
{
	struct pci_dev *function = seastar_mmio_function(seastar_to_mmio(sdev));
	pci_channel_state_t state = READ_ONCE(function->error_state);

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
	if (value != U64_MAX || seastar_mmio_answers(seastar_to_mmio(sdev)))
		return 0;
	seastar_dev_lost(sdev);
	return -ENODEV;
}

/**
 * seastar_mmio_read() - read a register
 * @sdev: the device
 * @router: number of the window
 * @offset: offset of the register in the window
 * @value: set to what it holds
 *
 * Context: caller holds the lock of the device.
 * Return: 0, -EHOSTDOWN while the device sleeps, or -ENODEV if it is lost.
 */
int seastar_mmio_read(struct seastar_dev *sdev, u32 router, u32 offset, u64 *value)
{
	int err;

	err = check_awake(sdev);
	if (err)
		return err;
	*value = readq(seastar_mmio_mmr(seastar_to_mmio(sdev)->bar, router, offset));
	if (likely(*value != U64_MAX))
		return 0;
	err = check_value(sdev, *value);
	/* the device answers, so read again: the value may be all ones */
	if (!err)
		*value = readq(seastar_mmio_mmr(seastar_to_mmio(sdev)->bar, router, offset));
	return err;
}

/*
 * Return true if this device can write @reg: older maps lack some registers or have them read-only,
 * and some registers exist in models only.
 */
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

/**
 * seastar_mmio_write() - write a register
 * @sdev: the device
 * @router: number of the window
 * @offset: offset of the register in the window
 * @value: value to write
 *
 * The read that follows flushes the write, and shows whether the device took it.
 *
 * Context: caller holds the lock of the device.
 * Return: 0, an error as seastar_mmio_read(), -EOPNOTSUPP if this device cannot write the register,
 * or -EIO if it did not take the value.
 */
int seastar_mmio_write(struct seastar_dev *sdev, u32 router, u32 offset, u64 value)
{
	struct ss_mmr_at at;
	u64 seen;
	int err;

	err = check_awake(sdev);
	if (err)
		return err;
	ss_mmr_find(offset, &at);
	if (!can_write(seastar_to_mmio(sdev), at.mmr))
		return -EOPNOTSUPP;
	writeq(value, seastar_mmio_mmr(seastar_to_mmio(sdev)->bar, router, offset));
	err = seastar_mmio_read(sdev, router, offset, &seen);
	if (err)
		return err;
	return (seen ^ value) & at.mmr->writable ? -EIO : 0;
}

/**
 * seastar_mmio_cycle() - return the cycle of the device without reading a register
 * @sdev: the device
 *
 * Return: RTR_CYCLE of the first router in the last sample.
 */
u64 seastar_mmio_cycle(struct seastar_dev *sdev)
{
	return seastar_to_mmio(sdev)->cycle;
}

/**
 * seastar_mmio_instant() - tell one content of the captured registers from another
 * @sdev: the device
 *
 * Return: the number of captures that were begun.
 */
u64 seastar_mmio_instant(struct seastar_dev *sdev)
{
	return seastar_to_mmio(sdev)->captures;
}

/* Copy the performance registers of all routers, at one instant, to registers that can be read. */
static int capture(struct seastar_mmio *mmio)
{
	void __iomem *captured = seastar_mmio_mmr(mmio->bar, 0, SS_MMR_PERF_CAPTURED);
	u64 token = ++mmio->token, seen;
	int err;

	mmio->captures++;
	writeq(token, seastar_mmio_mmr(mmio->bar, 0, SS_MMR_PERF_CAPTURE));
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
	u32 port, reg, regs = seastar_to_mmio(sdev)->regs;
	int err;

	memset(perf->reg, 0, sizeof(perf->reg));
	err = seastar_mmio_read(sdev, router, SS_MMR_RTR_CYCLE, &perf->cycle);
	for (port = 0; port < SEASTAR_PORTS; port++)
		for (reg = 0; !err && reg < regs; reg++)
			err = seastar_mmio_read(sdev, router,
						SS_MMR_PORT(port) + SS_MMR_RTR_PERF + reg * 8,
						&perf->reg[port][reg]);
	return err;
}

/**
 * seastar_mmio_read_perf() - sample the performance registers of some routers
 * @sdev: the device
 * @first: number of the first router
 * @n: number of routers
 * @perf: set to the contents of the registers
 *
 * Context: caller holds the lock of the device.
 * Return: 0, an error as seastar_mmio_read(), or -ETIMEDOUT if the capture does not end.
 */
int seastar_mmio_read_perf(struct seastar_dev *sdev, u32 first, u32 n, struct ss_perf *perf)
{
	u32 i;
	int err;

	err = check_awake(sdev);
	if (err)
		return err;
	if (!first)
		err = capture(seastar_to_mmio(sdev));
	for (i = 0; !err && i < n; i++) {
		err = read_router(sdev, first + i, &perf[i]);
		cond_resched();
	}
	if (!err && n && !first)
		seastar_to_mmio(sdev)->cycle = perf[0].cycle;
	return err;
}

static int read_errors(struct seastar_mmio *mmio, u32 router, u32 port, struct seastar_links *links)
{
	u32 offset = SS_MMR_PORT(port);
	int err = seastar_mmio_read(&mmio->sdev, router, offset + SS_MMR_LINK_RETRIES,
				    &links->retries[port]);

	if (err || !mmio->modelled)
		return err;
	return seastar_mmio_read(&mmio->sdev, router, offset + SS_MMR_LINK_BIT_ERRORS,
				 &links->bit_errors[port]) ?:
	       seastar_mmio_read(&mmio->sdev, router, offset + SS_MMR_LINK_UNDETECTED,
				 &links->undetected[port]);
}

/**
 * seastar_mmio_read_links() - read the state of a router's links that changes with time
 * @mmio: the device
 * @router: its number
 * @links: zeroed; set to the state
 *
 * Return: 0, or an error as seastar_mmio_read().
 */
int seastar_mmio_read_links(struct seastar_mmio *mmio, u32 router, struct seastar_links *links)
{
	u64 status;
	u32 port;
	int err;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		err = seastar_mmio_read(&mmio->sdev, router, SS_MMR_PORT(port) + SS_MMR_LINK_STATUS,
					&status);
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
		err = seastar_mmio_read(&mmio->sdev, router,
					SS_MMR_DROPPED_NO_ROUTE + why * sizeof(u64), &dropped[why]);
	return err;
}

static int look_at_links(struct seastar_mmio *mmio, u32 router)
{
	struct seastar_links *links = &mmio->links[router], now = { 0 };
	int err;

	err = seastar_mmio_read_links(mmio, router, &now) ?:
	      read_dropped(mmio, router, now.dropped);
	if (err)
		return err;
	links->present = now.present;
	memcpy(links->dropped, now.dropped, sizeof(now.dropped));
	memcpy(links->retries, now.retries, sizeof(now.retries));
	memcpy(links->undetected, now.undetected, sizeof(now.undetected));
	seastar_links_note(&mmio->sdev, router, links, now.up, now.bit_errors);
	return 0;
}

/**
 * seastar_mmio_look_at_links() - read and record the state of a router's links
 * @sdev: the device
 * @router: its number
 *
 * A link that has not followed its LINK_CONTROL yet is read again soon.
 *
 * Context: caller holds the lock of the device.
 */
void seastar_mmio_look_at_links(struct seastar_dev *sdev, u32 router)
{
	look_at_links(seastar_to_mmio(sdev), router);
}

/**
 * seastar_mmio_links() - report the recorded state of a router's links
 * @sdev: the device
 * @router: its number
 * @links: set to the recorded state
 */
void seastar_mmio_links(struct seastar_dev *sdev, u32 router, struct seastar_links *links)
{
	const struct seastar_mmio *mmio = seastar_to_mmio(sdev);

	*links = mmio->links[router];
	links->has_dropped = mmio->version >= SS_MMR_VERSION_LINKS;
	links->has_retries = mmio->version >= SS_MMR_VERSION_ERRORS;
	links->modelled = mmio->modelled;
}

/**
 * seastar_mmio_look_at_all_links() - read and record the state of all links of a device
 * @mmio: the device
 *
 * Context: takes the lock of the device, for one router at a time.
 */
void seastar_mmio_look_at_all_links(struct seastar_mmio *mmio)
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

#define REGS_SINCE(NAME, name, number, place, reg, since, ...)	{ SS_SINCE_##since, (reg) + 1 },

/* For each version of the map: the least number of performance registers per port. */
static const struct {
	u16 version;
	u16 regs;
} regs_since[] = {
	SS_COUNTERS(SS_NO_COUNTERS, REGS_SINCE, SS_NO_COUNTERS, REGS_SINCE)
};

/**
 * seastar_mmio_perf_regs() - count the performance registers that a port has
 * @version: version of the map
 *
 * Return: their number.
 */
u32 seastar_mmio_perf_regs(u64 version)
{
	u32 regs = SEASTAR_REG_GRANTS0;	/* in version 1.0 */

	for (u32 i = 0; i < ARRAY_SIZE(regs_since); i++)
		if (regs_since[i].version <= version)
			regs = max_t(u32, regs, regs_since[i].regs);
	return regs;
}

/**
 * seastar_mmio_routes_check() - ask whether the look-up tables can be written
 * @sdev: the device
 *
 * Return: NULL, or a sentence with the reason why not.
 */
const char *seastar_mmio_routes_check(struct seastar_dev *sdev)
{
	if (seastar_to_mmio(sdev)->version < SS_MMR_VERSION_TABLES)
		return "its tables are read-only: the register map (RTR_VERSION) is too old";
	if (sdev->routers < ss_config_routers(&sdev->cfg))
		return "tables need all routers of a fabric: this device has only some of them";
	return NULL;
}
