/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests to the seastar family as no tool would send them. */
#ifndef RAW_H
#define RAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/netlink.h>

struct mnl_socket;

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

/* What came back. */
struct answer {
	int error;		/* errno, 0 for success */
	char sentence[512];	/* the kernel's, "" if there was none */
	uint32_t at;		/* where in the request the attribute at fault is; 0: not told */
	bool interrupted;	/* the messages of a dump may not fit together */
};

/* Find the family; end the test if it is not there. */
void raw_open(void);

/* Send a request and wait for the answer. */
void raw_send(uint8_t command, const struct attr *attrs, bool dump, struct answer *answer);

/*
 * The same for one answer that has something to tell: its generic netlink message,
 * *@length bytes to be freed by the caller; nothing if the request was refused.
 */
void *raw_ask(uint8_t command, const struct attr *attrs, size_t *length,
	      struct answer *answer);

/*
 * All that the kernel says of all devices and of @dev in particular, the hash of
 * its state included: dumps and replies one after another, @length bytes to be freed by the caller.
 */
void *raw_snapshot(const char *dev, size_t *length);

/* Take a dump, of @dev or if that is NULL of all; @fn sees each message.  Return errno. */
int raw_dump(uint8_t command, const char *dev,
	     void (*fn)(const struct nlmsghdr *message, void *ctx), void *ctx);

/* The same, of counts of @dev since its mark @since. */
int raw_dump_since(uint8_t command, const char *dev, const char *since,
		   void (*fn)(const struct nlmsghdr *message, void *ctx), void *ctx);

/*
 * Begin a dump and take its first piece only: the kernel waits for the reader
 * with all it needs to go on.  Then take the rest; return errno, EINTR if it was interrupted.
 */
void raw_dump_begin(uint8_t command, const char *dev);
int raw_dump_end(void);

/*
 * Begin a dump on a socket of its own, which holds it until it is closed: the kernel has made
 * the first piece, of less than 4 KiB.  NULL, with errno, if there is no socket.
 */
struct mnl_socket *raw_dump_start(uint8_t command, const char *dev);

/* The same, and take that piece; NULL, with errno in @error, if the kernel refuses it. */
struct mnl_socket *raw_dump_hold(uint8_t command, const char *dev, int *error);

/* Take what is left of it, and close the socket; return errno, EINTR if it was interrupted. */
int raw_dump_finish(struct mnl_socket *held);

#endif /* RAW_H */
