#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# seastar monitor as the service of docs/monitoring.md: it waits for the module, and follows it.
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

plan 6
rmmod seastar
sed -n '/^```ini/,/^```/p' /tests/monitoring.md | grep -v '^```' >/etc/systemd/system/$unit
systemctl daemon-reload
works 'the unit of the page starts' systemctl start --no-block $unit
works 'without the module it is started again' wait_until 60 eval '[ "$(restarts)" -ge 1 ]'
modprobe seastar
works 'with the module it listens' wait_until 60 reported listening
before=$(restarts)
new_device follow0 2
works 'and reports what changes' wait_until 60 reported dev-add follow0
rmmod seastar
modprobe seastar
works 'a module that is loaded anew is followed' wait_until 60 reported module-add
is 'by the same process' "$before" "$(restarts)"
systemctl stop $unit
finish
