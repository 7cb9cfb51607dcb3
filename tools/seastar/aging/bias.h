/* SPDX-License-Identifier: GPL-2.0-only */
/* Age biases of a router's ports: parsing and printing. */
#ifndef AGING_BIAS_H
#define AGING_BIAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <linux/seastar.h>

#include "tools/seastar/base/args.h"

enum { REQUEST, RESPONSE, CLASSES };

#define BIAS_ALL_PORTS	((1u << SEASTAR_PORTS) - 1)

/* New biases, and a mask of the given ones. */
struct bias_change {
	bool given[CLASSES][SEASTAR_PORTS];
	uint8_t value[CLASSES][SEASTAR_PORTS];
};

/* Ports that get the same biases. */
struct bias_entry {
	uint32_t ports;
	bool given[CLASSES];
	uint8_t value[CLASSES];
};

/*
 * Return the mask of the ports that @word names: one port, or both of a dimension; 0 if it names
 * none.
 */
uint32_t bias_ports(const char *word);

/* Set the bias of @ports to @value, for the classes whose bits are set in @classes. */
void bias_give(struct bias_change *c, unsigned int classes, uint32_t ports, uint8_t value);

/* Take "[req|rsp] N", "[req|rsp] X/Y/Z" or "[req|rsp] PORT N [PORT N]...". */
void args_bias(struct args *a, struct bias_change *c);

/* Make an entry for all ports with the same new biases; return the number of entries. */
size_t bias_entries(const struct bias_change *c, struct bias_entry entries[SEASTAR_PORTS]);

/* Print " bias ..." in the syntax of args_bias(). */
void bias_text(const uint8_t bias[CLASSES][SEASTAR_PORTS]);

/* Output the biases for JSON: req_age_bias and rsp_age_bias, objects with a member per port. */
void bias_out(const uint8_t bias[CLASSES][SEASTAR_PORTS]);

#endif /* AGING_BIAS_H */
