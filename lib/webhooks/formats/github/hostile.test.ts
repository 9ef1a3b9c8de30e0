import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeReport, THING_LIMITS } from "@/lib/messages/things/registers";
import { expectEffort } from "@/lib/testing/effort";
import { randomRuns } from "@/lib/testing/long";
import { codePoints, isBlank } from "@/lib/text/text";
import { github, readDelivery } from "@/lib/webhooks/formats/github/parse";
import { thingIn } from "@/lib/webhooks/formats/github/things";
import { composeLine } from "@/lib/webhooks/interpret/things";
import { githubExamples } from "@/server/testing/github-examples";

const examples = await githubExamples();

const deliveries = examples.flatMap(({ name, examples }) =>
  examples.map((payload) => ({ name, json: JSON.stringify(payload) })),
);

const HOSTILE: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  "",
  " \n ",
  "\0",
  "\ud83e",
  "\u200b",
  "x".repeat(300_000),
  "🪣".repeat(70_000),
  "`".repeat(70_000),
  "<!-- ".repeat(20_000),
  "<a href='https://x.y/'>".repeat(5000),
  `https://x.y/${"()".repeat(1000)}`,
  "javascript:alert(1)",
  "<@123456789012345678> @everyone",
  "2019-02-30T00:00:00Z",
  "refs/heads/\ud800`*[x](y)",
  {},
  JSON.parse('{"toString":1,"constructor":"x","__proto__":{"title":"x"},"length":5}'),
  { login: "x".repeat(300), html_url: {}, avatar_url: [] },
  [],
  [null, 1, "x", [], {}],
  Array(3000).fill({ id: "`", message: "m\n".repeat(9), distinct: true, url: `https://x.y/${"a".repeat(480)}` }),
  Array(3000).fill({ name: "|".repeat(60), login: "_".repeat(100), html_url: `https://x.y/${"a".repeat(480)}` }),
];

/** Replaces and deletes random values. Most of the payload stays, so that most of the code is reached. */
function mutilate(value: unknown, random: () => number): unknown {
  if (random() < 0.03) return HOSTILE[Math.floor(random() * HOSTILE.length)];
  if (Array.isArray(value)) return value.map((item) => mutilate(item, random));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(() => random() >= 0.03);
  return Object.fromEntries(kept.map(([key, each]) => [key, mutilate(each, random)]));
}

/** Returns a generator of numbers from 0 to 1 that are the same for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shows(payload: unknown, event: string): boolean {
  const { content, embeds } = github(payload, event);
  return isReadable(payload, event) && (!isBlank(content) || embeds.some(({ title }) => !isBlank(title)));
}

/** Returns whether what the payload says of a thing, if it says something, is within every limit. */
function isReadable(payload: unknown, event: string): boolean {
  const said = thingIn(readDelivery(payload, event));
  if (!said || "skip" in said) return true;
  for (const { key, at, facts } of [said, said.reply ?? said]) {
    if (codePoints(key) > 255 || (at !== null && Number.isNaN(Date.parse(at)))) return false;
    for (const [name, value] of Object.entries(facts)) {
      if (codePoints(name) > THING_LIMITS.name || JSON.stringify(value).length > THING_LIMITS.json) return false;
    }
    composeLine(facts, { watched: facts, mayBeOpen: true });
  }
  mergeReport({}, said, "2026-11-20T09:30:00.000Z");
  return true;
}

test("a mutilated payload still becomes a message within every limit", () => {
  const delivery = fc.record({ delivery: fc.constantFrom(...deliveries), seed: fc.integer() });
  fc.assert(
    fc.property(delivery, ({ delivery: { name, json }, seed }) => {
      const payload = { ...(mutilate({ ...JSON.parse(json) }, generator(seed)) as object) };
      expect(shows(payload, name)).toBe(true);
    }),
    { numRuns: randomRuns(1500) },
  );
}, 60_000);

/** Events that have a card but no example. */
const OTHERS = [
  { name: "secret_scanning_alert", keys: ["action", "alert", "repository", "sender"] },
  { name: "registry_package", keys: ["action", "registry_package", "repository", "sender"] },
  { name: "projects_v2", keys: ["action", "projects_v2", "organization", "sender"] },
  { name: "projects_v2_status_update", keys: ["action", "projects_v2_status_update", "organization", "sender"] },
  { name: "repository_advisory", keys: ["action", "repository_advisory", "repository", "sender"] },
  { name: "deployment_protection_rule", keys: ["action", "environment", "deployment", "repository", "sender"] },
];

const known = examples.map(({ name, examples: all }) => ({ name, keys: Object.keys(Object.assign({}, ...all)) }));

test.each([...known, ...OTHERS])("$name shows something for any value under its keys", (each) => {
  const { name, keys } = each;
  for (const value of HOSTILE) {
    expect(shows(Object.fromEntries(keys.map((key) => [key, value])), name)).toBe(true);
    expect(shows(Object.fromEntries(keys.map((key) => [key, { title: "t", name: "n", url: value }])), name)).toBe(true);
  }
  expect(shows({}, name)).toBe(true);
});

test.each(["constructor", "__proto__", "toString", "x".repeat(500), "`", "push\n", "\ud800"])(
  "an event called %j is named safely",
  (event) => expect(shows({ action: "created" }, event)).toBe(true),
);

test.each([
  ["a body of backticks of every length", Array.from({ length: 500 }, (_, i) => "`".repeat(500 - i)).join(" ")],
  ["a body of openings", "<!--`<a href=<details ".repeat(6000)],
  ["a body of tags", "<details><summary>x</summary><li><a href='https://x.y'>x</a>".repeat(2200)],
  ["a body of fences", "```\n~~~\n````x\n".repeat(9000)],
  ["a body of one tag that never ends", `<a ${"href=".repeat(26_000)}`],
  ["a body of spaces", `x${" \n".repeat(65_000)}x`],
])("%s takes little time", (_, body) => {
  expectEffort(() => github({ action: "opened", issue: { number: 1, title: body, body } }, "issues"), 25);
});
