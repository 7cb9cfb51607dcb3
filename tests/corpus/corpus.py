# SPDX-License-Identifier: GPL-2.0-only
"""Recorded experiments: what they gave once they must give for ever, whoever compiled the simulator.

usage: corpus.py record FILE COMMAND...                 run FILE's experiments, print what they gave
       corpus.py check FILE STEP THREADS COMMAND...     compare that of one experiment in STEP
A line of FILE is a JSON object: `keys`, the experiment in a line, and what was recorded of it;
lines without are comments.
COMMAND takes the words of `seastar-sim`; THREADS is 0 for ranks, as in `mpirun -n 2 PROGRAM`.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

# Files that experiments name are found from here.
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# What happened in the fabric. What statistics make of it (verdicts, intervals) is not in here.
MEASURED = ("cycles", "nodes", "senders", "completion", "by_source", "ports", "dimensions", "links",
            "age_histogram", "arbitration", "series", "batches")
OF_LOAD = ("offered", "injected", "accepted", "packets_offered", "packets_dropped",
           "packets_forgotten", "packets_injected", "packets_delivered", "queued_before",
           "queued_after")
OF_LATENCY = ("packets", "mean", "deviation", "min", "max", "p50", "p90", "p99", "p999", "histogram")


def experiment_file(keys):
    """A line's keys as the simulator reads them from a file: `[at N]` begins a change, and keys of
    further parts of the traffic, such as `pattern2`, stand in a section of the part."""
    first, sep, changes = keys.partition(" [at ")
    lines, parts = [], {}
    for word in first.split(" "):
        m = re.fullmatch(r"([a-z_]+)([2-8])(=.*)", word)
        if m:
            parts.setdefault(int(m.group(2)), []).append(m.group(1) + m.group(3))
        else:
            lines.append(word)
    for part, words in sorted(parts.items()):
        lines += [f"[part {part}]", *words]
    if sep:
        lines += ("[at " + changes).replace("[at ", "[at_").replace(" ", "\n").split("\n")
    return "\n".join(lines).replace("[at_", "[at ") + "\n"


def run(keys, threads, command):
    with tempfile.NamedTemporaryFile("w", suffix=".sim", encoding="ascii") as f:
        f.write(experiment_file(keys))
        f.flush()
        said = subprocess.run([*command, "run", "-j", *threads, f.name], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    if said.returncode:
        sys.exit(f"corpus.py: {keys}: {said.stderr}")
    return json.loads(said.stdout)


def recorded(keys, r):
    """What is kept of result @r: a few figures to look at, and a digest of all that was measured."""
    measured = {name: r[name] for name in MEASURED}
    measured["load"] = {name: r["load"][name] for name in OF_LOAD}
    measured["by_hops"] = r["by_hops"]
    for part in ("latency", "network_latency"):
        measured[part] = {name: r[part][name] for name in OF_LATENCY}
    measured["deadlock"] = r["verdict"]["deadlock"]
    text = json.dumps(measured, sort_keys=True)
    return {
        "keys": keys,
        "state_hash": r["state_hash"],
        "packets": r["latency"]["packets"],
        "mean": r["latency"]["mean"],
        "deadlock": bool(r["verdict"]["deadlock"]),
        "digest": hashlib.sha256(text.encode()).hexdigest()[:16],
    }


def lines(path):
    with open(path, encoding="ascii") as f:
        return [line for line in map(json.loads, f) if "keys" in line]


def check(path, step, threads, command):
    options = ["-T", threads] if threads != "0" else []
    chosen = lines(path)[::step]
    wrong = 0
    for was in chosen:
        now = recorded(was["keys"], run(was["keys"], options, command))
        if now != was:
            wrong += 1
            print(f"was {json.dumps(was)}\nnow {json.dumps(now)}")
    print(f"{len(chosen) - wrong} of {len(chosen)} experiments are as recorded")
    return bool(wrong) or not chosen


def main():
    args = sys.argv[1:]
    if len(args) >= 3 and args[0] == "record":
        for line in lines(args[1]):
            print(json.dumps(recorded(line["keys"], run(line["keys"], ["-T", "1"], args[2:]))), flush=True)
        return 0
    if len(args) >= 5 and args[0] == "check":
        return check(args[1], int(args[2]), args[3], args[4:])
    sys.exit(__doc__.split("\n\n")[1].split("\nA line")[0])


if __name__ == "__main__":
    sys.exit(main())
