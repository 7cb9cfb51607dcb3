#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Registers are as the table describes, by raw netlink and by the command.
#	mmr.sh [DEVICE]: test an existing device of any backend, and restore its settings
. "$(dirname "$0")/lib.sh"

# value REGISTER [WORD...]: print a register of router 0
value() {
	get .registers[0].value mmr read "$dev" router 0 "$@"
}

every_register() {
	"$here/mmrtest" "$dev" $fresh >"$tmp/mmrtest" 2>&1
	is 'every register of the table' "0 0 $(seastar -j mmr show | jq '3 * length + 5')" \
		"$? $(grep -c '^not ok\|^Bail' "$tmp/mmrtest") $(grep -c '^ok' "$tmp/mmrtest")"
	grep -v '^ok' "$tmp/mmrtest" | sed 's/^/# /'
}

reading() {
	compare '
		map(.registers) as [$name, $offset, $each, $one, $array, $entry, $show, $port] |
		("a register by its name, in any case", "0x53454153010117db", $name[0].value),
		("and by its offset", "0x53454153010117db", $offset[0].value),
		("its fields", [6107, 257, 1397047635], ($name[0].fields | [.VENDOR, .DEVICE, .MAGIC])),
		("a register of each port", ["proc", "+x", "-x", "+y", "-y", "+z", "-z"], ($each | map(.port))),
		("of one port", [[4616, "+x"]], ($one | map([.offset, .port]))),
		("an array", 512, ($array | length)),
		($entry[0] | ("one entry of it", "32768 0", "\(.offset) \(.index)"),
			("its own entry leads to the processor", 0, .fields.PORT0)),
		("show has each register but arrays", 17 + 7 * 23, ($show | length)),
		("of one port, too", 23, ($port | length))' <<-END
		mmr read $dev router 0 rtr_id
		mmr read $dev router 0 0x0
		mmr read $dev router 0 LINK_STATUS
		mmr read $dev router 0 LINK_STATUS port +x
		mmr read $dev router 0 LUT port proc
		mmr read $dev router 0 LUT port proc index 0
		mmr show $dev router 0
		mmr show $dev router 0 port +z
	END
	seastar mmr dump "$dev" router 0 >"$tmp/dump"
	is 'dump has all' "$((17 + 7 * (25 + 512)))" "$(wc -l <"$tmp/dump")"
	if [ "$backend" = mmio ]; then
		refused 'nobody may not look at hardware' 1 CAP_NET_ADMIN as_nobody seastar mmr show "$dev" router 0
	else
		works 'nobody may look' as_nobody seastar mmr show "$dev" router 0
	fi
}

writing() {
	compare '
		# biases of requests and responses that arrive on +y, as in the output of "age show"
		def biases: .aging[0] | [.req_age_bias["+y"], .rsp_age_bias["+y"]];
		. as [$written, $register, $field, $both] |
		("age show has what was written", [1, 3], ($written | biases)),
		("and a register what age set was given", "0xcc00000000000000", $register.registers[0].value),
		("a field is written beside the others", [6, 5], ($field | biases)),
		($both.aging[0] | ("a period", 77, .age_clock_period),
			("a selection, by offset", "0x123456789abcdef0", .age_rr_select))' <<-END
		mmr write $dev router 0 port_config port +y 0x2c00000000000000
		age show $dev router 0
		age set $dev router 0 bias req +y 6
		mmr read $dev router 0 PORT_CONFIG port +y
		mmr write $dev router 0 PORT_CONFIG port +y field rsp_age_bias 5
		age show $dev router 0
		mmr write $dev router 0 AGE_CLOCK_PERIOD 77
		mmr write $dev router 0 0x48 0x123456789abcdef0
		age show $dev router 0
	END
}

events() {
	local generation

	listen "$tmp/event" seastar -j monitor "$dev" count 2
	seastar mmr write "$dev" router 0 AGE_CLOCK_PERIOD 78
	wait_until 10 grep -q '"event":"mmr"' "$tmp/event"
	kill $monitor 2>/dev/null
	wait $monitor 2>/dev/null
	generation=$(get .generation mmr read "$dev" router 0 RTR_ID)
	is 'a write is announced' "mmr AGE_CLOCK_PERIOD 0x000000000000004e $generation" \
		"$(jq -r 'select(.event == "mmr") | "\(.event) \(.detail.register) \(.detail.value) \(.detail.generation)"' "$tmp/event")"
	is 'as a change of aging, too' "$generation [{\"age_clock_period\":78,\"first\":0,\"last\":0}]" \
		"$(jq -rc 'select(.event == "age").detail | "\(.generation) \(.entries)"' "$tmp/event")"
	listen "$tmp/event" seastar -j monitor "$dev" count 2
	seastar mmr write "$dev" router 0 PORT_CONFIG port -y 0x2c00000000000000
	wait $monitor 2>/dev/null
	is 'be it of the biases of a port' '["-y",1,3]' \
		"$(jq -rc 'select(.event == "age").detail.entries[0] | [.ports[0], .req_age_bias, .rsp_age_bias]' "$tmp/event")"
	generation=$(get .generation mmr read "$dev" router 0 RTR_ID)
	refused 'a write for a generation that is over is refused' 1 'generation' \
		seastar mmr write "$dev" router 0 AGE_CLOCK_PERIOD 79 generation $((generation - 1))
	works 'for the one in force it is done' \
		seastar mmr write "$dev" router 0 AGE_CLOCK_PERIOD 79 generation "$generation"
}

refusals() {
	refused 'nobody may not write' 1 'CAP_NET_ADMIN' \
		as_nobody seastar mmr write "$dev" router 0 AGE_RR_SELECT 0
	refused 'what can only be read is not written' 1 '^seastar: offset: .*only be read' \
		seastar mmr write "$dev" router 0 RTR_ID 0
	refused 'a period of 0 is refused' 1 '^seastar: value: .*less' \
		seastar mmr write "$dev" router 0 AGE_CLOCK_PERIOD 0
	refused 'bits beyond a register are refused' 1 '^seastar: value: .*cannot be written' \
		seastar mmr write "$dev" router 0 AGE_CLOCK_PERIOD 0x100000000
	refused 'a value beyond a field is refused' 2 '0 to 7' \
		seastar mmr write "$dev" router 0 PORT_CONFIG port +x field REQ_AGE_BIAS 8
	refused 'a router outside is refused' 1 'no router' seastar mmr read "$dev" router 32768 RTR_ID
	refused 'a misspelt register gets a hint' 2 "did you mean 'PORT_CONFIG'" \
		seastar mmr read "$dev" router 0 port_confg
	refused 'a misspelt field too' 2 "did you mean 'RSP_AGE_BIAS'" \
		seastar mmr write "$dev" router 0 PORT_CONFIG port +x field rsp_age_bais 1
	refused 'a hole has no register' 2 'no register is at offset 0xff8' \
		seastar mmr read "$dev" router 0 0xff8
	refused 'a write wants its port' 2 'belongs to a port' seastar mmr write "$dev" router 0 PORT_CONFIG 0
	refused 'the router has no port' 2 'not to a port' seastar mmr read "$dev" router 0 RTR_ID port +x
}

# After a write with an error that took effect, the settings report the register's value
failure() {
	local generation knob=/sys/kernel/debug/seastar/fail_write

	generation=$(get .generation mmr read "$dev" router 0 RTR_ID)
	echo 1 >$knob
	refused 'a write that the device does not acknowledge is an error' 1 'did not accept' \
		seastar mmr write "$dev" router 0 AGE_CLOCK_PERIOD 81
	is 'the settings are those that the register holds' "$(value AGE_CLOCK_PERIOD)" \
		"$(printf '0x%016x' "$(get '.aging[0].age_clock_period' age show "$dev" router 0)")"
	isnt 'of another generation' "$generation" "$(get .generation mmr read "$dev" router 0 RTR_ID)"
}

# Restore the settings
restore() {
	local offset value

	while read -r offset value; do
		echo "mmr write $dev router 0 $offset $value"
	done <"$tmp/settings" | seastar -b -
}

# Print the present settings
settings() {
	seastar -j mmr dump "$dev" router 0 |
		jq -r '.registers[] | select(.register == "PORT_CONFIG" or .register == "AGE_CLOCK_PERIOD"
			or .register == "AGE_RR_SELECT") | "\(.offset) \(.value)"'
}

dev=${1-}
fresh=
plan 38
if [ -z "$dev" ]; then
	new_device mmr0 3x3x2
	dev=${devices[-1]}
	[ "${BACKEND:-soft}" = soft ] && fresh=fresh
fi
settings >"$tmp/settings"
every_register
reading
writing
events
refusals
failure
restore
is 'settings can be put back as they were' "$(<"$tmp/settings")" "$(settings)"
finish
