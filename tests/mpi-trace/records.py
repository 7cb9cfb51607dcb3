#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""records.py ARCHIVE RANKS: hold an archive, as otf2-print shows it, against the files said.RANK, in
which each rank has written what it did. Operations are numbered in the order in which they begin."""
import re
import subprocess
import sys


def command(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout.splitlines()


def communicators(archive):
    """The members of communicators, by identifier, as ranks of the world; of intercommunicators two
    lists."""
    groups, comms = {}, {}
    for line in command("otf2-print", "-G", archive):
        if found := re.match(r"GROUP +(\d+) .*Type: COMM_GROUP.*? Members?(?:: (.*))?", line):
            groups[found[1]] = " ".join(re.findall(r"(\d+) \(\"", found[2] or ""))
        elif found := re.match(r'COMM +(\d+)  Name: "(.*?)".*?Group: "" <(\d+)>', line):
            comms[found[1]] = f"COMM {found[2]} members {groups.get(found[3], 'self')}"
        elif found := re.match(
                r'INTER_COMM +(\d+)  [Nn]ame: "(.*?)".*?Group A: "" <(\d+)>, Group B: "" <(\d+)>', line):
            comms[found[1]] = f"COMM {found[2]} members {groups[found[3]]} and {groups[found[4]]}"
    return comms


def phrase(kind, text, number, request):
    """A record in the words of the test programs, or None for those that they do not write."""
    comm = re.search(r'Communicator: "(.*?)" <\d+>', text)
    on = f" on {comm[1]}" if comm else ""
    message = re.search(r"Tag: (\d+), Length: (\d+)", text)
    what = f" tag {message[1]} bytes {message[2]}" if message else ""
    peer = re.match(r"(Receiver|Sender): (\d+)", text)
    if peer:
        what = f" {'to' if peer[1] == 'Receiver' else 'from'} {peer[2]}{on}{what}"
    if kind == "ENTER":
        region = re.search(r'Region: "(.*?)"', text)[1]
        return f"ENTER {region}" if region.startswith("MPI_") else None
    if kind in ("MPI_COLLECTIVE_END", "NON_BLOCKING_COLLECTIVE_COMPLETE"):
        found = re.search(r"Operation: (\w+),.*Root: (\w+).*Sent: (\d+), Received: (\d+)", text)
        what = f" {found[1]}{on} root {found[2]} sent {found[3]} received {found[4]}"
    elif kind in ("COMM_CREATE", "COMM_DESTROY"):
        what = on
    elif kind in ("LEAVE", "PROGRAM_BEGIN", "PROGRAM_END", "MPI_COLLECTIVE_BEGIN", "BUFFER_FLUSH"):
        return None
    if request:
        what += f" #{number[request[1]]}"
    return kind + what


def records(archive, ranks):
    lines = [[] for _ in range(ranks)]
    numbers = [{} for _ in range(ranks)]
    stacks = [[] for _ in range(ranks)]
    for line in command("otf2-print", archive):
        found = re.match(r"([A-Z_]+) +(\d+) +\d+ *(.*)", line)
        if not found:
            continue
        kind, rank, text = found[1], int(found[2]), found[3]
        if kind == "ENTER":
            stacks[rank].append(text)
        elif kind == "LEAVE" and stacks[rank].pop() != text:
            sys.exit(f"rank {rank} leaves {text}, which it is not in")
        request = re.search(r"Request: (\d+)", text)
        if request:
            numbers[rank].setdefault(request[1], len(numbers[rank]) + 1)
        said = phrase(kind, text, numbers[rank], request)
        if said:
            lines[rank].append(said)
    for rank in range(ranks):
        if stacks[rank]:
            sys.exit(f"rank {rank} ends in {stacks[rank]}")
    return lines


def compare(rank, expected, seen):
    for i, (one, other) in enumerate(zip(expected + ["the end"], seen + ["the end"])):
        if one != other:
            sys.exit(f"rank {rank}, record {i + 1}: the program said '{one}', the archive has '{other}'")


def main():
    archive, ranks = sys.argv[1], int(sys.argv[2])
    seen = records(archive, ranks)
    comms = set(communicators(archive).values())
    total = 0
    for rank in range(ranks):
        with open(f"said.{rank}", encoding="utf-8") as said:
            lines = said.read().splitlines()
        for line in lines:
            if line.startswith("COMM ") and line not in comms:
                sys.exit(f"rank {rank}: the archive has no '{line}', but {sorted(comms)}")
        expected = [line for line in lines if not line.startswith("COMM ")]
        compare(rank, expected, seen[rank])
        total += len(expected)
    print(f"{total} records are as {ranks} ranks said")


main()
