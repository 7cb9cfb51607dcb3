#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Comments of C files that a reader has to read twice (CONTRIBUTING.md, "Words"): those with a
paragraph or a line that opens with a word which stands for something else, and sentences of more
than 30 words.

usage: comments.py FILE...
"""
import re
import sys

MOST_WORDS = 30
OPENING = re.compile(
    r"(?:what|who|whose|whom|whoever|whatever|which|those|these|they|them|their|its?|others|such|of"
    r"|that|nobody|somebody)\b", re.I)
# a sentence that opens a line, after the end of another one or below a name
SENTENCE = re.compile(
    r"(?:It|Its|They|Their|This|These|Those|Which|Who|Whose|What|Whoever|Whatever|Of|Others|Such)\b")
# a comment, or a string or character in which there is none
TOKEN = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
# what begins a paragraph of its own in a comment: a field, an item, a section, a drawing
ALONE = re.compile(r"@[\w.\[\]-]+:|[-*]\s|\d+\.\s|\w+(?:\(\))? - |Return:|Context:|SPDX-|DOC:|%\w+:")
INDENTED = re.compile(r"\t|\s{2,}")


def paragraphs(comment):
    """The paragraphs of a comment, and the line of the comment at which each begins."""
    lines = [re.sub(r"^\s*\*?[ \t]?", "", line) for line in comment[2:-2].lstrip("*").split("\n")]
    text, first, indented = "", 0, False
    for number, line in enumerate(lines):
        before, indented = indented, bool(INDENTED.match(line))
        # elsewhere an item goes on
        deeper = indented > before and text.endswith(": ")
        if text and (not line.strip() or ALONE.match(line.strip()) or deeper):
            yield first, text
            text = ""
        if line.strip():
            first = first if text else number
            text += line.rstrip() + " "
    if text:
        yield first, text


def sentences(text):
    return re.split(r"(?<=[.:;?!])\s+", text)


def opening_lines(comment):
    """Find sentences at the beginning of a line: the line of the comment, and the word."""
    before, depth = ".", 0
    for number, line in enumerate(comment[2:-2].split("\n")):
        indent, text = re.match(r"\s*\*?([ \t]*)(.*)", line).groups()
        opens = SENTENCE.match(text)
        if number and opens and (before[-1:] in ".:;?!" or len(indent) > depth):
            yield number, opens.group()
        if text.strip():
            before, depth = text.strip(), len(indent)


def findings(name):
    with open(name, encoding="utf-8") as f:
        code = f.read()
    for token in TOKEN.finditer(code):
        if not token.group().startswith("/*"):
            continue
        line, opened = 1 + code.count("\n", 0, token.start()), set()
        for first, text in paragraphs(token.group()):
            text = text.strip()
            if OPENING.match(text):
                opened.add(first)
                yield f'{name}:{line + first}: a comment opens with "{OPENING.match(text).group()}": name it'
            for sentence in sentences(text):
                words = len(re.findall(r"[\w@%'().,/_-]*\w[\w@%'().,/_-]*", sentence))
                if words > MOST_WORDS:
                    yield f'{name}:{line + first}: {words} words from "{" ".join(sentence.split()[:5])}": make it two sentences'
        for number, word in opening_lines(token.group()):
            if number not in opened:
                yield f'{name}:{line + number}: a sentence of a comment opens with "{word}": name it'


for path in sys.argv[1:]:
    for finding in findings(path):
        print(finding)
