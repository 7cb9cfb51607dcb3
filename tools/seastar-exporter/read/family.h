/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The driver's generic netlink family, through libnl.  Whatever goes wrong is told to
 * the caller as a negative errno: it never ends the program.
 */
#ifndef EXPORTER_READ_FAMILY_H
#define EXPORTER_READ_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/seastar.h>
#include <netlink/attr.h>
#include <netlink/netlink.h>

/**
 * struct family - how to reach the driver
 * @sock: for requests, or NULL
 * @id: of the family while @sock is open; another one after the module was reloaded
 */
struct family {
	struct nl_sock *sock;
	int id;
};

/* A request: command, and up to two attributes that say what it is about. */
struct request {
	uint8_t command;
	bool dump;
	uint16_t dev_attr;	/* a string attribute, with @dev; 0: none */
	const char *dev;
	const uint16_t *u32_attr;	/* ended by 0; NULL: none */
	const uint32_t *u32;
};

/* An answer: its attributes sorted, the last of each type; and all of them in their order. */
struct reply {
	struct nlattr **tb;
	struct nlattr *first;
	int length;
};

/**
 * family_open() - be ready for requests
 * @f: the family; zeroed before it is opened for the first time
 *
 * The family is looked up every time, as the module may have come or gone.
 *
 * Return: 0, -ENOENT if the module is not there, or another error.
 */
int family_open(struct family *f);
void family_close(struct family *f);

/**
 * family_ask() - send a request and hand on what is answered
 * @f: the family, open
 * @r: the request
 * @max: the last attribute that matters
 * @restart: called before the first reply, and again when settings changed under a dump
 *	and it begins anew; may be NULL
 * @fn: called with each reply
 * @ctx: handed to both
 *
 * Return: 0 or an error, -EAGAIN if settings changed during each of several dumps.
 */
int family_ask(struct family *f, const struct request *r, int max, void (*restart)(void *ctx),
	       void (*fn)(const struct reply *r, void *ctx), void *ctx);

/* The value of an attribute; nought or "" if it is absent or too short. */
uint32_t attr_u32(const struct nlattr *a);
uint64_t attr_u64(const struct nlattr *a);
const char *attr_str(const struct nlattr *a);

/* Copy an array of at most @size bytes, and clear what is missing. */
void attr_copy(const struct nlattr *a, void *to, size_t size);

#endif /* EXPORTER_READ_FAMILY_H */
