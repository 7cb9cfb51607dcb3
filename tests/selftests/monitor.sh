#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Every change is announced once, with its contents.
. "$(dirname "$0")/lib.sh"
needs soft 'it makes events of traffic and clock: hw.sh looks at those of hardware'

coming() {
	listen "$tmp/came" seastar -j monitor count 2
	seastar -b - <<-END
		traffic set mon1 pattern none
		dev add mon0 topology 4x4 mesh y seed 9
	END
	devices+=(mon0)
	wait $monitor
	is 'it listens, and a new device is described' \
		'[["listening",null],"traffic",["dev-add","mon0","4x4x1 torus, mesh in y",16,9]]' \
		"$(jq -sc '[(.[0] | [.event, .detail]), .[1].event, (.[2] | [.event, (.detail | .name, .topology, .routers, .seed)])]' "$tmp/came")"
}

happenings() {
	seastar -f -b - >/dev/null 2>&1 <<-END
		age set mon0 period 8 select rr bias 3/2/1
		age set mon0 router 2-5 bias req +x 7 -y 6
		traffic set mon0 pattern tornado window 3 lengths 2
		clock step mon0 100
		age set mon1 period 7
		clock run mon0
		clock stop mon0
		stats show mon0
		age set mon0 bias 8
		dev del mon0
	END
}

contents() {
	each_is < <(jq -rsc '
		map(.event) as $events | .[1:] | map(.detail) |
		("events come in order, once each, of this device alone",
			"listening age age traffic clock clock clock clock dev-del", ($events | join(" "))),
		("a change of aging reports generation and entries",
			["mon0", [{age_clock_period: 8, age_rr_select: "0x0000000000000000"},
				{ports: ["+x", "-x"], req_age_bias: 3, rsp_age_bias: 3},
				{ports: ["+y", "-y"], req_age_bias: 2, rsp_age_bias: 2},
				{ports: ["+z", "-z"], req_age_bias: 1, rsp_age_bias: 1}]],
			(.[0] | [.device, .entries])),
		("with routers and ports",
			[{first: 2, last: 5, ports: ["+x"], req_age_bias: 7}, {first: 2, last: 5, ports: ["-y"], req_age_bias: 6}],
			.[1].entries),
		("the generation moves by one", 1, .[1].generation - .[0].generation),
		("traffic is described", ["tornado", 3, [{flits: 2, weight: 1}]], (.[2] | [.pattern, .window, .lengths])),
		("a step is announced at its beginning and end", [["stepping", 0], ["stopped", 100]], (.[3:5] | map([.state, .cycle]))),
		("run and stop are announced", "running stopped", (.[5:7] | map(.state) | join(" "))),
		("a device that went is named", "mon0", .[7].name)' "$tmp/events")
}

nobody() {
	listen "$tmp/nobody" as_nobody timeout 120 seastar -j monitor mon1 count 1
	seastar age set mon1 period 6
	works 'nobody may follow events' wait $monitor
}

no_device() {
	refused 'of a device that is not there nothing is reported' 1 'there is no device of this name' seastar monitor mon9
}

text_form() {
	local stamp='^[0-9-]{10} [0-9:]{8}\.[0-9]{6}'

	seastar monitor count 1 >"$tmp/text" &
	monitor=$!
	wait_until 10 grep -qE "$stamp listening changes are reported from now on$" "$tmp/text"
	seastar age set mon1 period 5
	wait $monitor
	is 'the text has time, device and change' 1 \
		"$(grep -cE "$stamp age mon1: generation [0-9]+ period 5$" "$tmp/text")"
}

seen_again() {
	seastar clock step mon1 1
	grep -q '"event":"clock"' "$tmp/lost"
}

# The text names all changes, and each router once
settings_text() {
	seastar monitor count 1 >"$tmp/text" &
	monitor=$!
	wait_until 10 joined $monitor
	seastar age set mon1 router 0 period 6 select rr bias 3
	wait $monitor
	is 'a line names all settings that changed, and their router once' \
		'mon1: generation N router 0 period 6 select rr bias req 3 bias rsp 3' \
		"$(sed -nE 's/generation [0-9]+/generation N/; s/.* age (mon1:)/\1/p' "$tmp/text")"
}

# A change of every router does not fit into an event: a listener has to request the registers
large() {
	new_device mon2 16x16x16
	listen "$tmp/large" seastar -j monitor count 1
	seastar monitor count 1 >"$tmp/text" &
	wait_until 10 joined $! || bail 'the monitor does not join'
	seastar age set mon2 router 0-4095 bias req +x 5 -x 1 bias rsp y 2
	wait $monitor $!
	is 'a change that is too large for an event has no registers' '["age",[]]' \
		"$(jq -sc '.[1] | [.event, .detail.entries]' "$tmp/large")"
	is 'and the text says who has them' "mon2: generation N many registers: ask 'seastar age show mon2'" \
		"$(sed -nE 's/generation [0-9]+/generation N/; s/.* age (mon2:)/\1/p' "$tmp/text")"
}

# A monitor that does not read for a while must report lost events. An ordinary user's socket holds
# two times rmem_max bytes, some 700 per event, which is little here.
overrun() {
	local rmem_max=/proc/sys/net/core/rmem_max before events=40

	before=$(<$rmem_max)
	echo 8192 >$rmem_max
	listen "$tmp/lost" setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all -- \
		seastar -j monitor
	echo "$before" >$rmem_max
	kill -STOP $monitor
	for ((; events > 0; events--)); do
		echo "age set mon1 period $events"
	done >"$tmp/flood"
	seastar -b "$tmp/flood" || bail 'no flood of events'
	kill -CONT $monitor
	wait_until 30 grep -q '"lost"' "$tmp/lost"
	is 'lost events are admitted, after those before them' 'listening age lost' \
		"$(jq -r .event "$tmp/lost" | uniq | sed -n 1,3p | xargs)"
	# Events that arrive while old ones are still being read are lost as well
	works 'and those after them are seen again' wait_until 60 seen_again
	end_monitor
}

# The module is removed and loaded again: the monitor reports it, and follows the new one
reloaded() {
	listen "$tmp/reloaded" seastar -j monitor
	seastar monitor >"$tmp/reloaded.text" &
	wait_until 10 joined $!
	rmmod seastar || bail 'the module cannot be removed'
	modprobe seastar || bail 'the module cannot be loaded'
	wait_until 30 grep -q '"module-add"' "$tmp/reloaded"
	wait_until 30 grep -q 'loaded again' "$tmp/reloaded.text"
	seastar dev add mon1 topology 2
	wait_until 30 grep -q '"dev-add"' "$tmp/reloaded"
	is 'a module that goes and comes back is announced, and followed' 'listening module-del module-add dev-add mon1' \
		"$(jq -r 'select(.event != "dev-del") | "\(.event) \(.detail.name // "")"' "$tmp/reloaded" | xargs)"
	is 'in words, too' 'listening module-del module-add dev-add' \
		"$(cut -d' ' -f3 "$tmp/reloaded.text" | grep -v dev-del | xargs)"
	kill $monitor $!
	wait 2>/dev/null
}

plan 20
new_device mon1 2
coming
listen "$tmp/events" seastar -j monitor mon0 count 8
happenings
wait $monitor
is 'the monitor ends after as many events as asked for' 0 $?
contents
text_form
settings_text
no_device
nobody
large
overrun
reloaded
finish
