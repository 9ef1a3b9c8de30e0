import fc from "fast-check";
import { expect, test } from "vitest";
import { isBlank } from "@/lib/text";
import { readPayload } from "@/lib/webhooks/format/read-payload";
import { colors } from "@/lib/webhooks/senders/described/description";
import { genericCard, plainText } from "@/lib/webhooks/senders/described/generic-card";

function cardOf(payload: object) {
  const { content, embeds } = genericCard(payload, "New message");
  const post = readPayload({ content, embeds, allowed_mentions: { parse: [] } });
  const [embed] = post.embeds;
  if (!embed) throw new Error("There is no embed.");
  return embed;
}

test("title, text, link, state and time are found by their usual names", () => {
  const payload = {
    Subject: "Tide gauge",
    message: "Reads *nothing*",
    htmlUrl: "https://example.com/gauges/4",
    severity: "critical",
    created_at: "2026-11-22T09:30:00Z",
    quay: 3,
    spare: true,
    empty: "",
    nothing: null,
  };
  expect(cardOf(payload)).toMatchObject({
    title: "Tide gauge",
    description: "Reads \\*nothing\\*",
    url: "https://example.com/gauges/4",
    color: colors.red,
    timestamp: "2026-11-22T09:30:00.000Z",
    fields: [
      { name: "State", value: "critical", inline: true },
      { name: "quay", value: "3", inline: true },
      { name: "spare", value: "true", inline: true },
    ],
  });
});

test("what is missing is found one level deeper", () => {
  expect(
    cardOf({ event: { name: "Flood", url: "https://example.com/f" }, data: { status: "resolved" } }),
  ).toMatchObject({
    title: "Flood",
    url: "https://example.com/f",
    color: colors.green,
  });
});

test("what isn't short is a tree", () => {
  expect(cardOf({ title: "x", list: [1, { a: "`" }] }).description).toMatch(/^```json\n\{.*"list".*\n```$/s);
});

test("a list of one object is that object, and another list a tree", () => {
  expect(cardOf([{ title: "One" }]).title).toBe("One");
  expect(cardOf([1, 2])).toMatchObject({ title: "New message", description: "```json\n[\n  1,\n  2\n]\n```" });
});

test("links of other schemes aren't links", () => {
  const embed = cardOf({ title: "x", url: "javascript:alert(1)", link: "data:text/html,x" });
  expect(embed.url).toBeUndefined();
  expect(JSON.stringify(embed)).not.toMatch(/\]\((javascript|data):/);
});

test("own names of objects are nothing special", () => {
  const payload = JSON.parse('{"__proto__":{"title":"no"},"constructor":"c","toString":"t","title":{"length":1}}');
  expect(cardOf(payload)).toMatchObject({ title: "no", fields: [{ name: "constructor" }, { name: "toString" }] });
  expect(cardOf(JSON.parse('{"__proto__":1}')).fields).toEqual([{ name: "__proto__", value: "1", inline: true }]);
});

test("the longest and the deepest fit", () => {
  const hostile: object[] = [
    JSON.parse(`${"[".repeat(130_000)}${"]".repeat(130_000)}`),
    JSON.parse(`${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}`),
    Object.fromEntries(Array.from({ length: 20_000 }, (_, place) => [`k${place}`, "v".repeat(4)])),
    { title: "🪣".repeat(60_000), message: "*".repeat(250_000), tree: ["`".repeat(2_000)] },
    { message: "**x** ".repeat(3_000), tree: [["**bold** [l](https://example.com)\n".repeat(90)], "```\n".repeat(90)] },
    Array(40_000).fill(null),
  ];
  for (const payload of hostile) expect(isBlank(cardOf(payload).title)).toBe(false);
});

test("beside a long text the tree is still code", () => {
  const { description = "" } = cardOf({ message: "long ".repeat(1_500), tree: [Array(90).fill("**bold**")] });
  const parts = description.split(/^`{3,}\w*$/m);
  expect(parts.length % 2).toBe(1);
  expect(parts.filter((_, place) => place % 2 === 0).join("")).not.toMatch(/(?<!\\)\*/);
});

test("any JSON object or list is a card that Parley takes", () => {
  const names = fc.oneof(
    fc.string(),
    fc.constantFrom("title", "message", "url", "status", "time", "text", "name", "__proto__", "constructor", "length"),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(fc.string({ unit: "binary" }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.webUrl()),
      fc.array(tie("tree"), { maxLength: 6 }),
      fc.dictionary(names, tie("tree"), { maxKeys: 8 }),
    ),
  }));
  const payloads = fc.oneof(fc.array(tree, { minLength: 1 }), fc.dictionary(names, tree, { minKeys: 1 }));
  fc.assert(
    fc.property(payloads, (payload) => {
      const card = cardOf(JSON.parse(JSON.stringify(payload)));
      expect(isBlank(card.title)).toBe(false);
    }),
    { numRuns: 100 },
  );
});

test("plain text is literal", () => {
  expect(plainText("disk *full*\n<b>now</b> <@123456789012345678>").content).toBe(
    "disk \\*full\\*\n\\<b\\>now\\</b\\> \\<\\@123456789012345678\\>",
  );
});
