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

/* A request: command, and the device that it is about. */
struct request {
	uint8_t command;
	bool dump;
	uint16_t dev_attr;	/* a string attribute, with @dev; 0: none */
	const char *dev;
};

/* An answer: its attributes sorted, the last of each type; and its message. */
struct reply {
	const struct nlattr **tb;
	const struct nlmsghdr *message;
};

/**
 * family_open() - be ready for requests
 * @nl: the connection; zeroed before it is opened for the first time
 *
 * The family is looked up every time, as the module may have come or gone.
 *
 * Return: 0, -ENOENT if the module is not there, or another error.
 */
int family_open(struct snl *nl);

/**
 * family_ask() - send a request and hand on what is answered
 * @nl: the connection
 * @r: the request
 * @max: highest type of attribute that matters
 * @restart: function called before the first reply, and again when settings changed under a dump
 *	and it begins anew; may be NULL
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
