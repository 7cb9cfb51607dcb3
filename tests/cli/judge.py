#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Judge what the guest has played: TAP.

    judge.py SEASTAR SANITIZED RECORDS

SEASTAR is asked for the commands there are, SANITIZED runs the examples that need no module."""
import pathlib
import sys

import records
import schema
import tap
import wrong

HERE = pathlib.Path(__file__).resolve().parent


def main():
    seastar, sanitized, path = sys.argv[1:]
    played = list(records.read(path))
    schema.judge(seastar, list(schema.play_here(pathlib.Path(sanitized).resolve())) +
                 [r for r in played if r['table'] == 'examples'])
    wrong.judge(HERE / 'wrong', [r for r in played if r['table'] == 'wrong'])
    tap.finish()


main()
