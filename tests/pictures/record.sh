#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# In a guest: the fabric of docs/monitoring.md, its exporter and Prometheus for two minutes, half-way
# through which packets begin to age; then a link has errors and is down for a second. Print what the
# queries of the dashboard answer, sent as Grafana sends them: a line of JSON for the times, then one
# for each variable, annotation and query.
set -euo pipefail

# in seconds; now is when there were rates last
scrape=1	# where the page on monitoring has 15
step=2
half=60
rate_interval=4	# as Grafana has it: the greater one of step + scrape and 4 * scrape
page=/exporter/monitoring.md
dashboard=/exporter/grafana/seastar.json
api=http://127.0.0.1:9090/api/v1
declare -A variables=()

# ask PATH [NAME=VALUE...]: the data that Prometheus answers with
ask() {
	curl -sfG "${@:2}" "$api/$1" | jq -c .data
}

# wanted TEXT: with the values of the variables, as Grafana writes all of them
wanted() {
	local text=${1//\$__rate_interval/${rate_interval}s} name

	text=${text//\$__range/$((end - start))s}
	for name in "${!variables[@]}"; do
		text=${text//\$$name/${variables[$name]}}
	done
	echo "$text"
}

# until_works COMMAND...: it succeeds
until_works() {
	local tries

	for ((tries = 0; tries < 600; tries++)); do
		! "$@" || return 0
		sleep 0.2
	done
	return 1
}

# The machine may be too busy for a scrape each second
has_rates() {
	now=$(date +%s)
	[[ $(ask query -d "time=$now" --data-urlencode "query=rate(xtnet_device_cycles_total[${rate_interval}s])") == *'"metric"'* ]]
}

run_fabric() {
	modprobe seastar
	seastar dev add net0 topology 4x4x8
	seastar traffic set net0 pattern uniform window 32 lengths 9
	seastar clock run net0 budget 20
}

# A link has errors for 14 seconds, then is down for a second
spoil_link() {
	sleep 4
	seastar link errors net0 router 0,0,0 port +x rate 0.00001
	sleep 14
	seastar link errors net0 router 0,0,0 port +x rate 0
	seastar link fail net0 router 0,0,0 port +x policy drop
	sleep 1
	seastar link restore net0 router 0,0,0 port +x
}

run_prometheus() {
	cd "$(mktemp -d)"
	cp /exporter/prometheus/seastar.rules.yml .
	sed -n '/^## Prometheus/,/^## /p' $page | sed -n '/^```yaml/,/^```/p' | grep -v '^```' |
		sed "s/15s/${scrape}s/" >prometheus.yml
	prometheus --config.file=prometheus.yml --web.listen-address=127.0.0.1:9090 2>prometheus.log &
	until_works has_rates
}

# Those of the query label_values(METRIC, LABEL)
record_variables() {
	local name metric label values

	while IFS=$'\t' read -r name metric label; do
		values=$(ask "label/$label/values" --data-urlencode "match[]=$(wanted "$metric")")
		variables[$name]=$(jq -r 'join("|")' <<<"$values")
		jq -nc --arg name "$name" --argjson values "$values" '{ variable: $name, $values }'
	done < <(jq -r '.templating.list[] | select(.type == "query") | .name as $name | .query |
		capture("^label_values\\((?<metric>.*), (?<label>\\w+)\\)$") | [$name, .metric, .label] | @tsv' $dashboard)
}

# record PLACE EXPRESSION INSTANT: a line with the expression, and with what it answers
record() {
	local data when=(query_range -d "start=$start" -d "end=$end" -d "step=$step")

	[ "$3" = false ] || when=(query -d "time=$end")
	data=$(ask "${when[@]}" --data-urlencode "query=$(wanted "$2")")
	jq -nc --argjson place "$1" --arg expr "$2" --argjson data "$data" '$place + { $expr, result: $data.result }'
}

record_all() {
	local row

	while IFS= read -r row; do
		record "$(jq -c .place <<<"$row")" "$(jq -r .expr <<<"$row")" "$(jq -r .instant <<<"$row")"
	done < <(jq -c '(.annotations.list[] | { place: { annotation: .name }, expr, instant: false }),
		(.panels[] | .id as $panel | .targets[]? | { place: { $panel, refId }, expr, instant: (.instant // false) })' $dashboard)
}

{
	run_fabric
	seastar-exporter &
	run_prometheus
	start=$now
	sleep $half
	seastar age set net0 period 8 bias 3/2/1 confirm 1800
	spoil_link
	sleep $((half - 19))
	until_works has_rates
	end=$now
} >&2
echo @@json
jq -nc --argjson start "$start" --argjson step $step --argjson count $(((end - start) / step + 1)) '{ $start, $step, $count }'
record_variables
record_all
