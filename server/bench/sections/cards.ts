import { examplesOf, plainPayloads } from "@/lib/testing/examples";
import { compileSender } from "@/lib/webhooks/interpret/described/compile";
import { payloadOf } from "@/lib/webhooks/interpret/described/example";
import { makeMessages, templateHeaders } from "@/lib/webhooks/interpret/described/make-messages";
import { plainCard } from "@/lib/webhooks/interpret/plain/card";
import { plainBudget } from "@/lib/webhooks/interpret/plain/parts";
import { descriptions } from "@/lib/webhooks/senders/descriptions";
import type { Bench, Report } from "@/server/bench/load/bench";
import { figure, median, percentile, table, times } from "@/server/bench/load/figures";
import type { Options } from "@/server/bench/sections/options";

const LARGE = 64 * 1024;
const WARM_UP = 15;
const HEADINGS = ["", "cards", "p50 ms", "p95 ms", "longest ms", "p50 of parsing"];

/** A card to make, and the JSON that it's made from. */
type CardCase = { make: () => unknown; text: string };

/** Measures how long it takes to make the cards of all examples, against parsing and writing their JSON. */
export async function cardsSection(bench: Bench, { quick }: Options): Promise<Report> {
  const tries = quick ? 10 : 50;
  const rows = [
    { name: "of described tools", makings: described() },
    { name: "plain", makings: plainPayloads().map(makingOf) },
    { name: "plain, of 64 KiB", makings: large() },
  ].map(({ name, makings }) => {
    bench.progress(`cards: ${name}`);
    for (let round = 0; round < WARM_UP; round += 1) for (const { make } of makings) make();
    const made = makings.map(({ make }) => timeOf(make, tries)).sort((a, b) => a - b);
    const parsed = makings.map(({ text }) => timeOf(() => JSON.stringify(JSON.parse(text)), tries));
    const [p50, p95] = [percentile(made, 0.5), percentile(made, 0.95)];
    return { name, count: makings.length, p50, p95, longest: made.at(-1) ?? 0, ofParsing: p50 / median(parsed) };
  });
  return {
    title: "Cards of the examples",
    text: table(
      HEADINGS,
      rows.map(({ name, count, p50, p95, longest, ofParsing }) => {
        return [name, `${count}`, figure(p50), figure(p95), figure(longest), times(ofParsing)];
      }),
    ),
    figures: rows,
    failures: 0,
  };
}

function timeOf(work: () => unknown, tries: number): number {
  return median(
    Array.from({ length: tries }, () => {
      const began = performance.now();
      work();
      return performance.now() - began;
    }),
  );
}

function described(): CardCase[] {
  return [...descriptions()].flatMap(([name, description]) => {
    const sender = compileSender(description);
    return examplesOf(name).map((example) => {
      const payload = payloadOf(example);
      const headers = templateHeaders(description, (each) => example.headers[each]);
      return { make: () => makeMessages(sender, { payload, headers }), text: JSON.stringify(payload) };
    });
  });
}

function makingOf(payload: object): CardCase {
  return { make: () => plainCard(payload, plainBudget()), text: JSON.stringify(payload) };
}

/** Payloads of one shape each: a list, many keys, objects in objects, and long texts. */
function large(): CardCase[] {
  const item = (index: number) => ({ id: index, name: `host-${index}`, state: "ok", owner: { name: "Ada" } });
  const nested = (index: number) => ({ count: index, inner: { text: "two words", more: { name: `part ${index}` } } });
  const word = "word ";
  return [
    { event: "report", items: fill(LARGE / 70, item) },
    Object.fromEntries(fill(LARGE / 45, (index) => [`some_key_${index}`, `value number ${index} of many`])),
    Object.fromEntries(fill(LARGE / 85, (index) => [`part_${index}`, nested(index)])),
    { title: "A long text", message: word.repeat(LARGE / word.length) },
    Object.fromEntries(fill(30, (index) => [`text_${index}`, word.repeat(LARGE / 30 / word.length)])),
  ].map(makingOf);
}

function fill<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: Math.floor(count) }, (_, index) => make(index));
}
