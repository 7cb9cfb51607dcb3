/* SPDX-License-Identifier: GPL-2.0-only */
/* The socket that clients connect to. */
#ifndef EXPORTER_SERVE_LISTEN_H
#define EXPORTER_SERVE_LISTEN_H

#include <stddef.h>

/**
 * listen_socket() - the socket that systemd hands over, or a new one
 * @where: ADDRESS:PORT, as typed, or NULL if systemd may say; an address is numeric, and
 *	one of IPv6 in brackets; without one, :PORT, all addresses are listened on
 *
 * An address that cannot be had ends the program with one line.
 *
 * Return: a socket that listens and does not block.
 */
int listen_socket(const char *where);

/* Write the address that a socket listens on into @text, as ADDRESS:PORT. */
void listen_name(int fd, char *text, size_t size);

#endif /* EXPORTER_SERVE_LISTEN_H */
