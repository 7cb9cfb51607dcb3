#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Measure in a guest what reading counters costs, and add it to the list of results.
#	poll.sh RESULTS
set -euo pipefail

cd "$(dirname "$0")/../.."
added=$(mktemp)
trap 'rm -f "$added"' EXIT

# 2,112 routers
tests/vm/run -k 6.12 -m 1G -t 900 -- bash -c '
	modprobe seastar
	seastar dev add poll topology 11x12x16 mesh x >&2
	seastar traffic set poll pattern uniform load 0.1 lengths 9
	seastar clock step poll 500
	/selftests/poll poll' >"$added"
jq -r '.[] | "\(.name)\t\(.value)\t\(.unit)\t\(.note)"' "$added" |
	awk -F '\t' '{ printf "%-44s %14.4g %-12s %s\n", $1, $2, $3, $4 }'
jq -s 'add' "$1" "$added" >"$1.new"
mv "$1.new" "$1"
