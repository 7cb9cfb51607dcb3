#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Read pictures back, and compare what is drawn with the results it was drawn from.

picture.py axes SVG TEXT...         well-formed, with a size, and each text is on it
picture.py room SVG LABEL NAME...   the names in the legend are a line below the label, all in the picture
picture.py curves SVG NAME...       the legend names exactly these lines
picture.py throughput SVG RESULTS   each point of each curve lies where its values belong
picture.py points SVG RESULTS X Y   the same; X and Y are paths such as load.accepted; axes are linear
picture.py search SVG RESULTS OF    the same, of the time or use of a search, by its query_time, whose axis is logarithmic
picture.py links SVG RESULTS        the same, of the use of links
picture.py heat SVG RESULT          each link's cell has the colour of its value
picture.py fly-links SVG RESULT [GROUP]   the same, of a Dragonfly; local links of that group, or the mean
picture.py fly-routers SVG RESULT MEMBER  each router's cell has the colour of the mean of its nodes' MEMBER
picture.py grid SVG RESULT [MEMBER]      the same, of a HyperX or fat tree: each link, or each node's MEMBER, has a cell
picture.py profile SVG RESULTS MEMBER     means of routers of groups, their least and greatest are where they belong
picture.py timeline SVG RESULT      each fifth of a bin of a rank has the colour of its state, in the legend's order
picture.py png PNG                  a PNG file, with a size
"""
import base64
import json
import math
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
            assert group.get("text-anchor") != "middle" or "rotate" in group.get("transform") or \
                x + 4.5 * len(words[0]) < width, (words, x)
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


def check_places(path, results, line, value, place=offered, order=offered):
    """Each point of the curves with this name behind the experiment's lies where its value belongs."""
    across, upwards = [], []
    results = read_results(results)
    for title, group in named(read_svg(path)):
        name, _, of = title.partition(", ")
        if of != line:
            continue
        key, _, word = name.partition(" ")
        mine = sorted((r for r in results if r["experiment"].get(key) == word),
                      key=order)
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


def check_search(path, results, of):
    value = {"time": lambda r: math.log(r["completion"]["search"]["ns"]),
             "use": lambda r: r["load"]["accepted"]}[of]

    def by_time(r):
        return math.log(r["experiment"]["query_time"])
    check_places(path, results, "", value, by_time, by_time)


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
    """Rows of (red, green, blue, alpha) of an 8-bit PNG, with alpha or without."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colours = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colours in (2, 6), (depth, colours)
            step = 4 if colours == 6 else 3
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    data, rows, line = zlib.decompress(packed), [], bytearray(step * width)
    for row in range(height):
        start = row * (step * width + 1)
        line = unfilter(data[start], bytearray(data[start + 1:start + 1 + step * width]), line, step)
        rows.append([(*line[step * i:step * i + 3], line[4 * i + 3] if step == 4 else 255) for i in range(width)])
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


def images(path):
    """The pixels of each image, the lowest row first."""
    for image in read_svg(path).iter(SVG + "image"):
        assert image.get("style") == "image-rendering:pixelated", image.attrib.keys()
        yield read_pixels(base64.b64decode(image.get(LINK).partition(",")[2]))[::-1]


def check_colours(wanted, images):
    """The greater a cell's value, the brighter it is; those without one are transparent."""
    seen = []
    for cells, rows in zip(wanted, images, strict=True):
        size = (len(rows[0]), len(rows))
        assert all(column < size[0] and row < size[1] for column, row in cells), (size, cells)
        for row in range(size[1]):
            for column in range(size[0]):
                red, green, blue, alpha = rows[row][column]
                assert ((column, row) in cells) == (alpha > 0), (column, row)
                if alpha:
                    seen.append((cells[column, row], 0.2126 * red + 0.7152 * green + 0.0722 * blue))
    assert len({bright for _, bright in seen}) > 10, "all have about one colour"
    seen.sort()
    for (value, bright), (more, brighter) in zip(seen, seen[1:]):
        assert brighter >= bright - 1.5, (value, bright, more, brighter)


def check_fly_links(path, result, group=None):
    result = json.load(open(result, encoding="utf-8"))
    groups, routers = (n + 1 for n in result["by_source"][-1]["at"][:2])
    links, cycles, local, beyond = result["links"], result["cycles"]["measured"], {}, {}
    for kind in links:
        for router, (tos, row) in enumerate(zip(links[kind]["to"], links[kind]["flits"], strict=True)):
            for (other, there), flits in zip(tos, row, strict=True):
                here = router // routers
                if kind == "global":
                    assert (other, here) not in beyond
                    beyond[other, here] = flits / cycles
                elif group is None or int(group) == here:
                    place = there, router % routers
                    local[place] = local.get(place, 0) + flits / cycles / (groups if group is None else 1)
    assert len(local) == routers * (routers - 1) and len(beyond) == groups * (groups - 1)
    check_colours((local, beyond), images(path))


def by_router(result, member):
    """The mean of the nodes of each router, by group and router."""
    nodes = {}
    for source in result["by_source"]:
        nodes.setdefault(tuple(source["at"][:2]), []).append(source[member])
    return {at: sum(values) / len(values) for at, values in nodes.items()}


def check_fly_routers(path, result, member):
    check_colours([by_router(json.load(open(result, encoding="utf-8")), member)], images(path))


def grid_of(topology):
    """How many places there are along each axis of the picture, and which a router has."""
    name, _, sizes = topology.partition(":")
    sizes = [int(size) for size in sizes.split("x")]
    if name == "hyperx":
        x, y, z = sizes
        return sizes, lambda router: (router // z // y, router // z % y, router % z)
    switches = sizes[0] ** (sizes[1] - 1)
    return [switches, sizes[1], 1], lambda router: (router % switches, router // switches, 0)


def per_router(experiment):
    """Nodes of a router: a fat tree has as many as links up."""
    return experiment.get("concentration") or int(experiment["topology"].partition(":")[2].split("x")[0])


def check_grid(path, result, member=None):
    """A panel a plane and kind of links: the cells of a router side by side, and a gap to the next."""
    result = json.load(open(result, encoding="utf-8"))
    (columns, rows, planes), place = grid_of(result["experiment"]["topology"])
    if member:
        nodes, each = [node[member] for node in result["by_source"]], per_router(result["experiment"])
        bands = [[nodes[i:i + each] for i in range(0, len(nodes), each)]]
    else:
        bands = [of["flits"] for of in result["links"].values() if any(of["flits"])]
    wide = max(len(row) for band in bands for row in band)
    step, head = (wide + 1, 1) if wide > 1 else (1, 3)
    width, height = columns * step + 2, rows + head
    across = min(planes, math.ceil(math.sqrt(planes * height / width))) if member else planes
    lines = math.ceil(len(bands) * planes / across)
    cells = {}
    for nth, band in enumerate(bands):
        for router, row in enumerate(band):
            x, y, z = place(router)
            panel = nth * planes + z
            for i, value in enumerate(row):
                cells[panel % across * width + x * step + i, (lines - 1 - panel // across) * height + y] = value
    check_colours([cells], images(path))


def bars(group):
    """The ends of upright lines of two points, upper one first, from left to right."""
    found = []
    for path in group.iter(SVG + "path"):
        for line in path.get("d").split("M")[1:]:
            ends = [tuple(map(float, end.split(","))) for end in re.findall(r"[\d.]+,[\d.]+", line)]
            if len(ends) == 2 and ends[0][0] == ends[1][0]:
                found.append((ends[0][0], sorted(y for _, y in ends)))
    return found


def check_profile(path, results, member):
    upwards = []
    for result, (_, group) in zip(read_results(results), named(read_svg(path)), strict=True):
        routers = by_router(result, member)
        drawn = points(group)
        for place, ((x, y), (beside, (top, bottom))) in enumerate(zip(drawn, bars(group), strict=True)):
            values = [value for (_, router), value in routers.items() if router == place]
            assert x == beside, (x, beside)
            upwards += [(sum(values) / len(values), y), (max(values), top), (min(values), bottom)]
        assert len(drawn) == max(router for _, router in routers) + 1, drawn
        steps = [b[0] - a[0] for a, b in zip(drawn, drawn[1:])]
        assert max(steps) - min(steps) < 0.1, steps
    straight(upwards)


def check_timeline(path, result):
    """A row a rank, the first at the top, as the result's cycles by state are; none where no rank is."""
    with open(result, encoding="utf-8") as file:
        program = json.load(file)["program"]
    colours = [(143, 212, 189), (230, 159, 0), (213, 94, 0), (0, 114, 178)]
    shape, seen = program["timeline"], set()
    rows = [list(reversed(rows)) for rows in images(path)]
    assert len(rows) == 1 and len(rows[0]) == len(program["by_rank"]), [len(r) for r in rows]
    for row, rank in zip(rows[0], program["by_rank"], strict=True):
        assert len(row) == 5 * shape["bins"], len(row)
        for i in range(5 * shape["bins"]):
            cycles = [rank["timeline"][state][i // 5] for state in ("computing", "sending", "waiting", "collective")]
            middle = (i % 5 + 0.5) / 5 * shape["cycles"]
            states = [n for n in range(4) if middle < sum(cycles[:n + 1])]
            assert (row[i][3] == 255) == bool(states), (rank["rank"], i, cycles, row[i])
            if states:
                assert row[i][:3] == colours[states[0]], (rank["rank"], i, cycles, row[i])
                seen.add(states[0])
    print(f"states {sorted(seen)} in {shape['bins']} bins")
    assert len(seen) == 4, seen


def check_png(path):
    with open(path, "rb") as file:
        head = file.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n", head
    width, height = struct.unpack(">II", head[16:24])
    assert width > 100 and height > 100, (width, height)


if __name__ == "__main__":
    globals()["check_" + sys.argv[1].replace("-", "_")](*sys.argv[2:])
