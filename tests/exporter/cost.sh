#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a scrape of 2,112 routers costs, in the kernel and out of it. To be run with VM_ICOUNT=1,
# when a processor executes an instruction a nanosecond: CPU time is then a count of instructions,
# whatever else this machine does. A core of 3 GHz that executes one a cycle does 60 million in 20 ms.
. "$(dirname "$0")/guest.sh"

scrapes=10

# cpu: the CPU time that the exporter has had, in microseconds: thousands of instructions
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

# cheap CLAIM SEEN: it takes less than 60 million instructions
cheap() {
	echo "# $2 thousand instructions"
	is "$1" yes "$([ "$2" -lt 60000 ] && echo yes || echo "$2 thousand instructions")"
}

plan 4
new_device cost0 11x12x16
seastar traffic set cost0 pattern uniform window 32 length 9
seastar clock step cost0 500 budget 100
serve
scrape
is 'the page has series of all routers' 6336 "$(grep -c '^seastar_router_' "$page")"
cheap 'a scrape of a fabric that stands takes less than 60 million instructions' "$(mean true)"
cheap 'so does one that needs a new sample' "$(mean seastar clock step cost0 1)"
cheap 'and one after a change of settings' "$(mean change)"
finish
