import { expect, test } from "vitest";
import { invalid } from "@/lib/testing/refusals";
import { descriptionOf, discord, discordEdit, plainTags } from "@/lib/webhooks/senders/discord/parse";

const refusal = (act: () => unknown): string => invalid(act).message;

test.each([
  ["built <:ok:117430585659490304> <a:party:117430585659490304>", "built :ok: :party:"],
  ["<t:1795000000> <t:1795000000:R>", "2026-11-18 11:06 UTC 2026-11-18 11:06 UTC"],
  ["<t:1795000000:T> <t:1795000000:t> <t:1795000000:D>", "11:06:40 UTC 11:06 UTC 2026-11-18"],
  ["<t:9999999999999> <t:x> <@117430585659490304>", "<t:9999999999999> <t:x> <@117430585659490304>"],
])("%s is readable without Discord", (text, shown) => {
  expect(plainTags(text)).toBe(shown);
});

test("an embed can show an attached file, in each of its image fields", () => {
  const embed = {
    title: "t",
    image: { url: "attachment://a.png" },
    thumbnail: { url: "attachment://b c.png" },
    author: { name: "n", icon_url: "attachment://a.png" },
    footer: { text: "f", icon_url: "https://x.y/z.png" },
  };
  expect(discord({ embeds: [embed] }, ["a.png", "b c.png"]).embeds).toEqual([embed]);
  expect(refusal(() => discord({ embeds: [embed] }, ["a.png"]))).toBe(
    "embeds[0].thumbnail.url names a file that isn't attached.",
  );
  expect(refusal(() => discord({ content: "x", embeds: [{ image: { url: "file:///etc/passwd" } }] }))).toMatch(
    /^embeds\[0\].image.url must be/,
  );
});

test("files are enough for a message, and an empty message without files is refused", () => {
  expect(discord({}, ["a.txt"])).toMatchObject({ content: "", embeds: [] });
  expect(refusal(() => discord({}))).toMatch(/nothing to post/);
});

test("more than ten embeds are refused", () => {
  expect(refusal(() => discord({ embeds: Array(11).fill({ title: "t" }) }))).toBe("embeds can have at most 10 embeds.");
  expect(refusal(() => discord({ embeds: Array(50_000).fill({}) }))).toBe("embeds can have at most 10 embeds.");
});

test("nulls among the embeds don't hide later ones", () => {
  const embeds = [...Array(11).fill(null), { title: "t" }];
  expect(discord({ content: "x", embeds }).embeds).toEqual([{ title: "t" }]);
});

test("an address that looks like an attachment's URL stays an address", () => {
  const image = { url: "https://attachment.invalid/0" };
  expect(discord({ embeds: [{ image }] }, []).embeds).toEqual([{ image }]);
  expect(discord({ embeds: [{ image }] }, ["a.png"]).embeds).toEqual([{ image }]);
});

test("an edit replaces only the given fields", () => {
  expect(discordEdit({ content: "x" }, [])).toEqual({ content: "x", embeds: undefined, keepAttachments: undefined });
  expect(discordEdit({ content: null, embeds: [] }, [])).toMatchObject({ content: "", embeds: [] });
  const attachments = [{ id: "117430585659490304" }, { id: 0 }, { id: "9".repeat(19) }, null];
  expect(discordEdit({ attachments }, []).keepAttachments).toEqual([117430585659490304n]);
  expect(refusal(() => discordEdit({ attachments: {} }, []))).toBe("attachments must be a list.");
});

test("a file's description is matched by its number", () => {
  const payload = { attachments: [{ id: 0, description: "first" }, { id: "1", description: "second" }, { id: 2 }] };
  expect([0, 1, 2, 3].map((index) => descriptionOf(payload, index))).toEqual(["first", "second", "", ""]);
  expect(descriptionOf(null, 0)).toBe("");
});

test("a file's description is cleaned and shortened, and any id is accepted", () => {
  const describing = (description: string) => descriptionOf({ attachments: [{ id: 0, description }] }, 0);
  expect(describing("a\u0000b\ud800")).toBe("ab\ufffd");
  expect(describing(`${"a".repeat(1023)}😀b`)).toBe(`${"a".repeat(1023)}😀`);
  expect(describing("😀".repeat(2000))).toBe("😀".repeat(1024));
  const deep: unknown = JSON.parse("[".repeat(50_000) + "]".repeat(50_000));
  for (const id of [deep, { toString: 1, valueOf: 1 }, null]) {
    expect(descriptionOf({ attachments: [{ id, description: "x" }] }, 0)).toBe("");
  }
});
