// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* setgroups, setresuid */
#include <dirent.h>
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/seastar.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/socket.h>

#include "message.h"
#include "selftests/client.h"
#include "worker.h"

#define NOBODY		65534
#define CORPUS		2048
#define BUFFER		65536
#define RECORDS		256	/* enough for the messages of a buffer and the dumps under way */
#define DEVICES		4
#define TIDY		128	/* turns between two tidy_up() */
#define REPAIRS		6
#define RARE		32	/* accepted requests per step by which a command's odds fall */

/* A message that was sent, and the reason why it must be refused, if there is one. */
struct record {
	uint32_t sequence;
	uint8_t command;
	const char *forbidden;
	const struct spec_attr *attr;
};

struct worker {
	const struct job *job;
	struct maker maker;
	struct message *corpus;
	size_t n_corpus;
	struct record records[RECORDS];
	uint32_t sequence;
	int sock;
	struct nl_sock *events;
	bool rare;		/* a rarely accepted command was accepted */
	uint16_t missed;	/* missing attribute that the kernel reports; 0: none */
	uint32_t disliked;
	uint8_t out[BUFFER], in[BUFFER];
	size_t out_length;
};

static _Noreturn void die(const char *what)
{
	fprintf(stderr, "fuzz-netlink: %s: %s\n", what, strerror(errno));
	exit(1);
}

/*
 * Open a socket without libnl, which would complete the messages and send them one by one. Replies
 * are still parsed by libnl.
 */
static int open_socket(struct worker *w)
{
	struct sockaddr_nl address = { .nl_family = AF_NETLINK };
	int sock = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_GENERIC);
	unsigned int options = draw(&w->maker.random);
	int on = 1, little = 2048;

	if (sock < 0 || bind(sock, (void *)&address, sizeof(address)))
		die("cannot open a socket");
	if (options & 3)
		setsockopt(sock, SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	if (options & 4)
		setsockopt(sock, SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	if (options & 8)
		setsockopt(sock, SOL_NETLINK, NETLINK_GET_STRICT_CHK, &on, sizeof(on));
	if (!(options & 0x70))	/* a small buffer, so that answers get lost */
		setsockopt(sock, SOL_SOCKET, SO_RCVBUF, &little, sizeof(little));
	return sock;
}

static struct record *record_of(struct worker *w, uint32_t sequence)
{
	struct record *r = &w->records[sequence % RECORDS];

	return sequence && r->sequence == sequence ? r : NULL;
}

static void quote(char *to, size_t size, const uint8_t *bytes, size_t length)
{
	size_t i, n = 0;

	for (i = 0; i < length && n + 4 < size; i++)
		n += snprintf(to + n, size - n, "%02x", bytes[i]);
}

/* Describe the first forbidden message that was accepted; later ones are only counted. */
static void report_wrong(struct worker *w, const struct record *r)
{
	struct shared *shared = w->job->shared;
	const struct spec_op *op = spec_op(w->job->spec, r->command);
	int n;

	if (__atomic_fetch_add(&shared->wrong, 1, __ATOMIC_RELAXED))
		return;
	n = snprintf(shared->why, sizeof(shared->why), "%s (%u) by %s: %s%s%s; sent were ",
		     op ? op->name : "no command", r->command, w->job->user ? "a user" : "root",
		     r->forbidden, r->attr ? " in " : "", r->attr ? r->attr->name : "");
	quote(shared->why + n, sizeof(shared->why) - n, w->out, w->out_length);
}

static void answered(struct worker *w, const struct nlmsghdr *nlh, bool good)
{
	struct record *r = record_of(w, nlh->nlmsg_seq);
	uint64_t times;

	if (!r || !good)
		return;
	if (r->forbidden)
		report_wrong(w, r);
	if (nlh->nlmsg_type != NLMSG_ERROR && nlh->nlmsg_type != NLMSG_DONE)
		return;
	times = __atomic_fetch_add(&w->job->shared->accepted[r->command], 1, __ATOMIC_RELAXED);
	w->rare |= one_in(&w->maker.random, 1 + times / RARE);
}

/* Record the attribute at fault and the missing attribute that the kernel's error reports. */
static void take_advice(struct worker *w, struct nlmsghdr *nlh)
{
	static const struct nla_policy policy[NLMSGERR_ATTR_MAX + 1] = {
		[NLMSGERR_ATTR_OFFS] = { .type = NLA_U32 },
		[NLMSGERR_ATTR_MISS_TYPE] = { .type = NLA_U32 },
	};
	const struct nlmsgerr *error = nlmsg_data(nlh);
	struct nlattr *tb[NLMSGERR_ATTR_MAX + 1];
	int header = sizeof(*error);

	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	if (!(nlh->nlmsg_flags & NLM_F_CAPPED))
		header += NLMSG_ALIGN(error->msg.nlmsg_len) - NLMSG_HDRLEN;
	if (nlmsg_parse(nlh, header, tb, NLMSGERR_ATTR_MAX, policy) < 0)
		return;
	if (tb[NLMSGERR_ATTR_MISS_TYPE])
		w->missed = nla_get_u32(tb[NLMSGERR_ATTR_MISS_TYPE]);
	if (tb[NLMSGERR_ATTR_OFFS])
		w->disliked = nla_get_u32(tb[NLMSGERR_ATTR_OFFS]);
}

static void learn(struct worker *w, struct nlmsghdr *nlh)
{
	struct nlattr *a;
	int left;

	nlmsg_for_each_attr(a, nlh, GENL_HDRLEN, left) {
		if (nla_len(a) == 4)
			maker_learn(&w->maker, nla_get_u32(a));
		else if (nla_len(a) == 8)
			maker_learn(&w->maker, nla_get_u64(a));
	}
}

static void take(struct worker *w, struct nlmsghdr *nlh)
{
	const int *error = nlmsg_data(nlh);

	switch (nlh->nlmsg_type) {
	case NLMSG_ERROR:
	case NLMSG_DONE:
		if (nlh->nlmsg_type == NLMSG_ERROR)
			take_advice(w, nlh);
		answered(w, nlh, nlh->nlmsg_len >= NLMSG_LENGTH(sizeof(*error)) && !*error);
		break;
	default:
		if (nlh->nlmsg_type != w->job->family)
			break;
		client_attributes(nlh);
		answered(w, nlh, true);
		if (one_in(&w->maker.random, 4))
			learn(w, nlh);
	}
}

/*
 * Read the available answers, at most @pieces; reading a piece of a dump makes the kernel send the
 * next one.
 */
static void drain(struct worker *w, unsigned int pieces)
{
	size_t size = one_in(&w->maker.random, 8) ? 1 + skewed(&w->maker.random, 8191) : BUFFER;
	struct nlmsghdr *nlh;
	int n;

	for (; pieces; pieces--) {
		n = recv(w->sock, w->in, size, MSG_DONTWAIT);
		if (n < 0 && errno != ENOBUFS)
			return;
		for (nlh = (void *)w->in; nlmsg_ok(nlh, n); nlh = nlmsg_next(nlh, &n))
			take(w, nlh);
	}
}

static int on_event(struct nl_msg *msg, void *arg)
{
	take(arg, nlmsg_hdr(msg));
	return NL_OK;
}

static struct nl_sock *open_events(struct worker *w)
{
	struct nl_sock *events = nl_socket_alloc();
	int group;

	if (!events || genl_connect(events))
		die("cannot open a socket");
	group = genl_ctrl_resolve_grp(events, SEASTAR_GENL_NAME, SEASTAR_GENL_MC_EVENTS);
	if (group < 0 || nl_socket_add_membership(events, group))
		die("cannot join the events");
	nl_socket_disable_seq_check(events);
	nl_socket_set_nonblocking(events);
	nl_socket_modify_cb(events, NL_CB_VALID, NL_CB_CUSTOM, on_event, w);
	return events;
}

/* Read events; some get lost, since this is seldom called. */
static void take_events(struct worker *w)
{
	int err;

	do {
		err = nl_recvmsgs_default(w->events);
	} while (!err || err == -NLE_NOMEM);
}

static void record(struct worker *w, struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl = NLMSG_DATA(nlh);
	struct record *r;

	nlh->nlmsg_seq = ++w->sequence;
	r = &w->records[w->sequence % RECORDS];
	r->sequence = w->sequence;
	r->command = nlh->nlmsg_len < NLMSG_LENGTH(sizeof(*genl)) ? 0 : genl->cmd;
	r->forbidden = message_forbidden(nlh, w->job->spec, w->job->user, &r->attr);
	__atomic_fetch_add(&w->job->shared->sent[r->command], 1, __ATOMIC_RELAXED);
	if (r->forbidden)
		__atomic_fetch_add(&w->job->shared->forbidden, 1, __ATOMIC_RELAXED);
}

/* Record the messages of the buffer in the order in which the kernel will find them. */
static void record_all(struct worker *w)
{
	struct nlmsghdr *nlh = (void *)w->out;
	size_t left = w->out_length, length;

	while (left >= NLMSG_HDRLEN && nlh->nlmsg_len >= NLMSG_HDRLEN && nlh->nlmsg_len <= left) {
		if (nlh->nlmsg_type == w->job->family)
			record(w, nlh);
		length = NLMSG_ALIGN(nlh->nlmsg_len);
		if (length >= left)
			return;
		left -= length;
		nlh = (void *)((uint8_t *)nlh + length);
	}
}

static void compose(struct worker *w, struct message *m)
{
	struct random *r = &w->maker.random;

	if (w->n_corpus && one_in(r, 2))
		*m = w->corpus[below(r, w->n_corpus)];
	else
		message_make(m, &w->maker);
	if (one_in(r, 3))
		message_mutate(m, &w->maker);
	else if (one_in(r, 2))
		message_vary(m, &w->maker);
	message_restrain(m, &w->maker);
}

static void remember(struct worker *w, const struct message *m)
{
	size_t i = w->n_corpus < CORPUS ? w->n_corpus++ : below(&w->maker.random, CORPUS);

	w->corpus[i] = *m;
}

static void append(struct worker *w, const struct message *m)
{
	memcpy(w->out + w->out_length, m->bytes, m->length);
	w->out_length = NLMSG_ALIGN(w->out_length + m->length);
}

/*
 * Send messages in one buffer, read some of the answers, and keep messages that reached new code.
 */
static void send_all(struct worker *w, const struct message *messages, unsigned int n)
{
	struct random *r = &w->maker.random;
	unsigned int i;

	w->out_length = 0;
	w->rare = false;
	w->missed = 0;
	w->disliked = 0;
	for (i = 0; i < n; i++)
		append(w, &messages[i]);
	record_all(w);
	send(w->sock, w->out, w->out_length, MSG_DONTWAIT);
	drain(w, one_in(r, 8) ? below(r, 3) : 1000);
	if (coverage_take(w->job->coverage, &w->job->shared->reached) || w->rare)
		for (i = 0; i < n; i++)
			remember(w, &messages[i]);
}

/* Send the known requests, on which mutations build. */
static void send_known(struct worker *w)
{
	const char * const *text;
	struct message message;

	for (text = known_requests; *text; text++) {
		message_parse(&message, &w->maker, *text);
		remember(w, &message);
		send_all(w, &message, 1);
	}
}

/*
 * Take a turn: send one message, and repair it while the kernel reports how, or send several at
 * once.
 */
static void turn(struct worker *w)
{
	struct random *r = &w->maker.random;
	unsigned int n = one_in(r, 8) ? 2 + below(r, 3) : 1, i;
	struct message messages[4];

	for (i = 0; i < n; i++)
		compose(w, &messages[i]);
	send_all(w, messages, n);
	if (n == 1 && one_in(r, 2)) {
		for (i = 0; i < REPAIRS && (w->missed || w->disliked); i++) {
			message_repair(&messages[0], &w->maker, w->missed, w->disliked);
			message_restrain(&messages[0], &w->maker);
			send_all(w, messages, 1);
		}
	}
	if (one_in(r, 64)) {	/* perhaps in the middle of a dump */
		close(w->sock);
		w->sock = open_socket(w);
	}
	if (one_in(r, 64))
		take_events(w);
}

static void delete_device(const char *name)
{
	const struct attr attrs[] = {
		{ .type = SEASTAR_A_DEV_NAME, .length = strlen(name) + 1, .data = name }, { 0 }
	};
	struct answer answer;

	client_send(SEASTAR_CMD_DEV_DEL, attrs, false, &answer);
}

static void create_device(const char *name)
{
	static const uint32_t radix[] = { 2, 2, 2 };
	const struct attr attrs[] = {
		{ .type = SEASTAR_A_DEV_NAME, .length = strlen(name) + 1, .data = name },
		{ .type = SEASTAR_A_DEV_RADIX, .length = sizeof(radix), .data = radix }, { 0 }
	};
	struct answer answer;

	client_send(SEASTAR_CMD_DEV_NEW, attrs, false, &answer);
}

/* Delete devices, to limit memory, but leave at least one. */
static void tidy_up(void)
{
	DIR *dir = opendir("/sys/class/seastar");
	const struct dirent *entry;
	unsigned int n = 0;

	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.' && ++n > DEVICES)
			delete_device(entry->d_name);
	if (dir)
		closedir(dir);
	create_device("fuzz0");
}

static void become_nobody(void)
{
	if (setgroups(0, NULL) || setresgid(NOBODY, NOBODY, NOBODY) ||
	    setresuid(NOBODY, NOBODY, NOBODY))
		die("cannot become an ordinary user");
}

static bool time_is_left(const struct job *job)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return !job->deadline || now.tv_sec < job->deadline;
}

int work(const struct job *job)
{
	struct worker *w = calloc(1, sizeof(*w));
	uint64_t turns;

	if (!w)
		die("out of memory");
	w->job = job;
	w->maker.spec = job->spec;
	w->maker.family = job->family;
	w->maker.random.state = job->seed;
	w->corpus = calloc(CORPUS, sizeof(*w->corpus));
	if (!w->corpus)
		die("out of memory");
	if (job->user)
		become_nobody();
	else
		client_open();
	w->sock = open_socket(w);
	w->events = open_events(w);
	coverage_start(job->coverage);
	send_known(w);
	for (turns = 0; turns < job->most && time_is_left(job); turns++) {
		if (!job->user && turns % TIDY == 0)
			tidy_up();
		turn(w);
		__atomic_fetch_add(&job->shared->turns[job->user], 1, __ATOMIC_RELAXED);
	}
	return 0;
}
