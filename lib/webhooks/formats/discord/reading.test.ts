import fc from "fast-check";
import { expect, test } from "vitest";
import { expectEffort } from "@/lib/testing/effort";
import { invalid } from "@/lib/testing/refusals";
import { discord, discordEdit } from "@/lib/webhooks/formats/discord/parse";

const link = (label: string, url = `https://x.y/${label}`) => ({ type: 2, style: 5, label, url });
const row = (...components: object[]) => ({ type: 1, components });
const text = (content: string) => ({ type: 10, content });

const WORD = "Wombat";

/** Every object within a value, with a setter of a key of it. */
function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inside : [value, ...inside];
}

const FULL = JSON.stringify({
  content: "c",
  username: "u",
  tts: false,
  nonce: "n",
  allowed_mentions: { parse: ["users"] },
  attachments: [{ id: 0, filename: "a.png", description: "d" }],
  embeds: [
    {
      type: "rich",
      title: "t",
      description: "d",
      url: "https://x.y/",
      fields: [{ name: "n", value: "v", inline: true }],
      author: { name: "a", url: "https://x.y/", icon_url: "https://x.y/a.png" },
      footer: { text: "f", icon_url: "https://x.y/f.png" },
      image: { url: "attachment://a.png" },
      thumbnail: { url: "https://x.y/t.png" },
      provider: {},
      video: {},
    },
  ],
  components: [
    row(link("Run"), { type: 2, style: 1 }, { type: 3, options: [{ emoji_id: "1" }] }),
    { type: 17, components: [text("t"), { type: 9, components: [text("s")], accessory: link("Go") }] },
    { type: 12, items: [{ media: { url: "https://x.y/i.png" }, description: "d" }] },
    { type: 13, file: { url: "attachment://a.png" } },
    { type: 99, inside: { deeper: [{}] } },
  ],
  poll: { question: { text: "q" }, answers: [{ poll_media: { text: "a", emoji: { name: "e" } } }] },
  sticker_items: [{}],
  unknown: { list: [{}] },
});

test("a text under any key, anywhere in the payload, is shown or named", () => {
  const files = [{ name: "a.png", isPicture: true, number: 0 }];
  expect(discord(JSON.parse(FULL), files).leftOut).toBe(
    "Left out: components[0].components[2] (a menu needs an answer).",
  );
  const KEYS = ["word", "text", "label", "name", "title", "content", "description", "placeholder", "value", "caption"];
  // What an option sends to a program.
  const optionAt = objectsIn(JSON.parse(FULL)).findIndex((object) => "emoji_id" in object);
  for (const index of objectsIn(JSON.parse(FULL)).keys()) {
    for (const key of KEYS) {
      const payload: unknown = JSON.parse(FULL);
      const object = objectsIn(payload)[index];
      if (!object || (key in object && typeof Reflect.get(object, key) === "object")) continue;
      Reflect.set(object, key, WORD);
      const { post, leftOut } = discord(payload, files);
      const isShown = JSON.stringify([post.content, post.embeds]).includes(WORD);
      const isFiles = "filename" in object && key === "description";
      const isNamed = new RegExp(String.raw`[ .\]]${key}[,.]|the (?:menu|button) "[^"]*${WORD}`).test(leftOut ?? "");
      const isMentions = "parse" in object;
      const isOption = key === "value" && index === optionAt;
      expect([index, key, isShown || isFiles || isNamed || isMentions || isOption]).toEqual([index, key, true]);
    }
  }
});

test("only the first ten of what was left out are named, each shortly", () => {
  const payload = {
    content: "x",
    ...Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, "word"])),
  };
  expect(discord(payload).leftOut).toMatch(/^Left out: k0, k1, .*k9 and 290 more\.$/);
  expect(discord({ content: "x", ["k".repeat(9000)]: "word" }).leftOut?.length).toBeLessThan(120);
});

test("whatever the payload is, it's read or refused with a sentence", () => {
  const json = fc.json({ maxDepth: 6 }).map((each): unknown => JSON.parse(each));
  const keys = fc.constantFrom(...new Set(FULL.match(/(?<=")\w+(?=":)/g)));
  const component = fc.record({ type: fc.integer({ min: 0, max: 20 }), style: fc.integer({ min: 0, max: 6 }) });
  const odd = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: "small" }, json, tie("object"), fc.array(tie("value"), { maxLength: 4 })),
    object: fc.tuple(component, fc.dictionary(keys, tie("value"), { maxKeys: 6 })).map(([a, b]) => ({ ...b, ...a })),
  })).object;
  fc.assert(
    fc.property(fc.dictionary(keys, fc.oneof(json, fc.array(odd), odd)), (payload) => {
      try {
        discord(payload, [{ name: "a.png", isPicture: true }]);
        discordEdit(payload, [], []);
      } catch (error) {
        const again = () => {
          throw error;
        };
        expect(invalid(again).message).not.toBe("");
      }
    }),
  );
});

test.runIf(process.env.TEST_LONG)("the largest payloads are read in little time", () => {
  const deep: unknown = JSON.parse(`${'{"components":['.repeat(31)}{"label":"x"}${"]}".repeat(31)}`);
  const wide = {
    content: "x",
    ...Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, "w"])),
  };
  const full = { content: "`".repeat(8000), embeds: Array(10).fill({ description: "**a".repeat(1365) }) };
  for (const payload of [
    deep,
    wide,
    full,
    { components: [text("__ ".repeat(1333))] },
    { content: "x", x: Array(49_000).fill("w") },
  ]) {
    expectEffort(() => discord({ content: "x", ...Object(payload) }), 10);
  }
});
