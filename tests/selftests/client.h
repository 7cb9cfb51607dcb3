/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests to the seastar family by libnl, also as no tool would send them. The tools speak
 * through libmnl: what one library misreads, the other need not.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/seastar.h>
#include <netlink/attr.h>
#include <netlink/msg.h>

struct nl_sock;

/**
 * struct attr - an attribute to be sent; a list of them ends with type 0
 * @type: its type, flags included
 * @length: bytes of its payload, for @data and @number
 * @number: the payload, if there is no other
 * @data: the payload
 * @nest: attributes inside
 * @claimed: length the header claims, if not the true one
 */
struct attr {
	uint16_t type;
	uint16_t length;
	uint64_t number;
	const void *data;
	const struct attr *nest;
	uint16_t claimed;
};

/* The answer to a request. */
struct answer {
	int error;		/* errno, 0 for success */
	char sentence[512];	/* the kernel's, "" if there was none */
	uint32_t at;		/* where in the request the attribute at fault is; 0: unknown */
	bool interrupted;	/* the messages of a dump may not fit together */
	bool lost;		/* ENOBUFS, for the answer: the request may have been granted */
};

/* Called with each message of an answer: its attributes by type, which are as specified. */
typedef void (*client_fn)(struct nlattr **tb, void *ctx);

/* Find the family; end the test if it is not there. */
void client_open(void);

/*
 * Connect as client_open() does, but return errno.  A module that was loaded again has another
 * family number.
 */
int client_connect(void);

/* Send a request and wait for the answer. */
void client_send(uint8_t command, const struct attr *attrs, bool dump, struct answer *answer);

/*
 * Send a request with one reply, and return its attributes by type, valid until the next request;
 * none if it is refused.
 */
struct nlattr **client_ask(uint8_t command, const struct attr *attrs, struct answer *answer);

/*
 * Send a request in steps.  A request is filled in with nla_put_*(). client_post() sends it and
 * releases it; returns errno.  Then client_take() waits for the answer.
 */
struct nl_msg *client_request(uint8_t command, bool dump);
int client_post(struct nl_msg *request);
void client_take(client_fn fn, void *ctx, struct answer *answer);

/* Sort the attributes of a message by type; end the test if they are not as specified. */
struct nlattr **client_attributes(struct nlmsghdr *nlh);

/* Sort the attributes of a model's nest, likewise; NULL is a nest without attributes. */
void client_model(struct nlattr *nest, struct nlattr *tb[SEASTAR_A_MODEL_MAX + 1]);

/*
 * Return all that the kernel reports of all devices and of @dev in particular, the hash of its
 * state included: dumps and replies one after another, @length bytes to be freed by the caller.
 */
void *client_snapshot(const char *dev, size_t *length);

/*
 * Take a dump, of @dev or if that is NULL of all; @fn sees each message.  Return errno, EINTR if it
 * was interrupted.
 */
int client_dump(uint8_t command, const char *dev, client_fn fn, void *ctx);

/* Dump counts of @dev since its mark @since. */
int client_dump_since(uint8_t command, const char *dev, const char *since, client_fn fn,
		      void *ctx);

/*
 * Begin a dump and take its first piece only: the kernel waits for the reader
 * with all it needs to go on.  Then take the rest; return errno, EINTR if it was interrupted.
 */
void client_dump_begin(uint8_t command, const char *dev);
int client_dump_end(void);

/*
 * Begin a dump on a socket of its own, which holds it until it is closed: the kernel has made
 * the first piece, of less than 4 KiB.  NULL, with errno, if there is no socket.
 */
struct nl_sock *client_dump_start(uint8_t command, const char *dev);

/* Begin a dump and take one piece of it; NULL, with errno in @error, if the kernel refuses it. */
struct nl_sock *client_dump_hold(uint8_t command, const char *dev, int *error);

/* Take the rest of the dump, and close the socket; return errno, EINTR if it was interrupted. */
int client_dump_finish(struct nl_sock *held);

#endif /* CLIENT_H */
