#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Print where files name the Dragonfly that have no reason to: named.py LIST FILE...

LIST has the files that have one. Comments do not count, nor do texts for people: literals with a
space, a point or a colon.
"""
import re
import sys

ITS_OWN = r"^sim/(topology/dragonfly|routers/dragonfly/|paper/dragonfly/)"


def code(text):
    """The text with as many lines, without comments and texts for people."""
    text = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    return re.sub(r'"(?:\\.|[^"\\\n])*"', lambda words: '""' if re.search(r"[ .:]", words[0]) else words[0], text)


def main(names, *files):
    with open(names, encoding="utf-8") as lines:
        may = {line.split()[0] for line in lines if not line.startswith("#")}
    seen = set()
    for file in files:
        if re.match(ITS_OWN, file):
            continue
        with open(file, encoding="utf-8") as source:
            for number, line in enumerate(code(source.read()).split("\n"), 1):
                if not re.search("dragonfly|drf_", line, re.I):
                    continue
                seen.add(file)
                if file not in may:
                    print(f"{file}:{number}: names the Dragonfly: ask the table of its topology or its kind")
    for file in sorted(may & set(files) - seen):
        print(f"{names}: {file} does not name the Dragonfly")


main(*sys.argv[1:])
