// SPDX-License-Identifier: GPL-2.0-only
// The map of a fabric: a run, a metric, a plane or a group; the pointer names links and routers
'use strict';
const runs = JSON.parse(document.getElementById('data').textContent);
const LINKS = { flits: 'use (flits per cycle)', stalled: 'stalled (share of cycles)', blocked: 'blocked at its far end (share of cycles)' };
const NODES = { injected: 'injected load (flits per cycle)', accepted: 'accepted load (flits per cycle)', received: 'received (flits per cycle)', latency: 'mean latency (cycles)' };
const AXES = 'xyz', PORTS = ['+x', '-x', '+y', '-y', '+z', '-z'];
const state = { run: 0, metric: 'flits', axis: 2, plane: 0 };
for (const [key, value] of new URLSearchParams(location.hash.slice(1)))
  if (key in state)
    state[key] = key === 'metric' ? value : Number(value);
const pick = id => document.getElementById(id);
const run = () => runs[state.run];
const isFly = () => !!run().dragonfly;
const place = r => { const k = run().radix; return [Math.floor(r / (k[1] * k[2])), Math.floor(r / k[2]) % k[1], r % k[2]]; };
const router = c => { const k = run().radix; return (c[0] * k[1] + c[1]) * k[2] + c[2]; };
const own = r => isFly() ? r * run().dragonfly[0] : r;
const name = r => isFly() ? `router ${r % run().dragonfly[1]} of group ${Math.floor(r / run().dragonfly[1])}` : `(${place(r).join(', ')})`;
const show = v => v === null || v === undefined ? 'none' : Number(v.toPrecision(5)).toString();

// All links of the run, each with where it begins, its name, and its values
function listLinks() {
  const list = [], { links, cycles } = run();
  if (!links)
    return list;
  if (!isFly()) {
    links.flits.forEach((row, r) => row.forEach((flits, port) => {
      if (flits !== null)
        list.push({ from: r, port, name: `link from ${name(r)} by ${PORTS[port]}`, values: {
          flits: flits / cycles, stalled: links.stalled[r][port] / cycles, blocked: links.blocked[r][port] / cycles } });
    }));
    return list;
  }
  for (const kind of ['local', 'global'])
    links[kind].flits.forEach((row, r) => row.forEach((flits, port) => {
      const to = links[kind].to[r][port];
      list.push({ from: r, kind, port, to: to[0] * run().dragonfly[1] + to[1],
        name: `${kind} link from ${name(r)} to router ${to[1]} of group ${to[0]}`, values: { flits: flits / cycles } });
    }));
  return list;
}

// The values of a router: of a Dragonfly's the means of its nodes
function listRouters() {
  const { nodes } = run(), list = [], p = isFly() ? run().dragonfly[0] : 1;
  if (!nodes)
    return list;
  for (let r = 0; r < nodes.injected.length / p; r++) {
    const values = {};
    for (const metric in NODES) {
      const of = nodes[metric].slice(own(r), own(r) + p).filter(v => v !== null);
      values[metric] = of.length ? of.reduce((a, b) => a + b) / of.length : null;
    }
    list.push({ from: r, name: `${isFly() ? '' : 'router '}${name(r)}`, values });
  }
  return list;
}

// viridis, in nine steps
const COLOURS = ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'];
const colour = (v, most) => v === null || v === undefined ? '#e4e4e4' : COLOURS[Math.min(8, Math.floor(9 * v / (most || 1)))];

function element(tag, attributes, item) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes))
    e.setAttribute(key, value);
  if (item) {
    e.dataset.name = item.name;
    e.addEventListener('mouseover', () => {
      pick('about').textContent = item.name + ': ' +
        Object.entries(item.values).map(([m, v]) => `${LINKS[m] || NODES[m]} ${show(v)}`).join(', ');
    });
  }
  pick('map').append(e);
  return e;
}

function drawText(text, x, y) {
  element('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'middle', 'font-size': 12 }).textContent = text;
}

function drawLine(item, x1, y1, x2, y2, value, most, marked) {
  const length = Math.hypot(x2 - x1, y2 - y1), dx = (y1 - y2) / length * 5, dy = (x2 - x1) / length * 5;
  const line = { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy };
  if (marked)
    element('line', { ...line, stroke: '#d00000', 'stroke-width': 12 });
  element('line', { ...line, stroke: colour(value, most), 'stroke-width': 7, 'data-value': value ?? '' }, item);
}

function drawSquare(item, x, y, size, value, most, marked) {
  element('rect', { x: x - size / 2, y: y - size / 2, width: size, height: size, fill: colour(value, most),
    stroke: marked ? '#d00000' : '#555', 'stroke-width': marked ? 4 : 1, 'data-value': value ?? '' }, item);
}

// A plane of routers; links along its normal are the two small squares in a router
function drawPlane(routers, links, most, top) {
  const [u, v] = [0, 1, 2].filter(d => d !== state.axis), k = run().radix, step = 70;
  const at = r => { const c = place(r); return [50 + step * c[u], 50 + step * (k[v] - 1 - c[v])]; };
  const here = r => place(r)[state.axis] === state.plane;
  pick('map').setAttribute('viewBox', `-10 0 ${step * k[u] + 60} ${step * k[v] + 60}`);
  for (const l of links.filter(l => here(l.from) && l.port >> 1 !== state.axis)) {
    const [x, y] = at(l.from), sign = l.port & 1 ? -1 : 1;
    const dx = l.port >> 1 === u ? sign * step / 2 : 0, dy = l.port >> 1 === v ? -sign * step / 2 : 0;
    drawLine(l, x, y, x + dx, y + dy, l.values[state.metric], most, l === top);
  }
  for (let i = 0; i < k[u]; i++)
    drawText(`${AXES[u]} ${i}`, 50 + step * i, step * k[v] + 40);
  for (let i = 0; i < k[v]; i++)
    drawText(`${AXES[v]} ${i}`, 8, 50 + step * (k[v] - 1 - i));
  for (const r of routers.filter(r => here(r.from)))
    drawSquare(r, ...at(r.from), 34, r.values[state.metric], most, r === top);
  for (const l of links.filter(l => here(l.from) && l.port >> 1 === state.axis)) {
    const [x, y] = at(l.from), side = l.port & 1 ? -8 : 8;
    drawSquare(l, x + side, y - side, 12, l.values[state.metric], most, l === top);
  }
}

// A group: its routers on a circle, local links across it, global ones outwards
function drawGroup(routers, links, most, top) {
  const [, a, h] = run().dragonfly, middle = 330, radius = 220;
  const angle = r => 2 * Math.PI * (r % a) / a - Math.PI / 2, here = r => Math.floor(r / a) === state.plane;
  const at = (r, size) => [middle + size * Math.cos(angle(r)), middle + size * Math.sin(angle(r))];
  pick('map').setAttribute('viewBox', '0 0 660 660');
  for (const l of links.filter(l => here(l.from))) {
    const from = at(l.from, radius);
    if (l.kind === 'local') {
      drawLine(l, ...from, ...at(l.to, radius), l.values[state.metric], most, l === top);
      continue;
    }
    const turn = angle(l.from) + (l.port - (h - 1) / 2) * 0.8 / (a * h) * 2 * Math.PI;
    drawLine(l, ...from, middle + 310 * Math.cos(turn), middle + 310 * Math.sin(turn), l.values[state.metric], most, l === top);
  }
  for (const r of routers.filter(r => here(r.from)))
    drawSquare(r, ...at(r.from, radius), 30, r.values[state.metric], most, r === top);
  for (let r = 0; r < a; r++)
    drawText(r, ...at(r, radius - 30));
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

function planeOf(r) {
  return isFly() ? Math.floor(r / run().dragonfly[1]) : place(r)[state.axis];
}

function draw() {
  const links = listLinks(), routers = listRouters();
  const metrics = { ...(links.length ? isFly() ? { flits: LINKS.flits } : LINKS : {}), ...(routers.length ? NODES : {}) };
  if (!(state.metric in metrics))
    state.metric = Object.keys(metrics)[0];
  const planes = isFly() ? run().dragonfly[1] * run().dragonfly[2] + 1 : run().radix[state.axis];
  state.plane = Math.min(state.plane, planes - 1);
  fill(pick('metric'), Object.entries(metrics));
  fill(pick('plane'), [...Array(planes).keys()].map(n => [n, isFly() ? `group ${n}` : `${AXES[state.axis]} = ${n}`]));
  pick('axis').parentNode.hidden = isFly();
  for (const id in state)
    pick(id).value = state[id];
  const items = state.metric in LINKS ? links : routers;
  const top = items.reduce((a, b) => (b.values[state.metric] ?? -1) > (a?.values[state.metric] ?? -1) ? b : a, null);
  const most = top ? top.values[state.metric] : 0;
  pick('map').replaceChildren();
  (isFly() ? drawGroup : drawPlane)(routers, links, most, top);
  pick('scale').textContent = `${metrics[state.metric]}: dark is 0, yellow is ${show(most)}, the most in the fabric`;
  pick('most').textContent = top ? `${top.name} (${show(most)})` : 'none';
  pick('most').onclick = () => { state.plane = planeOf(top.from); draw(); };
}

fill(pick('run'), runs.map((r, i) => [i, r.label]));
fill(pick('axis'), [[2, 'x and y'], [1, 'x and z'], [0, 'y and z']]);
for (const id in state)
  pick(id).addEventListener('input', () => {
    state[id] = id === 'metric' ? pick(id).value : Number(pick(id).value);
    draw();
  });
draw();
