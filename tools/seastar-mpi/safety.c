// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files that are readable at any moment. OTF2 keeps up to 4 MiB of a file in memory; readers refuse
 * empty files, and wait for ever at the end of truncated ones. So the tracer itself writes each
 * full chunk to its place in the file, and an empty chunk that ends the file behind it. OTF2 writes
 * the same bytes later, and its next chunk over the empty one.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "tools/seastar-mpi/safety.h"

/* The bytes of an empty file, as OTF2 writes them: a chunk without records, and the file's end. */
static const unsigned char empty[] = {
	3, 'B', 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1
};

static bool write_at(int file, const void *bytes, size_t n, off_t at)
{
	return pwrite(file, bytes, n, at) == (ssize_t)n;
}

/* Open a file of location @id, and write the contents of an empty one; @kind is "evt" or "def". */
static int open_empty(uint64_t id, const char *kind)
{
	char path[PATH_MAX + 64];
	int file;

	snprintf(path, sizeof(path), "%s/traces/%" PRIu64 ".%s", tracer.directory, id, kind);
	file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (file >= 0 && !write_at(file, empty, sizeof(empty), 0)) {
		close(file);
		file = -1;
	}
	return file;
}

/* Make the files of a location. Return false if that failed. */
bool safety_begin(struct location *at)
{
	int definitions = open_empty(at->id, "def");

	if (definitions < 0)
		return false;
	close(definitions);
	at->file = open_empty(at->id, "evt");
	return at->file >= 0;
}

/* Write a full chunk, which OTF2 will write again later. */
void safety_write(struct location *at, const void *chunk, size_t size)
{
	off_t end = at->written + size;

	if (at->file < 0)
		return;
	if (write_at(at->file, empty, sizeof(empty), end))
		write_at(at->file, chunk, size, at->written);
	at->written = end;
}

/* Leave the end of the file to OTF2. */
void safety_end(struct location *at)
{
	if (at->file >= 0)
		close(at->file);
	at->file = -1;
}
