// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "statsfile.h"

static void bail(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(1);
}

int statsfile_fd(const char *dev)
{
	struct seastar_stats_fd arg = { .size = sizeof(arg) };
	int control, fd, error;

	control = open("/dev/seastar", O_RDONLY | O_CLOEXEC);
	if (control < 0)
		return -1;
	snprintf(arg.name, sizeof(arg.name), "%s", dev);
	fd = ioctl(control, SEASTAR_IOC_STATS_FD, &arg);
	error = errno;
	close(control);
	errno = error;
	return fd;
}

void statsfile_open(struct statsfile *s, const char *dev)
{
	unsigned int i;

	s->fd = statsfile_fd(dev);
	if (s->fd < 0)
		bail("cannot open a statistics file");
	if (pread(s->fd, &s->header, sizeof(s->header), 0) != sizeof(s->header))
		bail("cannot read the header");
	if (s->header.magic != SEASTAR_STATS_MAGIC || s->header.version != SEASTAR_STATS_VERSION ||
	    s->header.desc_size < sizeof(*s->desc)) {
		errno = EPROTO;
		bail("the header");
	}
	s->desc = calloc(s->header.desc_count, sizeof(*s->desc));
	s->data = malloc(s->header.data_size);
	if (!s->desc || !s->data)
		bail("out of memory");
	for (i = 0; i < s->header.desc_count; i++) {
		if (pread(s->fd, &s->desc[i], sizeof(*s->desc),
			  s->header.desc_offset + (off_t)i * s->header.desc_size) !=
		    sizeof(*s->desc))
			bail("cannot read a descriptor");
	}
}

void statsfile_close(struct statsfile *s)
{
	close(s->fd);
	free(s->desc);
	free(s->data);
}

const struct seastar_stats_desc *statsfile_desc(const struct statsfile *s, const char *name)
{
	unsigned int i;

	for (i = 0; i < s->header.desc_count; i++) {
		if (!strcmp(s->desc[i].name, name))
			return &s->desc[i];
	}
	errno = ENOENT;
	bail(name);
	return NULL;
}

void statsfile_read(struct statsfile *s)
{
	ssize_t n = pread(s->fd, s->data, s->header.data_size, s->header.data_offset);

	if (n < 0 || (__u64)n != s->header.data_size)
		bail("cannot read the data block at once");
}

__u64 statsfile_value(const struct statsfile *s, const struct seastar_stats_desc *d,
		      unsigned int repeat, unsigned int i)
{
	const void *at = s->data + d->offset + (size_t)repeat * d->stride + i * d->width;
	__u64 wide;
	__u32 narrow;

	if (d->width == sizeof(narrow)) {
		memcpy(&narrow, at, sizeof(narrow));
		return narrow;
	}
	memcpy(&wide, at, sizeof(wide));
	return wide;
}
