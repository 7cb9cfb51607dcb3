#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Read a report back from a browser's DOM, and compare it with the results.

page.py probe PAGE           print the page with a script that writes into each svg how it is laid out
page.py numbers DOM RESULTS  every value on the page is the results', and none of them is missing
page.py layout DOM COUNT     so many pictures, each with a size and with curves on it
page.py compared PAGE RESULTS NAME...
                             the tables that compare the experiments of these names have what the results say
page.py alone PAGE           the page refers to nothing outside of it, and runs nothing
"""
import json
import math
import re
import sys
from html.parser import HTMLParser

PROBE = """<script>
for (const svg of document.querySelectorAll('svg')) {
  const outer = svg.getBoundingClientRect();
  const inner = svg.querySelector('g').getBBox();
  svg.dataset.laid = [outer.width, outer.height, inner.width, inner.height].join(' ');
  const ids = [...svg.querySelectorAll('use')].map(use => use.getAttribute('xlink:href').slice(1));
  svg.dataset.lost = ids.filter(id => !svg.querySelector('#' + id)).length;
}
const all = [...document.querySelectorAll('[id]')].map(element => element.id);
document.body.dataset.twice = all.length - new Set(all).size;
</script>"""

# What must be on the page of each result, whatever it is of
WANTED = [
    "version", "seed", "state_hash", "cycles.warmup", "cycles.measured", "verdict.is",
    *(f"load.{key}" for key in ("offered", "injected", "accepted", "ci95", "packets_delivered")),
    *(f"latency.{key}" for key in ("packets", "mean", "ci95", "deviation", "min", "max", "p50", "p99", "p999")),
    *(f"network_latency.{key}" for key in ("mean", "p99")),
    *(f"fairness.{key}" for key in ("min", "max", "max_over_min", "cv", "jain")),
    *(f"ports.{port}.{key}" for port in range(7)
      for key in ("utilisation", "wait", "stalled_per_packet", "queueing", "ages.3")),
    *(f"dimensions.{d}.{key}" for d in range(3) for key in ("utilisation", "queueing", "wait")),
    *(f"age_histogram.{group}.packets" for group in range(4)),
    *(f"arbitration.{key}" for key in ("granted", "contested", "inhibited", "tied", "saturated")),
]


class Page(HTMLParser):
    """The values on the page, (result, key) -> (attribute, text), and its pictures."""

    def __init__(self, text):
        super().__init__()
        self.values, self.pictures, self.body = {}, [], {}
        self.result = self.key = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.result = attrs.get("data-result", self.result)
        if "data-key" in attrs:
            self.key = int(self.result), attrs["data-key"]
            self.values[self.key] = [attrs["data-value"], ""]
        if tag == "svg":
            self.pictures.append([attrs, 0])
        if tag == "g" and re.search("gnuplot_plot_", attrs.get("id", "")):
            self.pictures[-1][1] += 1
        if tag == "body":
            self.body = attrs

    def handle_data(self, data):
        if self.key:
            self.values[self.key][1] += data

    def handle_endtag(self, tag):
        if tag in ("td", "span"):
            self.key = None


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def look_up(result, key):
    for word in key.split("."):
        result = result[int(word)] if isinstance(result, list) else result.get(word)
    return result


def compare(key, value, attribute, text):
    if isinstance(value, float):
        assert float(attribute) == value, (key, value, attribute)
        assert math.isclose(float(text), value, rel_tol=1e-4), (key, value, text)
    else:
        assert attribute == ("null" if value is None else str(value)), (key, value, attribute)
        assert text == ("–" if value is None else str(value)), (key, value, text)


def check_probe(path):
    text = read(path)
    assert text.count("</body>") == 1
    print(text.replace("</body>", PROBE + "</body>"))


def check_numbers(dom, path):
    results = [json.loads(line) for line in open(path, encoding="utf-8")]
    page = Page(read(dom))
    for (number, key), (attribute, text) in page.values.items():
        compare(key, look_up(results[number], key), attribute, text)
    for number, result in enumerate(results):
        same = [key for key, value in result["experiment"].items() if not isinstance(value, list)
                and all(other["experiment"].get(key) == value for other in results)]
        for key in WANTED[1:] + [f"experiment.{key}" for key in result["experiment"]
                                 if key not in same and key != "changes"]:
            assert (number, key) in page.values, (number, key)
    for key in ["version"] + [f"experiment.{key}" for key in same]:
        assert (0, key) in page.values, key
    print(len(page.values), "values")


def check_layout(dom, count):
    page = Page(read(dom))
    assert len(page.pictures) == int(count), len(page.pictures)
    assert page.body["data-twice"] == "0", page.body
    for attrs, plots in page.pictures:
        sizes = [float(size) for size in attrs["data-laid"].split()]
        assert min(sizes) > 100, (attrs["aria-label"], sizes)
        assert attrs["data-lost"] == "0", attrs
        assert plots > 0, attrs["aria-label"]


class Comparison(HTMLParser):
    """The tables of a comparison: (panel, table, line) -> its cells, name -> (value, text), and the name of the line."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.names, self.panels = {}, {}, []
        self.row = self.cell = self.heading = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.heading = tag == "h2"
        if "data-table" in attrs:
            self.row = int(attrs["data-panel"]), attrs["data-table"], int(attrs["data-line"])
            self.rows[self.row] = {}
        self.cell = attrs.get("data-name", "" if tag == "td" and self.row and not self.rows[self.row] else None)
        if self.cell:
            assert self.cell not in self.rows[self.row], (self.row, self.cell)
            self.rows[self.row][self.cell] = [attrs["data-value"], ""]

    def handle_data(self, data):
        if self.heading and data.startswith("Traffic: "):
            self.panels.append(data)
        if self.cell:
            self.rows[self.row][self.cell][1] += data
        elif self.cell == "" and self.row not in self.names:
            self.names[self.row] = data

    def handle_endtag(self, tag):
        self.heading = False
        if tag == "td":
            self.cell = None
        if tag == "tr":
            self.row = None


UNSTABLE = ("saturated", "starved", "lossy", "idle", "deadlock")


def stable(runs):
    return bool(runs) and all(run["verdict"]["is"] not in UNSTABLE for run in runs)


def link_used_most(run):
    flits = [link for router in run.get("links", {}).get("flits", []) for link in router if link is not None]
    return max(flits) / run["cycles"]["measured"] if flits else None


def mean(runs, path):
    values = [path(run) if callable(path) else look_up(run, path) for run in runs]
    return sum(values) / len(values) if values and None not in values else None


QUANTITIES = {
    "accepted": "load.accepted", "latency": "latency.mean", "p99": "latency.p99", "slowest": "fairness.min",
    "fastest": "fairness.max", "jain": "fairness.jain", "share": "starvation.worst.share", "link": link_used_most,
    "dimension": lambda run: max(d["utilisation"] for d in run["dimensions"] if d["utilisation"] is not None),
}


def expected_level(load, runs):
    row = {name: mean(runs, path) for name, path in QUANTITIES.items()}
    if not stable(runs):
        row["latency"] = row["p99"] = None
    return {"load": load, **row}


def expected_limits(levels):
    loads = sorted(levels)
    broken = next((load for load in loads if not stable(levels[load])), None)
    below = [load for load in loads if broken is None or load < broken]
    accepted = {load: mean(levels[load], "load.accepted") for load in loads}
    at = max(loads, key=lambda load: accepted[load])
    return {"runs": sum(map(len, levels.values())), "stable": max(below, default=None), "beyond": broken,
            "most": accepted[at], "at": at}


def expected_rows(results, patterns, names, name_of):
    """Of each table of each panel, by experiment; the last table is of the highest load stable in all."""
    for panel, pattern in enumerate(patterns):
        lines = {}
        for run in (run for run in results if run["experiment"]["pattern"] == pattern):
            levels = lines.setdefault(names.index(name_of(run["experiment"])), {})
            runs = levels.setdefault(run["experiment"]["load"], [])
            if all(run["seed"] != other["seed"] for other in runs):
                runs.append(run)
        common = [load for load in set.intersection(*(set(levels) for levels in lines.values()))
                  if all(stable(levels[load]) for levels in lines.values())]
        for line, levels in lines.items():
            yield (panel, "limits", line), expected_limits(levels)
            yield (panel, "highest", line), expected_level(max(levels), levels[max(levels)])
            if common:
                yield (panel, "common", line), expected_level(max(common), levels[max(common)])


def check_compared(path, results, *names):
    results = [json.loads(line) for line in open(results, encoding="utf-8")]
    page = Comparison(read(path))
    patterns = list(dict.fromkeys(run["experiment"]["pattern"] for run in results))
    assert page.panels == [f"Traffic: pattern {pattern}" for pattern in patterns], page.panels

    def name_of(keys):
        return next(name for name in names if all(keys.get(word.split()[0]) == word.split()[1]
                                                  for word in name.split(", ")))
    wanted = dict(expected_rows(results, patterns, names, name_of))
    open_ended = {}
    for line in range(len(names)):
        limits = [wanted.get((panel, "limits", line), {"stable": None}) for panel in range(len(patterns))]
        open_ended[line] = [f"panel{i}" for i, of in enumerate(limits) if of.get("beyond", 0) is None]
        wanted[0, "overview", line] = {f"panel{panel}": of["stable"] for panel, of in enumerate(limits)}
    assert set(wanted) == set(page.rows), (sorted(wanted), sorted(page.rows))
    for row, cells in wanted.items():
        assert page.names[row] == names[row[2]], (row, page.names[row])
        assert set(cells) == set(page.rows[row]), (row, page.rows[row])
        for name, value in cells.items():
            attribute, text = page.rows[row][name]
            if value is None:
                assert (attribute, text) == ("null", "–"), (row, name, attribute)
            else:
                assert math.isclose(float(attribute), value, rel_tol=1e-6, abs_tol=1e-9), (row, name, value, attribute)
                text, more = re.fullmatch("(.*?)( or more)?", text).groups()
                assert not more or row[1] == "overview" and name in open_ended[row[2]], (row, name)
                assert math.isclose(float(text), value, rel_tol=1e-4, abs_tol=1e-9), (row, name, value, text)
    print(len(wanted), "rows")


def check_alone(path):
    text = read(path)
    assert "<script" not in text and "@import" not in text and "url(" not in text
    for reference in re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", text):
        assert reference.startswith(("#", "data:")), reference


if __name__ == "__main__":
    globals()["check_" + sys.argv[1]](*sys.argv[2:])
