# SPDX-License-Identifier: GPL-2.0-only
"""mutate.py SIMULATOR FILE COUNT: convert traces of SMPI that differ from FILE, or a file that it lists."""
import glob
import sys

import mutants

MARKS = [b" ", b"-", b"0", b"1", b"9", b"\n", b"\0", b"\r", b"", b"#", b"4294967296", b"e9", b"-333", b"-444",
         b"\n0 waitall 2\n", b"\n0 test 3 0 5\n", b"\n0 waitAny 1\n", b"\n0 Startall\n", b"\n0 finalize\n", b"i"]


def main():
    simulator, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    ranks = sorted(glob.glob(path + "_files/*"))
    mutants.convert_all(simulator, path, count, MARKS,
                        lambda draw: path if draw.random() < 0.1 else draw.choice(ranks))


main()
