import fc from "fast-check";
import { expect, test } from "vitest";
import type { Embed } from "@/lib/messages/dto";
import { invalid } from "@/lib/testing/refusals";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { readMade, readPayload } from "@/lib/webhooks/payload/read-payload";
import { decodeText, readJson } from "@/lib/webhooks/request/context";

const bytes = (value: unknown) => Buffer.from(typeof value === "string" ? value : JSON.stringify(value));
const read = (body: Uint8Array) => readPayload(readJson(decodeText(body), bodyBudget()));

const refusal = (value: unknown): string => invalid(() => read(bytes(value))).message;

test("a payload becomes a draft without empty values", () => {
  expect(
    read(
      bytes({
        content: "hello",
        embeds: [{ title: "t", footer: { text: "" } }, {}],
        username: " ",
        allowed_mentions: { parse: [] },
      }),
    ),
  ).toEqual({
    content: "hello",
    embeds: [{ title: "t" }],
    username: null,
    avatarUrl: null,
    threadKey: null,
    allowedMentions: {},
  });
});

test.each([
  [{ content: 1 }, "content must be a string."],
  [{ embeds: [{}, { title: 1 }] }, "embeds[1].title must be a string."],
  [
    { embeds: [{ fields: [{ name: "n", value: "v" }, { name: "n" }] }] },
    "embeds[0].fields[1].value is required and can't be empty.",
  ],
  [{ embeds: [{ author: { url: "https://example.com" } }] }, "embeds[0].author.name is required and can't be empty."],
  [{ embeds: [{ image: { url: "x" } }] }, "embeds[0].image.url must be an http:// or https:// URL."],
  [{ embeds: [{ color: "red" }] }, "embeds[0].color must be an integer from 0 to 16777215."],
  [{ embeds: Array(11).fill({}) }, "embeds can have at most 10 embeds."],
  [{ content: "c".repeat(8001) }, "content can have at most 8000 characters."],
  [
    { content: "c", allowed_mentions: { parse: ["all"] } },
    'allowed_mentions.parse[0] must be "everyone", "roles" or "users".',
  ],
  [[], "The body must be a JSON object."],
  ["{", "The body must be JSON."],
  [{}, "There is nothing to post. Add content or embeds."],
])("the error for %j names the field in one sentence", (value, sentence) => {
  expect(refusal(value)).toBe(sentence);
});

test("several bodies in a row are each read from the start", () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  expect(() => read(Buffer.from([0xff]))).toThrow(/UTF-8/);
  for (const body of [
    Buffer.concat([mark, bytes({ content: "a" })]),
    bytes({ content: "a" }),
    Buffer.concat([mark, bytes({ content: "a" })]),
  ]) {
    expect(read(body).content).toBe("a");
  }
});

test("shortcodes become emoji, except in code and addresses", () => {
  const { content, embeds } = readPayload({
    content: ":rocket: `:rocket:` at 10:30:45",
    embeds: [
      {
        title: ":tada: out",
        url: "https://x.y/:x:/",
        description: "**:x:**",
        fields: [{ name: ":x:", value: "`:x:`" }],
        author: { name: ":x:" },
        footer: { text: ":x: :none:" },
      },
    ],
  });
  expect(content).toBe("🚀 `:rocket:` at 10:30:45");
  expect(embeds).toEqual([
    {
      title: "🎉 out",
      url: "https://x.y/:x:/",
      description: "**❌**",
      fields: [{ name: "❌", value: "`:x:`" }],
      author: { name: "❌" },
      footer: { text: "❌ :none:" },
    },
  ]);
});

/** Returns the facts of a card in Parley's own format, and the remarks about it. */
function factsOf(embed: object, others: object = {}) {
  const remarks: string[] = [];
  const { embeds } = readPayload({ embeds: [{ title: "Backup of db-1", ...embed }], ...others }, [], remarks);
  return { card: embeds[0]?.card, remarks };
}

test("a sender's state, severity and place are its card's facts, and the color says what the state means", () => {
  const said = { state: " Firing ", severity: "critical", place: "shop", color: 0xd32f2f };
  expect(factsOf(said, { update_key: "backup" })).toEqual({
    card: { place: ["shop"], state: { word: "Firing", tone: "bad", open: true }, severity: "critical" },
    remarks: [],
  });
  // Nothing could end it.
  expect(factsOf(said).card?.state).toEqual({ word: "Firing", tone: "bad", open: false });
  const tones = [undefined, 0x1a7f37, 0x2ecc71, 0xffa500, 0x0969da].map(
    (color) => factsOf({ state: "x", color }, { update_key: "k" }).card?.state,
  );
  expect(tones.map((state) => [state?.tone, state?.open])).toEqual([
    ["none", false],
    ["good", false],
    ["good", false],
    ["warning", true],
    ["progress", false],
  ]);
});

test("a state, severity or place that doesn't fit is left out with a remark", () => {
  const long = "x".repeat(81);
  expect(factsOf({ state: 5, severity: "Critical", place: long })).toEqual({
    card: undefined,
    remarks: [
      "embeds[0].state isn't a string, so it was left out.",
      'embeds[0].severity isn\'t "critical", "high", "medium" or "low", so it was left out.',
      "embeds[0].place has more than 80 characters, so it was left out.",
    ],
  });
  expect(factsOf({ state: "x".repeat(80), severity: null, place: "" })).toMatchObject({
    card: { state: { word: "x".repeat(80) } },
    remarks: [],
  });
  const many = Array(10).fill({ title: "x", state: [], severity: {}, place: true });
  const remarks: string[] = [];
  readPayload({ embeds: many }, [], remarks);
  expect(remarks).toHaveLength(6);
  expect(remarks.at(-1)).toBe("More of the cards' facts were left out.");
});

test("a card of only a state is something to show", () => {
  expect(readPayload({ embeds: [{ state: "Down" }] }).embeds).toEqual([
    { card: { state: { word: "Down", tone: "none", open: false } } },
  ]);
  expect(() => readPayload({ embeds: [{ severity: "low" }] })).toThrow(/nothing to post/);
});

test("a payload can't claim that Parley made its card", () => {
  const { embeds } = readPayload({
    embeds: [{ title: "t", card: { subject: "t" }, isPlain: true, tool: { name: "x" } }],
  });
  expect(embeds).toEqual([{ title: "t" }]);
});

const madeText = (most: number) =>
  fc.oneof(
    fc.constantFrom(
      "",
      "ok :rocket:",
      "`:code:`",
      "at 12:30:45",
      "a\0b",
      "\ud800",
      "x".repeat(most),
      "😀".repeat(most),
    ),
    fc.constantFrom("x".repeat(most + 1), "\0", " "),
    fc.string({ maxLength: 9 }),
  );
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const madeUrl = optional(fc.constantFrom("https://a.example/x", "javascript:1", "", "http://b.example", "https:x"));
const madeEmbed: fc.Arbitrary<Embed> = fc.record(
  {
    title: optional(madeText(256)),
    description: optional(madeText(4096)),
    url: madeUrl,
    color: optional(fc.constantFrom(0, 0x1a7f37, -1, 1.5, 0x1000000)),
    fields: fc.array(
      fc.record({
        name: madeText(256),
        value: madeText(1024),
        inline: optional(fc.boolean()),
        kind: fc.constantFrom("number" as const, undefined),
      }),
      { maxLength: 3 },
    ),
    timestamp: optional(fc.constantFrom("2026-11-21T09:30:00.000Z", "2026-11-21T10:30:00+01:00", "soon", "")),
    author: optional(fc.record({ name: madeText(256), url: madeUrl, icon_url: madeUrl })),
    footer: optional(fc.record({ text: optional(madeText(2048)), icon_url: madeUrl })),
    image: optional(fc.record({ url: madeUrl.map((url) => url ?? "") })),
    thumbnail: optional(fc.record({ url: madeUrl.map((url) => url ?? "") })),
    buttons: optional(fc.array(fc.constant({ label: "Runbook", url: "https://a.example" }), { maxLength: 2 })),
    card: optional(fc.record({ subject: madeText(256), summary: optional(madeText(300)) })),
  },
  { requiredKeys: [] },
);

test("a card that Parley made is read as the schema reads it, and refused as it refuses it", () => {
  const stored = (read: () => unknown) => {
    try {
      return JSON.parse(JSON.stringify(read()));
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  const key = optional(madeText(200));
  const made = fc.record({
    embeds: fc.array(madeEmbed, { maxLength: 3 }),
    content: key,
    thread_key: key,
    update_key: key,
  });
  fc.assert(
    fc.property(made, (payload) => {
      const expected = stored(() => readPayload({ ...payload, allowed_mentions: { parse: [] } }, payload.embeds));
      expect(stored(() => readMade(payload))).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});
