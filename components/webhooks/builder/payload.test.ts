import { describe, expect, test } from "vitest";
import { pathText } from "@/lib/webhooks/payload/problem";
import { checkPayload } from "@/lib/webhooks/schema";
import { emptyDraft } from "./draft";
import { fromPayload, toColor, toPayload, withoutEmpty } from "./payload";

const full = {
  content: "hello",
  username: "Pipeline",
  avatar_url: "https://example.com/a.png",
  embeds: [
    {
      author: { name: "a", url: "https://example.com/", icon_url: "https://example.com/i.png" },
      title: "t",
      url: "https://example.com/t",
      description: "d",
      color: 3066993,
      fields: [
        { name: "n", value: "v", inline: true },
        { name: "n", value: "v" },
      ],
      image: { url: "https://example.com/1.png" },
      thumbnail: { url: "https://example.com/2.png" },
      footer: { text: "f", icon_url: "https://example.com/3.png" },
      timestamp: "2026-11-21T09:30:00Z",
      state: "Firing",
      severity: "critical",
      place: "shop",
    },
    { title: "second" },
  ],
  allowed_mentions: { parse: ["users"] },
};

test("a payload with every part is unchanged by the form", () => {
  expect(withoutEmpty(toPayload(fromPayload(full)))).toEqual(full);
  expect(Object.keys(withoutEmpty(toPayload(fromPayload(full))))).toEqual(
    expect.arrayContaining(["content", "embeds", "allowed_mentions"]),
  );
});

test("values that the endpoint treats as absent are left out", () => {
  expect(withoutEmpty(toPayload(emptyDraft()))).toEqual({});
  expect(withoutEmpty(toPayload(fromPayload({ content: "x", embeds: [{ footer: { text: "" } }, null] })))).toEqual({
    content: "x",
  });
});

test("a problem's path leads to the same part of the form's payload", () => {
  const payload = toPayload(
    fromPayload({ embeds: [{}, { author: { url: "https://example.com" }, image: { url: "x" } }] }),
  );
  expect(checkPayload(payload).problems.map(({ path }) => pathText(path))).toEqual([
    "embeds[1].author.name",
    "embeds[1].image.url",
  ]);
});

test("any value loads into the form without an error", () => {
  for (const odd of [null, 5, "x", [], { embeds: 5 }, { embeds: [5, [], { fields: { a: 1 }, author: "x" }] }]) {
    expect(() => toPayload(fromPayload(odd))).not.toThrow();
  }
});

describe("a color", () => {
  test.each([
    ["#2ecc71", 0x2ecc71],
    ["0x2ECC71", 0x2ecc71],
    ["3066993", 3066993],
    [" 0 ", 0],
    ["", ""],
    ["#2ec", "#2ec"],
    ["red", "red"],
  ])("entered as %j becomes %j", (written, color) => expect(toColor(written)).toBe(color));
});
