// SPDX-License-Identifier: GPL-2.0-only
/* Made by `make docs` of docs/netlink/seastar.yaml: what files and counters are called. */
#include "base/counters.h"

const char * const seastar_counter_names[] = {
	"vc0_blocked", "vc1_blocked", "vc2_blocked", "vc3_blocked", "stalled", "age_bin0",
	"age_bin1", "age_bin2", "age_bin3", "vc0_pkts", "vc1_pkts", "vc2_pkts", "vc3_pkts",
	"vc0_flits", "vc1_flits", "vc2_flits", "vc3_flits", "contested", "inhibited", "tied",
	"saturated",
};

const char * const seastar_port_names[] = {
	"proc", "xp", "xm", "yp", "ym", "zp", "zm",
};
