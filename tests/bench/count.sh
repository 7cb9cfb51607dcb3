#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Count the instructions of fixed cycles of each workload, and what else bounds a processor, and
# add them to the list of results. Caches and branch predictor are callgrind's, alike on all machines:
# those of one core (its second level is what callgrind calls the last).
#	count.sh RESULTS
set -euo pipefail

cd "$(dirname "$0")/../.."
out=build/bench
mkdir -p "$out"

count() {
	valgrind -q --tool=callgrind --instr-atstart=no --cache-sim=yes --branch-sim=yes \
		--I1=32768,8,64 --D1=49152,12,64 --LL=1048576,16,64 \
		--callgrind-out-file="$out/$1.callgrind" build/tests/count "$1" >"$out/$1.json" 2>"$out/$1.log" || {
		cat "$out/$1.log" >&2
		return 1
	}
}

mapfile -t workloads < <(build/tests/count)
for workload in "${workloads[@]}"; do
	count "$workload"
done
python3 tests/bench/profile.py "$1" "$out" "${workloads[@]}"
