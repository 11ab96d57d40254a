// Words on the page: a node's facts, the timeline, the list. Text only ever becomes text: nothing here reads markup.

function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "dot") made.style.setProperty("--dot", `var(--${value})`);
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== "" && child !== null));
  return made;
}

const words = (label) => label.replaceAll("_", " ") || "(no predicate)";
const count = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
const dotOf = (category) => el("span", { class: "dot", dot: category, "aria-hidden": "true" });

function spanOf(fact) {
  const from = fact.validAt.slice(0, 10), to = fact.invalidAt.slice(0, 10);
  return from && to ? `${from} to ${to}` : from ? `since ${from}` : to ? `until ${to}` : "";
}

function factCard(memory, fact, node, day, open) {
  const over = fact.to <= day, early = fact.from > day;
  const person = (index) => el("button", { type: "button", onclick: () => open(memory.nodes[index]) }, memory.nodes[index].name);
  const head = el("div", { class: "head" });
  if (fact.subject >= 0 && fact.subject !== node.index) head.append(person(fact.subject), "→");
  head.append(el("span", {}, words(fact.predicate)));
  if (fact.object >= 0 && fact.object !== node.index) head.append("→", person(fact.object));
  const when = el("div", { class: "when" });
  if (spanOf(fact)) when.append(el("span", {}, spanOf(fact)));
  if (over) when.append(el("span", { class: "state" }, "ended"));
  if (early) when.append(el("span", { class: "state" }, "not yet"));
  if (fact.status) when.append(el("span", {}, fact.status));
  if (fact.whenSaid) when.append(el("span", {}, `said “${fact.whenSaid}”`));
  if (fact.saidAt) when.append(el("span", {}, `heard ${fact.saidAt.slice(0, 10)}`));
  const card = el("li", { class: over || early ? "fact gone" : "fact" }, head, el("div", {}, fact.text), when);
  for (const [quote, source] of fact.evidence) if (quote) card.append(el("blockquote", {}, quote, source ? el("cite", {}, source) : ""));
  return card;
}

function fillPanel(panel, memory, node, day, { open, close }) {
  const chip = el("span", { class: "chip" }, dotOf(node.category), KIND_OF[node.category]);
  panel.replaceChildren(
    el("button", { type: "button", class: "icon close", "aria-label": "Close details", onclick: close }, "×"), chip, el("h2", {}, node.name),
  );
  if (node.aliases.length) panel.append(el("p", { class: "quiet" }, "also " + node.aliases.join(", ")));
  if (node.time) panel.append(el("p", { class: "quiet" }, node.time.slice(0, 10)));
  if (node.description) panel.append(el("p", {}, node.description));
  const own = node.own.map((i) => memory.facts[i]);
  const linked = [...new Set(node.links.filter((l) => l.fact).map((l) => l.fact))];
  const order = (a, b) => (a.to <= day) - (b.to <= day) || b.from - a.from || a.index - b.index;
  const groups = [["Facts", own], ["Links", linked.filter((f) => f.subject === node.index)], ["Linked from", linked.filter((f) => f.subject !== node.index)]];
  for (const [title, facts] of groups) {
    if (!facts.length) continue;
    facts.sort(order);
    const list = el("ul", { class: "facts" });
    panel.append(el("h3", {}, `${title} (${facts.length.toLocaleString("en")})`), list);
    inParts(list, facts, 60, (fact) => factCard(memory, fact, node, day, open));
  }
  const beside = [...new Set(node.links.filter((l) => !l.fact && l.label !== "PREVIOUS").map((l) => (l.source === node.index ? l.target : l.source)))];
  if (!beside.length) return;
  const rows = el("ul", { class: "rows" });
  panel.append(el("h3", {}, node.kind === "episode" ? "From this episode, and around it" : "Episodes it rests on"), rows);
  inParts(rows, beside, 60, (i) => nodeRow(memory.nodes[i], open));
}

function nodeRow(node, open) {
  return el("li", {}, el("button", { type: "button", onclick: () => open(node) }, dotOf(node.category), el("span", {}, node.name), el("span", { class: "quiet" }, node.time ? node.time.slice(0, 10) : count(node.told, "fact"))));
}

// A long list in parts: the rest comes when its button is pressed or scrolled to.
function inParts(list, items, size, make) {
  let shown = 0;
  const more = el("button", { type: "button", class: "more", onclick: add }, "Show more");
  function add() {
    list.append(...items.slice(shown, shown + size).map(make));
    shown += size;
    if (shown < items.length) list.after(more);
    else more.remove();
  }
  add();
}

function fillList(place, memory, some, open) {
  const rows = el("ul", { class: "rows" });
  place.replaceChildren(el("h2", { class: "unseen" }, "Everything"), el("p", { class: "quiet" }, count(some.length, "entry", "entries")), rows);
  inParts(rows, some, 200, (node) => nodeRow(node, open));
}

function fillTimeline(place, memory, entries, open) {
  const months = [];
  for (const entry of entries) {
    const month = entry.when.slice(0, 7) || "no date";
    if (!months.length || months[months.length - 1].month !== month || months[months.length - 1].entries.length >= 150) months.push({ month, entries: [] });
    months[months.length - 1].entries.push(entry);
  }
  const whole = el("div");
  place.replaceChildren(el("h2", { class: "unseen" }, "Timeline"), whole);
  if (!entries.length) whole.append(el("p", { class: "quiet" }, "Nothing matches."));
  inParts(whole, months, 12, ({ month, entries: those }) => el("div", { class: "month" }, el("h2", {}, month), el("ul", {}, ...those.map((entry) => timelineRow(memory, entry, open)))));
}

function timelineRow(memory, { when, change, fact, before }, open) {
  const node = memory.nodes[fact.subject];
  const who = node ? el("button", { type: "button", class: "who", onclick: () => open(node) }, node.name) : "";
  const dates = [when.length > 7 ? when.slice(0, 10) : "", change, change === "learnt" ? spanOf(fact) : ""].filter(Boolean).join(" · ");
  return el("li", { class: change }, who, " ", el("small", {}, dates), el("div", {}, before ? el("del", {}, before.text) : "", before ? " " : "", fact.text));
}
