#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Suggestions for a device follow from its topology, its routers and the wait of its packets.
. "$(dirname "$0")/lib.sh"
needs soft 'it needs loads of its own: hw.sh looks at what is suggested for hardware'

suggested() {
	get "$1" suggest "${@:2}"
}

command_of() {
	seastar suggest "$@" | tail -n 1
}

# says PATTERN ARGUMENT...: print the number of lines of the text that match
says() {
	seastar suggest "${@:2}" >"$tmp/text"
	grep -c "$1" "$tmp/text"
}

no_load() {
	is 'without packets, what is suggested is that of the topology' \
		"$(seastar suggest topology 4x6x8 mesh y | tail -n 1 | sed 's/DEV/sug0/')" \
		"$(command_of sug0)"
	is 'and it says so' 1 "$(says 'No packets were counted' sug0)"
	is 'a device need not be named if it is the only one' "$(tail -n 1 "$tmp/text")" "$(command_of)"
	is 'JSON has no load then' null "$(suggested .load sug0)"
	works 'everybody may ask' as_nobody seastar suggest sug0
	refused 'a device that is not there is refused' 1 'no device|not exist|no such' seastar suggest sug9
}

routers() {
	local command

	new_device sug1 4x4 vcs 4 input_depth 45 max_packet 5 staging_depth 10 eject 5/24
	compare '.[0] |
		("queues are those of the routers", (9 + 2) * 4 * 5, .full_queue_cycles),
		("processors take what they can here", 1, .dimensions[1].useful_gbps)' <<<'suggest sug1'
	refused 'one of several devices has to be named' 1 'there are 2 devices' seastar suggest
	seastar age set sug1 router 3 select rr
	command=$(command_of sug1)
	is 'age is selected if it is not everywhere' true "$([[ $command = *' select age period '* ]] && echo true)"
	works 'and the command can be given' eval "$command"
	seastar commit cancel
}

light_load() {
	seastar -b - <<-END
		traffic set sug0 pattern uniform load 0.05
		clock step sug0 2000
	END
	compare '.[0] |
		("a load that hardly queues is counted", true, .load.queueing < 25),
		("but not used", false, .load.used),
		("full queues are", 198, (.cycles_a_hop | floor))' <<<'suggest sug0'
	is 'and it says so' 1 "$(says 'no longer than they are routed' sug0)"
}

heavy_load() {
	local command period

	seastar dev del sug0
	new_device sug0 4x6x8 mesh y
	compare '
		. as [$suggested, $stats] | $stats.groups[1:] as $dimensions |
		# Solve Eq. 1 for Q, from the output of other commands
		(($dimensions | map(.packets) | add) / $stats.groups[0].packets) as $hops |
		(($stats.network_latency.mean - $hops * 8 - 8 * 12 / 5) / $hops - 25) as $queueing |
		$suggested |
		("the wait of packets is that of Eq. 1", near($queueing; .load.queueing; 0.01)),
		("it is used", true, .load.used),
		("with the router delay", near($queueing + 25; .cycles_a_hop; 0.01)),
		("the period is for it", (.cycles_a_hop / .ticks_a_hop | round), .period),
		("hops are counted", ($dimensions | map(.packets / $stats.groups[0].packets * 1e6 | round)),
			(.dimensions | map(.counted_hops * 1e6 | round))),
		("wait is that of stats show", ($dimensions, .dimensions | map(.wait)))' <<-END
		traffic set sug0 pattern uniform window 64 lengths 9
		clock step sug0 2000
		latency reset sug0
		clock step sug0 2000
		suggest sug0
		stats show sug0 by dimension
	END
	command=$(command_of sug0)
	works 'the command can be given' eval "$command"
	period=${command#* period }
	compare '.[0].aging[0] |
		("it sets the period", '"${period%% *}"', .age_clock_period),
		("and the biases", [3, 3, 2, 2, 1, 1], (.req_age_bias | [.["+x", "-x", "+y", "-y", "+z", "-z"]]))' <<-END
		age show sug0
	END
	seastar commit confirm
}

# The purpose: with the suggested settings, ages are spread over the bins
spread() {
	compare '
		(.[1].groups[] | select(.name == "proc").bins | map(.count)) as $bins |
		("packets arrive with ages in all bins, most of them in the middle two", true,
			($bins | min > 0 and .[1] + .[2] > .[0] + .[3]))' <<-END
		clock step sug0 2000
		mark add sug0 settled
		clock step sug0 2000
		hist show sug0 by port since settled
	END
}

# Packets to a hot spot wait for longer than the greatest age
hot_spot() {
	new_device sug2 8x8
	seastar -b - <<-END
		age set sug2 period 8
		traffic set sug2 pattern all-to-one window 8 lengths 9
		clock step sug2 12000
	END
	is 'ages that came to their end since the device came are reported' 'false 1' \
		"$(suggested .longer sug2) $(says "sug2 interval 10' shows" sug2)"
	seastar clock run sug2 budget 50
	is 'if they do so now, a longer period is suggested' 'true true 8' \
		"$(suggested '"\(.longer) \(.period >= 16) \(.load.period)"' sug2 interval 0.3)"
	is 'and why' 1 "$(says 'The period in force, 8, is too short' sug2 interval 0.3)"
	seastar -b - <<-END
		clock stop sug2
		age set sug2 period 1024
		clock step sug2 12000
		clock run sug2 budget 50
	END
	is 'with a long one they do not' false "$(suggested .longer sug2 interval 0.3)"
	seastar dev del sug2
}

# Tornado traffic on 8x2 goes along x alone
idle_dimension() {
	new_device sug3 8x2
	seastar -b - <<-END
		traffic set sug3 pattern tornado load 0.2
		clock step sug3 2000
	END
	is 'a dimension without packets has no wait' '1 null' \
		"$(says 'wait_y = T_stall/(P_VC0 + P_VC1) = -, no packets$' sug3) $(suggested '.dimensions[1].wait' sug3)"
	seastar dev del sug3
}

intervals() {
	is 'in an interval in which the clock stands there is no load' null "$(suggested .load sug0 interval 0.01)"
	seastar clock run sug0 budget 50
	is 'in one in which it runs there is' true "$(suggested '.load.used and .load.cycles > 0' sug0 interval 0.5)"
	seastar clock stop sug0
	is 'it is shorter than since the beginning' true "$(suggested '.load.cycles >= 8000' sug0)"
}

plan 33
new_device sug0 4x6x8 mesh y
no_load
light_load
routers
heavy_load
spread
hot_spot
idle_dimension
intervals
finish
