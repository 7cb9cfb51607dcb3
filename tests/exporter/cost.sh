#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a scrape of 2,112 routers costs the exporter, out of the kernel and in it. To be run with
# VM_ICOUNT=1, when a processor executes an instruction a nanosecond: CPU time is then a count of
# instructions, whatever else this machine does. Bounds are a quarter above what was counted.
. "$(dirname "$0")/guest.sh"

scrapes=20	# of which a tick, by which CPU time is told, is half a million instructions each

# cpu: the CPU time that the exporter has had, out of the kernel and in it, in ticks of 10 ms
cpu() {
	awk '{ print $14, $15 }' "/proc/$pid/stat"
}

# count COMMAND...: thousands of instructions a scrape, with that before each: $user, $system
count() {
	local before after i

	read -ra before < <(cpu)
	for ((i = 0; i < scrapes; i++)); do
		"$@"
		scrape
	done
	read -ra after < <(cpu)
	user=$(((after[0] - before[0]) * 10000 / scrapes))
	system=$(((after[1] - before[1]) * 10000 / scrapes))
}

period=1
change() {
	period=$((period + 1))
	seastar age set cost0 period $period
}

# at_most CLAIM BOUND SEEN
at_most() {
	echo "# $3 thousand instructions"
	is "$1, at most $2 thousand instructions" yes "$([ "$3" -gt 0 ] && [ "$3" -le "$2" ] && echo yes || echo "$3")"
}

# cheap CLAIM USER SYSTEM COMMAND...: no scrape takes more, with that before each
cheap() {
	count "${@:4}"
	at_most "$1, out of the kernel" "$2" "$user"
	at_most "$1, in the kernel" "$3" "$system"
}

plan 7
# The second processor counts what is executed out of the kernel and in it: see tests/vm/guest.sh
taskset -p 2 $$ >/dev/null
new_device cost0 11x12x16
seastar traffic set cost0 pattern uniform window 32 lengths 9
seastar clock step cost0 500 budget 100
serve --collector.routers
pid=$(cat "/proc/$exporter/task/$exporter/children")
pid=${pid% }
scrape
scrape
is 'the page has series of all routers' 8448 "$(grep -c '^xtnet_router_' "$page")"
cheap 'a scrape of a fabric that stands' 11300 6000 true
cheap 'one that needs a new sample' 11900 24400 seastar clock step cost0 1
cheap 'one after a change of settings' 10600 27500 change
finish
