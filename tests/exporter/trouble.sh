#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The exporter serves what it knows, whatever becomes of what it watches, and never dies of it. EXPORTER
# is the program, CHANGED_SCRAPES how often it is asked while something changes.
. "$(dirname "$0")/guest.sh"

scrapes=${CHANGED_SCRAPES:-50}

success() {
	seen xtnet_scrape_success
}

# A sample fails; another reader, or the driver itself, may have it in our place
failed_sample() {
	local try

	for try in {1..50}; do
		echo 1 >/sys/kernel/debug/seastar/fail_sample
		seastar clock step tr0 1
		scrape
		[ "$(success)" = 1 ] || break
	done
	echo 0 >/sys/kernel/debug/seastar/fail_sample
	is 'a reading that fails is no success' '0 0' "$(success) $(seen 'xtnet_scrape_part_success{part="counters"}')"
	is 'it is counted' 1 "$(seen 'xtnet_scrape_errors_total{part="counters"}')"
	is 'the last good sample is served' $((3000 + try - 1)) "$(seen 'xtnet_device_cycles_total{device="tr0"}')"
	wait_until 30 recovered
	is 'until another is good' $((3000 + try)) "$(seen 'xtnet_device_cycles_total{device="tr0"}')"
}

recovered() {
	scrape && [ "$(success)" = 1 ]
}

deleted() {
	seastar dev add tr1 topology 2x2
	scrape
	is 'a device that came is there' 1 "$(all xtnet_device_info | grep -c tr1)"
	seastar dev del tr1
	scrape
	is 'one that went is not, which is no failure' '0 1' "$(grep -c tr1 "$page") $(success)"
	seastar dev add tr1 topology 3
	scrape
	is 'another of its name is another' '3 1' "$(seen 'xtnet_device_routers{device="tr1"}') $(success)"
	seastar dev del tr1
}

# come_and_go FILE: a device, while the file is there
come_and_go() {
	while [ -e "$1" ]; do
		seastar dev add tr2 topology 4x4x4
		seastar age set tr2 period 5
		seastar dev del tr2
	done
}

under_scrapes() {
	touch "$tmp/go"
	come_and_go "$tmp/go" &
	is 'devices may come and go under scrapes' "$scrapes" "$(many "$scrapes")"
	rm "$tmp/go"
	wait $!
	scrape
	is 'then all can be read' 1 "$(success)"
	touch "$tmp/go"
	while [ -e "$tmp/go" ]; do
		seastar age set tr0 period $((RANDOM + 1)) router 7 period 3 router 8 period 4
	done &
	is 'settings may change under scrapes' "$scrapes" "$(many "$scrapes")"
	rm "$tmp/go"
	wait $!
	scrape
	is 'what was read last is what they are' "$(get '[.aging[].age_clock_period] | sort | map(tostring) | join(" ")' age show tr0)" \
		"$(all xtnet_aging_info | sed 's/.*period="\([0-9]*\)".*/\1/' | sort -n | xargs)"
}

module_goes() {
	seastar dev del tr0
	works 'the module can be removed while it is watched' rmmod seastar
	scrape
	is 'then there is nothing to read' '0 0' "$(success) $(seen 'xtnet_scrape_part_success{part="module"}')"
	modprobe seastar
	seastar dev add tr3 topology 5
	scrape
	is 'another module is watched as well' '1 5' "$(success) $(seen 'xtnet_device_routers{device="tr3"}')"
	is 'the devices of the old one are forgotten' 1 "$(all xtnet_device_info | wc -l)"
	seastar dev del tr3
}

# The module goes, and with it a device that was there
last_good() {
	seastar dev add tr4 topology 2
	seastar clock step tr4 100
	scrape
	rmmod seastar
	scrape
	is 'what was read last of a module that went is served' '0 100' \
		"$(success) $(seen 'xtnet_device_cycles_total{device="tr4"}')"
	dismiss
	is 'an exporter of all this ends well, and has lost nothing' '0 ' "$? $(cat "$tmp/exporter.err")"
	serve
	scrape
	is 'without the module it begins as well' 0 "$(success)"
	modprobe seastar
	scrape
	is 'and watches it when it comes' 1 "$(success)"
}

few_files() {
	dismiss
	seastar dev add tr5 topology 2
	seastar clock step tr5 100
	serve
	scrape
	is 'a device is read' 100 "$(seen 'xtnet_device_cycles_total{device="tr5"}')"
	dismiss
	(ulimit -n 9 && exec "$program") &
	exporter=$!
	wait_until 30 curl -sf -o /dev/null $url/-/healthy
	scrape
	is 'not without file descriptors, but it answers' 0 "$(success)"
	seastar dev del tr5
}

plan 23
seastar dev add tr0 topology 4x4x8
seastar traffic set tr0 pattern uniform load 0.2
seastar clock step tr0 3000
serve
scrape
failed_sample
deleted
under_scrapes
module_goes
last_good
few_files
works 'it still stands' kill "$exporter"
wait "$exporter"
is 'and ends well' 0 $?
finish
