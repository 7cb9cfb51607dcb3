#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Look-up tables come into force as a whole, avoid links that are down, and can be undone: every
# lost packet is counted.
. "$(dirname "$0")/lib.sh"
needs soft 'hw.sh writes the tables of hardware'

routed_by() {
	get '"\(.routed_by) \(.plan)"' route check routes0
}

is_routed_by() {
	[ "$(routed_by)" = "$1" ]
}

# claims FILTER <COMMANDS: as compare, with names for the outputs of the commands
claims() {
	compare '
		def routed_by: "\(.routed_by) \(.plan)";
		def without_datelines: sub(" dateline=[0-9,]*"; "");
		def hops: [.path[].router] | join(" ");	# the routers on the way
		def lost: [.dropped_by_routers[]] | add;
		def is_conserved: .packets.injected == .packets.delivered + lost + .in_flight;
		def dropped: .commit.devices[0].dropped;
		'"$1"
}

proofs() {
	claims '
		("the rule passes the proof, by its registers", "rule true 0", (.[0] | "\(.routed_by) \(.holds) \(.unroutable)")),
		("rebuild makes tables, and changes nothing", "true 0 null rule",
			"\(.[1] | "\(.holds) \(.links_down) \(.commit)") \(.[2].routed_by)")' <<-END
		route check routes0
		route rebuild routes0
		route check routes0
	END
	claims '
		("v0", "v1", "v2", "v3", "counted") as $assignment |
		([.[] | select(.plan != null) | routed_by | select(startswith("tables assignment=\($assignment) dateline="))] | length) as $n |
		("tables of \($assignment) pass it when they are in force", 1, $n)' < <(
		for assignment in v0 v1 v2 v3 counted; do
			printf 'route rebuild routes0 assignment %s commit\nroute check routes0\n' $assignment
		done)
	claims '
		("registers show them", "0xff", .[0].registers[0].value[:4]),
		("and the rule comes back", "rule ", (.[2] | routed_by))' <<-END
		mmr read routes0 router 0 LUT port +x index 511
		route rebuild routes0 assignment rule commit
		route check routes0
	END
}

# Tables made by the rule route as the rule does: a second fabric without tables has the same state
under_load() {
	seastar traffic set routes0 pattern uniform load 0.8 lengths 1:1,9:1
	claims '
		("under load", true, .[0].in_flight > 0),
		("the network is quiesced, and nothing dropped", "0 true",
			(.[1].commit.devices[0] | "\(.dropped) \(.quiesced_cycles > 0)")),
		(.[2] | ("it is empty then", 0, .in_flight), ("and everything accounted for", true, is_conserved)),
		("sources go on", true, .[3].in_flight > 0)' <<-END
		clock step routes0 3000
		latency show routes0
		route rebuild routes0 assignment v3 commit
		latency show routes0
		clock step routes0 2000
		latency show routes0
	END
}

around_a_link() {
	claims '("at first the way leads over the link", "0 9", (.[0] | hops))' <<-END
		route trace routes0 from 0 to 9
		link fail routes0 router 0 port +x
		clock step routes0 3000
	END
	refused 'the tables in force do not hold any more' 1 'do not hold' seastar route check routes0
	claims '
		("others are found", "true 1 0", (.[0] | "\(.holds) \(.links_down) \(.unroutable)")),
		("they come into force, until they are confirmed", "pending true", (.[1] | "\(.commit.state) \(dropped > 0)")),
		("all packets are accounted for", true, (.[2] | is_conserved)),
		("the way leads around it", true, (.[3] | hops != "0 9")),
		("tables and their plan are in force", "tables assignment=v3 down=0:+x", (.[4] | routed_by | without_datelines)),
		("nothing more is dropped", (.[1] | dropped), (.[5] | [.dropped[]] | add))' <<-END
		route rebuild routes0 assignment v3
		route rebuild routes0 assignment v3 commit confirm 600
		latency show routes0
		route trace routes0 from 0 to 9
		route check routes0
		clock step routes0 5000
		link show routes0
	END
	refused 'other tables have to wait' 1 'waits to be confirmed' seastar route rebuild routes0 commit
	claims '
		("with the link the way is what it was", "0 9", (.[1] | hops)),
		("and everything accounted for", true, (.[2] | is_conserved))' <<-END
		commit confirm
		link restore routes0 router 0 port +x
		route rebuild routes0 assignment v3 commit
		route trace routes0 from 0 to 9
		latency show routes0
	END
}

taken_back() {
	local before

	before=$(routed_by)
	claims '
		("tables that nobody confirms", "tables assignment=v0", (.[1] | routed_by | without_datelines)),
		(.[2] | ("are taken back", "'"$before"'", routed_by)),
		("by the same way", true, (.[3] | is_conserved))' <<-END
		route rebuild routes0 assignment v0 commit confirm 600
		route check routes0
		clock step routes0 1000
		commit cancel
		route check routes0
		latency show routes0
	END
	seastar route rebuild routes0 assignment v0 commit confirm 0.2 >"$tmp/out"
	works 'be it because of the time' wait_until 20 is_routed_by "$before"
	seastar commit set routes0 period 77 confirm 600 >"$tmp/out"
	seastar commit cancel
	is 'what is no change of tables leaves them' "$before" "$(routed_by)"
	echo 1 >/sys/kernel/debug/seastar/fail_commit
	refused 'a device that does not take them' 1 'no device has changed' \
		seastar route rebuild routes0 assignment v1 commit
	claims '
		(.[0] | ("has those that it had", "'"$before"'", routed_by)),
		("stranded packets can be led on", true, (.[1] | dropped < 200)),
		("and are accounted for", true, (.[2] | is_conserved)),
		(.[4] | ("at last all has come home, or was counted", 0, .in_flight),
			("to the last packet", true, is_conserved))' <<-END
		route check routes0
		link fail routes0 router 0 port +x
		clock step routes0 3000
		route rebuild routes0 commit stranded reroute
		latency show routes0
		link restore routes0 router 0 port +x
		route rebuild routes0 commit
		traffic set routes0 pattern none
		clock step routes0 20000
		latency show routes0
	END
}

predicted() {
	seastar -b - >"$tmp/out" <<-END
		route rebuild routes0 assignment v3 commit
		traffic set routes0 pattern uniform load 0.3
	END
	is 'a snapshot says what the tables are made from' 'assignment=v3 dateline=2,2,2' \
		"$(get .routes snapshot routes0 step 500)"
	works 'whatif has the model route by them' seastar whatif routes0 period 8 cycles 500 seeds 2 step 500
	seastar link fail routes0 router 0 port +x
	refused 'it does not know of links that fail while they last' 1 'do not avoid them' \
		seastar snapshot routes0 step 500
	claims '("but of tables around them", "assignment=v3 dateline=2,2,2 down=0:+x", .[1].routes)' <<-END
		route rebuild routes0 assignment v3 commit
		snapshot routes0 step 500
	END
	works 'which whatif has, too' seastar whatif routes0 period 8 cycles 500 seeds 2 step 500
	claims '("the rule is said as well", "rule", .[1].routes)' <<-END
		link restore routes0 router 0 port +x
		route rebuild routes0 assignment rule commit
		snapshot routes0 step 500
		traffic set routes0 pattern none
		clock step routes0 5000
	END
}

# write LINE...: a configuration file
write() {
	printf '%s\n' "$@" >"$tmp/new.conf"
}

files() {
	seastar route rebuild routes0 assignment v3 commit >/dev/null
	seastar config save routes0 to "$tmp/saved.conf"
	is 'a file that is saved says what the tables are made from' 'routes = assignment=v3 dateline=2,2,2' \
		"$(grep routes.= "$tmp/saved.conf")"
	seastar route rebuild routes0 assignment rule commit >/dev/null
	is 'the rule is distinguished from it' '-routes = rule +routes = assignment=v3 dateline=2,2,2' \
		"$(seastar config diff "$tmp/saved.conf" | grep '^[-+]routes' | paste -sd' ')"
	works 'the file brings them back' seastar config apply "$tmp/saved.conf"
	is 'as they were' 'tables assignment=v3 dateline=2,2,2' "$(routed_by)"
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
	is 'none of these changed anything' 'tables assignment=v3 dateline=2,2,2' "$(routed_by 2>/dev/null)"
	write '[routes0]' 'routes = assignment=v2 down=0:+x'
	works 'around it they may lead' seastar config apply "$tmp/new.conf" confirm 600
	is 'until that is undone' 'tables assignment=v2 dateline=2,2,2 down=0:+x' "$(routed_by)"
	seastar commit cancel >/dev/null
	seastar link restore routes0 router 0 port +x
	write '[routes0]' 'routes = rule'
	works 'a file can ask for the rule' seastar config apply "$tmp/new.conf"
	is 'and gets it' 'rule ' "$(routed_by)"
}

events() {
	listen "$tmp/events" seastar -j monitor routes0
	seastar route rebuild routes0 assignment v1 commit confirm 600 >/dev/null
	seastar commit cancel >/dev/null
	wait_until 10 grep -q '"cancelled"' "$tmp/events"
	end_monitor
	is 'tables that come and go are announced' 'assignment=v1 ' \
		"$(jq -rs '[.[] | select(.event == "route").detail.plan | sub(" .*"; "")] | join(" ")' "$tmp/events")"
}

# The devices of a commit get their tables one after another. The first device's new tables are
# announced, with a generation of their own, and so are its former tables when the second device
# refuses its new ones
failed_elsewhere() {
	new_device routes4 3x3x3
	write '[routes0]' 'routes = assignment=v3' '[routes4]' 'routes = assignment=v3'
	listen "$tmp/events" seastar -j monitor
	echo 2 >/sys/kernel/debug/seastar/fail_commit
	refused 'the second device does not take its tables' 1 'no device has changed' \
		seastar config apply "$tmp/new.conf"
	seastar clock step routes0 1
	wait_until 10 grep -q '"event":"clock"' "$tmp/events"
	end_monitor
	is 'tables that the first had for a while are announced, and so is their end' \
		"true assignment=v3 $(get .[0].generation dev show routes0)" \
		"$(jq -rs '[.[] | select(.event == "route").detail] |
			"\(.[0].generation < .[1].generation) \(.[0].plan // "" | sub(" .*"; ""))\(.[1].plan // "") \(.[-1].generation)"' "$tmp/events")"
}

# Print the output ports of router 0 for packets of its processor to destinations 16 to 23
entry() {
	get '.registers[0].value' mmr read routes0 router 0 LUT port proc index 2
}

by_register() {
	local before

	seastar -b - >"$tmp/out" <<-END
		route rebuild routes0 assignment v3 commit
		traffic set routes0 pattern uniform load 0.4
		clock step routes0 2000
	END
	before=$(entry)
	works 'an entry of a table can be written, under load' \
		seastar mmr write routes0 router 0 LUT port proc index 2 field PORT2 3
	claims '
		("it leads elsewhere then", "+y", .[0].routes[0].by_input.proc.port),
		("all packets are accounted for", true, (.[1] | is_conserved))' <<-END
		route show routes0 router 0 dest 18
		latency show routes0
	END
	is 'and nobody knows what the tables were made from' 'tables ' "$(routed_by 2>"$tmp/out")"
	refused 'a pair without a route is found' 1 'do not hold' seastar route check routes0
	is 'and named' '1 pair has no route: router 0 (0,0,0) to router 18 (2,0,0)' \
		"$(grep 'no route' "$tmp/stdout")"
	works 'entries can lead nowhere' seastar mmr write routes0 router 0 LUT port proc index 2 0xffffffffffffffff
	claims '
		("what is for there is dropped, and counted", true, .[1].dropped.no_route > .[0].dropped.no_route),
		("all packets are accounted for", true, (.[2] | is_conserved)),
		("it can be put back", "0 18", (.[3] | hops))' <<-END
		link show routes0
		clock step routes0 3000
		link show routes0
		latency show routes0
		mmr write routes0 router 0 LUT port proc index 2 $before
		route trace routes0 from 0 to 18
	END
	refused 'what is no entry' 1 'neither a port' seastar mmr write routes0 router 0 LUT port proc index 2 0x08
	echo 1 >/sys/kernel/debug/seastar/fail_alloc
	refused 'without memory' 1 'not enough memory' seastar mmr write routes0 router 0 LUT port proc index 2 0
	is 'nothing changes' "$before" "$(entry)"
	seastar commit set routes0 period 78 confirm 600 >"$tmp/out"
	refused 'a commit that waits is waited for' 1 'waits to be confirmed' \
		seastar mmr write routes0 router 0 LUT port proc index 2 0
	seastar -b - >"$tmp/out" <<-END
		commit cancel
		route rebuild routes0 assignment rule commit
	END
	refused 'the rule has no table' 1 'built-in rule' seastar mmr write routes0 router 0 LUT port proc index 2 0
}

# Print each cycle that the device reports, as long as the file exists.
read_cycles() {
	printf 'clock show routes3\n%.0s' {1..200} >"$tmp/shows"
	while [ -e "$1" ]; do
		seastar -j -b "$tmp/shows"
	done >"$tmp/cycles"
}

# The clock is stopped: cycles pass only while the network becomes empty, and some of them are seen.
read_meanwhile() {
	local try reader assignment=(v0 v3)

	seastar dev add routes3 topology 6x6x6
	devices+=(routes3)
	seastar traffic set routes3 pattern uniform load 0.9 lengths 9
	for try in {0..19}; do
		seastar clock step routes3 2000
		: >"$tmp/reading"
		read_cycles "$tmp/reading" &
		reader=$!
		seastar route rebuild routes3 assignment "${assignment[try % 2]}" commit >"$tmp/out"
		rm "$tmp/reading"
		wait $reader
		[ "$(grep -o '"cycle": *[0-9]*' "$tmp/cycles" | sort -u | wc -l)" -le 2 ] || break
	done
	isnt 'a device is read while its network becomes empty' 19 "$try"
	is 'and all packets are accounted for' true "$(get '.packets.injected == .packets.delivered + .in_flight' latency show routes3)"
}

without_routes() {
	seastar dev add routes1 topology 3x3 mesh xy
	devices+=(routes1)
	seastar link fail routes1 router 8 port -x
	seastar link fail routes1 router 8 port -y
	refused 'a node that cannot be reached' 1 '[0-9]+ pairs have no route.*partial' seastar route rebuild routes1 commit
	works 'is done without on demand' seastar route rebuild routes1 partial commit
	works 'which the proof allows' seastar route check routes1
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

plan 89
new_device routes0 3x3x3
proofs
under_load
around_a_link
taken_back
files
predicted
events
failed_elsewhere
by_register
read_meanwhile
without_routes
finish
