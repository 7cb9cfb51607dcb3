// SPDX-License-Identifier: GPL-2.0-only
// The map of a lattice: a plane of its routers, each with links to its neighbours
'use strict';
const AXES = 'xyz', PORTS = ['+x', '-x', '+y', '-y', '+z', '-z'];
const place = r => { const k = run().radix; return [Math.floor(r / (k[1] * k[2])), Math.floor(r / k[2]) % k[1], r % k[2]]; };

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

const lattice = {
  metrics: () => LINKS,
  routers: () => run().nodes.injected.length,
  nodesOfRouter: () => 1,
  name: r => `(${place(r).join(', ')})`,
  routerName: r => `router ${lattice.name(r)}`,
  nodeName: node => lattice.name(node),
  links({ links, cycles }) {
    const list = [];
    links.flits.forEach((row, r) => row.forEach((flits, port) => {
      if (flits !== null)
        list.push({ from: r, port, name: `link from ${lattice.name(r)} by ${PORTS[port]}`, values: {
          flits: flits / cycles, stalled: links.stalled[r][port] / cycles, blocked: links.blocked[r][port] / cycles } });
    }));
    return list;
  },
  planes: () => [...Array(run().radix[state.axis]).keys()].map(n => [n, `${AXES[state.axis]} = ${n}`]),
  planeOf: r => place(r)[state.axis],
  hasMeans: () => false,
  draw: drawPlane,
};
