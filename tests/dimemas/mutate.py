# SPDX-License-Identifier: GPL-2.0-only
"""mutate.py SIMULATOR FILE COUNT: convert traces that differ from FILE in one to three places.

Each is converted, or refused with one line and status 1.
"""
import random
import subprocess
import sys

MARKS = [b":", b"-", b"0", b"1", b"9", b"\n", b"\0", b"\r", b"", b"d", b"s:", b"4294967296", b"e9", b"("]


def mutate(draw, data):
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(data))
        kept = at + draw.choice([0, 1, 1, 3])
        data = data[:at] + draw.choice(MARKS) + data[kept:]
    return data


def main():
    simulator, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with open(path, "rb") as file:
        original = file.read()
    draw = random.Random(1)
    seen = {0: 0, 1: 0}
    for number in range(count):
        data = mutate(draw, original)
        with open("mutant.dim", "wb") as file:
            file.write(data)
        run = subprocess.run([simulator, "convert", "mutant.dim"], capture_output=True, check=False)
        refused = run.returncode == 1 and run.stderr.count(b"\n") == 1 and not run.stdout
        if run.returncode and not refused:
            sys.exit(f"mutant {number}: status {run.returncode}, said: {run.stderr!r}")
        seen[run.returncode] += 1
    print(f"converted {seen[0]}, refused {seen[1]}")
    if min(seen.values()) < count // 50:
        sys.exit("too few of either kind")


main()
