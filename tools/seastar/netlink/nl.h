/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Talking to the driver's generic netlink family.  Whatever goes wrong ends
 * the program with the kernel's own sentence, unless the family was opened by
 * nl_try_open().
 */
#ifndef NETLINK_NL_H
#define NETLINK_NL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/seastar.h>

struct nl {
	struct mnl_socket *socket;
	uint32_t sequence;
	uint16_t family;
	uint32_t events;	/* multicast group */
	char *buffer;
	size_t size;		/* of the buffer */
	bool may_lack;		/* go on if the device does not support a request */
	bool unsupported;	/* it did not */
	int expect;		/* go on if a request is refused with this error */
	bool met;		/* it was */
	bool may_fail;		/* go on whatever goes wrong */
	bool failed;		/* something did: requests do nothing any more */
	char why[256];		/* the sentence about it */
};

/* A request under construction; it grows as attributes are put. */
struct msg {
	struct nlmsghdr *header;
	size_t size;
};

void msg_start(struct msg *m, uint8_t command);
void msg_free(struct msg *m);
void msg_put(struct msg *m, uint16_t type, const void *data, size_t length);
void msg_put_u8(struct msg *m, uint16_t type, uint8_t value);
void msg_put_u32(struct msg *m, uint16_t type, uint32_t value);
void msg_put_u64(struct msg *m, uint16_t type, uint64_t value);
void msg_put_str(struct msg *m, uint16_t type, const char *value);

/* What msg_nest_start() returns goes into msg_nest_end(). */
size_t msg_nest_start(struct msg *m, uint16_t type);
void msg_nest_end(struct msg *m, size_t nest);

/*
 * The device that may have been meant by the name of one that is not there, NULL if that is
 * anybody's guess; set by a program that can tell.
 */
extern const char *(*nl_meant)(const char *name);

typedef void (*nl_reply_fn)(const struct nlmsghdr *reply, void *ctx);

void nl_open(struct nl *nl);
void nl_close(struct nl *nl);

/*
 * As nl_open(), for a program that outlives a failure, of this and of what follows: it
 * looks at @nl->failed, and begins anew after nl_close().
 */
void nl_try_open(struct nl *nl);

/* Send @m, which is released, and hand the reply to @fn, if there is one. */
void nl_do(struct nl *nl, struct msg *m, nl_reply_fn fn, void *ctx);

/**
 * nl_dump() - send @m, which is released, and hand all replies to @fn
 * @nl: the family
 * @m: the request
 * @restart: called before the first reply, and again when a change of settings
 *	interrupted the dump and it begins anew
 * @fn: called with each reply
 * @ctx: handed to both
 */
void nl_dump(struct nl *nl, struct msg *m, void (*restart)(void *ctx), nl_reply_fn fn,
	     void *ctx);

/**
 * struct nl_follower - who follows events
 * @event: is called with each; returns false to end
 * @lost: some were, before the next one
 * @module: the module went or is back, and its events are joined again; NULL if nobody minds
 * @ctx: handed to them
 */
struct nl_follower {
	bool (*event)(const struct nlmsghdr *event, void *ctx);
	void (*lost)(void *ctx);
	void (*module)(bool loaded, void *ctx);
	void *ctx;
};

/* Join the events; then wait for one after another, until that is the end. */
void nl_subscribe(struct nl *nl);
void nl_events(struct nl *nl, const struct nl_follower *f);

/* The same for what is at hand once nl_fd() is readable; false at the end. */
bool nl_events_read(struct nl *nl, const struct nl_follower *f);
int nl_fd(const struct nl *nl);

uint8_t nl_command(const struct nlmsghdr *reply);

/* Sort the attributes of a reply, or of a nest, into @tb[@max + 1]. */
void nl_attributes(const struct nlmsghdr *reply, const struct nlattr **tb, uint16_t max);
void nl_nested(const struct nlattr *nest, const struct nlattr **tb, uint16_t max);

/* The value of an attribute; nought or "" if it is absent or too short. */
uint32_t attr_u8(const struct nlattr *a);
uint32_t attr_u32(const struct nlattr *a);
uint64_t attr_u64(const struct nlattr *a);
const char *attr_str(const struct nlattr *a);

/* Copy an array of at most @n elements of @size bytes; return how many came. */
size_t attr_array(const struct nlattr *a, void *to, size_t n, size_t size);

#endif /* NETLINK_NL_H */
