// SPDX-License-Identifier: GPL-2.0-only
/*
 * Preloaded to the exporter: on SIGUSR1 it says on stderr how many bytes malloc has given
 * it and not got back. Pages in memory are no measure: the kernel's count of them may be
 * out by hundreds of KiB, and small leaks go where memory was used before.
 *
 * To be asked while it waits for a client: malloc may hold its lock at any other time.
 */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static void print_used(int signal_number)
{
	struct mallinfo2 heap = mallinfo2();

	(void)signal_number;
	dprintf(STDERR_FILENO, "heap %zu\n", heap.uordblks + heap.hblkhd);
}

__attribute__((constructor)) static void watch_heap(void)
{
	signal(SIGUSR1, print_used);
}
