// The memory as the page holds it: read once from the JSON in the page, times as whole days, everything by index.

const DAY = 86400000;
const NEVER = Infinity;
const CATEGORIES = [
  ["user", "You", "You"], ["person", "People", "Person"], ["place", "Places", "Place"],
  ["organisation", "Organisations", "Organisation"], ["work", "Works", "Work"], ["animal", "Animals", "Animal"],
  ["thing", "Things", "Thing"], ["subject", "Subjects", "Subject"], ["other", "Others", "Other"],
  ["goal", "Goals", "Goal"], ["psyche", "Psyche", "Psyche"], ["episode", "Episodes", "Episode"],
];

const KIND_OF = Object.fromEntries(CATEGORIES.map(([key, , one]) => [key, one]));

function dayOf(iso) {
  const moment = new Date(0);
  moment.setUTCFullYear(+iso.slice(0, 4), (+iso.slice(5, 7) || 1) - 1, +iso.slice(8, 10) || 1);
  return Math.round(moment.getTime() / DAY);
}

function isoOf(day) {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

function categoryOf(kind, type) {
  if (kind !== "subject" && kind !== "other") return kind;
  return CATEGORIES.some(([key]) => key === type) ? type : kind;
}

function readMemory() {
  const raw = JSON.parse(document.getElementById("memory").textContent);
  const facts = raw.facts.map(([id, text, subject, predicate, kind, status, validAt, invalidAt, whenSaid, saidAt, begins, ends, evidence], index) => ({
    index, id, text, subject, predicate, kind, status, validAt, invalidAt, whenSaid, saidAt, evidence,
    from: begins ? dayOf(begins) : -NEVER,
    to: ends ? dayOf(ends) : NEVER,
    object: -1,
  }));
  const nodes = raw.nodes.map(([id, name, kind, type, val, own, aliases, description, time], index) => ({
    index, id, name: name || "(no name)", kind, type, val, own, aliases, description, time,
    category: categoryOf(kind, type),
    r: 3.2 + 2.1 * Math.sqrt(Math.min(val, 120)) * (kind === "episode" ? 0.6 : 1),
    links: [],
  }));
  const pairs = new Map();
  const links = raw.links.map(([source, target, label, fact], index) => {
    const key = source < target ? source + "/" + target : target + "/" + source;
    const nth = pairs.get(key) || 0;
    pairs.set(key, nth + 1);
    const link = { index, source, target, label: raw.labels[label], fact: fact < 0 ? null : facts[fact], nth };
    nodes[source].links.push(link);
    if (target !== source) nodes[target].links.push(link);
    if (link.fact) link.fact.object = target;
    return link;
  });
  for (const node of nodes) for (const fact of node.own) facts[fact].subject = node.index;
  for (const node of nodes) node.told = node.own.length + new Set(node.links.map((link) => link.fact).filter(Boolean)).size;
  for (const fact of facts) fact.predicate = raw.labels[fact.predicate];
  const timeline = raw.timeline.map(([when, change, fact, before]) => ({ when, change, fact: facts[fact], before: before < 0 ? null : facts[before] }));
  return { nodes, links, facts, timeline, leftOut: raw.left_out, range: rangeOf(facts, nodes) };
}

// The days the slider spans. A few very old beginnings (a birth, a founding) would squeeze the rest into a corner, so the
// span starts where all but a fiftieth of the beginnings lie after it; what began earlier is there from the left end on.
// It ends today, or later where the memory speaks of what is to come.
function rangeOf(facts, nodes) {
  const days = facts.flatMap((fact) => [fact.from, fact.to]).filter(Number.isFinite);
  for (const node of nodes) if (node.time) days.push(dayOf(node.time));
  days.sort((a, b) => a - b);
  if (!days.length) return null;
  const first = days[0], last = Math.max(days[days.length - 1], Math.floor(Date.now() / DAY)), early = days[Math.floor(days.length / 50)];
  const low = early - first > (last - first) / 4 ? early : first;
  return { low, high: Math.max(last, low + 1), clipped: low > first };
}

function plain(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

function searchMemory(memory, words) {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const found = [];
  for (const node of memory.nodes) {
    node.haystack ??= plain([node.name, ...node.aliases].join("\n"));
    node.depths ??= plain([node.description, ...node.own.map((i) => memory.facts[i].text), ...node.links.map((l) => (l.fact ? l.fact.text : ""))].join("\n"));
    let score = 0;
    for (const word of wanted) {
      const at = node.haystack.indexOf(word);
      if (at === 0) score += 100;
      else if (at > 0) score += /[\s\n-]/.test(node.haystack[at - 1]) ? 80 : 50;
      else if (node.depths.includes(word)) score += 10;
      else { score = -1; break; }
    }
    if (score > 0) found.push([score + Math.min(node.val, 50) / 10, node]);
  }
  found.sort((a, b) => b[0] - a[0] || a[1].index - b[1].index);
  return found.map(([, node]) => node);
}
