// SPDX-License-Identifier: GPL-2.0-only
/* Allocation of memory whose size grows with the fabric. */
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "base/alloc.h"
#include "base/fault.h"

/**
 * seastar_alloc() - allocate memory for a fabric, zeroed and charged to the caller
 * @bytes: bytes to allocate
 *
 * A request that is too large for the machine must fail; it must not cause the kernel to kill other
 * tasks.  __GFP_RETRY_MAYFAIL achieves that for the pages and their charge; bpf allocates its maps
 * so, too.  The flag has no effect on page tables, a 512th of the memory.
 *
 * Return: the memory, for vfree(), or NULL.
 */
void *seastar_alloc(size_t bytes)
{
	if (seastar_fault(SEASTAR_FAULT_ALLOC) ||
	    bytes >> PAGE_SHIFT >= si_mem_available())
		return NULL;
	return __vmalloc(bytes, GFP_KERNEL_ACCOUNT | __GFP_ZERO |
			 __GFP_RETRY_MAYFAIL | __GFP_NOWARN);
}

/**
 * seastar_calloc() - allocate an array, zeroed and charged to the caller
 * @n: number of elements
 * @size: bytes per element
 *
 * Return: the memory, for kvfree(), or NULL.
 */
void *seastar_calloc(size_t n, size_t size)
{
	if (seastar_fault(SEASTAR_FAULT_ALLOC))
		return NULL;
	return kvcalloc(n, size, GFP_KERNEL_ACCOUNT);
}
