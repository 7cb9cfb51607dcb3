#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a scrape of 2,112 routers, and one of 32,768, costs the exporter, out of the kernel and in it, and
# what memory it and the CLI take for 32,768. To be run with
# VM_ICOUNT=1, when a processor executes an instruction a nanosecond: CPU time is then a count of
# instructions, whatever else this machine does. Bounds are a quarter above what was counted.
. "$(dirname "$0")/guest.sh"

scrapes=20	# of which a tick, in which CPU time is counted, is half a million instructions each

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

# exporter_of DEVICE TOPOLOGY [OPTION...]: an exporter of a device under load alone, which has been scraped
exporter_of() {
	new_device "$1" "$2"
	seastar traffic set "$1" pattern uniform window 32 lengths 9
	seastar clock step "$1" "$cycles" budget 100
	serve "${@:3}"
	pid=$(cat "/proc/$exporter/task/$exporter/children")
	pid=${pid% }
	scrape
	scrape
}

# memory: the most that the exporter has had, in MB
memory() {
	awk '$1 == "VmHWM:" { print int($2 / 1000) + 1 }' "/proc/$pid/status"
}

plan 15
# The second processor counts what is executed out of the kernel and in it: see tests/vm/guest.sh
taskset -p 2 $$ >/dev/null
cycles=500
exporter_of cost0 11x12x16 --collector.routers
is 'the page has series of all routers' 8448 "$(grep -c '^xtnet_router_' "$page")"
cheap 'a scrape of a fabric that stands' 11300 6000 true
cheap 'one that needs a new sample' 11300 28200 seastar clock step cost0 1
cheap 'one after a change of settings' 13200 31900 change
dismiss
seastar dev del cost0
cycles=5 scrapes=4
exporter_of cost1 32x32x32
is 'the page of 32,768 routers has no series of single routers' 0 "$(grep -c '^xtnet_router_' "$page")"
cheap 'a scrape of 32,768 routers that stand' 78000 50000 true
cheap 'one that needs a new sample of 32,768' 81000 360000 seastar clock step cost1 1
echo "# $(memory) MB, $(grep -c '^[a-z]' "$page") series"
is 'it has taken less than 110 MB' yes "$([ "$(memory)" -lt 110 ] && echo yes || memory)"
is 'the page has fewer than 200 series' yes "$([ "$(grep -c '^[a-z]' "$page")" -lt 200 ] && echo yes)"
works 'the CLI prints the counters of each router in 90 MB, as JSON in 60 MB' bash -c "
	(ulimit -v 90000 && seastar stats show cost1 by router) && ulimit -v 60000 && seastar -j stats show cost1 by router"
finish
