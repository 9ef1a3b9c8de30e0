import { readdirSync, readFileSync } from "node:fs";
import { plainCard } from "@/lib/webhooks/senders/plain/card";
const dir = "/tmp/w/keep/plain-cards";
const all = readdirSync(dir).filter((x) => x.endsWith(".json")).map((f) => JSON.parse(readFileSync(`${dir}/${f}`, "utf8")).payload).filter((p) => typeof p === "object");
for (let i = 0; i < 20; i++) for (const p of all) plainCard(p);
const best = (p: object, n = 60) => { const t: number[] = []; for (let i = 0; i < n; i++) { const t0 = performance.now(); plainCard(p); t.push(performance.now() - t0); } t.sort((a, b) => a - b); return t[t.length >> 1] ?? 0; };
const ts = all.map((p) => best(p, 20)).sort((a, b) => a - b);
console.log("fixtures median", ts[ts.length >> 1]?.toFixed(3), "p95", ts[Math.floor(ts.length * 0.95)]?.toFixed(3), "max", ts.at(-1)?.toFixed(3));
const grow = (make: (i: number) => unknown) => { const items: unknown[] = []; while (JSON.stringify(items).length < 64 * 1024) for (let k = 0; k < 20; k++) items.push(make(items.length)); return items; };
const big: Record<string, object> = {
  "list of objects": { event: "report", items: grow((i) => ({ id: i, name: `host-${i}`, state: "ok", url: `https://example.com/${i}`, owner: { name: "Ada" } })) },
  "flat keys": Object.fromEntries(grow((i) => i).slice(0, 1500).map((i) => [`some_key_${i}`, `value number ${i} of many`])),
  "objects in objects": Object.fromEntries(grow(() => ({ a: 1, name: "x y", nested: { b: "two words", c: { d: "three", url: "https://example.com/x" } } })).slice(0, 900).map((v, i) => [`part${i}`, v])),
  "long text": { title: "t", message: "word ".repeat(13000) },
  "long html": { title: "t", message: "<p>word <b>x</b></p>".repeat(3200) },
  "long strings": Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`text_${i}`, "lorem ipsum ".repeat(180)])),
  "lists of lists": { rows: grow((i) => [i, "a", "b", { c: i }]) },
  "commits": { event: "push", commits: grow((i) => ({ id: "a".repeat(40), message: `Fix ${i}\n\nlong`, author: { name: "Ada", email: "ada@example.com" }, added: ["a.ts", "b.ts"] })) },
};
for (const [name, p] of Object.entries(big)) console.log(name.padEnd(20), JSON.stringify(p).length, best(p).toFixed(3));
process.exit(0);
