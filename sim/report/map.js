// SPDX-License-Identifier: GPL-2.0-only
// The map of a fabric: a run, a metric, a plane or a group; the pointer names links and routers.  How it is
// drawn is said by the run
'use strict';
const runs = JSON.parse(document.getElementById('data').textContent);
const LINKS = { flits: 'use (flits per cycle)', stalled: 'stalled for lack of credits (share of cycles)', blocked: 'blocked VCs at its far end (mean of cycles)' };
const NODES = { injected: 'injected load (flits per node per cycle)', accepted: 'accepted load (flits per node per cycle)', received: 'received load (flits per node per cycle)', latency: 'mean latency (cycles)' };
const STATES = { computing: 'computing', sending: 'waiting in sends', waiting: 'waiting for messages' };
const CHOSEN = ['run', 'metric', 'axis', 'plane'];
// plane: -1 is all groups; about: what is said of the item that a click has kept
const state = { run: 0, metric: 'flits', axis: 2, plane: -1, kept: null, about: '' };
for (const [key, value] of new URLSearchParams(location.hash.slice(1)))
  if (CHOSEN.includes(key))
    state[key] = key === 'metric' ? value : Number(value);
const pick = id => document.getElementById(id);
const run = () => runs[state.run];
const DRAWINGS = { lattice, groups, grid };
const drawing = () => DRAWINGS[run().drawing];
const show = v => v === null || v === undefined ? 'none' : Number(v.toPrecision(5)).toString();

// The name of a metric of nodes; the state of a program's ranks may be that in calls of a name, behind a colon
function nodeLabel(metric) {
  const [state, ...call] = metric.split(':'), name = call.join(':');
  return NODES[metric] ?? `${STATES[state]}${!name ? '' : name === 'none' ? ' outside of calls' : ` in ${name}`} (cycles of a rank)`;
}

const nodeMetrics = () => Object.fromEntries(Object.keys(run().nodes).map(metric => [metric, nodeLabel(metric)]));

// All links of the run, each with where it begins, its name, and its values
function listLinks() {
  return run().links ? drawing().links(run()) : [];
}

// The values of a router are the means of its nodes
function listRouters() {
  const { nodes } = run(), p = drawing().nodesOfRouter();
  return !nodes ? [] : [...Array(drawing().routers()).keys()].map(r => {
    const values = {};
    for (const metric in nodes) {
      const of = nodes[metric].slice(r * p, r * p + p).filter(v => v !== null);
      values[metric] = of.length ? of.reduce((a, b) => a + b) / of.length : null;
    }
    return { from: r, name: drawing().routerName(r), values };
  });
}

// viridis, in nine steps
const COLOURS = ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'];
const colour = (v, most) => v === null || v === undefined ? '#e4e4e4' : COLOURS[Math.min(8, Math.floor(9 * v / (most || 1)))];

function describe(item) {
  const values = Object.entries(item.values).map(([m, v]) => `${LINKS[m] || nodeLabel(m)} ${show(v)}`);
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

function fill(select, options) {
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
}

// The items that are marked, by why
function marksOf(links, routers) {
  const { worst } = run(), items = state.metric in LINKS ? links : routers;
  const marks = {
    most: items.reduce((a, b) => (b.values[state.metric] ?? -1) > (a?.values[state.metric] ?? -1) ? b : a, null),
    worst: worst ? routers.find(r => r.from === Math.floor(worst.node / drawing().nodesOfRouter())) : null,
    kept: [...links, ...routers].find(item => item.name === state.kept),
  };
  return { ...marks, items: Object.values(marks).filter(item => item) };
}

function drawButton(id, item, text) {
  pick(id).textContent = text;
  pick(id).parentNode.hidden = !item;
  pick(id).onclick = () => { state.plane = drawing().planeOf(item.from); draw(); };
}

const worstText = ({ node, share }) => `${drawing().nodeName(node)} (${show(share)})`;

// From 0 to the most, in the colours of the map
function drawScale(label, most) {
  pick('scale').replaceChildren(`${label}: 0 `, ...COLOURS.map(c => {
    const step = document.createElement('span');
    step.style.cssText = `background:${c};padding:.1em .8em`;
    return step;
  }), `\u00a0${show(most)}, the most in the fabric`);
}

function draw() {
  const links = listLinks(), routers = listRouters(), name = run().drawing;
  const metrics = { ...(links.length ? drawing().metrics() : {}), ...(routers.length ? nodeMetrics() : {}) };
  if (!(state.metric in metrics))
    state.metric = Object.keys(metrics)[0];
  const planes = drawing().planes(), numbers = planes.map(([n]) => n);
  state.plane = Math.min(Math.max(state.plane, numbers[0]), numbers[numbers.length - 1]);
  fill(pick('metric'), Object.entries(metrics));
  fill(pick('plane'), planes);
  pick('axis').parentNode.hidden = name !== 'lattice';
  for (const id of CHOSEN)
    pick(id).value = state[id];
  const marks = marksOf(links, routers), top = marks.most, most = top ? top.values[state.metric] : 0;
  state.about = marks.kept ? describe(marks.kept) : 'Point at a link or a router; a click keeps it.';
  pick('about').textContent = state.about;
  pick('map').replaceChildren();
  drawing().draw(routers, links, most, marks);
  drawScale(metrics[state.metric] + (drawing().hasMeans() && !(state.metric in LINKS) ? ', a router has the mean of its nodes' : ''), most);
  drawButton('most', top, top && `${top.name} (${show(most)})`);
  drawButton('worst', marks.worst, marks.worst && worstText(run().worst));
  for (const word in DRAWINGS)
    pick(word).hidden = word !== name;
}

fill(pick('run'), runs.map((r, i) => [i, r.label]));
fill(pick('axis'), [[2, 'x and y'], [1, 'x and z'], [0, 'y and z']]);
for (const id of CHOSEN)
  pick(id).addEventListener('input', () => {
    state[id] = id === 'metric' ? pick(id).value : Number(pick(id).value);
    draw();
  });
draw();
