import { expect, test } from "vitest";
import { fromPayload } from "./payload";
import { previewMessage } from "./preview-message";

const sender = { id: "1", name: "CI", avatarUrl: "https://example.com/ci.png" };
const preview = (payload: unknown) => previewMessage(fromPayload(payload), sender, "2026-11-21T09:30:00.000Z");

test("what the endpoint would store is what is shown, from the webhook", () => {
  expect(preview({ content: "hello", embeds: [{ title: "t", color: "5" }, {}] })).toMatchObject({
    author: { kind: "webhook", id: "1", name: "CI", avatarUrl: "https://example.com/ci.png" },
    content: "hello",
    embeds: [{ title: "t", color: 5 }],
  });
});

test("a name and a picture of the message's own go before the webhook's", () => {
  expect(preview({ content: "x", username: "Bot", avatar_url: "https://example.com/b.png" })?.author).toMatchObject({
    name: "Bot",
    avatarUrl: "https://example.com/b.png",
  });
});

test("while something is wrong the rest is still shown, and long texts stay", () => {
  const title = "t".repeat(300);
  const image = { url: "half-written" };
  const embed = preview({ avatar_url: "x", embeds: [{ title, image, url: "htt", timestamp: "soon", color: "#12" }] });
  expect(embed?.author.avatarUrl).toBe("https://example.com/ci.png");
  expect(embed?.embeds[0]).toMatchObject({ title });
  const { image: shown, url, timestamp, color } = embed?.embeds[0] ?? {};
  expect([shown, url, timestamp, color]).toEqual([undefined, undefined, undefined, undefined]);
});

test("with nothing to show there is no message", () => expect(preview({ content: " ", embeds: [{}] })).toBeNull());
