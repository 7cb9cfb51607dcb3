#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# In the Debian guest: udev and systemd bring kept settings back.
# shellcheck source=tests/selftests/lib.sh
. /selftests/lib.sh

export SYSTEMD_PAGER='' SYSTEMD_COLORS=0

period() {
	get '.aging[0].age_clock_period' age show "$1"
}

has_period() {
	[ "$(period "$1" 2>/dev/null)" = "$2" ]
}

# What systemd has heard from a unit since the last call
heard() {
	journalctl --sync
	journalctl -q -o cat -u "$1" --since "@$since"
	since=$(date +%s.%N)
}

# A unit has done what it was started for, however it ended
is_over() {
	[ "$(systemctl show -P ActiveState "$1")" != activating ] &&
		[ "$(systemctl show -P InvocationID "$1")" != "$2" ]
}

# settle UNIT INVOCATION: wait for one that is not this
settle() {
	wait_until 60 is_over "$1" "$2" || echo "# $1 does not end"
}

invocation() {
	systemctl show -P InvocationID "$1"
}

# hold: units of devices do their work, and do not end before let_go
hold() {
	mkdir -p /run/systemd/system/seastar@.service.d
	printf '[Service]\nExecStartPost=/bin/sh -c "while [ -e /run/hold ]; do sleep 0.1; done"\n' \
		>/run/systemd/system/seastar@.service.d/hold.conf
	touch /run/hold
	systemctl daemon-reload
}

is_held() {
	has_period "$1" "$2" && [ "$(systemctl show -P SubState "seastar@$1")" = start-post ]
}

has_ended() {
	[ "$(systemctl show -P ActiveState "$1")" = inactive ]
}

let_go() {
	rm -r /run/hold /run/systemd/system/seastar@.service.d
	systemctl daemon-reload
}

add() {
	seastar dev add "$1" topology 2x3x4 || bail "cannot create $1"
}

since=$(date +%s.%N)
plan 28
works 'the units are well-formed' systemd-analyze verify --man=no seastar.service seastar@net0.service
works 'without devices there is nothing to restore' systemctl restart seastar
is 'and it says so' 'no change' "$(heard seastar | grep -x 'no change')"

add net0
add my-net.1
seastar age set net0 period 8 bias 3/2/1 router 5-9 period 16
seastar age set my-net.1 period 9
kept=$(seastar config show net0)
works 'settings are kept' seastar config save
seastar dev del net0
seastar dev del my-net.1
add net0
works 'a device that comes again has them' wait_until 60 has_period net0 8
is 'all of them' "$kept" "$(seastar config show net0)"
add my-net.1
works 'whatever its name' wait_until 60 has_period my-net.1 9
seastar dev del net0
add net0
works 'and every time it comes' wait_until 60 has_period net0 8
seastar dev del net0
rmmod seastar
works 'the module may come late, and devices may be absent' systemctl restart seastar
modprobe seastar
add net0
works 'or later than the service' wait_until 60 has_period net0 8
add other
udevadm settle
is 'a device without a file is left alone, and that is no failure' '4096 inactive' \
	"$(period other) $(systemctl is-active seastar@other)"

sed -i 's/period = 8/period = 24/' /etc/seastar/net0.conf
works 'a changed file is applied' systemctl reload seastar
is 'where it differs' '24 16' "$(get '[.aging[].age_clock_period]|join(" ")' age show net0)"
before=$(get '.[0].generation' dev show net0)
works 'and again' systemctl reload seastar
is 'which changes nothing' "$before" "$(get '.[0].generation' dev show net0)"

heard seastar >/dev/null
sed -i 's/period = 24/perod = 25/' /etc/seastar/net0.conf
is 'a broken file is not applied' 1 "$(systemctl reload seastar 2>/dev/null; echo $?)"
is 'its place is in the journal' "seastar: /etc/seastar/net0.conf:4:1: unknown key 'perod': did you mean 'period'?" \
	"$(heard seastar | grep net0.conf)"
is 'and nothing has changed' "$before" "$(get '.[0].generation' dev show net0)"
seastar dev del net0
last=$(invocation seastar@net0)
add net0
settle seastar@net0 "$last"
is 'nor is it applied to a device that comes' '4096 failed' "$(period net0) $(systemctl is-active seastar@net0)"
is 'as the journal says' "seastar: /etc/seastar/net0.conf:4:1: unknown key 'perod': did you mean 'period'?" \
	"$(heard seastar@net0 | grep net0.conf)"
sed -i 's/perod = 25/period = 25/' /etc/seastar/net0.conf
works 'a mended file is' systemctl restart seastar@net0
is 'with all it says' 25 "$(period net0)"

# What somebody has set since, and not saved, is not undone
seastar age set net0 period 26
heard seastar@net0 >/dev/null
for action in change add; do
	udevadm trigger -c "$action" --settle /sys/class/seastar/net0
done
is 'an event of no new device starts nothing' '26 ' "$(period net0) $(heard seastar@net0)"

hold
seastar dev del net0
add net0
works 'a unit that does not end' wait_until 60 is_held net0 25
seastar dev del net0
add net0
works 'starts anew for the next device of that name' wait_until 60 is_held net0 25
let_go
works 'and ends well' wait_until 60 has_ended seastar@net0
for ((i = 0; i < 10; i++)); do
	seastar dev del net0
	add net0
done
works 'a device that comes and goes quickly has them in the end' wait_until 60 has_period net0 25
seastar dev add fab0 topology 5x4x4 || bail 'cannot create fab0'
works 'the example of the documentation can be applied' seastar config apply /tests/fab0.conf
for dev in net0 my-net.1 other fab0; do seastar dev del "$dev" 2>/dev/null; done
rm -f /etc/seastar/*.conf
finish
