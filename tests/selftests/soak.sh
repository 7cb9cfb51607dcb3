#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Everything at once: eight readers and two writers, while devices come and go, hardware is
# unbound and bound, and the module is loaded again. For 8 seconds, with LONG=1 for ten minutes.
. "$(dirname "$0")/lib.sh"

seconds=$(extent 8 600)

messages_since() {
	dmesg | sed "1,/$1/d" |
		grep -vE 'loading out-of-tree module|module verification failed|clocksource:|tsc: |TSC found|sched_clock: |hrtimer: interrupt took|random: crng init done|was not confirmed in|seastar .*(mmio|enabling device)'
}

create() {
	seastar dev add soak0 topology 3x3x3
	seastar traffic set soak0 pattern uniform load 0.3 lengths 9
	seastar clock run soak0 budget 10
}

# Make marks and commits, unbind and bind hardware, and reload the module, until $tmp/stop exists
stir() {
	local round=0 pci

	while [ ! -e "$tmp/stop" ]; do
		round=$((round + 1))
		create
		seastar mark add soak0 "m$round"
		usleep $((RANDOM * 10))
		seastar commit set dev soak0 period 7 confirm 1
		for pci in /sys/bus/pci/drivers/seastar/*:*; do
			[ -e "$pci" ] || continue
			echo "${pci##*/}" >/sys/bus/pci/drivers/seastar/unbind
			echo "${pci##*/}" >/sys/bus/pci/drivers/seastar/bind
		done
		[ $((round % 3)) = 0 ] || {
			seastar dev del soak0
			continue
		}
		rmmod seastar && reloads=$((reloads + 1))
		modprobe seastar
	done >/dev/null 2>&1
	echo "$round $reloads"
}

reloads=0
plan 6
[ "$backend" = soft ] || new_device soak1 4x4x4	# for the stirrer to unbind and bind
echo seastar-soak >/dev/kmsg
stir >"$tmp/stirred" &
stirrer=$!
"$here/soak" soak0 "$seconds" >"$tmp/soak"
touch "$tmp/stop"
wait $stirrer
modprobe seastar
seastar dev del soak0 2>/dev/null
sed 's/^/# /' "$tmp/soak"
read -r rounds reloads <"$tmp/stirred"
echo "# devices created and deleted $rounds times, module loaded again $reloads times, in $seconds s"
is 'eight readers and two writers came to their end' 10 "$(wc -l <"$tmp/soak")"
is 'all of them got something done' '' "$(grep 'worked 0 ' "$tmp/soak")"
is 'and met no error but an absent or busy device' '' "$(grep -v 'error none$' "$tmp/soak")"
isnt 'devices came and went meanwhile' 0 "$rounds"
is 'no device is left' '[]' "$(seastar -j dev | jq -c '[.[] | select(.name == "soak0")]')"
is 'the kernel had nothing to say' '' "$(messages_since seastar-soak)"
finish
