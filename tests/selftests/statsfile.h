/* SPDX-License-Identifier: GPL-2.0-only */
/* Statistics files, read as their own header and descriptors say. */
#ifndef STATSFILE_H
#define STATSFILE_H

#include <linux/seastar.h>

struct statsfile {
	int fd;
	struct seastar_stats_header header;
	struct seastar_stats_desc *desc;
	unsigned char *data;	/* room for a data block */
};

/* Open the statistics file of @dev; -1 with errno if that fails. */
int statsfile_fd(const char *dev);

/* Open it and read its description, which must make sense: else the program ends. */
void statsfile_open(struct statsfile *s, const char *dev);
void statsfile_close(struct statsfile *s);

/* The descriptor of this name; the program ends if there is none. */
const struct seastar_stats_desc *statsfile_desc(const struct statsfile *s, const char *name);

/* Read the data block, all of it or the program ends. */
void statsfile_read(struct statsfile *s);

/* Element @i of repetition @repeat in the data block read last. */
__u64 statsfile_value(const struct statsfile *s, const struct seastar_stats_desc *d,
		      unsigned int repeat, unsigned int i);

#endif /* STATSFILE_H */
