#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Read a report back from a browser's DOM, and compare it with the results.

page.py probe PAGE           print the page with a script that writes into each svg how it is laid out
page.py numbers DOM RESULTS  every value on the page is the results', and none of them is missing
page.py layout DOM COUNT     so many pictures, each with a size and with curves on it
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
      for key in ("utilisation", "occupancy", "stalled_per_packet", "queueing", "ages.3")),
    *(f"dimensions.{d}.{key}" for d in range(3) for key in ("utilisation", "queueing", "occupancy")),
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


def check_alone(path):
    text = read(path)
    assert "<script" not in text and "@import" not in text and "url(" not in text
    for reference in re.findall(r"""(?:src|href)\s*=\s*["']([^"']*)""", text):
        assert reference.startswith(("#", "data:")), reference


if __name__ == "__main__":
    globals()["check_" + sys.argv[1]](*sys.argv[2:])
