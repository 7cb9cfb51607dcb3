/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * /dev/seastar and the statistics files that it gives.
 */
#ifndef SEASTAR_STATSFD_H
#define SEASTAR_STATSFD_H

int seastar_statsfd_init(void);
void seastar_statsfd_publish(void);
void seastar_statsfd_exit(void);

#endif /* SEASTAR_STATSFD_H */
