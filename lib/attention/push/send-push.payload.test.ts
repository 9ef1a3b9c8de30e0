import { describe, expect, test } from "vitest";
import { toPayload } from "@/lib/attention/push/send-push";
import type { MessageDto } from "@/lib/messages/dto";
import { aMessage } from "@/lib/testing/message";

const author = { kind: "user", id: "2", name: "Grace", avatarUrl: null } as const;

function message(fields: Partial<MessageDto>): MessageDto {
  const createdAt = "2026-11-23T12:00:00.000Z";
  return aMessage({ id: "9", channelId: "1", seq: 7, author, content: "", createdAt, ...fields });
}

function textOf(fields: Partial<MessageDto>, kind: "public" | "direct" = "public") {
  const channel = { id: "1", name: "deploys", kind };
  return toPayload({ message: message(fields), channel }, { root: null, count: 1, showTexts: true }).text;
}

describe("a push payload", () => {
  test("contains author, channel and text without markup", () => {
    expect(textOf({ content: "**Bold** `code`\n\n> quoted [link](https://example.com)" })).toEqual({
      author: "Grace",
      place: "#deploys",
      direct: false,
      words: "Bold code quoted link",
    });
    expect(textOf({ content: "Hi" }, "direct")).toMatchObject({ place: "deploys", direct: true });
  });

  test("contains the names of mentioned people", () => {
    const mentions = [{ id: "117441049634277085", name: "Ada", notifies: true }];
    expect(textOf({ content: "<@117441049634277085> and <@117441049634277086>", mentions })?.words).toBe(
      "@Ada and @unknown person",
    );
  });

  test("describes a card, or names its first file", () => {
    expect(textOf({ embeds: [{ title: "Build failed", description: "x" }] })?.words).toBe("Build failed");
    expect(textOf({ embeds: [{ description: "**Disk** full" }] })?.words).toBe("Disk full");
    const file = { id: "1", name: "a.txt", size: 1, contentType: "text/plain", description: "" };
    const attachments = [file, file] as unknown as MessageDto["attachments"];
    expect(textOf({ attachments })?.words).toBe("a.txt and 1 more");
    expect(textOf({ attachments: attachments.slice(1) })?.words).toBe("a.txt");
    expect(textOf({})?.words).toBe("(no text)");
  });

  test("contains no characters that reorder text, and fits in a push", () => {
    expect(textOf({ content: "a\u202eb" })?.words).toBe("ab");
    const long = textOf({
      content: "\u{1f600}".repeat(3_000),
      author: { kind: "user", id: "2", name: "\u{1f600}".repeat(200), avatarUrl: null },
    });
    expect([...(long?.words ?? "")]).toHaveLength(240);
    expect([...(long?.author ?? "")]).toHaveLength(80);
    expect(Buffer.byteLength(JSON.stringify(long))).toBeLessThan(3_500);
  });
});

test("a push without message text only has its link", () => {
  const channel = { id: "1", name: "deploys", kind: "public" } as const;
  const root = { id: 5n, seq: 3n };
  const payload = toPayload({ message: message({ content: "secret" }), channel }, { root, count: 2, showTexts: false });
  expect(payload).toEqual({
    kind: "message",
    tag: "thread-5",
    channelId: "1",
    rootId: "5",
    seq: 7,
    count: 2,
    href: "/channels/1?message=3&thread=5&reply=7",
    at: Date.parse("2026-11-23T12:00:00Z"),
    text: null,
  });
});
