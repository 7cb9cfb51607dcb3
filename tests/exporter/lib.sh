# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that source it
# Claims about the exporter on a machine without the module: sourced by bash scripts. They
# say `plan N`, then N claims, then `finish`.

set -uo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tmp=$(mktemp -d)
claims=0
failed=0
pids=()
trap 'kill "${pids[@]}" 2>/dev/null; wait; rm -rf "$tmp"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

plan() {
	planned=$1
	echo 'TAP version 13'
	echo "1..$1"
}

finish() {
	[ "$claims" = "$planned" ] || { echo "Bail out! $claims of $planned claims were checked" && exit 1; }
	exit $failed
}

# is CLAIM EXPECTED SEEN
is() {
	claims=$((claims + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $claims $1"
		return
	fi
	failed=1
	echo "not ok $claims $1"
	printf 'expected: %s\nseen:     %s\n' "$2" "$3" | sed -n '1,40s/^/# /p'
	echo "# rerun: $0"
}

# prints CLAIM PATTERN COMMAND...: it succeeds, and a line of what it prints matches
prints() {
	local said status=0

	said=$("${@:3}") || status=$?
	is "$1" "0 yes $2" "$status $(grep -qE -- "$2" <<<"$said" && echo yes || echo "$said") $2"
}

# start COMMAND...: an exporter in the background, on $port, whose words are in the file $stderr; returns
# when it answers
start() {
	port=$("$top/tests/lib/free_port")
	stderr=$tmp/stderr.$port
	"$@" --web.listen-address "127.0.0.1:$port" "${options[@]}" 2>"$stderr" &
	pid=$!
	pids+=("$pid")
	answers "$pid"
}

# answers PROCESS: wait for the port, or for the end of the process
answers() {
	local patience=6000

	until curl -sf -m 10 -o "$tmp/healthy" "http://127.0.0.1:$port/-/healthy"; do
		[ $((patience -= 1)) -gt 0 ] || { echo 'Bail out! it does not answer' && exit 1; }
		kill -0 "$1" 2>/dev/null || { echo "Bail out! it ended: $(cat "$stderr")" && exit 1; }
		sleep 0.1
	done
}

# end: end the exporter with a SIGTERM; $ended is its status
end() {
	kill -TERM "$pid"
	ended=0
	wait "$pid" || ended=$?
}

# get PATH [CURL-OPTION...]: of the exporter
get() {
	curl -s --max-time 60 "${@:2}" "http://127.0.0.1:$port$1"
}

# value SAMPLE: of the page, as it is now
value() {
	get /metrics | awk -v sample="$1" '$1 == sample { print $2 }'
}
