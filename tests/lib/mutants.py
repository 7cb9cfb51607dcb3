# SPDX-License-Identifier: GPL-2.0-only
"""Traces that differ from one that is right: each is converted, or refused with a line and status 1."""
import random
import subprocess
import sys


def mutate(draw, data, marks):
    """Put marks in one to three places of the data, or in place of bytes there."""
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(data))
        kept = at + draw.choice([0, 1, 1, 3])
        data = data[:at] + draw.choice(marks) + data[kept:]
    return data


def convert_all(simulator, path, count, marks, choose):
    """Convert the trace at path with mutants of files of it, which choose(draw) chooses and which are restored."""
    draw = random.Random(1)
    seen = {0: 0, 1: 0}
    for number in range(count):
        chosen = choose(draw)
        with open(chosen, "rb") as file:
            original = file.read()
        with open(chosen, "wb") as file:
            file.write(mutate(draw, original, marks))
        run = subprocess.run([simulator, "convert", path], capture_output=True, check=False, timeout=60)
        with open(chosen, "wb") as file:
            file.write(original)
        refused = run.returncode == 1 and run.stderr.count(b"\n") == 1 and not run.stdout
        if run.returncode and not refused:
            sys.exit(f"mutant {number}: status {run.returncode}, said: {run.stderr!r}")
        seen[run.returncode] += 1
    print(f"converted {seen[0]}, refused {seen[1]}")
    if min(seen.values()) < count // 50:
        sys.exit("too few of either kind")
