#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The exporter keeps nothing of a scrape. What it loses the sanitizers see (trouble.sh); here is what
# would only grow. SCRAPES is how often it is asked. A sanitized program is no use: it keeps what is freed.
EXPORTER=seastar-exporter
. "$(dirname "$0")/guest.sh"

scrapes=${SCRAPES:-200}

# heap: the bytes that the exporter has of malloc; it waits for a client, since it has answered one
heap() {
	local before

	before=$(wc -l <"$tmp/exporter.err")
	kill -USR1 "$pid"
	wait_until 30 eval '[ "$(wc -l <"$tmp/exporter.err")" -gt '"$before"' ]'
	tail -n 1 "$tmp/exporter.err" | cut -d ' ' -f 2
}

# grown CLAIM BEFORE AFTER BYTES: less than these
grown() {
	is "$1, but for $4 bytes" yes "$([ "$2" -gt 0 ] && [ "$3" -lt $(($2 + $4)) ] && echo yes || echo "$2, then $3")"
}

plan 4
new_device mem0 4x4x8
seastar traffic set mem0 pattern uniform load 0.2
seastar clock step mem0 3000
LD_PRELOAD=/exporter/heap.so serve
pid=$(xargs <"/proc/$exporter/task/$exporter/children")
many 100 >/dev/null
scrape
used=$(heap)
resident=$(seen process_resident_memory_bytes)
files=$(seen process_open_fds)
is "of $scrapes scrapes all are answered" "$scrapes" "$(many "$scrapes")"
scrape
grown 'it has the memory that it had' "$used" "$(heap)" $((16 * scrapes)) # malloc gives 32 bytes at least
grown 'and in pages' "$resident" "$(seen process_resident_memory_bytes)" 131072
is 'as many files are open' "$files" "$(seen process_open_fds)"
echo "# heap $used, then $(heap)"
dismiss
finish
