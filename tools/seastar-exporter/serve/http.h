/* SPDX-License-Identifier: GPL-2.0-only */
/* The HTTP server: it never waits for a client, and drops slow ones. */
#ifndef EXPORTER_SERVE_HTTP_H
#define EXPORTER_SERVE_HTTP_H

#include "tools/seastar-exporter/read/exporter.h"

#include "web.h"

#define MOST_CLIENTS	32

/* A connection, and the time by which it must end. */
struct client {
	int fd;		/* descriptor of the client; -1: none */
	double until;
};

struct http {
	struct MHD_Daemon *daemon;
	struct exporter *exporter;
	const struct web *web;
	size_t page_bytes;	/* bytes of the latest page */
	struct client client[MOST_CLIENTS];
};

/*
 * Start a server on socket @fd, which it owns from now on, with the encryption and users of @web;
 * false on failure.
 */
bool http_start(struct http *h, int fd, struct exporter *e, const struct web *web);

/* Return a file descriptor that becomes readable when there is work. */
int http_fd(const struct http *h);

/*
 * Return the milliseconds after which http_run() has work even if http_fd() is not readable; -1:
 * never.
 */
int http_timeout(const struct http *h);

/* Do the work that is due. */
void http_run(struct http *h);

void http_stop(struct http *h);

#endif /* EXPORTER_SERVE_HTTP_H */
