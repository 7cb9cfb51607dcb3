// SPDX-License-Identifier: GPL-2.0-only
// The map of a fabric: a run, a metric, a plane or a group; the pointer names links and routers
'use strict';
const runs = JSON.parse(document.getElementById('data').textContent);
const LINKS = { flits: 'use (flits per cycle)', stalled: 'stalled for lack of credits (share of cycles)', blocked: 'blocked VCs at its far end (mean of cycles)' };
const NODES = { injected: 'injected load (flits per node per cycle)', accepted: 'accepted load (flits per node per cycle)', received: 'received load (flits per node per cycle)', latency: 'mean latency (cycles)' };
const AXES = 'xyz', PORTS = ['+x', '-x', '+y', '-y', '+z', '-z'];
const CHOSEN = ['run', 'metric', 'axis', 'plane'];
// plane: -1 is all groups; about: what is said of the item that a click has kept
const state = { run: 0, metric: 'flits', axis: 2, plane: -1, kept: null, about: '' };
for (const [key, value] of new URLSearchParams(location.hash.slice(1)))
  if (CHOSEN.includes(key))
    state[key] = key === 'metric' ? value : Number(value);
const pick = id => document.getElementById(id);
const run = () => runs[state.run];
const isFly = () => !!run().dragonfly;
const place = r => { const k = run().radix; return [Math.floor(r / (k[1] * k[2])), Math.floor(r / k[2]) % k[1], r % k[2]]; };
const router = c => { const k = run().radix; return (c[0] * k[1] + c[1]) * k[2] + c[2]; };
const nodesOfRouter = () => isFly() ? run().dragonfly[0] : 1;
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
  const { nodes } = run(), list = [], p = nodesOfRouter();
  if (!nodes)
    return list;
  for (let r = 0; r < nodes.injected.length / p; r++) {
    const values = {};
    for (const metric in NODES) {
      const of = nodes[metric].slice(r * p, r * p + p).filter(v => v !== null);
      values[metric] = of.length ? of.reduce((a, b) => a + b) / of.length : null;
    }
    list.push({ from: r, name: `${isFly() ? '' : 'router '}${name(r)}`, values });
  }
  return list;
}

// viridis, in nine steps
const COLOURS = ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'];
const colour = (v, most) => v === null || v === undefined ? '#e4e4e4' : COLOURS[Math.min(8, Math.floor(9 * v / (most || 1)))];

function describe(item) {
  const values = Object.entries(item.values).map(([m, v]) => `${LINKS[m] || NODES[m]} ${show(v)}`);
  return [item.name, values.join(', ')].filter(text => text).join(': ');
}

// The pointer describes an item; a click on it keeps that, or does what is given
function element(tag, attributes, item, onClick) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes))
    e.setAttribute(key, value);
  if (item) {
    e.dataset.name = item.name;
    e.addEventListener('mouseover', () => { pick('about').textContent = describe(item); });
    e.addEventListener('mouseout', () => { pick('about').textContent = state.about; });
    e.addEventListener('click', onClick || (() => { keep(item); }));
  }
  pick('map').append(e);
  return e;
}

function keep(item) {
  state.kept = state.kept === item.name ? null : item.name;
  draw();
}

function drawText(text, x, y, attributes) {
  const e = element('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': 12, ...attributes });
  e.textContent = text;
  return e;
}

// How the edge of a marked item is drawn
const MARKS = { most: { stroke: '#d00000' }, worst: { stroke: '#c000c0', 'stroke-dasharray': '4 2' }, kept: { stroke: '#000' } };
const edgeOf = (item, marks) => MARKS[Object.keys(MARKS).find(mark => marks[mark] === item)];

function drawStroke(item, tag, shape, width, value, most, marks) {
  const edge = edgeOf(item, marks);
  if (edge)
    element(tag, { ...shape, ...edge, 'stroke-width': width + 5 });
  element(tag, { ...shape, stroke: colour(value, most), 'stroke-width': width, 'data-value': value ?? '' }, item);
}

function drawLine(item, x1, y1, x2, y2, width, value, most, marks) {
  drawStroke(item, 'line', { x1, y1, x2, y2 }, width, value, most, marks);
}

function drawFilled(item, tag, shape, value, most, marks, onClick) {
  const edge = edgeOf(item, marks);
  element(tag, { ...shape, fill: colour(value, most), stroke: '#555', 'stroke-width': edge ? 4 : 0.5, ...edge, 'data-value': value ?? '' }, item, onClick);
}

function drawSquare(item, x, y, size, value, most, marks) {
  drawFilled(item, 'rect', { x: x - size / 2, y: y - size / 2, width: size, height: size }, value, most, marks);
}

// A plane of routers; links along its normal are the two small squares in a router
function drawPlane(routers, links, most, marks) {
  const [u, v] = [0, 1, 2].filter(d => d !== state.axis), k = run().radix, step = 70;
  const at = r => { const c = place(r); return [50 + step * c[u], 50 + step * (k[v] - 1 - c[v])]; };
  const here = r => place(r)[state.axis] === state.plane;
  pick('map').setAttribute('viewBox', `-22 0 ${step * k[u] + 72} ${step * k[v] + 60}`);
  for (const l of links.filter(l => here(l.from) && l.port >> 1 !== state.axis)) {
    const [x, y] = at(l.from), sign = l.port & 1 ? -1 : 1;
    const dx = l.port >> 1 === u ? sign * step / 2 : 0, dy = l.port >> 1 === v ? -sign * step / 2 : 0;
    const [left, up] = [-Math.sign(dy) * 5, Math.sign(dx) * 5];
    drawLine(l, x + left, y + up, x + dx + left, y + dy + up, 7, l.values[state.metric], most, marks);
  }
  for (let i = 0; i < k[u]; i++)
    drawText(`${AXES[u]} ${i}`, 50 + step * i, step * k[v] + 40);
  for (let i = 0; i < k[v]; i++)
    drawText(`${AXES[v]} ${i}`, -4, 50 + step * (k[v] - 1 - i));
  for (const r of routers.filter(r => here(r.from)))
    drawSquare(r, ...at(r.from), 34, r.values[state.metric], most, marks);
  for (const l of links.filter(l => here(l.from) && l.port >> 1 === state.axis)) {
    const [x, y] = at(l.from), side = l.port & 1 ? -8 : 8;
    drawSquare(l, x + side, y - side, 12, l.values[state.metric], most, marks);
  }
}

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

function planeOf(r) {
  return isFly() ? groupOf(r) : place(r)[state.axis];
}

// The items that are marked, by why
function marksOf(links, routers) {
  const { worst } = run(), items = state.metric in LINKS ? links : routers;
  const marks = {
    most: items.reduce((a, b) => (b.values[state.metric] ?? -1) > (a?.values[state.metric] ?? -1) ? b : a, null),
    worst: worst ? routers.find(r => r.from === Math.floor(worst.node / nodesOfRouter())) : null,
    kept: [...links, ...routers].find(item => item.name === state.kept),
  };
  return { ...marks, items: Object.values(marks).filter(item => item) };
}

function drawButton(id, item, text) {
  pick(id).textContent = text;
  pick(id).parentNode.hidden = !item;
  pick(id).onclick = () => { state.plane = planeOf(item.from); draw(); };
}

const worstText = ({ node, share }) => `${isFly() ? `node ${node % nodesOfRouter()} of ` : ''}${name(Math.floor(node / nodesOfRouter()))} (${show(share)})`;

// From 0 to the most, in the colours of the map
function drawScale(label, most) {
  pick('scale').replaceChildren(`${label}: 0 `, ...COLOURS.map(c => {
    const step = document.createElement('span');
    step.style.cssText = `background:${c};padding:.1em .8em`;
    return step;
  }), `\u00a0${show(most)}, the most in the fabric`);
}

function draw() {
  const links = listLinks(), routers = listRouters();
  const metrics = { ...(links.length ? isFly() ? { flits: LINKS.flits } : LINKS : {}), ...(routers.length ? NODES : {}) };
  if (!(state.metric in metrics))
    state.metric = Object.keys(metrics)[0];
  const planes = isFly() ? groups() : run().radix[state.axis];
  state.plane = Math.min(Math.max(state.plane, isFly() ? -1 : 0), planes - 1);
  fill(pick('metric'), Object.entries(metrics));
  fill(pick('plane'), [...(isFly() ? [[-1, 'all groups']] : []), ...[...Array(planes).keys()].map(n => [n, isFly() ? `group ${n}` : `${AXES[state.axis]} = ${n}`])]);
  pick('axis').parentNode.hidden = isFly();
  for (const id of CHOSEN)
    pick(id).value = state[id];
  const marks = marksOf(links, routers), top = marks.most, most = top ? top.values[state.metric] : 0;
  state.about = marks.kept ? describe(marks.kept) : 'Point at a link or a router; a click keeps it.';
  pick('about').textContent = state.about;
  pick('map').replaceChildren();
  (isFly() ? drawDragonfly : drawPlane)(routers, links, most, marks);
  drawScale(metrics[state.metric] + (isFly() && state.metric in NODES ? ', a router has the mean of its nodes' : ''), most);
  drawButton('most', top, top && `${top.name} (${show(most)})`);
  drawButton('worst', marks.worst, marks.worst && worstText(run().worst));
  pick('torus').hidden = isFly();
  pick('dragonfly').hidden = !isFly();
}

fill(pick('run'), runs.map((r, i) => [i, r.label]));
fill(pick('axis'), [[2, 'x and y'], [1, 'x and z'], [0, 'y and z']]);
for (const id of CHOSEN)
  pick(id).addEventListener('input', () => {
    state[id] = id === 'metric' ? pick(id).value : Number(pick(id).value);
    draw();
  });
draw();
