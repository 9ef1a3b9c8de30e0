import { expect, test } from "vitest";
import { invalid } from "@/lib/testing/refusals";
import { bodyBudget } from "@/lib/webhooks/payload/json-object";
import { readPayload } from "@/lib/webhooks/payload/read-payload";
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
