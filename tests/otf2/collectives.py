#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""collectives.py PROGRAM DIRECTORY: hold the messages and bytes of each collective operation of a converted
program against said.0 there, which collectives.c has written."""
import sys

import goal


def main():
    seen = {}
    for operations in goal.read(sys.argv[1]).values():
        for one in operations:
            if one.kind == "send" and not one.is_message():
                messages, size = seen.get(one.tag, (0, 0))
                seen[one.tag] = messages + 1, size + one.size
    wrong = 0
    with open(f"{sys.argv[2]}/said.0", encoding="ascii") as said:
        for number, line in enumerate(said):
            name, *expected = line.split()
            found = [str(n) for n in seen.pop(goal.COLLECTIVE + number, (0, 0))]
            if found != expected:
                print(f"{name}: expected {expected[0]} messages of {expected[1]} bytes, seen {found[0]} of {found[1]}")
                wrong += 1
    for send, receive in goal.pairs(goal.read(sys.argv[1])):
        if send.size != receive.size:
            print(f"a send of {send.size} bytes is matched with a receive of {receive.size}")
            wrong += 1
    if seen:
        print(f"{len(seen)} collective operations are too many")
    sys.exit(wrong > 0 or len(seen) > 0)


main()
