#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The exporter as a service of systemd, in Debian: its socket starts it, and from its sandbox
# it sees what it needs and little else.
. "$(dirname "$0")/guest.sh"

unit=seastar-exporter.service

# property NAME: of the service
property() {
	systemctl show --value --property "$1" $unit
}

plan 15
rmmod seastar
works 'the socket is enabled' systemctl enable --now seastar-exporter.socket
is 'the service waits for its first client' inactive "$(property ActiveState)"
scrape
is 'who starts it' 'active 0' "$(property ActiveState) $(seen xtnet_scrape_success)"
modprobe seastar
new_device svc0 4x4x4
seastar traffic set svc0 pattern uniform load 0.2
seastar clock step svc0 1000
scrape
is 'a module that comes later is seen from the sandbox' '1 1000' \
	"$(seen xtnet_scrape_success) $(seen 'xtnet_device_cycles_total{device="svc0"}')"
pid=$(property MainPID)
isnt 'it is not root' 0 "$(awk '$1 == "Uid:" { print $2 }' "/proc/$pid/status")"
is 'it may do nothing' '0000000000000000' "$(awk '$1 == "CapEff:" { print $2 }' "/proc/$pid/status")"
is 'nor may it get to' '0000000000000000' "$(awk '$1 == "CapBnd:" { print $2 }' "/proc/$pid/status")"
is 'it is in the network namespace of the driver' "$(readlink /proc/self/ns/net)" "$(readlink "/proc/$pid/ns/net")"
is 'systemd learns when it is ready' 'Listening on 127.0.0.1:17101' "$(property StatusText)"
echo "OPTIONS=--collector.ports.include ^svc0/7/" >/etc/default/seastar-exporter
systemctl restart $unit
scrape
is 'its options are in a file' "$((7 * $(find /sys/class/seastar/svc0/proc/ -type f | wc -l)))" "$(grep -c '^xtnet_port_' "$page")"
works 'it is stopped' systemctl stop $unit
is 'and ends well' 'success 0' "$(property Result) $(property ExecMainStatus)"
scrape
isnt 'who asks starts it again' '' "$(seen xtnet_scrape_success)"
kill -KILL "$(property MainPID)"
works 'also after a crash' wait_until 30 scrape
systemctl disable --now seastar-exporter.socket $unit
is 'disabled, nobody answers' 7 "$(curl -s -o /dev/null $url/-/healthy; echo $?)"
finish
