#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Hardware is recognized, may be removed or fail at any moment, and events report it.
. "$(dirname "$0")/lib.sh"
needs mmio 'there is no hardware: see tests/vm/run -H'

topology=4x4x4
dev=mmio0
neighbour=0000:01:00.1	# until the first unplug: a function without a driver

# Registers of the first window
RTR_ID=0x0
RTR_VERSION=0x8
RTR_CAPABILITY=0x10
RTR_TOPOLOGY=0x18
RTR_NODE_ID=0x20
RTR_CYCLE=0x28
INJECTION_CONTROL=0x80

# Print the last kernel message of the driver
last_message() {
	dmesg | grep -oE "seastar $slot: .*" | tail -n 1
}

# not_taken CLAIM PATTERN [SLOT]: the driver refuses the function and logs the reason
not_taken() {
	local slot=${3:-$slot}

	if bind_driver; then
		fail "$1" "expected: a refusal like: $2" "seen:     the driver is bound"
		unbind_driver
	elif [[ $(last_message) =~ $2 ]]; then
		pass "$1"
	else
		fail "$1" "expected: a message like: $2" "seen:     $(last_message)"
	fi
	echo >"$pci/devices/$slot/driver_override"
}

# not_taken_with CLAIM PATTERN REGISTER VALUE [REGISTER VALUE]: of a 2x2x2 fabric
not_taken_with() {
	host model new 2x2x2
	host model poke 0 "$3" "$4"
	[ $# -lt 6 ] || host model poke 0 "$5" "$6"
	not_taken "$1" "$2"
}

identification() {
	is 'the module asks for no function by itself' 0 "$(modinfo -F alias seastar | grep -c '^pci:')"
	not_taken_with 'what has another id is not taken' 'RTR_ID is 0x[0-9a-f]+: not a SeaStar' $RTR_ID 0x1234
	not_taken_with 'nor what does not answer' 'does not answer' $RTR_ID -1
	not_taken_with 'nor a map of another major version' 'RTR_VERSION is 2.0: .* supports 1.x' $RTR_VERSION 0x200
	not_taken_with 'nor routers of six ports' '6 ports per router: there must be 7' \
		$RTR_CAPABILITY 0x9260008
	not_taken_with 'nor of three virtual channels' 'CAPABILITY 0x9370008.*virtual channels' \
		$RTR_CAPABILITY 0x9370008
	not_taken_with 'nor a fabric without routers' 'TOPOLOGY 0x2000200000000: .*radix' \
		$RTR_TOPOLOGY 0x2000200000000
	not_taken_with 'nor no router' '0 routers' $RTR_CAPABILITY 0x9270000
	not_taken_with 'nor more routers than the fabric has' '9 routers: the fabric has 8' \
		$RTR_CAPABILITY 0x9270009
	not_taken_with 'nor more than the BAR has room for' '65 routers: .* 4096, and the BAR has room for 64' \
		$RTR_CAPABILITY 0x9270041 $RTR_TOPOLOGY 0x1000100010
	not_taken_with 'nor a router twice' 'window 1 .* out of order' $RTR_NODE_ID 1 $RTR_VERSION 0x102
	not_taken_with 'nor a router outside the fabric' 'window 0 belongs to no router' $RTR_NODE_ID 0x8000
	not_taken 'nor what has no BAR of this size' 'no memory BAR' 0000:00:1f.0
	host model new 2x2x2
	echo 1 >/sys/kernel/debug/seastar/fail_alloc
	is 'nor is anything without memory' 'refused 0' \
		"$(bind_driver || echo refused) $(cat /sys/kernel/debug/seastar/fail_alloc)"
	is 'none of them became a device' '[]' "$(seastar -j dev)"
}

# Print all parameters of the device, in JSON
shown() {
	get ".[0] | $1" dev show $dev
}

chooses() {
	[ "$(get '.groups[0].arbitration.contested' hist show $dev)" -gt 0 ]
}

identity() {
	new_device hw0 $topology
	is 'hardware reports its topology and little more' \
		"{\"backend\":\"mmio\",\"bus_address\":\"$slot\",\"max_packet\":9,\"name\":\"mmio0\",\"routers\":64,\"topology\":\"4x4x4 torus\",\"vcs\":2}" \
		"$(shown 'del(.id, .radix, .mesh, .cycle, .generation) | to_entries | sort_by(.key) | from_entries')"
	is 'sysfs has it under its PCI function' "$slot" \
		"$(basename "$(readlink -f /sys/class/seastar/$dev/device)")"
	is 'and calls it by its backend' mmio "$(cat /sys/class/seastar/$dev/backend)"
	unbind_driver
	is 'unbound, it is no device any more' '[]' "$(seastar -j dev)"

	seastar dev add mmio0 topology 2
	bind_driver
	is 'a name that is taken is left to its owner' 'mmio0 soft mmio1 mmio' \
		"$(get '[.[] | .name, .backend] | join(" ")' dev show)"
	seastar dev del mmio0
	unbind_driver

	host model new 2x2x2
	host model poke 0 $RTR_CAPABILITY 0x9270001
	host model poke 0 $RTR_NODE_ID 5
	bind_driver
	is 'one router of a fabric is taken alone' '2x2x2 torus, 1' "$(shown '"\(.topology), \(.routers)"')"
	is 'and counts' 1 "$(get .routers stats show $dev)"
	unbind_driver

	host model new 2x2x2
	host model poke 0 $RTR_VERSION 0x107
	echo >"$pci/devices/$slot/driver_override"
	tr -d x <"$pci/devices/$slot/vendor" >"$tmp/ids"
	tr -d x <"$pci/devices/$slot/device" >>"$tmp/ids"
	xargs <"$tmp/ids" >$pci/drivers/seastar/new_id
	works 'an id may be added, and a younger map of the same version has what we know' \
		wait_until 5 is_bound
	xargs <"$tmp/ids" >$pci/drivers/seastar/remove_id
	unbind_driver

	host model new 2x2x2
	bind_driver
	works 'how packets were chosen is counted' wait_until 10 chooses
	unbind_driver
	host model new 2x2x2
	host model poke 0 $RTR_VERSION 0x100
	bind_driver
	wait_until 10 eval '[ "$(packets)" -gt 100 ]'
	is 'an older one, which counts no choices, has the other counters' '0 true' \
		"$(get '.groups[0].arbitration | "\(.contested + .inhibited + .tied + .saturated) \(.granted > 0)"' hist show $dev)"
}

refusals() {
	new_device hw0 $topology
	refused 'hardware is not deleted' 1 'unbind it' seastar dev del $dev
	refused 'its traffic is not shown' 1 'generates traffic only in software' seastar traffic show $dev
	refused 'nor set' 1 'generates traffic only in software' seastar traffic set $dev pattern none
	refused 'its latencies are not reset' 1 'generates traffic only in software' seastar latency reset $dev
	refused 'nor known' 1 'no traffic sources' seastar latency show $dev
	works 'nor dumped, for the same reason' eval '[[ $("$here/dumps" refused $dev) == *"only a software fabric measures latencies"* ]]'
	refused 'its clock is not shown' 1 'only the clock of a software fabric' seastar clock show $dev
	refused 'nor stopped' 1 'only the clock of a software fabric' seastar clock stop $dev
	refused 'its state has no hash' 1 'hardware has no state hash' seastar dev show $dev hash
	refused 'nobody may not change it' 1 'CAP_NET_ADMIN' as_nobody seastar age set $dev period 2
	works 'but look at it' as_nobody seastar stats show $dev
}

# Print the packets sent at ages beyond the first bin
old_packets() {
	get '[.groups[0].bins[1:][].count] | add' hist show $dev
}

grow_old() {
	[ "$(old_packets)" -gt 0 ]
}

counters() {
	works 'packets and flits are counted' wait_until 10 eval '[ "$(packets)" -gt 1000 ]'
	is 'a packet has 1 to 9 flits' true \
		"$(get '.all | .packets <= .flits and .flits <= 9 * .packets' stats show $dev)"
	is 'at slow clocks they stay young' 0 "$(old_packets)"
	is 'a suggestion takes their wait from Eq. 17, since latencies are not reported' true \
		"$(get '(.load.network_latency == null) and (([.dimensions[] | .counted_hops * .wait] | add) * 11 /
			([.dimensions[].counted_hops] | add) - .load.queueing | fabs < 0.001)' suggest $dev)"
	seastar age set $dev period 1 bias 7
	works 'the routers obey: at fast clocks they grow old' wait_until 20 grow_old
	host model stall
	works 'a capture that does not come is an error' wait_until 20 capture_fails
	works 'which is not the end of settings' seastar age show $dev
	works 'and which dumps over all devices pass over' "$here/dumps" compare
	host model resume
	works 'nor of counters, once it comes again' wait_until 10 seastar stats show $dev
}

# The previous sample serves for a while, longer on a slow machine
capture_fails() {
	! seastar stats show $dev >"$tmp/out" 2>&1 && grep -q 'capture.*second' "$tmp/out"
}

# Print the cycle of the last capture
captured() {
	echo $(($(get '.registers[0].value' mmr read $dev router 0 RTR_CYCLE)))
}

# sample_in_portions PERIOD: let a reader take a sample of new settings, which stops between two portions.
# A round of the driver may be faster, and stop in its place; the reader gets its sample then.
sample_in_portions() {
	stall sample
	seastar age set $dev period "$1"
	seastar -j stats show $dev >"$tmp/sample" 2>&1 &
	reader=$!
	stalled sample
}

# What comes between two portions of a sample does not mix into it
between_portions() {
	local reader before

	echo 10000 >/sys/class/seastar/$dev/stats_lifespan
	works 'a reader takes a sample in portions' sample_in_portions 3
	before=$(captured)
	seastar age set $dev period 4
	go_on sample
	works 'and has it' wait $reader
	is 'if a commit came in between, it is of that commit, and was captured later' \
		"$(get .generation age show $dev) true" "$(jq -r ".generation, .cycle > $before" "$tmp/sample" | xargs)"
	works 'another reader does so' sample_in_portions 5
	before=$(captured)
	host model stall
	refused 'a capture for a mark times out meanwhile' 1 'capture' seastar mark add $dev late
	host model resume
	works 'and comes late' wait_until 10 eval '[ "$(captured)" != "$before" ]'
	before=$(captured)
	go_on sample
	works 'the reader has a sample' wait $reader
	is 'which has nothing of these two captures' true "$(jq ".cycle > $before" "$tmp/sample")"
}

packets() {
	get .all.packets stats show $dev
}

events() {
	jq -rs '.[1:] | map("\(.event) \(.detail | "\(.router) \(.port) \(.up)")") | join(", ")' "$tmp/events"
}

# Print the packets of all bins of a new sample, and whether counts are missing; 448 outputs count
bins() {
	echo 10 >/sys/class/seastar/$dev/stats_lifespan
	echo "$(get '[.groups[0].bins[].count] | map(tostring) | join(" ")' hist show $dev)" \
		"$(seastar stats show $dev | grep -c missing)"
}

wraps() {
	local most=$((448 * 4200000000))

	unbind_driver
	host model new $topology 0 none
	bind_driver
	is 'without traffic nothing is counted' '0 0 0 0 0' "$(bins)"
	host model jump 4200000000 4200000000
	is 'counters of 32 bits that run ahead by nearly all they hold are exact' "$most $most $most $most 0" "$(bins)"
	most=$((2 * most))
	host model jump 4200000000 4200000000
	is 'and when they wrap' "$most $most $most $most 0" "$(bins)"
	listen "$tmp/events" seastar -j monitor $dev
	host model jump 7 4294967296
	is 'after a gap in which they may have wrapped twice, counts are said to be missing' 1 \
		"$(bins | cut -d' ' -f5)"
	works 'and it is announced' wait_until 5 has_event gap
	end_monitor
	unbind_driver
	new_device hw0 $topology
}

# Print the packets of the first bin, and whether counts are missing; a router has 7 outputs
first_bin() {
	bins | cut -d ' ' -f 1,5
}

# The reset of a single router is detected by its own cycle
resets() {
	unbind_driver
	host model new $topology 0 none
	bind_driver
	host model jump 1000 4000000000
	is 'of 448 outputs all are counted' "$((448 * 1000)) 0" "$(first_bin)"
	host model reset 5
	host model jump 1200 5000
	is 'a router that counts more than before its reset has all of that counted' \
		"$((448 * 2200)) 1" "$(first_bin)"
	host model reset 0
	host model jump 100 5000
	is 'the reset of the first router has nothing counted twice' "$((448 * 2300)) 1" "$(first_bin)"
	unbind_driver
	new_device hw0 $topology
}

# After resets of any routers at any time, counts are right, and settings are restored or declared
# lost
many_resets() {
	unbind_driver
	host model new 2x2x2 0 none
	bind_driver
	echo 0 >/sys/class/seastar/$dev/stats_lifespan
	./resets $dev "$(extent 40 10000)" 120 >"$tmp/resets" 2>&1
	sed 's/^/# /' "$tmp/resets"
	is 'in all these resets no count is wrong, and no setting is lost without a word' \
		'settings were lost in some' "$(sed 's/^[0-9]* rounds, //' "$tmp/resets")"
	unbind_driver
	new_device hw0 $topology
}

# A device whose removal is slow, since its hardware does not answer, delays no other device
slow_end() {
	works 'while a device goes slowly others come, are seen and go' wait_until 60 others_first
}

# Return 0 if another device is added and deleted while this one is being removed
others_first() {
	local slow status

	sleep 0.5	# the latest sample has expired
	host model stall
	seastar stats show $dev >/dev/null 2>&1 &
	sleep 0.2
	unbind_driver &
	slow=$!
	seastar dev add quick topology 2 && seastar dev show quick >/dev/null && seastar dev del quick && kill -0 $slow 2>/dev/null
	status=$?
	wait $slow
	host model resume
	bind_driver
	return $status
}

links() {
	local before

	before=$(date -u +%FT%T)
	is 'at first no link has changed' '[0,null]' \
		"$(get '[([.links[].transitions] | add), ([.links[].since] | unique[])]' link show $dev)"
	listen "$tmp/events" seastar -j monitor $dev
	host model link 3 1 down
	host model link 63 6 down
	sleep 3	# two checks: a loss must not be announced twice
	is 'links that are down are found' '3 +x, 63 -z' "$(down_now)"
	is 'and missed where they are' '5/6 down false' \
		"$(get '.routers[0] | "\(.links_up)/\(.links)"' router show $dev router 3) $(
			seastar port show $dev router 3 port +x | awk 'NR == 3 { print $2 }') $(
			get .ports[0].up port show $dev router 63 port -z)"
	host model link 3 1 up
	wait_until 10 events_are 3
	is 'until they come back' '63 -z' "$(down_now)"
	end_monitor
	is 'links that fail and come back are announced, once each' \
		'link 3 +x false, link 63 -z false, link 3 +x true' \
		"$(events)"
	is 'and counted, with the time of the last' '3 +x 2 true, 63 -z 1 true' \
		"$(get "[.links[] | select(.transitions > 0) |
			\"\(.from.router) \(.from.port) \(.transitions) \(.since >= \"$before\")\"] | join(\", \")" link show $dev)"
	is 'texts have that, too' 'changes 1' \
		"$(seastar link show $dev down | awk 'NR == 2 { for (i = 1; $i != "changes"; i++) ; printf "%s ", $i } END { print $6 }')"
}

# Print LINK_CONTROL of both sides of the link, as set by the administrator
controlled_links() {
	works 'a link is taken down by its registers' seastar link fail $dev router 5 port +y policy drop
	wait_until 10 eval '[ "$(down_now)" = "5 +y, 9 -y, 63 -z" ]'
	is 'on both sides' '5 +y, 9 -y, 63 -z' "$(down_now)"
	is 'LINK_CONTROL says what is asked' '0x0000000000000002 0x0000000000000002' \
		"$(get '.registers[0].value' mmr read $dev router 5 LINK_CONTROL port +y) $(
			get '.registers[0].value' mmr read $dev router 9 LINK_CONTROL port -y)"
	works 'packets for it are dropped, which the registers count' wait_until 10 drops
	works 'and it comes up' seastar link restore $dev router 9 port -y
	wait_until 10 eval '[ "$(down_now)" = "63 -z" ]'
	is 'on both sides, too' '63 -z' "$(down_now)"

	works 'its bits arrive wrong by its registers' seastar link errors $dev router 5 port +y rate 0.01
	works 'on both sides' wait_until 10 eval '[ "$(errors 5 +y) $(errors 9 -y)" = "degraded 0.01 degraded 0.01" ]'
	works 'what is sent again is counted' wait_until 10 retries 5 +y
	seastar link errors $dev router 5 port +y rate 0
	works 'and mended' wait_until 10 eval '[ "$(errors 5 +y) $(errors 9 -y)" = "up 0 up 0" ]'
	host model new 2x2x2
	unbind_driver
	host model poke 0 $RTR_VERSION 0x101
	bind_driver
	refused 'an older map has no such registers' 1 'too old' seastar link fail $dev router 0 port +x
	refused 'by whatever way' 1 'too old' seastar mmr write $dev router 0 LINK_CONTROL port +x 0
	refused 'nor has its bits arrive wrong' 1 'too old' seastar link errors $dev router 0 port +x rate 0.001
	is 'nor does it count what is dropped' '0 0 0' \
		"$(get '.dropped | "\(.no_route) \(.dateline) \(.link)"' link show $dev)"
	no_model
	new_device hw0 $topology
}

# Routers that are no model by RTR_CAPABILITY lack the registers that only models have
no_model() {
	is 'of an older map nothing is reported that it does not count' 'of links' "$("$here/dumps" links $dev)"
	unbind_driver
	host model poke 0 $RTR_VERSION 0x102
	bind_driver
	is 'be it what is sent again' 'dropped of links' "$("$here/dumps" links $dev)"
	new_device hw1 2x2x2
	is 'a model knows all of its links' 'dropped retries model of links' "$("$here/dumps" links $dev)"
	unbind_driver
	host model poke 0 $RTR_CAPABILITY 0x9270008
	bind_driver
	is 'other hardware does not' 'dropped retries of links' "$("$here/dumps" links $dev)"
	refused 'nor has it bits arrive wrong' 1 'only a model has' seastar link errors $dev router 0 port +x rate 0.001
	refused 'by whatever way' 1 'only a model has' seastar mmr write $dev router 0 LINK_BIT_ERRORS port +x 1
	works 'its links go down' seastar link fail $dev router 0 port +x
}

# errors ROUTER PORT: print the errors of the link in the direction that leaves the router
errors() {
	get ".links[] | select(.from.router == $1 and .from.port == \"$2\") | \"\(.state) \(.bit_errors)\"" link show $dev
}

retries() {
	[ "$(get ".links[] | select(.from.router == $1 and .from.port == \"$2\").retries" link show $dev)" -gt 0 ]
}

# Look-up tables in registers are replaced as a whole, and survive a reset
tables_sum() {
	for router in 0 5 9 63; do
		seastar mmr dump $dev router $router | grep -E 'LUT|NODE_ID|DATELINE'
	done | md5sum
}

tables_of_0() {
	seastar mmr dump $dev router 0 | grep LUT | md5sum
}

nothing_waits() {
	[ "$(seastar -j commit show)" = '[]' ]
}

routed_by() {
	get '"\(.routed_by) \(.holds) \(.unroutable)"' route check "${1-$dev}"
}

has_tables() {
	[ "$(tables_sum)" = "$1" ]
}

nowhere() {
	get '.dropped | "\(.no_route) \(.dateline)"' link show $dev
}

# held [ROUTER]: print the register that holds its source: 0 if it does not
held() {
	get '[.registers[].value] | unique | join(" ")' mmr read $dev router "${1-5}" INJECTION_CONTROL
}

sources_go_on() {
	[ "$(held 0) $(held 63)" = '0x0000000000000000 0x0000000000000000' ]
}

# stall WHAT [CHANCE]: arm the knob; stalled WHAT: wait until the operation stops; go_on WHAT: let
# it continue
stall() {
	echo "${2-1}" >"/sys/kernel/debug/seastar/stall_$1"
}

stalled() {
	wait_until 30 eval "[ \"\$(</sys/kernel/debug/seastar/stall_$1)\" = -1 ]"
}

go_on() {
	echo 0 >"/sys/kernel/debug/seastar/stall_$1"
}

# Reset the hardware; a sample shows it by a cycle before the last one
seen_reset() {
	expire_sample $dev
	host model jump 1 4000000000
	seastar stats show $dev >/dev/null
	expire_sample $dev
	host model reset
	seastar stats show $dev >/dev/null 2>&1	# unless the device sleeps already
}

# While tables wiped by a reset are written again, other tasks get the device's lock
given_back() {
	stall restore
	seen_reset
	works 'tables are being written again' stalled restore
	works 'anybody sees the device meanwhile' as_nobody timeout 20 seastar dev show $dev
	refused 'it is not changed: it sleeps' 1 'sleeps or is being reset' seastar age set $dev period 78
	go_on restore
}

# removed_meanwhile TABLES: the driver is removed while it writes tables again, and leaves complete
# tables
removed_meanwhile() {
	local removal

	stall restore
	seen_reset
	works 'tables are being written again' stalled restore
	unbind_driver &
	removal=$!
	sleep 1		# time in which the removal would end if it did not wait
	go_on restore
	works 'the driver goes meanwhile' wait $removal
	bind_driver
	is 'and has left them complete' "$1" "$(tables_sum)"
}

# undone_meanwhile FORMER: a commit is undone while its tables are being written again
undone_meanwhile() {
	local undo

	stall commit
	seastar commit cancel &
	undo=$!
	works 'a commit is being undone' stalled commit
	stall restore
	seen_reset
	works 'its tables are being written again' stalled restore
	go_on commit
	sleep 1
	go_on restore
	works 'it comes to its end' wait $undo
	works 'and the former tables are there' wait_until 30 has_tables "$1"
}

# A device loses its tables, or its settings, in the middle of a commit to it
lost_meanwhile() {
	local commit before

	seastar dev add soft0 topology 3x3
	before=$(routed_by soft0)
	printf '[%s]\nroutes = assignment=v1\n[soft0]\nroutes = assignment=v3\n' $dev >"$tmp/both.conf"
	stall commit 2
	seastar config apply "$tmp/both.conf" >"$tmp/out" 2>&1 &
	commit=$!
	works 'a device of a commit has its tables, and the next is waited for' stalled commit
	echo 1 >/sys/kernel/debug/seastar/fail_write
	seen_reset
	works 'it loses them' wait_until 30 eval '[ "$(get .routed_by route check $dev)" = "tables in registers" ]'
	go_on commit
	wait $commit
	is 'the commit fails, and says that not all is as it was' '1 1' "$? $(grep -c 'not all former ones are restored' "$tmp/out")"
	is 'as the other device is' "$before" "$(routed_by soft0)"

	stall commit 3
	seastar commit set $dev period 78 dev soft0 period 79 confirm 600 >"$tmp/out" 2>&1 &
	commit=$!
	works 'a commit is made, and does not wait yet' stalled commit
	echo 1 >/sys/kernel/debug/seastar/fail_commit
	seen_reset
	works 'a device of it loses its settings' wait_until 30 eval '[ "$(period)" != 78 ]'
	go_on commit
	wait $commit
	works 'the commit ends' wait_until 30 nothing_waits
	is 'and the other device has what it had' 4096 "$(period_of soft0)"
	seastar dev del soft0
	new_device hw0 $topology
}

# A device loses its tables while they are copied for the write of an entry
lost_while_copied() {
	local writer

	seastar route rebuild $dev assignment v1 commit >/dev/null
	stall copy
	seastar mmr write $dev router 0 LUT port proc index 2 0xffffffffffffffff >"$tmp/out" 2>&1 &
	writer=$!
	works 'the tables are copied for an entry' stalled copy
	echo 1 >/sys/kernel/debug/seastar/fail_write
	seen_reset
	works 'the device loses them' wait_until 30 eval '[ "$(get .routed_by route check $dev)" = "tables in registers" ]'
	go_on copy
	wait $writer
	is 'the entry is not written' '1 1' "$? $(grep -c 'sleeps or is being reset' "$tmp/out")"
	new_device hw0 $topology
}

# die ROUTER: the device does not answer any more, which a register of the router shows; revive: it
# answers, and nothing else has changed
die() {
	host model poke 0 $RTR_ID -1
	host model poke "$1" $INJECTION_CONTROL -1
}

revive() {
	host model poke 0 $RTR_ID 0x53454153010117db
}

# A device that takes neither new tables nor former ones is lost before its sources are released; and
# one that does not take its tables again is lost likewise
lost_while_held() {
	local commit made

	new_device hw0 4x4x4
	seastar route rebuild $dev assignment v1 commit >/dev/null
	seastar link fail $dev router 5 port +y
	wait_until 10 eval '[ "$(down_now)" = "5 +y, 9 -y" ]'
	sleep 1		# packets wait for the link
	stall drop
	seastar route rebuild $dev commit >"$tmp/out" 2>&1 &
	commit=$!
	works 'sources are held while packets are being dropped' stalled drop
	host model poke 0 $RTR_NODE_ID 0x77
	echo 3 >/sys/kernel/debug/seastar/fail_write	# of the node id; two links stop dropping before
	echo 1 >/sys/kernel/debug/seastar/fail_commit
	die 0
	go_on drop
	wait $commit
	is 'the device takes neither new tables nor former ones' '1 1' \
		"$? $(grep -c 'neither all new look-up tables nor all former ones' "$tmp/out")"
	works 'and does not answer any more' wait_until 10 is_lost
	revive
	works 'when it answers again' wait_until 10 eval '! is_lost'
	works 'its sources go on' wait_until 10 sources_go_on
	seastar link restore $dev router 5 port +y
	wait_until 10 eval '[ -z "$(down_now)" ]'
	works 'and it takes tables' seastar route rebuild $dev assignment v1 commit

	made=$(tables_sum)
	stall restore
	seen_reset
	works 'its tables are being written again' stalled restore
	host model poke 1 $RTR_NODE_ID 0x77
	echo 1 >/sys/kernel/debug/seastar/fail_write
	die 63
	go_on restore
	works 'it does not take them, and does not answer' wait_until 10 is_lost
	revive
	works 'when it does, it gets them once more' wait_until 60 eval '[ "$(routed_by) $(tables_sum)" = "tables true 0 $made" ]'
	works 'and its sources go on likewise' wait_until 60 sources_go_on
	new_device hw0 $topology
}

# If the device sleeps again while its tables are written, that task stops, and a later wake-up
# writes them
reset_again() {
	local reset tables

	seastar route rebuild $dev assignment v1 commit >/dev/null
	tables=$(tables_sum)
	stall restore
	seen_reset
	works 'tables are being written again' stalled restore
	stall wake
	host model reset
	reset_function &
	reset=$!
	works 'the function is reset meanwhile' stalled wake
	go_on restore
	sleep 1		# time in which the first task would go on if it did not stop
	refused 'and the device still sleeps' 1 'sleeps' seastar age set $dev period 78
	go_on wake
	works 'until it is back' wait $reset
	is 'and has its tables' "$tables" "$(tables_sum)"

	expire_sample $dev
	host model jump 1 4000000000
	seastar stats show $dev >/dev/null
	host model reset
	works 'the function is reset once more' reset_function
	stall restore
	expire_sample $dev
	seastar stats show $dev >/dev/null
	sleep 1
	is 'a sample does not take it for another reset' 1 "$(</sys/kernel/debug/seastar/stall_restore)"
	seen_reset
	works 'which is seen when it comes' stalled restore
	go_on restore
	new_device hw0 $topology
}

control_of() {
	get '.registers[0].value' mmr read $dev router 5 LINK_CONTROL port +y
}

# A device sleeps during a replacement of tables, while stranded packets are dropped
away_while_it_drops() {
	local before commit reset

	new_device hw0 4x4x4
	seastar route rebuild $dev assignment v1 commit >/dev/null
	seastar link fail $dev router 5 port +y
	wait_until 10 eval '[ "$(down_now)" = "5 +y, 9 -y" ]'
	sleep 1		# packets wait for the link
	before=$(control_of)
	stall drop
	seastar route rebuild $dev commit >"$tmp/out" 2>&1 &
	commit=$!
	works 'packets for a link that is down are being dropped' stalled drop
	isnt 'as its register says' "$before" "$(control_of)"
	stall wake
	reset_function &
	reset=$!
	works 'the function is reset meanwhile' stalled wake
	go_on drop
	wait $commit
	is 'the commit fails' '1 1' "$? $(grep -c 'sleeps' "$tmp/out")"
	go_on wake
	works 'the device is back' wait $reset
	is 'its links drop no more than before' "$before" "$(control_of)"
	is 'and its sources go on' 0x0000000000000000 "$(held)"

	stall drop
	seastar route rebuild $dev commit >"$tmp/out" 2>&1 &
	commit=$!
	works 'packets are being dropped again' stalled drop
	stall restore
	expire_sample $dev
	host model jump 1 4000000000
	seastar stats show $dev >/dev/null
	expire_sample $dev
	host model reset 1
	seastar stats show $dev >/dev/null 2>&1
	works 'a router is reset, and has its tables written again' stalled restore
	go_on drop
	wait $commit
	is 'the commit fails meanwhile' '1 1' "$? $(grep -c 'sleeps' "$tmp/out")"
	go_on restore
	works 'and links of other routers drop no more than before, either' \
		wait_until 10 eval '[ "$(control_of)" = "'"$before"'" ]'
	new_device hw0 $topology
}

# A device is reset during its removal, while the driver waits for the undo of a commit
reset_while_it_goes() {
	local undo removal

	new_device hw0 4x4x4
	seastar route rebuild $dev assignment v1 commit >/dev/null
	seastar route rebuild $dev assignment v0 commit confirm 600 >/dev/null
	expire_sample $dev
	host model jump 1 4000000000
	seastar stats show $dev >/dev/null
	stall commit
	seastar commit cancel >/dev/null 2>&1 &
	undo=$!
	works 'a commit is being undone' stalled commit
	unbind_driver &
	removal=$!
	sleep 1		# the driver waits for the undo now
	stall restore
	host model reset
	sleep 6		# the next sample of a round sees the reset
	is 'nobody restores a device that goes' 1 "$(</sys/kernel/debug/seastar/stall_restore)"
	go_on commit
	wait $undo
	go_on restore
	works 'the driver goes then' wait $removal
	host model poke 9 0x80 1
	bind_driver
	is 'sources go on that somebody has held before' 0x0000000000000000 "$(held 9)"
}

tables() {
	local first made

	new_device hw0 4x4x4
	first=$(tables_sum)
	is 'tables of hardware are proved by its registers' 'tables in registers true 0' "$(routed_by)"
	refused 'it has no rule' 1 'no built-in rule' seastar route rebuild $dev assignment rule commit
	refused 'nor leads it on what is stranded' 1 'cannot reroute them' seastar route rebuild $dev commit stranded reroute
	seastar link fail $dev router 5 port +y
	wait_until 10 eval '[ "$(down_now)" = "5 +y, 9 -y" ]'
	echo 3000 >/sys/kernel/debug/seastar/fail_write
	refused 'tables that a router does not take' 1 'did not accept' seastar route rebuild $dev commit
	is 'leave the former ones' "$first" "$(tables_sum)"
	is 'and sources inject again' 0x0000000000000000 "$(held)"
	works 'tables around a link that is down come into force' seastar route rebuild $dev commit confirm 600
	is 'they pass the proof' 'tables true 0' "$(routed_by)"
	isnt 'they are in the registers' "$first" "$(tables_sum)"
	undone_meanwhile "$first"
	seastar link fail $dev router 5 port +y		# a reset brings links up
	wait_until 10 eval '[ "$(down_now)" = "5 +y, 9 -y" ]'
	seastar route rebuild $dev commit >"$tmp/made"
	works 'the commit says what it took' grep -q 'dropped' "$tmp/made"
	made=$(tables_sum)
	before=$(nowhere)
	host model reset 5
	works 'a router that is reset gets them again' wait_until 30 has_tables "$made"
	host model reset
	works 'and all routers do' wait_until 30 has_tables "$made"
	is 'sources inject then' 0x0000000000000000 "$(held)"
	given_back
	works 'it has them then' wait_until 30 has_tables "$made"
	removed_meanwhile "$made"
	seastar link fail $dev router 5 port +y		# a reset brings links up
	seastar mmr write $dev router 0 LUT port +x index 511 0x2100000000000000
	is 'a register of a table can be written' 0x2100000000000000 \
		"$(get '.registers[0].value' mmr read $dev router 0 LUT port +x index 511)"
	isnt 'nobody knows then what they were made from' 0 "$(seastar snapshot $dev interval 0.01 >/dev/null 2>&1; echo $?)"
	seastar mmr write $dev router 0 LUT port +x index 511 0xffffffffffffffff
	is 'and back' "$made" "$(tables_sum)"
	unbind_driver
	bind_driver
	is 'a driver that comes later finds them' 'tables in registers true 0' "$(routed_by)"
	seastar link restore $dev router 5 port +y
	wait_until 10 eval '[ -z "$(down_now)" ]'
	seastar route rebuild $dev assignment v3 regions 0-1,2-3 commit >/dev/null
	is 'regions give routers other ids' 'tables true 0 4096' \
		"$(routed_by) $(get '.registers[0].value' mmr read $dev router 32 RTR_NODE_ID | xargs printf '%d')"
	unbind_driver
	bind_driver
	is 'which the driver takes, too' 'tables in registers true 0' "$(routed_by)"

	new_device hw0 4x4x4
	seastar route rebuild $dev assignment v3 commit >/dev/null
	seastar mmr write $dev router 16 LUT port -x index 6 0xffffffffffffff02
	seastar mmr write $dev router 0 LUT port +x index 6 0xffffffffffffff01
	seastar mmr write $dev router 0 LUT port proc index 6 field PORT0 1
	sleep 1		# packets for router 48 circulate
	first=$(tables_sum)
	refused 'a network that never runs empty' 1 'did not become empty' seastar route rebuild $dev commit
	is 'keeps its tables' "$first" "$(tables_sum)"
	is 'and its sources are released' 0x0000000000000000 "$(held)"

	reset_while_it_goes

	new_device hw0 4x2x1	# in a ring of four, assignments differ
	seastar age set $dev period 77
	seastar route rebuild $dev assignment v3 commit >/dev/null
	first=$(tables_of_0)
	seastar route rebuild $dev assignment v0 commit confirm 600 >/dev/null
	isnt 'other tables are in force' "$first" "$(tables_of_0)"
	echo 1 >/sys/kernel/debug/seastar/fail_commit
	seen_reset
	works 'a device that has lost settings ends its commit' wait_until 30 nothing_waits
	is 'whose tables do not stay' "$first" "$(tables_of_0)"
	new_device hw0 4x2x1
	seastar route rebuild $dev assignment v3 commit >/dev/null
	echo 20 >/sys/kernel/debug/seastar/fail_write
	echo 2 >/sys/kernel/debug/seastar/fail_commit
	refused 'tables that a device takes in part, like its former ones, are said to be in force' 1 \
		'neither all new look-up tables nor all former ones' seastar route rebuild $dev assignment v0 commit
	is 'what they are is in its registers' 'tables in registers' "$(get .routed_by route check $dev)"
	is 'and its sources inject' 0x0000000000000000 "$(held)"
	works 'it takes tables again' seastar route rebuild $dev assignment v0 commit
	is 'all of them' 'tables true 0' "$(routed_by)"
	new_device hw0 2x2x2
	host model poke 1 $RTR_NODE_ID 0xffff
	refused 'a node id that cannot be is not taken for one' 1 'node ids .*are invalid' \
		seastar mmr write $dev router 0 LUT port +x index 511 0
	refused 'by whatever way' 1 'node ids .*are invalid' seastar route rebuild $dev commit
	host model new 2x2x2
	unbind_driver
	host model poke 0 $RTR_VERSION 0x102
	bind_driver
	refused 'an older map has tables to read only' 1 'too old' seastar route rebuild $dev commit
	refused 'by whatever way' 1 'too old' seastar mmr write $dev router 0 LUT port +x index 0 0
	new_device hw0 $topology
}

drops() {
	[ "$(get .dropped.link link show $dev)" -gt 0 ]
}

# An ordinary user's commands read no register
ordinary_user() {
	is 'nobody sees links of hardware as root does' "$(down_now)" "$(down_now as_nobody)"
	is 'those of one router, too' "$(seastar router show $dev router 63)" "$(as_nobody seastar router show $dev router 63)"
	is 'and biases, but not what only registers have' '5/6 1 null true 6' \
		"$(as_nobody seastar -j router show $dev router 63 | jq -r '.routers[0] | "\(.links_up)/\(.links)"') $(
			as_nobody seastar -j port show $dev router 3 port +y | jq -r '.ports[0] | "\(.req_age_bias) \(.enabled)"') $(
			get .ports[0].enabled port show $dev router 3 port +y) $(
			as_nobody seastar -d router show $dev router 3 | tail -n 1 | grep -oE '( +-){6}$' | wc -w)"
	host model stall
	host model poke 0 $RTR_CYCLE 12345
	isnt 'the cycle is that of the last sample' 12345 "$(as_nobody cat /sys/class/seastar/$dev/cycle)"
	isnt 'of whatever interface' 12345 "$(as_nobody seastar -j dev show $dev | jq '.[0].cycle')"
	host model resume
	refused 'registers are not read for nobody' 1 'CAP_NET_ADMIN' as_nobody seastar mmr read $dev router 0 RTR_ID
	refused 'nor ways in tables' 1 'CAP_NET_ADMIN' as_nobody seastar route trace $dev from 0 to 9
	refused 'nor tables' 1 'CAP_NET_ADMIN' as_nobody seastar route show $dev router 0
}

# down_now [AS]
down_now() {
	"$@" seastar -j link show $dev down | jq -r '[.links[].from | "\(.router) \(.port)"] | join(", ")'
}

events_are() {
	[ "$(grep -vc '"listening"' "$tmp/events")" = "$1" ]
}

has_event() {
	grep -q "\"event\":\"$1\"" "$tmp/events"
}

loss() {
	local before

	seastar age set $dev period 77 bias 2 router 9 select rr
	before=$(settings)
	listen "$tmp/events" seastar -j monitor $dev
	host model lose
	works 'a device that dies is noticed without being asked' wait_until 10 has_event dev-lost
	refused 'its counters are refused' 1 'not answer' seastar stats show $dev
	refused 'its settings too' 1 'not answer' seastar age show $dev
	refused 'and changes of them' 1 'not answer' seastar age set $dev period 5
	is 'sysfs refuses' refused "$(cat /sys/class/seastar/$dev/aging/age_clock_period 2>/dev/null || echo refused)"
	is 'but it is listed, as lost' true "$(shown .lost)"
	refused 'and its links are refused' 1 'not answer' seastar link show $dev
	works 'dumps over all devices pass over it' "$here/dumps" compare
	host model new $topology
	works 'it is found by itself when it answers again' wait_until 10 has_event dev-found
	is 'it is not lost any more' null "$(shown .lost)"
	is 'its settings are as they were set' "$before" "$(settings)"
	is 'and its registers hold them' '0x000000000000004d 0x0000000000000000 2' \
		"$(register AGE_CLOCK_PERIOD .value) $(register AGE_RR_SELECT .value) $(
			register PORT_CONFIG .fields.REQ_AGE_BIAS port +x)"
	works 'counters are had again' wait_until 10 seastar stats show $dev
	end_monitor
	is 'its loss is announced once, as is that it was found' '1 1' \
		"$(grep -c dev-lost "$tmp/events") $(grep -c dev-found "$tmp/events")"
	host model lose
	wait_until 10 is_lost
	unbind_driver
	not_taken 'it is not bound while it is dead' 'does not answer'
	host model new $topology
	works 'but as soon as it is well again' bind_driver
	is 'and is as if nothing had been' 'null 64' "$(shown '"\(.lost) \(.routers)"')"
	works 'counters too' seastar stats show $dev
}

# Print the generation, and all aging registers
settings() {
	get . age show $dev
}

# register NAME FILTER [WORD...]: print a register of router 9
register() {
	get ".registers[0]$2" mmr read $dev router 9 "$1" "${@:3}"
}

period() {
	get '.aging[0].age_clock_period' age show $dev
}

# The registers of hardware outlive its driver
commits() {
	seastar age set $dev period 50
	unbind_driver
	bind_driver
	is 'settings stay when the driver goes' 50 "$(period)"
	export SEASTAR_STATE_DIR=$tmp/state
	printf '[%s]\nperiod = 49\n' $dev | seastar config apply - >"$tmp/out"
	unbind_driver
	bind_driver
	seastar history rollback >"$tmp/out"
	is 'and so does the way back to those before' 50 "$(period)"
	seastar commit set $dev period 51 confirm 60 >/dev/null
	is 'so long as they wait to be confirmed they are in force' 51 "$(period)"
	unbind_driver
	bind_driver
	is 'but are undone before the driver goes' 50 "$(period)"
	seastar commit set $dev period 52 confirm 60 >/dev/null
	host model lose
	wait_until 10 is_lost
	unbind_driver
	is 'unless the device was lost: nothing waits any more' '[]' "$(seastar -j commit show)"
	host model new $topology
}

is_lost() {
	[ "$(shown .lost)" = true ]
}

# Read without pause from a device that comes and goes
reader() {
	while :; do
		seastar "$@" >/dev/null 2>&1
	done
}

readers=()

start_readers() {
	local object

	for object in stats hist age; do
		reader $object show $dev &
		readers+=($!)
	done
	reader dev &
	readers+=($!)
	reader age set $dev bias 3 &
	readers+=($!)
}

stop_readers() {
	kill "${readers[@]}"
	wait "${readers[@]}" 2>/dev/null
	readers=()
}

is_absent() {
	[ ! -e "$pci/devices/$slot" ]
}

is_present() {
	[ -e "$pci/devices/$slot" ]
}

# The kernel may be binding a function that has just been added
be_bound() {
	is_bound || bind_driver || wait_until 10 is_bound
}

# again_and_again ROUNDS COMMAND: in each round, bind, let readers read for a moment, then run
# COMMAND
again_and_again() {
	local round

	for round in $(seq "$1"); do
		be_bound || { echo "round $round: not bound" && return 1; }
		usleep $((RANDOM * 4))
		"$2" || { echo "round $round: $2 failed" && return 1; }
	done
}

# The function is removed from inside the guest, and from outside
remove_and_rescan() {
	echo 1 >"$pci/devices/$slot/remove"
	wait_until 10 is_absent
	echo 1 >$pci/rescan
	wait_until 10 is_present
}

pull_and_plug() {
	host unplug
	wait_until 20 is_absent || return 1
	host plug
	wait_until 20 is_present
}

# A reader in the middle of an operation holds the module
reload() {
	if rmmod seastar 2>"$tmp/rmmod"; then
		modprobe seastar
	else
		grep -qiE 'in use|busy|temporarily unavailable' "$tmp/rmmod"
	fi
}

end() {
	local holder

	start_readers
	works 'the driver is unbound while it is read' again_and_again 20 unbind_driver
	works 'the function is removed while it is read' again_and_again 5 remove_and_rescan
	if [ -d "$pci/slots" ] && [ -n "$(ls $pci/slots)" ]; then
		works 'the function is pulled out while it is read' again_and_again 5 pull_and_plug
	else
		skip 'the function is pulled out while it is read' 'this kernel does not support it'
	fi
	works 'the module is removed, or is in use, while readers come and go' again_and_again "$(extent 4 20)" reload
	stop_readers
	works 'and is removed with the driver bound' wait_until 10 rmmod seastar
	modprobe seastar
	works 'which the module binds again' wait_until 10 is_bound
	mkfifo "$tmp/hold"
	"$here/holddump" $dev <"$tmp/hold" >"$tmp/held" &
	holder=$!
	exec 5>"$tmp/hold"
	wait_until 10 grep -q held "$tmp/held"
	works 'the driver is unbound in the middle of a dump' timeout 120 bash -c "echo $slot >$pci/drivers/seastar/unbind"
	exec 5>&-
	wait $holder
	is 'which comes to its end' 1 "$(grep -c '^ended' "$tmp/held")"
	is 'no device is left' '[]' "$(seastar -j dev)"
}

to_sleep() {
	echo mem >/sys/power/state
}

reset_function() {
	echo 1 >"$pci/devices/$slot/reset"
}

found_times() {
	[ "$(grep -c dev-found "$tmp/events")" = "$1" ]
}

# back CLAIM SETTINGS: hardware that was reset while it was away has its settings again, and counts
back() {
	is "$1" "$2" "$(settings)"
	is 'and so have its registers' 0x000000000000004d "$(register AGE_CLOCK_PERIOD .value)"
	works 'its counters are had' wait_until 10 seastar stats show $dev
}

period_of() {
	get '.aging[0].age_clock_period' age show "$1"
}

# An error of the port from which the kernel does not recover, because of another function behind it
given_up() {
	[ "${LONG-}" ] || return
	new_device hw0 $topology
	seastar dev add stays topology 2
	listen "$tmp/events" seastar -j monitor $dev
	printf '[%s]\nperiod = 52\n[stays]\nperiod = 52\n' $dev | seastar config apply - confirm 10 >"$tmp/out"
	host error
	works 'while a device is away after an error, a commit to it waits' wait_until 30 is_overdue
	refused 'but is not confirmed any more' 1 'commit .*: it was confirmed, cancelled' seastar commit confirm
	is 'that is the kernel, not the tool' 52 "$(period_of stays)"
	works 'a minute later it is undone on the device that is there' wait_until 120 eval '[ "$(period_of stays)" = 4096 ]'
	works 'and the other is lost' wait_until 10 has_event dev-lost
	is 'nobody looks for what its bus has given up' 0 "$(looks 5)"
	end_monitor
	seastar dev del stays
	remove_and_rescan	# its BAR was reset, too
}

# A sleeping device is removed, after the deadline of its commit with other devices
leaves_asleep() {
	new_device hw0 $topology
	seastar dev add stays topology 2
	printf '[%s]\nperiod = 52\n[stays]\nperiod = 52\n' $dev | seastar config apply - confirm 2 >"$tmp/out"
	host error
	wait_until 30 eval 'is_overdue || nothing_waits'
	if nothing_waits; then
		skip 'a commit waits for a device that is away' 'this kernel gives it up at once'
		skip 'and is undone in the others when that has gone' 'this kernel gives it up at once'
		remove_and_rescan	# its BAR was reset, too
	else
		works 'a commit waits for a device that is away' is_overdue
		echo 1 >"$pci/devices/$slot/remove"
		works 'and is undone in the others when that has gone' wait_until 20 eval '[ "$(period_of stays)" = 4096 ]'
		echo 1 >$pci/rescan
		wait_until 10 is_present
	fi
	seastar dev del stays
}

# looks SECONDS: print how often the driver looks for a device in this time
looks() {
	local tracing=/sys/kernel/debug/tracing event

	event=$tracing/events/workqueue/workqueue_execute_start/enable
	echo >$tracing/trace
	echo 1 >$event
	nap "$1"
	echo 0 >$event
	grep -c 'function watch \[seastar\]' $tracing/trace
}

is_overdue() {
	[ "$(get '.[0].remaining' commit show)" = 0 ]
}

# The function is reset; its port has an error and resets what is behind it; the machine sleeps
power() {
	local before

	[ ! -e "$pci/devices/$neighbour" ] || echo 1 >"$pci/devices/$neighbour/remove"
	new_device hw0 $topology
	host model poke 1 $RTR_NODE_ID 0xffff
	reset_function
	works 'what comes back with a node id that cannot be is lost' wait_until 10 is_lost
	new_device hw0 $topology
	reset_again
	away_while_it_drops
	seastar age set $dev period 77 bias 2
	before=$(settings)
	listen "$tmp/events" seastar -j monitor $dev
	host model reset
	works 'the function is reset' reset_function
	back 'and has its settings again' "$before"
	host model reset
	host error
	works 'an error of the port is recovered from' wait_until 20 found_times 2
	back 'and the device has its settings again' "$before"
	# this ends the guest's power management: see tests/hw
	seastar commit set $dev period 52 confirm 2 >/dev/null
	host sleep 3 reset
	works 'the machine sleeps' to_sleep
	is 'a commit is not confirmed after its time, though its device slept' refused \
		"$(seastar commit confirm >/dev/null 2>&1 || echo refused)"
	works 'it is undone when the device is back' wait_until 10 eval '[ "$(period)" = 77 ]'
	is 'whose registers were reset, and have their settings again' 0x000000000000004d \
		"$(register AGE_CLOCK_PERIOD .value)"
	works 'its counters are had' wait_until 10 seastar stats show $dev
	end_monitor
	is 'each time it is announced, and never as lost' '3 0' \
		"$(grep -c dev-found "$tmp/events") $(grep -c dev-lost "$tmp/events")"
}

plan $((237 + $(extent 0 6)))
identification
identity
refusals
counters
between_portions
wraps
resets
many_resets
slow_end
links
ordinary_user
controlled_links
tables
lost_meanwhile
lost_while_copied
lost_while_held
loss
commits
leaves_asleep
given_up
end
power
finish
