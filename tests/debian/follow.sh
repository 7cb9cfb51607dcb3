#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154 # variables of the script that it sources
# seastar monitor as the service of docs/monitoring.md: it gets the module or waits for it, and follows it.
cd /selftests || exit 1
. ./lib.sh

unit=seastar-monitor.service

restarts() {
	systemctl show --value --property NRestarts $unit
}

# reported EVENT [NAME]: the journal has it
reported() {
	journalctl -q -o cat _SYSTEMD_UNIT=$unit | grep '^{' | jq --arg event "$1" --arg name "${2-}" \
		'select(.event == $event and ($name == "" or .detail.name == $name))' >"$tmp/reported"
	[ -s "$tmp/reported" ]
}

# A module that the administrator alone loads
by_hand() {
	echo 'blacklist seastar' >/etc/modprobe.d/seastar.conf
}

plan 8
rmmod seastar
sed -n '/^```ini/,/^```/p' /tests/monitoring.md | grep -v '^```' >/etc/systemd/system/$unit
systemctl daemon-reload
works 'the unit of the page starts' systemctl start $unit
works 'it has the kernel load the module, and listens' wait_until 60 reported listening
systemctl stop $unit
journalctl -q --rotate --vacuum-time=1ms
rmmod seastar
by_hand
systemctl start $unit
works 'without the module it is started again' wait_until 60 eval '[ "$(restarts)" -ge 1 ]'
is 'it has not listened' no "$(reported listening && echo yes || echo no)"
modprobe seastar
works 'when somebody has loaded it, it listens' wait_until 60 reported listening
before=$(restarts)
new_device follow0 2
works 'and reports what changes' wait_until 60 reported dev-add follow0
rmmod seastar
modprobe seastar
works 'a module that is loaded anew is followed' wait_until 60 reported module-add
is 'by the same process' "$before" "$(restarts)"
systemctl stop $unit
finish
