import { expect, test } from "vitest";
import { aMessage } from "@/lib/testing/message";
import { picturesOf, withPictures } from "./preview-pictures";

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

test("every picture of a preview comes by way of this install", () => {
  const urls = picturesOf(message);
  expect(urls).toEqual(["a", "i", "t", "u", "f"].map((name) => `https://x.y/${name}.png`));
  const shown = withPictures(message, (url) => `/shown/${url.slice(-5)}`);
  expect(shown.author.avatarUrl).toBe("/shown/a.png");
  expect(shown.embeds[0]).toMatchObject({
    image: { url: "https://x.y/i.png", proxy_url: "/shown/i.png" },
    thumbnail: { url: "https://x.y/t.png", proxy_url: "/shown/t.png" },
    author: { proxy_icon_url: "/shown/u.png" },
    footer: { proxy_icon_url: "/shown/f.png" },
  });
});

test("what can't be got is left out, and what is shown from here stays", () => {
  expect(withPictures(message, () => null)).toMatchObject({
    author: { avatarUrl: null },
    embeds: [{ image: { proxy_url: undefined } }, { title: "t" }],
  });
  for (const avatarUrl of ["/api/images/a/b", "emoji:👻", null]) {
    const kept = { ...message, author: { ...message.author, avatarUrl } };
    expect(withPictures(kept, () => null).author.avatarUrl).toBe(avatarUrl);
  }
});
