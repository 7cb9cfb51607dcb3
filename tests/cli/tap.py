# SPDX-License-Identifier: GPL-2.0-only
"""Test points of the scripts in this directory."""
import sys

tested = failed = 0


def check(claim, problems):
    """A point that holds if there are no problems"""
    global tested, failed
    tested += 1
    print(f'{"not ok" if problems else "ok"} {tested} {claim}')
    if problems:
        failed += 1
        for problem in problems[:20]:
            print('#  ', str(problem).replace('\n', '\n#   '))


def finish():
    print(f'1..{tested}')
    sys.exit(failed > 0)
