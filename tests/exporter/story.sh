#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# docs/monitoring.md is true: its commands are run as they stand there, with a real
# Prometheus, whose clock only is faster than that of the page.
. "$(dirname "$0")/guest.sh"

doc=/exporter/monitoring.md
cd "$tmp" || exit 1
cp /exporter/prometheus/seastar.rules.yml .

# commands SECTION: its indented lines, but those of the configuration
commands() {
	awk -v section="## $1" '/^## / { here = $0 == section } /^```/ { fenced = !fenced }
		here && !fenced && /^    / { print substr($0, 5) }' $doc
}

# run_section NAME: each of its commands works
run_section() {
	local command count=0

	while IFS= read -r command; do
		count=$((count + 1))
		run_command "$command" || {
			fail "the commands of \"$1\" work" "this does not: $command" "$(cat output)"
			return
		}
	done < <(commands "$1")
	if [ $count -gt 0 ]; then
		pass "the $count commands of \"$1\" work"
	else
		fail "\"$1\" has commands"
	fi
}

# A command that stays in the background is waited for until it answers. What is asked of
# Prometheus must have an answer, which comes when it has scraped often enough.
run_command() {
	case $1 in
	prometheus*'&')
		eval "${1% &} --storage.tsdb.path=$tmp/data >$tmp/prometheus.log 2>&1 &"
		wait_until 120 curl -sf -o /dev/null http://127.0.0.1:9090/-/ready
		;;
	seastar-exporter*'&')
		eval "${1% &} >$tmp/exporter.log 2>&1 &"
		wait_until 30 curl -sf -o /dev/null "http://127.0.0.1:$(grep -oE '1710[0-9]' <<<"$1" || echo 17101)/-/healthy"
		;;
	'seastar -j monitor'*'&')
		eval "listen $tmp/changes ${1% &}"
		;;
	'promtool query'*)
		wait_until 120 answered "$1"
		;;
	*)
		bash -o pipefail -ec "$1" >output 2>&1
		;;
	esac
}

answered() {
	bash -ec "$1" >output 2>&1 && [ -s output ]
}

# query EXPRESSION: the value of its only sample, as it is now
query() {
	curl -sfG --data-urlencode "query=$1" http://127.0.0.1:9090/api/v1/query | jq -r '.data.result[0].value[1] // empty'
}

# holds EXPRESSION: a comparison that is true for some sample
holds() {
	[ -n "$(query "$1")" ]
}

configure() {
	sed -n '/^## Prometheus/,/^## /p' $doc | sed -n '/^```yaml/,/^```/p' | grep -v '^```' | sed 's/15s/1s/' >prometheus.yml
	is 'the page has a configuration' 2 "$(grep -c ': 1s' prometheus.yml)"
}

# The queries of the dashboard; that Prometheus understands them is seen by tests/exporter/rules
dashboard() {
	local expression silent=''

	while IFS= read -r expression; do
		# there are no commits, no errors, no hardware, and no change in this very minute
		case $expression in
		*commit_deadline* | *errors* | *changes*) continue ;;
		esac
		wait_until 120 holds "$expression" || silent+="$expression "
	done < <(bash /exporter/queries /exporter/grafana/seastar.json)
	is 'the queries of the dashboard have answers' '' "$silent"
}

alerts() {
	is 'the rules are at work' 18 \
		"$(curl -sf http://127.0.0.1:9090/api/v1/rules | jq '[.data.groups[].rules[] | select(.health == "ok")] | length')"
	is 'a fabric that waits and does not age makes an alert pending' 'SeastarAgingIdle pending' \
		"$(curl -sf http://127.0.0.1:9090/api/v1/alerts | jq -r '.data.alerts[] | select(.labels.device == "net0") | "\(.labels.alertname) \(.state)"' | grep Aging)"
}

plan 17
devices+=(net0)
run_section Start
configure
run_section Prometheus
run_section Queries
works 'before, packets wait' wait_until 120 holds 'max(device_dimension:xtnet_blocked_cycles_per_packet:rate2m) > 1'
works 'and none has waited long enough to be old' wait_until 120 holds 'device_age:xtnet_packets_sent:ratio_rate2m{age="0-63"} == 1'
wait_until 120 holds 'ALERTS{alertname="SeastarAgingIdle"}'
alerts
dashboard
run_section 'A change in a graph'
works 'after it, packets are older' wait_until 120 holds 'device_age:xtnet_packets_sent:ratio_rate2m{age="0-63"} < 0.95'
is 'a query over the change shows both periods' '4096 8' \
	"$(query 'max_over_time(xtnet_age_clock_period_cycles{bound="max"}[1h])') $(query 'min_over_time(xtnet_age_clock_period_cycles{bound="max"}[1h])')"
is 'and that it was one change' 1 \
	"$(query 'changes(xtnet_settings_generation[1h])')"
run_section 'Single routers and ports'
run_section 'Other collectors'
run_section 'Changes as they happen'
works 'the change is reported' wait_until 30 grep -q '"event":"age".*"age_clock_period":9' "$tmp/changes"
finish
