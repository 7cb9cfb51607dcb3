// SPDX-License-Identifier: GPL-2.0-only
// The map of routers in rows and columns, a plane of them at a time, with links between any of them
'use strict';
const MOST_LINES = 2000;	// more of them hide each other
const ARC = 1.1;	// how far the longest lines within a row or column bend, by what is between rows or columns

// Where a router is: to the right, upwards, and the number of its plane
const spot = r => run().axes.map(axis => run().places[r][axis] ?? 0);
const axisName = i => run().coordinates[run().axes[i]];
const extent = i => run().places.reduce((most, at) => Math.max(most, at[run().axes[i]] ?? 0), 0) + 1;
const clamp = (value, least, most) => Math.max(least, Math.min(value, most));

// Where routers are on the picture, and how large
function layOut() {
  const columns = extent(0), rows = extent(1), across = clamp(900 / columns, 30, 110), up = clamp(560 / rows, 30, 160);
  const top = Math.max(50, columns > 2 ? 20 + ARC * up / 2 : 0), last = top + up * (rows - 1);
  const at = r => { const [x, y] = spot(r); return [90 + across * x, last - up * y]; };
  return { columns, rows, across, up, top, last, at, size: Math.min(34, 0.5 * Math.min(across, up)) };
}

// The sender's half of a line: an arc where routers of the same row or column are between its ends, the
// higher the more there are
function drawHalf(l, page, width, faded, most, marks) {
  const [a, b] = [page.at(l.from), page.at(l.to)], [from, to] = [spot(l.from), spot(l.to)];
  const [dx, dy] = [0, 1].map(i => Math.abs(from[i] - to[i]));
  const bulge = (between, places, room) => ARC * room * (between - 1) / Math.max(1, places - 2);
  const bend = [(a[0] + b[0]) / 2 + (dx ? 0 : bulge(dy, page.rows, page.across)), (a[1] + b[1]) / 2 - (dy ? 0 : bulge(dx, page.columns, page.up))];
  const points = [a, [0, 1].map(i => (a[i] + bend[i]) / 2), [0, 1].map(i => (a[i] + 2 * bend[i] + b[i]) / 4)];
  const d = `M${path([points[0]])}Q${path(points.slice(1))}`;
  drawStroke(l, 'path', { d, fill: 'none', ...(faded ? { opacity: 0.15 } : {}) }, width, l.values[state.metric], most, marks);
}

// Those that are drawn, on top the busiest, those of the router that is kept, and those that are marked
function linesShown(links, marks, isNear) {
  const order = l => 2 * marks.items.includes(l) + isNear(l);
  const sorted = [...links].sort((a, b) => (b.values[state.metric] ?? 0) - (a.values[state.metric] ?? 0));
  return sorted.filter((l, n) => n < MOST_LINES || order(l)).reverse().sort((a, b) => order(a) - order(b));
}

// Links to other planes: squares side by side in their router
function drawOutwards(links, page, most, marks) {
  const nth = new Map();
  for (const l of links)
    nth.set(l.from, [...(nth.get(l.from) ?? []), l]);
  for (const [r, list] of nth) {
    const side = Math.min(12, 0.9 * page.size / list.length), [x, y] = page.at(r);
    list.forEach((l, i) => drawSquare(l, x + (i - (list.length - 1) / 2) * side, y + page.size / 2 - side / 2 - 2, side, l.values[state.metric], most, marks));
  }
}

function drawNumbers(page) {
  const width = count => 8 * String(count - 1).length + 8, { last } = page;
  const every = Math.ceil(width(page.columns) / page.across);
  for (let i = 0; i < page.columns; i += every)
    drawText(i, 90 + page.across * i, last + page.size / 2 + 22);
  for (let i = 0; i < page.rows && page.rows > 1; i++)
    drawText(i, 40, last - page.up * i);
  drawText(axisName(0), 90 + page.across * (page.columns - 1) / 2, last + page.size / 2 + 42);
  if (page.rows > 1)
    drawText(axisName(1), 40, page.top - 30);
}

function drawGrid(routers, links, most, marks) {
  const page = layOut(), here = r => spot(r)[2] === state.plane, kept = marks.kept && marks.kept.to === undefined ? marks.kept.from : null;
  const isNear = l => kept !== null && (l.from === kept || l.to === kept), within = links.filter(l => here(l.from) && here(l.to));
  const width = clamp(0.25 * Math.min(page.across, page.up) / Math.max(page.columns, page.rows), 2, 6);
  pick('map').setAttribute('viewBox', `0 0 ${120 + page.across * (page.columns - 1) + Math.max(20, ARC * page.across / 2)} ${60 + page.last + page.size / 2}`);
  for (const l of linesShown(within, marks, isNear))
    drawHalf(l, page, width, kept !== null && !isNear(l) && !marks.items.includes(l), most, marks);
  for (const r of routers.filter(r => here(r.from)))
    drawSquare(r, ...page.at(r.from), page.size, r.values[state.metric], most, marks);
  drawOutwards(links.filter(l => here(l.from) && !here(l.to)), page, most, marks);
  drawNumbers(page);
}

const grid = {
  metrics: () => ({ flits: LINKS.flits }),
  routers: () => run().names.length,
  nodesOfRouter: () => run().nodes_of_router,
  routerName: r => run().names[r],
  nodeName: node => `node ${node % grid.nodesOfRouter()} of ${grid.routerName(Math.floor(node / grid.nodesOfRouter()))}`,
  links({ links, cycles, names, places }) {
    const list = [], router = new Map(places.map((at, r) => [at.join(), r]));
    for (const kind in links)
      links[kind].flits.forEach((row, r) => row.forEach((flits, port) => {
        const to = router.get(links[kind].to[r][port].join());
        list.push({ from: r, kind, port, to, name: `${kind} link from ${names[r]} to ${names[to]}`, values: { flits: flits / cycles } });
      }));
    return list;
  },
  planes: () => axisName(2) ? [...Array(extent(2)).keys()].map(n => [n, `${axisName(2)} = ${n}`]) : [[0, 'all routers']],
  planeOf: r => spot(r)[2],
  hasMeans: () => grid.nodesOfRouter() > 1,
  draw: drawGrid,
};
