/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables of the kinds of routers that experiments have: one per kind. */
#ifndef SIM_ROUTERS_H
#define SIM_ROUTERS_H

#include <stddef.h>

#include <seastar/types.h>

struct sim_error;
struct sim_experiment;
struct ss_config;
struct ss_traffic;

/* Number and word of each kind, the usual one first; sim_router_WORD is its table. */
#define SIM_EACH_ROUTER(X)		\
	X(SEASTAR, seastar)		\
	X(VC, vc)			\
	X(TORUS, torus)			\
	X(BUBBLE, bubble)		\
	X(WORMHOLE, wormhole)		\
	X(DRAGONFLY, dragonfly)

enum sim_router {
#define SIM_ROUTER_NUMBER(name, word)	SIM_ROUTER_##name,
	SIM_EACH_ROUTER(SIM_ROUTER_NUMBER)
#undef SIM_ROUTER_NUMBER
	SIM_ROUTERS,
};

#define SIM_HOP_KEYS	5	/* most keys of a hop */

/**
 * struct sim_router_ops - operations of experiments for a kind of router
 * @usual: set the defaults of the fabric, but its seed and regions
 * @cycle_time: return the cycle of the router in ps; 0: it is not known
 * @check: check the keys beyond the checks of the kind itself; NULL: no further rules
 * @check_replies: check the replies of traffic in phase @phase; NULL: they need classes
 * @warns: put a warning about the experiment into @text, see sim_experiment_warns(); NULL: there is
 * none
 * @drops: packets that nodes have no room for may be dropped when they are born
 * @without_delay: `router_delay` may be 0
 * @without_window: open sources have no bound on outstanding packets, unless one is given
 * @hop: keys whose cycles add up to the time of a further hop of a packet that meets no other, by
 *	the page of the router in docs; none: a hop takes a cycle
 * @global: key in place of `link_delay` where the link is global; NULL: no link is
 */
struct sim_router_ops {
	struct ss_config (*usual)(const struct sim_experiment *e);
	u32 (*cycle_time)(const struct sim_experiment *e);
	bool (*check)(const struct sim_experiment *e, struct sim_error *err);
	bool (*check_replies)(const struct sim_experiment *e, u32 phase, const struct ss_traffic *t,
			      struct sim_error *err);
	bool (*warns)(const struct sim_experiment *e, char *text, size_t room);
	bool drops;
	bool without_delay;
	bool without_window;
	const char *hop[SIM_HOP_KEYS];
	const char *global;
};

#define SIM_ROUTER_OPS(name, word)	extern const struct sim_router_ops sim_router_##word;
SIM_EACH_ROUTER(SIM_ROUTER_OPS)
#undef SIM_ROUTER_OPS

/* Return the table of the kind of router that @e has. */
const struct sim_router_ops *sim_router_ops(const struct sim_experiment *e);

/* Return the table of the kind of router with this word, NULL if there is none. */
const struct sim_router_ops *sim_router_called(const char *word);

#endif /* SIM_ROUTERS_H */
