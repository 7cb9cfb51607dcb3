/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The generic netlink family.
 */
#ifndef SEASTAR_FAMILY_H
#define SEASTAR_FAMILY_H

int seastar_netlink_init(void);
void seastar_netlink_exit(void);
int seastar_netlink_publish(void);
void seastar_netlink_unpublish(void);

#endif /* SEASTAR_FAMILY_H */
