# SPDX-License-Identifier: GPL-2.0-only
"""What must hold of any network holds of the simulator's results.

usage: theory.py PROGRAM NAME; NAME is one of the functions below the line.
Where chance has a part, bounds are intervals that it leaves once in 100,000 cases, or the
confidence intervals of the results.
"""
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

FAR = 4.27      # deviations of the normal law: 0.00001 lies beyond, on one side
WIDE = FAR / 1.96   # as many of the halves of 95 % intervals


def run(*keys):
    said = subprocess.run([sys.argv[1], "run", "-j", "-T", "1", *keys], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return json.loads(said)


def six(value):
    return float(f"{value:.6g}")


def chi_square(freedom, deviations):
    """E. Wilson and M. Hilferty, PNAS 17, 1931."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + deviations * math.sqrt(part)) ** 3


def run_then_silence(load):
    text = (f"topology = 4x4x4\nload = {load}\nwarmup = 0\nmeasure = 20000\ninterval = 1\n"
            "[at 19000]\npattern = none\n")
    said = subprocess.run([sys.argv[1], "run", "-j", "-"], input=text, check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    return json.loads(said)


# ---


def little():
    """Packets in the network, summed over all cycles, are the cycles of all packets in it."""
    for keys in (["topology=4x3x5", "mesh=y", "batch=30", "lengths=1:1,9:1"],
                 ["topology=8x8", "batch=100", "lengths=9", "select=rr", "input_depth=9"],
                 ["topology=16", "batch=40", "pattern=tornado", "vcs=4", "requests=50"]):
        r = run("source=batch", "interval=1", "max_cycles=100000", *keys)
        packets = r["load"]["packets_delivered"]
        inside = sum(p["in_network"] for p in r["series"])
        waiting = sum(p["queued"] for p in r["series"])
        print(packets, inside, waiting)
        assert r["completion"] and all(p["cycles"] == 1 for p in r["series"])
        assert six(inside / packets) == r["network_latency"]["mean"]
        assert six((inside + waiting) / packets) == r["latency"]["mean"]


def little_of_open_sources():
    """The same of random births, when the last packet has come out."""
    for load in (0.05, 0.3):
        r = run_then_silence(load)
        inside = sum(p["in_network"] for p in r["series"])
        packets = r["load"]["packets_delivered"]
        assert packets == r["load"]["packets_injected"] > 1000
        assert six(inside / packets) == r["network_latency"]["mean"]


def no_link_carries_more_than_a_flit_a_cycle():
    for keys in (["topology=8x8", "pattern=uniform"], ["topology=16", "pattern=tornado"],
                 ["topology=4x4x4", "pattern=all-to-one"], ["topology=8x4", "mesh=x", "select=rr"]):
        r = run("load=1", "eject=1/1", "warmup=2000", "measure=5000", *keys)
        cycles = r["cycles"]["measured"]
        most = max(n for row in r["links"]["flits"] for n in row if n is not None)
        received = max(s["received"] for s in r["by_source"])
        print(most, cycles, received)
        # a packet counts where its last flit comes out
        assert cycles / 3 < most <= cycles and received * cycles <= cycles + 9


def bisection(radix):
    """Flits per node per cycle of uniform traffic that the links over the middle of the longest ring can carry."""
    nodes, longest = math.prod(radix), max(radix)
    crossing = (longest // 2) * (longest - longest // 2) * (nodes // longest) ** 2 / (nodes - 1)
    return 2 * (nodes // longest) / crossing


def bisection_is_never_exceeded():
    for radix in ((16,), (15,), (8, 8), (12, 4), (16, 3, 3), (4, 4, 4)):
        bound = min(bisection(radix), 1)
        for change in (["select=rr"], ["select=age", "period=8"], ["lengths=1"]):
            r = run("topology=" + "x".join(map(str, radix)), "load=1", "eject=1/1", "warmup=3000",
                    "measure=6000", "detail=summary", *change)
            load = r["load"]
            print(radix, change, bound, load["accepted"], load["ci95"], r["verdict"]["is"])
            assert r["verdict"]["is"] == "saturated" and load["accepted"] - (load["ci95"] or 0) <= bound


def below_saturation_all_is_accepted():
    """What is accepted is what is offered, within the interval; latency does not fall."""
    keys = ["topology=8x8", "lengths=1", "eject=1/1", "detail=summary", "precision=1"]
    before = None
    for load in (0.05, 0.2, 0.35, 0.5, 0.65, 0.8):
        r = run(f"load={load}", *keys)
        latency, got = r["latency"], r["load"]
        print(load, r["verdict"]["is"], got, latency["mean"], latency["ci95"])
        assert r["verdict"]["is"] == "ok"
        births = got["packets_offered"]
        assert abs(got["accepted"] - got["offered"]) <= WIDE * got["ci95"]
        # births are Bernoulli trials
        assert abs(births - load * r["cycles"]["measured"] * 64) <= FAR * math.sqrt(births)
        if before:
            assert latency["mean"] - before["mean"] >= -WIDE * (latency["ci95"] + before["ci95"])
        before = latency


def births_go_on_as_before_after_a_change():
    """A change that changes nothing leaves the rate of births as it is, from its first cycle on."""
    with tempfile.NamedTemporaryFile("w", suffix=".sim", encoding="ascii") as f:
        f.write("topology = 8x8x8\nlengths = 1\nload = 0.05\nwarmup = 0\nmeasure = 900\n"
                "interval = 10\n")
        f.write("".join(f"[at {at}]\nload = 0.05\n" for at in range(100, 900, 100)))
        f.flush()
        points = run(f.name)["series"]
    born = sum(point["offered"] for point in points if point["from"] % 100 == 0 and point["from"])
    expected = 8 * 10 * 512 * 0.05
    print(born, expected)
    assert abs(born - expected) <= FAR * math.sqrt(expected)


def nodes_that_are_alike_get_alike():
    """What nodes inject differs as the counts of their random births do, by chi square."""
    for seed, radix in enumerate(("4x4x4", "8x8", "5x6", "16", "9", "7x9")):
        r = run(f"topology={radix}", "load=0.3", "lengths=1", "select=rr", "warmup=2000",
                "measure=20000", f"seed={seed}")
        cycles = r["cycles"]["measured"]
        births = [s["injected"] for s in r["by_source"]]
        chance = sum(births) / len(births) / cycles
        spread = sum((b - chance * cycles) ** 2 for b in births) / (cycles * chance * (1 - chance))
        freedom = len(births) - 1
        least, most = (chi_square(freedom, d) for d in (-FAR, FAR))
        print(radix, least, spread, most, r["fairness"]["jain"])
        assert least < spread < most
        jain = r["fairness"]["jain"]
        assert six(1 / (1 + spread * (1 - chance) / (cycles * chance * len(births)))) == jain


def beyond_saturation_nodes_that_are_alike_are_not_far_apart():
    """By round robin within a half of their mean, on short rings; by age much nearer, on a long one, too"""
    for radix, change, bound in (("8", ["select=rr"], 0.5), ("9", ["select=rr"], 0.5), ("8x8", ["select=rr"], 0.5),
                                 ("9x9", ["select=rr"], 0.5), ("16", ["period=8"], 0.1)):
        r = run(f"topology={radix}", "load=0.9", "eject=1/1", "warmup=20000", "measure=100000", *change)
        shares = [s["injected"] for s in r["by_source"]]
        mean = sum(shares) / len(shares)
        print(radix, change, r["verdict"]["is"], min(shares) / mean, max(shares) / mean)
        assert r["verdict"]["is"] == "saturated"
        assert (1 - bound) * mean < min(shares) and max(shares) < (1 + bound) * mean


def shares_are_those_of_the_page():
    """The tables of docs/validation.md, section 4: what is accepted, to the digit; large fabrics with LONG=1"""
    section = (ROOT / "docs/validation.md").read_text().partition("\n## 4. ")[2].partition("\n## ")[0]
    # prose is wrapped, also between the keys of a run
    section = re.sub(r"`topology=[^`|]*`", lambda span: span[0].replace("\n", " "), section)
    keys, rows = None, 0
    for line in re.sub(r"\s+with$", " with", section, flags=re.M).splitlines():
        base = re.search(r"`(topology=[^`]*)` with$", line)
        keys = base[1].split() if base else keys
        row = re.match(r"\| `([^`]*)` \| (0\.\d+) \|", line)
        if not row or "topology=11x12x16" in keys and not os.environ.get("LONG"):
            continue
        changes = row[1].split()
        if "source=closed" in changes:
            changes = [k for k in keys if not k.startswith("load=")] + changes
        else:
            changes = keys + changes
        accepted = run(*changes)["load"]["accepted"]
        print(changes, accepted, row[2])
        assert round(accepted, len(row[2]) - 2) == float(row[2])
        rows += 1
    assert rows >= 6


globals()[sys.argv[2]]()
