// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* SOCK_NONBLOCK */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <systemd/sd-daemon.h>

#include "tools/seastar-exporter/base/fail.h"
#include "tools/seastar-exporter/base/options.h"

#include "listen.h"

#define BACKLOG	32

/* Cut "ADDRESS:PORT", "[ADDRESS]:PORT" or ":PORT" in two; false if it is none of them. */
static bool split(char *where, char **address, char **port)
{
	char *colon = strrchr(where, ':');

	if (!colon)
		return false;
	*colon = '\0';
	*port = colon + 1;
	*address = where;
	if (*where != '[')
		return !strchr(where, ':');
	if (colon[-1] != ']')
		return false;
	colon[-1] = '\0';
	*address = where + 1;
	return **address;
}

/* Parse an address and port; @all replaces a missing address. */
static struct addrinfo *parse(const char *where, const char *all)
{
	const struct addrinfo hints = {
		.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV, .ai_socktype = SOCK_STREAM
	};
	char text[128], *address, *port, *end;
	struct addrinfo *info;
	unsigned long number;

	snprintf(text, sizeof(text), "%s", where);
	if (!split(text, &address, &port))
		fail(USAGE, "--web.listen-address '%s' is not ADDRESS:PORT, such as %s or [::1]:17101, nor :PORT for all addresses",
		     where, DEFAULT_LISTEN);
	number = strtoul(port, &end, 10);
	if (*port < '0' || *port > '9' || *end || !number || number > 65535)
		fail(USAGE, "--web.listen-address '%s': the port '%s' is not a number of 1 to 65535",
		     where, port);
	if (getaddrinfo(*address ? address : all, port, &hints, &info))
		fail(USAGE, "--web.listen-address '%s': '%s' is not a numeric IP address", where,
		     address);
	return info;
}

/* Open a listening socket; -1 with errno on failure. */
static int open_at(const struct addrinfo *info)
{
	int on = 1, off = 0, fd;

	fd = socket(info->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	/* a socket for all addresses of IPv6 serves all of IPv4, too */
	if (info->ai_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
	if (!bind(fd, info->ai_addr, info->ai_addrlen) && !listen(fd, BACKLOG))
		return fd;
	close(fd);
	return -1;
}

static int listen_open_socket(const char *where)
{
	static const char *const all[] = { "::", "0.0.0.0" };
	size_t i, n = *where == ':' ? 2 : 1;
	int fd = -1;

	/* the machine may have no IPv6 */
	for (i = 0; i < n && fd < 0; i++) {
		struct addrinfo *info = parse(where, all[i]);

		fd = open_at(info);
		freeaddrinfo(info);
		if (fd < 0 && errno != EAFNOSUPPORT)
			break;
	}
	if (fd < 0)
		fail(FAILURE, "cannot listen on %s: %s%s", where, strerror(errno),
		     errno == EADDRINUSE ? ": choose another port by --web.listen-address" : "");
	return fd;
}

static int take_socket(void)
{
	int fd = SD_LISTEN_FDS_START;

	if (sd_is_socket(fd, AF_UNSPEC, SOCK_STREAM, 1) <= 0)
		fail(FAILURE, "the descriptor from systemd is not a listening socket: see ListenStream= of the socket unit");
	fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
	return fd;
}

int listen_socket(const char *where)
{
	int given = sd_listen_fds(1);

	if (given < 0)
		fail(FAILURE, "cannot get the sockets from systemd: %s", strerror(-given));
	if (given > 1)
		fail(FAILURE, "systemd passed %d sockets: give the socket unit one ListenStream=",
		     given);
	if (given && where)
		fail(USAGE, "--web.listen-address %s, but systemd listens already: leave one of them out",
		     where);
	return given ? take_socket() : listen_open_socket(where ?: DEFAULT_LISTEN);
}

void listen_name(int fd, char *text, size_t size)
{
	struct sockaddr_storage address;
	socklen_t length = sizeof(address);
	char host[64], port[8];

	snprintf(text, size, "a socket");
	if (getsockname(fd, (struct sockaddr *)&address, &length) ||
	    getnameinfo((struct sockaddr *)&address, length, host, sizeof(host), port,
			sizeof(port), NI_NUMERICHOST | NI_NUMERICSERV))
		return;
	snprintf(text, size, address.ss_family == AF_INET6 ? "[%s]:%s" : "%s:%s", host, port);
}
