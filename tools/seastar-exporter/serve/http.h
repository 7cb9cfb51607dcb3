/* SPDX-License-Identifier: GPL-2.0-only */
/* The HTTP server: it never waits for a client, and drops slow ones. */
#ifndef EXPORTER_SERVE_HTTP_H
#define EXPORTER_SERVE_HTTP_H

#include "tools/seastar-exporter/read/exporter.h"

#include "web.h"

#define MOST_CLIENTS	32

/* A connection, and the time by which it must end. */
struct client {
	int fd;		/* -1: none */
	double until;
};

struct http {
	struct MHD_Daemon *daemon;
	struct exporter *exporter;
	const struct web *web;
	size_t page_bytes;	/* room that the latest page had */
	struct client client[MOST_CLIENTS];
};

/* Answer on @fd, which is the server's from now on, as @web says; false if that is not possible. */
bool http_start(struct http *h, int fd, struct exporter *e, const struct web *web);

/* Return a file descriptor that becomes readable when there is work. */
int http_fd(const struct http *h);

/* Return the milliseconds until there is work without it being readable; -1: none. */
int http_timeout(const struct http *h);

/* Do it. */
void http_run(struct http *h);

void http_stop(struct http *h);

#endif /* EXPORTER_SERVE_HTTP_H */
