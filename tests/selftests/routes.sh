#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Look-up tables come into force as a whole, around links that are down, and are taken back: no packet
# is lost that is not counted.
. "$(dirname "$0")/lib.sh"
needs soft 'tables of hardware are in its registers only'

# What was injected, and where it is
is_conserved() {
	get '[.packets.injected, .packets.delivered, ([.dropped_by_routers[]] | add), .in_flight] | join(" ")' \
		latency show routes0 | awk 'END { exit !(NR && $1 == $2 + $3 + $4) }'
}

in_flight() {
	get .in_flight latency show routes0
}

routed_by() {
	get '"\(.routed_by) \(.plan)"' route check routes0
}

is_routed_by() {
	[ "$(routed_by)" = "$1" ]
}

# hops FROM TO: the routers on the way
hops() {
	get '[.path[].router] | join(" ")' route trace routes0 from "$1" to "$2"
}

hash_of() {
	get .[0].hash dev show routes0 hash
}

proofs() {
	is 'the rule passes the proof, by its registers' 'rule true 0' \
		"$(get '"\(.routed_by) \(.holds) \(.unroutable)"' route check routes0)"
	is 'rebuild makes tables, and changes nothing' 'true 0 null rule' \
		"$(get '"\(.holds) \(.links_down) \(.commit)"' route rebuild routes0) $(get .routed_by route check routes0)"
	for assignment in v0 v1 v2 v3 counted; do
		seastar route rebuild routes0 assignment $assignment commit >/dev/null
		is "tables of $assignment pass it when they are in force" \
			"tables assignment=$assignment dateline=" \
			"$(routed_by | grep -o "^tables assignment=$assignment dateline=")"
	done
	is 'registers show them' 0xff \
		"$(get '.registers[0].value' mmr read routes0 router 0 LUT port +x index 511 | cut -c1-4)"
	seastar route rebuild routes0 assignment rule commit >/dev/null
	is 'and the rule comes back' 'rule ' "$(routed_by)"
}

# Tables that say what the rule says route as the rule does: the state of a twin tells
under_load() {
	local before after

	seastar traffic set routes0 pattern uniform load 0.8 lengths 1:1,9:1
	seastar clock step routes0 3000
	before=$(in_flight)
	isnt 'under load' 0 "$before"
	after=$(get '.commit.devices[0] | "\(.dropped) \(.quiesced_cycles > 0)"' route rebuild routes0 assignment v3 commit)
	is 'the network is quiesced, and nothing dropped' '0 true' "$after"
	is 'it is empty then' 0 "$(in_flight)"
	works 'and everything accounted for' is_conserved
	seastar clock step routes0 2000
	isnt 'sources go on' 0 "$(in_flight)"
}

around_a_link() {
	is 'at first the way leads over the link' '0 16' "$(hops 0 16)"
	seastar link fail routes0 router 0 port +x
	seastar clock step routes0 3000
	refused 'the tables in force do not hold any more' 1 'do not hold' seastar route check routes0
	is 'others are found' 'true 1 0' \
		"$(get '"\(.holds) \(.links_down) \(.unroutable)"' route rebuild routes0 assignment v3)"
	seastar -j route rebuild routes0 assignment v3 commit confirm 600 >"$tmp/out"
	is 'they come into force, until they are confirmed' 'pending 1' \
		"$(jq -r '"\(.commit.state) \([.commit.devices[0].dropped > 0 | if . then 1 else 0 end] | add)"' "$tmp/out")"
	works 'all packets are accounted for' is_conserved
	is 'the way leads around it' true "$([ "$(hops 0 16)" != '0 16' ] && echo true)"
	is 'tables and their plan are in force' 'tables assignment=v3 down=0:+x' \
		"$(routed_by | sed 's/ dateline=[0-9,]*//')"
	refused 'other tables have to wait' 1 'waits to be confirmed' seastar route rebuild routes0 commit
	seastar clock step routes0 5000
	is 'nothing more is dropped' "$(jq .commit.devices[0].dropped "$tmp/out")" \
		"$(get '[.dropped[]] | add' link show routes0)"
	seastar commit confirm >/dev/null
	seastar link restore routes0 router 0 port +x
	seastar route rebuild routes0 assignment v3 commit >/dev/null
	is 'with the link the way is what it was' '0 16' "$(hops 0 16)"
	works 'and everything accounted for' is_conserved
}

taken_back() {
	local before

	before=$(routed_by)
	seastar route rebuild routes0 assignment v0 commit confirm 600 >/dev/null
	is 'tables that nobody confirms' 'tables assignment=v0' "$(routed_by | sed 's/ dateline.*//')"
	seastar clock step routes0 1000
	seastar commit cancel >/dev/null
	is 'are taken back' "$before" "$(routed_by)"
	works 'by the same way' is_conserved
	seastar route rebuild routes0 assignment v0 commit confirm 0.2 >/dev/null
	works 'be it because of the time' wait_until 20 is_routed_by "$before"
	seastar commit set routes0 period 77 confirm 600 >/dev/null
	seastar commit cancel >/dev/null
	is 'what is no change of tables leaves them' "$before" "$(routed_by)"
	echo 1 >/sys/kernel/debug/seastar/fail_commit
	refused 'a device that does not take them' 1 'all are as they were' \
		seastar route rebuild routes0 assignment v1 commit
	is 'has those that it had' "$before" "$(routed_by)"
	seastar link fail routes0 router 0 port +x
	seastar clock step routes0 3000
	is 'stranded packets can be led on' true \
		"$(get '.commit.devices[0].dropped < 200' route rebuild routes0 commit stranded reroute)"
	works 'and are accounted for' is_conserved
	seastar link restore routes0 router 0 port +x
	seastar route rebuild routes0 commit >/dev/null
	seastar traffic set routes0 pattern none
	seastar clock step routes0 20000
	is 'at last all has come home, or was counted' 0 "$(in_flight)"
	works 'to the last packet' is_conserved
}

predicted() {
	seastar route rebuild routes0 assignment v3 commit >/dev/null
	seastar traffic set routes0 pattern uniform load 0.3
	is 'a snapshot says what the tables are made from' 'assignment=v3 dateline=3,3,3' \
		"$(get .routes snapshot routes0 step 500)"
	works 'whatif has the model route by them' seastar whatif routes0 period 8 cycles 500 seeds 2 step 500
	seastar link fail routes0 router 0 port +x
	refused 'it does not know of links that fail while they last' 1 'do not avoid them' \
		seastar snapshot routes0 step 500
	seastar route rebuild routes0 assignment v3 commit >/dev/null
	is 'but of tables around them' 'assignment=v3 dateline=3,3,3 down=0:+x' "$(get .routes snapshot routes0 step 500)"
	works 'which whatif has, too' seastar whatif routes0 period 8 cycles 500 seeds 2 step 500
	seastar link restore routes0 router 0 port +x
	seastar route rebuild routes0 assignment rule commit >/dev/null
	is 'the rule is said as well' rule "$(get .routes snapshot routes0 step 500)"
	seastar traffic set routes0 pattern none
	seastar clock step routes0 5000
}

# write LINE...: a configuration file
write() {
	printf '%s\n' "$@" >"$tmp/new.conf"
}

files() {
	seastar route rebuild routes0 assignment v3 commit >/dev/null
	seastar config save routes0 to "$tmp/saved.conf"
	is 'a file that is saved says what the tables are made from' 'routes = assignment=v3 dateline=3,3,3' \
		"$(grep routes.= "$tmp/saved.conf")"
	seastar route rebuild routes0 assignment rule commit >/dev/null
	is 'the rule is told from it' '-routes = rule +routes = assignment=v3 dateline=3,3,3' \
		"$(seastar config diff "$tmp/saved.conf" | grep '^[-+]routes' | paste -sd' ')"
	works 'the file brings them back' seastar config apply "$tmp/saved.conf"
	is 'as they were' 'tables assignment=v3 dateline=3,3,3' "$(routed_by)"
	is 'once is enough' unchanged "$(get .state config apply "$tmp/saved.conf")"
	write '[routes0]' 'period = 99' 'routes = assignment=v3'
	is 'what the file leaves open is chosen, and is no difference' false \
		"$(get '.changes[0].routes' config apply "$tmp/new.conf")"
	write '[routes0]' 'routes = assignment=v9'
	refused 'routes that there are not' 1 'new.conf:2:10: routes: assignment.*v0' seastar config check "$tmp/new.conf"
	write '[routes0]' 'routes = topology=3x3'
	refused 'nor what follows from the device' 1 'new.conf:2:10: routes: .topology=3x3. is none of' seastar config check "$tmp/new.conf"
	write '[routes0 router 3]' 'routes = rule'
	refused 'nor those of one router' 1 'new.conf:2:9: .*every router' seastar config check "$tmp/new.conf"
	seastar link fail routes0 router 0 port +x
	write '[routes0]' 'routes = assignment=v2'
	refused 'nor over a link that is down' 1 'new.conf:2:10: .*router 0 is down' seastar config apply "$tmp/new.conf"
	is 'none of these changed anything' 'tables assignment=v3 dateline=3,3,3' "$(routed_by 2>/dev/null)"
	write '[routes0]' 'routes = assignment=v2 down=0:+x'
	works 'around it they may lead' seastar config apply "$tmp/new.conf" confirm 600
	is 'until that is undone' 'tables assignment=v2 dateline=3,3,3 down=0:+x' "$(routed_by)"
	seastar commit cancel >/dev/null
	seastar link restore routes0 router 0 port +x
	write '[routes0]' 'routes = rule'
	works 'a file can ask for the rule' seastar config apply "$tmp/new.conf"
	is 'and gets it' 'rule ' "$(routed_by)"
}

events() {
	local watcher

	seastar -j monitor routes0 >"$tmp/events" &
	watcher=$!
	wait_until 10 listens "$tmp/events"
	seastar route rebuild routes0 assignment v1 commit confirm 600 >/dev/null
	seastar commit cancel >/dev/null
	wait_until 10 test "$(grep -c '"event":"config"' "$tmp/events")" -ge 2
	kill $watcher
	wait $watcher 2>/dev/null
	is 'tables that come and go are announced' 'assignment=v1 ' \
		"$(jq -rs '[.[] | select(.event == "route").detail.plan | sub(" .*"; "")] | join(" ")' "$tmp/events")"
}

# Where router 0 sends what comes from its processor for destinations 48 to 55
entry() {
	get '.registers[0].value' mmr read routes0 router 0 LUT port proc index 6
}

by_register() {
	local before dropped

	seastar route rebuild routes0 assignment v3 commit >/dev/null
	seastar traffic set routes0 pattern uniform load 0.4
	seastar clock step routes0 2000
	before=$(entry)
	dropped=$(get .dropped.no_route link show routes0)
	works 'an entry of a table can be written, under load' \
		seastar mmr write routes0 router 0 LUT port proc index 6 field PORT0 3
	is 'it leads elsewhere then' +y "$(get '.routes[0].by_input.proc.port' route show routes0 router 0 dest 48)"
	is 'and nobody knows what the tables were made from' 'tables ' "$(routed_by)"
	works 'all packets are accounted for' is_conserved
	works 'entries can lead nowhere' seastar mmr write routes0 router 0 LUT port proc index 6 0xffffffffffffffff
	seastar clock step routes0 3000
	is 'what is for there is dropped, and counted' true \
		"$(get ".dropped.no_route > $dropped" link show routes0)"
	works 'all packets are accounted for' is_conserved
	seastar mmr write routes0 router 0 LUT port proc index 6 "$before"
	is 'it can be put back' '0 48' "$(hops 0 48)"
	refused 'what is no entry' 1 'neither a port' seastar mmr write routes0 router 0 LUT port proc index 6 0x08
	echo 1 >/sys/kernel/debug/seastar/fail_alloc
	refused 'without memory' 1 'not enough memory' seastar mmr write routes0 router 0 LUT port proc index 6 0
	is 'nothing changes' "$before" "$(entry)"
	seastar commit set routes0 period 78 confirm 600 >/dev/null
	refused 'a commit that waits is waited for' 1 'waits to be confirmed' \
		seastar mmr write routes0 router 0 LUT port proc index 6 0
	seastar commit cancel >/dev/null
	seastar route rebuild routes0 assignment rule commit >/dev/null
	refused 'the rule has no table' 1 'by the rule' seastar mmr write routes0 router 0 LUT port proc index 6 0
}

without_routes() {
	seastar dev add routes1 topology 3x3 mesh xy
	devices+=(routes1)
	seastar link fail routes1 router 8 port -x
	seastar link fail routes1 router 8 port -y
	refused 'a node that cannot be reached' 1 '[0-9]+ pairs have no route.*partial' seastar route rebuild routes1 commit
	works 'is done without on demand' seastar route rebuild routes1 partial commit
	seastar traffic set routes1 pattern uniform load 0.2
	seastar clock step routes1 5000
	is 'what is for it is dropped, for that reason' 'true 0 0' \
		"$(get '.dropped | "\(.no_route > 0) \(.dateline) \(.link)"' link show routes1)"
	refused 'the way there' 1 'has no route' seastar route trace routes1 from 0 to 8
	seastar dev add routes2 topology 4x4 vcs 1 2>/dev/null || seastar dev add routes2 topology 3x3 vcs 1
	devices+=(routes2)
	refused 'one virtual channel is not enough' 1 'need two' seastar route rebuild routes2
	refused 'nobody changes routes' 1 'CAP_NET_ADMIN' as_nobody seastar route rebuild routes0 commit
	works 'but looks at them' as_nobody seastar route check routes0
	refused 'a wrong assignment' 2 'unknown assignment' seastar route rebuild routes0 assignment v9
	refused 'a wrong dateline' 1 'dateline' seastar route rebuild routes0 dateline 9,0,0
	refused 'regions that overlap' 1 'regions' seastar route rebuild routes0 regions 0-2,2-3
	refused 'a time without a commit' 2 "are for 'commit'" seastar route rebuild routes0 confirm 5
}

plan 82
new_device routes0 4x4x4
proofs
under_load
around_a_link
taken_back
files
predicted
events
by_register
without_routes
finish
