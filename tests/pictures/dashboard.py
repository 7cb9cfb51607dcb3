#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0-only
"""Print a script for gnuplot that draws what the Grafana dashboard shows of a recording.

dashboard.py DASHBOARD RECORDING >SCRIPT

Titles, places, units, thresholds and legends are the dashboard's. The recording is what its queries
answered (tests/pictures/record): it is an error if it lacks one, if the expression was another one,
or if a legend names a label that a series lacks.
"""
import json
import math
import re
import sys
from datetime import datetime, timezone

COLUMN, ROW, GAP, TOP, MARGIN = 42, 30, 8, 46, 8    # pixels of the grid, and of what is around it
COLOURS = {"green": "#37872d", "yellow": "#b58400", "orange": "#ff780a", "red": "#c4162a", "transparent": None}
LINES = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"]
TEXT, DIM = "#222222", "#666666"


class Recording:
    """What each query of a dashboard answered, and when."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            times, *lines = [json.loads(line) for line in file]
        self.times = [times["start"] + n * times["step"] for n in range(times["count"])]
        self.variables = {line["variable"]: line["values"] for line in lines if "variable" in line}
        self.answers = {(line.get("panel"), line.get("refId", line.get("annotation"))): line
                        for line in lines if "expr" in line}

    def series(self, panel, name, target):
        """(Legend, labels, values) of all series of a query."""
        answer = self.answers.get((panel, name))
        if answer is None or answer["expr"] != target["expr"]:
            sys.exit(f"dashboard.py: this query was not recorded: make dashboard pictures: {target['expr']}")
        return [(legend(target.get("legendFormat", ""), one["metric"], target["expr"]), one["metric"], one["values"])
                for one in answer["result"]]


def legend(form, labels, expr):
    """The name of a series; Grafana leaves out a label that is not there, without a word."""
    missing = [label for label in re.findall(r"\{\{(\w+)\}\}", form) if label not in labels]
    if missing:
        sys.exit(f"dashboard.py: the legend {form} names {', '.join(missing)}, which series lack: {expr}")
    return re.sub(r"\{\{(\w+)\}\}", lambda match: labels[match[1]], form)


def clock(time):
    return datetime.fromtimestamp(time, timezone.utc).strftime("%H:%M:%S")


def quote(text):
    return "'" + text.replace("'", "''") + "'"


def number(value, unit):
    """A value as Grafana shows it in text."""
    scales = {"s": [(60, 60, " min"), (1, 1, " s"), (0, 0.001, " ms")],
              "short": [(1e6, 1e6, " Mil"), (1e3, 1e3, " K"), (0, 1, "")]}[unit]
    scale, name = next((by, name) for least, by, name in scales if abs(value) >= least)
    return f"{value / scale:.3g}{name}"


def line_of(number):
    """The style of the curve of a number."""
    return f"lw 1.6 dt {1 + number // len(LINES)} lc rgb '{LINES[number % len(LINES)]}'"


class Script:
    """A script that draws frames and texts, in pixels from the upper left, then plots."""

    def __init__(self, width, height):
        self.width, self.height, self.lines, self.plots, self.data = width, height, [], [], []

    def at(self, x, y):
        return f"screen {x / self.width:.5f},{1 - y / self.height:.5f}"

    def frame(self, x, y, width, height):
        self.lines.append(f"set object rectangle from {self.at(x, y)} to {self.at(x + width, y + height)} "
                          "fc rgb '#ffffff' fs solid border lc rgb '#d0d0d0' behind")

    def text(self, x, y, text, size=13, colour=TEXT, place="left"):
        self.lines.append(f"set label {quote(text)} at {self.at(x, y)} {place} font ',{size}' tc rgb '{colour}'")

    def line(self, x, to, y, number):
        self.lines.append(f"set arrow from {self.at(x, y)} to {self.at(to, y)} nohead {line_of(number)}")

    def table(self, columns):
        """A data block of lines of values; its name."""
        name = f"$data{len(self.data)}"
        rows = ("\t".join("nan" if value is None else f"{value:.10g}" for value in row) for row in zip(*columns))
        self.data.append(f"{name} << END\n" + "\n".join(rows) + "\nEND")
        return name

    def print(self):
        print(f"set terminal svg noenhanced fixed size {self.width},{self.height} font 'sans-serif,12' background '#f4f5f5'")
        print("\n".join(["set encoding utf8", *self.data, "set datafile separator '\\t'", "set datafile missing 'nan'",
                         "set multiplot", "set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0",
                         "set tmargin at screen 1; unset border; unset tics; unset key", "set xrange [0:1]; set yrange [0:1]",
                         *self.lines, "plot NaN", "unset label; unset object; unset arrow; set border 3 lc rgb '#999999'",
                         f"set tics nomirror out scale 0.4 textcolor rgb '{DIM}'; set grid lt 1 lc rgb '#e6e6e6' lw 0.7",
                         "set xdata time; set timefmt '%s'; set format x '%H:%M:%S'", *self.plots, "unset multiplot"]))


def colour_of(value, thresholds):
    """That of the last threshold that the value reaches; Grafana's own ones begin with green and have red from 80 on."""
    steps = (thresholds or {}).get("steps", [{"color": "green", "value": None}, {"color": "red", "value": 80}])
    return COLOURS[[step for step in steps if step["value"] is None or value >= step["value"]][-1]["color"]]


def draw_stat(script, box, series, defaults):
    x, y, width, height = box
    if not series:
        script.text(x + width / 2, y + height / 2 + 10, defaults.get("noValue", "No data"), 20, DIM, "center")
    for n, (name, _, (value,)) in enumerate(series):
        shown = number(value, defaults["unit"])
        for mapping in defaults.get("mappings", []):
            shown = mapping["options"].get(str(value), {"text": shown})["text"]
        middle = x + width * (n + 0.5) / len(series)
        script.text(middle, y + height / 2 + 10, shown, 30, colour_of(value, defaults.get("thresholds")), "center")
        if len(series) > 1:
            script.text(middle, y + height - 12, name, 12, DIM, "center")


def draw_table(script, box, series, panel):
    """A row per series; what is seen of the labels, and how it is called, is the dashboard's."""
    x, y, width, _ = box
    (organize,) = (step["options"] for step in panel["transformations"] if step["id"] == "organize")
    rows = [{**labels, "Value": number(value, panel["fieldConfig"]["defaults"]["unit"])} for _, labels, (value,) in series]
    columns = [[organize["renameByName"].get(name, name), *(row.get(name, "") for row in rows)]
               for name in dict.fromkeys(name for row in rows for name in row) if name not in organize["excludeByName"]]
    longest = [max(map(len, column)) + 2 for column in columns]
    for n, column in enumerate(columns):
        at = x + 10 + (width - 10) * sum(longest[:n]) / sum(longest)
        for row, text in enumerate(column):
            script.text(at, y + 40 + 20 * row, text, 10, TEXT if row else DIM)


def stacked(series):
    """(Lower, upper) of curves that lie on each other."""
    lower = [0] * len(series[0][2])
    for _, _, values in series:
        upper = [None if value is None else under + value for under, value in zip(lower, values)]
        yield lower, upper
        lower = [under if over is None else over for under, over in zip(lower, upper)]


def curves(script, times, series, custom, scale):
    """What `plot` draws: a curve per series."""
    if custom.get("stacking", {}).get("mode") == "normal":
        for n, (lower, upper) in enumerate(stacked(series)):
            data = script.table([times, [v and v * scale for v in lower], [v and v * scale for v in upper]])
            yield f"{data} using 1:2:3 with filledcurves fs solid 0.6 fc rgb '{LINES[n]}'"
            yield f"{data} using 1:3 with lines {line_of(n)}"
        return
    style = "steps" if custom.get("lineInterpolation") == "stepAfter" else "lines"
    for n, (_, _, values) in enumerate(series):
        data = script.table([times, [v and v * scale for v in values]])
        yield f"{data} using 1:2 with {style} {line_of(n)}"


def axis_of(unit, greatest):
    """(Factor, format) of the axis of values."""
    if unit == "percentunit":
        return 100, "%g %%"
    if unit == "s" and greatest < 1:
        return 1000, "%g ms"
    return (0.001, "%g K") if unit == "short" and greatest >= 10000 else (1, "%g")


def draw_legend(script, box, names):
    """The names of curves in lines at the bottom of the box; the height of these."""
    x, y, width, height = box
    places, at, row = [], 0, 0
    for name in names:
        needed = 34 + 7 * len(name)
        if at and at + needed > width - 20:
            at, row = 0, row + 1
        places.append((at, row))
        at += needed
    for n, (name, (at, line)) in enumerate(zip(names, places)):
        middle = y + height - 12 - 17 * (row - line)
        script.line(x + 12 + at, x + 28 + at, middle, n)
        script.text(x + 33 + at, middle, name, 12)
    return 17 * (row + 1)


def step_of(span):
    """Between the marks of an axis, some five."""
    power = 10 ** math.floor(math.log10(span / 4))
    return power * next(n for n in (1, 2, 5, 10) if n * power >= span / 4)


def draw_timeseries(script, box, series, defaults, recording, marks):
    x, y, width, height = box
    custom, times = defaults.get("custom", {}), recording.times
    values = [value for _, _, row in series for value in row if value is not None]
    if not values:
        script.text(x + width / 2, y + height / 2, "No data", 20, DIM, "center")
        return
    scale, form = axis_of(defaults["unit"], max(values))
    left, right, top = x + 64, x + width - 14, y + 36
    bottom = y + height - 32 - draw_legend(script, box, [name for name, _, _ in series])
    log = custom.get("scaleDistribution", {}).get("log")
    plots = list(curves(script, times, series, custom, scale))
    if custom.get("thresholdsStyle", {}).get("mode") == "line":
        plots += [f"{step['value'] * scale} with lines lw 1.2 dt 2 lc rgb '{COLOURS[step['color']]}'"
                  for step in defaults["thresholds"]["steps"] if COLOURS[step["color"]]]
    low, high = (defaults.get(end, pick(values)) * scale for end, pick in (("min", min), ("max", max)))
    step = step_of(high - low or 1)
    limits = [defaults[end] * scale if end in defaults else "*" for end in ("min", "max")]
    lines = [f"set lmargin {script.at(left, 0).split(',')[0].replace('screen', 'at screen')}",
             f"set rmargin at screen {right / script.width:.5f}",
             f"set tmargin at screen {1 - top / script.height:.5f}",
             f"set bmargin at screen {1 - bottom / script.height:.5f}",
             f"set xrange ['{times[0]}':'{times[-1]}']; set xtics nomirror 30",
             f"set yrange [{limits[0]}:{limits[1]}]; set format y {quote(form)}",
             f"set logscale y {log}; set ytics nomirror autofreq" if log else f"unset logscale y; set ytics nomirror {step}",
             f"set ylabel {quote(custom.get('axisLabel', ''))} tc rgb '{DIM}' offset 1",
             "unset arrow"]
    lines += [f"set arrow from first '{time}',graph 0 to first '{time}',graph 1 front nohead dt 3 lw 1.4 lc rgb '{COLOURS['orange']}'"
              for time in marks]
    script.plots += [*lines, "plot " + ", \\\n\t".join(plots)]


def draw_panel(script, panel, recording, marks):
    grid = panel["gridPos"]
    box = (MARGIN + grid["x"] * COLUMN, TOP + grid["y"] * ROW, grid["w"] * COLUMN - GAP, grid["h"] * ROW - GAP)
    if panel["type"] == "row":
        script.text(box[0] + 2, box[1] + 14, "▾ " + panel["title"], 14)
        return
    script.frame(*box)
    title = re.sub(r"\$(\w+)", lambda match: ", ".join(recording.variables[match[1]]), panel["title"])
    script.text(box[0] + 10, box[1] + 16, title)
    defaults = panel["fieldConfig"]["defaults"]
    series = [one for target in panel["targets"] for one in recording.series(panel["id"], target["refId"], target)]
    if panel["type"] == "stat":
        draw_stat(script, box, series, defaults)
    elif panel["type"] == "table":
        draw_table(script, box, series, panel)
    else:
        draw_timeseries(script, box, series, defaults, recording, marks)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        dashboard = json.load(file)
    recording = Recording(sys.argv[2])
    ends = [(panel["gridPos"]["x"] + panel["gridPos"]["w"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
            for panel in dashboard["panels"]]
    script = Script(2 * MARGIN - GAP + COLUMN * max(x for x, _ in ends), TOP + ROW * max(y for _, y in ends))
    shown = [f"{variable['label']}: {', '.join(recording.variables[variable['name']])}"
             for variable in dashboard["templating"]["list"] if variable["type"] == "query"]
    script.text(MARGIN + 2, 22, dashboard["title"], 17)
    script.text(MARGIN + 220, 22, "      ".join(shown), 12)
    script.text(script.width - MARGIN, 22, f"{clock(recording.times[0])} to {clock(recording.times[-1])}", 12, TEXT, "right")
    marks = [time for annotation in dashboard["annotations"]["list"]
             for _, _, values in recording.series(None, annotation["name"], annotation)
             for time, value in zip(recording.times, values) if value]
    for panel in dashboard["panels"]:
        draw_panel(script, panel, recording, marks)
    script.print()


main()
