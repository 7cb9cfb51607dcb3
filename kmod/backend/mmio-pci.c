// SPDX-License-Identifier: GPL-2.0-only
/*
 * The PCI driver: probe and removal of hardware, suspend and resume, and recovery from bus errors.
 */
#include <linux/module.h>
#include <linux/slab.h>

#include "backend/mmio-pci.h"
#include "backend/mmio-recovery.h"
#include "backend/mmio.h"
#include "base/fault.h"
#include "dev/claim.h"
#include "dev/config.h"
#include "dev/routes.h"
#include "registry.h"

static void mmio_shutdown(struct seastar_dev *sdev)
{
	seastar_mmio_end_watch(seastar_to_mmio(sdev));
}

static void mmio_free(struct seastar_dev *sdev)
{
	kvfree(seastar_to_mmio(sdev));
}

static const struct seastar_ops mmio_ops = {
	.name = "mmio",
	.cycle = seastar_mmio_cycle,
	.instant = seastar_mmio_instant,
	.mmr_read = seastar_mmio_read,
	.mmr_write = seastar_mmio_write,
	.read_perf = seastar_mmio_read_perf,
	.was_reset = seastar_mmio_was_reset,
	.links = seastar_mmio_links,
	.look_at_links = seastar_mmio_look_at_links,
	.routes_check = seastar_mmio_routes_check,
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
	u64 id = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_ID));
	u64 version = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_VERSION));

	if (id == U64_MAX)
		return dev_err_probe(&pdev->dev, -ENODEV, "does not answer\n");
	if (id != SS_MMR_ID)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "RTR_ID is %#llx: not a SeaStar router\n",
				     id);
	if (version >> 8 != SS_MMR_VERSION >> 8)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "RTR_VERSION is %llu.%llu: this driver supports %llu.x\n",
				     version >> 8, version & 0xff,
				     SS_MMR_VERSION >> 8);
	return 0;
}

/*
 * Read the configuration of the fabric from router 0.  Values that the routers do not report stay
 * as in ss_config_default().
 */
static int read_config(struct pci_dev *pdev, void __iomem *bar,
		       struct ss_config *cfg)
{
	u64 capability = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_CAPABILITY));
	u64 topology = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_TOPOLOGY));
	const char *why;

	if ((capability >> 16 & 0xf) != SEASTAR_PORTS)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "CAPABILITY has %llu ports per router: there must be %d\n",
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

/* Check that each window belongs to a router of its own, in ascending order of node ids. */
static int check_windows(struct pci_dev *pdev, void __iomem *bar, u32 routers, u32 nodes)
{
	u64 version = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_VERSION)), node, least = 0;
	bool ordered = seastar_mmio_has_order(version, routers, nodes);
	u32 router;

	for (router = 0; router < routers; router++) {
		node = readq(seastar_mmio_mmr(bar, router, SS_MMR_RTR_NODE_ID));
		if (readq(seastar_mmio_mmr(bar, router, SS_MMR_RTR_ID)) != SS_MMR_ID || node >=
		    seastar_mmio_node_ids(ordered, nodes) || (ordered && node < least))
			return dev_err_probe(&pdev->dev, -ENODEV,
					     "register window %u belongs to no router, or is out of order\n",
					     router);
		least = node + 1;
	}
	return 0;
}

/* Check that the BAR holds routers that this driver supports.  Returns the number of routers. */
static int identify(struct pci_dev *pdev, void __iomem *bar,
		    resource_size_t bytes, struct ss_config *cfg)
{
	u32 routers, nodes;
	int err;

	err = check_identity(pdev, bar) ?: read_config(pdev, bar, cfg);
	if (err)
		return err;
	routers = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_CAPABILITY)) & 0xffff;
	nodes = ss_config_routers(cfg);
	if (!routers || routers > nodes || routers > bytes / SS_MMR_WINDOW)
		return dev_err_probe(&pdev->dev, -ENODEV,
				     "CAPABILITY has %u routers: the fabric has %u, and the BAR has room for %llu\n",
				     routers, nodes,
				     (u64)bytes / SS_MMR_WINDOW);
	return check_windows(pdev, bar, routers, nodes) ?: routers;
}

/* Add @sdev under the first name that is free. */
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

static struct seastar_mmio *create(struct pci_dev *pdev, void __iomem *bar, const struct ss_config
				   *cfg, u32 routers)
{
	u64 capability = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_CAPABILITY));
	struct seastar_mmio *mmio;
	int err;

	mmio = seastar_fault(SEASTAR_FAULT_ALLOC) ? NULL :
	       kvzalloc(struct_size(mmio, links, routers), GFP_KERNEL);
	if (!mmio)
		return ERR_PTR(-ENOMEM);
	mmio->bar = bar;
	mmio->version = readq(seastar_mmio_mmr(bar, 0, SS_MMR_RTR_VERSION));
	mmio->modelled = mmio->version >= SS_MMR_VERSION_ERRORS &&
			 capability & SS_MMR_CAPABILITY_MODEL;
	mmio->regs = seastar_mmio_perf_regs(mmio->version);
	mmio->token = readq(seastar_mmio_mmr(bar, 0, SS_MMR_PERF_CAPTURE));
	seastar_mmio_watch_init(mmio);
	err = seastar_dev_init(&mmio->sdev, &mmio_ops, "mmio", cfg);
	if (err) {
		seastar_dev_put(&mmio->sdev);
		return ERR_PTR(err);
	}
	mmio->sdev.dev.parent = &pdev->dev;
	mmio->sdev.routers = routers;
	return mmio;
}

/* Read the state of all links.  The device is not published yet, so no lock is needed. */
static int read_all_links(struct seastar_mmio *mmio)
{
	u32 router;
	int err = 0;

	for (router = 0; !err && router < mmio->sdev.routers; router++)
		err = seastar_mmio_read_links(mmio, router, &mmio->links[router]);
	return err;
}

/*
 * Release the sources that an earlier driver of this device held for a replacement of the tables,
 * if it was unbound before it released them.
 */
static void release_sources(struct seastar_mmio *mmio)
{
	if (seastar_mmio_routes_check(&mmio->sdev))
		return;
	mutex_lock(&mmio->sdev.lock);
	seastar_regs_release(&mmio->sdev);
	mutex_unlock(&mmio->sdev.lock);
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
	pci_save_state(pdev);	/* mmio_slot_reset() restores it */
	get_device(&mmio->sdev.dev);
	release_sources(mmio);
	err = read_all_links(mmio) ?: add(&mmio->sdev);
	if (err) {
		/* files can be read before add() fails: a sample may have queued the watch */
		seastar_mmio_end_watch(mmio);
		put_device(&mmio->sdev.dev);
		seastar_dev_put(&mmio->sdev);
		return dev_err_probe(&pdev->dev, err, "no device could be created\n");
	}
	dev_info(&pdev->dev, "%s: %d routers\n", seastar_dev_name(&mmio->sdev),
		 routers);
	seastar_mmio_watch_on(mmio);
	return 0;
}

static void mmio_remove(struct pci_dev *pdev)
{
	struct seastar_mmio *mmio = pci_get_drvdata(pdev);

	seastar_mmio_end_watch(mmio);
	seastar_dev_del(&mmio->sdev);
	seastar_dev_put(&mmio->sdev);
}

static void mmio_reset_prepare(struct pci_dev *pdev)
{
	seastar_mmio_sleep(pci_get_drvdata(pdev), true);
}

/*
 * Undo the commits that wait to be confirmed: the registers of the device may outlive this kernel.
 */
static void mmio_power_off(struct pci_dev *pdev)
{
	struct seastar_mmio *mmio = pci_get_drvdata(pdev);
	struct seastar_claim claim;

	seastar_mmio_end_watch(mmio);
	seastar_claim_init(&claim);
	seastar_claim_add(&claim, &mmio->sdev);
	seastar_claim_take_always(&claim);
	seastar_config_leave(&mmio->sdev, &claim);
	seastar_mmio_sleep(mmio, true);
	seastar_claim_release(&claim);
	seastar_claim_put(&claim);
}

static int mmio_suspend(struct device *dev)
{
	seastar_mmio_sleep(dev_get_drvdata(dev), true);
	return 0;
}

/*
 * Wake the device up.  If it does not come back it is declared lost and looked for; the machine
 * resumes all the same.
 */
static int mmio_resume(struct device *dev)
{
	pci_save_state(to_pci_dev(dev));	/* pci_restore_state() used up the saved state */
	seastar_mmio_wake(dev_get_drvdata(dev));
	seastar_mmio_watch_on(dev_get_drvdata(dev));
	return 0;
}

static DEFINE_SIMPLE_DEV_PM_OPS(mmio_pm_ops, mmio_suspend, mmio_resume);

static pci_ers_result_t mmio_error_detected(struct pci_dev *pdev,
					    pci_channel_state_t state)
{
	if (state == pci_channel_io_normal)
		return PCI_ERS_RESULT_CAN_RECOVER;
	seastar_mmio_sleep(pci_get_drvdata(pdev), false);
	seastar_mmio_watch_on(pci_get_drvdata(pdev));
	if (state != pci_channel_io_perm_failure)
		return PCI_ERS_RESULT_NEED_RESET;
	seastar_mmio_give_up(pci_get_drvdata(pdev));
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
	pci_save_state(pdev);	/* pci_restore_state() used up the saved state */
	seastar_mmio_wake(pci_get_drvdata(pdev));
	seastar_mmio_watch_on(pci_get_drvdata(pdev));
}

static const struct pci_error_handlers mmio_error_handlers = {
	.error_detected = mmio_error_detected,
	.slot_reset = mmio_slot_reset,
	.resume = mmio_recovered,
	.reset_prepare = mmio_reset_prepare,
	.reset_done = mmio_recovered,
};

/*
 * The register map is this project's own and was never tried on a Cray (17db:0101), where even a
 * read may do harm.  So an administrator names the functions that the driver takes.
 */
static struct pci_driver mmio_driver = {
	.name = KBUILD_MODNAME,
	.id_table = NULL,	/* bound by driver_override and new_id only */
	.probe = mmio_probe,
	.remove = mmio_remove,
	.shutdown = mmio_power_off,
	.driver.pm = pm_sleep_ptr(&mmio_pm_ops),
	.err_handler = &mmio_error_handlers,
};

/**
 * seastar_mmio_init() - register the PCI driver
 *
 * Return: 0 or an error of the driver core.
 */
int seastar_mmio_init(void)
{
	return pci_register_driver(&mmio_driver);
}

/**
 * seastar_mmio_exit() - unregister the PCI driver, which releases all hardware
 */
void seastar_mmio_exit(void)
{
	pci_unregister_driver(&mmio_driver);
}
