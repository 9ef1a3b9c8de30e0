import { expect, test } from "vitest";
import type { Embed } from "@/lib/messages/dto";
import { richEmbeds } from "./rich-embeds";
import { aMessage } from "./testing/message";

const message = (content: string, embeds: Embed[]) => aMessage({ content, embeds });
const full: Embed = { description: "x".repeat(4096), fields: [{ name: "n", value: "y".repeat(1024) }] };

test("ten ordinary cards are all Markdown", () => {
  expect(richEmbeds(message("hello", Array(10).fill({ description: "x".repeat(400) })))).toBe(10);
});

test("of ten full ones the first are Markdown and the rest is shown as written", () => {
  expect(richEmbeds(message("", Array(10).fill(full)))).toBe(2);
  expect(richEmbeds(message("z".repeat(8000), [full, full]))).toBe(1);
});
