#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The exporter reports what the command reports: counters, settings, sources and commits.
. "$(dirname "$0")/guest.sh"

# as_samples FILTER ARGUMENT...: what the command reports, in the form of the page
as_samples() {
	get "$1" "${@:2}" | sort
}

counters() {
	local key

	for key in packets:packets_received flits:flits_received; do
		is "${key%:*} are those of the command" \
			"$(as_samples ".groups[] | \"{device=\\\"xp0\\\",dimension=\\\"\(.name)\\\"} \(.${key%:*})\"" stats show xp0 by dimension)" \
			"$(all "xtnet_${key#*:}_total" | sort)"
	done
	for key in blocked stalled; do
		is "$key cycles, too" \
			"$(as_samples ".groups[] | \"{device=\\\"xp0\\\",dimension=\\\"\(.name)\\\"} \(.$key)\"" stats show xp0 by dimension)" \
			"$(all "xtnet_${key}_cycles_total" | sort)"
	done
	for key in contested:grants_contested inhibited:grants_inhibited tied:grants_tied saturated:packets_sent_saturated; do
		is "${key%:*} packets, too" \
			"$(as_samples ".groups[] | \"{device=\\\"xp0\\\",dimension=\\\"\(.name)\\\"} \(.arbitration.${key%:*})\"" hist show xp0 by dimension)" \
			"$(all "xtnet_${key#*:}_total" | sort)"
	done
	is 'and packets by age' \
		"$(as_samples '.groups[] | .name as $d | .bins[] | "{device=\"xp0\",dimension=\"\($d)\",age=\"\(.low)-\(.high)\"} \(.count)"' \
			hist show xp0 by dimension)" \
		"$(all xtnet_packets_sent_total | sort)"
	isnt 'packets of more than one age were sent' 0 \
		"$(seen 'xtnet_packets_sent_total{device="xp0",dimension="x",age="64-127"}')"
	for key in flits:flits_received blocked:blocked_cycles stalled:stalled_cycles; do
		is "${key%:*} by router are those of the command" \
			"$(as_samples ".groups[] | \"{device=\\\"xp0\\\",router=\\\"\(.name)\\\"} \(.${key%:*})\"" stats show xp0 by router)" \
			"$(all "xtnet_router_${key#*:}_total" | sort)"
	done
	is 'all is of one cycle' 20000 "$(seen 'xtnet_device_cycles_total{device="xp0"}')"
	is 'which is some time ago' yes \
		"$(awk -v at="$(seen 'xtnet_sample_timestamp_seconds{device="xp0"}')" -v now="$(date +%s)" 'BEGIN { print (at < now + 1 && at > now - 3600 ? "yes" : at) }')"
}

sources() {
	is 'packets of the sources are those of the command' \
		"$(get '.packets | "\(.offered) \(.dropped) \(.injected) \(.delivered) \(.flits)"' latency show xp0)" \
		"$(for name in packets_offered packets_dropped packets_injected packets_delivered flits_delivered; do
			seen "xtnet_${name}_total{device=\"xp0\"}"
		done | xargs)"
	is 'latencies add up to their bins' \
		"$(get '[foreach .bins[] as $b (0; . + $b.count)] | map(tostring) | join(" ")' latency show xp0)" \
		"$(all xtnet_packet_latency_cycles_bucket | awk '{ print $2 }' | xargs)"
	is 'and have the mean of the command' "$(get '.latency.mean * 1000 | round' latency show xp0)" \
		"$(awk -v sum="$(seen 'xtnet_packet_latency_cycles_sum{device="xp0"}')" \
			-v n="$(seen 'xtnet_packet_latency_cycles_count{device="xp0"}')" 'BEGIN { printf "%.0f", 1000 * sum / n }')"
	is 'the longest is that of the command' "$(get .latency.max latency show xp0)" \
		"$(seen 'xtnet_packet_latency_max_cycles{device="xp0"}')"
	is 'who sends least and most, and how old the oldest packet is, too' \
		"$(get '.nodes | "\(.injected.least) \(.injected.most) \(.delivered.least) \(.delivered.most) \(.senders) \(.starved) \(.oldest_cycles)"' latency show xp0)" \
		"$(for one in 'node_injected_packets{device="xp0",bound="min"}' 'node_injected_packets{device="xp0",bound="max"}' \
			'node_delivered_packets{device="xp0",bound="min"}' 'node_delivered_packets{device="xp0",bound="max"}' \
			'nodes_sending{device="xp0"}' 'nodes_starved{device="xp0"}' 'oldest_packet_age_cycles{device="xp0"}'; do
			seen "xtnet_$one"
		done | xargs)"
}

settings() {
	is 'the device is reported' '{device="xp0",id="1",backend="soft",topology="4x4x8",mesh="z"} 1' "$(all xtnet_device_info)"
	is 'its aging is' '{device="xp0",period="8",select="age",req_bias="proc 1 x 3 y 2 z 1",rsp_bias="proc 1 x 3 y 2 z 1"} 128' \
		"$(all xtnet_aging_routers)"
	is 'its traffic is' '{device="xp0",pattern="uniform",source="open"} 1' "$(all xtnet_traffic_info)"
	is 'with its load' 0.4 "$(seen 'xtnet_traffic_load_flits{device="xp0"}')"
	is 'its clock is' 1 "$(seen 'xtnet_clock_state{device="xp0",state="stopped"}')"
	is 'its generation is' "$(get '.[].generation' dev show)" "$(seen 'xtnet_settings_generation{device="xp0"}')"
	seastar age set xp0 select rr router 5-6 period 9 bias req +y 7
	scrape
	is 'a change is seen, and how many routers have it' \
		"$(printf '%s\n' '{device="xp0",period="8",select="rr",req_bias="proc 1 x 3 y 2 z 1",rsp_bias="proc 1 x 3 y 2 z 1"} 126' \
			'{device="xp0",period="9",select="rr",req_bias="proc 1 +x 3 -x 3 +y 7 -y 2 +z 1 -z 1",rsp_bias="proc 1 x 3 y 2 z 1"} 2')" \
		"$(all xtnet_aging_routers)"
	is 'and its bounds' "$(printf '%s\n' '{device="xp0",bound="min"} 8' '{device="xp0",bound="max"} 9')" \
		"$(all xtnet_age_clock_period_cycles)"
	seastar traffic set xp0 pattern tornado window 3
	scrape
	is 'other traffic is seen' '{device="xp0",pattern="tornado",source="closed"} 1 3' \
		"$(all xtnet_traffic_info) $(seen 'xtnet_traffic_window_packets{device="xp0"}')"
	for router in {0..31}; do
		seastar age set xp0 router "$router" period $((100 + router)) 2>/dev/null || bail "age set"
	done
	scrape
	is 'of very many settings some are reported, and how many have others' '16 128' \
		"$(all xtnet_aging_info | wc -l) $(all xtnet_aging_routers | awk '{ n += $NF } END { print n }')"
}

commits() {
	local id

	id=$(get .id commit set xp0 period 20 dev xp1 period 20 confirm 3600)
	scrape
	is 'a commit that waits is reported for each device' "{device=\"xp0\",commit=\"$id\"} {device=\"xp1\",commit=\"$id\"} " \
		"$(all xtnet_commit_deadline_timestamp_seconds | cut -d ' ' -f 1 | sort | tr '\n' ' ')"
	is 'with the time that is left' 2 \
		"$(all xtnet_commit_deadline_timestamp_seconds | awk -v now="$(date +%s)" '$2 > now + 1800 && $2 <= now + 3601' | wc -l)"
	seastar commit confirm "$id"
	scrape
	is 'until it is confirmed' '' "$(all xtnet_commit_deadline_timestamp_seconds)"
}

# the counters of router 17's links in x, by the command
ports() {
	dismiss
	serve --collector.ports.include '^xp0/17/[+-]x$'
	scrape
	is 'the chosen ports have series' \
		"$(as_samples '.groups[] | select(.name[1:] == "x") | .name as $p | .vc | to_entries[] |
			"{device=\"xp0\",router=\"17\",port=\"\($p)\",vc=\"\(.key)\"} \(.value.flits)"' stats show xp0 by port router 17)" \
		"$(all xtnet_port_flits_received_total | sort)"
	is 'by age' \
		"$(as_samples '.groups[] | select(.name[1:] == "x") | .name as $p | .bins[] |
			"{device=\"xp0\",router=\"17\",port=\"\($p)\",age=\"\(.low)-\(.high)\"} \(.count)"' hist show xp0 by port router 17)" \
		"$(all xtnet_port_packets_sent_total | sort)"
	for key in contested:grants_contested inhibited:grants_inhibited tied:grants_tied saturated:packets_sent_saturated; do
		is "${key%:*} ones, too" \
			"$(as_samples ".groups[] | select(.name[1:] == \"x\") | \"{device=\\\"xp0\\\",router=\\\"17\\\",port=\\\"\(.name)\\\"} \(.arbitration.${key%:*})\"" \
				hist show xp0 by port router 17)" \
			"$(all "xtnet_port_${key#*:}_total" | sort)"
	done
	is 'and no others have' "$((2 * $(find /sys/class/seastar/xp0/proc/ -type f | wc -l)))" "$(grep -c '^xtnet_port_' "$page")"
}

plan 42
seastar dev add xp0 topology 4x4x8 mesh z
devices+=(xp0)
seastar traffic set xp0 pattern uniform load 0.4 requests 50
seastar age set xp0 period 8 bias 3/2/1
seastar clock step xp0 20000
serve
scrape
works 'the page passes promtool' promtool check metrics <"$page"
counters
sources
settings
seastar dev add xp1 topology 2
devices+=(xp1)
commits
ports
dismiss
is 'it ends well, and has said nothing' "0 " "$? $(cat "$tmp/exporter.err")"
finish
