# SPDX-License-Identifier: GPL-2.0-only
"""Results of seastar-sim as pandas DataFrames, with units.

    import seastar_sim
    df = seastar_sim.frame("r.jsonl", fields=["load", "select", "latency_p99"])
    df.attrs["units"]["latency_p99"]            # 'cycles'
    seastar_sim.label(df, "load")               # 'load (flits/node/cycle)'

A row is a result of `seastar-sim run` or `sweep`. A field is a key of the experiment, a column of
the CSV, or a place in the JSON such as "ports.1.flits" (seastar-sim-table(1)). The program
seastar-sim reads the files: it has to be in $PATH, or $SEASTAR_SIM has to name it.
"""
import json
import os
import subprocess

import pandas


class Error(Exception):
    """What seastar-sim says of files or fields that it refuses."""


def _table(option, files, fields, where):
    words = [os.environ.get("SEASTAR_SIM", "seastar-sim"), "table", option]
    if fields:
        words += ["-f", ",".join(fields)]
    words += [os.fspath(file) for file in files]
    words += [f"{key}={value}" for key, value in where.items()]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Error(done.stderr.strip())
    return json.loads(done.stdout)


def frame(*files, fields=None, **where):
    """Return the results of the files as a DataFrame, the units of its columns in attrs["units"].

    fields: names of the columns; by default the keys that differ, and the usual figures.
    where: only results of experiments with these values, as in load=0.3 or select="age,rr".
    """
    rows = _table("--json", files, fields, where)
    df = pandas.DataFrame(rows, columns=list(rows[0]))
    df.attrs["units"] = _table("--units", files, fields, where)
    return df


def label(df, column):
    """Return the name of a column with its unit, for an axis or a heading."""
    unit = df.attrs["units"].get(column)
    return f"{column} ({unit})" if unit else column
