/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Declarations that the files of the hardware backend share: registers (mmio.c), recovery from
 * sleep and resets (mmio-recovery.c), and the PCI driver (mmio-pci.c).
 */
#ifndef SEASTAR_MMIO_H
#define SEASTAR_MMIO_H

#include <linux/io.h>
#include <linux/pci.h>
#include <linux/workqueue.h>

#include <seastar/mmr.h>

#include "dev/dev.h"
#include "dev/links.h"

/**
 * struct seastar_mmio - routers behind a BAR
 * @sdev: the device
 * @bar: one window per router; valid until the driver is unbound
 * @token: last written to PERF_CAPTURE
 * @captures: captures that were begun; one that timed out may still end
 * @cycle: RTR_CYCLE of the first router in the last sample
 * @regs: performance registers that a port has, by the version of the map
 * @was_reset: a router was reset, so its settings may be lost
 * @turn: changes when the device falls asleep, and when a task begins to take it back;
 *	protected by seastar_dev.lock
 * @ending: the device is being removed: @watch is not queued any more; protected by
 *	seastar_dev.lock
 * @failed: boot time in ns of the bus error that put the device to sleep, or 0; protected by
 *	seastar_dev.lock
 * @watch: periodic work: checks the device and all its links
 * @version: version of the map
 * @modelled: the device is a model, with the registers that only a model has
 * @links: state of the links of each router
 */
struct seastar_mmio {
	struct seastar_dev sdev;
	void __iomem *bar;
	u64 token;
	u64 captures;
	u64 cycle;
	u32 regs;
	bool was_reset;
	u32 turn;
	bool ending;
	u64 failed;
	struct delayed_work watch;
	u64 version;
	bool modelled;
	struct seastar_links links[];
};

static inline struct seastar_mmio *seastar_to_mmio(struct seastar_dev *sdev)
{
	return container_of(sdev, struct seastar_mmio, sdev);
}

static inline void __iomem *seastar_mmio_mmr(void __iomem *bar, u32 router, u32 offset)
{
	return bar + (size_t)router * SS_MMR_WINDOW + offset;
}

static inline struct pci_dev *seastar_mmio_function(const struct seastar_mmio *mmio)
{
	return to_pci_dev(mmio->sdev.dev.parent);
}

/*
 * Return true if node ids are the numbers of the routers in the fabric, and ascend with the
 * windows.  That is so up to version 1.2 of the map, and if the BAR has only a part of a fabric.
 */
static inline bool seastar_mmio_has_order(u64 version, u32 routers, u32 nodes)
{
	return version < SS_MMR_VERSION_TABLES || routers < nodes;
}

/* Return the number of possible node ids: ids are less than this. */
static inline u32 seastar_mmio_node_ids(bool ordered, u32 nodes)
{
	return ordered ? nodes : SEASTAR_NODE_IDS;
}

bool seastar_mmio_answers(struct seastar_mmio *mmio);
int seastar_mmio_read(struct seastar_dev *sdev, u32 router, u32 offset, u64 *value);
int seastar_mmio_read_links(struct seastar_mmio *mmio, u32 router, struct seastar_links *links);
void seastar_mmio_look_at_all_links(struct seastar_mmio *mmio);
u32 seastar_mmio_perf_regs(u64 version);

/* Operations of struct seastar_ops. */
u64 seastar_mmio_cycle(struct seastar_dev *sdev);
u64 seastar_mmio_instant(struct seastar_dev *sdev);
int seastar_mmio_write(struct seastar_dev *sdev, u32 router, u32 offset, u64 value);
int seastar_mmio_read_perf(struct seastar_dev *sdev, u32 first, u32 n, struct ss_perf *perf);
void seastar_mmio_links(struct seastar_dev *sdev, u32 router, struct seastar_links *links);
void seastar_mmio_look_at_links(struct seastar_dev *sdev, u32 router);
const char *seastar_mmio_routes_check(struct seastar_dev *sdev);

#endif /* SEASTAR_MMIO_H */
