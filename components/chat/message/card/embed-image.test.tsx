import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Embed } from "@/lib/messages/dto";
import { EmbedCard } from "./embed-card";

const path = "/api/attachments/42/chart.png";
const html = (embed: Embed) => renderToStaticMarkup(<EmbedCard embed={embed} />);
const sources = (out: string) => [...out.matchAll(/src="([^"]*)"/g)].map(([, src]) => src);

test("an embed can show the message's own files, with a preview that opens the large version", () => {
  const image = { url: path, proxy_url: `${path}?size=preview` };
  const out = html({ image, thumbnail: image });
  expect(out.split(`href="${path}?size=large"`)).toHaveLength(3);
  expect(sources(out)).toEqual([`${path}?size=preview`, `${path}?size=preview`]);
});

test("nothing else in an embed links to a path", () => {
  const out = html({ title: "t", url: path, description: `[x](${path})`, author: { name: "a", url: path } });
  expect(out).not.toContain("href");
});

test("images aren't loaded from the sender's URL, but still link to it", () => {
  const url = "https://x.y/i.png";
  const embed: Embed = {
    image: { url },
    thumbnail: { url },
    author: { name: "a", icon_url: url },
    footer: { text: "f", icon_url: url },
  };
  const out = html(embed);
  expect(sources(out)).toEqual([]);
  expect(out.split(`href="${url}"`)).toHaveLength(3);
});

test("an image that can't be loaded is one line with a link, a thumbnail keeps its space, and an icon disappears", () => {
  const url = "https://x.y/i.png";
  const broken = html({ title: "Tides", image: { url } });
  expect(broken).toMatch(
    /Image couldn&#x27;t be loaded.*href="https:\/\/x\.y\/i\.png"[^>]*>Open<span[^>]*> Image: Tides</,
  );
  expect(broken).not.toContain("aspect-2/1");
  const icon = { icon_url: url, proxy_icon_url: "/shown" };
  const all = (shown: boolean): Embed => ({
    thumbnail: { url, ...(shown && { proxy_url: "/shown" }) },
    author: { name: "a", ...(shown ? icon : { icon_url: url }) },
  });
  expect([true, false].map((shown) => html(all(shown)).includes("size-14"))).toEqual([true, true]);
  expect([true, false].map((shown) => html(all(shown)).includes("align-bottom"))).toEqual([true, false]);
});
