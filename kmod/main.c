// SPDX-License-Identifier: GPL-2.0-only
/*
 * The seastar module: fabrics of SeaStar routers and the aging of their packets.
 */
#include <linux/module.h>
#include <linux/seastar.h>
#include <net/genetlink.h>

#include "backend/mmio-pci.h"
#include "base/fault.h"
#include "base/queue.h"
#include "dev/config.h"
#include "files/debugfs.h"
#include "files/statsfd.h"
#include "netlink/family.h"
#include "registry.h"

/* Initialize a part of the module, unless a test makes that fail. */
static int __init part(int (*init)(void))
{
	return seastar_fault_load() ? -ENOMEM : init();
}

/*
 * The family comes last, because programs would use it before a later failure took it away.  Until
 * then neither /dev/seastar can be opened nor the files of devices in debugfs: an open file would
 * outlive a failure, and the module's code.  Hardware that is there already is added before the
 * family exists: it is announced to udev alone.  A program that udev starts then looks for the
 * family, which loads the module: so it waits until this function has returned.
 */
static int __init seastar_init(void)
{
	int err;

	err = part(seastar_queue_init);
	if (err)
		return err;
	seastar_debugfs_init();
	err = part(seastar_registry_init);
	if (err)
		goto exit_debugfs;
	seastar_config_init();
	err = part(seastar_netlink_init);
	if (err)
		goto exit_config;
	err = part(seastar_mmio_init);
	if (err)
		goto exit_netlink;
	err = part(seastar_statsfd_init);
	if (err)
		goto exit_mmio;
	err = part(seastar_netlink_publish);
	if (err)
		goto exit_statsfd;
	seastar_statsfd_publish();
	seastar_debugfs_publish();
	return 0;

exit_statsfd:
	seastar_statsfd_exit();
exit_mmio:
	seastar_mmio_exit();
exit_netlink:
	seastar_netlink_exit();
exit_config:
	seastar_config_exit();
	seastar_registry_exit();
exit_debugfs:
	seastar_debugfs_exit();
	seastar_queue_exit();
	return err;
}

/*
 * Dumps in progress and open statistics files hold a reference to the module: none of them exists
 * here, and none begins.  The netlink family is removed after the devices, because it announces
 * their removal.
 */
static void __exit seastar_exit(void)
{
	seastar_statsfd_exit();
	seastar_mmio_exit();
	seastar_registry_clear();
	seastar_netlink_unpublish();
	seastar_netlink_exit();
	seastar_config_exit();
	seastar_registry_exit();
	seastar_debugfs_exit();
	seastar_queue_exit();
}

module_init(seastar_init);
module_exit(seastar_exit);

MODULE_DESCRIPTION("SeaStar router fabrics with age-based arbitration");
MODULE_LICENSE("GPL");
MODULE_ALIAS_GENL_FAMILY(SEASTAR_GENL_NAME);
