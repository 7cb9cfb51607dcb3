# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # variables of the scripts that source it
# What the tests of the exporter in a guest share.
cd /selftests || exit 1
. ./lib.sh

url=http://127.0.0.1:17101
page=$tmp/page
program=${EXPORTER:-seastar-exporter}

# serve [OPTION...]: an exporter on its default port, for nobody in particular
serve() {
	as_nobody "$program" "$@" 2>"$tmp/exporter.err" &
	exporter=$!
	wait_until 30 curl -sf -o /dev/null $url/-/healthy || bail "no exporter: $(cat "$tmp/exporter.err")"
}

# dismiss: end it, which is the child of the shell that runs as_nobody; its status
dismiss() {
	# shellcheck disable=SC2046 # a number
	kill $(cat "/proc/$exporter/task/$exporter/children")
	wait "$exporter"
}

# scrape: a new $page
scrape() {
	curl -sf --max-time 120 -o "$page" $url/metrics
}

# many N: so many scrapes by one client; how many were answered
many() {
	curl -s -o /dev/null -w '%{http_code}\n' "$url/metrics?[1-$1]" | grep -cx 200
}

# seen SAMPLE: its value on the page
seen() {
	awk -v sample="$1" '{ at = length($0); while (substr($0, at, 1) != " ") at-- }
		substr($0, 1, at - 1) == sample { print substr($0, at + 1) }' "$page"
}

# all NAME: the samples of a family, a line each, without their names
all() {
	sed -n "s/^$1\({.*\)/\1/p" "$page"
}
