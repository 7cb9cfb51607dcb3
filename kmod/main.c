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
	/* last, because an open statistics file would outlive a later failure of this function */
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
 * Dumps in progress and open statistics files hold a reference to the module: none of them exists
 * here, and none begins.  The netlink family is removed after the devices, because it announces
 * their removal.
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
