/* SPDX-License-Identifier: GPL-2.0-only */
/* The HTTP server: one thread, which never waits for a client. */
#ifndef HTTP_H
#define HTTP_H

#include "exporter.h"

struct MHD_Daemon;

/* Answer on @fd, which is the server's from now on; NULL if that is not possible. */
struct MHD_Daemon *http_start(int fd, struct exporter *e);

/* A file descriptor that becomes readable when there is something to do. */
int http_fd(struct MHD_Daemon *http);

/* Milliseconds until there is, whatever becomes readable; -1: no hurry. */
int http_timeout(struct MHD_Daemon *http);

/* Do it. */
void http_run(struct MHD_Daemon *http);

void http_stop(struct MHD_Daemon *http);

#endif /* HTTP_H */
