#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a scrape of 2,112 routers costs. To be run with VM_ICOUNT=1, when a processor executes
# an instruction a nanosecond: CPU time is then a count of instructions, the same every time.
. "$(dirname "$0")/guest.sh"

scrapes=10

# cpu: the CPU time that the exporter has had, in microseconds
cpu() {
	scrape && seen process_cpu_seconds_total | awk '{ printf "%.0f", $1 * 1e6 }'
}

# mean COMMAND...: of so many scrapes with that before each of them
mean() {
	local before after i

	before=$(cpu)
	for ((i = 1; i < scrapes; i++)); do
		"$@"
		scrape
	done
	"$@"
	after=$(cpu)
	echo $(((after - before) / scrapes))
}

period=1
change() {
	period=$((period + 1))
	seastar age set cost0 period $period
}

# below CLAIM MOST SEEN
below() {
	echo "# $3 us"
	is "$1" yes "$([ "$3" -lt "$2" ] && echo yes || echo "$3 us")"
}

plan 4
new_device cost0 11x12x16
seastar traffic set cost0 pattern uniform window 32 length 9
seastar clock step cost0 500 budget 100
serve
scrape
is 'the page has series of all routers' 6336 "$(grep -c '^seastar_router_' "$page")"
below 'a scrape of a fabric that stands takes less than 20 ms of CPU' 20000 "$(mean true)"
below 'so does one that needs a new sample' 20000 "$(mean seastar clock step cost0 1)"
below 'and one after a change of settings' 20000 "$(mean change)"
finish
