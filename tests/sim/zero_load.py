# SPDX-License-Identifier: GPL-2.0-only
"""Packets that meet no other take exactly the time of docs/validation.md, section 1.

Either all nodes of a torus send one packet over the same offset, in step: a link carries packets
R + L cycles apart, which must not be less than their flits. Or two nodes send to each other, whose
packets share no link.
"""
import itertools
import json
import os
import subprocess
import sys

LONGEST = 9

sim, work = sys.argv[1:]


def nodes(radix):
    """Coordinates by node."""
    return list(itertools.product(*map(range, radix)))


def all_by(radix, offset):
    """Each node to the one that is @offset away."""
    at = nodes(radix)
    return [at.index(tuple((c + o) % k for c, o, k in zip(a, offset, radix))) for a in at]


def two(radix, offset):
    """A corner and the node that is @offset away to each other."""
    to = list(range(len(nodes(radix))))
    far = nodes(radix).index(offset)
    to[0], to[far] = far, 0
    return to


def distance(radix, mesh, offset):
    return sum(o if "xyz"[d] in mesh else min(o, k - o)
               for d, (o, k) in enumerate(zip(offset, radix)))


def fraction(text):
    return tuple(map(int, text.split("/")))


def delivery(hops, e, batch):
    """Cycles of injection and delivery of packets that one node sends another from cycle 0 on."""
    a, b = fraction(e["eject"])
    most, period = fraction(e["inject"])
    way = hops * (e["router_delay"] + e["link_delay"]) + e["router_delay"]
    flits, next_start = int(e["lengths"]), 0
    for i in range(batch):
        injected = i * flits * period // most
        start = max(next_start, a * (injected + way))
        yield injected, (start + (flits - 1) * b) // a
        next_start = start + flits * b


def sweep(keys):
    path = os.path.join(work, "zero.jsonl")
    if os.path.exists(path):
        os.remove(path)
    subprocess.run([sim, "sweep", "-w", "1", "-o", path, "source=batch", "detail=summary"] + keys,
                   check=True)
    with open(path, encoding="ascii") as f:
        return [json.loads(line) for line in f]


def six(value):
    return float(f"{value:.6g}")


def check(result, hops, packets, batch):
    e = result["experiment"]
    times = list(delivery(hops, e, batch))
    network = [out - into for into, out in times]
    latency = [out for into, out in times]
    want = {
        "packets": packets, "mean": six(sum(latency) / batch), "network": six(sum(network) / batch),
        "least": min(latency), "most": max(latency), "end": max(latency) + 1,
    }
    (by_hops,) = result["by_hops"]
    seen = {
        "packets": by_hops["packets"], "mean": by_hops["mean"], "network": by_hops["network_mean"],
        "least": result["latency"]["min"], "most": by_hops["max"],
        "end": result["completion"]["cycles"],
    }
    assert by_hops["hops"] == hops and seen == want, f"{e}\nexpected {want}\nseen {seen}"


def check_offset(radix, mesh, offset, batch, delays, keys):
    in_step = not mesh and batch == 1 and sum(delays) >= LONGEST
    to = all_by(radix, offset) if in_step else two(radix, offset)
    senders = sum(i != node for i, node in enumerate(to))
    results = sweep(["topology=" + "x".join(map(str, radix)), f"mesh={mesh or 'none'}",
                     "pattern=permutation", "permutation=" + file_of(to),
                     f"batch={batch}", f"router_delay={delays[0]}", f"link_delay={delays[1]}"] + keys)
    for result in results:
        check(result, distance(radix, mesh, offset), senders * batch, batch)
    return len(results)


def file_of(to):
    """A list has commas, which part the values of a sweep."""
    path = os.path.join(work, "permutation.txt")
    with open(path, "w", encoding="ascii") as f:
        f.write(" ".join(map(str, to)))
    return path


def main():
    alone = [f"lengths={n}" for n in range(1, LONGEST + 1)] + ["eject=5/12,1/1"]
    delays = [(25, 8), (1, 1), (3, 17), (255, 254)]
    fabrics = [((8,), ""), ((9,), ""), ((8, 8), ""), ((4, 3, 5), ""), ((2, 2, 2), ""),
               ((8,), "x"), ((4, 5), "xy"), ((4, 3, 5), "y"), ((3, 4, 2), "xyz")]
    runs = 0
    for radix, mesh in fabrics:
        reach = [range(k if "xyz"[d] in mesh else k // 2 + 1) for d, k in enumerate(radix)]
        for i, offset in enumerate(itertools.product(*reach)):
            if any(offset):
                runs += check_offset(radix, mesh, offset, 1, delays[i % len(delays)], alone)
    # packets behind one another: the rates of injection and ejection
    for offset in ((0, 1), (2, 2), (1, 3)):
        runs += check_offset((4, 6), "", offset, 4, (25, 8), [
            "lengths=1", "lengths=2", "lengths=5", "lengths=9", "eject=5/12,1/1,1/4", "inject=1/1,2/3,1/7"])
    print(f"{runs} runs")
    assert runs > 2000


main()
