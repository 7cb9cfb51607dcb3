#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Print the screen of a terminal, as tmux captures it with its colours, as a picture in SVG.

terminal.py TITLE COLUMNS <SCREEN >PICTURE
"""
import io
import sys

from rich.console import Console
from rich.text import Text

# rich's own loads its font from the web
FORMAT = """\
<!-- SPDX-License-Identifier: GPL-2.0-only -->
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px; line-height: {line_height}px }}
.{unique_id}-title {{ font-family: sans-serif; font-size: 18px; font-weight: bold }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main():
    title, columns = sys.argv[1], int(sys.argv[2])
    console = Console(record=True, width=columns, file=io.StringIO(), force_terminal=True,
                      color_system="standard", highlight=False)
    # a line of all columns is whole: nothing is wrapped
    for line in sys.stdin.read().rstrip("\n").split("\n"):
        console.print(Text.from_ansi(line), no_wrap=True, crop=False)
    print(console.export_svg(title=title, code_format=FORMAT, unique_id="terminal"), end="")


main()
