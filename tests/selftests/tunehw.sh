#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Experiments with settings of hardware, which counts only blocked and stalled cycles, reach
# verdicts and restore the settings.
. "$(dirname "$0")/lib.sh"
needs mmio 'tune.sh has the experiments with software fabrics'

export SEASTAR_STATE_DIR=$tmp/state
tuned=(period 8 bias 3/2/1)

settings() {
	seastar age show mmio0 | tail -n +2
}

is_pending() {
	[ "$(get length commit show)" != 0 ]
}

is_restored() {
	! is_pending
}

# Biases favour packets that have more dimensions to go: they wait less in x
waits() {
	local before

	before=$(settings)
	refused 'hardware knows no latencies' 1 'needs traffic, a software fabric' \
		seastar tune mmio0 "${tuned[@]}" measure p99 interval 0.2 check
	seastar -j tune mmio0 "${tuned[@]}" measure wait-x interval 0.5 margin 2 seed 1 >"$tmp/report"
	is 'less waiting in x is found' 'better true' \
		"$(jq -r '"\(.verdicts[0].verdict) \(.verdicts[0].high_percent < 0)"' "$tmp/report")"
	is 'starving nodes and latencies are unknown there' 'null null null' \
		"$(jq -r '[.starved, (.blocks[0].intervals[0] | .starving, .p99) | tostring] | join(" ")' "$tmp/report")"
	is 'and the settings are those from before' "$before" "$(settings)"
}

killed() {
	local before

	before=$(settings)
	seastar -j tune mmio0 "${tuned[@]}" measure wait-x interval 0.5 blocks 500 margin 0 >/dev/null 2>&1 &
	ours=$!
	works 'a candidate is set' wait_until 60 is_pending
	kill -9 $ours
	works 'an experiment with hardware that is killed loses its settings' wait_until 20 is_restored
	is 'and the former ones are back' "$before" "$(settings)"
}

plan 7
new_device hw0 4x4x4
unbind_driver
host model new 4x4x4 0 uniform 350000
bind_driver
waits
killed
finish
