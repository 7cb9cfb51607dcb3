/* SPDX-License-Identifier: GPL-2.0-only */
/* The listening socket. */
#ifndef EXPORTER_SERVE_LISTEN_H
#define EXPORTER_SERVE_LISTEN_H

#include <stddef.h>

/**
 * listen_socket() - get the socket that systemd passes, or open a new one
 * @where: ADDRESS:PORT or :PORT (all addresses), as typed; NULL: use the socket of systemd, or the
 *	default. An address is numeric; IPv6 is in brackets
 *
 * An address that cannot be used ends the program with one line.
 *
 * Return: a socket that listens and does not block.
 */
int listen_socket(const char *where);

/* Write the address that a socket listens on into @text, as ADDRESS:PORT. */
void listen_name(int fd, char *text, size_t size);

#endif /* EXPORTER_SERVE_LISTEN_H */
