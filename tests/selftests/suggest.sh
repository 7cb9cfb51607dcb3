#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What is suggested for a device: its topology and routers, and the wait of its packets.
. "$(dirname "$0")/lib.sh"
needs soft 'it needs loads of its own: hw.sh looks at what is suggested for hardware'

suggested() {
	get "$1" suggest "${@:2}"
}

command_of() {
	seastar suggest "$@" | tail -n 1
}

no_load() {
	is 'without packets, what is suggested is that of the topology' \
		"$(seastar suggest topology 4x6x8 mesh y | tail -n 1 | sed 's/DEV/sug0/')" \
		"$(command_of sug0)"
	is 'and it says so' 1 "$(seastar suggest sug0 | grep -c 'No packets were counted')"
	is 'a device need not be named if it is the only one' "$(command_of sug0)" "$(command_of)"
	is 'JSON has no load then' null "$(suggested .load sug0)"
	works 'everybody may ask' as_nobody seastar suggest sug0
	refused 'a device that is not there is refused' 1 'no device|not exist|no such' seastar suggest sug9
}

routers() {
	new_device sug1 4x4 vcs 4 input_depth 45 max_packet 5 staging_depth 10 eject 5/24
	is 'queues are those of the routers' $(((9 + 2) * 4 * 5)) "$(suggested .full_queue_cycles sug1)"
	is 'processors take what they can here' 1 "$(suggested '.dimensions[1].useful_gbps' sug1)"
	refused 'one of several devices has to be named' 1 'there are 2 devices' seastar suggest
	seastar age set sug1 router 3 select rr
	is 'age is selected if it is not everywhere' 1 "$(command_of sug1 | grep -c ' select age period ')"
	works 'and the command can be given' eval "$(command_of sug1)"
	seastar commit cancel
}

light_load() {
	seastar traffic set sug0 pattern uniform load 0.05
	seastar clock step sug0 3000 budget 100
	is 'a load that hardly queues is counted' true "$(suggested '.load.queueing < 25' sug0)"
	is 'but not used' false "$(suggested .load.used sug0)"
	is 'full queues are' 198 "$(suggested '.cycles_a_hop | floor' sug0)"
	is 'and it says so' 1 "$(seastar suggest sug0 | grep -c 'no longer than they are routed')"
}

# Eq. 1 solved for Q, from what other commands tell
expected_queueing() {
	jq -n --argjson stats "$(seastar -j stats show sug0 by dimension)" '
		$stats | ([.groups[1:][].packets] | add / $stats.groups[0].packets) as $hops |
		(.network_latency.mean - $hops * 8 - 8 * 12 / 5) / $hops - 25'
}

heavy_load() {
	local queueing period

	seastar dev del sug0
	new_device sug0 4x6x8 mesh y
	seastar traffic set sug0 pattern uniform window 64 lengths 9
	seastar clock step sug0 4000 budget 100
	seastar latency reset sug0
	seastar clock step sug0 4000 budget 100
	queueing=$(expected_queueing)
	near 'the wait of packets is that of Eq. 1' "$queueing" "$(suggested .load.queueing sug0)" 0.01
	is 'it is used' true "$(suggested .load.used sug0)"
	near 'with the router delay' "$(jq -n "$queueing + 25")" "$(suggested .cycles_a_hop sug0)" 0.01
	is 'the period is for it' true \
		"$(suggested '.period == (.cycles_a_hop / .ticks_a_hop | round)' sug0)"
	is 'hops are counted' \
		"$(get '.groups as $g | [.groups[1:][].packets / $g[0].packets * 1e6 | round]' stats show sug0)" \
		"$(suggested '[.dimensions[].counted_hops * 1e6 | round]' sug0)"
	is 'wait is that of stats show' "$(get '[.groups[1:][].wait]' stats show sug0)" \
		"$(suggested '[.dimensions[].wait]' sug0)"
	period=$(suggested .period sug0)
	works 'the command can be given' eval "$(command_of sug0)"
	is 'it sets the period' "$period" "$(get '.aging[0].age_clock_period' age show sug0)"
	is 'and the biases' '[3,3,2,2,1,1]' \
		"$(get '.aging[0].req_age_bias | [.["+x","-x","+y","-y","+z","-z"]]' age show sug0)"
	seastar commit confirm
}

# What it is for: with the settings suggested, ages are spread over the bins
spread() {
	local bins

	seastar clock step sug0 4000 budget 100
	seastar mark add sug0 settled
	seastar clock step sug0 4000 budget 100
	bins=$(get '[.groups[] | select(.name == "proc") | .bins[].count]' hist show sug0 by port since settled)
	is 'packets arrive with ages in all bins, most of them in the middle two' true \
		"$(jq 'min > 0 and .[1] + .[2] > .[0] + .[3]' <<<"$bins")"
}

# Packets wait for a hot spot for longer than ages reach
hot_spot() {
	new_device sug2 8x8
	seastar age set sug2 period 8
	seastar traffic set sug2 pattern all-to-one window 16 lengths 9
	seastar clock step sug2 30000 budget 100
	is 'ages that came to their end since the device came are told' 'false 1' \
		"$(suggested .longer sug2) $(seastar suggest sug2 | grep -c "sug2 interval 10' tells")"
	seastar clock run sug2 budget 60
	is 'if they do so now, a longer period is suggested' 'true true 8' \
		"$(suggested '"\(.longer) \(.period >= 16) \(.load.period)"' sug2 interval 2)"
	is 'and why' 1 "$(seastar suggest sug2 interval 2 | grep -c 'The period in force, 8, is too short')"
	seastar age set sug2 period 1024
	is 'with a long one they do not' false "$(seastar suggest sug2 interval 1 >/dev/null; suggested .longer sug2 interval 2)"
	seastar clock stop sug2
	seastar dev del sug2
}

intervals() {
	is 'in an interval in which the clock stands there is no load' null "$(suggested .load sug0 interval 0.01)"
	seastar clock run sug0 budget 30
	is 'in one in which it runs there is' true "$(suggested '.load.used and .load.cycles > 0' sug0 interval 1)"
	seastar clock stop sug0
	is 'it is shorter than since the beginning' true \
		"$(jq -n "$(suggested .load.cycles sug0) >= 16000")"
}

plan 32
new_device sug0 4x6x8 mesh y
no_load
light_load
routers
heavy_load
spread
hot_spot
intervals
finish
