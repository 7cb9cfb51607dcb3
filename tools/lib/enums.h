/* SPDX-License-Identifier: GPL-2.0-only */
/* Made by `make docs` of docs/netlink/seastar.yaml: the words for the values of enumerations. */

const char *const clock_names[] = {
	"stopped", "running", "stepping", NULL
};

const char *const config_names[] = {
	"checked", "committed", "pending", "confirmed", "cancelled", "expired", "failed", NULL
};

const char *const counter_names[] = {
	"vc0_blocked", "vc1_blocked", "vc2_blocked", "vc3_blocked", "stalled", "age_bin0",
	"age_bin1", "age_bin2", "age_bin3", "vc0_pkts", "vc1_pkts", "vc2_pkts", "vc3_pkts",
	"vc0_flits", "vc1_flits", "vc2_flits", "vc3_flits", "contested", "inhibited", "tied",
	"saturated", NULL
};

const char *const drop_names[] = {
	"no_route", "dateline", "link", NULL
};

const char *const link_policy_names[] = {
	"wait", "drop", NULL
};

const char *const pattern_names[] = {
	"none", "uniform", "all-to-one", "neighbour", "complement", "tornado", "permutation",
	"bit-reversal", "shuffle", "transpose", NULL
};

const char *const source_names[] = {
	"open", "closed", NULL
};

const char *const stranded_names[] = {
	"drop", "reroute", NULL
};
