// SPDX-License-Identifier: GPL-2.0-only
/* Facts about a configuration and the shape of a fabric, for the simulator only. */
#include "engine.h"
#include "topology_view.h"

bool ss_config_carries(const struct ss_config *cfg)
{
	return cfg->kind->carried;
}

u64 ss_carried(const struct ss_fabric *f, u32 router, u32 port)
{
	return f->cfg.kind->carried(f, router, port);
}

bool ss_config_reports_paths(const struct ss_config *cfg)
{
	return cfg->kind->report_path;
}

const char *const *ss_config_misroute_words(const struct ss_config *cfg)
{
	return cfg->kind->misroute_words;
}

void ss_misroutes(const struct ss_fabric *f, u32 router, u64 count[SS_MISROUTES])
{
	f->cfg.kind->misroutes(f, router, count);
}

void ss_usage(const struct ss_fabric *f, u32 router, struct ss_usage usage[SS_USAGE_PORTS])
{
	f->cfg.kind->usage(f, router, usage);
}

bool ss_config_counts_usage(const struct ss_config *cfg)
{
	return cfg->usage && cfg->kind->usage;
}

u64 ss_config_typical(const struct ss_config *cfg)
{
	struct ss_topology t;
	u64 hops;

	if (cfg->kind->typical)
		return cfg->kind->typical(cfg);
	ss_config_topology(cfg, &t);
	hops = 1 + t.ops->view->mean(&t);
	return hops * (ss_config_transit(cfg) + cfg->link_delay) + ss_config_transit(cfg) +
	       (cfg->eject[0] ? cfg->max_packet * cfg->eject[1] / cfg->eject[0] : 0);
}

u32 ss_config_transit(const struct ss_config *cfg)
{
	return cfg->kind->transit(cfg);
}

bool ss_config_has_ages(const struct ss_config *cfg)
{
	return cfg->kind->has_ages;
}

bool ss_config_is_staged(const struct ss_config *cfg)
{
	return cfg->kind->is_staged;
}

bool ss_config_holds_output_vcs(const struct ss_config *cfg)
{
	return cfg->kind->holds_output_vcs;
}

u32 ss_config_ports(const struct ss_config *cfg)
{
	struct ss_topology t;

	ss_config_topology(cfg, &t);
	return t.ports;
}

u32 ss_config_port_vcs(const struct ss_config *cfg)
{
	return cfg->kind->port_vcs ? cfg->kind->port_vcs(cfg) : cfg->classes * cfg->vcs;
}

u32 ss_config_links(const struct ss_config *cfg)
{
	return cfg->kind->networks ? cfg->classes : 1;
}

bool ss_config_injects_every_cycle(const struct ss_config *cfg)
{
	return cfg->kind->injects_every_cycle;
}

u32 ss_fabric_routers(const struct ss_fabric *f)
{
	return f->topo.routers;
}

u32 ss_fabric_nodes(const struct ss_fabric *f)
{
	return f->topo.nodes;
}

u32 ss_fabric_own_routers(const struct ss_fabric *f, u32 *first)
{
	*first = f->own.first;
	return f->own.end - f->own.first;
}

u32 ss_fabric_own_nodes(const struct ss_fabric *f, u32 *first)
{
	*first = f->own_nodes.first;
	return f->own_nodes.end - f->own_nodes.first;
}

u64 ss_region_neighbours(const struct ss_fabric *f, u32 region)
{
	const struct ss_region *g = &f->region[region];
	u64 set = 0;

	for (u32 r = g->first; r - g->first < g->routers; r++) {
		for (u32 port = ss_nodes_of(&f->topo, r); port < f->topo.ports; port++) {
			u32 peer = ss_router_behind(&f->topo, r, port);

			if (peer != SS_NO_ROUTER)
				set |= 1ULL << ss_region_of(f, peer)->number;
		}
		ss_relax();
	}
	return set & ~(1ULL << region);
}

u32 ss_region_routers(const struct ss_fabric *f, u32 region, u32 *first)
{
	*first = f->region[region].first;
	return f->region[region].routers;
}

u32 ss_region_nodes(const struct ss_fabric *f, u32 region, u32 *first)
{
	*first = f->region[region].first_node;
	return f->region[region].nodes;
}

u32 ss_region_mail_size(const struct ss_fabric *f, u32 region)
{
	return f->region[region].size;
}
