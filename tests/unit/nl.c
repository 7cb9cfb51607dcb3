// SPDX-License-Identifier: GPL-2.0-only
/*
 * Dumps that changes of settings interrupt are restarted a bounded number of times, and a refusal
 * without a sentence gets one. The test plays the kernel: it replaces the functions of libmnl that
 * use sockets.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test.h"
#include "tools/seastar/netlink/nl.h"

#define FAMILY		33
#define PORT		44
#define PARTS		3	/* messages of a dump */
#define TRIES		6	/* attempts, as documented in seastar(8) */

/* State of the simulated kernel. */
static struct {
	int interruptions;	/* dumps still to be interrupted */
	int dumps;		/* dumps begun */
	int error;		/* errno at the end of dumps, without a sentence */
	bool silent;
	struct nlmsghdr request;
} kernel;

/* State of the reader. */
static struct {
	int restarts, replies;
} reader;

struct mnl_socket *mnl_socket_open2(int bus, int flags)
{
	static char socket;

	(void)bus;
	(void)flags;
	return (struct mnl_socket *)&socket;
}

int mnl_socket_bind(struct mnl_socket *s, unsigned int groups, pid_t pid)
{
	(void)s;
	(void)groups;
	(void)pid;
	return 0;
}

int mnl_socket_close(struct mnl_socket *s)
{
	(void)s;
	return 0;
}

int mnl_socket_get_fd(const struct mnl_socket *s)
{
	(void)s;
	return -1;
}

unsigned int mnl_socket_get_portid(const struct mnl_socket *s)
{
	(void)s;
	return PORT;
}

int mnl_socket_setsockopt(const struct mnl_socket *s, int type, void *value, socklen_t length)
{
	(void)s;
	(void)type;
	(void)value;
	(void)length;
	return 0;
}

ssize_t mnl_socket_sendto(const struct mnl_socket *s, const void *request, size_t length)
{
	(void)s;
	memcpy(&kernel.request, request, sizeof(kernel.request));
	kernel.dumps += kernel.request.nlmsg_type == FAMILY;
	return length;
}

static struct nlmsghdr *put(void *to, uint16_t type, uint16_t flags)
{
	struct nlmsghdr *h = mnl_nlmsg_put_header(to);

	h->nlmsg_type = type;
	h->nlmsg_flags = flags;
	h->nlmsg_seq = kernel.request.nlmsg_seq;
	h->nlmsg_pid = PORT;
	return h;
}

static ssize_t put_family(void *to)
{
	struct nlmsghdr *h = put(to, GENL_ID_CTRL, 0);

	mnl_nlmsg_put_extra_header(h, sizeof(struct genlmsghdr));
	mnl_attr_put_u16(h, CTRL_ATTR_FAMILY_ID, FAMILY);
	return h->nlmsg_len;
}

/* Write a dump; the flag of an interruption is in its last message. */
static ssize_t put_dump(char *to)
{
	uint16_t flags = NLM_F_MULTI;
	struct nlmsghdr *h;
	char *at = to;
	int i;

	for (i = 0; i < PARTS; i++) {
		if (i == PARTS - 1 && kernel.interruptions)
			flags |= NLM_F_DUMP_INTR;
		h = put(at, FAMILY, flags);
		mnl_nlmsg_put_extra_header(h, sizeof(struct genlmsghdr));
		at += h->nlmsg_len;
	}
	kernel.interruptions -= kernel.interruptions > 0;
	h = put(at, NLMSG_DONE, NLM_F_MULTI);
	*(int *)mnl_nlmsg_put_extra_header(h, sizeof(int)) = -kernel.error;
	return at + h->nlmsg_len - to;
}

ssize_t mnl_socket_recvfrom(const struct mnl_socket *s, void *to, size_t size)
{
	(void)s;
	(void)size;
	if (kernel.silent) {
		errno = EAGAIN;
		return -1;
	}
	return kernel.request.nlmsg_type == GENL_ID_CTRL ? put_family(to) : put_dump(to);
}

static void on_restart(void *ctx)
{
	(void)ctx;
	reader.restarts++;
	reader.replies = 0;
}

static void on_reply(const struct nlmsghdr *reply, void *ctx)
{
	(void)reply;
	(void)ctx;
	reader.replies++;
}

static void dump(int interruptions)
{
	struct snl_msg m;
	struct nl nl;

	memset(&kernel, 0, sizeof(kernel));
	memset(&reader, 0, sizeof(reader));
	kernel.interruptions = interruptions;
	nl_open(&nl);
	snl_start(&m, SEASTAR_CMD_STATS_GET);
	nl_dump(&nl, &m, on_restart, on_reply, NULL);
	nl_close(&nl);
}

static void interrupted_dumps_begin_anew(void **state)
{
	int n;

	(void)state;
	for (n = 0; n < TRIES; n++) {
		dump(n);
		assert_int_equal(kernel.dumps, n + 1);
		assert_int_equal(reader.restarts, n + 1);
		assert_int_equal(reader.replies, PARTS);
	}
}

/* A child process runs the program; its error comes through a pipe. */
static void after_six_the_program_says_so(void **state)
{
	char said[256] = "";
	int status, fd[2];
	size_t length = 0;
	ssize_t n;

	(void)state;
	assert_int_equal(pipe(fd), 0);
	if (!fork()) {
		dup2(fd[1], STDERR_FILENO);
		dump(TRIES);
		_exit(0);
	}
	close(fd[1]);
	while ((n = read(fd[0], said + length, sizeof(said) - 1 - length)) > 0)
		length += n;
	close(fd[0]);
	wait(&status);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
	assert_string_equal(said,
			    "seastar: settings changed during each of 6 readings: try again when nothing changes them\n");
}

static void lack_of_privilege_is_explained(void **state)
{
	struct snl_msg m;
	struct nl nl;

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	kernel.error = EPERM;
	nl_try_open(&nl);
	snl_start(&m, SEASTAR_CMD_MMR_GET);
	nl_dump(&nl, &m, on_restart, on_reply, NULL);
	assert_true(nl.failed);
	assert_string_equal(nl.snl.why, "this needs CAP_NET_ADMIN in the initial user namespace: use sudo");
	nl_close(&nl);
}

/* Read a dump by the library, which returns an error and does not end the program. */
static int library_dump(struct snl *nl, int interruptions)
{
	struct snl_msg m;

	memset(&kernel, 0, sizeof(kernel));
	memset(&reader, 0, sizeof(reader));
	kernel.interruptions = interruptions;
	snl_start(&m, SEASTAR_CMD_STATS_GET);
	return snl_dump(nl, &m, NULL, on_reply, NULL);
}

static void the_library_returns_errors(void **state)
{
	struct snl nl = { 0 };

	(void)state;
	assert_int_equal(library_dump(&nl, 0), -ENOTCONN);
	assert_int_equal(kernel.dumps, 0);
	assert_int_equal(snl_open(&nl), 0);
	assert_int_equal(nl.family, FAMILY);
	assert_int_equal(library_dump(&nl, TRIES), -EAGAIN);
	assert_string_equal(nl.why,
			    "settings changed during each of 6 readings: try again when nothing changes them");
	assert_int_equal(library_dump(&nl, 1), 0);
	assert_int_equal(kernel.dumps, 2);
	snl_close(&nl);
	snl_close(&nl);
}

/* The rest of an answer that came late is not taken for the answer to the next request. */
static void an_answer_that_is_late_ends_the_connection(void **state)
{
	struct snl nl = { .patience = 1 };
	struct snl_msg m;

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	assert_int_equal(snl_open(&nl), 0);
	kernel.silent = true;
	snl_start(&m, SEASTAR_CMD_STATS_GET);
	assert_int_equal(snl_do(&nl, &m, on_reply, NULL), -ETIMEDOUT);
	assert_string_equal(nl.why, "cannot receive from the kernel: Connection timed out");
	assert_false(snl_is_open(&nl));
	assert_int_equal(library_dump(&nl, 0), -ENOTCONN);
	assert_int_equal(snl_open(&nl), 0);
	assert_int_equal(library_dump(&nl, 0), 0);
	assert_int_equal(reader.replies, PARTS);
	snl_close(&nl);
}

static void a_request_that_is_too_long_is_not_sent(void **state)
{
	static const char data[UINT16_MAX];
	struct snl nl = { 0 };
	struct snl_msg m;

	(void)state;
	memset(&kernel, 0, sizeof(kernel));
	assert_int_equal(snl_open(&nl), 0);
	snl_start(&m, SEASTAR_CMD_STATS_GET);
	snl_put(&m, 1, data, sizeof(data));
	snl_put_u32(&m, 2, 3);
	assert_int_equal(m.error, -EMSGSIZE);
	assert_int_equal(snl_do(&nl, &m, on_reply, NULL), -EMSGSIZE);
	assert_int_equal(kernel.dumps, 0);
	assert_null(m.header);
	snl_start(&m, SEASTAR_CMD_STATS_GET);
	snl_put(&m, 1, data, UINT16_MAX - MNL_ATTR_HDRLEN);
	assert_int_equal(m.error, 0);
	snl_release(&m);
	snl_close(&nl);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(interrupted_dumps_begin_anew),
		cmocka_unit_test(after_six_the_program_says_so),
		cmocka_unit_test(lack_of_privilege_is_explained),
		cmocka_unit_test(the_library_returns_errors),
		cmocka_unit_test(an_answer_that_is_late_ends_the_connection),
		cmocka_unit_test(a_request_that_is_too_long_is_not_sent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
