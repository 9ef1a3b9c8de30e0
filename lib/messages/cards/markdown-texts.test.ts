import { expect, test } from "vitest";
import type { Embed } from "@/lib/messages/dto";
import { markdownTexts, richEmbeds } from "./markdown-texts";

const message = (content: string, embeds: Embed[]) => ({ content, embeds });
const full: Embed = { description: "x".repeat(4096), fields: [{ name: "n", value: "y".repeat(1024) }] };

test("ten ordinary embeds are all shown as Markdown", () => {
  expect(richEmbeds(message("hello", Array(10).fill({ description: "x".repeat(400) })))).toBe(10);
});

test("of ten full embeds, the first are shown as Markdown and the rest as written", () => {
  expect(richEmbeds(message("", Array(10).fill(full)))).toBe(2);
  expect(richEmbeds(message("z".repeat(8000), [full, full]))).toBe(1);
});

test("a message's texts are its content, then each embed's description and field values", () => {
  const card: Embed = { title: "t", description: " d ", fields: [{ name: "n", value: "v" }], footer: { text: "f" } };
  expect(markdownTexts(message("c", [card, { description: "e" }]))).toEqual(["c", "d", "v", "e"]);
});

test("texts that are shown as written aren't included", () => {
  expect(markdownTexts(message("", [full, full, full, { description: "last" }]))).toHaveLength(4);
});
