#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Traffic sources do what they are asked.
. "$(dirname "$0")/lib.sh"
needs soft 'the traffic of hardware is that of its users'

# Registers summed over the fabric, as in `port "-x" packets`
port() {
	get ".groups[] | select(.name == \"$2\") | .$3" stats show "$1" by port
}

# hops DEVICE: packets that arrived over links; the sum over routers of packets times hops
hops() {
	get '[.groups[] | select(.name != "proc") | .packets] | add' stats show "$1" by port
}

packets() {
	get ".packets.$2" stats show "$1"
}

# Packets handed to the processor at each router, by the histogram of its output
ejected() {
	get '[.groups[] | [.bins[].count] | add | tostring] | join(" ")' hist show "$1" port proc by router
}

injected() {
	printf "stats show $1 router %d\n" {0..7} | seastar -j -b - | jq -rs 'map(.packets.injected | tostring) | join(" ")'
}

# send DEVICE SETTINGS...: for a while, then let the network run empty
send() {
	seastar traffic set "$1" "${@:2}" || bail "traffic set $*"
	seastar clock step "$1" 20000
	seastar traffic set "$1" pattern none
	seastar clock step "$1" 20000
}

# A fresh ring or mesh of eight, and traffic in it
ring() {
	new_device "$1" 8
	send "$@"
}

patterns() {
	ring all pattern all-to-one target 5 window 4 lengths 1
	is 'all-to-one: only the target receives' '0 0 0 0 0 1 0 0' \
		"$(ejected all | tr ' ' '\n' | awk '{ print ($1 > 0) }' | xargs)"
	is 'all-to-one: all but the target send' '1 1 1 1 1 0 1 1' \
		"$(injected all | tr ' ' '\n' | awk '{ print ($1 > 0) }' | xargs)"

	ring nei pattern neighbour window 4 lengths 1
	is 'neighbour: every packet makes one hop' "$(packets nei injected)" "$(hops nei)"
	near 'neighbour: both directions alike' "$(port nei +x packets)" "$(port nei -x packets)" 5

	ring tor pattern tornado window 4 lengths 1
	is 'tornado: every packet makes three hops of eight' $((3 * $(packets tor injected))) "$(hops tor)"
	is 'tornado: all one way' "0 $(hops tor)" "$(port tor +x packets) $(port tor -x packets)"

	new_device com 8 mesh x
	send com pattern complement window 1 lengths 1
	is 'complement: a packet of node c makes |7-2c| hops' \
		"$(injected com | awk '{ for (c = 0; c < 8; c++) h += $(c + 1) * (7 > 2 * c ? 7 - 2 * c : 2 * c - 7); print h }')" \
		"$(hops com)"

	ring bit pattern bit-reversal window 2 lengths 1
	is 'bit reversal: 0, 2, 5 and 7 of eight are the same backwards' '0 1 0 1 1 0 1 0' \
		"$(injected bit | tr ' ' '\n' | awk '{ print ($1 > 0) }' | xargs)"

	ring shu pattern shuffle window 2 lengths 1
	is 'shuffle: the first and the last stay in place' '0 1 1 1 1 1 1 0' \
		"$(injected shu | tr ' ' '\n' | awk '{ print ($1 > 0) }' | xargs)"

	new_device tra 2x1x4
	send tra pattern transpose window 2 lengths 1
	is 'transpose: two corners stay in place' '0 1 1 1 1 1 1 0' \
		"$(injected tra | tr ' ' '\n' | awk '{ print ($1 > 0) }' | xargs)"

	ring per pattern permutation 1,2,3,4,5,6,7,0 window 2 lengths 1
	is 'permutation: every packet goes where the list says' "$(packets per injected) 0" \
		"$(port per -x packets) $(port per +x packets)"
	printf '7 6 5 4\n3,2,1\n0\n' >"$tmp/list"
	seastar traffic set per pattern permutation "$tmp/list" window 1
	is 'permutation: it may come from a file' '[7,6,5,4,3,2,1,0]' "$(get .permutation traffic show per)"

	new_device big 11x12x16
	seq 2111 -1 0 >"$tmp/list"
	seastar traffic set big pattern permutation "$tmp/list" window 1
	is 'permutation: that of a large fabric is shown whole' "$(tr '\n' , <"$tmp/list" | sed 's/,$//')" \
		"$(get '.permutation | join(",")' traffic show big)"

	ring uni pattern uniform window 8 lengths 1
	is 'uniform: everybody receives' '1 1 1 1 1 1 1 1' \
		"$(ejected uni | tr ' ' '\n' | awk '{ print ($1 > 0) }' | xargs)"
	near 'uniform: the mean of hops is that of the ring, 16/7' \
		"$(($(packets uni injected) * 16 / 7))" "$(hops uni)" 3

	ring non pattern none
	is 'none: nobody sends' 0 "$(packets non offered)"
}

shown() {
	new_device sho 2x2x2
	seastar traffic set sho pattern all-to-one target 3 load 0.123456 queue 17 lengths 2:1,9:3 requests 12.3456
	is 'an open source is shown as it was asked for' \
		'{"device":"sho","pattern":"all-to-one","target":3,"source":"open","load":0.123456,"queue":17,"lengths":[{"flits":2,"weight":1},{"flits":9,"weight":3}],"requests_percent":12.3456}' \
		"$(seastar -j traffic show sho)"
	seastar traffic set sho pattern uniform window 5 lengths 4 requests 100
	is 'a closed source too, and nothing is left of the one before' \
		'{"device":"sho","pattern":"uniform","source":"closed","window":5,"lengths":[{"flits":4,"weight":1}],"requests_percent":100}' \
		"$(seastar -j traffic show sho | sed 's/\.0*}/}/')"
}

sources() {
	local offered dropped delivered

	new_device ope 4x4
	seastar traffic set ope pattern uniform load 0.2 lengths 1
	seastar clock step ope 50000
	near 'an open source offers its load' 160000 "$(packets ope offered)" 2
	is 'and drops nothing from an unbounded queue' 0 "$(packets ope dropped)"
	near 'injected throughput is that load' 0.2 "$(get .throughput.injected stats show ope)" 2

	new_device bou 4x4
	seastar traffic set bou pattern uniform load 1 lengths 9 queue 3
	seastar clock step bou 50000
	dropped=$(packets bou dropped)
	isnt 'a bounded queue drops at full load' 0 "$dropped"
	is 'what is neither dropped nor injected fits the queues' 1 \
		"$(($(packets bou offered) - dropped - $(packets bou injected) <= 3 * 16))"

	new_device clo 4x4
	seastar traffic set clo pattern uniform window 6 lengths 9
	seastar clock step clo 50000
	offered=$(packets clo offered)
	delivered=$(packets clo delivered)
	is 'a closed source has at most its window outstanding' 1 "$((offered - delivered <= 6 * 16))"
	is 'and keeps it filled' 1 "$((offered > delivered && delivered > 10000))"
}

mixes() {
	new_device len 8
	send len pattern uniform window 4 lengths 4
	is 'packets of 4 flits have 4 flits' $((4 * $(get .all.packets stats show len))) \
		"$(get .all.flits stats show len)"
	new_device mix 8
	send mix pattern uniform window 4 lengths 1:1,9:1 requests 25
	near 'a mix of 1 and 9 flits has 5 in the mean' $((5 * $(port mix proc packets))) \
		"$(port mix proc flits)" 3
	near 'a quarter of the packets are requests' "$(($(port mix proc packets) / 4))" \
		"$(get '.groups[] | select(.name == "proc") | .vc[0].packets + .vc[1].packets' stats show mix by port)" 5
}

reset() {
	local before

	before=$(get .all stats show mix)
	seastar latency reset mix
	is 'a reset clears what was delivered and its latency' '0 0 0' \
		"$(get '"\(.packets.delivered) \(.packets.flits) \(.latency.max)"' stats show mix)"
	is 'but no register' "$before" "$(get .all stats show mix)"
	refused 'nobody may not reset' 1 'permi|CAP_NET_ADMIN|privilege' as_nobody seastar latency reset mix
}

refusals() {
	local before

	before=$(seastar -j traffic show sho)
	refused 'a target outside is refused' 1 'target' seastar traffic set sho pattern all-to-one target 8 window 1
	refused 'a load of 0 is refused' 2 'load' seastar traffic set sho pattern uniform load 0
	refused 'a load above 1 is refused' 2 'load' seastar traffic set sho pattern uniform load 1.000001
	refused 'a window of 0 is refused' 1 'window' seastar traffic set sho pattern uniform window 0
	refused 'a short permutation is refused' 1 'permutation' \
		seastar traffic set sho pattern permutation 1,0 window 1
	refused 'a list that is no permutation is refused' 1 'permutation' \
		seastar traffic set sho pattern permutation 1,1,2,3,4,5,6,7 window 1
	refused 'nobody may not set traffic' 1 'permi|CAP_NET_ADMIN|privilege' \
		as_nobody seastar traffic set sho pattern none
	is 'refused traffic leaves the old in force' "$before" "$(seastar -j traffic show sho)"
}

plan 39
patterns
shown
sources
mixes
reset
refusals
finish
