#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Tracepoints as seastar trace prints them.
. "$(dirname "$0")/lib.sh"
needs soft 'it makes the events that it wants'

tracing=/sys/kernel/tracing

instances() {
	ls $tracing/instances | paste -sd' '
}

# follow OUTPUT LAST [WORD...]: start a trace in the background, as $tracer, and wait until it
# collects events; LAST is the event that it enables last, or "" for all events
follow() {
	local output=$1 last=$2

	shift 2
	seastar "$@" >"$output" 2>"$tmp/stderr" &
	tracer=$!
	wait_until 120 enabled "$last" || {
		cat "$tmp/stderr"
		bail "no events are enabled: seastar $*"
	}
}

enabled() {
	grep -qs 1 "$tracing/instances/seastar-$tracer/events/seastar/${1:+seastar_$1/}enable"
}

# Wait for the end of $tracer; set $status
await() {
	wait $tracer
	status=$?
}

refusals() {
	refused 'nobody may not trace' 1 'root only' as_nobody seastar trace show
	refused 'a mistyped event gets a hint' 2 "did you mean 'commit'" seastar trace event comit
	refused 'a mistyped keyword, too' 2 "did you mean 'event'" seastar trace tra0 evnt commit
	refused 'a device that is not there' 1 'no device of this name' seastar trace nosuch
	refused 'no events' 2 "'0' is not a number from 1" seastar trace count 0
	is 'none of them leaves an instance' '' "$(instances)"
	seastar -j trace show >"$tmp/list"
	is 'events are those of the driver' "$(ls -d $tracing/events/seastar/seastar_* | sed 's/.*seastar_//' | sort | paste -sd' ')" \
		"$(jq -r '[.[].event] | sort | join(" ")' "$tmp/list")"
	is 'with their fields' '["dev","router","offset","value","err"]' \
		"$(jq -c '.[] | select(.event == "mmr_write").fields' "$tmp/list")"
}

followed() {
	follow "$tmp/events" commit -j trace tra0 event mmr_write event commit count 4
	is 'its events are not those of others' 0 "$(cat $tracing/events/seastar/enable)"
	seastar age set tra1 period 5
	seastar age set tra0 router 1 period 6
	seastar age set tra0 router 0 period 7
	await
	is 'it ends when it has enough' 0 $status
	is 'with its instance' '' "$(instances)"
	is 'what is set is what is reported, of one device' \
		'mmr_write 1 64 0x0000000000000006,commit 1,mmr_write 0 64 0x0000000000000007,commit 1' \
		"$(jq -rs 'map(if .event == "mmr_write" then "mmr_write \(.detail.router) \(.detail.offset) \(.detail.value)"
			else "\(.event) \(.detail.writes)" end) | join(",")' "$tmp/events")"
	is 'and when' true "$(jq -s --argjson now "$(date +%s)" '[.[].time] | . == sort and .[0] > $now - 600 and .[-1] < $now + 2' "$tmp/events")"
	follow "$tmp/text" commit trace tra1 event rollback event commit count 2
	seastar commit set tra1 period 8 confirm 0.1
	await
	is 'a commit that is not confirmed' '0 commit rollback' \
		"$status $(awk '{ print $3 }' "$tmp/text" | paste -sd' ')"
	is 'text has the same fields' 'dev=tra1 id generation writes=2 err=0' \
		"$(awk 'NR == 1 { sub(/=.*/, "", $5); sub(/=.*/, "", $6); print $4, $5, $6, $7, $8 }' "$tmp/text")"
}

# ended SIGNAL PERIOD: end $tracer by a signal at any moment; PERIOD differs from the present one,
# so that an event follows
ended() {
	follow "$tmp/events" '' trace
	seastar age set tra0 period "$2"
	wait_until 60 grep -q 'mmr_write dev=tra0' "$tmp/events" || bail 'an event is not printed'
	kill -"$1" $tracer
	await
	is "SIG$1 ends it, and its instance" '0 ' "$status $(instances)"
}

enabled_or_over() {
	enabled '' || [ -s "$tmp/stderr" ]
}

# An error while it runs ends it, too; the driver's own sampling may be the event
failed() {
	seastar trace count 1 >/dev/full 2>"$tmp/stderr" &
	tracer=$!
	wait_until 120 enabled_or_over || bail 'no events are enabled'
	seastar age set tra0 period 10
	await
	is 'a full disk ends it, and its instance' '1 1  ' \
		"$status $(grep -c 'cannot write the output' "$tmp/stderr") $(instances) "
}

plan 19
[ -e $tracing/events ] || mount -t tracefs tracefs $tracing 2>/dev/null
if [ ! -e $tracing/events/seastar ]; then
	while [ $claims -lt $planned ]; do
		skip 'tracepoints' 'this kernel has no trace events'
	done
	finish
fi
new_device tra0 2x1x1
new_device tra1 2x1x1
refusals
followed
ended INT 20
ended TERM 21
ended HUP 22
failed
finish
