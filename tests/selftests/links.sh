#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Links go down and come up again under load, and every lost packet is counted.
. "$(dirname "$0")/lib.sh"
needs soft 'hw.sh has the links of hardware'

# claims FILTER <COMMANDS: as compare, with names for the outputs of the commands
claims() {
	compare '
		def link($router; $port): .links[] | select(.from.router == $router and .from.port == $port);
		def states: "\(link(0; "+x").state) \(link(9; "-x").state)";
		def errors: "\(.state) \(.bit_errors) \(.retries > 0) \(.undetected)";
		def errors_of_both: "\(link(0; "+x") | errors), \(link(9; "-x") | errors)";
		def up: .links | map(select(.state == "up")) | length;
		def transitions: [.links[].transitions | select(. > 0)] | join(" ");
		def retries: [.links[].retries] | add;
		def dropped: .dropped | "\(.no_route) \(.dateline) \(.link)";
		def value: reduce (.registers[0].value | ltrimstr("0x") | explode)[] as $digit
			(0; . * 16 + $digit - if $digit <= 57 then 48 else 87 end);
		def lost: [.dropped_by_routers[]] | add;
		def is_conserved: .packets.injected == .packets.delivered + lost + .in_flight;
		'"$1"
}

down_and_up() {
	seastar clock step links0 2000
	works 'a link is taken down' seastar link fail links0 router 0 port +x
	claims '
		(.[0] | ("in both directions", "down down", states), ("and no other", 160, up)),
		("the registers say so", "0 1", "\(.[1] | value) \(.[2] | value)"),
		("each way has changed once", "1 1", (.[0] | transitions)),
		("what waits for it is in the network: all is accounted for", true, (.[3] | is_conserved)),
		("and nothing was dropped", "0 0 0", (.[4] | dropped)),
		("it waits", true, .[3].in_flight > 0)' <<-END
		link show links0
		mmr read links0 router 0 LINK_CONTROL port +x
		mmr read links0 router 9 LINK_STATUS port -x
		clock step links0 5000
		latency show links0
		link show links0
	END
	works 'taking it down again changes nothing' seastar link fail links0 router 0 port +x
	works 'the other side restores it as well' seastar link restore links0 router 9 port -x
	claims '
		(.[0] | ("in both directions, too", "up up", states),
			("and it was down for the time in between", "2 2", transitions)),
		(.[1] | ("the network runs empty", 0, .in_flight), ("and every packet came home", true, is_conserved))' <<-END
		link show links0
		traffic set links0 pattern none
		clock step links0 5000
		latency show links0
	END
}

dropping() {
	seastar -b - <<-END
		traffic set links0 pattern uniform load 0.4 lengths 1:1,9:1
		clock step links0 2000
	END
	works 'packets for a link that is down can be dropped' \
		seastar link fail links0 router 5 port -y policy drop
	claims '
		("LINK_CONTROL says so", "0x0000000000000002", .[0].registers[0].value),
		("all are accounted for", true, (.[1] | is_conserved)),
		("some were dropped, for this reason", true, (.[2].dropped | .link > 0 and .no_route + .dateline == 0)),
		("the sources say the same", .[2].dropped.link, .[1].dropped_by_routers.link)' <<-END
		mmr read links0 router 5 LINK_CONTROL port -y
		clock step links0 5000
		latency show links0
		link show links0
	END
	works 'those that would be dropped can wait from now on' \
		seastar link fail links0 router 5 port -y policy wait
	claims '
		("none more is dropped", (.[0], .[1] | dropped)),
		(.[2] | ("restored, the network runs empty", 0, .in_flight),
			("and what did not come home was counted", true, is_conserved))' <<-END
		link show links0
		clock step links0 5000
		link show links0
		link restore links0 router 5 port -y
		traffic set links0 pattern none
		clock step links0 5000
		latency show links0
	END
}

by_register() {
	works 'one direction goes down by its register' seastar mmr write links0 router 9 LINK_CONTROL port +z 0
	claims '
		def states: "\(link(9; "+z").state) \(link(10; "-z").state)";
		("the link is degraded", "down degraded", (.[0] | states)),
		("its side says that it is down", "false 5/6", "\(.[1].ports[0].up) \(.[2].routers[0] | "\(.links_up)/\(.links)")"),
		("and comes up by it", "up up", (.[3] | states))' <<-END
		link show links0
		port show links0 router 9 port +z
		router show links0 router 9
		mmr write links0 router 9 LINK_CONTROL port +z 1
		link show links0
	END
}

wrong_bits() {
	seastar traffic set links0 pattern uniform load 0.4 lengths 1:1,9:1
	works 'bits of a link can arrive wrong' seastar link errors links0 router 0 port +x rate 0.0001
	claims '
		("in both directions", "degraded 0.0001 false 0, degraded 0.0001 false 0", (.[0] | errors_of_both)),
		("as the registers say", "100000000 7", "\(.[1].registers[0].fields.BIT_ERRORS) \(.[2] | value)"),
		(.[3] | ("they are sent again", "degraded 0.0001 true 0, degraded 0.0001 true 0", errors_of_both),
			("over no other link", 2, (.links | map(select(.retries > 0)) | length))),
		("which the registers count, too", (.[3] | link(0; "+x").retries), (.[4] | value)),
		("and all packets are accounted for", true, (.[5] | is_conserved))' <<-END
		link show links0
		mmr read links0 router 9 LINK_BIT_ERRORS port -x
		mmr read links0 router 0 LINK_STATUS port +x
		clock step links0 5000
		link show links0
		mmr read links0 router 0 LINK_RETRIES port +x
		latency show links0
	END
	seastar snapshot links0 step 500 >"$tmp/snapshot"
	is 'a snapshot has them' 0:+x:0.000100000000 "$(jq -r .lossy "$tmp/snapshot")"
	works 'and whatif can run it' seastar whatif from "$tmp/snapshot" bias 2 cycles 500 seeds 2
	works 'one direction is mended by its register' seastar mmr write links0 router 0 LINK_BIT_ERRORS port +x 0
	claims '
		("and that alone", "up 0 true 0, degraded 0.0001 true 0", (.[0] | errors_of_both))' <<<'link show links0'
	refused 'a snapshot is of what is the same both ways' 1 'different bit errors in its two directions' seastar snapshot links0 step 500
	works 'both are' seastar link errors links0 router 9 port -x rate 0
	claims '
		("from then on nothing is sent again", (.[0], .[1] | retries)),
		(.[2] | ("the network runs empty", 0, .in_flight),
			("and not a packet was lost", .packets.injected, .packets.delivered + lost))' <<-END
		link show links0
		clock step links0 5000
		link show links0
		traffic set links0 pattern none
		clock step links0 5000
		latency show links0
	END
}

has_events() {
	[ "$(grep -c '"link"' "$tmp/events")" -ge 8 ]
}

events() {
	listen "$tmp/events" seastar -j monitor links0
	seastar -b - <<-END
		link fail links0 router 0 port +x
		link restore links0 router 0 port +x
		link errors links0 router 0 port +x rate 0.001
		link errors links0 router 0 port +x rate 0
	END
	wait_until 10 has_events
	end_monitor
	each_is < <(jq -rsc 'map(select(.event == "link").detail) |
		("each way is announced as it goes down and comes up", "0 +x false, 9 -x false, 0 +x true, 9 -x true",
			(.[:4] | map("\(.router) \(.port) \(.up)") | join(", "))),
		("with where it leads", "[0,0,0] 9 [1,0,0] -x",
			(.[0] | "\(.coordinates) \(.to.router) \(.to.coordinates) \(.to.port)")),
		("and as its bits arrive wrong, and right again", "0 +x 0.001, 9 -x 0.001, 0 +x 0, 9 -x 0",
			(.[4:] | map("\(.router) \(.port) \(.bit_errors)") | join(", ")))' "$tmp/events")
	seastar monitor links0 count 1 >"$tmp/text" &
	watcher=$!
	wait_until 10 joined $watcher
	seastar link fail links0 router 0 port +x
	wait $watcher
	is 'as text, too' 'links0: 0,0,0 +x to 1,0,0 -x: down' "$(sed -n 's/.* link //p' "$tmp/text")"
	seastar link restore links0 router 0 port +x
}

# Marks, and both ends of the order
order() {
	seastar -b - >"$tmp/out" <<-END
		traffic set links0 pattern uniform load 0.4 lengths 1:1,9:1
		mark add links0 begun
		clock step links0 3000
	END
	claims '
		def flits: [.links[].flits];
		(.[0] | ("links can be counted from a mark", "3000 3000", "\(.interval_cycles) \(.cycle - .since_cycle)")),
		("what came since then", true, (.[0] | flits | add) < (.[1] | flits | add)),
		("with the share of these cycles", true, (.[0] | [.links[] | .utilisation > 0 and .utilisation <= 1] | all)),
		("the busiest first", true, (.[2] | flits | . == (sort | reverse))),
		("or the starved", true, (.[3] | flits | . == sort)),
		("and the last by place", (.[1].links[-1].from, .[4].links[0].from | "\(.router) \(.port)"))' <<-END
		link show links0 since begun
		link show links0
		link show links0 since begun sort flits
		link show links0 since begun sort flits rising
		link show links0 sort place rising top 1
	END
	refused 'a mark and an interval are one too many' 2 'give one of them' \
		seastar link show links0 since begun interval 1
	seastar mark del links0 begun
}

under_commit() {
	local generation=/sys/class/seastar/links0/generation before

	seastar commit set links0 bias 3 confirm 600 >"$tmp/out"
	before=$(<$generation)
	works 'a link may fail while a commit waits to be confirmed' seastar link fail links0 router 0 port +x
	is 'that is no change of settings' "$before" "$(<$generation)"
	works 'nor is one by its register, which waits for no commit' \
		seastar mmr write links0 router 0 LINK_CONTROL port +x 1
	works 'or a field of it' seastar mmr write links0 router 0 LINK_CONTROL port +x field ENABLE 0
	seastar mmr write links0 router 0 LINK_BIT_ERRORS port +y 1
	seastar link errors links0 router 0 port +y rate 0
	is 'nor do bit errors change settings' "$before" "$(<$generation)"
	refused 'but an aging register is one' 1 'waits to be confirmed' \
		seastar mmr write links0 router 0 AGE_CLOCK_PERIOD 5
	seastar commit cancel
	claims '
		("the commit is undone, and the link is as it was", "down down 1",
			"\(.[0] | states) \(.[1].aging[0].req_age_bias.proc)")' <<-END
		link show links0
		age show links0
	END
	seastar link restore links0 router 0 port +x
}

refusals() {
	seastar dev add links1 topology 4x4 mesh xy
	devices+=(links1)
	refused 'the processor is no link' 1 'no link' seastar link fail links0 router 0 port proc
	refused 'nor has a mesh one at its edge' 1 'no link' seastar link fail links1 router 0 port -x
	refused 'a router that there is not' 1 'no router' seastar link fail links0 router 27 port +x
	refused 'a device that there is not' 1 'no device' seastar link fail links9 router 0 port +x
	refused 'no router' 2 "'router N.X,Y,Z' is missing" seastar link fail links0 port +x
	refused 'no port' 2 "'port PORT' is missing" seastar link restore links0 router 0
	refused 'a policy for what comes up' 2 'policy' seastar link restore links0 router 0 port +x policy drop
	refused 'another policy' 2 'policy' seastar link fail links0 router 0 port +x policy lose
	refused 'nobody' 1 'CAP_NET_ADMIN' as_nobody seastar link fail links0 router 0 port +x
	refused 'nor has anybody else bits arrive wrong' 1 'CAP_NET_ADMIN' \
		as_nobody seastar link errors links0 router 0 port +x rate 0.001
	claims '("none of this has changed anything", 162, (.[0] | up))' <<<'link show links0'
	echo 1 >/sys/kernel/debug/seastar/fail_write
	refused 'what a device does not take' 1 'did not accept' seastar link fail links0 router 0 port +x
	echo 2 >/sys/kernel/debug/seastar/fail_write
	refused 'be it the second side' 1 'did not accept' seastar link fail links0 router 0 port +x
	claims '("leaves the link as it was", "up up", (.[0] | states))' <<<'link show links0'
}

plan 75
new_device links0 3x3x3
seastar traffic set links0 pattern uniform load 0.4 lengths 1:1,9:1
down_and_up
dropping
by_register
wrong_bits
events
order
under_commit
refusals
finish
