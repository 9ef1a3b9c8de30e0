import { expect, test } from "vitest";
import type { Embed, MessageDto } from "@/lib/messages/dto";
import { richEmbeds } from "./rich-embeds";

const message = (content: string, embeds: Embed[]): MessageDto => ({
  id: "1",
  channelId: "1",
  seq: 1,
  rev: 1,
  author: { kind: "webhook", id: "1", name: "CI", avatarUrl: null },
  content,
  embeds,
  attachments: [],
  mentions: [],
  mentionsEveryone: false,
  reactions: [],
  pinned: false,
  nonce: null,
  createdAt: "2026-11-21T09:30:00Z",
  editedAt: null,
  deleted: false,
});
const full: Embed = { description: "x".repeat(4096), fields: [{ name: "n", value: "y".repeat(1024) }] };

test("ten ordinary cards are all Markdown", () => {
  expect(richEmbeds(message("hello", Array(10).fill({ description: "x".repeat(400) })))).toBe(10);
});

test("of ten full ones the first are Markdown and the rest is shown as written", () => {
  expect(richEmbeds(message("", Array(10).fill(full)))).toBe(2);
  expect(richEmbeds(message("z".repeat(8000), [full, full]))).toBe(1);
});
