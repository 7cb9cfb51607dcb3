#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Print the top of an HTML page, as a browser has made it with its scripts, as a picture in SVG.

page.py PAGE[#VIEW] WIDTH HEIGHT LAST OVER >PICTURE

The picture has the page's own text and drawings, up to the element that the selector LAST finds, and
no scripts. The pointer is on the first element that OVER finds, if there is one.
"""
import html
import os
import re
import subprocess
import sys
import tempfile

# Leaves in the body, as text, what the picture shows. What is cut off does not depend on fonts.
TAKE = """<script>
document.querySelector(OVER)?.dispatchEvent(new MouseEvent('mouseover'));
for (const select of document.querySelectorAll('select'))
  for (const option of select.options)
    option.toggleAttribute('selected', option.selected);
const last = document.querySelector(LAST);
for (const element of [...document.body.querySelectorAll('*')])
  if (element.localName === 'script' ||
      (last.compareDocumentPosition(element) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) ===
       Node.DOCUMENT_POSITION_FOLLOWING)
    element.remove();
document.body.prepend(document.querySelector('style'));
document.body.textContent = new XMLSerializer().serializeToString(document.body);
</script>"""

PICTURE = """\
<!-- SPDX-License-Identifier: GPL-2.0-only -->
<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">
<rect width="{width}" height="{height}" fill="#fff"/>
<foreignObject width="{width}" height="{height}">
{body}
</foreignObject>
<rect width="{width}" height="{height}" fill="none" stroke="#888"/>
</svg>
"""


def browse(page, view, width, height):
    """The text of the page's body once its scripts have run. As root, chromium needs no sandbox."""
    with tempfile.TemporaryDirectory() as work:
        path = os.path.join(work, "page.html")
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
        dom = subprocess.run(["timeout", "120", "chromium", "--headless=new", "--no-sandbox", "--disable-gpu",
                              f"--user-data-dir={work}/chromium", f"--window-size={width},{height}",
                              "--dump-dom", f"file://{path}#{view}"],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True).stdout
    return html.unescape(re.search(r"<body[^>]*>(.*)</body>", dom, re.S)[1])


def main():
    path, width, height, last, over = sys.argv[1:]
    path, _, view = path.partition("#")
    with open(path, encoding="utf-8") as file:
        page = file.read()
    take = TAKE.replace("LAST", repr(last)).replace("OVER", repr(over))
    body = browse(page.replace("</body>", take + "</body>"), view, width, height)
    print(PICTURE.format(width=width, height=height, body=re.sub(r"\n\s*\n+", "\n", body.strip())), end="")


main()
