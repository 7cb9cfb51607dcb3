/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests that are generated from the specification, and mutated. */
#ifndef FUZZ_MESSAGE_H
#define FUZZ_MESSAGE_H

#include <linux/netlink.h>

#include "random.h"
#include "spec/spec.h"

#define MESSAGE_MAX	4096
#define LEARNED		64

/* A netlink message with its header; the length in the header may be wrong. */
struct message {
	uint32_t length;
	union {
		struct nlmsghdr header;
		uint8_t bytes[MESSAGE_MAX];
	};
};

/**
 * struct maker - sources for the making of messages
 * @spec: specification of the family
 * @family: number of the family
 * @random: random numbers for all choices
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

/* Append an attribute with the given bytes. */
void message_put(struct message *m, uint16_t type, const void *data, size_t length);

/* Make a request of some command, usually one that the specification allows. */
void message_make(struct message *m, struct maker *maker);

/* Known requests as text, ended by NULL; message_parse() converts one to a message. */
extern const char * const known_requests[];
void message_parse(struct message *m, const struct maker *maker, const char *text);

/* Append a random attribute of a policy to a message. */
void message_add(struct message *m, struct maker *maker, const struct spec_attr *attr, bool wild);

/* Return the policy of a message's attributes; NULL if the message is not a known request. */
const struct spec_policy *message_policy(const struct message *m, const struct maker *maker);

/* Mutate a message in a few places. */
void message_mutate(struct message *m, struct maker *maker);

/*
 * Change values of some attributes of a request, and add attributes, as the specification allows.
 */
void message_vary(struct message *m, struct maker *maker);

/*
 * Repair a message that the kernel refused. The kernel has reported the type of a missing
 * attribute, or the offset of an attribute at fault, perhaps in a nest; 0: not reported.
 */
void message_repair(struct message *m, struct maker *maker, uint16_t missed, uint32_t disliked);

/* Keep most new fabrics small. */
void message_restrain(struct message *m, struct maker *maker);

/*
 * Return why the specification forbids a message, NULL if it does not: a sentence about the
 * attribute that is stored, if it is about one.  @user: without CAP_NET_ADMIN.
 */
const char *message_forbidden(const struct nlmsghdr *nlh, const struct spec *spec, bool user,
			      const struct spec_attr **attr);

#endif /* FUZZ_MESSAGE_H */
