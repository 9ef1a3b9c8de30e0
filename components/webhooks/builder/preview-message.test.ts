import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { fromPayload } from "./payload";
import { imagesOf, previewMessage, withImages } from "./preview-message";

const sender = { id: "1", name: "CI", avatarUrl: "https://example.com/ci.png" };
const preview = (payload: unknown) => previewMessage(fromPayload(payload), sender, "2026-11-21T09:30:00.000Z");

test("the preview shows what the endpoint would store, from the webhook", () => {
  expect(preview({ content: "hello", embeds: [{ title: "t", color: "5" }, {}] })).toMatchObject({
    author: { kind: "webhook", id: "1", name: "CI", avatarUrl: "https://example.com/ci.png" },
    content: "hello",
    embeds: [{ title: "t", color: 5 }],
  });
});

test("the message's own name and avatar override the webhook's", () => {
  expect(preview({ content: "x", username: "Bot", avatar_url: "https://example.com/b.png" })?.author).toMatchObject({
    name: "Bot",
    avatarUrl: "https://example.com/b.png",
  });
});

test("invalid values are left out of the preview, while the rest and long texts are shown", () => {
  const title = "t".repeat(300);
  const image = { url: "half-written" };
  const embed = preview({ avatar_url: "x", embeds: [{ title, image, url: "htt", timestamp: "soon", color: "#12" }] });
  expect(embed?.author.avatarUrl).toBe("https://example.com/ci.png");
  expect(embed?.embeds[0]).toMatchObject({ title });
  const { image: shown, url, timestamp, color } = embed?.embeds[0] ?? {};
  expect([shown, url, timestamp, color]).toEqual([undefined, undefined, undefined, undefined]);
});

test("a preview shows a card's facts, also while something else is invalid", () => {
  const facts = { state: "Firing", severity: "critical", place: "shop" };
  const shown = { place: ["shop"], state: { word: "Firing", tone: "bad", open: false }, severity: "critical" };
  for (const url of ["https://example.com/", "htt"]) {
    const message = preview({ embeds: [{ title: "Backup", color: 0xd32f2f, url, ...facts }] });
    expect(message?.embeds[0]?.card).toEqual(shown);
  }
});

test("an empty payload has no preview", () => expect(preview({ content: " ", embeds: [{}] })).toBeNull());

const message = aMessage({
  author: { kind: "webhook", id: "1", name: "CI", avatarUrl: "https://x.y/a.png" },
  embeds: [
    {
      image: { url: "https://x.y/i.png" },
      thumbnail: { url: "https://x.y/t.png" },
      author: { name: "a", icon_url: "https://x.y/u.png" },
      footer: { text: "f", icon_url: "https://x.y/f.png" },
    },
    { title: "t" },
  ],
});

test("every image in a preview is loaded through this install", () => {
  const urls = imagesOf(message);
  expect(urls).toEqual(["a", "i", "t", "u", "f"].map((name) => `https://x.y/${name}.png`));
  const shown = withImages(message, (url) => `/shown/${url.slice(-5)}`);
  expect(shown.author.avatarUrl).toBe("/shown/a.png");
  expect(shown.embeds[0]).toMatchObject({
    image: { url: "https://x.y/i.png", proxy_url: "/shown/i.png" },
    thumbnail: { url: "https://x.y/t.png", proxy_url: "/shown/t.png" },
    author: { proxy_icon_url: "/shown/u.png" },
    footer: { proxy_icon_url: "/shown/f.png" },
  });
});

test("images that can't be loaded are left out, and local ones stay", () => {
  expect(withImages(message, () => null)).toMatchObject({
    author: { avatarUrl: null },
    embeds: [{ image: { proxy_url: undefined } }, { title: "t" }],
  });
  for (const avatarUrl of ["/api/images/a/b", "emoji:👻", null]) {
    const kept = { ...message, author: { ...message.author, avatarUrl } };
    expect(withImages(kept, () => null).author.avatarUrl).toBe(avatarUrl);
  }
});
