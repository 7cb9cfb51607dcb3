/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Requests of the exporter, through the library.  Each error is returned as a negative errno: none
 * ends the program.
 */
#ifndef EXPORTER_READ_FAMILY_H
#define EXPORTER_READ_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/lib/nl.h"

/* A request: a command, and its device. */
struct request {
	uint8_t command;
	bool dump;
	uint16_t dev_attr;	/* type of the attribute for @dev; 0: none */
	const char *dev;
};

/* A reply: its attributes by type (the last of each type), and its message. */
struct reply {
	const struct nlattr **tb;
	const struct nlmsghdr *message;
};

/**
 * family_open() - connect to the driver
 * @nl: the connection; zeroed before it is opened for the first time
 *
 * The family is looked up every time, as the module may have come or gone.
 *
 * Return: 0, -ENOENT if the module is not there, or another error.
 */
int family_open(struct snl *nl);

/**
 * family_ask() - send a request and pass the replies on
 * @nl: the connection
 * @r: the request
 * @max: highest type of attribute that @fn uses
 * @restart: function called before the first reply, and again when settings changed during a dump
 *	and it restarts; may be NULL
 * @fn: function called with each reply
 * @ctx: argument of @restart and @fn
 *
 * Return: 0 or an error, -EAGAIN if settings changed during each of several dumps.
 */
int family_ask(struct snl *nl, const struct request *r, int max, void (*restart)(void *ctx),
	       void (*fn)(const struct reply *r, void *ctx), void *ctx);

/* Copy an array of at most @size bytes, and clear what is missing. */
void attr_copy(const struct nlattr *a, void *to, size_t size);

#endif /* EXPORTER_READ_FAMILY_H */
