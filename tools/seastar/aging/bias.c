// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "sim/routers/seastar/seastar.h"

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"

#include "bias.h"
#include "words.h"

static const char *const class_names[CLASSES + 1] = { "req", "rsp", NULL };

uint32_t bias_ports(const char *word)
{
	uint32_t ports = 0;
	unsigned int port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (!strcmp(word, port_names[port]) ||
		    !strcmp(word, port_group_names[port_group(port)]))
			ports |= 1u << port;
	}
	return ports;
}

/* Return bias_ports() of the next word; 0 if there is no word. */
static uint32_t next_ports(struct args *a)
{
	unsigned int i;

	for (i = 0; i < SEASTAR_PORTS; i++)
		args_could(a, port_names[i]);
	for (i = 1; i < PORT_GROUPS; i++)
		args_could(a, port_group_names[i]);
	return args_more(a) ? bias_ports(*a->word) : 0;
}

void bias_give(struct bias_change *c, unsigned int classes, uint32_t ports, uint8_t value)
{
	unsigned int class, port;

	for (class = 0; class < CLASSES; class++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			if (!(classes >> class & 1) || !(ports >> port & 1))
				continue;
			c->given[class][port] = true;
			c->value[class][port] = value;
		}
	}
}

/* Set the biases of "3/2/1": the network ports of x, y and z. */
static void give_dimensions(struct args *a, struct bias_change *c, unsigned int classes)
{
	const char *text = args_value(a, "bias"), *part = text;
	char number[8];
	unsigned int d;
	size_t length;

	for (d = 0; d < SEASTAR_DIMS; d++) {
		length = strcspn(part, "/");
		if (length >= sizeof(number) || (d < SEASTAR_DIMS - 1) != (part[length] == '/'))
			args_die(a, "bias: '%s' is not three numbers X/Y/Z, such as 3/2/1", text);
		memcpy(number, part, length);
		number[length] = '\0';
		bias_give(c, classes, bias_ports(port_group_names[d + 1]),
			  parse_number(a, "bias", number, 0, SS_MAX_BIAS));
		part += length + 1;
	}
}

void args_bias(struct args *a, struct bias_change *c)
{
	unsigned int classes = 0, class;
	uint32_t ports;

	for (class = 0; class < CLASSES && !classes; class++) {
		if (args_take(a, class_names[class]))
			classes = 1u << class;
	}
	if (!classes)
		classes = 1u << REQUEST | 1u << RESPONSE;
	if (!args_more(a))
		args_die(a, "bias is missing");
	if (strpbrk(*a->word, "/,")) {
		give_dimensions(a, c, classes);
	} else if (!next_ports(a)) {
		bias_give(c, classes, BIAS_ALL_PORTS,
			  args_number(a, "bias", "ticks", 0, SS_MAX_BIAS));
	} else {
		while ((ports = next_ports(a))) {
			const char *name = args_value(a, "port");

			bias_give(c, classes, ports, args_number(a, name, "ticks", 0, SS_MAX_BIAS));
		}
	}
}

static bool same(const struct bias_entry *e, const struct bias_change *c, unsigned int port)
{
	unsigned int class;

	for (class = 0; class < CLASSES; class++) {
		if (e->given[class] != c->given[class][port] ||
		    (e->given[class] && e->value[class] != c->value[class][port]))
			return false;
	}
	return true;
}

size_t bias_entries(const struct bias_change *c, struct bias_entry entries[SEASTAR_PORTS])
{
	unsigned int class, port;
	size_t i, n = 0;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (!c->given[REQUEST][port] && !c->given[RESPONSE][port])
			continue;
		for (i = 0; i < n && !same(&entries[i], c, port); i++)
			;
		if (i == n)
			entries[n++] = (struct bias_entry){ 0 };
		entries[i].ports |= 1u << port;
		for (class = 0; class < CLASSES; class++) {
			entries[i].given[class] = c->given[class][port];
			entries[i].value[class] = c->value[class][port];
		}
	}
	return n;
}

void bias_text(const uint8_t bias[CLASSES][SEASTAR_PORTS])
{
	char text[BIAS_WORDS_MAX];
	unsigned int class;

	if (!memcmp(bias[REQUEST], bias[RESPONSE], SEASTAR_PORTS)) {
		out_text(" bias %s", bias_words(bias[REQUEST], NULL, text));
		return;
	}
	for (class = 0; class < CLASSES; class++)
		out_text(" bias %s %s", class_names[class], bias_words(bias[class], NULL, text));
}

void bias_out(const uint8_t bias[CLASSES][SEASTAR_PORTS])
{
	static const char *const keys[CLASSES] = { "req_age_bias", "rsp_age_bias" };
	unsigned int class, port;

	for (class = 0; class < CLASSES; class++) {
		out_open(keys[class]);
		for (port = 0; port < SEASTAR_PORTS; port++)
			out_u64(port_names[port], NULL, bias[class][port]);
		out_close();
	}
}
