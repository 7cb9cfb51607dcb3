/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests to the seastar family by libnl, also malformed ones. The tools use libmnl, so an error
 * of one library does not hide in the tests.
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
 * @type: type of the attribute, with its flags
 * @length: bytes of the payload, for @data and @number
 * @number: the payload, if @data and @nest are NULL
 * @data: the payload
 * @nest: attributes of a nest
 * @claimed: wrong length for the header; 0: the true one
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
	char sentence[512];	/* sentence of the kernel; "": none */
	uint32_t at;		/* offset of the attribute at fault in the request; 0: unknown */
	bool interrupted;	/* the dump was flagged as inconsistent */
	bool lost;		/* the answer was lost (ENOBUFS): the request may have succeeded */
};

/*
 * Function called with each message of an answer: its attributes by type, checked by the
 * specification.
 */
typedef void (*client_fn)(struct nlattr **tb, void *ctx);

/* Find the family; end the test if it is not there. */
void client_open(void);

/*
 * Connect as client_open() does, but return errno.  A module that was loaded again has another
 * family number.
 */
int client_connect(void);

/* Return the number (port id) of the socket that requests are sent from. */
uint32_t client_port(void);

/* Send a request and wait for the answer. */
void client_send(uint8_t command, const struct attr *attrs, bool dump, struct answer *answer);

/* Send a request twice in one datagram and wait for the answers. */
void client_send_twice(uint8_t command, const struct attr *attrs, struct answer answers[2]);

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

/* Sort the attributes of a model's nest by type; NULL is a nest without attributes. */
void client_model(struct nlattr *nest, struct nlattr *tb[SEASTAR_A_MODEL_MAX + 1]);

/*
 * Return all state that the kernel reports: dumps of all devices, and replies about @dev with the
 * hash of its state. They are @length bytes, to be freed by the caller.
 */
void *client_snapshot(const char *dev, size_t *length);

/*
 * Receive a dump of @dev or, if it is NULL, of all devices, and pass each message to @fn.  Return
 * errno; EINTR if the dump was inconsistent.
 */
int client_dump(uint8_t command, const char *dev, client_fn fn, void *ctx);

/* Dump counts of @dev since its mark @since. */
int client_dump_since(uint8_t command, const char *dev, const char *since, client_fn fn,
		      void *ctx);

/*
 * Begin a dump and receive its first piece only: the kernel keeps the state of the dump.  Then
 * receive the rest; return errno, EINTR if the dump was inconsistent.
 */
void client_dump_begin(uint8_t command, const char *dev);
int client_dump_end(void);

/*
 * Begin a dump on a socket of its own, which holds the dump until it is closed.  The kernel has
 * made the first piece, of less than 4 KiB.  NULL, with errno, without a socket.
 */
struct nl_sock *client_dump_start(uint8_t command, const char *dev);

/*
 * Begin a dump on a socket of its own and receive one piece; NULL, with errno in @error, if the
 * kernel refuses it.
 */
struct nl_sock *client_dump_hold(uint8_t command, const char *dev, int *error);

/*
 * Receive the rest of the dump, and close the socket; return errno, EINTR if the dump was
 * inconsistent.
 */
int client_dump_finish(struct nl_sock *held);

#endif /* CLIENT_H */
