// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measure the cost of reading all counters of a device that stands, by each of its interfaces; run
 * in a guest.  The figures are a list of {name, value, unit, note} as JSON on stdout.
 *
 *	poll DEVICE
 *
 * The CPU of a guest may be emulated.  So compare ratios, not times: the ratio to a copy of as many
 * bytes in the same run.
 */
#define _GNU_SOURCE	/* memfd_create */
#include <errno.h>
#include <glob.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <linux/seastar.h>

#include "statsfile.h"

#define REPEATS		9
#define RECEIVE_BYTES	(32 * 1024)

static const char *dev;
static struct mnl_socket *rtnetlink, *generic;
static uint16_t family;
static unsigned int receives;
static size_t bytes;
static struct statsfile file;
static unsigned char *copy;
static double copy_us;
static int memory_file;

static void fail(const char *what)
{
	fprintf(stderr, "poll: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void result(const char *name, double value, const char *unit, const char *note)
{
	static int any;

	printf("%s{\"name\":\"poll.%s\",\"value\":%.6g,\"unit\":\"%s\",\"note\":\"%s\"}",
	       any++ ? ",\n" : "[", name, value, unit, note);
}

static double now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Return the median microseconds of several runs, without the time of @before. */
static double time_of(void (*run)(void), void (*before)(void))
{
	double took[REPEATS], start;
	int i;

	for (i = 0; i < REPEATS; i++) {
		if (before)
			before();
		start = now_us();
		run();
		took[i] = now_us() - start;
	}
	qsort(took, REPEATS, sizeof(*took), by_size);
	return took[REPEATS / 2];
}

/* Report a time, and its ratio to the time of the copy. */
static void report(const char *name, double us, const char *note)
{
	char ratio[64];

	result(name, us, "us", note);
	snprintf(ratio, sizeof(ratio), "%s_per_copy", name);
	result(ratio, us / copy_us, "ratio", "of poll.copy in the same run");
}

static int count_messages(const struct nlmsghdr *m, void *ctx)
{
	(void)ctx;
	bytes += m->nlmsg_len;
	return MNL_CB_OK;
}

static void dump(struct mnl_socket *socket, struct nlmsghdr *request)
{
	static char buffer[RECEIVE_BYTES];
	static unsigned int sequence;
	int ret;

	request->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	request->nlmsg_seq = ++sequence;
	if (mnl_socket_sendto(socket, request, request->nlmsg_len) < 0)
		fail("cannot send");
	do {
		ssize_t n = mnl_socket_recvfrom(socket, buffer, sizeof(buffer));

		if (n < 0)
			fail("cannot receive");
		receives++;
		ret = mnl_cb_run(buffer, n, sequence, mnl_socket_get_portid(socket),
				 count_messages, NULL);
	} while (ret > MNL_CB_STOP);
	if (ret < 0)
		fail("a dump failed");
}

static void dump_stats(void)
{
	char buffer[256];
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);
	struct genlmsghdr *genl = mnl_nlmsg_put_extra_header(request, sizeof(*genl));

	request->nlmsg_type = family;
	genl->cmd = SEASTAR_CMD_STATS_GET;
	genl->version = SEASTAR_GENL_VERSION;
	mnl_attr_put_strz(request, SEASTAR_A_STATS_DEV, dev);
	receives = 0;
	bytes = 0;
	dump(generic, request);
}

/* Dump the guest's few network links repeatedly, until as many bytes have come. */
static void dump_links(void)
{
	char buffer[256];
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);

	request->nlmsg_type = RTM_GETLINK;
	mnl_nlmsg_put_extra_header(request, sizeof(struct ifinfomsg));
	receives = 0;
	for (bytes = 0; bytes < file.header.data_size; )
		dump(rtnetlink, request);
}

static void read_file(void)
{
	statsfile_read(&file);
}

static void read_counter_files(void)
{
	char pattern[128], text[32];
	glob_t files;
	size_t i;
	int fd;

	snprintf(pattern, sizeof(pattern), "/sys/class/seastar/%s/*/{vc,stalled,age_bin}*", dev);
	if (glob(pattern, GLOB_BRACE, NULL, &files) ||
	    files.gl_pathc != SEASTAR_PORTS * SEASTAR_COUNTERS)
		fail("the counters in sysfs");
	for (i = 0; i < files.gl_pathc; i++) {
		fd = open(files.gl_pathv[i], O_RDONLY);
		if (fd < 0 || read(fd, text, sizeof(text)) <= 0)
			fail(files.gl_pathv[i]);
		close(fd);
	}
	globfree(&files);
}

static void copy_block(void)
{
	memcpy(copy, file.data, file.header.data_size);
	__asm__ volatile("" : : "r"(copy) : "memory");
}

/*
 * Have the kernel copy as many bytes, for comparison: an emulated CPU copies them much more
 * slowly with the kernel's instructions than with the C library's.
 */
static void read_memory_file(void)
{
	size_t size = file.header.data_size;

	if (pread(memory_file, copy, size, 0) != (ssize_t)size)
		fail("cannot read the memory file");
}

static void make_memory_file(void)
{
	size_t size = file.header.data_size;

	memory_file = memfd_create("copy", MFD_CLOEXEC);
	if (memory_file < 0 || write(memory_file, file.data, size) != (ssize_t)size)
		fail("cannot make a memory file");
}

static void step(void)
{
	char command[128];

	snprintf(command, sizeof(command), "seastar clock step %s 1", dev);
	if (system(command))
		fail(command);
}

static struct mnl_socket *open_netlink(int bus)
{
	struct mnl_socket *socket = mnl_socket_open(bus);

	if (!socket || mnl_socket_bind(socket, 0, MNL_SOCKET_AUTOPID))
		fail("cannot open a netlink socket");
	return socket;
}

static int take_family(const struct nlmsghdr *m, void *ctx)
{
	const struct nlattr *a;

	(void)ctx;
	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) == CTRL_ATTR_FAMILY_ID)
			family = mnl_attr_get_u16(a);
	}
	return MNL_CB_OK;
}

static void find_family(void)
{
	char buffer[RECEIVE_BYTES];
	struct nlmsghdr *request = mnl_nlmsg_put_header(buffer);
	struct genlmsghdr *genl = mnl_nlmsg_put_extra_header(request, sizeof(*genl));
	ssize_t n;

	request->nlmsg_type = GENL_ID_CTRL;
	request->nlmsg_flags = NLM_F_REQUEST;
	genl->cmd = CTRL_CMD_GETFAMILY;
	genl->version = 1;
	mnl_attr_put_strz(request, CTRL_ATTR_FAMILY_NAME, SEASTAR_GENL_NAME);
	if (mnl_socket_sendto(generic, request, request->nlmsg_len) < 0)
		fail("cannot send");
	n = mnl_socket_recvfrom(generic, buffer, sizeof(buffer));
	if (n < 0 || mnl_cb_run(buffer, n, 0, 0, take_family, NULL) < 0 || !family)
		fail("the seastar module is not loaded");
}

static void set_up(void)
{
	statsfile_open(&file, dev);
	copy = malloc(file.header.data_size);
	if (!copy)
		fail("memory");
	generic = open_netlink(NETLINK_GENERIC);
	rtnetlink = open_netlink(NETLINK_ROUTE);
	find_family();
	read_file();	/* so that no page faults are measured later */
	copy_block();
	make_memory_file();
}

int main(int argc, char **argv)
{
	double us, kernel_us;

	if (argc != 2) {
		fprintf(stderr, "usage: poll DEVICE\n");
		return 2;
	}
	dev = argv[1];
	set_up();
	copy_us = time_of(copy_block, NULL);
	result("bytes", file.header.data_size, "bytes", "a data block");
	result("copy", copy_us, "us", "memcpy() of a data block");
	kernel_us = time_of(read_memory_file, NULL);
	report("copy_by_kernel", kernel_us, "pread() of a memory file of as many bytes");
	us = time_of(read_file, NULL);
	report("stats_fd", us, "one pread() of a data block");
	result("stats_fd_per_copy_by_kernel", us / kernel_us, "ratio",
	       "of poll.copy_by_kernel in the same run");
	report("sample", time_of(read_file, step), "the same after a cycle: registers are read");
	us = time_of(dump_stats, NULL);
	report("netlink_dump", us, "STATS_GET, 32 KiB buffers");
	result("netlink_receives", receives, "receives", "of that dump");
	us = time_of(dump_links, NULL);
	report("rtnetlink_dump", us,
	       "RTM_GETLINK of the guest's links, again until as many bytes came");
	result("rtnetlink_receives", receives, "receives", "of those dumps");
	report("sysfs", time_of(read_counter_files, NULL), "119 files, each a sum over routers");
	puts("]");
	statsfile_close(&file);
	return 0;
}
