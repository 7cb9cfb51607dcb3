# SPDX-License-Identifier: GPL-2.0-only
"""mutate.py SIMULATOR FILE COUNT: convert traces of Dimemas that differ from FILE."""
import sys

import mutants

MARKS = [b":", b"-", b"0", b"1", b"9", b"\n", b"\0", b"\r", b"", b"d", b"s:", b"4294967296", b"e9", b"("]


def main():
    simulator, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    mutants.convert_all(simulator, path, count, MARKS, lambda draw: path)


main()
