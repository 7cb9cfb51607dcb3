#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The administrator's way on a software fabric, run in the guest by `make demo`: the
# machine of the paper (11x12x16 torus) under uniform load near saturation, first with the
# default aging, then tuned.
set -eu

settle=4000
measure=6000
work=$(mktemp -d)

say() {
	printf '\n== %s\n' "$*"
}

show() {
	echo "\$ $*"
	"$@"
}

# Registers are never cleared: what happened in between is a difference of two readings
snapshot() {
	jq -n --argjson stats "$(seastar -j stats show xt by dimension)" \
		--argjson hist "$(seastar -j hist show xt by fabric)" \
		'{ $stats, bins: [$hist.groups[0].bins[].count] }' >"$work/$1"
}

run_and_measure() {
	show seastar clock step xt $settle budget 100
	snapshot before
	show seastar latency reset xt
	show seastar clock step xt $measure budget 100
	snapshot after
	compare before after >"$work/$1"
}

# The interval between two snapshots, as lines of "key<TAB>value"
compare() {
	jq -rn --slurpfile a "$work/$1" --slurpfile b "$work/$2" --argjson cycles $measure '
		$a[0] as $a | $b[0] as $b |
		def round2: . * 100 | round / 100;
		(range(4) | "bin\(.)\t\($b.bins[.] - $a.bins[.])"),
		(range(1; 4) as $d | $a.stats.groups[$d] as $p | $b.stats.groups[$d] as $q |
			($q.packets - $p.packets) as $packets |
			"wait \($q.name)\t\(($q.blocked - $p.blocked) / $packets | round2)",
			"stall \($q.name)\t\(($q.stalled - $p.stalled) / $packets | round2)"),
		"mean\t\($b.stats.latency.mean | round)",
		"deviation\t\($b.stats.latency.deviation | round)",
		"max\t\($b.stats.latency.max)",
		"throughput\t\($b.stats.packets.flits / $cycles / $b.stats.routers * 10000 | round / 10000)"'
}

# Both measurements side by side: what users feel first, then where packets wait
report() {
	awk -F '\t' '
		FNR == NR { default_[$1] = $2; next }
		{ tuned[$1] = $2 }
		function bar(n,  s) {
			for (n = int(20 * n / most + 0.5); n > 0; n--)
				s = s "#"
			return s
		}
		# better: the sign of a change for the better
		function row(label, key, better,  change) {
			change = default_[key] ? 100 * (tuned[key] - default_[key]) / default_[key] : 0
			printf "  %-26s %12s %12s %+6.0f %%%s\n", label, default_[key], tuned[key],
				change, change * better < 0 ? "  worse" : ""
		}
		END {
			for (b = 0; b < 4; b++) {
				if (default_["bin" b] > most) most = default_["bin" b]
				if (tuned["bin" b] > most) most = tuned["bin" b]
			}
			printf "  %-26s %12s %12s %8s\n", "", "default", "tuned", "change"
			print "Packet latency in cycles of 2 ns"
			row("standard deviation", "deviation", -1)
			row("worst", "max", -1)
			row("mean", "mean", -1)
			print "Throughput"
			row("flits per node per cycle", "throughput", 1)
			print "Cycles blocked per packet (wait, Eq. 17), by dimension of the input"
			row("x", "wait x", -1); row("y", "wait y", -1); row("z", "wait z", -1)
			print "Cycles stalled per packet (no credits), by dimension of the output"
			row("x", "stall x", -1); row("y", "stall y", -1); row("z", "stall z", -1)
			print "Packets granted, by age"
			printf "  %-9s %-32s %s\n", "", "default: 0x1000, 1/1/1", "tuned: 8, 3/2/1"
			for (b = 0; b < 4; b++) {
				line = sprintf("  %3d-%-5d %10d %-21s %10d %s", 64 * b, 64 * b + 63,
					default_["bin" b], bar(default_["bin" b]),
					tuned["bin" b], bar(tuned["bin" b]))
				sub(/ +$/, "", line)
				print line
			}
		}' "$work/default" "$work/tuned"
}

say '1. A fabric of 2,112 SeaStar routers in this kernel, uniform traffic near saturation'
show modprobe seastar
show seastar dev add xt topology 11x12x16
show seastar traffic set xt pattern uniform window 32 lengths 9
show seastar dev show xt
show seastar age show xt

say "2. The default aging: $settle cycles to settle, $measure measured (about half a minute)"
run_and_measure default
show seastar hist show xt by fabric
show seastar latency show xt

say '3. Period 8 and biases 3/2/1 on all 2,112 routers, in one transaction'
show seastar age set xt period 8 bias 3/2/1
show seastar age show xt
run_and_measure tuned

say '4. Default and tuned, side by side'
report

say 'Next'
cat <<'END'
  make shell    a root shell in this guest, to try other settings: see `seastar help`
  make check    all tests
  make bench    measures the speed of the model on this machine
END
