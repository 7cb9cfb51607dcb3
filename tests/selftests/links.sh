#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Links go down and come up again under load, and no packet is lost that is not counted.
. "$(dirname "$0")/lib.sh"
needs soft 'hw.sh has the links of hardware'

# state ROUTER PORT: of a link, in the direction that leaves the router
state() {
	get ".links[] | select(.from.router == $1 and .from.port == \"$2\").state" link show links0
}

# What was injected, and where it is
account() {
	get '[.packets.injected, .packets.delivered, ([.dropped_by_routers[]] | add), .in_flight] | join(" ")' \
		latency show links0
}

is_conserved() {
	account | awk 'END { exit !(NR && $1 == $2 + $3 + $4) }'
}

# The instant of both is the same: the clock stands
step() {
	seastar clock step links0 "$1"
}

dropped() {
	get '.dropped | "\(.no_route) \(.dateline) \(.link)"' link show links0
}

down_and_up() {
	step 2000
	works 'a link is taken down' seastar link fail links0 router 0 port +x
	is 'in both directions' 'down down' "$(state 0 +x) $(state 16 -x)"
	is 'and no other' 382 "$(get '[.links[] | select(.state == "up")] | length' link show links0)"
	is 'the registers say so' '0 1' \
		"$(get '.registers[0].value | ltrimstr("0x") | tonumber' mmr read links0 router 0 LINK_CONTROL port +x) $(
		   get '.registers[0].value | ltrimstr("0x") | tonumber' mmr read links0 router 16 LINK_STATUS port -x)"
	is 'each way has changed once' '1 1' "$(get '[.links[] | select(.transitions > 0).transitions] | join(" ")' link show links0)"
	step 20000
	works 'what waits for it is in the network: all is accounted for' is_conserved
	is 'and nothing was dropped' '0 0 0' "$(dropped)"
	isnt 'it waits' 0 "$(get .in_flight latency show links0)"

	works 'taking it down again changes nothing' seastar link fail links0 router 0 port +x
	works 'the other side restores it as well' seastar link restore links0 router 16 port -x
	is 'in both directions, too' 'up up' "$(state 0 +x) $(state 16 -x)"
	is 'and it was down for the time in between' '2 2' \
		"$(get '[.links[] | select(.transitions > 0).transitions] | join(" ")' link show links0)"
	seastar traffic set links0 pattern none
	step 20000
	is 'the network runs empty' 0 "$(get .in_flight latency show links0)"
	works 'and every packet came home' is_conserved
}

dropping() {
	seastar traffic set links0 pattern uniform load 0.4 lengths 1:1,9:1
	step 2000
	works 'packets for a link that is down can be dropped' \
		seastar link fail links0 router 5 port -y policy drop
	is 'LINK_CONTROL says so' 0x0000000000000002 \
		"$(get '.registers[0].value' mmr read links0 router 5 LINK_CONTROL port -y)"
	step 20000
	works 'all are accounted for' is_conserved
	is 'some were dropped, for this reason' true \
		"$(get '.dropped | .link > 0 and .no_route + .dateline == 0' link show links0)"
	is 'the sources say the same' true \
		"$(get ".dropped_by_routers.link == $(get .dropped.link link show links0)" latency show links0)"
	works 'those that would be dropped can wait from now on' \
		seastar link fail links0 router 5 port -y policy wait
	before=$(dropped)
	step 20000
	is 'none more is dropped' "$before" "$(dropped)"
	seastar link restore links0 router 5 port -y
	seastar traffic set links0 pattern none
	step 20000
	is 'restored, the network runs empty' 0 "$(get .in_flight latency show links0)"
	works 'and what did not come home was counted' is_conserved
}

by_register() {
	works 'one direction goes down by its register' seastar mmr write links0 router 9 LINK_CONTROL port +z 0
	is 'the link is degraded' 'down degraded' "$(state 9 +z) $(state 10 -z)"
	is 'its side says that it is down' 'false 5/6' \
		"$(get '.ports[0].up' port show links0 router 9 port +z) $(get '.routers[0] | "\(.links_up)/\(.links)"' router show links0 router 9)"
	seastar mmr write links0 router 9 LINK_CONTROL port +z 1
	is 'and comes up by it' 'up up' "$(state 9 +z) $(state 10 -z)"
}

# errors ROUTER PORT: of a link, in the direction that leaves the router
errors() {
	get ".links[] | select(.from.router == $1 and .from.port == \"$2\") |
		\"\(.state) \(.bit_errors) \(.retries > 0) \(.undetected)\"" link show links0
}

wrong_bits() {
	local retries

	seastar traffic set links0 pattern uniform load 0.4 lengths 1:1,9:1
	works 'bits of a link can arrive wrong' seastar link errors links0 router 0 port +x rate 0.0001
	is 'in both directions' 'degraded 0.0001 false 0, degraded 0.0001 false 0' "$(errors 0 +x), $(errors 16 -x)"
	is 'as the registers say' '100000000 7' \
		"$(get '.registers[0].fields.BIT_ERRORS' mmr read links0 router 16 LINK_BIT_ERRORS port -x) $(
		   get '.registers[0].value | ltrimstr("0x") | tonumber' mmr read links0 router 0 LINK_STATUS port +x)"
	step 20000
	is 'they are sent again' 'degraded 0.0001 true 0, degraded 0.0001 true 0' "$(errors 0 +x), $(errors 16 -x)"
	is 'over no other link' 2 "$(get '[.links[] | select(.retries > 0)] | length' link show links0)"
	is 'which the registers count, too' true \
		"$(get ".registers[0].value == \"$(printf '0x%016x' "$(
			get '.links[] | select(.from.router == 0 and .from.port == "+x").retries' link show links0)")\"" \
			mmr read links0 router 0 LINK_RETRIES port +x)"
	works 'and all packets are accounted for' is_conserved
	seastar snapshot links0 step 500 >"$tmp/snapshot"
	is 'a snapshot has them' 0:+x:0.000100000000 "$(jq -r .lossy "$tmp/snapshot")"
	works 'and whatif can run it' seastar whatif from "$tmp/snapshot" bias 2 cycles 500 seeds 2
	works 'one direction is mended by its register' seastar mmr write links0 router 0 LINK_BIT_ERRORS port +x 0
	is 'and that alone' 'up 0 true 0, degraded 0.0001 true 0' "$(errors 0 +x), $(errors 16 -x)"
	refused 'a snapshot is of what is the same both ways' 1 'in one direction' seastar snapshot links0 step 500
	works 'both are' seastar link errors links0 router 16 port -x rate 0
	retries=$(get '[.links[].retries] | add' link show links0)
	step 20000
	is 'from then on nothing is sent again' "$retries" "$(get '[.links[].retries] | add' link show links0)"
	seastar traffic set links0 pattern none
	step 20000
	is 'the network runs empty' 0 "$(get .in_flight latency show links0)"
	is 'and not a packet was lost' "$(get .packets.injected latency show links0)" \
		"$(get '.packets.delivered + ([.dropped_by_routers[]] | add)' latency show links0)"
}

events() {
	seastar -j monitor links0 >"$tmp/events" &
	watcher=$!
	wait_until 10 listens "$tmp/events"
	seastar link fail links0 router 0 port +x
	seastar link restore links0 router 0 port +x
	seastar link errors links0 router 0 port +x rate 0.001
	seastar link errors links0 router 0 port +x rate 0
	wait_until 10 eval 'test "$(grep -c "\"link\"" "$tmp/events")" -ge 8'
	kill $watcher
	wait $watcher 2>/dev/null
	is 'each way is announced as it goes down and comes up' '0 +x false, 16 -x false, 0 +x true, 16 -x true' \
		"$(jq -rs '[.[] | select(.event == "link").detail | "\(.router) \(.port) \(.up)"][:4] | join(", ")' "$tmp/events")"
	is 'with where it leads' '[0,0,0] 16 [1,0,0] -x' \
		"$(jq -rs '[.[] | select(.event == "link").detail][0] | "\(.coordinates) \(.to.router) \(.to.coordinates) \(.to.port)"' "$tmp/events")"
	seastar monitor links0 count 1 >"$tmp/text" &
	watcher=$!
	wait_until 10 joined $watcher
	seastar link fail links0 router 0 port +x
	wait $watcher
	is 'as text, too' 'links0: 0,0,0 +x to 1,0,0 -x: down' "$(sed -n 's/.* link //p' "$tmp/text")"
	seastar link restore links0 router 0 port +x
	is 'and as its bits arrive wrong, and right again' '0 +x 0.001, 16 -x 0.001, 0 +x 0, 16 -x 0' \
		"$(jq -rs '[.[] | select(.event == "link").detail | "\(.router) \(.port) \(.bit_errors)"][4:] | join(", ")' "$tmp/events")"
}

# Marks, and both ends of the order
order() {
	local from

	seastar traffic set links0 pattern uniform load 0.4 lengths 1:1,9:1
	seastar mark add links0 begun >/dev/null
	step 3000
	is 'links can be counted from a mark' '3000 3000' \
		"$(get '"\(.interval_cycles) \(.cycle - .since_cycle)"' link show links0 since begun)"
	is 'what came since then' true \
		"$(get "([.links[].flits] | add) < $(get '[.links[].flits] | add' link show links0)" link show links0 since begun)"
	is 'with the share of these cycles' true \
		"$(get '[.links[] | .utilisation > 0 and .utilisation <= 1] | all' link show links0 since begun)"
	is 'the busiest first' true "$(get '[.links[].flits] | . == (sort | reverse)' link show links0 since begun sort flits)"
	is 'or the starved' true "$(get '[.links[].flits] | . == sort' link show links0 since begun sort flits rising)"
	from=$(get '.links[-1].from | "\(.router) \(.port)"' link show links0)
	is 'and the last by place' "$from" "$(get '.links[0].from | "\(.router) \(.port)"' link show links0 sort place rising top 1)"
	refused 'a mark and an interval are one too many' 2 'makes no sense' \
		seastar link show links0 since begun interval 1
	seastar mark del links0 begun
}

under_commit() {
	local generation

	seastar commit set links0 bias 3 confirm 600 >/dev/null
	generation=$(get '.[0].generation' dev show links0)
	works 'a link may fail while a commit waits to be confirmed' seastar link fail links0 router 0 port +x
	is 'that is no change of settings' "$generation" "$(get '.[0].generation' dev show links0)"
	refused 'its register is one' 1 'waits to be confirmed' \
		seastar mmr write links0 router 0 LINK_CONTROL port +x 1
	seastar commit cancel >/dev/null
	is 'the commit is undone, and the link is as it was' 'down 1' \
		"$(state 0 +x) $(get '.aging[0].req_age_bias.proc' age show links0)"
	seastar link restore links0 router 0 port +x
}

refusals() {
	seastar dev add links1 topology 4x4 mesh xy
	devices+=(links1)
	refused 'the processor is no link' 1 'no link' seastar link fail links0 router 0 port proc
	refused 'nor has a mesh one at its edge' 1 'no link' seastar link fail links1 router 0 port -x
	refused 'a router that there is not' 1 'no router' seastar link fail links0 router 64 port +x
	refused 'a device that there is not' 1 'no device' seastar link fail links9 router 0 port +x
	refused 'no router' 2 "'router N.X,Y,Z' is missing" seastar link fail links0 port +x
	refused 'no port' 2 "'port PORT' is missing" seastar link restore links0 router 0
	refused 'a policy for what comes up' 2 'policy' seastar link restore links0 router 0 port +x policy drop
	refused 'another policy' 2 'policy' seastar link fail links0 router 0 port +x policy lose
	refused 'nobody' 1 'CAP_NET_ADMIN' as_nobody seastar link fail links0 router 0 port +x
	refused 'nor has anybody else bits arrive wrong' 1 'CAP_NET_ADMIN' \
		as_nobody seastar link errors links0 router 0 port +x rate 0.001
	is 'none of this has changed anything' 384 \
		"$(get '[.links[] | select(.state == "up")] | length' link show links0)"
	echo 1 >/sys/kernel/debug/seastar/fail_write
	refused 'what a device does not take' 1 'did not take' seastar link fail links0 router 0 port +x
	echo 2 >/sys/kernel/debug/seastar/fail_write
	refused 'be it the second side' 1 'did not take' seastar link fail links0 router 0 port +x
	is 'leaves the link as it was' 'up up' "$(state 0 +x) $(state 16 -x)"
}

plan 72
new_device links0 4x4x4
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
