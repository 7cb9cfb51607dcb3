// SPDX-License-Identifier: GPL-2.0-only
/* Statistics files: their descriptions are right, and their counters equal those of netlink. */
#define _GNU_SOURCE	/* setresuid */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "client.h"
#include "statsfile.h"

#define DEV	"sfd0"
#define ROUTERS	18	/* 3x3x2 */
#define CLAIMS	40
#define NOBODY	65534
#define TRIES	200	/* looks per wait, 0.1 s apart */

static int claims, failed;

static void claim(bool good, const char *what, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Report a claim; @fmt and later arguments are the value seen, printed if the claim does not hold.
 */
static void claim(bool good, const char *what, const char *fmt, ...)
{
	va_list ap;

	printf("%sok %d %s\n", good ? "" : "not ", ++claims, what);
	if (good)
		return;
	failed = 1;
	printf("# ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	puts("\n# rerun: ./statsfd");
}

static void run(const char *command)
{
	fflush(stdout);
	if (system(command)) {
		printf("Bail out! failed: %s\n", command);
		exit(1);
	}
}

/* Load the module, and create the device with traffic. */
static void begin(void)
{
	run("modprobe seastar");
	run("seastar dev add " DEV " topology 3x3x2");
	run("seastar traffic set " DEV " pattern uniform load 0.3 requests 50");
	run("seastar age set " DEV " period 8");
	run("seastar clock step " DEV " 20000");
}

static void header(const struct statsfile *s)
{
	const struct seastar_stats_header *h = &s->header;

	claim(h->header_size == sizeof(*h), "the header has its size", "%u", h->header_size);
	claim(h->routers == ROUTERS && h->ports == SEASTAR_PORTS,
	      "the header has routers and ports", "%u routers, %u ports", h->routers, h->ports);
	claim(!strcmp(h->id, "seastar-" DEV), "the header names the device", "%s", h->id);
	claim(h->desc_offset >= h->header_size &&
	      h->data_offset >= h->desc_offset + (__u64)h->desc_count * h->desc_size,
	      "the parts follow one another", "descriptors at %u, data at %llu", h->desc_offset,
	      h->data_offset);
	claim(lseek(s->fd, 0, SEEK_END) == (off_t)(h->data_offset + h->data_size),
	      "the file ends with the data block", "%ld", (long)lseek(s->fd, 0, SEEK_CUR));
}

/* Count, for each byte of the data block, the descriptions that cover it. */
static void cover(const struct statsfile *s, const struct seastar_stats_desc *d,
		  unsigned char *covered)
{
	__u64 at, r, i;

	for (r = 0; r < d->repeats; r++) {
		for (i = 0; i < d->count * d->width; i++) {
			at = d->offset + r * d->stride + i;
			if (at < s->header.data_size && covered[at] < 2)
				covered[at]++;
		}
	}
}

static void descriptors(const struct statsfile *s)
{
	unsigned char *covered = calloc(1, s->header.data_size);
	__u64 once = 0, more = 0, i, k, twins = 0, senseless = 0;

	for (i = 0; i < s->header.desc_count; i++) {
		const struct seastar_stats_desc *d = &s->desc[i];

		cover(s, d, covered);
		for (k = 0; k < i; k++)
			twins += !strcmp(d->name, s->desc[k].name);
		senseless += !d->name[0] || d->kind > SEASTAR_STATS_KIND_HISTOGRAM ||
			     d->unit > SEASTAR_STATS_UNIT_FLITS ||
			     (d->width != 4 && d->width != 8) ||
			     (d->kind == SEASTAR_STATS_KIND_HISTOGRAM) !=
			     (d->bucket_high > d->bucket_low);
	}
	for (i = 0; i < s->header.data_size; i++) {
		once += covered[i] == 1;
		more += covered[i] > 1;
	}
	free(covered);
	claim(!more && once + 4 == s->header.data_size,
	      "descriptors cover the data block once, but for the reserved word",
	      "%llu bytes once, %llu more often, of %llu", once, more, s->header.data_size);
	claim(!twins, "no two descriptors have one name", "%llu have", twins);
	claim(!senseless, "kinds, units, widths and bounds make sense", "%llu do not", senseless);
}

static void names(const struct statsfile *s)
{
	static const struct {
		const char *name;
		__u32 n, kind, unit;
	} families[] = {
		{ "vc%u_blocked", 4, SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_CYCLES },
		{ "stalled", 1, SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_CYCLES },
		{ "age_bin%u", 4, SEASTAR_STATS_KIND_HISTOGRAM, SEASTAR_STATS_UNIT_PACKETS },
		{ "vc%u_pkts", 4, SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_PACKETS },
		{ "vc%u_flits", 4, SEASTAR_STATS_KIND_COUNTER, SEASTAR_STATS_UNIT_FLITS },
	};
	unsigned int f, i, wrong = 0;
	char name[32];

	for (f = 0; f < sizeof(families) / sizeof(families[0]); f++) {
		for (i = 0; i < families[f].n; i++) {
			const struct seastar_stats_desc *d;

			snprintf(name, sizeof(name), families[f].name, i);
			d = statsfile_desc(s, name);
			wrong += d->kind != families[f].kind || d->unit != families[f].unit ||
				 d->repeats != ROUTERS || d->count != SEASTAR_PORTS;
		}
	}
	claim(!wrong, "all counters are there, with kind and unit", "%u are wrong", wrong);
	claim(statsfile_desc(s, "age_bin2")->bucket_low == 128 &&
	      statsfile_desc(s, "age_bin2")->bucket_high == 191,
	      "buckets have their bounds", "%llu to %llu",
	      statsfile_desc(s, "age_bin2")->bucket_low,
	      statsfile_desc(s, "age_bin2")->bucket_high);
}

/* A comparison of a dump with the data block. */
struct comparison {
	const struct statsfile *s;
	unsigned int routers;
	unsigned int differ;
	__u64 total;
};

/* Find a counter's description: the first @n by name, others by their place at the end. */
static const struct seastar_stats_desc *describe(const struct statsfile *s, unsigned int counter,
						 const char *const *names, unsigned int n)
{
	if (counter < n)
		return statsfile_desc(s, names[counter]);
	return &s->desc[s->header.desc_count - SEASTAR_COUNTERS + counter];
}

static void compare(struct nlattr **tb, void *ctx)
{
	/* names of counters in version 0.2, in the order of enum seastar_counter */
	static const char *const names[] = {
		"vc0_blocked", "vc1_blocked", "vc2_blocked", "vc3_blocked", "stalled",
		"age_bin0", "age_bin1", "age_bin2", "age_bin3",
		"vc0_pkts", "vc1_pkts", "vc2_pkts", "vc3_pkts",
		"vc0_flits", "vc1_flits", "vc2_flits", "vc3_flits",
		"contested", "inhibited", "tied", "saturated",
	};
	__u64 counter[SEASTAR_COUNTERS * SEASTAR_PORTS] = { 0 };
	__u32 router = nla_get_u32(tb[SEASTAR_A_STATS_ROUTER]);
	struct comparison *c = ctx;
	unsigned int i, port;

	nla_memcpy(counter, tb[SEASTAR_A_STATS_COUNTERS], sizeof(counter));
	c->routers++;
	c->differ += nla_get_u64(tb[SEASTAR_A_STATS_CYCLE]) !=
		     statsfile_value(c->s, statsfile_desc(c->s, "cycle"), 0, 0);
	c->differ += nla_get_u64(tb[SEASTAR_A_STATS_SEQUENCE]) !=
		     statsfile_value(c->s, statsfile_desc(c->s, "sequence"), 0, 0);
	c->differ += nla_get_u64(tb[SEASTAR_A_STATS_TIME]) !=
		     statsfile_value(c->s, statsfile_desc(c->s, "time"), 0, 0);
	c->differ += nla_get_u64(tb[SEASTAR_A_STATS_GENERATION]) !=
		     statsfile_value(c->s, statsfile_desc(c->s, "generation"), 0, 0);
	for (i = 0; i < SEASTAR_COUNTERS; i++) {
		const struct seastar_stats_desc *d =
			describe(c->s, i, names, sizeof(names) / sizeof(names[0]));

		for (port = 0; port < SEASTAR_PORTS; port++) {
			__u64 value = counter[i * SEASTAR_PORTS + port];

			c->differ += statsfile_value(c->s, d, router, port) != value;
			c->total += value;
		}
	}
}

static void against_netlink(struct statsfile *s)
{
	struct comparison c = { .s = s };

	statsfile_read(s);
	client_open();
	if (client_dump(SEASTAR_CMD_STATS_GET, DEV, compare, &c))
		c.differ++;
	claim(c.routers == ROUTERS && !c.differ && c.total,
	      "the data block is what netlink says", "%u routers, %u values differ, sum %llu",
	      c.routers, c.differ, c.total);
}

static __u64 cycle_in(struct statsfile *s)
{
	return statsfile_value(s, statsfile_desc(s, "cycle"), 0, 0);
}

/* Check that small reads go on with a sample, and that a read of the first byte takes a new one. */
static void small_reads(struct statsfile *s)
{
	const struct seastar_stats_header *h = &s->header;
	unsigned char *old = malloc(h->data_size);
	unsigned char *pieces = malloc(h->data_size);
	__u64 at, before;

	statsfile_read(s);
	memcpy(old, s->data, h->data_size);
	before = cycle_in(s);
	/* the block was read to its end: this takes another sample, in the same cycle */
	if (pread(s->fd, pieces, 1, h->data_offset) != 1)
		pieces[0] = ~old[0];
	run("seastar clock step " DEV " 1000");
	for (at = 1; at < h->data_size; at += 100) {
		size_t n = h->data_size - at < 100 ? h->data_size - at : 100;

		if (pread(s->fd, pieces + at, n, h->data_offset + at) != (ssize_t)n)
			memset(pieces + at, 0xff, n);
	}
	claim(!memcmp(old, pieces, h->data_size), "small reads go on with one sample",
	      "they differ");
	statsfile_read(s);
	claim(cycle_in(s) == before + 1000, "a read of the first byte takes another",
	      "cycle %llu after %llu", cycle_in(s), before);
	free(old);
	free(pieces);
}

static void whole_file(struct statsfile *s)
{
	size_t size = s->header.data_offset + s->header.data_size;
	unsigned char *all = malloc(size + 10);
	ssize_t n;

	statsfile_read(s);
	lseek(s->fd, 0, SEEK_SET);
	n = read(s->fd, all, size + 10);
	claim(n == (ssize_t)size && !memcmp(all, &s->header, sizeof(s->header)) &&
	      !memcmp(all + s->header.data_offset, s->data, s->header.data_size),
	      "one read has the whole file", "%zd bytes of %zu", n, size);
	n = read(s->fd, all, 10);
	claim(!n, "and then it ends", "%zd", n);
	free(all);
}

/* A request with a later version of struct seastar_stats_fd. */
struct later {
	struct seastar_stats_fd known;
	__u32 unknown[2];
};

/* Request a statistics file; return errno or 0. */
static int ask(int control, const void *arg)
{
	int fd = ioctl(control, SEASTAR_IOC_STATS_FD, arg);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static void growth(int control)
{
	struct later later = { .known = { .size = sizeof(later), .name = DEV } };
	static union {
		struct seastar_stats_fd known;
		unsigned char bytes[2 * 65536];	/* more than a page, whatever its size */
	} huge;
	int err;

	claim(sizeof(later.known) == SEASTAR_STATS_FD_SIZE_VER0, "the structure has its first size",
	      "%zu", sizeof(later.known));
	err = ask(control, &later);
	claim(!err, "a larger structure is taken if what is unknown is 0", "%s", strerror(err));
	later.unknown[1] = 1;
	err = ask(control, &later);
	claim(err == E2BIG, "and refused if it is not", "%s", strerror(err));
	huge.known = later.known;
	huge.known.size = sizeof(huge);
	err = ask(control, &huge);
	claim(err == E2BIG, "one larger than a page is refused", "%s", strerror(err));
	later.known.size = SEASTAR_STATS_FD_SIZE_VER0 - 1;
	err = ask(control, &later);
	claim(err == EINVAL, "and so is one that is too small", "%s", strerror(err));
	later.known.size = sizeof(later.known);
	later.known.flags = 1U << 31;
	err = ask(control, &later);
	claim(err == EINVAL, "an unknown flag is refused", "%s", strerror(err));
}

static void refusals(void)
{
	struct seastar_stats_fd endless;
	int control = open("/dev/seastar", O_RDONLY);
	int ret;

	errno = 0;
	ret = statsfile_fd("nosuch");
	claim(ret < 0 && errno == ENODEV, "an unknown device is refused", "%d, %s", ret,
	      strerror(errno));
	memset(&endless, 'a', sizeof(endless));
	endless.size = sizeof(endless);
	endless.flags = 0;
	ret = ioctl(control, SEASTAR_IOC_STATS_FD, &endless);
	claim(ret < 0 && errno == EINVAL, "a name without end is refused", "%d, %s", ret,
	      strerror(errno));
	ret = ioctl(control, SEASTAR_IOC_STATS_FD, NULL);
	claim(ret < 0 && errno == EFAULT, "a structure from nowhere is refused", "%d, %s", ret,
	      strerror(errno));
	ret = ioctl(control, _IO(0xb9, 99));
	claim(ret < 0 && errno == ENOTTY, "an unknown ioctl is refused", "%d, %s", ret,
	      strerror(errno));
	growth(control);
	close(control);
}

/* A dump's report of missing counts and of samples that failed. */
struct trouble {
	__u64 flags, gaps, failed;
};

static void see_trouble(struct nlattr **tb, void *ctx)
{
	struct trouble *t = ctx;

	if (tb[SEASTAR_A_STATS_FLAGS])
		t->flags = nla_get_u32(tb[SEASTAR_A_STATS_FLAGS]);
	if (tb[SEASTAR_A_STATS_GAPS])
		t->gaps = nla_get_u64(tb[SEASTAR_A_STATS_GAPS]);
	if (tb[SEASTAR_A_STATS_FAILED])
		t->failed = nla_get_u64(tb[SEASTAR_A_STATS_FAILED]);
}

static void set_fault(const char *knob, const char *value)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/debug/seastar/%s", knob);
	fd = open(path, O_WRONLY);
	if (fd < 0 || write(fd, value, 1) != 1) {
		printf("Bail out! cannot write to %s: %s\n", path, strerror(errno));
		exit(1);
	}
	close(fd);
}

/* Make a reading fail; the driver's own round may take the sample or the failure first. */
static int read_failing(const struct statsfile *s)
{
	int i, ret = 0, error = 0;
	char byte;

	for (i = 0; i < 20 && ret >= 0; i++) {
		run("seastar clock step " DEV " 10");
		set_fault("fail_sample", "1");
		ret = pread(s->fd, &byte, 1, s->header.data_offset);
		error = errno;
		set_fault("fail_sample", "0");
	}
	return ret < 0 ? error : 0;
}

/*
 * Read until a sample is taken again, for a minute at most: the driver makes no attempt for nine
 * times as long as the failed one took, which is long on a busy machine.
 */
static void read_again(struct statsfile *s)
{
	char byte;
	int i;

	for (i = 0; i < 600 && pread(s->fd, &byte, 1, s->header.data_offset) < 0; i++)
		usleep(100000);
	statsfile_read(s);
}

/* Check that a failed reading is an error for its reader, is counted, and loses no counts. */
static void failures(struct statsfile *s)
{
	struct trouble before = { 0 }, after = { 0 };
	int ret, error;

	run("seastar clock step " DEV " 10");
	ret = client_dump(SEASTAR_CMD_STATS_GET, DEV, see_trouble, &before);
	claim(!ret && !before.flags && !before.gaps && !before.failed,
	      "without trouble there is nothing to say of it", "%d, %llu gaps, %llu failed", ret,
	      before.gaps, before.failed);
	error = read_failing(s);
	claim(error == EIO, "a sample that cannot be taken is an error", "%s", strerror(error));
	read_again(s);
	ret = client_dump(SEASTAR_CMD_STATS_GET, DEV, see_trouble, &after);
	claim(!ret && after.failed, "it is counted", "%d, %llu failed", ret, after.failed);
	claim(!after.flags && !after.gaps, "and no count is missing", "flags %llu, %llu gaps",
	      after.flags, after.gaps);
}

/* Check that a reader in parts uses its own memory: if it lacks memory, only this reader fails. */
static void lack_of_memory(struct statsfile *s)
{
	char byte;
	int ret, error;

	run("seastar clock step " DEV " 10");
	set_fault("fail_alloc", "1");
	ret = pread(s->fd, &byte, 1, s->header.data_offset);
	error = errno;
	statsfile_read(s);
	claim(ret < 0 && error == ENOMEM, "who has no memory for a part is refused", "%d, %s", ret,
	      strerror(error));
	run("seastar clock step " DEV " 10");
	set_fault("fail_alloc", "1");
	statsfile_read(s);
	claim(system("exit $(cat /sys/kernel/debug/seastar/fail_alloc)") != 0,
	      "a whole reading needs no memory, nor does the sample", "it took some");
	set_fault("fail_alloc", "0");
}

static __u64 sequence_in(struct statsfile *s)
{
	statsfile_read(s);
	return statsfile_value(s, statsfile_desc(s, "sequence"), 0, 0);
}

#define READS	2000

/* Check that readers without pause share samples even at a lifespan of 0, as fabrics need time. */
static void share(struct statsfile *s)
{
	__u64 first, last = 0;
	unsigned int i;

	run("echo 0 >/sys/class/seastar/" DEV "/stats_lifespan");
	run("seastar clock run " DEV " budget 50");
	first = sequence_in(s);
	for (i = 0; i < READS; i++)
		last = sequence_in(s);
	run("seastar clock stop " DEV);
	claim(last > first && last - first < READS / 2,
	      "readers that never rest share samples", "%llu samples for %d reads", last - first,
	      READS);
}

static pid_t read_byte(const struct statsfile *s)
{
	pid_t child;
	char byte;

	fflush(stdout);
	child = fork();
	if (!child)
		_exit(pread(s->fd, &byte, 1, s->header.data_offset) != 1);
	return child;
}

/* Wait until shell command @condition succeeds; its %d stands for process @of. */
static bool comes(const char *condition, pid_t of)
{
	char command[160];
	int i;

	snprintf(command, sizeof(command), condition, of);
	for (i = 0; i < TRIES; i++) {
		if (!system(command))
			return true;
		usleep(100000);
	}
	return false;
}

/* Kill a task that waits for a file's lock, whose holder waits for the device. */
static void kill_waiting(const struct statsfile *s)
{
	int status = -1, other = -1, i;
	pid_t waiting, first;

	set_fault("stall_file", "1");
	first = read_byte(s);
	claim(comes("exit $((1 + $(cat /sys/kernel/debug/seastar/stall_file)))", 0),
	      "a reader waits with its file", "the knob stops nobody");
	waiting = read_byte(s);
	claim(comes("grep -q ') D ' /proc/%d/stat", waiting), "another waits for that",
	      "it does not");
	kill(waiting, SIGKILL);
	for (i = 0; i < TRIES && waitpid(waiting, &status, WNOHANG) != waiting; i++)
		usleep(100000);
	claim(WIFSIGNALED(status), "it is killed meanwhile", "status %#x", status);
	set_fault("stall_file", "0");
	claim(waitpid(first, &other, 0) == first && !other, "and the first one reads on",
	      "status %#x", other);
	if (!WIFSIGNALED(status))
		waitpid(waiting, &status, 0);
}

static bool nobody_reads(void)
{
	struct statsfile s;
	int status;
	pid_t child;

	fflush(stdout);
	child = fork();
	if (!child) {
		if (setresgid(NOBODY, NOBODY, NOBODY) || setresuid(NOBODY, NOBODY, NOBODY))
			_exit(2);
		statsfile_open(&s, DEV);
		statsfile_read(&s);
		_exit(cycle_in(&s) ? 0 : 3);
	}
	return waitpid(child, &status, 0) == child && !status;
}

static void lifetimes(struct statsfile *s)
{
	char byte;
	int ret;

	fflush(stdout);
	ret = system("rmmod seastar 2>/dev/null");
	claim(ret, "the module is not removed while a file is open", "it was");
	run("timeout 20 seastar dev del " DEV);
	ret = pread(s->fd, &byte, 1, s->header.data_offset);
	claim(ret < 0 && errno == ENODEV, "but the device is, and then reads are refused",
	      "%d, %s", ret, strerror(errno));
	statsfile_close(s);
	fflush(stdout);
	ret = system("rmmod seastar && modprobe seastar");
	claim(!ret, "without files the module is removed", "status %d", ret);
}

int main(void)
{
	struct statsfile s;

	printf("TAP version 13\n1..%d\n", CLAIMS);
	begin();
	statsfile_open(&s, DEV);
	header(&s);
	descriptors(&s);
	names(&s);
	against_netlink(&s);
	small_reads(&s);
	whole_file(&s);
	refusals();
	failures(&s);
	lack_of_memory(&s);
	share(&s);
	kill_waiting(&s);
	claim(nobody_reads(), "an ordinary user reads", "he does not");
	lifetimes(&s);
	return failed;
}
