// SPDX-License-Identifier: GPL-2.0-only
/* seastar-exporter: counters and settings of seastar devices for Prometheus. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <systemd/sd-daemon.h>

#include "tools/seastar-exporter/base/fail.h"
#include "tools/seastar-exporter/base/now.h"
#include "tools/seastar-exporter/base/options.h"
#include "tools/seastar-exporter/serve/http.h"
#include "tools/seastar-exporter/serve/listen.h"
#include "tools/seastar-exporter/serve/scrape.h"

/* Return a file descriptor that becomes readable when the program has to end. */
static int watch_signals(void)
{
	sigset_t set;

	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	return signalfd(-1, &set, SFD_CLOEXEC);
}

/* Serve until a signal comes. */
static int serve(struct http *http, int signals)
{
	struct pollfd fds[] = {
		{ .fd = signals, .events = POLLIN },
		{ .fd = http_fd(http), .events = POLLIN },
	};

	while (!fds[0].revents) {
		if (poll(fds, 2, http_timeout(http)) < 0 && errno != EINTR)
			return 1;
		http_run(http);
	}
	return 0;
}

/* The library does not say why it cannot: with TLS, certificate and key are the likely cause. */
static void cannot_serve(const char *where, const char *tls)
{
	if (tls)
		fail(FAILURE, "cannot serve TLS on %s: cert_file and key_file of %s have to be PEM, and a pair",
		     where, tls);
	fail(FAILURE, "cannot serve on %s: memory or file descriptors are short", where);
}

int main(int argc, char **argv)
{
	struct exporter exporter = { .started = now_real() };
	struct options options;
	struct web web = { 0 };
	struct http http;
	int fd, signals, status;
	char where[80];

	options_read(&options, argc, argv);
	exporter.routers = options.routers;
	if (options.has_ports)
		exporter.ports = &options.ports;
	if (options.web)
		web_read(&web, options.web);
	fd = listen_socket(options.listen);
	listen_name(fd, where, sizeof(where));
	signals = watch_signals();
	if (signals < 0)
		fail(FAILURE, "cannot wait for signals: %s", strerror(errno));
	if (!http_start(&http, fd, &exporter, &web))
		cannot_serve(where, web.cert ? options.web : NULL);
	sd_notifyf(0, "READY=1\nSTATUS=Listening on %s", where);
	status = serve(&http, signals);
	sd_notify(0, "STOPPING=1");
	http_stop(&http);
	close(signals);
	web_free(&web);
	exporter_close(&exporter);
	if (options.has_ports)
		regfree(&options.ports);
	return status;
}
