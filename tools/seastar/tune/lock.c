// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/conf/history.h"
#include "tools/seastar/conf/store.h"

#include "lock.h"

/* Return a write lock of the whole file, for F_OFD_SETLK.  Unlike flock()'s it can be tested. */
static struct flock whole_file(void)
{
	return (struct flock){ .l_type = F_WRLCK, .l_whence = SEEK_SET };
}

static char *lock_path(void)
{
	return store_join(history_directory(), "tune.lock", "");
}

void tune_lock(const char *dev)
{
	struct flock lock = whole_file();
	char *path = lock_path();
	int fd;

	store_make_directory(history_directory());
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0)
		die("cannot open %s: %s%s", path, strerror(errno), store_remedy(errno));
	if (fcntl(fd, F_OFD_SETLK, &lock))
		die("%s: %s", path, errno == EAGAIN || errno == EACCES ?
		    "another 'seastar tune' runs on this machine: wait for its end" :
		    strerror(errno));
	/* the name of the device, for tune_is_locked() */
	if (ftruncate(fd, 0) || dprintf(fd, "%s", dev) < 0)
		die("cannot write %s: %s", path, strerror(errno));
	free(path);
}

bool tune_is_locked(const char *dev)
{
	struct flock lock = whole_file();
	char *path = lock_path(), name[64] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool locked;

	free(path);
	if (fd < 0)
		return false;
	locked = !fcntl(fd, F_OFD_GETLK, &lock) && lock.l_type != F_UNLCK &&
		 read(fd, name, sizeof(name) - 1) > 0 && !strcmp(name, dev);
	close(fd);
	return locked;
}
