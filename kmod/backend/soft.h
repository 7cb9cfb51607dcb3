/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The software backend: a fabric of model routers in this kernel.
 */
#ifndef SEASTAR_SOFT_H
#define SEASTAR_SOFT_H

struct seastar_dev;
struct ss_config;

#define SEASTAR_DEFAULT_BUDGET	50	/* per cent of one CPU */

struct seastar_dev *seastar_soft_new(const char *name,
				     const struct ss_config *cfg);

#endif /* SEASTAR_SOFT_H */
