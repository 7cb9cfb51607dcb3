// SPDX-License-Identifier: GPL-2.0-only
// The map of groups that are linked each to each: all on a ring, and beside it the group that is picked.
// The first kind of links is within groups, the second between them
'use strict';
const MOST_CHORDS = 600;	// more of them hide each other
const RING = { x: 340, y: 340, radius: 310 }, GROUP = { x: 1020, y: 340, radius: 205, rim: 290 };

const polar = (at, radius, angle) => [at.x + radius * Math.cos(angle), at.y + radius * Math.sin(angle)];
const groupCount = () => run().groups[0];
const groupSize = () => run().groups[1];
const groupOf = r => Math.floor(r / groupSize());
const kinds = () => Object.keys(run().links);
const groupAngle = g => 2 * Math.PI * g / groupCount() - Math.PI / 2;
const path = points => points.map(p => p.map(n => n.toFixed(1)).join(',')).join(' ');

// The number of a group around a circle: upright if there is room for it, otherwise read outwards or
// inwards. A click picks the group.
function drawNumber(g, at, radius, angle, room) {
  const left = Math.cos(angle) < -1e-9, upright = room > 36, size = Math.min(13, room);
  const [x, y] = polar(at, radius + (upright ? 14 : 5), angle);
  const turned = { 'text-anchor': left ? 'end' : 'start',
    transform: `rotate(${(angle * 180 / Math.PI + (left ? 180 : 0)).toFixed(2)} ${x.toFixed(1)} ${y.toFixed(1)})` };
  drawText(g, x, y, { 'font-size': size, cursor: 'pointer', ...(upright ? {} : turned), ...(g === state.plane ? { 'font-weight': 'bold', fill: '#d00000' } : {}) })
    .addEventListener('click', pickGroup(g));
}

const pickGroup = g => () => { state.plane = g; draw(); };

// Where a global link of group g leaves the ring: in the order of the groups that it leads to, so
// that neighbours do not cross
function chordEnd(g, other, radius) {
  const n = groupCount(), away = ((other - g + n) % n - 0.5) / (n - 1);
  return polar({ x: 0, y: 0 }, radius, groupAngle(g) + (0.5 - away) * 1.6 * Math.PI / n);
}

// The sender's half of a curve from group to group
function drawChord(l, radius, width, faded, value, most, marks) {
  const from = groupOf(l.from), to = groupOf(l.to), a = chordEnd(from, to, radius), b = chordEnd(to, from, radius);
  const pull = Math.max(0.1, 0.8 - Math.hypot(a[0] - b[0], a[1] - b[1]) / radius / 1.6), bend = [0, 1].map(i => pull * (a[i] + b[i]) / 2);
  const points = [a, [0, 1].map(i => (a[i] + bend[i]) / 2), [0, 1].map(i => (a[i] + 2 * bend[i] + b[i]) / 4)].map(p => [p[0] + RING.x, p[1] + RING.y]);
  const d = `M${path([points[0]])}Q${path(points.slice(1))}`;
  drawStroke(l, 'path', { d, fill: 'none', ...(faded ? { opacity: 0.2 } : {}) }, width, value, most, marks);
}

// The chords that are drawn, those on top last: all or the busiest, those of the group that is picked,
// and those that are marked
function chordsShown(links, metric, marks) {
  const order = l => 2 * marks.includes(l) + (groupOf(l.from) === state.plane || groupOf(l.to) === state.plane);
  const chords = links.filter(l => l.kind === kinds()[1]).sort((a, b) => (b.values[metric] ?? 0) - (a.values[metric] ?? 0));
  const busy = (l, n) => chords.length <= MOST_CHORDS || (n < MOST_CHORDS && l.values[metric] > 0);
  return chords.filter((l, n) => busy(l, n) || order(l)).reverse().sort((a, b) => order(a) - order(b));
}

// A group is a sector, its routers one behind the other, number 0 innermost
function drawSector(item, depth, value, most, marks) {
  const g = groupOf(item.from), a = groupSize(), half = 0.86 * Math.PI / groupCount(), mid = groupAngle(g);
  const low = RING.radius - (a - item.from % a) * depth, high = low + depth * 0.9;
  const [p, q, r, s] = [[low, -half], [low, half], [high, half], [high, -half]].map(([size, turn]) => polar(RING, size, mid + turn));
  const d = `M${path([p])}A${low},${low} 0 0 1 ${path([q])}L${path([r])}A${high},${high} 0 0 0 ${path([s])}Z`;
  drawFilled(item, 'path', { d, cursor: 'pointer' }, value, most, marks, pickGroup(g));
}

// Of links, a router shows that of its local ones which has most
function sectorValues(routers, links) {
  if (!(state.metric in LINKS))
    return routers.map(r => r.values[state.metric]);
  const values = [];
  for (const l of links.filter(l => l.kind === kinds()[0]))
    values[l.from] = Math.max(values[l.from] ?? 0, l.values[state.metric]);
  return values;
}

// A local link that has most is marked at its router
function sectorMarks(router, marks) {
  return marks.most?.kind === kinds()[0] && marks.most.from === router.from ? { ...marks, most: router } : marks;
}

function drawRing(routers, links, most, marks) {
  const n = groupCount(), a = groupSize(), depth = Math.min(14, 96 / a), inner = RING.radius - a * depth - 3;
  const picked = state.plane >= 0, width = Math.min(5, 1.4 + 32 / n), values = sectorValues(routers, links);
  const near = l => !picked || groupOf(l.from) === state.plane || groupOf(l.to) === state.plane;
  for (const l of chordsShown(links, state.metric, marks.items))
    drawChord(l, inner, near(l) ? width : width * 0.7, !near(l) && !marks.items.includes(l), l.values[state.metric], most, marks);
  const cells = routers.length ? routers : values.map((_, r) => ({ from: r, name: groups.name(r), values: {} }));
  const marked = r => Number(Boolean(edgeOf(r, sectorMarks(r, marks))));
  for (const r of [...cells].sort((a, b) => marked(a) - marked(b)))
    drawSector(r, depth, values[r.from], most, sectorMarks(r, marks));
  const room = 2 * Math.PI * RING.radius / n, every = Math.ceil(12 / room);
  for (let g = 0; g < n; g += every)
    drawNumber(g, RING, RING.radius, groupAngle(g), room * every);
}

// The group: its routers on a circle, half of each local link from its sender, and outside the halves
// of global links that it sends over and, further out, that other groups send over
function drawGroup(routers, links, most, marks) {
  const a = groupSize(), h = run().links[kinds()[1]].flits[0].length, here = r => groupOf(r) === state.plane;
  const angle = r => 2 * Math.PI * (r % a) / a - Math.PI / 2, at = r => polar(GROUP, GROUP.radius, angle(r));
  const size = Math.min(30, 600 / a), width = Math.max(1.5, Math.min(7, 60 / a)), spread = 1.8 * Math.PI / (a * h);
  drawText(`Group ${state.plane}`, GROUP.x, 16, { 'font-size': 15 });
  const back = new Map(links.filter(l => l.kind === kinds()[1] && here(l.to)).map(l => [groupOf(l.from), l]));
  for (const l of links.filter(l => here(l.from))) {
    const from = at(l.from);
    if (l.kind === kinds()[0]) {
      const to = at(l.to);
      drawLine(l, ...from, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2, width, l.values[state.metric], most, marks);
      continue;
    }
    const turn = angle(l.from) + (l.port - (h - 1) / 2) * spread, middle = polar(GROUP, GROUP.rim - 30, turn), other = groupOf(l.to);
    const between = Math.min(7, GROUP.rim * spread * 0.6), end = polar(GROUP, GROUP.rim, turn);
    drawLine(l, ...from, ...middle, between, l.values[state.metric], most, marks);
    drawLine(back.get(other), ...end, ...middle, between, back.get(other).values[state.metric], most, marks);
    if (GROUP.rim * spread > 8)
      drawNumber(other, GROUP, GROUP.rim, turn, GROUP.rim * spread * 0.9);
  }
  for (const r of routers.filter(r => here(r.from)))
    drawSquare(r, ...at(r.from), size, r.values[state.metric], most, marks);
  for (let r = 0; r < a; r++)
    drawText(r, ...at(r), { 'font-size': Math.min(13, size / 2), fill: '#000', stroke: '#fff', 'stroke-width': 3, 'paint-order': 'stroke', 'pointer-events': 'none' });
}

function drawGroups(routers, links, most, marks) {
  pick('map').setAttribute('viewBox', state.plane < 0 ? '0 0 680 680' : '0 0 1360 680');
  drawRing(routers, links, most, marks);
  if (state.plane >= 0)
    drawGroup(routers, links, most, marks);
}

const groups = {
  metrics: () => ({ flits: LINKS.flits }),
  routers: () => groupCount() * groupSize(),
  nodesOfRouter: () => run().groups[2],
  name: r => `router ${r % groupSize()} of group ${groupOf(r)}`,
  routerName: r => groups.name(r),
  nodeName: node => `node ${node % groups.nodesOfRouter()} of ${groups.name(Math.floor(node / groups.nodesOfRouter()))}`,
  links({ links, cycles }) {
    const list = [];
    for (const kind in links)
      links[kind].flits.forEach((row, r) => row.forEach((flits, port) => {
        const to = links[kind].to[r][port];
        list.push({ from: r, kind, port, to: to[0] * groupSize() + to[1],
          name: `${kind} link from ${groups.name(r)} to router ${to[1]} of group ${to[0]}`, values: { flits: flits / cycles } });
      }));
    return list;
  },
  planes: () => [[-1, 'all groups'], ...[...Array(groupCount()).keys()].map(n => [n, `group ${n}`])],
  planeOf: groupOf,
  hasMeans: () => true,
  draw: drawGroups,
};
