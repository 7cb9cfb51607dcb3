#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Measure the CPU time of the exporter's scrape of 2,112 routers on this machine, the driver's work
# within, and add it to the list of results. Between two scrapes other memory is written, as much as
# caches hold: who is asked every 15 s finds little of his own there.
#	scrape.sh RESULTS
set -euo pipefail

cd "$(dirname "$0")/../.."
scrapes=101
tmp=$(mktemp -d)
exporter=
trap 'kill $exporter 2>/dev/null || true; rm -rf "$tmp"' EXIT

# All on one processor, whose caches it is about
taskset -p -c 0 $$ >/dev/null
port=$(tests/lib/free_port)

# cpu: the exporter's CPU time, in seconds, when it wrote the page
cpu() {
	curl -sf -m 10 -o "$tmp/page" "http://127.0.0.1:$port/metrics"
	awk '$1 == "process_cpu_seconds_total" { print $2 }' "$tmp/page"
}

wait_for_it() {
	local i

	for i in {1..100}; do
		! curl -sf -o /dev/null "http://127.0.0.1:$port/-/healthy" || return 0
		sleep 0.1
	done
	return 1
}

# measure NAME NOTE COMMAND...
measure() {
	local i

	"${@:3}" build/tests/scrape --collector.routers --web.listen-address "127.0.0.1:$port" &
	exporter=$!
	wait_for_it
	for ((i = 0; i <= scrapes; i++)); do
		dd if=/dev/zero of=/dev/null bs=64M count=1 status=none
		cpu
	done >"$tmp/cpu"
	[ "$(grep -c '^xtnet_router_' "$tmp/page")" = 8448 ]
	kill $exporter
	wait $exporter
	exporter=
	awk 'NR > 1 { print ($1 - last) * 1000 } { last = $1 }' "$tmp/cpu" | sort -g |
		jq -s --arg name "$1" --arg note "$2" '[{name: "scrape.\($name)", value: .[length / 2 | floor],
			unit: "ms", note: $note, low: .[0], high: .[-1]}]' >"$tmp/$1.json"
}

measure stands 'CPU time of a scrape of 2,112 routers that stand' env
measure sample 'the same with a new sample' env NEW_SAMPLE=1
jq -r '.[] | "\(.name)\t\(.value)\t\(.unit)\t\(.low)\t\(.high)\t\(.note)"' "$tmp"/{stands,sample}.json |
	awk -F '\t' '{ printf "%-44s %14.4g %-12s %.4g to %.4g: %s\n", $1, $2, $3, $4, $5, $6 }'
jq -s 'add' "$1" "$tmp"/{stands,sample}.json >"$1.new"
mv "$1.new" "$1"
