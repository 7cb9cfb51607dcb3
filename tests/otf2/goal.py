# SPDX-License-Identifier: GPL-2.0-only
"""Programs in the format GOAL, as `seastar-sim convert` writes them."""
import re

COLLECTIVE = 0x40000000  # tags from here on are of collective operations


class Operation:
    def __init__(self, kind, size, peer=None, tag=None):
        self.kind = kind
        self.size = size
        self.peer = peer
        self.tag = tag
        self.ends = []  # operations that end before it begins
        self.begins = []  # operations that begin before it does

    def is_message(self):
        return self.kind != "calc" and self.tag < COLLECTIVE


def read(path):
    """The operations of each rank, in order."""
    ranks, labels = {}, {}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if found := re.match(r"rank (\d+) {", line):
                labels = {}
                ranks[int(found[1])] = labels
            elif found := re.match(r"(l\d+): calc (\d+)", line):
                labels[found[1]] = Operation("calc", int(found[2]))
            elif found := re.match(r"(l\d+): (send|recv) (\d+)b (?:to|from) (\d+) tag (\d+)", line):
                labels[found[1]] = Operation(found[2], int(found[3]), int(found[4]), int(found[5]))
            elif found := re.match(r"(l\d+) (i?)requires (l\d+)", line):
                (labels[found[1]].begins if found[2] else labels[found[1]].ends).append(labels[found[3]])
    return {rank: list(operations.values()) for rank, operations in ranks.items()}


def ended_before(operations):
    """For each operation those that have ended when it begins."""
    known = {}
    for one in operations:  # an operation stands behind those that it waits for
        before = set(one.ends)
        for other in one.ends + one.begins:
            before |= known[other]
        known[one] = before
    return known


def pairs(ranks):
    """The pairs of a send and a receive, as a replay matches them."""
    queues = {}
    for rank, operations in ranks.items():
        for one in operations:
            if one.kind == "send":
                queues.setdefault((rank, one.peer, one.tag), ([], []))[0].append(one)
            elif one.kind == "recv":
                queues.setdefault((one.peer, rank, one.tag), ([], []))[1].append(one)
    for channel, (sends, receives) in queues.items():
        if len(sends) != len(receives):
            raise ValueError(f"{channel}: {len(sends)} sends, {len(receives)} receives")
        yield from zip(sends, receives)
