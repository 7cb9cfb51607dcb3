#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Print what a packet-hop takes in two revisions, and how much faster the second is.

against.py THEN.json NOW.json THEN-SIM NOW-SIM    results of count.sh, and programs
"""
import json
import os
import re
import statistics
import subprocess
import sys

ROUNDS = 7
FIGURES = (
    ("instructions", "instructions_per_packet_hop"),
    ("mispredicted", "mispredicts_per_packet_hop"),
    ("L1 misses", "l1_misses_per_packet_hop"),
    ("L2 misses", "l2_misses_per_packet_hop"),
)


def read(path):
    """Figures by name, and the keys of each workload."""
    results = {r["name"]: r for r in json.load(open(path))}
    keys = {}
    for name, r in results.items():
        found = re.fullmatch(r"sim\.(.*)\.instructions_per_packet_hop", name)
        if found:
            keys[found[1]] = r["note"].split(" of ", 1)[1]
    return results, keys


def seconds(program, keys, cycles):
    """Processor time of a run."""
    before = os.times()
    subprocess.run([program, "run", "-j", "-T", "1", *keys.split(), "warmup=500",
                    f"measure={cycles}", "detail=summary"],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user


def ratios(then, now, keys):
    """Time of the one by that of the other, of runs that take some seconds."""
    cycles = 1000
    while seconds(now, keys, cycles) < 2 and cycles < 10**6:
        cycles *= 2
    return sorted(seconds(then, keys, cycles) / seconds(now, keys, cycles)
                  for _ in range(ROUNDS))


def main():
    (then, _), (now, keys) = read(sys.argv[1]), read(sys.argv[2])
    print("| workload |", " | ".join(what for what, _ in FIGURES), "| times as fast |")
    print("|---" * (len(FIGURES) + 2) + "|")
    for workload in keys:
        cells = []
        for _, name in FIGURES:
            name = f"sim.{workload}.{name}"
            before = f"{then[name]['value']:.4g}" if name in then else "-"
            cells.append(f"{before} → {now[name]['value']:.4g}")
        r = ratios(sys.argv[3], sys.argv[4], keys[workload])
        cells.append(f"{statistics.median(r):.2f} ({r[0]:.2f} to {r[-1]:.2f})")
        print(f"| `{workload}` |", " | ".join(cells), "|", flush=True)


main()
