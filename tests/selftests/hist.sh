#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The registers add up: every packet is counted where it was sent and where it arrived.
. "$(dirname "$0")/lib.sh"
needs soft 'it compares counters of a fabric that stands, and hardware never does'

# Packets sent over an output, and received over an input, in the whole fabric
sent() {
	get "[.groups[] | select(.name == \"$2\") | .bins[].count] | add" hist show "$1" by port
}

received() {
	get ".groups[] | select(.name == \"$2\") | .packets" stats show "$1" by port
}

bins() {
	get '[.groups[0].bins[].count]' hist show "$1"
}

conservation() {
	local port
	local -A across=([+x]=-x [-x]=+x [+y]=-y [-y]=+y [+z]=-z [-z]=+z)

	for port in +x -x +y -y +z -z; do
		is "what went out by $port came in by ${across[$port]}" "$(sent his0 $port)" \
			"$(received his0 "${across[$port]}")"
	done
	is 'what went out by proc was delivered' "$(get .packets.delivered stats show his0)" \
		"$(sent his0 proc)"
	is 'what came in by proc was injected' "$(get .packets.injected stats show his0)" \
		"$(received his0 proc)"
	is 'all that was injected was delivered' "$(get .packets.injected stats show his0)" \
		"$(get .packets.delivered stats show his0)"
	isnt 'and it was not nothing' 0 "$(sent his0 +z)"
	is 'flits are nine to a packet' $((9 * $(get .all.packets stats show his0))) \
		"$(get .all.flits stats show his0)"
	is 'the flits delivered too' $((9 * $(sent his0 proc))) "$(get .packets.flits stats show his0)"
}

# A router's own outputs against its neighbour's inputs
neighbours() {
	is 'what router 0 sends by +z, router 1 gets by -z' \
		"$(get '[.groups[0].bins[].count] | add' hist show his0 router 0 port +z)" \
		"$(get .groups[0].packets stats show his0 router 1 port -z by port)"
}

groupings() {
	is 'dimensions are the sums of their ports' \
		"$(get '[.groups[].packets] | [.[0], .[1] + .[2], .[3] + .[4], .[5] + .[6]]' stats show his0 by port)" \
		"$(get '[.groups[].packets]' stats show his0 by dimension)"
	is 'routers sum up to the fabric' "$(get .all stats show his0 by fabric)" \
		"$(get .all stats show his0 by router)"
	is 'histograms of ports sum up to that of the fabric' "$(bins his0)" \
		"$(get '[[.groups[].bins] | transpose[] | map(.count) | add]' hist show his0 by port)"
	is 'bins are of 64 ages' '[[0,63],[64,127],[128,191],[192,255]]' \
		"$(get '[.groups[0].bins[] | [.low, .high]]' hist show his0)"
	is 'piped bars are plain numbers' 0 "$(seastar hist show his0 | grep -c '#')"
}

# Settings whose histograms are known beforehand
ages() {
	is 'at a slow clock and bias 1, no packet grows old' "[$(sent_all his0),0,0,0]" "$(bins his0)"
	new_device his1 8 mesh x
	seastar age set his1 period 1 bias 7
	seastar traffic set his1 pattern all-to-one target 7 window 8 lengths 9
	seastar clock step his1 50000
	isnt 'at the fastest clock under load, some are oldest' 0 "$(get '.groups[0].bins[3].count' hist show his1)"
	new_device his2 8 mesh x
	seastar age set his2 period 0xffffffff bias 0
	seastar traffic set his2 pattern all-to-one target 7 window 8 lengths 9
	seastar clock step his2 50000
	is 'without clock and bias all are youngest' '0,0,0' \
		"$(get '[.groups[0].bins[1:][].count | tostring] | join(",")' hist show his2)"
}

sent_all() {
	get '[.groups[].bins[].count] | add' hist show "$1" by fabric
}

choices_of() {
	get ".groups[0].arbitration | $2" hist show "$1"
}

# How outputs chose: what is counted of it, where it is known beforehand
choices() {
	is 'where all packets are equally old, all choices are ties' 'true 0 0' \
		"$(choices_of his2 '"\(.tied == .contested and .tied > 0) \(.inhibited) \(.saturated)"')"
	is 'where they grow old too fast, many are at their end, and the clock is held' true \
		"$(choices_of his1 '.granted > .contested and .contested > .inhibited and .inhibited > 0 and .saturated > 0')"
	is 'hist show says so' 1 "$(seastar hist show his1 | grep -cE '^  arbitration: granted .* inhibited [1-9][0-9]* tied ')"
	is 'the registers of an output have its choices' \
		"$(get '.ports[0].arbitration | [.contested, .inhibited, .tied, .saturated]' port show his1 router 7 port proc)" \
		"$({ get '.registers[0].fields | .CONTESTED, .INHIBITED' mmr read his1 router 7 RTR_GRANTS0 port proc
			get '.registers[0].fields | .TIED, .SATURATED' mmr read his1 router 7 RTR_GRANTS1 port proc; } | jq -cs .)"
	is 'as many as all outputs have' "$(choices_of his1 .)" \
		"$(get '[.groups[].arbitration] | map(to_entries) | flatten | group_by(.key) | map({(.[0].key): map(.value) | add}) |
			add | {granted, contested, inhibited, tied, saturated}' hist show his1 by port)"
}

intervals() {
	refused 'an interval has no mark' 2 'since' seastar hist show his0 interval 1 since early
	seastar hist show his0 interval 0.01 >"$tmp/out" 2>"$tmp/warned"
	is 'of a clock that stands there is a warning' 1 \
		"$(grep -c "^Warning: the clock of his0 stands still.*'seastar clock run his0'" "$tmp/warned")"
	is 'and nothing in an interval' '[0,0]' \
		"$(get '[.interval_cycles, ([.groups[].bins[].count] | add)]' hist show his0 interval 0.01 2>/dev/null)"
	seastar clock run his2
	is 'of one that runs there is something' true \
		"$(get '.interval_cycles as $n | [.groups[].bins[].count] | add | . > 0 and . < $n' hist show his2 interval 1)"
	seastar clock stop his2
}

latencies() {
	is 'the latency histogram holds all deliveries' "$(get .packets.delivered latency show his0)" \
		"$(get '[.bins[].count] | add' latency show his0)"
	is 'the maximum lies in the last bin used' true \
		"$(get '.latency.max as $m | [.bins[] | select(.count > 0)][-1] | .low <= $m and $m <= .high' latency show his0)"
	is 'the mean lies between histogram bounds' true \
		"$(get '.latency.mean as $m | .packets.delivered as $n | ([.bins[] | .count * .low] | add) <= $m * $n and $m * $n <= ([.bins[] | .count * (.high // 4294967295)] | add)' latency show his0)"
	is 'network latency is the smaller' true "$(get '.network_latency.mean <= .latency.mean' latency show his0)"
	# One packet at a time, one hop: R + L + R cycles and one for its flit
	new_device his3 8 eject 1/1
	seastar traffic set his3 pattern permutation 1,2,3,4,5,6,7,0 window 1 lengths 1
	seastar clock step his3 10000
	is 'equal latencies have their mean as maximum and no deviation' '58 58 0' \
		"$(get '"\(.latency.mean * 1) \(.latency.max) \(.latency.deviation * 1)"' latency show his3)"
}

plan 35
new_device his0 4x4x4
seastar traffic set his0 pattern uniform load 0.2 lengths 9 requests 50
seastar clock step his0 20000
seastar traffic set his0 pattern none
seastar clock step his0 5000
conservation
neighbours
groupings
ages
choices
intervals
latencies
finish
