#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The registers add up: every packet is counted at the output that sent it and the input where it
# arrived.
. "$(dirname "$0")/lib.sh"
needs soft 'it compares counters of a fabric that stands, and hardware never does'

# claims FILTER <COMMANDS: as compare, with names for the outputs of the commands
claims() {
	compare '
		def group($name): .groups[] | select(.name == $name);
		def sum: [.[].count] | add;
		def sent($port): group($port).bins | sum;	# over an output, in the whole fabric
		def received($port): group($port).packets;
		def bins: .groups[0].bins | map(.count);
		'"$1"
}

conservation() {
	claims '
		. as [$hist, $stats] |
		((["+x", "-x"], ["-x", "+x"], ["+y", "-y"], ["-y", "+y"], ["+z", "-z"], ["-z", "+z"]) as [$out, $in] |
			("what went out by \($out) came in by \($in)", ($hist | sent($out)), ($stats | received($in)))),
		($stats.packets | ("what went out by proc was delivered", .delivered, ($hist | sent("proc"))),
			("what came in by proc was injected", .injected, ($stats | received("proc"))),
			("all that was injected was delivered", .injected, .delivered)),
		("and it was not nothing", true, ($hist | sent("+z") > 0)),
		("flits are nine to a packet", 9 * $stats.all.packets, $stats.all.flits),
		("the flits delivered too", 9 * ($hist | sent("proc")), $stats.packets.flits)' <<-END
		hist show his0 by port
		stats show his0 by port
	END
}

# A router's outputs agree with its neighbours' inputs, and groups with their sums
groupings() {
	claims '
		. as [$router0, $router1, $ports, $dimensions, $fabric, $routers, $hist, $hist_ports] |
		("what router 0 sends by +z, router 1 gets by -z", ($router0.groups[0].bins | sum), $router1.groups[0].packets),
		("dimensions are the sums of their ports",
			($ports.groups | map(.packets) | [.[0], .[1] + .[2], .[3] + .[4], .[5] + .[6]]),
			($dimensions.groups | map(.packets))),
		("routers sum up to the fabric", $fabric.all, $routers.all),
		("histograms of ports sum up to that of the fabric", ($hist | bins),
			($hist_ports.groups | map(.bins) | transpose | map(sum))),
		("bins are of 64 ages", [[0, 63], [64, 127], [128, 191], [192, 255]], ($hist.groups[0].bins | map([.low, .high]))),
		("at a slow clock and bias 1, no packet grows old", [($hist.groups[0].bins | sum), 0, 0, 0], ($hist | bins))' <<-END
		hist show his0 router 0 port +z
		stats show his0 router 1 port -z by port
		stats show his0 by port
		stats show his0 by dimension
		stats show his0 by fabric
		stats show his0 by router
		hist show his0
		hist show his0 by port
	END
	seastar hist show his0 >"$tmp/bars"
	is 'piped bars are plain numbers' 0 "$(grep -c '#' "$tmp/bars")"
}

# Settings whose histograms, and choices of outputs, follow from the model's rules
ages() {
	new_device his1 8 mesh x
	new_device his2 8 mesh x
	seastar -b - <<-END
		age set his1 period 1 bias 7
		traffic set his1 pattern all-to-one target 7 window 8 lengths 9
		clock step his1 20000
		age set his2 period 0xffffffff bias 0
		traffic set his2 pattern all-to-one target 7 window 8 lengths 9
		clock step his2 20000
	END
	claims '
		. as [$hist1, $hist2, $port, $grants0, $grants1, $ports] | $hist1.groups[0].arbitration as $choices1 |
		("at the fastest clock under load, some are oldest", true, ($hist1 | bins | .[3] > 0)),
		("without clock and bias all are youngest", [0, 0, 0], ($hist2 | bins | .[1:])),
		("where all packets are equally old, all choices are ties", "true 0 0",
			($hist2.groups[0].arbitration | "\(.tied == .contested and .tied > 0) \(.inhibited) \(.saturated)")),
		("where they grow old too fast, many are at their end, and the clock is held", true,
			($choices1 | .granted > .contested and .contested > .inhibited and .inhibited > 0 and .saturated > 0)),
		("the registers of an output have its choices",
			($port.ports[0].arbitration | [.contested, .inhibited, .tied, .saturated]),
			[($grants0.registers[0].fields | .CONTESTED, .INHIBITED), ($grants1.registers[0].fields | .TIED, .SATURATED)]),
		("as many as all outputs have", ($choices1 | to_entries | sort_by(.key) | from_entries),
			([$ports.groups[].arbitration] | map(to_entries) | flatten | group_by(.key) |
				map({(.[0].key): map(.value) | add}) | add))' <<-END
		hist show his1
		hist show his2
		port show his1 router 7 port proc
		mmr read his1 router 7 RTR_GRANTS0 port proc
		mmr read his1 router 7 RTR_GRANTS1 port proc
		hist show his1 by port
	END
	seastar hist show his1 >"$tmp/text"
	is 'hist show says so' 1 "$(grep -cE '^  arbitration: granted .* inhibited [1-9][0-9]* tied ' "$tmp/text")"
}

intervals() {
	refused 'an interval has no mark' 2 'since' seastar hist show his0 interval 1 since early
	seastar -j hist show his0 interval 0.01 >"$tmp/out" 2>"$tmp/warned"
	is 'of a clock that stands there is a warning' 1 \
		"$(grep -c "^Warning: the clock of his0 stands still.*'seastar clock run his0'" "$tmp/warned")"
	is 'and nothing in an interval' '[0,0]' "$(jq -c '[.interval_cycles, ([.groups[].bins[].count] | add)]' "$tmp/out")"
	seastar clock run his2 budget 20
	is 'of one that runs there is something' true \
		"$(get '.interval_cycles as $n | [.groups[].bins[].count] | add | . > 0 and . < $n' hist show his2 interval 0.5)"
	seastar clock stop his2
}

latencies() {
	# One packet at a time, one hop: R + L + R cycles and one for its flit
	new_device his3 8 eject 1/1
	claims '
		(.[0] | ("the latency histogram holds all deliveries", .packets.delivered, (.bins | sum)),
			("the maximum lies in the last bin used", true,
				(.latency.max as $m | [.bins[] | select(.count > 0)][-1] | .low <= $m and $m <= .high)),
			("the mean lies between histogram bounds", true,
				((.latency.mean * .packets.delivered) as $sum | ([.bins[] | .count * .low] | add) <= $sum and
					$sum <= ([.bins[] | .count * (.high // 4294967295)] | add))),
			("network latency is the smaller", true, .network_latency.mean <= .latency.mean)),
		("equal latencies have their mean as maximum and no deviation", "58 58 0",
			(.[1].latency | "\(.mean * 1) \(.max) \(.deviation * 1)"))' <<-END
		latency show his0
		traffic set his3 pattern permutation 1,2,3,4,5,6,7,0 window 1 lengths 1
		clock step his3 5000
		latency show his3
	END
}

plan 35
new_device his0 4x4x4
seastar -b - <<-END
	traffic set his0 pattern uniform load 0.2 lengths 9 requests 50
	clock step his0 10000
	traffic set his0 pattern none
	clock step his0 5000
END
conservation
groupings
ages
intervals
latencies
finish
