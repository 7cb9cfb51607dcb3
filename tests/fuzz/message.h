/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests generated from the specification, and mutated. */
#ifndef FUZZ_MESSAGE_H
#define FUZZ_MESSAGE_H

#include <linux/netlink.h>

#include "random.h"
#include "spec/spec.h"

#define MESSAGE_MAX	4096
#define LEARNED		64

/* One netlink message, header and all; what its header says of its length may be a lie. */
struct message {
	uint32_t length;
	union {
		struct nlmsghdr header;
		uint8_t bytes[MESSAGE_MAX];
	};
};

/**
 * struct maker - what messages are made of
 * @spec: of the family
 * @family: its number
 * @random: the one source of all choices
 * @learned: numbers that replies had: generations, identifiers, counts
 */
struct maker {
	const struct spec *spec;
	uint16_t family;
	struct random random;
	uint64_t learned[LEARNED];
};

/* Remember a number of a reply. */
void maker_learn(struct maker *maker, uint64_t number);

/* Begin a request, without attributes. */
void message_begin(struct message *m, const struct maker *maker, const struct spec_op *op,
		   enum spec_kind kind);

/* Append an attribute as it is. */
void message_put(struct message *m, uint16_t type, const void *data, size_t length);

/* Make a request of some command, usually one that the specification allows. */
void message_make(struct message *m, struct maker *maker);

/* Requests to begin with, as text, ended by NULL; and a request that is written so. */
extern const char * const known_requests[];
void message_parse(struct message *m, const struct maker *maker, const char *text);

/* Append an attribute of a policy to a message. */
void message_add(struct message *m, struct maker *maker, const struct spec_attr *attr, bool wild);

/* Return the attributes that a message may carry; NULL: it is none that can be built upon. */
const struct spec_policy *message_policy(const struct message *m, const struct maker *maker);

/* Mutate a message in a few places. */
void message_mutate(struct message *m, struct maker *maker);

/* Give some of a request's attributes other values, and it others, that the spec allows. */
void message_vary(struct message *m, struct maker *maker);

/*
 * Repair a message that the kernel refused: a missing attribute, by number, or an attribute at
 * fault, perhaps in nests, by its place in the message; 0: none.
 */
void message_repair(struct message *m, struct maker *maker, uint16_t missed, uint32_t disliked);

/* Keep new fabrics small, but for a few. */
void message_restrain(struct message *m, struct maker *maker);

/*
 * Return why the specification forbids a message, NULL if it does not: a sentence about the
 * attribute that is stored, if it is about one.  @user: without CAP_NET_ADMIN.
 */
const char *message_forbidden(const struct nlmsghdr *nlh, const struct spec *spec, bool user,
			      const struct spec_attr **attr);

#endif /* FUZZ_MESSAGE_H */
