// Reads a Mermaid flowchart from stdin with Mermaid's own parser; prints its nodes and edges as JSON.
import { JSDOM } from "jsdom";

const page = new JSDOM("");
globalThis.window = page.window;
globalThis.document = page.window.document;
const { default: mermaid } = await import("mermaid");

let text = "";
for await (const part of process.stdin) text += part;
mermaid.initialize({ maxEdges: 100000, maxTextSize: 1e8, securityLevel: "strict" });
await mermaid.parse(text);
const { type, db } = await mermaid.mermaidAPI.getDiagramFromText(text);
// Inside, Mermaid holds the entity #34; as ﬂ°°34¶ß until it draws.
const shown = (label) => label.replace(/ﬂ°°(\d+)¶ß/g, (_, code) => String.fromCodePoint(code));
const nodes = [...db.getVertices().values()].map((node) => [node.id, shown(node.text), node.labelType]);
const edges = db.getEdges().map((edge) => [edge.start, edge.end, shown(edge.text), edge.stroke]);
console.log(JSON.stringify({ type, nodes, edges }));
