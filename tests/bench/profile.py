#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Add to a list of results what callgrind has counted.

profile.py RESULTS DIRECTORY WORKLOAD...    DIRECTORY has WORKLOAD.callgrind and WORKLOAD.json

Cost is reported per function of the source, inlined or not: a line counts for its function.
"""
import collections
import json
import os
import re
import sys

LEAST = 0.02  # of the instructions, for a file or a function to be listed


def functions_of(path):
    """The function that each line of a C file in kernel style belongs to."""
    names, begun, name = {}, 1, None
    try:
        lines = open(path).read().split("\n")
    except OSError:
        return names
    for number, line in enumerate(lines, 1):
        head = re.match(r"[A-Za-z].*?(\w+)\(", line)
        if head and not line.endswith(";"):
            begun, name = number, head[1]
        elif line == "}" and name:
            names.update(dict.fromkeys(range(begun, number + 1), name))
            name = None
    return names


def read_costs(path):
    """Events, and own cost by (file, line, function as compiled)."""
    costs = collections.defaultdict(lambda: collections.Counter())
    names, events = {}, []
    file = function = None
    line = 0
    skip = False  # the line after a call has what the call cost

    def name(space, text):
        number, _, given = text.partition(" ")
        if not number.startswith("("):
            return text  # callgrind was not to shorten names
        if given:
            names[space, number] = given
        return names[space, number]

    for text in open(path):
        text = text.rstrip("\n")
        if text.startswith("events: "):
            events = text.split()[1:]
        kind, _, rest = text.partition("=")
        if kind in ("fl", "fi", "fe"):
            file = name("file", rest)
        elif kind == "fn":
            function = name("function", rest)
        elif kind in ("cfi", "cfl"):
            name("file", rest)
        elif kind == "cfn":
            name("function", rest)
        elif kind == "calls":
            skip = True
        elif re.match(r"[-+*\d]", text) and function:
            place, *values = text.split()
            if place[0] in "+-":
                line += int(place)
            elif place != "*":
                line = int(place)
            if not skip:
                costs[file, line, function].update(
                    {e: int(v) for e, v in zip(events, values)})
            skip = False
    return costs


def by_function(costs):
    """Cost by function of the source."""
    known, sums = {}, collections.defaultdict(lambda: collections.Counter())
    for (file, line, compiled), cost in costs.items():
        if file not in known:
            known[file] = functions_of(file)
        inside = os.path.relpath(file) if os.path.isabs(file) else file
        inside = "elsewhere" if inside.startswith("..") or inside == "???" else inside
        sums[inside, known[file].get(line, compiled)].update(cost)
    return sums


def misses(c):
    return c["D1mr"] + c["D1mw"]


def far_misses(c):
    return c["DLmr"] + c["DLmw"]


def mispredicted(c):
    return c["Bcm"] + c["Bim"]


def add(results, name, value, unit, note, **more):
    entry = {"name": name, "value": float(f"{value:.6g}"), "unit": unit, "note": note, **more}
    results[:] = [r for r in results if r["name"] != name] + [entry]
    if "series" not in more:
        print(f"{name:52} {value:12.4g} {unit:6} {note}")


def add_totals(results, ran, total):
    prefix = f"sim.{ran['name']}."
    note = f"callgrind, {ran['cycles']} cycles after {ran['warmup']} of {ran['keys']}"
    for hop, hops in ("flit", ran["flits"]), ("packet", ran["packets"]):
        add(results, f"{prefix}instructions_per_{hop}_hop", total["Ir"] / hops, "", note)
    per = "of one core's caches, simulated without fetching ahead"
    hops = ran["packets"]
    add(results, prefix + "l1_misses_per_packet_hop", misses(total) / hops, "", per)
    add(results, prefix + "l2_misses_per_packet_hop", far_misses(total) / hops, "", per)
    add(results, prefix + "code_misses_per_packet_hop", total["I1mr"] / hops, "", per)
    add(results, prefix + "branches_per_packet_hop", (total["Bc"] + total["Bi"]) / hops, "", note)
    add(results, prefix + "mispredicts_per_packet_hop", mispredicted(total) / hops, "",
        "of callgrind's predictor")


def add_profile(results, ran, costs, total):
    def share(part, whole):
        return float(f"{100 * part / whole:.4g}") if whole else 0

    files = collections.defaultdict(lambda: collections.Counter())
    for (file, _), cost in costs.items():
        files[file, "all of it"].update(cost)
    for series, parts in ("files", files), ("functions", costs):
        ordered = sorted(parts.items(), key=lambda f: (-f[1]["Ir"], f[0]))
        for place, ((file, function), cost) in enumerate(ordered):
            if cost["Ir"] < LEAST * total["Ir"]:
                break
            add(results, f"sim.{ran['name']}.profile.{file}.{function}",
                share(cost["Ir"], total["Ir"]), "%", "of the instructions",
                series=f"{series}.{ran['name']}", x=place, file=file, function=function,
                misses=share(far_misses(cost), far_misses(total)),
                mispredicts=share(mispredicted(cost), mispredicted(total)))


def main():
    path, directory, *workloads = sys.argv[1:]
    results = json.load(open(path)) if os.path.exists(path) else []
    results = [r for r in results if not r.get("series", "").startswith(("files.", "functions."))]
    for workload in workloads:
        ran = json.load(open(f"{directory}/{workload}.json"))
        costs = by_function(read_costs(f"{directory}/{workload}.callgrind"))
        total = sum(costs.values(), collections.Counter())
        add_totals(results, ran, total)
        add_profile(results, ran, costs, total)
    with open(path, "w") as out:
        json.dump(results, out, indent=2)
        out.write("\n")


main()
