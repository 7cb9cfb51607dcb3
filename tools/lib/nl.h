/* SPDX-License-Identifier: GPL-2.0-only */
/**
 * DOC: libseastar
 *
 * Requests to the seastar driver over generic netlink, and its events.  The library reports errors
 * and never ends the program; docs/netlink/seastar.yaml has the requests and their attributes.
 *
 * A request is built with snl_start() and snl_put(), and given to snl_do() or snl_dump(), which
 * hand each reply to a function of the caller.  A &struct snl serves one thread at a time.
 */
#ifndef SEASTAR_NL_H
#define SEASTAR_NL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/seastar.h>

#define SNL_SENTENCE	256

/**
 * struct snl - a connection to the driver
 * @patience: time-out of a request in seconds, 0: none; to be set before snl_open()
 * @meant: return the device whose name is most similar to a name that no device has, or NULL. The
 *	error about the missing device suggests it. May be NULL
 * @family: id of the netlink family; another one after the module is loaded again
 * @why: sentence with the reason for the last failure of a request
 * @note: the kernel's remark on a request that was granted; or ""
 * @socket: netlink socket; this and all later fields are for the library alone
 * @sequence: sequence number of the last request
 * @events: id of the multicast group of events
 * @buffer: memory for replies
 * @size: bytes of @buffer
 */
struct snl {
	unsigned int patience;
	const char *(*meant)(const char *name);
	uint16_t family;
	char why[SNL_SENTENCE];
	char note[SNL_SENTENCE];
	struct mnl_socket *socket;
	uint32_t sequence;
	uint32_t events;
	char *buffer;
	size_t size;
};

/**
 * snl_open() - open a connection
 * @nl: the connection: zeroed, except for @patience and @meant
 *
 * Return: 0 or a negative errno, then with @nl->why: -ENOENT if the module is not loaded or not
 * reachable from this network namespace.  In any case snl_close() releases it.
 */
int snl_open(struct snl *nl);

/**
 * snl_find() - look the family up again
 * @nl: the connection
 *
 * If the module was loaded again since snl_open(), @nl->family is another one.
 *
 * Return: 0 or a negative errno.
 */
int snl_find(struct snl *nl);

/**
 * snl_close() - release a connection
 * @nl: the connection; closing it twice does no harm
 */
void snl_close(struct snl *nl);

/**
 * snl_is_open() - check whether the connection has a socket
 * @nl: the connection
 *
 * The library closes the socket when an answer is cut short, late or malformed, to drop the rest of
 * it. snl_open() opens it again.
 *
 * Return: true if it has.
 */
bool snl_is_open(const struct snl *nl);

/**
 * struct snl_msg - a request under construction; it grows as attributes are put
 * @header: header of the netlink message, NULL if there was no memory
 * @size: bytes of memory at @header
 * @error: reason for which the request cannot be sent, a negative errno; snl_do() and snl_dump()
 *	return it
 */
struct snl_msg {
	struct nlmsghdr *header;
	size_t size;
	int error;
};

/**
 * snl_start() - begin a request
 * @m: the request; its former contents do not matter
 * @command: command, one of enum seastar_cmd
 */
void snl_start(struct snl_msg *m, uint8_t command);

/**
 * snl_put() - add an attribute
 * @m: the request
 * @type: type of the attribute
 * @data: value of the attribute
 * @length: bytes of the value; one that is too long is noted in @m->error
 */
void snl_put(struct snl_msg *m, uint16_t type, const void *data, size_t length);
void snl_put_u8(struct snl_msg *m, uint16_t type, uint8_t value);
void snl_put_u32(struct snl_msg *m, uint16_t type, uint32_t value);
void snl_put_u64(struct snl_msg *m, uint16_t type, uint64_t value);
void snl_put_str(struct snl_msg *m, uint16_t type, const char *value);

/**
 * snl_nest_start() - begin a nest: attributes belong to it until snl_nest_end()
 * @m: the request
 * @type: type of the nest
 *
 * Return: the argument of snl_nest_end().
 */
size_t snl_nest_start(struct snl_msg *m, uint16_t type);
void snl_nest_end(struct snl_msg *m, size_t nest);

/**
 * snl_length() - return the size of a request so far
 * @m: the request
 *
 * Return: bytes.
 */
size_t snl_length(const struct snl_msg *m);

/**
 * snl_release() - release a request that is not sent
 * @m: the request
 */
void snl_release(struct snl_msg *m);

/* Function called with each reply; the library owns the memory of the reply. */
typedef void (*snl_reply_fn)(const struct nlmsghdr *reply, void *ctx);

/**
 * snl_do() - send a request, and hand its reply on
 * @nl: the connection
 * @m: the request, which is released
 * @fn: function called with the reply, if there is one; may be NULL
 * @ctx: argument of @fn
 *
 * Return: 0 or a negative errno, with @nl->why: the kernel's error, or -ETIMEDOUT.
 */
int snl_do(struct snl *nl, struct snl_msg *m, snl_reply_fn fn, void *ctx);

/**
 * snl_dump() - send a request, and hand all replies on
 * @nl: the connection
 * @m: the request, which is released
 * @restart: function called before the first reply, and again when a change of settings interrupted
 *	the dump and it restarts; may be NULL
 * @fn: function called with each reply
 * @ctx: argument of @restart and @fn
 *
 * Return: 0 or a negative errno, then with @nl->why: -EAGAIN if settings changed during each of
 * several readings.
 */
int snl_dump(struct snl *nl, struct snl_msg *m, void (*restart)(void *ctx), snl_reply_fn fn,
	     void *ctx);

/**
 * struct snl_follower - callbacks of a program that follows events
 * @event: function called with each event; returns false to end
 * @lost: function called if events were lost: all events before them have been handed on. A
 *	program that follows the state reads it anew then
 * @module: function called when the module was removed, and when it was loaded again and its events
 *	are joined; may be NULL
 * @ctx: argument of all three functions
 */
struct snl_follower {
	bool (*event)(const struct nlmsghdr *event, void *ctx);
	void (*lost)(void *ctx);
	void (*module)(bool loaded, void *ctx);
	void *ctx;
};

/**
 * snl_subscribe() - join the events
 * @nl: a connection used for events alone
 *
 * Return: 0 or a negative errno.
 */
int snl_subscribe(struct snl *nl);

/**
 * snl_fd() - return the file descriptor that is readable when there are events
 * @nl: the connection
 *
 * Return: the descriptor, which is the library's.
 */
int snl_fd(const struct snl *nl);

/**
 * snl_events() - wait for events, and hand them on
 * @nl: the connection
 * @f: callbacks that receive the events
 *
 * Return: 1 after the events of one datagram; after a loss, of all datagrams that waited. 0 if
 * @f->event returned false; or a negative errno.
 */
int snl_events(struct snl *nl, const struct snl_follower *f);

/**
 * snl_command() - return the command of a reply or an event
 * @reply: the message
 *
 * Return: one of enum seastar_cmd.
 */
uint8_t snl_command(const struct nlmsghdr *reply);

/**
 * snl_attributes() - sort the attributes of a reply
 * @reply: the message
 * @tb: attributes by type, room for @max + 1; NULL for those that are absent
 * @max: highest type that matters
 */
void snl_attributes(const struct nlmsghdr *reply, const struct nlattr **tb, uint16_t max);

/**
 * snl_nested() - sort the attributes of a nest
 * @nest: the nest; NULL: one without attributes
 * @tb: attributes by type, room for @max + 1; NULL for those that are absent
 * @max: highest type that matters
 */
void snl_nested(const struct nlattr *nest, const struct nlattr **tb, uint16_t max);

/* Return the value of an attribute; 0 or "" if it is absent or too short. */
uint32_t snl_u8(const struct nlattr *a);
uint32_t snl_u32(const struct nlattr *a);
uint64_t snl_u64(const struct nlattr *a);
const char *snl_str(const struct nlattr *a);

/**
 * snl_array() - copy an array
 * @a: the attribute, or NULL
 * @to: memory that receives the elements
 * @n: elements that @to has room for
 * @size: bytes of an element
 *
 * Return: number of elements copied, at most @n; the others are left unchanged.
 */
size_t snl_array(const struct nlattr *a, void *to, size_t n, size_t size);

#endif /* SEASTAR_NL_H */
