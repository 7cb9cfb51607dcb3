// SPDX-License-Identifier: GPL-2.0-only
#include <sys/mman.h>

#include "memory.h"

#define HEAD	64	/* holds the size, and keeps the alignment */

void *sim_map(size_t bytes)
{
	size_t size = bytes + HEAD;
	char *p;

	if (size < bytes)
		return NULL;
	/* buffers that may fill but never do are not touched: they take no memory */
	p = mmap(NULL, size, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	*(size_t *)p = size;
	return p + HEAD;
}

void sim_unmap(void *p)
{
	char *head;

	if (!p)
		return;
	head = (char *)p - HEAD;
	munmap(head, *(size_t *)head);
}
