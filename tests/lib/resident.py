# SPDX-License-Identifier: GPL-2.0-only
"""Run a command, and print the most memory that was resident, in KiB.

Huge pages, where the machine gives them to every process, would round up each region.
"""
import ctypes
import os
import sys

PR_SET_THP_DISABLE = 41

pid = os.fork()
if not pid:
    if ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0):
        sys.exit("resident.py: no prctl(PR_SET_THP_DISABLE)")
    os.execv(sys.argv[1], sys.argv[1:])
_, status, used = os.wait4(pid, 0)
print(used.ru_maxrss)  # in KiB
sys.exit(status != 0)
