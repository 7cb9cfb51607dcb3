#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The exporter of hardware: links that go down, and a device that does not answer.
export BACKEND=mmio
. "$(dirname "$0")/guest.sh"

# down N: so many links are
down() {
	scrape && [ "$(seen 'xtnet_links_down{device="mmio0"}')" = "$1" ]
}

# changes: how many links went down, and how many came up
changes() {
	echo "$(seen 'xtnet_link_changes_total{device="mmio0",to="down"}')" \
		"$(seen 'xtnet_link_changes_total{device="mmio0",to="up"}')"
}

plan 15
new_device hw0 4x4x4
serve
scrape
is 'hardware is reported' '{device="mmio0",backend="mmio",topology="4x4x4",mesh=""} 1' \
	"$(all xtnet_device_info | sed 's/id="[0-9]*",//')"
is 'all can be read, though it has no sources and no clock' '1 0' \
	"$(seen xtnet_scrape_success) $(grep -cE '^xtnet_(clock|traffic|packet_latency)' "$page")"
is 'all its links are up' 0 "$(seen 'xtnet_links_down{device="mmio0"}')"
host model link 5 1 down
works 'a link that goes down is' wait_until 30 down 1
is 'and reported' '{device="mmio0",router="5",port="+x"} 1' "$(all xtnet_link_down)"
is 'and counted' '1 0' "$(changes)"
dismiss
serve
scrape
is 'who comes later sees it as well' '{device="mmio0",router="5",port="+x"} 1' "$(all xtnet_link_down)"
is 'and what was counted before it came' '1 0' "$(changes)"
host model link 5 1 up
works 'it comes up again' wait_until 30 down 0
is 'which is counted' '1 1' "$(changes)"
host model lose
works 'hardware that does not answer' wait_until 30 eval \
	'scrape && [ "$(seen "xtnet_device_lost{device=\"mmio0\"}")" = 1 ]'
isnt 'is reported as it was' '' "$(seen 'xtnet_flits_received_total{device="mmio0",dimension="x"}')"
is 'which is no success' 0 "$(seen xtnet_scrape_success)"
host model new 4x4x4
works 'once it answers again, all can be read' wait_until 30 eval \
	'scrape && [ "$(seen xtnet_scrape_success) $(seen "xtnet_device_lost{device=\"mmio0\"}")" = "1 0" ]'
dismiss
is 'it ends well, and has said nothing' '0 ' "$? $(cat "$tmp/exporter.err")"
finish
