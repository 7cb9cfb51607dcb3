// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <microhttpd.h>

#include "tools/seastar-exporter/base/now.h"

#include "http.h"
#include "scrape.h"

#define OWN_FILES	16	/* file descriptors that a scrape needs, not available to clients */
/* seconds that a client's connection may last, even if it is active */
#define PATIENCE	10
#define TICK		1000	/* milliseconds between checks of the clients */
#define REQUEST_BYTES	(16 * 1024)

static const char front_page[] =
	"<!DOCTYPE html>\n<html lang=\"en\"><head><title>seastar-exporter</title></head>\n"
	"<body><h1>seastar-exporter</h1>\n"
	"<p><a href=\"/metrics\">Metrics</a> of the SeaStar routers of this machine.</p>\n"
	"</body></html>\n";

static enum MHD_Result send_response(struct MHD_Connection *c, struct MHD_Response *r,
				     unsigned int status, const char *type)
{
	enum MHD_Result sent;

	if (!r)
		return MHD_NO;
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, type);
	/* one request per connection, so that a connection's time is bounded */
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONNECTION, "close");
	if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET, HEAD");
	sent = MHD_queue_response(c, status, r);
	MHD_destroy_response(r);
	return sent;
}

static enum MHD_Result say(struct MHD_Connection *c, unsigned int status, const char *type,
			   const char *text)
{
	return send_response(c, MHD_create_response_from_buffer(strlen(text), (void *)text,
								MHD_RESPMEM_PERSISTENT),
			     status, type);
}

/*
 * Answer with the metrics. Memory for the size of the last page is allocated at once: growing would
 * cost time to clear pages.
 */
static enum MHD_Result metrics(struct http *h, struct MHD_Connection *c)
{
	struct page p = { .expected = h->page_bytes };

	exporter_scrape(h->exporter, &p);
	h->page_bytes = p.room;
	if (p.failed) {
		page_free(&p);
		return say(c, MHD_HTTP_INTERNAL_SERVER_ERROR, "text/plain", "out of memory\n");
	}
	return send_response(c, MHD_create_response_from_buffer(p.length, p.text,
								MHD_RESPMEM_MUST_FREE),
			     MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8");
}

static bool is_admitted(const struct http *h, struct MHD_Connection *c)
{
	char *password = NULL, *name;
	bool admitted;

	if (!h->web->users)
		return true;
	name = MHD_basic_auth_get_username_password(c, &password);
	admitted = web_admits(h->web, name, password);
	MHD_free(name);
	MHD_free(password);
	return admitted;
}

static enum MHD_Result ask_who(struct MHD_Connection *c)
{
	static const char text[] = "who are you?\n";
	struct MHD_Response *r = MHD_create_response_from_buffer(strlen(text), (void *)text,
								 MHD_RESPMEM_PERSISTENT);
	enum MHD_Result sent;

	if (!r)
		return MHD_NO;
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONNECTION, "close");
	sent = MHD_queue_basic_auth_fail_response(c, "seastar-exporter", r);
	MHD_destroy_response(r);
	return sent;
}

static enum MHD_Result answer(struct http *h, struct MHD_Connection *c, const char *url,
			      const char *method)
{
	if (!is_admitted(h, c))
		return ask_who(c);
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return say(c, MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain",
			   "only GET and HEAD are supported\n");
	if (!strcmp(url, "/metrics"))
		return metrics(h, c);
	if (!strcmp(url, "/-/healthy"))
		return say(c, MHD_HTTP_OK, "text/plain", "seastar-exporter is healthy\n");
	if (!strcmp(url, "/"))
		return say(c, MHD_HTTP_OK, "text/html; charset=utf-8", front_page);
	return say(c, MHD_HTTP_NOT_FOUND, "text/plain", "no such page: the metrics are at /metrics\n");
}

/* Handle a request: called after the headers, for each piece of a body, and at the end. */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *url,
				  const char *method, const char *version, const char *data,
				  size_t *size, void **state)
{
	static char begun;

	(void)version;
	(void)data;
	if (!*state) {
		*state = &begun;
		return MHD_YES;
	}
	if (*size) {		/* the body of a request is ignored */
		*size = 0;
		return MHD_YES;
	}
	return answer(ctx, c, url, method);
}

static struct client *client_of(struct http *h, int fd)
{
	struct client *c = h->client;

	while (c < h->client + MOST_CLIENTS && c->fd != fd)
		c++;
	return c < h->client + MOST_CLIENTS ? c : NULL;
}

static void on_connection(void *ctx, struct MHD_Connection *connection, void **state,
			  enum MHD_ConnectionNotificationCode what)
{
	int fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	bool begins = what == MHD_CONNECTION_NOTIFY_STARTED;
	struct client *c = client_of(ctx, begins ? -1 : fd);

	(void)state;
	if (c)
		*c = (struct client){ begins ? fd : -1, now_monotonic() + PATIENCE };
}

static unsigned int most_clients(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur > MOST_CLIENTS + OWN_FILES)
		return MOST_CLIENTS;
	return files.rlim_cur > OWN_FILES ? files.rlim_cur - OWN_FILES : 1;
}

bool http_start(struct http *h, int fd, struct exporter *e, const struct web *web)
{
	struct MHD_OptionItem tls[] = {
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, web->cert },
		{ MHD_OPTION_HTTPS_MEM_KEY, 0, web->key },
		{ MHD_OPTION_END, 0, NULL }
	};
	unsigned int i;

	h->exporter = e;
	h->web = web;
	h->page_bytes = 0;
	for (i = 0; i < MOST_CLIENTS; i++)
		h->client[i].fd = -1;
	if (!web->cert)
		tls[0].option = MHD_OPTION_END;
	h->daemon = MHD_start_daemon(MHD_USE_EPOLL | (web->cert ? MHD_USE_TLS : 0), 0,
				     NULL, NULL, on_request, h,
				     MHD_OPTION_LISTEN_SOCKET, fd,
				     MHD_OPTION_CONNECTION_LIMIT, most_clients(),
				     MHD_OPTION_CONNECTION_TIMEOUT, PATIENCE,
				     MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES,
				     MHD_OPTION_NOTIFY_CONNECTION, on_connection, h,
				     MHD_OPTION_ARRAY, tls, MHD_OPTION_END);
	return h->daemon;
}

int http_fd(const struct http *h)
{
	return MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

static unsigned int clients(const struct http *h)
{
	unsigned int i, n = 0;

	for (i = 0; i < MOST_CLIENTS; i++)
		n += h->client[i].fd >= 0;
	return n;
}

int http_timeout(const struct http *h)
{
	MHD_UNSIGNED_LONG_LONG ms;

	if (MHD_get_timeout(h->daemon, &ms) == MHD_YES && ms < TICK)
		return ms;
	return clients(h) ? TICK : -1;
}

/*
 * Drop clients that are too slow: the library itself tolerates one that sends a byte now and then.
 */
static void leave_slow_clients(struct http *h)
{
	double now = now_monotonic();
	unsigned int i;

	for (i = 0; i < MOST_CLIENTS; i++) {
		if (h->client[i].fd >= 0 && h->client[i].until < now)
			shutdown(h->client[i].fd, SHUT_RDWR);
	}
}

void http_run(struct http *h)
{
	unsigned int n;

	leave_slow_clients(h);
	/* when a client has left, only another run serves the clients that waited */
	do {
		n = clients(h);
		MHD_run(h->daemon);
	} while (clients(h) < n);
}

void http_stop(struct http *h)
{
	MHD_stop_daemon(h->daemon);
}
