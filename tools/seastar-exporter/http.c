// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <string.h>
#include <sys/resource.h>

#include <microhttpd.h>

#include "http.h"

#define MOST_CLIENTS	32
#define OWN_FILES	16	/* that a scrape needs, whatever the clients have */
#define SILENCE		10	/* seconds until a client that says or takes nothing is left */
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

static enum MHD_Result metrics(struct MHD_Connection *c, struct exporter *e)
{
	struct page p = { 0 };

	exporter_scrape(e, &p);
	if (p.failed) {
		page_free(&p);
		return say(c, MHD_HTTP_INTERNAL_SERVER_ERROR, "text/plain", "out of memory\n");
	}
	return send_response(c, MHD_create_response_from_buffer(p.length, p.text,
								MHD_RESPMEM_MUST_FREE),
			     MHD_HTTP_OK, "text/plain; version=0.0.4; charset=utf-8");
}

static enum MHD_Result answer(struct exporter *e, struct MHD_Connection *c, const char *url,
			      const char *method)
{
	if (strcmp(method, MHD_HTTP_METHOD_GET) && strcmp(method, MHD_HTTP_METHOD_HEAD))
		return say(c, MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain",
			   "GET and HEAD are understood\n");
	if (!strcmp(url, "/metrics"))
		return metrics(c, e);
	if (!strcmp(url, "/-/healthy"))
		return say(c, MHD_HTTP_OK, "text/plain", "seastar-exporter is healthy\n");
	if (!strcmp(url, "/"))
		return say(c, MHD_HTTP_OK, "text/html; charset=utf-8", front_page);
	return say(c, MHD_HTTP_NOT_FOUND, "text/plain", "there is only /metrics\n");
}

/* Called when the headers are there, for each piece of a body, and at the end. */
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
	if (*size) {		/* nobody wants a body */
		*size = 0;
		return MHD_YES;
	}
	return answer(ctx, c, url, method);
}

static unsigned int most_clients(void)
{
	struct rlimit files;

	if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur > MOST_CLIENTS + OWN_FILES)
		return MOST_CLIENTS;
	return files.rlim_cur > OWN_FILES ? files.rlim_cur - OWN_FILES : 1;
}

struct MHD_Daemon *http_start(int fd, struct exporter *e)
{
	return MHD_start_daemon(MHD_USE_EPOLL, 0, NULL, NULL, on_request, e,
				MHD_OPTION_LISTEN_SOCKET, fd,
				MHD_OPTION_CONNECTION_LIMIT, most_clients(),
				MHD_OPTION_CONNECTION_TIMEOUT, SILENCE,
				MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES,
				MHD_OPTION_END);
}

int http_fd(struct MHD_Daemon *http)
{
	return MHD_get_daemon_info(http, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int http_timeout(struct MHD_Daemon *http)
{
	MHD_UNSIGNED_LONG_LONG ms;

	if (MHD_get_timeout(http, &ms) != MHD_YES)
		return -1;
	return ms < INT_MAX ? (int)ms : INT_MAX;
}

void http_run(struct MHD_Daemon *http)
{
	MHD_run(http);
}

void http_stop(struct MHD_Daemon *http)
{
	MHD_stop_daemon(http);
}
