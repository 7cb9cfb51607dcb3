// SPDX-License-Identifier: GPL-2.0-only
/*
 * The seastar module: fabrics of SeaStar routers and the aging of their packets.
 */
#include <linux/module.h>
#include <linux/seastar.h>
#include <net/genetlink.h>

#include "backend/mmio-pci.h"
#include "base/queue.h"
#include "dev/config.h"
#include "files/debugfs.h"
#include "files/statsfd.h"
#include "netlink/family.h"
#include "registry.h"

static int __init seastar_init(void)
{
	int err;

	err = seastar_queue_init();
	if (err)
		return err;
	seastar_config_init();
	seastar_debugfs_init();
	err = seastar_registry_init();
	if (err)
		goto exit_debugfs;
	err = seastar_netlink_init();
	if (err)
		goto exit_registry;
	err = seastar_mmio_init();
	if (err)
		goto exit_netlink;
	/* the last: an open file would outlive a failure */
	err = seastar_statsfd_init();
	if (err)
		goto exit_mmio;
	return 0;

exit_mmio:
	seastar_mmio_exit();
exit_netlink:
	seastar_registry_clear();
	seastar_netlink_exit();
	seastar_config_exit();
exit_registry:
	seastar_registry_exit();
exit_debugfs:
	seastar_debugfs_exit();
	seastar_queue_exit();
	return err;
}

/*
 * A dump in progress or an open statistics file holds the module, so there is
 * none here, and none begins.  The family goes after the devices, whose end it
 * still announces.
 */
static void __exit seastar_exit(void)
{
	seastar_statsfd_exit();
	seastar_mmio_exit();
	seastar_registry_clear();
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
