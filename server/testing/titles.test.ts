import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// Why: docs/decisions/cards.md

const READERS = ["components", "app", "lib/attention", "lib/browser", "lib/messages/read", "lib/messages/search"];
const MORE = ["lib/messages/post", "lib/messages/incidents", "lib/messages/cards/incidents.ts"];

// A title in a regular expression or taken apart, also in SQL.
const TAKEN_APART =
  /\b(?:\w*[tT]itle)\)?\??\.(?:match|matchAll|split|search|replace|replaceAll)\(|\.(?:exec|test)\([^)\n]*[tT]itle\b|'title'\)?\s*(?:~|SIMILAR|I?LIKE)|cards\/card-head"/;
const OF_EMBEDS = /\bembeds?\b|\bEmbed\b/;

function filesOf(root: string): string[] {
  if (/\.tsx?$/.test(root)) return [root];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => path.join(root, file));
}

test("no component or query reads a state, place or severity out of a card's title", () => {
  const found = [...READERS, ...MORE].flatMap(filesOf).filter((file) => {
    const text = readFileSync(file, "utf8");
    return OF_EMBEDS.test(text) && TAKEN_APART.test(text);
  });
  expect(found).toEqual([]);
});

test.each([
  'const [place] = embed.title.split("]");',
  "if (FAILED.test(embed.title)) return;",
  "const m = embed.title?.match(/Firing/);",
  "SELECT embeds FROM x WHERE card->>'title' ~ 'Firing'",
])("a title taken apart is found: %s", (code) => expect(TAKEN_APART.test(code)).toBe(true));
