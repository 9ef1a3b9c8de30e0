import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { cardModels } from "@/lib/testing/card-models";
import { longestTurn } from "@/lib/testing/effort";
import { randomRuns } from "@/lib/testing/long";
import { CARD_FILTERS } from "@/lib/webhooks/interpret/own-cards/filters";
import {
  type CardField,
  type CardModel,
  type CardOfModel,
  cardModel,
  type Template,
  type TemplatePart,
} from "@/lib/webhooks/interpret/own-cards/model";
import { chipAt, emptyCard, inPayload, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import { readCardFile } from "@/lib/webhooks/interpret/own-cards/read-file";
import { SeenValues } from "@/lib/webhooks/interpret/own-cards/seen-values";
import { applyCard } from "@/lib/webhooks/interpret/own-cards/use-card";
import { cardSchema } from "@/lib/webhooks/schema";

// What members could save, send or import to stop the server. A payload may have 256 KiB and a file 64 KiB.

/** In units of about 10 ms: 50 ms. */
const LONGEST_TURN = 5;

const KIB = 1024;
const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length)).slice(0, length);

const list = Array.from({ length: 8_000 }, (_, index) => ({ id: index, name: `Item ${index}` }));
const keys = Object.fromEntries(Array.from({ length: 14_000 }, (_, index) => [`key${index}`, index]));
let deep: object = { end: true };
for (let depth = 0; depth < 2_000; depth += 1) deep = { a: deep, b: [depth] };
const SLOW = [
  ..." |\n|<|`|a |[|*_|&amp;|{code}|h1. \n|  x|<script |![](|-|@|9|. |_|~~|\\".split("|"),
  "\u200b",
  "\u202e",
  "👩‍👩‍👧‍👦",
];
const text = repeated("Some *words*, that a tool could [write](x). ", 250 * KIB);
const nested = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => ["x".repeat(20)]));

const model = (card: Partial<CardOfModel>): CardModel => ({
  name: "Hostile",
  cards: [{ ...emptyCard("card"), subject: plainTemplate("Hello"), ...card }],
});
const times = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);
const lines = (...parts: (TemplatePart & { kind: "chip" })[]): TemplatePart => ({
  kind: "lines",
  list: inPayload(["list"]),
  parts,
});
const line = (...path: string[]) => ({ kind: "chip" as const, value: { root: "line" as const, path }, filters: [] });
const field = (value: Template, each: CardField["each"] = null): CardField => ({
  each,
  name: plainTemplate("x"),
  value,
  kind: "text",
  inline: true,
});
const wide = times(40, chipAt(["s"]));
const everywhere = (template: Template): Partial<CardOfModel> => ({
  ...{ subject: template, event: template, severity: template, summary: template, body: template, url: template },
  ...{ image: template, thumbnail: template, footer: template, at: template, startedAt: template, endedAt: template },
  ...{ threadKey: template, updateKey: template, place: [template, template], fields: times(25, field(template)) },
  links: times(5, { label: template, url: template }),
  person: { name: template, url: template, icon: template },
});

type Payload = object | string;

/** Each as large as it may be, with its payload. */
const HOSTILE: [name: string, made: CardModel, payload: Payload][] = [
  ["texts as long as they may be, everywhere", model(everywhere(wide)), { s: text }],
  ["lines in all texts", model(everywhere(times(8, lines(...times(8, line("name")))))), { list }],
  ["lines of long texts", model(everywhere(times(40, lines(line())))), { list: times(10, text.slice(0, 25_000)) }],
  ["lines of lists in lists", model(everywhere(times(40, lines(line())))), { list: nested }],
  [
    "a field for each of many objects",
    model({ fields: times(25, field([chipAt(["s"])], inPayload(["list"]))) }),
    { list, s: text },
  ],
  [
    "a field for each of many keys",
    model({ fields: times(25, field([chipAt(["none"])], inPayload(["keys"]))) }),
    { keys },
  ],
  [
    "a card for each of many objects, with long texts",
    model({ each: inPayload(["list"]), ...everywhere(wide) }),
    { list, s: text.slice(0, 60_000) },
  ],
  [
    "a card for each, with a field for each",
    model({ each: inPayload(["list"]), fields: times(25, field(times(40, chipAt(["none"])), inPayload(["list"]))) }),
    { list },
  ],
  ["a card for each with nothing in it", model({ each: inPayload(["list"]), subject: [chipAt(["none"])] }), { list }],
  ["long paths through depths", model({ subject: times(40, chipAt(times(20, "a"))) }), deep],
  [
    "many rules that compare long texts",
    model({
      state: {
        value: inPayload(["s"]),
        rules: times(50, {
          when: times(5, { value: inPayload(["s"]), is: false, than: text.slice(0, 200) }),
          word: "x",
          tone: "bad" as const,
          open: true,
        }),
        others: "word",
      },
    }),
    { s: text },
  ],
  [
    "many cards whose conditions don't hold",
    {
      name: "x",
      cards: times(20, { ...emptyCard("x"), when: times(5, { value: inPayload(["s"]), is: true, than: "y" }) }),
    },
    { s: text },
  ],
  [
    "a key of everything",
    model({ updateKey: times(40, chipAt(["s"])), threadKey: times(40, lines(line("name"))) }),
    { s: text, list },
  ],
  ["a text as the payload", model(everywhere(times(40, chipAt([])))), text],
];

/** Whether any code ran that a card must not run. */
afterAll(() => expect(Reflect.get(Object.prototype, "polluted")).toBeUndefined());

async function use(made: CardModel, payload: Payload): Promise<void> {
  // The payload had a secret, so that keys are made twice.
  await applyCard(cardModel.parse(made), {
    payload,
    sent: typeof payload === "string" ? `${payload} ` : { ...payload },
  });
}

/** Runs it again if garbage collection may have been what took long. */
async function expectShortTurns(work: () => Promise<void>): Promise<void> {
  expect(await longestTurn(work, { runs: 4, enough: LONGEST_TURN })).toBeLessThan(LONGEST_TURN);
}

describe("no card stops other work for more than 50 ms:", () => {
  test.each(HOSTILE)("%s", async (_, made, payload) => {
    await expectShortTurns(() => use(made, payload));
  });

  test.each(CARD_FILTERS)("the filter %s, with texts that are slow to search", async (name) => {
    const chip = { ...chipAt(["s"], { name, given: inPayload(["s"]) }, { name }) };
    const made = model({ body: times(20, chip), fields: times(5, field([chip])) });
    await expectShortTurns(async () => {
      for (const slow of SLOW) {
        await use(made, { s: repeated(slow, 250 * KIB) });
        await setImmediate();
      }
    });
  });

  test("looking for the values of its log's payloads", async () => {
    for (const payload of [{ list }, keys, deep, nested, text, { s: [keys, list, nested] }]) {
      await expectShortTurns(async () => new SeenValues().add(payload));
    }
  });
});

describe("no file stops other work for more than 50 ms:", () => {
  const described = (subject: string, more: object = {}) =>
    JSON.stringify({ name: "Hostile", event: "card", events: { card: { subject, ...more } } });
  const many = (count: number, each: string) => each.repeat(count);
  test.each([
    ["deeply nested conditions", described(many(900, "{% if a %}") + many(900, "{% endif %}"))],
    ["deeply nested loops", described(many(600, "{% for a in b %}") + many(600, "{% endfor %}"))],
    ["deeply nested brackets", described(`{{ ${many(9_000, "a[")}b${many(9_000, "]")} }}`)],
    [
      "deeply nested parentheses",
      described("x", { skip: `{% if ${many(9_000, "(")}a${many(9_000, ")")} %}x{% endif %}` }),
    ],
    ["a long path", described(`{{ ${many(9_000, "a.")}b }}`)],
    ["many alternatives", described("x", { skip: `{% if ${many(900, "a == 1 or b == 2 and ")}c %}x{% endif %}` })],
    ["unclosed tags", described(many(4_000, "{% if"))],
    ["unclosed outputs", described(many(6_000, "{{ '"))],
    ["opening braces", described(many(19_000, "{"))],
    ["a template of quotes", described(`{{ ${many(9_000, "'\"")} }}`)],
    ["a long template", described(many(6_000, "{{ a }}"))],
    [
      "many templates",
      JSON.stringify({
        name: "x",
        event: "e",
        events: Object.fromEntries(
          Array.from({ length: 1_000 }, (_, index) => [`e${index}`, { subject: "{{ a | b }}" }]),
        ),
      }),
    ],
    [
      "names that are split",
      JSON.stringify({ name: "x", event: "e", events: { [many(10_000, "a|")]: { subject: "x" } } }),
    ],
    [
      "a slow regular expression",
      JSON.stringify({ name: "x", event: "e", recognise: [{ text: "^(a+)+$" }], events: { e: { title: "x" } } }),
    ],
    ["YAML in depth", many(64 * KIB, "[")],
    ["YAML in braces", many(13_000, "{a: ")],
    ["YAML in lists", many(32_000, "- ")],
    ["YAML of colons", many(10_000, "a: b: ")],
    ["YAML of white space", `name:${many(63 * KIB, " ")}x`],
    ["YAML of escapes", `name: "${many(16_000, "\\x41")}"`],
    ["YAML of documents", many(16_000, "---\n")],
    ["YAML of one key", many(13_000, "a: b\n")],
    [
      "YAML aliases",
      `a: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nname: *c`,
    ],
    ["YAML with many keys", Array.from({ length: 9_000 }, (_, index) => `k${index}: 1`).join("\n")],
    ["a file above the limit", `name: ${many(1024 * KIB, "x")}`],
  ])("%s", async (_, yaml) => {
    await expectShortTurns(async () => {
      await readCardFile(yaml);
    });
  });
});

describe("what members may save", () => {
  test("has no more than the form can", () => {
    const isFine = (card: Record<string, unknown>) =>
      cardModel.safeParse({ name: "x", cards: [{ ...emptyCard("card"), ...card }] }).success;
    expect(isFine({})).toBe(true);
    const chip = chipAt(["a"]);
    for (const odd of [
      { fields: times(26, field([])) },
      { links: times(6, { label: [], url: [] }) },
      { place: [[], [], []] },
      { subject: times(41, chip) },
      { subject: [chipAt(times(21, "a"))] },
      { subject: [{ ...chip, filters: times(5, { name: "words" }) }] },
      { subject: [{ ...chip, filters: [{ name: "raw" }] }] },
      { subject: [{ ...chip, filters: [{ name: "constructor" }] }] },
      { subject: [{ ...chip, value: { root: "headers", path: [] } }] },
      { subject: [{ kind: "text", text: "x".repeat(4_001) }] },
      { subject: [{ kind: "template", template: "{{ x }}" }] },
      { body: [{ kind: "lines", list: inPayload([]), parts: [lines()] }] },
      { when: times(6, { value: inPayload([]), is: true, than: 1 }) },
      { when: [{ value: inPayload([]), is: true, than: Number.NaN }] },
      { state: { value: null, rules: [{ when: [], word: "OK", tone: "good", open: false }], others: "word" } },
      { state: { value: null, rules: [{ when: [], word: "", tone: "green", open: false }], others: "word" } },
      { each: inPayload(["a.b"]) },
      { remark: [] },
    ]) {
      expect(isFine(odd), JSON.stringify(odd).slice(0, 200)).toBe(false);
    }
  });

  test("arrives as JSON", () => {
    const made = model({ subject: [chipAt(["a"], { name: "words" })], fields: [field([lines(line("x"))])] });
    const ids = { channelId: "1", webhookId: "2" };
    expect(cardSchema.parse({ ...ids, model: JSON.stringify(made) })).toMatchObject({ model: made });
    for (const odd of ["", "{", "null", "[]", '"x"', "[".repeat(100_000), made]) {
      expect(cardSchema.safeParse({ ...ids, model: odd }).success).toBe(false);
    }
  });

  test("is a text that the database can hold", () => {
    const odd = "a\0b\ud800";
    const rule = { when: [{ value: inPayload([odd]), is: true, than: odd }], word: odd, tone: "bad", open: true };
    const state = { value: null, rules: [rule], others: "word" };
    const subject = [{ kind: "text", text: odd }, chipAt([odd], { name: "default", given: odd })];
    const stored = JSON.stringify(cardModel.parse({ name: odd, cards: [{ ...emptyCard(odd), subject, state }] }));
    expect(stored).not.toMatch(/\\u0000|\\ud800/);
    expect(stored).toContain("ab\ufffd");
  });

  test("isn't read at all if it's far too large", () => {
    const large = {
      name: "x",
      cards: times(20, { ...emptyCard("x"), body: times(40, { kind: "text", text: "x".repeat(4_000) }) }),
    };
    expect(cardModel.safeParse(large).error?.issues).toMatchObject([{ message: "The card is too large." }]);
    expect(cardModel.safeParse({ name: "x", cards: list.map((each) => [each, each]) }).error?.issues).toHaveLength(1);
    expect(cardModel.safeParse(deep).error?.issues).toHaveLength(1);
    expect(cardModel.safeParse(null).success).toBe(false);
  });

  test("makes messages of any payload, or fails with a reason", async () => {
    await fc.assert(
      fc.asyncProperty(cardModels, fc.jsonValue({ maxDepth: 4 }), async (made, value) => {
        const payload = typeof value === "object" && value !== null ? value : `${value}`;
        const result = await applyCard(made, { payload, sent: payload });
        expect(["messages", "skipped", "other", "failed"]).toContain(result.kind);
      }),
      { numRuns: randomRuns(300) },
    );
  });
});
