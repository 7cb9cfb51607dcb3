// SPDX-License-Identifier: GPL-2.0-only
#include <seastar/mmr.h>

#include "links.h"
#include "mmr_read.h"
#include "print.h"

void port_states(struct nl *nl, const struct device *d, uint32_t router,
		 struct port_state state[SEASTAR_PORTS])
{
	uint64_t status;
	uint32_t port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (d->is_soft) {
			state[port].present = port == SEASTAR_PORT_PROC ||
				ss_neighbour(&d->core, router, port) != SS_NO_ROUTER;
			state[port].up = state[port].present;
			continue;
		}
		mmr_read(nl, d->name, router, SS_MMR_PORT(port) + SS_MMR_LINK_STATUS, 1, &status);
		state[port].present = status & SS_MMR_LINK_PRESENT;
		state[port].up = status & SS_MMR_LINK_UP;
	}
}

struct link *links_gather(struct nl *nl, const struct device *d, const struct sample *s, size_t *n)
{
	struct link *links = allocate(s->n * SEASTAR_PORTS, sizeof(*links));
	struct port_state state[SEASTAR_PORTS];
	uint32_t router, port, to;

	*n = 0;
	for (router = 0; router < s->n; router++) {
		if (s->router[router].router != router)
			die("the kernel's answer lacks router %u", router);
		port_states(nl, d, router, state);
		for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
			to = ss_neighbour(&d->core, router, port);
			if (!state[port].present || to == SS_NO_ROUTER)
				continue;
			links[(*n)++] = (struct link){
				.from = router, .out = port,
				.to = to, .in = ss_opposite(port),
				.up = state[port].up,
				.output = s->router[router].counter[port],
				.input = to >= s->n ? NULL :
					 s->router[to].counter[ss_opposite(port)],
			};
		}
	}
	return links;
}
