#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Devices and the module may be removed at any moment, with any readers, and leave nothing behind.
. "$(dirname "$0")/lib.sh"
needs soft 'hardware is not created or deleted: hw.sh unbinds and pulls it'

# Number of rounds of adding and removing
kmemleak=/sys/kernel/debug/kmemleak	# finds single objects, but takes ten times as long
rounds=$(extent 20 1000)
[ ! -e $kmemleak ] || rounds=$(extent 5 100)
most=512	# objects by which a cache may grow: the use varies by up to 256
removals=$((rounds / 5))

# Print the kernel messages since the mark of this name, except for the boot's, the module loader's,
# and warnings of clocks that a virtual machine is slow
messages_since() {
	dmesg | sed "1,/$1/d" |
		grep -vE 'loading out-of-tree module|module verification failed|clocksource:|tsc: |TSC found|sched_clock: |hrtimer: interrupt took|crng init done|was not confirmed in'
}

mark() {
	echo "$1" >/dev/kmsg
}

# Print the driver's resources in use: memory of fabrics, threads of clocks
fabric_memory() {
	grep -c '\[seastar\]' /proc/vmallocinfo
}

threads() {
	cat /proc/[0-9]*/comm 2>/dev/null | grep -c '^seastar/'
}

# Print the objects in use of each general slab cache; per-processor reserves are freed first
slabs() {
	local cache

	for cache in /sys/kernel/slab/kmalloc-*; do
		echo 1 >"$cache/shrink"
	done
	awk '/^kmalloc-/ { print $1, $2 }' /proc/slabinfo
}

# List the caches that grew by $most objects or more between two counts
grown() {
	printf '%s\n' "$1" 'then' "$2" | awk -v n=$most '
		$1 == "then" { later = 1; next }
		!later { before[$1] = $2 }
		later && $2 - before[$1] >= n { print $1, before[$1], "->", $2 }'
}

leaks() {
	echo scan >$kmemleak
	sleep 6
	echo scan >$kmemleak
	grep -c '\[seastar\]' $kmemleak
}

# Read without pause from a device that comes and goes, at a low priority: otherwise a round takes
# as long as a dozen reads.
reader() {
	renice -n 19 -p $BASHPID >/dev/null
	while :; do
		seastar "$@" >/dev/null 2>&1
	done
}

readers=()

start_readers() {
	reader stats show life0 &
	readers+=($!)
	reader -j age show life0 &
	readers+=($!)
	reader dev &
	readers+=($!)
	reader latency show life0 router 3 &
	readers+=($!)
}

stop_readers() {
	kill "${readers[@]}"
	wait "${readers[@]}" 2>/dev/null
	readers=()
}

# Create a device, run it, and delete it while it runs
live_and_die() {
	seastar -b - <<-END || return 1
		dev add life0 topology 6x6x6
		traffic set life0 pattern uniform load 0.3
		clock run life0 budget $((RANDOM % 100 + 1))
		age set life0 period $((RANDOM % 50 + 1)) bias $((RANDOM % 8))
	END
	usleep $((RANDOM % 20000))
	seastar dev del life0
}

live() {
	local i

	for i in $(seq "$1"); do
		live_and_die >>"$tmp/errors" 2>&1 || {
			echo "round $i: $(tail -n 1 "$tmp/errors")"
			return 1
		}
	done
}

# rmmod with readers: it succeeds, or is refused because a reader uses the module
remove_under_readers() {
	local removed=0 refused=0

	for _ in $(seq $removals); do
		seastar -f -b - <<<$'dev add life0 topology 6x6x6\nclock run life0' 2>/dev/null
		if rmmod seastar 2>"$tmp/rmmod"; then
			removed=$((removed + 1))
		elif grep -qiE 'in use|busy|temporarily unavailable' "$tmp/rmmod"; then
			refused=$((refused + 1))
		else
			cat "$tmp/rmmod"
			return 1
		fi
		modprobe seastar || return 1
	done
	echo "# module removed $removed times, refused $refused times"
	[ $((removed + refused)) = $removals ]
}

deletions() {
	local slab

	start_readers
	live $((rounds / 10))
	slab=$(slabs)
	works "$rounds devices are deleted while they run and are read" live $rounds
	works "the module is removed, or is in use, $removals times while readers come and go" \
		remove_under_readers
	stop_readers
	seastar dev del life0 2>/dev/null
	is 'no memory of a fabric is left' 0 "$(fabric_memory)"
	is 'no thread of a clock is left' 0 "$(threads)"
	is 'no device is left' '[]' "$(seastar -j dev)"
	is 'nor in sysfs' '' "$(ls /sys/class/seastar)"
	if [ -e $kmemleak ]; then
		pass 'no slab cache grew # SKIP kmemleak looks closer'
	else
		is "no slab cache grew by $most objects in $rounds rounds" '' "$(grown "$slab" "$(slabs)")"
	fi
}

held_open() {
	local holder

	new_device life1 16x16x16
	seastar traffic set life1 pattern uniform load 0.1
	seastar clock run life1
	mkfifo "$tmp/hold"
	"$here/holddump" life1 <"$tmp/hold" >"$tmp/held" &
	holder=$!
	exec 5>"$tmp/hold"
	wait_until 10 grep -q held "$tmp/held"
	refused 'the module is not removed in the middle of a dump' 1 'in use|busy|unavailable' rmmod seastar
	works 'but a device is deleted in the middle of a dump' timeout 120 seastar dev del life1
	exec 5>&-
	wait $holder
	is 'and the dump comes to its end' 1 "$(grep -c '^ended' "$tmp/held")"
	works 'then the module is removed' rmmod seastar
	modprobe seastar
	new_device life2 4x4x4
	seastar clock run life2
	works 'the module is removed with a fabric that runs' rmmod seastar
	is 'whose thread ends' 0 "$(threads)"
	modprobe seastar
}

# traces: print what the module has left: the files that it makes, and itself
traces() {
	ls -d /dev/seastar /sys/class/seastar /sys/kernel/debug/seastar /sys/bus/pci/drivers/seastar \
		/sys/module/seastar 2>/dev/null
}

# Each part of the module fails to load in turn; the family appears when none can fail any more
loading() {
	local n=0 left='' seen

	seen=$(traces | wc -l)
	listen "$tmp/loads" seastar -j monitor
	rmmod seastar
	until modprobe seastar fail_load=$((++n)) 2>/dev/null || [ $n = 20 ]; do
		left+=$(traces)
	done
	wait_until 30 grep -q '"module-add"' "$tmp/loads"
	end_monitor
	is 'each of its six parts may fail to load, and nothing of the module is left' '5 6 ' \
		"$seen $((n - 1)) $left"
	is 'meanwhile its family did not appear' 'listening module-del module-add' \
		"$(jq -r .event "$tmp/loads" | xargs)"
}

plan 17
mark seastar-lifetime
deletions
held_open
loading
is 'the kernel had nothing to say' '' "$(messages_since seastar-lifetime)"
if [ -e $kmemleak ]; then
	is 'kmemleak finds nothing of ours' 0 "$(leaks)"
else
	pass 'kmemleak finds nothing of ours # SKIP no kmemleak in this kernel'
fi
finish
