// SPDX-License-Identifier: GPL-2.0-only
/* Reading of experiments: every key, every error, and the printed form. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/core/kind.h"
#include "sim/experiment/keys.h"

#include "test.h"

static char *printed(const struct sim_experiment *e)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	sim_experiment_print(e, to);
	fclose(to);
	return text;
}

/* Read @text, then overrides up to NULL, and check the experiment; return true if it is valid. */
static bool reads(struct sim_experiment *e, const char *text, const char *const *overrides,
		  struct sim_error *err)
{
	if (text && !sim_experiment_read(e, "f.sim", text, err))
		return false;
	for (; overrides && *overrides; overrides++)
		if (!sim_experiment_set(e, *overrides, err))
			return false;
	return sim_experiment_check(e, err);
}

static void assert_refused(const char *text, const char *override, const char *sentence)
{
	const char *const overrides[] = { override, NULL };
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;

	if (reads(e, text, overrides, &err))
		fail_msg("taken: %s %s", text ? text : "", override ? override : "");
	if (strcmp(err.text, sentence))
		fail_msg("expected: %s\nseen:     %s", sentence, err.text);
	sim_experiment_free(e);
}

static void every_wrong_line_has_its_place(void **state)
{
	static const struct {
		const char *text;
		const char *sentence;
	} cases[] = {
		{ "seed = 1\n laod = 0.1\n",
		  "f.sim:2:2: unknown key 'laod': did you mean 'load'?" },
		{ "frobnicate = 1",
		  "f.sim:1:1: unknown key 'frobnicate': 'seastar-sim help keys' lists them" },
		{ "pattern = unifrom",
		  "f.sim:1:11: pattern: unknown value 'unifrom': did you mean 'uniform'?" },
		{ "pattern = 7",
		  "f.sim:1:11: pattern: unknown value '7': 'seastar-sim help keys' lists them" },
		{ "router = dragonfly\ntransit = yes",
		  "f.sim:2:11: transit: unknown value 'yes': give equal or first" },
		{ "seed",
		  "f.sim:1:1: 'seed' is neither 'key = value' nor a section in '[]'" },
		{ " = 4",
		  "f.sim:1:2: '= 4' is neither 'key = value' nor a section in '[]'" },
		{ "seed =   # nothing",
		  "f.sim:1:7: seed: the value is missing" },
		{ "seed = 1\n\nseed = 2",
		  "f.sim:3:1: 'seed' is given twice, first in line 1" },
		{ "seed = -1",
		  "f.sim:1:8: seed: '-1' is not a number from 0 to 18446744073709551615" },
		{ "seed = 18446744073709551616",
		  "f.sim:1:8: seed: '18446744073709551616' is not a number from 0 to 18446744073709551615" },
		{ "vcs = 17",
		  "f.sim:1:7: vcs: '17' is not a number from 1 to 16" },
		{ "load = 8.5",
		  "f.sim:1:8: load: '8.5' is not a number from 0.000001 to 8 with at most 6 digits after the point" },
		{ "load = 0.0000001",
		  "f.sim:1:8: load: '0.0000001' is not a number from 0.000001 to 8 with at most 6 digits after the point" },
		{ "load = 0.1 0.2",
		  "f.sim:1:8: load: '0.1 0.2' is not a number from 0.000001 to 8 with at most 6 digits after the point" },
		{ "warmup = some",
		  "f.sim:1:10: warmup: 'some' is neither 'auto' nor a number from 0 to 4294967295" },
		{ "topology = 4x",
		  "f.sim:1:12: topology: '4x' is not up to three numbers with 'x' between them" },
		{ "topology = 2x2x2x2",
		  "f.sim:1:12: topology: '2x2x2x2' is not up to three numbers with 'x' between them" },
		{ "topology = 4x0",
		  "f.sim:1:12: topology: '4x0' is not from 1 to 32768 routers" },
		{ "topology = 33x32x32",
		  "f.sim:1:12: topology: '33x32x32' is not from 1 to 32768 routers" },
		{ "topology = 32769",
		  "f.sim:1:12: topology: '32769' is not from 1 to 32768 routers" },
		{ "topology = 2x18446744073709551615",
		  "f.sim:1:12: topology: '2x18446744073709551615' is not from 1 to 32768 routers" },
		{ "mesh = w",
		  "f.sim:1:8: mesh: 'w' is neither 'none' nor made of the letters x, y and z" },
		{ "eject = 3/2",
		  "f.sim:1:9: eject: '3/2' is not A/B, A flits in B cycles with 1 <= A <= B <= 255" },
		{ "eject = 1",
		  "f.sim:1:9: eject: '1' is not A/B, A flits in B cycles with 1 <= A <= B <= 255" },
		{ "lengths = 257",
		  "f.sim:1:11: lengths: a packet of 257 flits: the length is 1 to 256" },
		{ "lengths = 1:2,300:1",
		  "f.sim:1:11: lengths: a packet of 300 flits: the length is 1 to 256" },
		{ "lengths = 1:1,2:1,3:1,4:1,50:1,6:1,7:1,8:1,9:1,10:1",
		  "f.sim:1:11: lengths: the length 10 is one too many: packets have at most 9 different lengths" },
		{ "reply = 0",
		  "f.sim:1:9: reply: a packet of 0 flits: the length is 1 to 256" },
		{ "max_packet = 257",
		  "f.sim:1:14: max_packet: '257' is not a number from 1 to 256" },
		{ "lengths = 1:2,1:3",
		  "f.sim:1:11: lengths: the length 1 is given twice" },
		{ "lengths = 1:2,x",
		  "f.sim:1:11: lengths: 'x' is not L:W, a length and its weight of at most 1000000" },
		{ "lengths = 1:0",
		  "f.sim:1:11: lengths: '1:0': no length has a weight above 0" },
		{ "spots = 1,,2",
		  "f.sim:1:9: spots: '1,,2' is not a list of 1 to 64 nodes with ',' between them" },
		{ "select = old",
		  "f.sim:1:10: select: 'old' is neither 'age' nor 'rr' nor a mask of 64 bits such as 0x5555555555555555" },
		{ "bias = 1/2",
		  "f.sim:1:8: bias: '1/2' is not N, X/Y/Z or PROC,+X,-X,+Y,-Y,+Z,-Z with numbers from 0 to 7, nor two of these, for requests and responses, with ':' between them" },
		{ "bias = 8",
		  "f.sim:1:8: bias: '8' is not N, X/Y/Z or PROC,+X,-X,+Y,-Y,+Z,-Z with numbers from 0 to 7, nor two of these, for requests and responses, with ':' between them" },
		{ "permutation = no/such/file",
		  "f.sim:1:15: permutation: 'no/such/file' is neither a list of nodes nor a file that can be read: No such file or directory" },
		{ "permutation = 1,x",
		  "f.sim:1:15: permutation: entry 1 of the permutation, 'x', is not a node from 0 to 262655" },
		{ "[at x]",
		  "f.sim:1:1: '[at x]' is neither '[at CYCLE]', with a cycle from 1 to 4294967295, nor '[part N]', with a part of the traffic from 2 to 4" },
		{ "[part 5]",
		  "f.sim:1:1: '[part 5]' is neither '[at CYCLE]', with a cycle from 1 to 4294967295, nor '[part N]', with a part of the traffic from 2 to 4" },
		{ "pattern2 = uniform",
		  "f.sim:1:1: in a file, 'pattern2' is 'pattern' in a section '[part 2]'" },
		{ "[part 2]\npattern3 = uniform",
		  "f.sim:2:1: in a file, 'pattern3' is 'pattern' in a section '[part 3]'" },
		{ "[part 2]\nload = 0.1",
		  "f.sim:2:1: a part of the traffic has no 'load' of its own: give it before the sections '[part N]'" },
		{ "[part 2]\nweight = 1\nweight = 2",
		  "f.sim:3:1: 'weight2' is given twice, first in line 2" },
		{ "[part 2]\nwieght = 1",
		  "f.sim:2:1: unknown key 'wieght2': did you mean 'weight2'?" },
		{ "router = dragonfly\nrouting = valiant",
		  "f.sim:2:11: routing: 'valiant' is here 'val', with router = dragonfly" },
		{ "pattern = advc",
		  "f.sim:1:11: pattern: 'advc' is here 'adversarial', with 'groups' = h of 'dragonfly'" },
		{ "p = 2", "f.sim:1:1: unknown key 'p': give 'dragonfly' = PxAxH, as in dragonfly=2x4x2" },
		{ "[at 10]\n[at 10]",
		  "f.sim:2:1: [at 10] comes after cycle 10: put changes in the order of their cycles" },
		{ "[at 10]\nvcs = 2",
		  "f.sim:2:1: 'vcs' cannot change in mid-run: only keys of traffic and aging can" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(cases[i].text, NULL, cases[i].sentence);
}

static void impossible_combinations_name_both_keys(void **state)
{
	static const struct {
		const char *text;
		const char *override;
		const char *sentence;
	} cases[] = {
		{ "seed = 1\n load = 0.1:0.3:0.1", NULL,
		  "f.sim:2:2: load: several values are a sweep: 'seastar-sim sweep' runs an experiment with each" },
		{ "select = rr,age", NULL,
		  "f.sim:1:1: select: several values are a sweep: 'seastar-sim sweep' runs an experiment with each" },
		{ "load = 0.1, 0.2\nseed = 1,2", "load=0.3",
		  "f.sim:2:1: seed: several values are a sweep: 'seastar-sim sweep' runs an experiment with each" },
		{ "[at 9]\nload = 0.1,0.2", "load=0.3",
		  "f.sim:2:1: load: several values are a sweep: 'seastar-sim sweep' runs an experiment with each" },
		{ "window = 4", NULL,
		  "f.sim:1:1: 'window' has no effect where 'source' is 'open': leave it out, or give 'source' closed" },
		{ "source = closed\nload = 0.1", NULL,
		  "f.sim:2:1: 'load' has no effect where 'source' is 'closed': leave it out, or give 'source' open" },
		{ "source = closed", "load=0.1",
		  "command line, 'load=0.1', column 1: 'load' has no effect where 'source' is 'closed': leave it out, or give 'source' open" },
		{ "pattern = none\nload = 0.1", NULL,
		  "f.sim:2:1: 'load' has no effect where 'pattern' is 'none': leave it out" },
		{ "target = 3", NULL,
		  "f.sim:1:1: 'target' has no effect where 'pattern' is 'uniform': leave it out, or give 'pattern' all-to-one" },
		{ "vcs = 1", NULL,
		  "f.sim:1:1: 'vcs' = 1 may deadlock in xyz of 'topology' 8x8x8: give 'vcs' 2, 'mesh' xyz, or 'deadlock' = allowed" },
		{ "topology = 8x3x8\nmesh = y\nvcs = 1", NULL,
		  "f.sim:3:1: 'vcs' = 1 may deadlock in xz of 'topology' 8x3x8: give 'vcs' 2, 'mesh' xyz, or 'deadlock' = allowed" },
		{ "vcs = 3", NULL, "f.sim:1:1: 'vcs' = 3, 'router' = seastar: virtual channels per class must be 1, 2 or 4" },
		{ "router = vc\nselect = rr", NULL,
		  "f.sim:2:1: 'select' has no effect where 'router' is 'vc': leave it out, or give 'router' seastar" },
		{ "router = vc\nstaging_depth = 9", NULL,
		  "f.sim:2:1: 'staging_depth' has no effect where 'router' is 'vc': leave it out, or give 'router' seastar" },
		{ "flow = wormhole", NULL,
		  "f.sim:1:1: 'flow' has no effect where 'router' is 'seastar': leave it out, or give 'router' vc" },
		{ "router = vc\nclasses = 2\nvcs = 9", NULL,
		  "f.sim:3:1: 'vcs' = 9 in each of 2 'classes' are more than 16" },
		{ "router = vc\nrequests = 50", NULL,
		  "f.sim:2:1: 'requests': responses need VCs of their own: give 'classes' 2" },
		{ "router = vc\nreply = 9", NULL,
		  "f.sim:2:1: 'reply': responses need VCs of their own: give 'classes' 2" },
		{ "router = vc\nclasses = 2\nreply = 9\nreply_queue = 3", NULL,
		  "f.sim:4:1: 'reply_queue' = 3: only 'router' = seastar holds requests back; give 0" },
		{ "load = 1.1", NULL,
		  "f.sim:1:1: 'load' = 1.1: with 'arrivals' = bernoulli a source offers one flit per cycle at most: give 'arrivals' poisson, or at most 1" },
		{ "arrivals = poisson\nburst = 3", NULL,
		  "f.sim:2:1: 'burst' = 3: 'arrivals' = poisson has no bursts" },
		{ "pattern = uniform-self", NULL,
		  "f.sim:1:1: 'pattern' = uniform-self: only nodes of 'router' = torus send to themselves" },
		{ "eject = unlimited", NULL,
		  "f.sim:1:1: 'eject' = unlimited: the ejection rate must be A flits in B cycles, 1 <= A <= B <= 255; only a torus router may have no limit" },
		{ "inject = unlimited", NULL,
		  "f.sim:1:1: 'inject' = unlimited: the injection rate must be A flits in B cycles, 1 <= A <= B <= 255" },
		{ "routing = cqr", NULL,
		  "f.sim:1:1: 'routing' has no effect where 'router' is 'seastar': leave it out, or give 'router' vc, torus, bubble, wormhole or dragonfly" },
		{ "router = torus\nmesh = x", NULL,
		  "f.sim:2:1: 'mesh' has no effect where 'router' is 'torus': leave it out, or give 'router' seastar or vc" },
		{ "router = torus\nvcs = 4", NULL,
		  "f.sim:2:1: 'vcs' has no effect where 'router' is 'torus': leave it out, or give 'router' seastar, vc, wormhole or dragonfly" },
		{ "router = torus\nlengths = 1\nrouting = gal", NULL,
		  "f.sim:3:1: 'routing' = gal needs 'threshold': the packets that an injection queue holds, such as 16" },
		{ "router = torus\nlengths = 1\nrouting = gal\nthreshold = 16\ntopology = 33x32", NULL,
		  "f.sim:5:1: 'routing' = gal has injection queues for each pair of routers: 'topology' has 1056, and 1024 is the most" },
		{ "router = torus\nlengths = 1\nrouting = goal\nthreshold = 2", NULL,
		  "f.sim:4:1: 'threshold' has no effect where 'routing' is 'goal': leave it out, or give 'routing' gal or cqr" },
		{ "router = torus\nlengths = 1\nrouting = minad\noccupancy = free", NULL,
		  "f.sim:4:1: 'occupancy' has no effect where 'routing' is 'minad': leave it out, or give 'routing' cqr" },
		{ "router = torus\nlengths = 3", NULL,
		  "f.sim:2:1: 'lengths' has packets of 3 flits, more than 'max_packet' = 1: change one of them" },
		{ "router = torus\nlengths = 1\nrequests = 50", NULL,
		  "f.sim:3:1: 'requests': 'router' = torus carries only requests, without replies: leave it out" },
		{ "router = vc\nflow = cut-through", NULL,
		  "f.sim:2:1: 'input_depth' = 8 cannot hold a packet of 'max_packet' = 9 flits" },
		{ "router = wormhole\nassignment = lower", NULL,
		  "f.sim:2:1: 'assignment' has no effect where 'router' is 'wormhole': leave it out, or give 'router' seastar or vc" },
		{ "router = wormhole\nrouting = cqr", NULL,
		  "f.sim:2:1: 'router' = wormhole has no such 'routing': give dor or adaptive" },
		{ "router = wormhole\nmesh = x", NULL,
		  "f.sim:2:1: 'mesh' has no effect where 'router' is 'wormhole': leave it out, or give 'router' seastar or vc" },
		{ "router = wormhole\nrouting = dor\ncrossbar = sic", NULL,
		  "f.sim:3:1: 'crossbar' has no effect where 'routing' is 'dor': leave it out, or give 'routing' adaptive" },
		{ "router = wormhole\ncrossbar = sic\npatience = 5", NULL,
		  "f.sim:3:1: 'patience' has no effect where 'crossbar' is 'sic': leave it out, or give 'crossbar' oac" },
		{ "router = wormhole\nrouter_delay = 3", NULL,
		  "f.sim:2:1: 'router_delay' = 3 is less than 'link_delay' = 1 and 3 for routing, the crossbar and the VC controller" },
		{ "router = wormhole\ncrossbar = sic\nlink_delay = 3", NULL,
		  "f.sim:3:1: 'router_delay' = 6 is less than 'link_delay' = 3 and 4 for routing, the crossbar and the VC controller" },
		{ "router = wormhole\nvcs = 4", NULL,
		  "f.sim:2:1: 'vcs' = 4: with 'routing' = adaptive a link of 'router' = wormhole has 3, or 2 where that cannot deadlock or 'deadlock' is allowed" },
		{ "router = wormhole\nrouting = dor\nvcs = 1", NULL,
		  "f.sim:3:1: 'vcs' = 1 leaves one for dimension order, which may deadlock in rings of 4 or more routers, as x of 'topology' has: give 'vcs' 2, or 'deadlock' = allowed" },
		{ "router = wormhole\nreply = 9", NULL,
		  "f.sim:2:1: 'reply': responses need VCs of their own: give 'classes' 2" },
		{ "router = wormhole\nmax_packet = 100\nlengths = 101", NULL,
		  "f.sim:3:1: 'lengths' has packets of 101 flits, more than 'max_packet' = 100: change one of them" },
		{ "assignment = crossing", NULL,
		  "f.sim:1:1: 'router' = seastar has no such 'assignment': give lower, balanced, v0, v1, v2, v3 or counted" },
		{ "max_packet = 10", NULL,
		  "f.sim:1:1: 'max_packet' = 10, 'router' = seastar: the largest packet must be 1 to 9 flits" },
		{ "router = vc\nmax_packet = 256\nlengths = 256", "router=seastar",
		  "command line, 'router=seastar', column 1: 'max_packet' = 256, 'router' = seastar: the largest packet must be 1 to 9 flits" },
		{ "lengths = 10", NULL,
		  "f.sim:1:1: 'lengths' has packets of 10 flits, more than 'max_packet' = 9: change one of them" },
		{ "router = vc\nmax_packet = 100\nlengths = 5:1,101:1,200:1", NULL,
		  "f.sim:3:1: 'lengths' has packets of 101 flits, more than 'max_packet' = 100: change one of them" },
		{ "max_packet = 4", NULL,
		  "f.sim:1:1: 'lengths' has packets of 9 flits, more than 'max_packet' = 4: change one of them" },
		{ "input_depth = 8", NULL,
		  "f.sim:1:1: 'input_depth' = 8, 'max_packet' = 9: input buffers must hold the largest packet and at most 4096 flits" },
		{ "staging_depth = 8", NULL,
		  "f.sim:1:1: 'staging_depth' = 8, 'max_packet' = 9: staging buffers must hold the largest packet and at most 255 flits" },
		{ "topology = 4\npattern = all-to-one\ntarget = 4", NULL,
		  "f.sim:3:1: 'target' = 4 is no node of 'topology': it has nodes 0 to 3" },
		{ "pattern = permutation", NULL,
		  "f.sim:1:1: 'pattern' = permutation needs the key 'permutation', a list of nodes" },
		{ "topology = 4\npattern = permutation\npermutation = 1,0", NULL,
		  "f.sim:3:1: 'permutation' has 2 entries, 'topology' 4 nodes: give each node once" },
		{ "topology = 2\npattern = permutation\npermutation = 1,1", NULL,
		  "f.sim:3:1: 'permutation' must have each node of 'topology' once: 1, entry 1, is there twice" },
		{ "topology = 2\npattern = permutation\npermutation = 1,2", NULL,
		  "f.sim:3:1: 'permutation' must have each node of 'topology' once: 2, entry 1, is no node" },
		{ "pattern = all-to-all", NULL,
		  "f.sim:1:1: this 'pattern' goes in phases: it needs 'source' = batch" },
		{ "pattern = fft\nsource = batch\nrows = 7", NULL,
		  "f.sim:3:1: 'rows' = 7 do not divide the 512 nodes of 'ranks'" },
		{ "pattern = all-to-all\nsource = batch\nranks = 513", NULL,
		  "f.sim:3:1: 'ranks' = 513: give 2 to 512, the nodes of 'topology'" },
		{ "pattern = hot-spots", NULL,
		  "f.sim:1:1: 'pattern' = hot-spots needs the key 'spots', a list of nodes" },
		{ "[part 2]\npattern = hot-spots\nspots = 512", NULL,
		  "f.sim:3:1: 'spots2' has 512, which is no node of 'topology'" },
		{ "spots = 3,1,3\npattern = hot-spots", NULL, "f.sim:1:1: 'spots' has 3 twice" },
		{ "topology = 3x3\npattern = bit-reversal", NULL,
		  "f.sim:2:1: 'pattern' = bit-reversal needs a power of two of nodes: 'topology' has 9" },
		{ "topology = 6\n[part 2]\npattern = bit-reversal", NULL,
		  "f.sim:3:1: 'pattern2' = bit-reversal needs a power of two of nodes: 'topology' has 6" },
		{ "requests = 0.5\nreply = 9", NULL,
		  "f.sim:2:1: 'requests' is not 100: packets that 'reply' answers must all be requests" },
		{ "reply = 9\n[part 4]\npattern = tornado\nrequests = 0", NULL,
		  "f.sim:4:1: 'requests4' is not 100: packets that 'reply' answers must all be requests" },
		{ "reply = 9\nmax_packet = 4\nlengths = 4", NULL,
		  "f.sim:2:1: 'reply' has packets of 9 flits, more than 'max_packet' = 4: change one of them" },
		{ "max_packet = 4\nlengths = 4\n[part 3]\npattern = tornado\nlengths = 5", NULL,
		  "f.sim:5:1: 'lengths3' has packets of 5 flits, more than 'max_packet' = 4: change one of them" },
		{ "topology = 4\n[part 2]\npattern = all-to-one\ntarget = 4", NULL,
		  "f.sim:4:1: 'target2' = 4 is no node of 'topology': it has nodes 0 to 3" },
		{ "[part 2]\npattern = all-to-all", NULL,
		  "f.sim:2:1: 'pattern2': only 'pattern' can be a pattern that goes in phases" },
		{ "[part 2]\npattern = permutation", NULL,
		  "f.sim:2:1: 'pattern2': only 'pattern' can be a pattern with a list" },
		{ "source = batch\npattern = fft\n[part 3]\npattern = uniform", NULL,
		  "f.sim:4:1: this 'pattern' goes in phases: it cannot be mixed with 'pattern3'" },
		{ "source = batch\npattern = fft\niterations = 4096", NULL,
		  "f.sim:3:1: 'iterations' = 4096 of 2 phases each make more than 4096 phases: give fewer" },
		{ "source = batch\npattern = all-to-all\nbatch = 4294967295", NULL,
		  "f.sim:3:1: 'batch' = 4294967295 packets for each of 512 nodes make more than 4294967295: give fewer" },
		{ "source = batch\npattern = graph500\nscale = 23\nmodel = measured", NULL,
		  "f.sim:4:1: 'scale' = 23: with 'model' = measured give at most 22" },
		{ "source = batch\npattern = graph500\ncycle_time = 0", NULL,
		  "f.sim:3:1: 'pattern' = graph500: 'query_time' is in ns: give 'cycle_time'" },
		{ "topology = 6\nwarmup = 9\nmeasure = 90\n[at 50]\npattern = bit-reversal", NULL,
		  "f.sim:5:1: 'pattern' = bit-reversal needs a power of two of nodes: 'topology' has 6" },
		{ "reply = 9\nwarmup = 9\nmeasure = 90\n[at 20]\nsource = batch\nrequests = 0\n[at 50]\nsource = open",
		  NULL,
		  "f.sim:6:1: 'requests' is not 100: packets that 'reply' answers must all be requests" },
		{ "reply = 9\nwarmup = 9\nmeasure = 90\n[at 50]\nsource = batch\nwindow = 3", NULL,
		  "f.sim:6:1: 'window' has no effect where 'source' is 'batch': leave it out, or give 'source' closed" },
		{ "[part 2]\nlengths = 4", NULL,
		  "f.sim:2:1: 'lengths2' has no effect where 'pattern2' is 'none': leave it out" },
		{ "batch = 4", NULL, "f.sim:1:1: 'batch' has no effect where 'source' is 'open': leave it out, or give 'source' batch" },
		{ "batches = 5", NULL, "f.sim:1:1: 'batches' = 5 is odd: give an even number" },
		{ "measure = 20", NULL,
		  "f.sim:1:1: 'measure' = 20 cycles cannot be divided into 'batches' = 32" },
		{ "warmup = 1000\nmax_cycles = 900", NULL,
		  "f.sim:2:1: 'warmup' = 1000 leaves nothing of 'max_cycles' = 900" },
		{ "measure = 1000000", NULL,
		  "f.sim:1:1: 'measure' = 1000000 leaves nothing of 'max_cycles' = 1000000" },
		{ "warmup = 4294967295\nmeasure = 4294967295", NULL,
		  "f.sim:2:1: 'warmup' and 'measure' are more than 4294967295 cycles together: give less" },
		{ "series = birth", NULL,
		  "f.sim:1:1: 'series' = birth: there is no time series: give 'interval'" },
		{ "router = dragonfly\nfull = drop\nburst = 5\nqueue = 3", NULL,
		  "f.sim:4:1: 'full' = drop and 'queue' = 3: a packet without room is dropped, and does not wait: give 'queue' 0" },
		{ "router = dragonfly\nrouting = pb\nlink_percent = 201", NULL,
		  "f.sim:3:1: 'link_percent' = 201 cannot be reached: with 2 global links per router, a link has at most 200 % of their mean, when the others are empty: give less" },
		{ "router = dragonfly\nrouting = pb", "link_percent=250",
		  "command line, 'link_percent=250', column 1: 'link_percent' = 250 cannot be reached: with 2 global links per router, a link has at most 200 % of their mean, when the others are empty: give less" },
		{ "router = dragonfly\ndragonfly = 1x4x1\nrouting = olm\nlink_percent = 100", NULL,
		  "f.sim:4:1: 'link_percent' = 100 cannot be reached: with 1 global links per router, a link has at most 100 % of their mean, when the others are empty: give less" },
		{ "router = dragonfly\nrouting = pb\nlink_percent = 100\nlink_packets = 16", NULL,
		  "f.sim:4:1: 'link_packets' = 16 cannot be reached: with 'link_percent' = 100 and 'global_depth' = 256 no global link is more than 16 packets of 8 flits above this share of the mean: give less" },
		{ "router = dragonfly\nbuffers = shared\ninput_depth = 9", NULL,
		  "f.sim:3:1: 'reserved' = 75 % of 'input_depth' = 9 is less than a packet of 8 flits, so that the VCs of a local port may deadlock: give more of either, or 'deadlock' = allowed" },
		{ "router = dragonfly\nrouting = val\nbuffers = shared\nreserved = 30\nglobal_depth = 26", NULL,
		  "f.sim:5:1: 'reserved' = 30 % of 'global_depth' = 26 is less than a packet of 8 flits, so that the VCs of a global port may deadlock: give more of either, or 'deadlock' = allowed" },
		{ "router = dragonfly\ndeadlock = allowed", NULL,
		  "f.sim:2:1: 'deadlock' = allowed has no effect with 'router' = dragonfly unless 'buffers' = shared or 'order' = flexible: leave it out" },
		{ "interval = 1", NULL,
		  "f.sim:1:1: 'interval' = 1 would be more than 100000 points in 1000000 cycles of 'max_cycles'" },
		{ "[at 100]\nload = 0.2", NULL,
		  "f.sim:1:1: [at 100] needs 'warmup' in cycles: with 'auto' the rule would decide which cycles are measured" },
		{ "warmup = 100\nmeasure = 100\n[at 200]\nload = 0.2", NULL,
		  "f.sim:3:1: [at 200] comes after the end: 'warmup' and 'measure' are 200 cycles together" },
		{ "warmup = 100\nmeasure = 100\n[at 50]\nwindow = 2", NULL,
		  "f.sim:4:1: 'window' has no effect where 'source' is 'open': leave it out, or give 'source' closed" },
		{ NULL, "load", "'load' is neither a file that can be read nor 'key=value'" },
		{ NULL, "load=x",
		  "command line, 'load=x', column 6: load: 'x' is not a number from 0.000001 to 8 with at most 6 digits after the point" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_refused(cases[i].text, cases[i].override, cases[i].sentence);
}

/* Keys of a file that an override makes void are left out; an override that is void is an error. */
static void overrides_win(void **state)
{
	static const char *const overrides[] = { "source=closed", "window=5", NULL };
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	char *text;

	(void)state;
	if (!reads(e, "load = 0.3\nqueue = 7\nwarmup = 100\nmeasure = 1000\nseed = 4\n"
		   "[at 500]\nbias = 2\n[at 700]\nwindow = 3\n", overrides, &err))
		fail_msg("%s", err.text);
	text = printed(e);
	assert_null(strstr(text, "load"));
	assert_null(strstr(text, "\nqueue"));
	assert_non_null(strstr(text, "source = closed\nwindow = 5\n"));
	assert_non_null(strstr(text, "[at 500]\nbias = 2\n\n[at 700]\nwindow = 3\n"));
	/* the override holds until a phase of the file sets the same key */
	assert_int_equal(e->phase[1].settings.traffic.window, 5);
	assert_int_equal(e->phase[2].settings.traffic.window, 3);
	assert_int_equal(e->phase[2].settings.aging.bias[1][6], 2);
	free(text);
	sim_experiment_free(e);
}

/* A source of requests waits for replies, even if it is an open one. */
static void a_window_bounds_replies(void **state)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;
	char *text;

	(void)state;
	if (!reads(e, "reply = 9\nwindow = 5\n", NULL, &err))
		fail_msg("%s", err.text);
	text = printed(e);
	assert_non_null(strstr(text, "window = 5\n"));
	assert_int_equal(e->phase[0].settings.traffic.window, 5);
	free(text);
	sim_experiment_free(e);
}

static void defaults_are_the_hardware(void **state)
{
	struct sim_experiment *e = sim_experiment_new();
	char *text = printed(e), *hardware;
	struct sim_error err;

	(void)state;
	if (!sim_experiment_check(e, &err))
		fail_msg("%s", err.text);
	ss_config_default(&e->config, 8, 8, 8, 0);
	hardware = printed(e);
	assert_string_equal(text, hardware);
	free(text);
	free(hardware);
	sim_experiment_free(e);
}

/* Values that no default has, of every key; printed and read, they are the same again. */
static void what_is_printed_is_read_again(void **state)
{
	static const char *const texts[] = {
		"topology = 3x4x2\nmesh = xz\nvcs = 4\ndeadlock = allowed\narbiter = staged\n"
		"max_packet = 7\ninput_depth = 33\nstaging_depth = 17\nrouter_delay = 4\nlink_delay = 5\n"
		"cycle_time = 1.25\neject = 3/4\ninject = 1/2\npattern = all-to-one\ntarget = 5\nsource = open\n"
		"load = 0.123456\nqueue = 12\nlengths = 1:3,7:2\nrequests = 12.5\nack_delay = 9\n"
		"select = 0x5555555555555555\nperiod = 77\nbias = 1,2,3,4,5,6,7:3/2/1\n"
		"seed = 18446744073709551615\nwarmup = 1000\nmeasure = 64000\nprecision = 0.5\n"
		"batches = 64\nmax_cycles = 123456\ninterval = 100\nseries = birth\ndetail = summary\n"
		"[at 500]\npattern = tornado\n[at 600]\nselect = rr\nbias = 4\n"
		"[at 700]\npattern = none\n[at 800]\npattern = uniform\nsource = closed\nwindow = 2\n",
		"topology = 4\npattern = permutation\npermutation = 3, 2, 1, 0\n",
		"topology = 4x4\nwarmup = 90\nmeasure = 900\npattern = hot-spots\nspots = 3,5\nburst = 7\nreply = 1:2,9:1\n"
		"weight = 5\n[part 2]\npattern = uniform\nweight = 3\nlengths = 2\nrequests = 100\n"
		"[part 4]\npattern = all-to-one\ntarget = 9\n[part 3]\npattern = hot-spots\n"
		"spots = 1\n[at 900]\nload = 0.2\n[part 3]\npattern = none\n",
		"topology = 4\npattern = fft\nsource = batch\nbatch = 3\nranks = 4\nrows = 2\n"
		"iterations = 5\npermutation = 3,1,2,0\n",
		"topology = 4\npattern = all-reduce\nsource = batch\n",
		"topology = 4\npattern = graph500\nsource = batch\nranks = 3\nscale = 12\n"
		"edge_factor = 8\nmodel = measured\nroot_degree = 3\ncoalescing = 100\n"
		"query_time = 2.25\n",
		"router = vc\ntopology = 4x4\nvcs = 5\nclasses = 2\nties = packet\nflow = cut-through\n"
		"allocator = input-first\npriority = oldest\nassignment = crossing\nmax_packet = 7\n"
		"input_depth = 33\nrouting_delay = 2\nvc_delay = 3\nswitch_delay = 4\n"
		"traversal_delay = 5\nlink_delay = 6\nlengths = 3\nrequests = 12.5\n",
		"router = torus\ntopology = 4x4\nrouting = gal\nthreshold = 16.5\ninput_depth = 7\n"
		"lengths = 1\npattern = uniform-self\narrivals = poisson\nload = 1.1\neject = 3/4\n",
		"router = torus\noccupancy = free\nthreshold = 0.01\nlengths = 1\neject = unlimited\n"
		"discipline = oldest\nstars = highest\n",
		"router = dragonfly\ndragonfly = 2\ninject_select = jsq\n"
		"priority = oldest\ninput_priority = least-recent\noutput_depth = 0\nspeedup = 1\n"
		"usage = counted\ninput_speedup = 2\n",
		"router = wormhole\ntopology = 4x4\nclasses = 2\nties = plus\ncrossbar = sic\n"
		"router_delay = 9\nlink_delay = 4\ninput_depth = 33\nmax_packet = 200\n"
		"lengths = 20:7,200:1\n",
		"router = wormhole\ntopology = 4x4\nrouting = dor\ndeadlock = allowed\nvcs = 1\n",
		"router = vc\nclasses = 2\nmax_packet = 256\nlengths = 200:7,1:2,30:1\nreply = 1:1,256:3\n"
		"[part 2]\npattern = uniform\nlengths = 2:1,3:1,4:1,5:1,6:1,7:1,8:1,9:1,10:1\n",
	};

	(void)state;
	for (u32 i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct sim_experiment *e = sim_experiment_new(), *again = sim_experiment_new();
		struct sim_error err;
		char *text, *second;

		if (!reads(e, texts[i], NULL, &err))
			fail_msg("%s", err.text);
		text = printed(e);
		if (!reads(again, text, NULL, &err))
			fail_msg("%s of\n%s", err.text, text);
		second = printed(again);
		assert_string_equal(text, second);
		assert_int_equal(e->phases, again->phases);
		for (u32 p = 0; p < e->phases; p++)
			assert_memory_equal(&e->phase[p].settings.aging,
					    &again->phase[p].settings.aging,
					    sizeof(struct ss_aging));
		free(text);
		free(second);
		sim_experiment_free(e);
		sim_experiment_free(again);
	}
}

static void text_may_be_written_freely(void **state)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;

	(void)state;
	if (!reads(e, "# a comment\n\n\tseed=5# another\r\n  topology   =  4x4  \r\nload = .5",
		   NULL, &err))
		fail_msg("%s", err.text);
	assert_int_equal(e->config.seed, 5);
	assert_int_equal(e->config.size[1], 4);
	assert_int_equal(e->config.size[2], 1);
	assert_int_equal(e->phase[0].settings.traffic.load, 500000);
	sim_experiment_free(e);
}

static void biases_are_by_port_and_class(void **state)
{
	struct sim_experiment *e = sim_experiment_new();
	static const u8 dims[SS_PORTS] = { 1, 3, 3, 2, 2, 0, 0 };
	static const u8 all[SS_PORTS] = { 7, 7, 7, 7, 7, 7, 7 };
	struct sim_error err;

	(void)state;
	assert_true(sim_experiment_set(e, "bias=3/2/0:7", &err));
	assert_memory_equal(e->phase[0].settings.aging.bias[0], dims, SS_PORTS);
	assert_memory_equal(e->phase[0].settings.aging.bias[1], all, SS_PORTS);
	sim_experiment_free(e);
}

static char *value_of(const struct sim_experiment *e, const char *key, u32 phase)
{
	return sim_key_text(&sim_keys[sim_key_find(key)], e, phase);
}

static void assert_value(const struct sim_experiment *e, const char *key, u32 phase,
			 const char *value)
{
	char *text = value_of(e, key, phase);

	assert_string_equal(text, value);
	free(text);
}

/* Shorter lengths first, whatever their order was, and none without a weight. */
static void lengths_are_printed_in_order(void **state)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_error err;

	(void)state;
	assert_value(e, "lengths", 0, "9");
	assert_value(e, "lengths4", 0, "9");
	assert_value(e, "reply", 0, "none");
	assert_true(sim_experiment_set(e, "lengths=200:7,1:2,30:0", &err));
	assert_value(e, "lengths", 0, "1:2,200:7");
	assert_true(sim_experiment_set(e, "lengths2=30:0,200:7", &err));
	assert_value(e, "lengths2", 0, "200");
	/* lengths that are given stay, though the router's defaults come after them */
	assert_true(sim_experiment_set(e, "router=vc", &err));
	assert_value(e, "lengths", 0, "1:2,200:7");
	assert_value(e, "lengths3", 0, "9");
	sim_experiment_free(e);
}

/* No kind of router that keys can name splits messages: a copy of one does. */
static void split_messages_are_checked(void **state)
{
	static const struct {
		const char *text;
		const char *sentence;
	} cases[] = {
		{ "max_packet = 4\nlengths = 3:1,4:1,5:1,256:1", NULL },
		{ "max_packet = 4\nlengths = 4\nsource = closed", NULL },
		{ "max_packet = 4\nlengths = 20\nsource = closed",
		  "f.sim:3:1: 'lengths' has messages of 20 flits, several packets of 'max_packet' = 4: only 'source' = open without 'reply' sends them" },
		{ "max_packet = 4\nlengths = 20\nsource = batch",
		  "f.sim:3:1: 'lengths' has messages of 20 flits, several packets of 'max_packet' = 4: only 'source' = open without 'reply' sends them" },
		{ "max_packet = 4\nclasses = 2\nlengths = 20\nreply = 1",
		  "f.sim:4:1: 'lengths' has messages of 20 flits, several packets of 'max_packet' = 4: only 'source' = open without 'reply' sends them" },
		{ "max_packet = 4\nclasses = 2\nlengths = 4\nreply = 20",
		  "f.sim:5:1: 'reply' has messages of 20 flits, several packets of 'max_packet' = 4: only 'source' = open without 'reply' sends them" },
	};
	struct ss_kind splitting = ss_vc_kind;

	(void)state;
	splitting.splits = true;
	for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sim_experiment *e = sim_experiment_new();
		struct sim_error err = { "" };
		char text[256];

		snprintf(text, sizeof(text), "router = vc\n%s", cases[i].text);
		if (!sim_experiment_read(e, "f.sim", text, &err))
			fail_msg("%s", err.text);
		e->config.kind = &splitting;
		if (sim_experiment_check(e, &err) != !cases[i].sentence)
			fail_msg("%s: %s", cases[i].text, err.text);
		if (cases[i].sentence)
			assert_string_equal(err.text, cases[i].sentence);
		sim_experiment_free(e);
	}
}

static void results_are_read_with_care(void **state)
{
	(void)state;
	assert_refused("{\"seed\": 1}", NULL,
		       "f.sim:1:1: this JSON is not a result: it has no \"experiment\"");
	assert_refused("{\"snapshot\": 1}", NULL,
		       "f.sim:1:1: this is a snapshot of a device: 'seastar whatif from FILE' takes it");
	assert_refused("{\"experiment\": {\"sead\": 1}}", NULL,
		       "f.sim:1:1: unknown key 'sead': did you mean 'seed'?");
	assert_refused("{\"experiment\": {\"a\\nb\": 1}}", NULL,
		       "f.sim:1:1: unknown key 'a?b': 'seastar-sim help keys' lists them");
	assert_refused("{\"experiment\": {\"seed\": []}}", NULL,
		       "f.sim:1:1: 'seed' has neither a number nor a string");
	assert_refused("{\"experiment\": {\"changes\": 1}}", NULL,
		       "f.sim:1:1: \"changes\" is no list");
	assert_refused("{\"experiment\": {\"changes\": [{\"load\": 0.5}]}}", NULL,
		       "f.sim:1:1: a change has no \"at\", the cycle in which it is made");
	assert_refused("{\"experiment\": {\"changes\": [{\"at\": 0}]}}", NULL,
		       "f.sim:1:1: a change \"at\" cycle 0: 1 to 4294967295 are possible");
	assert_refused("{\"experiment\":\n {\"seed\": 1}", NULL,
		       "f.sim:2:13: the JSON ends too early");
	assert_refused("{\"experiment\": {}}\n{\"experiment\": {}}", NULL,
		       "f.sim:2:1: there is more than one result: give one of them");
}

static void a_permutation_comes_from_a_file(void **state)
{
	char path[] = "/tmp/sim-keys-XXXXXX", assignment[64];
	struct sim_experiment *e = sim_experiment_new();
	static const u32 want[] = { 2, 0, 1 };
	int fd = mkstemp(path);
	struct sim_error err;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(write(fd, "2\n0 ,1\n", 7), 7);
	close(fd);
	snprintf(assignment, sizeof(assignment), "permutation=%s", path);
	assert_true(sim_experiment_set(e, "pattern=permutation", &err));
	assert_true(sim_experiment_set(e, "topology=3", &err));
	assert_true(sim_experiment_set(e, assignment, &err));
	assert_true(sim_experiment_check(e, &err));
	assert_int_equal(e->phase[0].settings.listed, 3);
	assert_memory_equal(e->phase[0].settings.permutation, want, sizeof(want));
	unlink(path);
	sim_experiment_free(e);
}

/* Warnings, by the end of the sentence; NULL: there is none. */
static void unreached_defaults_are_warned_of(void **state)
{
	static const struct {
		const char *text;
		const char *end;
	} cases[] = {
		{ "routing = pb", ": 'routing' = pb chooses as ugal does: give less" },
		{ "routing = pb\nlink_percent = 200", ": 'routing' = pb chooses as ugal does: give less" },
		{ "routing = pb\nmin_cred = yes", ", and 'min_cred' = yes changes nothing: give less" },
		{ "dragonfly = 3\nglobal_depth = 120\nrouting = pb", ": give less" },
		{ "dragonfly = 1\nrouting = olm", "no global link is ever congested" },
		{ "dragonfly = 1\nrouting = olm\ntrigger = base", NULL },
		{ "dragonfly = 3\nglobal_depth = 121\nrouting = pb", NULL },
		{ "routing = pb\nlink_percent = 100\nlink_packets = 15", NULL },
		{ "routing = pb\nlink_percent = 100\nlink_packets = 16\nbuffers = shared", NULL },
		{ "routing = ugal", NULL },
		{ "buffers = shared\ninput_depth = 9\ndeadlock = allowed", NULL },
		/* a global port has one VC, which shares its memory with no other */
		{ "buffers = shared\nreserved = 40\nglobal_depth = 9", NULL },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sim_experiment *e = sim_experiment_new();
		char text[256], said[512] = "";
		struct sim_error err;
		bool warns;

		snprintf(text, sizeof(text), "router = dragonfly\n%s", cases[i].text);
		if (!reads(e, text, NULL, &err))
			fail_msg("%s: %s", cases[i].text, err.text);
		warns = sim_experiment_warns(e, said, sizeof(said));
		if (warns != !!cases[i].end)
			fail_msg("%s: %s", cases[i].text, said);
		if (warns)
			assert_string_equal(said + strlen(said) - strlen(cases[i].end), cases[i].end);
		sim_experiment_free(e);
	}
}

static void swap(u32 *a, u32 *b)
{
	u32 former = *a;

	*a = *b;
	*b = former;
}

/* Arrange numbers in the next order; false after the last one. */
static bool next_order(u32 *order, u32 n)
{
	u32 i = n - 1, k = n - 1;

	while (i && order[i - 1] > order[i])
		i--;
	if (!i)
		return false;
	while (order[k] < order[i - 1])
		k--;
	swap(&order[i - 1], &order[k]);
	for (k = n - 1; i < k; i++, k--)
		swap(&order[i], &order[k]);
	return true;
}

/* Keys of a router keep their values, whether the router is chosen before them or after. */
static void the_order_of_keys_has_no_meaning(void **state)
{
	static const char *const sets[][4] = {
		{ "router=torus", "routing=cqr", "topology=6x6", "occupancy=free" },
		{ "router=torus", "routing=gal", "threshold=16", "input_depth=20" },
		{ "router=bubble", "routing=dor", "topology=8x8", "input_depth=60" },
		{ "router=bubble", "crossbar=sic", "bubble=two", "input_depth=60" },
		{ "router=wormhole", "routing=dor", "vcs=2", "topology=4x4x4" },
		{ "router=wormhole", "routing=adaptive", "crossbar=sic", "vcs=3" },
		{ "router=vc", "topology=hyperx:4x4", "routing=val", "vcs=8" },
		{ "router=vc", "topology=fat-tree:2x3", "vcs=3", "input_depth=5" },
		{ "router=vc", "topology=5x4", "mesh=x", "input_depth=9" },
		{ "router=dragonfly", "routing=olm", "dragonfly=3", "trigger=base" },
		{ "router=dragonfly", "routing=val", "dragonfly=2", "vcs=4" },
		{ "router=dragonfly", "rules=simulator", "dragonfly=2", "routing=pb" },
		{ "router=seastar", "arbiter=flat", "staging_depth=20", "topology=3x4" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(sets) / sizeof(*sets); i++) {
		u32 order[4] = { 0, 1, 2, 3 };
		char *first = NULL, *text;

		do {
			struct sim_experiment *e = sim_experiment_new();
			struct sim_error err;

			for (u32 k = 0; k < 4; k++)
				if (!sim_experiment_set(e, sets[i][order[k]], &err))
					fail_msg("%s", err.text);
			if (!sim_experiment_check(e, &err))
				fail_msg("%s, first %s: %s", sets[i][1], sets[i][order[0]],
					 err.text);
			text = printed(e);
			if (!first)
				first = text;
			assert_string_equal(text, first);
			if (text != first)
				free(text);
			sim_experiment_free(e);
		} while (next_order(order, 4));
		free(first);
	}
}

/* Keys of another topology or router, which share a field with 'mesh', do not become meshes. */
static void another_topology_has_no_meshes(void **state)
{
	static const struct {
		const char *file;
		const char *overrides[3];
	} cases[] = {
		{ "topology = hyperx:4x4\nconcentration = 3\n", { "topology=5x4" } },
		{ "router = dragonfly\ndragonfly = 2\narrangement = consecutive\n",
		  { "topology=5x4", "router=vc" } },
		{ "router = dragonfly\ndragonfly = 2\narrangement = consecutive\n",
		  { "topology=5x4", "router=seastar" } },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct sim_experiment *e = sim_experiment_new();
		struct sim_error err;

		if (!reads(e, cases[i].file, cases[i].overrides, &err))
			fail_msg("%s", err.text);
		assert_int_equal(e->config.size[SS_MESH], 0);
		sim_experiment_free(e);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_wrong_line_has_its_place),
		cmocka_unit_test(impossible_combinations_name_both_keys),
		cmocka_unit_test(the_order_of_keys_has_no_meaning),
		cmocka_unit_test(another_topology_has_no_meshes),
		cmocka_unit_test(overrides_win),
		cmocka_unit_test(a_window_bounds_replies),
		cmocka_unit_test(defaults_are_the_hardware),
		cmocka_unit_test(what_is_printed_is_read_again),
		cmocka_unit_test(text_may_be_written_freely),
		cmocka_unit_test(biases_are_by_port_and_class),
		cmocka_unit_test(lengths_are_printed_in_order),
		cmocka_unit_test(split_messages_are_checked),
		cmocka_unit_test(results_are_read_with_care),
		cmocka_unit_test(a_permutation_comes_from_a_file),
		cmocka_unit_test(unreached_defaults_are_warned_of),
	};

	return cmocka_run_group_tests_name("sim_keys", tests, NULL, NULL);
}
