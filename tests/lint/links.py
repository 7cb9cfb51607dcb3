#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Print the links of Markdown pages that lead nowhere: links.py PAGE...

A link within the tree has to name a file, or a folder, and after "#" a heading of it, as GitHub
derives its name. Links to other machines are not followed.
"""
import functools
import os
import re
import sys


def without_code(text):
    """The text with as many lines, and no code in it."""
    text = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.M | re.S)
    text = re.sub(r"^(    |\t).*$", "", text, flags=re.M)
    return re.sub(r"`[^`\n]*`", "", text)


@functools.cache
def anchors(path):
    """The names of a page's headings."""
    found = set()
    with open(path, encoding="utf-8") as page:
        text = re.sub(r"^```.*?^```", "", page.read(), flags=re.M | re.S)
    for title in re.findall(r"^#+ +(.*?) *$", text, flags=re.M):
        name = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower()).replace(" ", "-")
        same = name
        number = 0
        while same in found:
            number += 1
            same = f"{name}-{number}"
        found.add(same)
    return found


def broken(path):
    """Yield (line number, link) of the links that lead nowhere."""
    with open(path, encoding="utf-8") as page:
        text = without_code(page.read())
    for match in re.finditer(r"\]\(([^()\s]+)\)", text):
        link = match[1]
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        target = os.path.join(os.path.dirname(path), target) if target else path
        known = os.path.exists(target) and (not anchor or os.path.isfile(target) and anchor in anchors(target))
        if not known:
            yield text.count("\n", 0, match.start()) + 1, link


def main():
    for path in sys.argv[1:]:
        for line, link in broken(path):
            print(f"{path}:{line}: {link} leads nowhere")


main()
