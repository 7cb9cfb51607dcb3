/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The hardware backend: routers behind the BAR of a PCI function.
 */
#ifndef SEASTAR_MMIO_PCI_H
#define SEASTAR_MMIO_PCI_H

#ifdef CONFIG_PCI
int seastar_mmio_init(void);
void seastar_mmio_exit(void);
#else
static inline int seastar_mmio_init(void)
{
	return 0;
}

static inline void seastar_mmio_exit(void)
{
}
#endif

#endif /* SEASTAR_MMIO_PCI_H */
