import { plainCard } from "@/lib/webhooks/senders/plain/card";
const kind = process.argv[2];
const flat = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`some_key_${i}`, `value number ${i} of many`]));
const nested = Object.fromEntries(Array.from({ length: 800 }, (_, i) => [`part${i}`, { a: 1, name: "x y", nested: { b: "two words", c: { d: "three", url: "https://example.com/x" } } }]));
const p = kind === "flat" ? flat : nested;
for (let i = 0; i < 3000; i++) plainCard(p);
process.exit(0);
