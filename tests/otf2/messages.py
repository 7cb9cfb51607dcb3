#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""messages.py PROGRAM RANKS DIRECTORY: hold a converted program against said.RANK there, in which each rank of
exchange.c has written its sends and receives, and which of them had ended before the next one."""
import sys

import goal


def main():
    path, count, directory = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    ranks = goal.read(path)
    wrong = 0
    for rank in range(count):
        operations = [one for one in ranks[rank] if one.is_message()]
        known = goal.ended_before(ranks[rank])
        ended, at = set(), 0
        with open(f"{directory}/said.{rank}", encoding="ascii") as said:
            for line in said:
                words = line.split()
                if words[0] == "done":
                    ended.add(operations[int(words[1]) - 1])
                    continue
                one = operations[at]
                at += 1
                seen = ["send" if one.kind == "send" else "receive", str(one.peer), str(one.size)]
                if seen != words:
                    print(f"rank {rank}, operation {at}: expected {' '.join(words)}, seen {' '.join(seen)}")
                    wrong += 1
                before = {other for other in known[one] if other.is_message()}
                if before != ended:
                    print(f"rank {rank}, operation {at}: it waits for {len(before)} others, expected {len(ended)}")
                    wrong += 1
        if at != len(operations):
            print(f"rank {rank}: {len(operations)} operations, expected {at}")
            wrong += 1
    for send, receive in goal.pairs(ranks):
        if send.size != receive.size:
            print(f"a send of {send.size} bytes is matched with a receive of {receive.size}")
            wrong += 1
    print(f"{sum(map(len, ranks.values()))} operations, {wrong} wrong")
    sys.exit(wrong > 0)


main()
