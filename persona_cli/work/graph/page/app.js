// The page: what is shown, and what people do to it.

const $ = (id) => document.getElementById(id);
const memory = readMemory();
const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const state = {
  day: NEVER, travelled: false, past: false, view: "graph", selected: null, hover: null, found: null, focus: null,
  hiddenKinds: new Set(), hiddenLabels: new Set(), node: new Uint8Array(memory.nodes.length), link: new Uint8Array(memory.links.length),
};
const drawing = makeDrawing($("graph"), memory, state, still);
const layout = makeLayout(({ xy, alpha }) => {
  if (!held) drawing.place(xy);
  else { const [x, y] = held.at; drawing.place(xy); drawing.move(held.node.index, x, y); }
  if (alpha < 0.02) document.documentElement.dataset.settled = "yes";
});
let held = null;

// What is true, ended, begun or absent on the day of the slider; then which nodes have anything left to say.
function judge() {
  const { range } = memory, recent = state.travelled && state.day < range.high ? Math.max(1, (range.high - range.low) / 60) : -1;
  const factState = (fact) => {
    if (fact.from > state.day || state.hiddenLabels.has(fact.predicate)) return ABSENT;
    if (fact.to <= state.day) return state.day - fact.to < recent ? JUST_ENDED : state.past ? OVER : ABSENT;
    return state.day - fact.from < recent ? JUST_BEGUN : TRUE_NOW;
  };
  let facts = 0;
  const live = memory.facts.map((fact) => { const what = factState(fact); facts += what === TRUE_NOW || what === JUST_BEGUN; return what; });
  for (const node of memory.nodes) {
    const bare = !node.own.length && !node.links.length, late = node.time && dayOf(node.time) > state.day;
    state.node[node.index] = state.hiddenKinds.has(node.category) ? HIDDEN : !late && (bare || node.kind === "episode" || node.own.some((i) => live[i])) ? SHOWN : GHOST;
  }
  for (const link of memory.links) {
    const ends = Math.min(state.node[link.source], state.node[link.target]);
    let what = link.fact ? live[link.fact.index] : state.hiddenLabels.has(link.label) || link.label === "PREVIOUS" ? ABSENT : TRUE_NOW;
    if (ends === HIDDEN) what = ABSENT;
    state.link[link.index] = what;
    if (what && link.fact) for (const end of [link.source, link.target]) if (state.node[end] === GHOST && !(memory.nodes[end].time && dayOf(memory.nodes[end].time) > state.day)) state.node[end] = SHOWN;
  }
  const shown = state.node.reduce((sum, what) => sum + (what === SHOWN), 0);
  $("counts").textContent = `${count(shown, "node")}, ${count(facts, "fact")} shown` + (memory.leftOut ? `; ${memory.leftOut}` : "");
  focus();
}

function focus() {
  const node = state.selected || state.hover;
  if (node) {
    state.focus = new Set([node.index]);
    for (const link of node.links) if (state.link[link.index]) { state.focus.add(link.source); state.focus.add(link.target); }
  } else state.focus = state.found;
  drawing.ask();
}

function refresh() {
  judge();
  if (state.view === "list") fillList($("list"), memory, listed(), open);
  if (state.view === "timeline") fillTimeline($("timeline"), memory, entries(), open);
  if (state.selected) fillPanel($("panel"), memory, state.selected, state.day, { open, close });
}

function listed() {
  const some = state.found ? [...state.found].map((i) => memory.nodes[i]) : [...memory.nodes].sort((a, b) => b.val - a.val || a.index - b.index);
  return some.filter((node) => !state.hiddenKinds.has(node.category));
}

function entries() {
  const about = (fact) => fact && ((state.found.has(fact.subject)) || state.found.has(fact.object));
  const takes = ({ fact, before, when }) => !state.hiddenLabels.has(fact.predicate) && (!when || dayOf(when) <= state.day) && (!state.found || about(fact) || about(before));
  return memory.timeline.filter(takes).reverse();
}

function open(node) {
  state.selected = node;
  state.hover = null;
  $("panel").hidden = false;
  fillPanel($("panel"), memory, node, state.day, { open, close });
  $("panel").scrollTop = 0;
  $("panel").focus({ preventScroll: true });
  say(`${node.name}: ${count(node.told, "fact")}`);
  drawing.resize();
  focus();
  const panel = $("panel").getBoundingClientRect(), stage = $("stage").getBoundingClientRect();
  if (state.view === "graph") drawing.show(node, panel.left <= stage.left ? panel.top - stage.top : stage.height);
}

function close() {
  const from = $("panel").contains(document.activeElement);
  state.selected = null;
  $("panel").hidden = true;
  drawing.resize();
  focus();
  if (from) (state.view === "graph" ? $("graph") : $(state.view)).focus();
}

function say(text) { $("say").textContent = text; }

function look(view) {
  state.view = view;
  for (const button of document.querySelectorAll("[data-view]")) button.setAttribute("aria-pressed", String(button.dataset.view === view));
  for (const name of ["timeline", "list"]) $(name).hidden = name !== view;
  $("zoom").hidden = view !== "graph";
  refresh();
}

// Filters
function filterRow(set, key, name, amount, category) {
  const box = el("input", { type: "checkbox", onchange: () => { if (box.checked) set.delete(key); else set.add(key); $("all-predicates").hidden = !state.hiddenLabels.size; refresh(); } });
  box.checked = !set.has(key);
  const label = el("label", { title: name }, box, el("span", { class: "dot", ...(category ? { dot: category } : {}), "aria-hidden": "true" }), el("span", { class: "name" }, name), el("span", { class: "quiet" }, amount.toLocaleString("en")));
  label.addEventListener("dblclick", () => only(set, key));
  return el("li", {}, label);
}

function only(set, key) { // a double click leaves just this one
  set.clear();
  for (const other of set === state.hiddenKinds ? kinds.keys() : labels.keys()) if (other !== key) set.add(other);
  fillFilters();
  refresh();
}

function tally(keys) {
  const counts = new Map();
  for (const key of keys) counts.set(key, (counts.get(key) || 0) + 1);
  return counts;
}
const kinds = tally(memory.nodes.map((node) => node.category));
const labels = tally([...memory.facts.map((fact) => fact.predicate), ...memory.links.filter((l) => !l.fact && l.label !== "PREVIOUS").map((l) => l.label)]);

function fillFilters() {
  $("kinds").replaceChildren(...CATEGORIES.filter(([key]) => kinds.has(key)).map(([key, name]) => filterRow(state.hiddenKinds, key, name, kinds.get(key), key)));
  const wanted = plain($("predicate-search").value);
  const some = [...labels].filter(([label]) => plain(words(label)).includes(wanted)).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 300);
  $("predicates").replaceChildren(...some.map(([label, amount]) => filterRow(state.hiddenLabels, label, words(label), amount, "")));
  $("all-predicates").hidden = !state.hiddenLabels.size;
}
$("predicate-search").hidden = labels.size < 12;
$("predicate-search").addEventListener("input", fillFilters);
$("all-predicates").addEventListener("click", () => { state.hiddenLabels.clear(); fillFilters(); refresh(); });

// Search: a combobox over a list of found nodes
let results = [], active = -1;
function search() {
  const typed = $("search").value.trim();
  const all = searchMemory(memory, typed);
  state.found = typed ? new Set(all.map((node) => node.index)) : null;
  results = all.filter((node) => !state.hiddenKinds.has(node.category)).slice(0, 12);
  active = results.length ? 0 : -1;
  $("results").replaceChildren(...results.map((node, i) => el("li", { role: "option", id: `found-${i}`, "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); choose(node); } }, dotOf(node.category), el("span", {}, node.name), el("span", { class: "quiet" }, count(node.told, "fact")))));
  if (typed && !results.length) $("results").append(el("li", { class: "none" }, el("span", {}, "Nothing found")));
  unfold(Boolean(typed));
  mark();
  if (typed) say(all.length ? `${count(all.length, "entry", "entries")} found` : "Nothing found");
  refresh();
}
function unfold(yes) { $("results").hidden = !yes; $("search").setAttribute("aria-expanded", String(yes)); }
function mark() {
  [...$("results").children].forEach((row, i) => { if (results.length) row.setAttribute("aria-selected", String(i === active)); });
  if (active >= 0) { $("search").setAttribute("aria-activedescendant", `found-${active}`); $("results").children[active].scrollIntoView({ block: "nearest" }); }
  else $("search").removeAttribute("aria-activedescendant");
}
function choose(node) { unfold(false); open(node); }
$("search").addEventListener("input", search);
$("search").addEventListener("focus", () => unfold(Boolean($("search").value.trim())));
$("search").addEventListener("blur", () => unfold(false));
$("search").addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (results.length) active = (active + (event.key === "ArrowDown" ? 1 : results.length - 1)) % results.length;
    mark();
  } else if (event.key === "Enter" && results[active]) choose(results[active]);
  else if (event.key === "Escape") { event.stopPropagation(); if ($("search").value) { $("search").value = ""; search(); } else $("graph").focus(); }
});

// Time
function setDay(day) {
  state.day = day;
  $("slider").value = String(day);
  $("slider").setAttribute("aria-valuetext", isoOf(day));
  $("day").textContent = isoOf(day);
  drawBars($("bars"), memory, day);
  refresh();
}
let playing = 0;
function play(on) {
  clearInterval(playing);
  playing = 0;
  $("play").setAttribute("aria-pressed", String(on));
  if (!on) return;
  state.travelled = true;
  const { low, high } = memory.range, step = Math.max(1, (high - low) / 240);
  let at = state.day >= high ? low : state.day;
  playing = setInterval(() => { at = Math.min(high, at + step); setDay(Math.round(at)); if (at >= high) play(false); }, 60);
}
function startTime() {
  if (!memory.range) { judge(); return; }
  const { low, high, clipped } = memory.range, today = Math.floor(Date.now() / DAY);
  $("time").hidden = false;
  Object.assign($("slider"), { min: String(low), max: String(high) });
  $("low").textContent = (clipped ? "before " : "") + isoOf(low);
  $("high").textContent = isoOf(high);
  $("slider").addEventListener("input", () => { play(false); state.travelled = true; setDay(+$("slider").value); });
  $("play").addEventListener("click", () => play(!playing));
  $("past").addEventListener("change", () => { state.past = $("past").checked; refresh(); });
  setDay(Math.max(low, Math.min(high, today)));
}

// Light and dark: the system's choice until the person makes one
const bright = matchMedia("(prefers-color-scheme: light)");
function paint(theme) {
  document.documentElement.dataset.theme = theme;
  drawing.theme();
  drawBars($("bars"), memory, state.day);
}
bright.addEventListener("change", () => paint(bright.matches ? "light" : "dark"));
$("theme").addEventListener("click", () => paint(document.documentElement.dataset.theme === "light" ? "dark" : "light"));

// Hands on the picture
const canvas = $("graph"), fingers = new Map();
const at = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
canvas.addEventListener("pointerdown", (event) => {
  if (event.button > 0) return;
  canvas.setPointerCapture(event.pointerId);
  const place = at(event);
  fingers.set(event.pointerId, place);
  held = fingers.size === 1 ? { node: drawing.nodeAt(...place), at: place, from: place, far: false } : null;
  if (held && !held.node) held = { ...held, pan: true, node: null };
});
canvas.addEventListener("pointermove", (event) => {
  const place = at(event), before = fingers.get(event.pointerId);
  if (!before) { hover(drawing.nodeAt(...place), place); return; }
  if (fingers.size === 2) {
    const other = [...fingers].find(([id]) => id !== event.pointerId)[1];
    const reach = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
    drawing.zoom(reach(place) / reach(before), (place[0] + other[0]) / 2, (place[1] + other[1]) / 2);
  } else if (held) {
    held.far ||= Math.hypot(place[0] - held.from[0], place[1] - held.from[1]) > 4;
    if (held.far) { hover(null); canvas.classList.add("held"); }
    held.at = place;
    if (held.far && held.node) { const [x, y] = drawing.move(held.node.index, ...place); layout.postMessage({ drag: { node: held.node.index, x, y } }); }
    else if (held.far) drawing.pan(place[0] - before[0], place[1] - before[1]);
  }
  fingers.set(event.pointerId, place);
});
function release(event) {
  fingers.delete(event.pointerId);
  canvas.classList.remove("held");
  const was = held;
  held = null;
  if (!was) return;
  if (was.far && was.node) layout.postMessage({ drop: was.node.index });
  if (!was.far && event.type === "pointerup") { if (was.node) open(was.node); else if (state.selected) close(); }
}
canvas.addEventListener("pointerup", release);
canvas.addEventListener("pointercancel", release);
canvas.addEventListener("pointerleave", () => hover(null));
canvas.addEventListener("wheel", (event) => { event.preventDefault(); drawing.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016) * (event.ctrlKey ? 4 : 1)), ...at(event)); }, { passive: false });
canvas.addEventListener("dblclick", (event) => drawing.zoom(1.8, ...at(event), true));
canvas.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
  if (steps[event.key]) { event.preventDefault(); drawing.pan(...steps[event.key]); }
  else if (event.key === "+" || event.key === "=") drawing.zoom(1.3, undefined, undefined, true);
  else if (event.key === "-") drawing.zoom(1 / 1.3, undefined, undefined, true);
  else if (event.key === "0") drawing.refit();
});
for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", () => (button.dataset.zoom === "fit" ? drawing.refit() : drawing.zoom(button.dataset.zoom === "in" ? 1.4 : 1 / 1.4, undefined, undefined, true)));
for (const button of document.querySelectorAll("[data-view]")) button.addEventListener("click", () => look(button.dataset.view));
$("sieve").addEventListener("click", () => $("sieve").setAttribute("aria-expanded", String($("filters").classList.toggle("open"))));
document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); look("list"); $("list").focus(); });
document.addEventListener("keydown", (event) => {
  const typing = event.target instanceof HTMLInputElement && event.target.type === "search";
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) { event.preventDefault(); $("search").focus(); $("search").select(); }
  if (event.key === "Escape" && !typing && state.selected) close();
});

function hover(node, place) {
  canvas.classList.toggle("over", Boolean(node));
  if (node !== state.hover) {
    state.hover = node;
    if (!state.selected) focus();
    else drawing.ask();
    $("tip").hidden = !node;
    if (node) $("tip").replaceChildren(el("b", {}, node.name), el("span", {}, `${KIND_OF[node.category]} · ${count(node.told, "fact")}`));
  }
  if (!node) return;
  const tip = $("tip"), stage = $("stage").getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(place[0] + 14, stage.width - tip.offsetWidth - 8)) + "px";
  tip.style.top = Math.max(8, Math.min(place[1] + 14, stage.height - tip.offsetHeight - 8)) + "px";
}

// Start: the person in the middle, the rest on a spiral around them, the heaviest first
function begin() {
  const size = Float32Array.from(memory.nodes, (node) => node.r), x = new Float32Array(size.length), y = new Float32Array(size.length);
  [...memory.nodes].sort((a, b) => (b.kind === "user") - (a.kind === "user") || b.val - a.val || a.index - b.index).forEach((node, place) => {
    const far = 11 * Math.sqrt(place + 0.5), angle = place * 2.399963;
    x[node.index] = place ? far * Math.cos(angle) : 0;
    y[node.index] = place ? far * Math.sin(angle) : 0;
  });
  const links = new Int32Array(memory.links.length * 2);
  memory.links.forEach((link, i) => { links[2 * i] = link.source; links[2 * i + 1] = link.target; });
  const box = $("stage").getBoundingClientRect(), wide = Math.min(1.6, Math.max(0.6, Math.sqrt(box.width / (box.height || 1)))); // as the screen is
  layout.postMessage({ start: { x, y, size, links, wide, calm: still } });
}

fillFilters();
paint(bright.matches ? "light" : "dark");
startTime();
new ResizeObserver(() => { drawing.resize(); drawBars($("bars"), memory, state.day); }).observe($("stage"));
canvas.setAttribute("aria-label", `Graph of the memory: ${count(memory.nodes.length, "node")}, ${count(memory.links.length, "link")}`);
$("empty").hidden = memory.nodes.length > 0;
drawing.resize();
if (memory.nodes.length) begin();
// For scripts and tests: where a node stands on the screen, opening one by its id, and how much is drawn.
window.memoryPage = {
  where(id) {
    const node = memory.nodes.find((each) => each.id === id), box = canvas.getBoundingClientRect(), [x, y] = drawing.where(node);
    return [x + box.left, y + box.top];
  },
  open: (id) => open(memory.nodes.find((each) => each.id === id)),
  shown: () => ({ nodes: state.node.reduce((n, what) => n + (what === SHOWN), 0), links: state.link.reduce((n, what) => n + (what > 0), 0) }),
};
document.documentElement.dataset.ready = "yes";
