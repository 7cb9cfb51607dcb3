// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/conf/history.h"
#include "tools/seastar/conf/store.h"

#include "lock.h"

void tune_lock(void)
{
	char *path = store_join(history_directory(), "tune.lock", "");
	int fd;

	store_make_directory(history_directory());
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	if (fd < 0)
		die("cannot open %s: %s", path, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB))
		die("%s: %s", path, errno == EWOULDBLOCK ?
		    "another 'seastar tune' runs on this machine: wait for its end" :
		    strerror(errno));
	free(path);
}
