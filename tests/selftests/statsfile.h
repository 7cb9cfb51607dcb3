/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading of statistics files by their header and descriptors. */
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

/* Open the statistics file of @dev and read its description; end the program if that is wrong. */
void statsfile_open(struct statsfile *s, const char *dev);
void statsfile_close(struct statsfile *s);

/* Return the descriptor of this name; end the program if there is none. */
const struct seastar_stats_desc *statsfile_desc(const struct statsfile *s, const char *name);

/* Read the whole data block, or end the program. */
void statsfile_read(struct statsfile *s);

/* Return element @i of repetition @repeat in the data block that was read last. */
__u64 statsfile_value(const struct statsfile *s, const struct seastar_stats_desc *d,
		      unsigned int repeat, unsigned int i);

#endif /* STATSFILE_H */
