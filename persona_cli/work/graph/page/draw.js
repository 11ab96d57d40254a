// The picture: one canvas, drawn only when something changed. Sizes are in CSS pixels; k is the zoom.

const HIDDEN = 0, GHOST = 1, SHOWN = 2; // of a node
const ABSENT = 0, TRUE_NOW = 1, OVER = 2, JUST_BEGUN = 3, JUST_ENDED = 4; // of a link

function makeDrawing(canvas, memory, state, still) {
  const { nodes, links } = memory;
  const pen = canvas.getContext("2d");
  const view = { k: 1, x: 0, y: 0 };
  const xy = new Float32Array(nodes.length * 2);
  const byWeight = [...nodes].sort((a, b) => (b.kind === "user") - (a.kind === "user") || b.val - a.val || a.index - b.index);
  const faint = Math.max(0.15, 0.72 - 0.14 * Math.log10(links.length + 1));
  let colours = {}, width = 0, height = 0, ratio = 1, asked = false, moved = false, moving = 0;

  function theme() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["bg", "text", "quiet", "accent", "begun", "ended", "edge", "halo", ...CATEGORIES.map(([key]) => key)]) colours[name] = style.getPropertyValue("--" + name).trim();
    ask();
  }

  function resize() {
    ratio = window.devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    if (!box.width) return;
    if (width) { view.x += (box.width - width) / 2; view.y += (box.height - height) / 2; }
    width = box.width;
    height = box.height;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    if (!moved) fit(false);
    ask();
  }

  function ask() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; draw(); });
  }

  const sx = (i) => xy[2 * i] * view.k + view.x;
  const sy = (i) => xy[2 * i + 1] * view.k + view.y;
  const radius = (node) => Math.max(node.r * Math.pow(view.k, 0.8), 1);
  const inFocus = (i) => !state.focus || state.focus.has(i);

  function path(link) {
    const a = link.source, b = link.target, ax = sx(a), ay = sy(a), bx = sx(b), by = sy(b);
    if (a === b) {
      const r = radius(nodes[a]) * 0.7 + 3, top = ay - radius(nodes[a]);
      pen.moveTo(ax + r, top);
      pen.arc(ax, top, r, 0, 7);
      return;
    }
    pen.moveTo(ax, ay);
    if (!link.nth) { pen.lineTo(bx, by); return; }
    const [cx, cy] = bend(link, ax, ay, bx, by);
    pen.quadraticCurveTo(cx, cy, bx, by);
  }

  function bend(link, ax, ay, bx, by) {
    if (!link.nth) return [(ax + bx) / 2, (ay + by) / 2];
    const side = (link.nth % 2 ? 1 : -1) * (link.source < link.target ? 1 : -1);
    const much = side * Math.min(0.16 * Math.ceil(link.nth / 2), 0.8);
    return [(ax + bx) / 2 - (by - ay) * much, (ay + by) / 2 + (bx - ax) * much];
  }

  function stroke(some, colour, alpha, thick, dash) {
    pen.strokeStyle = colour;
    pen.globalAlpha = alpha;
    pen.lineWidth = thick;
    pen.setLineDash(dash || []);
    for (let at = 0; at < some.length; at += 400) {
      pen.beginPath();
      for (let i = at; i < Math.min(at + 400, some.length); i++) path(some[i]);
      pen.stroke();
    }
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  function drawLinks() {
    const plainOnes = [], dim = [], over = [], begun = [], ended = [], near = [];
    for (const link of links) {
      const what = state.link[link.index];
      if (what === ABSENT) continue;
      const ax = sx(link.source), ay = sy(link.source), bx = sx(link.target), by = sy(link.target);
      if ((ax < 0 && bx < 0) || (ay < 0 && by < 0) || (ax > width && bx > width) || (ay > height && by > height)) continue;
      if (what === JUST_BEGUN) begun.push(link);
      else if (what === JUST_ENDED) ended.push(link);
      else if (state.selected && (link.source === state.selected.index || link.target === state.selected.index)) (what === OVER ? over : near).push(link);
      else if (!inFocus(link.source) || !inFocus(link.target)) dim.push(link);
      else (what === OVER ? over : plainOnes).push(link);
    }
    const thick = Math.min(1.6, 0.7 + view.k * 0.35);
    stroke(dim, colours.edge, faint * 0.22, thick);
    stroke(plainOnes, colours.edge, faint, thick);
    stroke(over, colours.ended, 0.5, thick, [5, 4]);
    stroke(ended, colours.ended, 0.85, thick + 0.6, [5, 4]);
    stroke(begun, colours.begun, 0.9, thick + 1);
    stroke(near, colours.accent, 0.85, thick + 0.5);
    if (view.k > 0.9 || near.length < 60) arrows(near, colours.accent);
    if (view.k > 1.4 && plainOnes.length < 1200) arrows(plainOnes, colours.edge);
    return near.length <= 40 || view.k > 1 ? near : [];
  }

  function arrows(some, colour) {
    pen.fillStyle = colour;
    pen.globalAlpha = 0.85;
    for (const link of some) {
      if (link.source === link.target) continue;
      const ax = sx(link.source), ay = sy(link.source), bx = sx(link.target), by = sy(link.target);
      const [cx, cy] = bend(link, ax, ay, bx, by);
      const angle = Math.atan2(by - cy, bx - cx), r = radius(nodes[link.target]) + 2;
      const x = bx - Math.cos(angle) * r, y = by - Math.sin(angle) * r;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(x - 8 * Math.cos(angle - 0.4), y - 8 * Math.sin(angle - 0.4));
      pen.lineTo(x - 8 * Math.cos(angle + 0.4), y - 8 * Math.sin(angle + 0.4));
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  function drawNodes() {
    for (const [category] of CATEGORIES) {
      pen.fillStyle = colours[category];
      for (const node of nodes) {
        const what = state.node[node.index];
        if (node.category !== category || what === HIDDEN) continue;
        const x = sx(node.index), y = sy(node.index), r = radius(node);
        if (x < -r || y < -r || x > width + r || y > height + r) continue;
        pen.globalAlpha = what === GHOST ? 0.14 : inFocus(node.index) ? 1 : 0.2;
        if (r < 1.7) { pen.fillRect(x - r, y - r, 2 * r, 2 * r); continue; }
        pen.beginPath();
        pen.arc(x, y, r, 0, 7);
        pen.fill();
        if (r > 4 && pen.globalAlpha === 1) { pen.lineWidth = 1.4; pen.strokeStyle = colours.halo; pen.stroke(); }
      }
    }
    pen.globalAlpha = 1;
    for (const [node, colour] of [[nodes.find((n) => n.kind === "user"), colours.user], [state.hover, colours.text], [state.selected, colours.accent]]) {
      if (!node || state.node[node.index] === HIDDEN) continue;
      pen.globalAlpha = inFocus(node.index) ? 1 : 0.25;
      pen.beginPath();
      pen.arc(sx(node.index), sy(node.index), radius(node) + 3.5, 0, 7);
      pen.lineWidth = node === state.selected ? 2.6 : 1.6;
      pen.strokeStyle = colour;
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  const taken = (placed, box) => placed.some((p) => p[0] < box[2] && p[2] > box[0] && p[1] < box[3] && p[3] > box[1]);
  const shortName = (name) => (name.length > 34 ? [...name].slice(0, 32).join("") + "…" : name);

  function drawLabels() {
    const placed = []; // where something stands: the heavy nodes first, then each label
    for (const node of byWeight.slice(0, 80)) {
      const x = sx(node.index), y = sy(node.index), r = radius(node) - 1;
      if (state.node[node.index] === SHOWN && inFocus(node.index)) placed.push([x - r, y - r, x + r, y + r]);
    }
    const standing = placed.length;
    pen.textAlign = "center";
    pen.textBaseline = "top";
    pen.lineJoin = "round";
    const always = [state.selected, state.hover].filter(Boolean);
    const small = view.k < 0.2 ? 34 : view.k < 0.8 ? 70 : 150;
    let tried = 0;
    for (const node of new Set([...always, ...(state.focus ? byWeight.filter((n) => state.focus.has(n.index)) : byWeight)])) {
      if (placed.length - standing > small || tried > 1500) break;
      const important = always.includes(node);
      if (state.node[node.index] !== SHOWN && !important) continue;
      const x = sx(node.index), y = sy(node.index);
      if (x < -60 || y < -30 || x > width + 60 || y > height + 10) continue;
      tried++;
      node.label ??= shortName(node.name);
      const heavy = important || node.kind === "user" || tried < 12;
      pen.font = (heavy ? "600 13px " : "12px ") + 'system-ui, "Segoe UI", Roboto, sans-serif';
      const half = (node[heavy ? "wide" : "slim"] ??= pen.measureText(node.label).width) / 2 + 4;
      const away = radius(node) + 4, beside = away + half;
      const spots = [[x, y + away], [x, y - away - 15], [x + beside, y - 8], [x - beside, y - 8]]; // below if free, else around
      const boxes = spots.map(([cx, top]) => [cx - half, top - 1, cx + half, top + 16]);
      const free = boxes.findIndex((box) => !taken(placed, box));
      if (free < 0 && !important) continue;
      placed.push(boxes[Math.max(free, 0)]);
      const [at, top] = spots[Math.max(free, 0)];
      pen.lineWidth = 4;
      pen.strokeStyle = colours.halo;
      pen.globalAlpha = 0.85;
      pen.strokeText(node.label, at, top);
      pen.globalAlpha = 1;
      pen.fillStyle = heavy ? colours.text : colours.quiet;
      if (state.focus && inFocus(node.index)) pen.fillStyle = colours.text;
      pen.fillText(node.label, at, top);
    }
    return placed;
  }

  function drawPredicates(some, placed) {
    pen.font = '11px system-ui, "Segoe UI", Roboto, sans-serif';
    pen.textBaseline = "middle";
    for (const link of some) {
      const ax = sx(link.source), ay = sy(link.source), bx = sx(link.target), by = sy(link.target);
      if (link.source === link.target || Math.hypot(bx - ax, by - ay) < 70) continue;
      const [cx, cy] = bend(link, ax, ay, bx, by);
      const x = (ax + bx) / 4 + cx / 2, y = (ay + by) / 4 + cy / 2, label = shortName(words(link.label));
      const half = pen.measureText(label).width / 2 + 4, box = [x - half, y - 8, x + half, y + 8];
      if (taken(placed, box)) continue;
      placed.push(box);
      pen.lineWidth = 5;
      pen.strokeStyle = colours.halo;
      pen.strokeText(label, x, y);
      pen.fillStyle = colours.accent;
      pen.fillText(label, x, y);
    }
  }

  function draw() {
    if (!width) return;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const near = drawLinks();
    drawNodes();
    drawPredicates(near, drawLabels());
    canvas.dataset.drawn = String(+(canvas.dataset.drawn || 0) + 1);
  }

  function nodeAt(x, y) {
    let best = null, least = 8;
    for (const node of nodes) {
      if (state.node[node.index] === HIDDEN) continue;
      const far = Math.hypot(sx(node.index) - x, sy(node.index) - y) - radius(node);
      if (far < least && (far < 4 || state.node[node.index] === SHOWN)) { least = far; best = node; }
    }
    return best;
  }

  function glide(k, x, y, smooth) {
    const from = { ...view }, begin = performance.now(), turn = ++moving;
    if (!smooth || still) { Object.assign(view, { k, x, y }); ask(); return; }
    (function frame() {
      if (turn !== moving) return;
      const part = Math.min(1, (performance.now() - begin) / 380), eased = 1 - (1 - part) ** 3;
      view.k = from.k + (k - from.k) * eased;
      view.x = from.x + (x - from.x) * eased;
      view.y = from.y + (y - from.y) * eased;
      ask();
      if (part < 1) requestAnimationFrame(frame);
    })();
  }

  function fit(smooth) {
    const xs = [], ys = [];
    for (const node of nodes) if (state.node[node.index] !== HIDDEN) { xs.push(xy[2 * node.index]); ys.push(xy[2 * node.index + 1]); }
    if (!xs.length || !width) return;
    xs.sort((a, b) => a - b);
    ys.sort((a, b) => a - b);
    const cut = xs.length > 400 ? Math.floor(xs.length / 200) : 0, last = xs.length - 1 - cut;
    const wide = xs[last] - xs[cut] || 1, high = ys[last] - ys[cut] || 1;
    const k = Math.min((width - 110) / wide, (height - 110) / high, 2.2);
    glide(k, width / 2 - (k * (xs[last] + xs[cut])) / 2, height / 2 - (k * (ys[last] + ys[cut])) / 2 - 8, smooth);
  }

  function zoom(factor, x = width / 2, y = height / 2, smooth = false) {
    moved = true;
    const k = Math.min(8, Math.max(0.02, view.k * factor)), by = k / view.k;
    glide(k, x - (x - view.x) * by, y - (y - view.y) * by, smooth);
  }

  function pan(dx, dy) {
    moved = true;
    moving++;
    view.x += dx;
    view.y += dy;
    ask();
  }

  return {
    ask, resize, theme, zoom, pan, fit, nodeAt,
    place(fresh) { xy.set(fresh); if (!moved) fit(false); ask(); },
    move(i, x, y) { xy[2 * i] = (x - view.x) / view.k; xy[2 * i + 1] = (y - view.y) / view.k; ask(); return [xy[2 * i], xy[2 * i + 1]]; },
    show(node, seen) { // seen: how much of the height nothing lies upon; the node in the middle, and as many of those beside it as a readable zoom allows
      moved = true;
      let reach = 60;
      for (const i of state.focus || []) reach = Math.max(reach, Math.abs(xy[2 * i] - xy[2 * node.index]), Math.abs(xy[2 * i + 1] - xy[2 * node.index + 1]) * 1.2);
      const k = Math.min(3.2, Math.max(0.55, (Math.min(width, seen) / 2 - 40) / reach));
      glide(k, width / 2 - k * xy[2 * node.index], seen / 2 - k * xy[2 * node.index + 1], true);
    },
    refit() { moved = false; fit(true); },
    where(node) { return [sx(node.index), sy(node.index)]; },
  };
}

// How many facts began and ended along the slider: bars up and down from a line.
function drawBars(canvas, memory, day) {
  const box = canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
  if (!box.width || !memory.range) return;
  canvas.width = Math.round(box.width * ratio);
  canvas.height = Math.round(box.height * ratio);
  const pen = canvas.getContext("2d"), { low, high } = memory.range, count = Math.max(20, Math.floor(box.width / 7));
  const begun = new Float64Array(count), ended = new Float64Array(count);
  const bin = (when) => Math.min(count - 1, Math.floor(((when - low) / (high - low)) * count));
  for (const fact of memory.facts) {
    if (fact.from >= low && fact.from <= high) begun[bin(fact.from)]++;
    if (fact.to >= low && fact.to <= high) ended[bin(fact.to)]++;
  }
  const most = Math.sqrt(Math.max(...begun, ...ended, 1)), middle = box.height * 0.66, style = getComputedStyle(document.documentElement);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const [bars, name, room] of [[begun, "--begun", -(middle - 2)], [ended, "--ended", box.height - middle - 2]]) {
    pen.fillStyle = style.getPropertyValue(name);
    for (let i = 0; i < count; i++) {
      if (!bars[i]) continue;
      pen.globalAlpha = low + ((i + 0.5) / count) * (high - low) <= day ? 0.9 : 0.28;
      pen.fillRect(8 + (i * (box.width - 16)) / count, middle + Math.sign(room), (box.width - 16) / count - 1.5, (Math.sqrt(bars[i]) / most) * room);
    }
  }
}
