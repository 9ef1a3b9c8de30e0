import { readdirSync, readFileSync } from "node:fs";
import { plainCard } from "@/lib/webhooks/senders/plain/card";
import { colors } from "@/lib/webhooks/senders/described/description";
const dir = "/tmp/w/keep/plain-cards"; const only = process.argv[2];
const names = Object.fromEntries(Object.entries(colors).map(([k, v]) => [v, k]));
let ok = 0, n = 0; const lengths: number[] = []; const bad = { title: 0, state: 0, link: 0 }; const times: number[] = [];
for (const f of readdirSync(dir).filter((x) => x.endsWith(".json")).sort()) {
  if (only && !f.includes(only)) continue;
  const c = JSON.parse(readFileSync(`${dir}/${f}`, "utf8"));
  if (typeof c.payload !== "object") { console.log("TEXT", f); continue; }
  const t0 = performance.now(); const [e] = plainCard(c.payload).embeds; times.push(performance.now() - t0);
  if (!e) continue; n++;
  const title = `${e.state ?? ""} ${e.title ?? ""}`.toLowerCase();
  const text = [e.title, e.description, ...(e.fields ?? []).flatMap((x) => [x.name, x.value])].filter(Boolean).join(" ");
  const problems: string[] = [];
  const flat = (x: string) => x.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim(); const missing = c.title.filter((p: string) => !flat(title).includes(flat(p)));
  if (missing.length) { problems.push(`title lacks ${JSON.stringify(missing)}`); bad.title++; }
  const color = e.color === undefined ? "null" : (names[e.color] ?? "?");
  const want = c.state ?? "null";
  if (color !== want && !(want === "null" && color !== "red" && color !== "amber") && !(want === "blue" && color === "null")) { problems.push(`state ${color}, wanted ${want}`); bad.state++; }
  const norm = (u: string | null | undefined) => (u ?? "").replace(/\/$/, "");
  if (norm(e.url) !== norm(c.link && new URL(c.link).href)) { problems.push(`link ${e.url}, wanted ${c.link}`); bad.link++; }
  lengths.push(text.length); if (problems.length === 0) ok++;
  if (problems.length || only) { console.log(`${f}\n  TITLE ${e.title}\n  ${problems.join("\n  ")}`); if (only) console.log(JSON.stringify(e, null, 1), JSON.stringify(c.payload, null, 1).slice(0, 5000)); }
}
lengths.sort((a, b) => a - b); times.sort((a, b) => a - b);
console.log(`${ok} of ${n} right (${Math.round(100 * ok / n)} %)`, bad, "median length", lengths[lengths.length >> 1], "p95 ms", times[Math.floor(times.length * 0.95)]?.toFixed(2));
process.exit(0);
