# SPDX-License-Identifier: GPL-2.0-only
# What is wrong with a dashboard of Grafana, a line each: jq -rf dashboard.jq DASHBOARD
def doubles: group_by(.)[] | select(length > 1)[0];
def variables: [.. | strings | scan("\\$\\{?([a-z]\\w*)")[0]] | unique;
def overlap($a; $b): $a.x < $b.x + $b.w and $b.x < $a.x + $a.w and $a.y < $b.y + $b.h and $b.y < $a.y + $a.h;

# Rows have a title and a place, and nothing else
[.templating.list[].name] as $defined | [.panels[] | select(.type != "row")] as $panels | .panels as $all |
(select(.uid // "" | test("^[\\w-]{1,40}$") | not) | "its uid is none"),
(select(.id) | "it has an id, which Grafana gives"),
(select(.version | . != floor or . < 1) | "its version is none"),
(.schemaVersion // "it has no schemaVersion" | strings),
([$all[].id] | doubles | "two panels have the id \(.)"),
([$all[].title] | doubles | "two panels have the title \(.)"),
(variables - $defined | .[] | "the variable \(.) is not defined"),
($defined - (del(.templating.list[].name) | variables) | .[] | "the variable \(.) is not used"),
(.. | .expr? // empty | scan("\\b(?:xtnet|process)_\\w+\\b(?!\\{[^}]*instance=~\"\\$instance\")") | "\(.) is of all instances"),
(.. | objects | select(.type == "prometheus") | select(.uid != "${datasource}") | "a data source is \(.uid)"),
($panels[] | .title as $title | (
	(select((.description // "") == "") | "it has no description"),
	(select(.gridPos | .x + .w > 24) | "it is beyond the edge"),
	(select(.datasource.uid == null) | "it has no data source"),
	(.fieldConfig.defaults | select(.unit == null) | "it has no unit"),
	(select(.type == "timeseries").fieldConfig.defaults | select(.unit == "short" and .custom.axisLabel == null) |
		"its axis has no label"),
	(select(.type == "stat").fieldConfig.defaults | select(.thresholds == null) | "it is red from 80 on"),
	(select(.type == "timeseries").targets[].expr | select(startswith("topk")) | "it has other curves at each instant"),
	([.targets[].refId] | doubles | "two queries are \(.)"),
	(select(.type != "table").targets[] | select((.legendFormat // "") == "") | "\(.refId) has no legend")
	) | "\($title): \(.)"),
(range($all | length) as $i | range($i) as $j | select(overlap($all[$i].gridPos; $all[$j].gridPos)) |
	"\($all[$i].title) lies on \($all[$j].title)")
