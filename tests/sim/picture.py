#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Read pictures back, and compare what is drawn with the results it was drawn from.

picture.py axes SVG TEXT...         well-formed, with a size, and each text is on it
picture.py room SVG LABEL NAME...   the names in the legend are a line below the label, all in the picture
picture.py curves SVG NAME...       the legend names exactly these lines
picture.py throughput SVG RESULTS   each point of each curve lies where its values belong
picture.py points SVG RESULTS X Y   the same; X and Y are paths such as load.accepted; axes are linear
picture.py links SVG RESULTS        the same, of the use of links
picture.py heat SVG RESULT          each link's cell has the colour of its value
picture.py png PNG                  a PNG file, with a size
"""
import base64
import json
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree
import zlib

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"


def read_svg(path):
    root = ElementTree.parse(path).getroot()
    assert root.tag == SVG + "svg", root.tag
    width, height = float(root.get("width")), float(root.get("height"))
    assert width > 100 and height > 100, (width, height)
    return root


def read_results(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def groups(root):
    """What gnuplot calls plots: the title of each, and its elements."""
    for group in root.iter(SVG + "g"):
        if group.get("id", "").startswith("gnuplot_plot_"):
            yield group.find(SVG + "title").text or "", group


def named(root):
    return [(title, group) for title, group in groups(root) if not title.startswith("gnuplot_")]


def check_axes(path, *wanted):
    texts = ["".join(text.itertext()) for text in read_svg(path).iter(SVG + "text")]
    for text in wanted:
        assert text in texts, f"{text!r} is not among {texts}"


def check_room(path, label, *names):
    root = read_svg(path)
    width, height = float(root.get("width")), float(root.get("height"))
    places = {}
    for group in root.iter(SVG + "g"):
        # each text has a group of its own
        words = ["".join(text.itertext()) for text in group.findall(SVG + "text")]
        if words and (place := re.match(r"translate\(([\d.]+),([\d.]+)\)", group.get("transform", ""))):
            x, y = map(float, place.groups())
            assert 0 < y < height, (words, y)
            # no digit is wider than 9 pixels
            assert group.get("text-anchor") != "middle" or x + 4.5 * len(words[0]) < width, (words, x)
            places[words[0]] = y
    for name in names:
        assert places[name] > places[label] + 20, (name, places[name], places[label])


def check_curves(path, *wanted):
    titles = [title for title, _ in named(read_svg(path))]
    assert titles == list(wanted), titles


def points(group):
    """The places of the points along the curve; the last is the one in the legend."""
    places = [use.get("transform") for use in group.iter(SVG + "use")]
    return [tuple(map(float, re.match(r"translate\(([\d.]+),([\d.]+)\)", place).groups()))
            for place in places[:-1]]


def straight(pairs):
    """Are the pixels a straight line of the values, to a pixel?"""
    (low, a), (high, b) = min(pairs), max(pairs)
    assert high > low and abs(b - a) > 50, pairs
    for value, pixel in pairs:
        expected = a + (b - a) * (value - low) / (high - low)
        assert abs(pixel - expected) < 1, (value, pixel, expected)


def offered(result):
    return result["experiment"]["load"]


def check_places(path, results, line, value, place=offered):
    """Each point of the curves with this name behind the experiment's lies where its value belongs."""
    across, upwards = [], []
    results = read_results(results)
    for title, group in named(read_svg(path)):
        name, _, of = title.partition(", ")
        if of != line:
            continue
        key, _, word = name.partition(" ")
        mine = sorted((r for r in results if r["experiment"].get(key) == word),
                      key=offered)
        for result, (x, y) in zip(mine, points(group), strict=True):
            across.append((place(result), x))
            upwards.append((value(result), y))
    assert len(across) == len(results), (len(across), len(results))
    straight(across)
    straight(upwards)


def check_throughput(path, results):
    check_places(path, results, "", lambda r: r["load"]["accepted"])


def check_points(path, results, *paths):
    across, upwards = [lambda r, part=part, name=name: r[part][name] for part, name in (p.split(".") for p in paths)]
    check_places(path, results, "", upwards, across)


def check_links(path, results):
    check_places(path, results, "the link used most", lambda r: max(
        flits for router in r["links"]["flits"] for flits in router if flits is not None) / r["cycles"]["measured"])
    check_places(path, results, "mean of the dimension used most", lambda r: max(
        d["utilisation"] for d in r["dimensions"] if d["utilisation"] is not None))


def unfilter(kind, line, above, step):
    for i in range(len(line)):
        left = line[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        if kind == 4:
            estimate = left + up - corner
            add = min((left, up, corner), key=lambda v: abs(estimate - v))
        else:
            add = (0, left, up, (left + up) // 2)[kind]
        line[i] = (line[i] + add) & 255
    return line


def read_pixels(png):
    """Rows of (red, green, blue, alpha) of an 8-bit PNG with alpha."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            assert (depth, colours) == (8, 6), (depth, colours)
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    data, rows, line = zlib.decompress(packed), [], bytearray(4 * width)
    for row in range(height):
        start = row * (4 * width + 1)
        line = unfilter(data[start], bytearray(data[start + 1:start + 1 + 4 * width]), line, 4)
        rows.append([tuple(line[4 * i:4 * i + 4]) for i in range(width)])
    return rows


def check_heat(path, result):
    """A panel a plane and direction, planes side by side: colours as bright as links are used."""
    result = json.load(open(result, encoding="utf-8"))
    image = read_svg(path).find(f".//{SVG}image")
    rows = read_pixels(base64.b64decode(image.get(LINK).partition(",")[2]))
    radix = [n + 1 for n in result["by_source"][-1]["at"]]
    assert len(rows[0]) == radix[2] * (radix[0] + 2) - 2, len(rows[0])
    seen = []
    for source, links in zip(result["by_source"], result["links"]["flits"]):
        x, y, z = source["at"]
        for direction, flits in enumerate(links):
            panel_top = direction * (radix[1] + 3) + 3
            red, green, blue, alpha = \
                rows[panel_top + radix[1] - 1 - y][z * (radix[0] + 2) + x]
            assert (flits is not None) == (alpha > 0), (source["at"], direction, flits)
            if flits is not None:
                seen.append((flits, 0.2126 * red + 0.7152 * green + 0.0722 * blue))
    assert len({bright for _, bright in seen}) > 10, "all have about one colour"
    seen.sort()
    for (flits, bright), (more, brighter) in zip(seen, seen[1:]):
        assert brighter >= bright - 1.5, (flits, bright, more, brighter)
    assert sum(row[i][3] > 0 for row in rows for i in range(len(row))) == len(seen)


def check_png(path):
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n", head
    width, height = struct.unpack(">II", head[16:24])
    assert width > 100 and height > 100, (width, height)


if __name__ == "__main__":
    globals()["check_" + sys.argv[1]](*sys.argv[2:])
