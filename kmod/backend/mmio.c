// SPDX-License-Identifier: GPL-2.0-only
/*
 * The hardware backend: routers behind the BAR of a PCI function, laid out as
 * include/seastar/mmr.h says.
 *
 * A function that is gone or dead reads as all ones.  Some registers may hold
 * just that, RTR_ID never does: it decides, and the device counts as lost from
 * then on.
 */
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/iopoll.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/workqueue.h>

#include <seastar/mmr.h>

#include "backend/mmio.h"
#include "base/events.h"
#include "base/fault.h"
#include "dev/dev.h"
#include "registry.h"

/* A capture takes a moment, or the device is stuck. */
#define CAPTURE_SPIN_US		20
#define CAPTURE_SLEEP_US	200
#define CAPTURE_TIMEOUT_US	(2 * USEC_PER_SEC)

#define LINKS_PERIOD		HZ	/* a cable is pulled by hand */

/**
 * struct seastar_mmio - routers behind a BAR
 * @sdev: the device
 * @bar: a window a router; valid until the driver is unbound
 * @token: last written to PERF_CAPTURE
 * @cycle: what RTR_CYCLE was when it could last be read
 * @links: looks at all links now and then
 * @up: the links seen up, bit p for port p, by router
 */
struct seastar_mmio {
	struct seastar_dev sdev;
	void __iomem *bar;
	u64 token;
	u64 cycle;
	struct delayed_work links;
	u8 up[];
};

static struct seastar_mmio *to_mmio(struct seastar_dev *sdev)
{
	return container_of(sdev, struct seastar_mmio, sdev);
}

static void __iomem *mmr(void __iomem *bar, u32 router, u32 offset)
{
	return bar + (size_t)router * SS_MMR_WINDOW + offset;
}

static bool answers(void __iomem *bar)
{
	return readq(mmr(bar, 0, SS_MMR_RTR_ID)) != U64_MAX;
}

static int check_value(struct seastar_dev *sdev, u64 value)
{
	if (value != U64_MAX || answers(to_mmio(sdev)->bar))
		return 0;
	seastar_dev_lost(sdev);
	return -ENODEV;
}

static int mmio_read(struct seastar_dev *sdev, u32 router, u32 offset,
		     u64 *value)
{
	int err;

	if (sdev->lost)
		return -ENODEV;
	*value = readq(mmr(to_mmio(sdev)->bar, router, offset));
	if (likely(*value != U64_MAX))
		return 0;
	err = check_value(sdev, *value);
	/* all ones may be its value, or a moment in which it did not answer */
	if (!err)
		*value = readq(mmr(to_mmio(sdev)->bar, router, offset));
	return err;
}

/* The read sends the write on its way, and tells whether it got anywhere. */
static int mmio_write(struct seastar_dev *sdev, u32 router, u32 offset,
		      u64 value)
{
	if (sdev->lost)
		return -ENODEV;
	writeq(value, mmr(to_mmio(sdev)->bar, router, offset));
	return mmio_read(sdev, router, offset, &value);
}

static u64 mmio_cycle(struct seastar_dev *sdev)
{
	struct seastar_mmio *mmio = to_mmio(sdev);
	u64 cycle;

	if (!mmio_read(sdev, 0, SS_MMR_RTR_CYCLE, &cycle))
		mmio->cycle = cycle;
	return mmio->cycle;
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
		       u64 (*regs)[SEASTAR_REGS])
{
	u32 port, reg;
	int err = 0;

	for (port = 0; port < SEASTAR_PORTS; port++)
		for (reg = 0; !err && reg < SEASTAR_REGS; reg++)
			err = mmio_read(sdev, router, SS_MMR_PORT(port) +
					SS_MMR_RTR_PERF + reg * 8,
					&regs[port][reg]);
	return err;
}

static int mmio_read_perf(struct seastar_dev *sdev, u32 first, u32 n,
			  u64 (*regs)[SEASTAR_PORTS][SEASTAR_REGS], u64 *cycle)
{
	u32 i;
	int err;

	if (sdev->lost)
		return -ENODEV;
	err = capture(to_mmio(sdev));
	for (i = 0; !err && i < n; i++) {
		err = read_router(sdev, first + i, regs[i]);
		cond_resched();
	}
	return err ?: mmio_read(sdev, 0, SS_MMR_RTR_CYCLE, cycle);
}

static int read_links(struct seastar_mmio *mmio, u32 router, u8 *up)
{
	u64 status;
	u32 port;
	int err;

	*up = 0;
	for (port = 0; port < SEASTAR_PORTS; port++) {
		err = mmio_read(&mmio->sdev, router,
				SS_MMR_PORT(port) + SS_MMR_LINK_STATUS, &status);
		if (err)
			return err;
		if (status & SS_MMR_LINK_UP)
			*up |= BIT(port);
	}
	return 0;
}

static int look_at_links(struct seastar_mmio *mmio, u32 router)
{
	u32 port;
	u8 up;
	int err;

	err = read_links(mmio, router, &up);
	if (err)
		return err;
	for (port = 0; port < SEASTAR_PORTS; port++)
		if ((up ^ mmio->up[router]) & BIT(port))
			seastar_events->link(&mmio->sdev, router, port,
					     up & BIT(port));
	mmio->up[router] = up;
	return 0;
}

/* Ends by itself when the device is lost or gone. */
static void watch_links(struct work_struct *work)
{
	struct seastar_mmio *mmio = container_of(to_delayed_work(work),
						 struct seastar_mmio, links);
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
	if (!err)
		queue_delayed_work(system_freezable_power_efficient_wq, &mmio->links, LINKS_PERIOD);
}

static void mmio_shutdown(struct seastar_dev *sdev)
{
	cancel_delayed_work_sync(&to_mmio(sdev)->links);
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
	int err;

	err = pcim_enable_device(pdev);
	if (err) {
		dev_err_probe(&pdev->dev, err, "cannot be enabled\n");
		return IOMEM_ERR_PTR(err);
	}
	err = pcim_iomap_regions(pdev, BIT(bar), KBUILD_MODNAME);
	if (err) {
		dev_err_probe(&pdev->dev, err, "BAR %d cannot be mapped\n", bar);
		return IOMEM_ERR_PTR(err);
	}
	return pcim_iomap_table(pdev)[bar];
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

/* What the routers do not tell keeps the values of ss_config_default(). */
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
	u64 node, least = 0;
	u32 router;

	for (router = 0; router < routers; router++) {
		node = readq(mmr(bar, router, SS_MMR_RTR_NODE_ID));
		if (readq(mmr(bar, router, SS_MMR_RTR_ID)) != SS_MMR_ID ||
		    node < least || node >= nodes)
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

/* The first name that is free. */
static int set_name(struct seastar_dev *sdev)
{
	struct seastar_dev *other;
	u32 number = 0;
	int err;

	do {
		err = dev_set_name(&sdev->dev, "mmio%u", number++);
		if (err)
			return err;
		other = seastar_dev_find(seastar_dev_name(sdev));
		if (other)
			seastar_dev_put(other);
	} while (other);
	return 0;
}

/* Somebody may take the name in between: there are others. */
static int add(struct seastar_dev *sdev)
{
	int err;

	do {
		err = set_name(sdev) ?: seastar_dev_add(sdev);
	} while (err == -EEXIST);
	return err;
}

static struct seastar_mmio *create(struct pci_dev *pdev, void __iomem *bar,
				   const struct ss_config *cfg, u32 routers)
{
	struct seastar_mmio *mmio;
	int err;

	mmio = seastar_fault(SEASTAR_FAULT_ALLOC) ? NULL :
	       kvzalloc(struct_size(mmio, up, routers), GFP_KERNEL);
	if (!mmio)
		return ERR_PTR(-ENOMEM);
	mmio->bar = bar;
	mmio->token = readq(mmr(bar, 0, SS_MMR_PERF_CAPTURE));
	INIT_DELAYED_WORK(&mmio->links, watch_links);
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
		err = read_links(mmio, router, &mmio->up[router]);
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
	get_device(&mmio->sdev.dev);
	err = read_all_links(mmio) ?: add(&mmio->sdev);
	if (err) {
		put_device(&mmio->sdev.dev);
		seastar_dev_put(&mmio->sdev);
		return dev_err_probe(&pdev->dev, err, "no device could be created\n");
	}
	dev_info(&pdev->dev, "%s: %d routers\n", seastar_dev_name(&mmio->sdev),
		 routers);
	queue_delayed_work(system_freezable_power_efficient_wq, &mmio->links, LINKS_PERIOD);
	return 0;
}

static void mmio_remove(struct pci_dev *pdev)
{
	struct seastar_mmio *mmio = pci_get_drvdata(pdev);

	seastar_dev_del(&mmio->sdev);
	seastar_dev_put(&mmio->sdev);
}

/* Other functions with these registers are bound by driver_override or new_id. */
static const struct pci_device_id ids[] = {
	{ PCI_DEVICE(0x17db, 0x0101) },	/* Cray XT SeaStar */
	{}
};
MODULE_DEVICE_TABLE(pci, ids);

static struct pci_driver mmio_driver = {
	.name = KBUILD_MODNAME,
	.id_table = ids,
	.probe = mmio_probe,
	.remove = mmio_remove,
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
