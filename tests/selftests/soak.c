// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readers and writers that never rest, on devices that come and go: for SECONDS,
 * eight processes read by netlink, statistics files and sysfs, and two change
 * settings. Each ends with a line: what it did, how often that worked, how often the
 * device or the module was not there, and the first error that is none of these.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/seastar.h>

#define BUFFER	(64 * 1024)
#define TURNS_A_SOCKET	50

static const char *dev;
static char buffer[BUFFER];
static struct mnl_socket *sock;
static uint16_t family;
static unsigned int turns;

static struct nlmsghdr *start(uint16_t type, uint8_t command, uint16_t flags)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buffer);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = command;
	genl->version = 1;
	return nlh;
}

static int keep_family(const struct nlattr *a, void *ctx)
{
	if (mnl_attr_get_type(a) == CTRL_ATTR_FAMILY_ID)
		*(uint16_t *)ctx = mnl_attr_get_u16(a);
	return MNL_CB_OK;
}

static int family_of(const struct nlmsghdr *nlh, void *ctx)
{
	return mnl_attr_parse(nlh, sizeof(struct genlmsghdr), keep_family, ctx);
}

static int talk(struct nlmsghdr *nlh, mnl_cb_t cb, void *ctx)
{
	unsigned int port = mnl_socket_get_portid(sock);
	int length, more = MNL_CB_OK;

	if (mnl_socket_sendto(sock, nlh, nlh->nlmsg_len) < 0)
		return -errno;
	while (more > MNL_CB_STOP) {
		length = mnl_socket_recvfrom(sock, buffer, sizeof(buffer));
		if (length < 0)
			return -errno;
		more = mnl_cb_run(buffer, length, 0, port, cb, ctx);
	}
	return more < 0 ? -errno : 0;
}

static int open_socket(void)
{
	struct nlmsghdr *nlh;

	if (sock)
		mnl_socket_close(sock);
	sock = mnl_socket_open(NETLINK_GENERIC);
	if (!sock || mnl_socket_bind(sock, 0, MNL_SOCKET_AUTOPID))
		return -errno;
	nlh = start(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, NLM_F_ACK);
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, SEASTAR_GENL_NAME);
	return talk(nlh, family_of, &family);
}

/* The family's number is another when the module was loaded again. */
static int ready(void)
{
	return turns++ % TURNS_A_SOCKET ? 0 : open_socket();
}

static int dump(uint8_t command, bool named)
{
	struct nlmsghdr *nlh;
	int err = ready();

	if (err)
		return err;
	nlh = start(family, command, NLM_F_DUMP);
	if (named)
		mnl_attr_put_strz(nlh, SEASTAR_A_DEV_NAME, dev);
	return talk(nlh, NULL, NULL);
}

static int dump_stats(void)
{
	return dump(SEASTAR_CMD_STATS_GET, true);
}

static int dump_aging(void)
{
	return dump(SEASTAR_CMD_AGING_GET, true);
}

static int dump_devs(void)
{
	return dump(SEASTAR_CMD_DEV_GET, false);
}

static int dump_commits(void)
{
	return dump(SEASTAR_CMD_CONFIG_GET, false);
}

static int read_all(int fd)
{
	int got;

	do {
		got = read(fd, buffer, sizeof(buffer));
	} while (got > 0);
	return got < 0 ? -errno : 0;
}

static int read_stats_file(void)
{
	struct seastar_stats_fd arg = { 0 };
	int misc, fd, err;

	misc = open("/dev/seastar", O_RDONLY | O_CLOEXEC);
	if (misc < 0)
		return -errno;
	snprintf(arg.name, sizeof(arg.name), "%s", dev);
	fd = ioctl(misc, SEASTAR_IOC_STATS_FD, &arg);
	err = fd < 0 ? -errno : read_all(fd);
	if (fd >= 0)
		close(fd);
	close(misc);
	return err;
}

static int read_sysfs(void)
{
	char pattern[96];
	int fd, err = 0;
	glob_t found;
	size_t i;

	snprintf(pattern, sizeof(pattern), "/sys/class/seastar/%s/{*,aging/*,xp/*}", dev);
	if (glob(pattern, GLOB_BRACE | GLOB_NOSORT, NULL, &found))
		return -ENOENT;
	for (i = 0; i < found.gl_pathc && !err; i++) {
		fd = open(found.gl_pathv[i], O_RDONLY);
		if (fd < 0)
			continue;
		err = read_all(fd);
		close(fd);
		/* directories; routers that differ */
		if (err == -EISDIR || err == -ENODATA)
			err = 0;
	}
	globfree(&found);
	return err;
}

static void put_entry(struct nlmsghdr *nlh, uint16_t type)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, type);

	mnl_attr_put_u32(nlh, SEASTAR_A_ENTRY_CLOCK_PERIOD, rand() % 64 + 1);
	mnl_attr_put_u8(nlh, SEASTAR_A_ENTRY_REQ_BIAS, rand() % 8);
	mnl_attr_nest_end(nlh, nest);
}

static int write_aging(void)
{
	struct nlmsghdr *nlh;
	int err = ready();

	if (err)
		return err;
	nlh = start(family, SEASTAR_CMD_AGING_SET, NLM_F_ACK);
	mnl_attr_put_strz(nlh, SEASTAR_A_AGING_DEV, dev);
	put_entry(nlh, SEASTAR_A_AGING_ENTRY);
	return talk(nlh, NULL, NULL);
}

/* A commit that nobody confirms: the kernel undoes it. */
static int commit(void)
{
	struct nlmsghdr *nlh;
	struct nlattr *nest;
	int err = ready();

	if (err)
		return err;
	nlh = start(family, SEASTAR_CMD_CONFIG_COMMIT, NLM_F_ACK);
	mnl_attr_put_u32(nlh, SEASTAR_A_CONFIG_TIMEOUT, rand() % 20 + 1);
	nest = mnl_attr_nest_start(nlh, SEASTAR_A_CONFIG_DEV);
	mnl_attr_put_strz(nlh, SEASTAR_A_CONFIG_DEV_NAME, dev);
	put_entry(nlh, SEASTAR_A_CONFIG_DEV_ENTRY);
	mnl_attr_nest_end(nlh, nest);
	return talk(nlh, NULL, NULL);
}

static const struct role {
	const char *name;
	int (*turn)(void);
} roles[] = {
	{ "dump-stats", dump_stats },
	{ "dump-stats", dump_stats },
	{ "dump-aging", dump_aging },
	{ "dump-devs", dump_devs },
	{ "dump-commits", dump_commits },
	{ "stats-file", read_stats_file },
	{ "stats-file", read_stats_file },
	{ "sysfs", read_sysfs },
	{ "set-aging", write_aging },
	{ "commit", commit },
};

/* What comes of devices that go, and of changes that somebody else has made. */
static bool is_harmless(int err)
{
	switch (err) {
	case -ENODEV:
	case -ENOENT:
	case -ENXIO:
	case -EBUSY:
	case -EINTR:		/* an inconsistent dump */
	case -EOPNOTSUPP:	/* netlink: no family of this number */
		return true;
	default:
		return false;
	}
}

/* For so long; on a slow machine longer, until it has got something done. */
static void play(const struct role *role, unsigned int seconds)
{
	time_t end = time(NULL) + seconds, late = end + 10 * seconds;
	unsigned long worked = 0, absent = 0;
	int err, bad = 0;

	srand(getpid());
	while (time(NULL) < (worked ? end : late)) {
		err = role->turn();
		if (!err) {
			worked++;
		} else if (is_harmless(err)) {
			absent++;
			turns = 0;
			usleep(1000);
		} else if (!bad) {
			bad = -err;
		}
	}
	printf("%s worked %lu absent %lu error %s\n", role->name, worked, absent,
	       bad ? strerrorname_np(bad) : "none");
	fflush(stdout);
	_exit(0);
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc != 3) {
		fprintf(stderr, "usage: soak DEVICE SECONDS\n");
		return 2;
	}
	dev = argv[1];
	for (i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		if (!fork())
			play(&roles[i], atoi(argv[2]));
	while (wait(NULL) > 0)
		;
	return 0;
}
