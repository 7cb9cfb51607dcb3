# SPDX-License-Identifier: GPL-2.0-only
"""mutate.py SIMULATOR FILE COUNT: convert traces that differ from FILE in one to three places.

Each is converted, or refused with one line and status 1.  FILE and the files that it lists are restored.
"""
import glob
import random
import subprocess
import sys

MARKS = [b" ", b"-", b"0", b"1", b"9", b"\n", b"\0", b"\r", b"", b"#", b"4294967296", b"e9", b"-333", b"-444",
         b"\n0 waitall 2\n", b"\n0 test 3 0 5\n", b"\n0 waitAny 1\n", b"\n0 Startall\n", b"\n0 finalize\n", b"i"]


def mutate(draw, data):
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(data))
        kept = at + draw.choice([0, 1, 1, 3])
        data = data[:at] + draw.choice(MARKS) + data[kept:]
    return data


def main():
    simulator, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    files = [path] + sorted(glob.glob(path + "_files/*"))
    draw = random.Random(1)
    seen = {0: 0, 1: 0}
    for number in range(count):
        chosen = files[0] if draw.random() < 0.1 else draw.choice(files[1:])
        with open(chosen, "rb") as file:
            original = file.read()
        with open(chosen, "wb") as file:
            file.write(mutate(draw, original))
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


main()
