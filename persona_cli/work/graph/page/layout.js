// Where the nodes stand: d3-force in a worker, so that the page stays quick while twenty thousand of them settle.
// Messages in: {start: {x, y, size, links, wide, calm}}, {drag: {node, x, y}}, {drop: node}. Messages out: {xy, alpha}.
"use strict";

function layoutMain(port) {
  let simulation = null;
  let nodes = [];

  function start({ x, y, size, links, wide, calm }) {
    const count = size.length;
    const large = count > 3000;
    nodes = Array.from(size, (r, i) => ({ index: i, x: x[i], y: y[i], r, linked: 0 }));
    const edges = [];
    for (let i = 0; i < links.length; i += 2) {
      if (links[i] === links[i + 1]) continue;
      edges.push({ source: links[i], target: links[i + 1] });
      nodes[links[i]].linked++;
      nodes[links[i + 1]].linked++;
    }
    const pull = large ? 0.06 : 0.05;
    const gravity = (node) => (node.linked ? pull : pull * 1.6);
    simulation = d3.forceSimulation(nodes)
      .force("charge", d3.forceManyBody().strength((n) => -34 - 4.5 * n.r).theta(large ? 1.25 : 0.9))
      .force("link", d3.forceLink(edges).distance((l) => 30 + l.source.r + l.target.r + 5 * Math.sqrt(Math.min(l.source.linked, l.target.linked))))
      .force("x", d3.forceX().strength((n) => gravity(n) / wide))
      .force("y", d3.forceY().strength((n) => gravity(n) * wide))
      .alphaDecay(large ? 0.035 : 0.022)
      .velocityDecay(0.35)
      .stop();
    if (!large) simulation.force("collide", d3.forceCollide().radius((n) => n.r + 3).iterations(1));
    quiet = calm;
    const ahead = large ? 12 : calm ? 300 : 60;
    for (let i = 0; i < ahead && simulation.alpha() > simulation.alphaMin(); i++) simulation.tick();
    send();
    run();
  }

  function send() {
    const xy = new Float32Array(nodes.length * 2);
    for (let i = 0; i < nodes.length; i++) {
      xy[2 * i] = nodes[i].x;
      xy[2 * i + 1] = nodes[i].y;
    }
    port.postMessage({ xy, alpha: simulation.alpha() });
  }

  let running = false, quiet = false, told = 0; // quiet: where less motion is asked for, a look every two seconds is enough
  function run() {
    if (running) return;
    running = true;
    setTimeout(step, 0);
  }

  function step() {
    const until = performance.now() + 14;
    do simulation.tick();
    while (performance.now() < until && nodes.length < 500 && simulation.alpha() < 0.05);
    running = simulation.alpha() >= simulation.alphaMin() || simulation.alphaTarget() > 0;
    if (!quiet || !running || simulation.alphaTarget() > 0 || performance.now() - told > 2000) { send(); told = performance.now(); }
    if (running) setTimeout(step, 14);
  }

  port.onmessage = ({ data }) => {
    if (data.start) start(data.start);
    if (data.drag) {
      const node = nodes[data.drag.node];
      node.fx = data.drag.x;
      node.fy = data.drag.y;
      simulation.alphaTarget(0.12);
      if (simulation.alpha() < 0.12) simulation.alpha(0.12);
      run();
    }
    if (data.drop !== undefined) {
      nodes[data.drop].fx = nodes[data.drop].fy = null;
      simulation.alphaTarget(0);
    }
  };
}

// A worker where the browser allows one made of this page's own text; else the same code on the page's own thread.
function makeLayout(onPositions) {
  let asked = null, heard = false;
  const port = { postMessage: onPositions, onmessage: null };
  const here = { postMessage: (data) => setTimeout(() => port.onmessage({ data }), 0) };
  let there = here;
  function stay() {
    layoutMain(port);
    there = here;
    if (asked) here.postMessage(asked);
  }
  try {
    const source = document.getElementById("layout-source").textContent + "\nlayoutMain(self);";
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => { heard = true; onPositions(data); };
    worker.onerror = () => { if (!heard) stay(); };
    there = worker;
  } catch {
    stay();
  }
  return {
    postMessage(data) {
      if (data.start) asked = data;
      there.postMessage(data);
    },
  };
}
