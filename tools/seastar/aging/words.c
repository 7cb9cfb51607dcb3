// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"

#include "words.h"

const char *select_words(uint64_t select, bool numeric, char text[SELECT_WORDS_MAX])
{
	if (numeric || (select != SELECT_AGE && select != SELECT_RR))
		snprintf(text, SELECT_WORDS_MAX, "0x%016" PRIx64, select);
	else
		snprintf(text, SELECT_WORDS_MAX, "%s", select == SELECT_AGE ? "age" : "rr");
	return text;
}

static bool is_given(const bool given[SEASTAR_PORTS], unsigned int port)
{
	return !given || given[port];
}

static bool is_alike(const uint8_t bias[SEASTAR_PORTS], const bool given[SEASTAR_PORTS])
{
	unsigned int port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (!is_given(given, port) || bias[port] != bias[0])
			return false;
	}
	return true;
}

const char *bias_words(const uint8_t bias[SEASTAR_PORTS], const bool given[SEASTAR_PORTS],
		       char text[BIAS_WORDS_MAX])
{
	unsigned int port;
	int n = 0;

	text[0] = '\0';
	if (is_alike(bias, given)) {
		snprintf(text, BIAS_WORDS_MAX, "%u", bias[0]);
		return text;
	}
	for (port = 0; port < SEASTAR_PORTS; port++) {
		/* an odd port and the next one belong to one dimension */
		bool both = port % 2 && is_given(given, port) && is_given(given, port + 1) &&
			    bias[port] == bias[port + 1];

		if (is_given(given, port))
			n += snprintf(text + n, BIAS_WORDS_MAX - n, "%s%s %u", n ? " " : "",
				      both ? port_group_names[port_group(port)] : port_names[port],
				      bias[port]);
		port += both;
	}
	return text;
}
