/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading of consecutive registers. */
#ifndef MMR_READ_H
#define MMR_READ_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/seastar/netlink/nl.h"

#define MMR_MAX_COUNT	512	/* most registers of one request */

/**
 * mmr_read() - read consecutive registers of a router
 * @nl: connection to the kernel
 * @dev: name of the device
 * @router: the router
 * @offset: offset of the first register
 * @n: number of registers, at most MMR_MAX_COUNT
 * @value: receives the values of the registers
 *
 * The values are of one instant in a software fabric; hardware is read register by register.
 *
 * Return: the generation of the settings at that time.
 */
uint64_t mmr_read(struct nl *nl, const char *dev, uint32_t router, uint32_t offset, size_t n,
		  uint64_t *value);

/*
 * Read as mmr_read() does, but return false without CAP_NET_ADMIN, which registers of hardware
 * need.
 */
bool mmr_read_if_allowed(struct nl *nl, const char *dev, uint32_t router, uint32_t offset,
			 size_t n, uint64_t *value);

#endif /* MMR_READ_H */
